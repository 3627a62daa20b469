package skill

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
	"unicode/utf8"

	"parley/llm"
)

// question is one structured request: to a model that answers with an A, from which
// or from rules comes an R.
type question[A, R any] struct {
	form form
	// who and job go into the system's message, data into the user's.
	who, job, data string
	maxTokens      int
	// read makes the result of an answer, or says what is wrong with it.
	read func(A) (R, faults)
	// rules makes the result without a model.
	rules func() R
}

// faults are what is wrong with an answer, in words for the model.
type faults []string

func (f *faults) add(format string, args ...any) { *f = append(*f, fmt.Sprintf(format, args...)) }

// linkForm is an address that one could follow.
var linkForm = regexp.MustCompile(`(?i)\b(?:https?://|www\.)[^\s"\\]+`)

// links refuses addresses in a text that are not in its source.
func (f *faults) links(where, text, source string) {
	for _, link := range linkForm.FindAllString(text, -1) {
		if !strings.Contains(source, link) {
			f.add("%s has a link that is not in the data", where)
		}
	}
}

// maxFaults and maxFaultRunes bound what a model is told of its faults.
const (
	maxFaults     = 10
	maxFaultRunes = 300
)

// String is the list that a model is shown.
func (f faults) String() string {
	var b strings.Builder
	for _, fault := range f[:min(len(f), maxFaults)] {
		fmt.Fprintf(&b, "- %s\n", clip(fault, maxFaultRunes))
	}
	return b.String()
}

// answer asks the model, once more if its answer is not right, and goes by the rules
// if there is no right one. Its error is ctx's.
func (q question[A, R]) answer(ctx context.Context, s Skills) (R, error) {
	var none R
	if err := ctx.Err(); err != nil {
		return none, fmt.Errorf("ask for %s: %w", q.form.sent.Name, err)
	}
	if s.Engine == nil {
		return q.rules(), nil
	}
	budget := s.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	within, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	result, err := q.ask(within, s)
	if err == nil {
		return result, nil
	}
	if ctx.Err() != nil {
		return none, fmt.Errorf("ask for %s: %w", q.form.sent.Name, ctx.Err())
	}
	s.log().Warn("a model gave no result, the rules do", "skill", q.form.sent.Name, "engine", s.Engine.Name(), "err", err)
	return q.rules(), nil
}

// errFaults is of a model whose second answer was wrong too.
var errFaults = errors.New("two answers that cannot be used")

// repair is what a model is told whose answer was wrong.
const repair = "Your answer cannot be used:\n%sAnswer again with the whole JSON object, corrected, and nothing around it. " +
	"The rules and the data are as before."

// ask gets one right answer in at most two.
func (q question[A, R]) ask(ctx context.Context, s Skills) (R, error) {
	var none R
	r := q.request()
	for round := range 2 {
		reply, err := s.read(ctx, r)
		if err != nil {
			return none, err
		}
		result, wrong := q.take(reply)
		if len(wrong) == 0 {
			return result, nil
		}
		s.log().Warn("an answer breaks the rules", "skill", q.form.sent.Name, "engine", s.Engine.Name(),
			"answer", round+1, "faults", len(wrong))
		r.Messages = append(r.Messages[:2:2],
			llm.Message{Speaker: llm.Assistant, Text: orNothing(reply)},
			llm.Message{Speaker: llm.User, Text: fmt.Sprintf(repair, wrong)})
	}
	return none, errFaults
}

// take is the result of an answer, or what is wrong with it.
func (q question[A, R]) take(reply string) (R, faults) {
	parsed, err := parse[A](q.form, reply)
	if err != nil {
		var none R
		return none, faults{err.Error()}
	}
	return q.read(parsed)
}

// request is the question as it is first put.
func (q question[A, R]) request() llm.Request {
	return llm.Request{
		Messages: []llm.Message{
			{Speaker: llm.System, Text: fmt.Sprintf(head, q.who, q.job, q.form.sent.JSON)},
			{Speaker: llm.User, Text: q.data},
		},
		Temperature: 0,
		MaxTokens:   q.maxTokens,
		Schema:      &q.form.sent,
	}
}

// orNothing keeps an empty answer a message, and a long one from filling the next
// request.
func orNothing(reply string) string {
	if reply = strings.TrimSpace(reply); reply == "" {
		return "(no answer)"
	}
	return strings.ToValidUTF8(reply[:min(len(reply), maxReplyBytes)], "")
}

// read returns a whole answer. One that is too long is cut where that is seen.
func (s Skills) read(ctx context.Context, r llm.Request) (string, error) {
	stream, err := s.Engine.Chat(ctx, r)
	if err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = stream.Close() }() // the answer is read or given up
	var reply strings.Builder
	var used *llm.Usage
	defer func() { s.bill(r, reply.Len(), used) }()
	for chars := 0; reply.Len() <= 2*maxReplyBytes; {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("read the answer: %w", err)
		}
		if d.Usage != nil {
			used = d.Usage
		}
		if d.Unsaid {
			reply.Reset()
		}
		if reply.WriteString(d.Text); d.Text != "" && s.Progress != nil {
			chars += utf8.RuneCountInString(d.Text)
			s.Progress(chars)
		}
	}
	return reply.String(), nil
}

// bytesPerToken is how long a token of English is, for engines that do not count.
const bytesPerToken = 4

// bill tells what an answer of so many bytes to r has cost.
func (s Skills) bill(r llm.Request, bytes int, used *llm.Usage) {
	if s.Used == nil {
		return
	}
	if used == nil {
		prompt := 0
		for _, m := range r.Messages {
			prompt += len(m.Text)
		}
		used = &llm.Usage{Prompt: prompt / bytesPerToken, Completion: bytes / bytesPerToken}
	}
	s.Used(*used)
}

// log is Log, or one that keeps nothing.
func (s Skills) log() *slog.Logger {
	if s.Log == nil {
		return slog.New(slog.DiscardHandler)
	}
	return s.Log
}
