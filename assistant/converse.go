package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"strings"

	"parley/agent/reply"
	"parley/assistant/state"
	"parley/llm"
	"parley/scenarios"
	"parley/tool"
)

// converse has the model answer: by code, or with tools in rounds.
func (h *Host) converse(ctx context.Context, t *turn, s *state.State) error {
	if t.scene.ActsBy == scenarios.ActsByCode {
		if err := h.act(ctx, t, s, nil); err != nil {
			return err
		}
		return t.sayExamples()
	}
	messages := h.prompt(ctx, t, s)
	for round := range maxRounds {
		r := llm.Request{Messages: messages, Temperature: temperature, MaxTokens: maxReplyTokens, Sides: t.sides()}
		if round < maxRounds-1 && t.calls < maxCalls {
			r.Tools = h.offers(t)
		}
		got, text, err := h.chat(ctx, t, r)
		if err != nil {
			return err
		}
		if len(got.Calls) == 0 || r.Tools == nil {
			if !t.spoke {
				return errSilent
			}
			return t.sayExamples()
		}
		calls, err := h.together(ctx, t, got.Calls)
		if err != nil {
			return err
		}
		messages = append(messages, llm.Message{Speaker: llm.Assistant, Text: text, Calls: calls, Extra: got.Extra})
		for _, c := range calls {
			reply, err := h.serve(ctx, t, c)
			if err != nil {
				return err
			}
			messages = append(messages, llm.Message{Speaker: llm.ToolReply, ReplyTo: c.ID, Text: reply})
		}
	}
	return nil
}

var errSilent = errors.New("answered without a word")

// serve runs one call of the model's and is what it is told of it. What is wrong
// with the call is told, too; faults of the store and of ctx are errors.
func (h *Host) serve(ctx context.Context, t *turn, c llm.ToolCall) (string, error) {
	r, err := h.attempt(ctx, t, c.ID, toolName(c), json.RawMessage(c.Arguments))
	switch {
	case err == nil:
	case ends(ctx, err):
		return "", err
	default:
		b, _ := json.Marshal(map[string]string{"error": err.Error()}) // a string is always JSON
		return string(b), nil
	}
	b, err := json.Marshal(r)
	return string(b), err
}

// ends reports whether an error of a call ends the turn; others are told to the model.
func ends(ctx context.Context, err error) bool {
	return ctx.Err() != nil || errors.Is(err, ErrNotSaved) || errors.Is(err, ErrErased) || errors.Is(err, ErrDamaged)
}

// attempt runs one call of the model's, within what a model may do in a turn.
func (h *Host) attempt(ctx context.Context, t *turn, id, name string, args json.RawMessage) (Result, error) {
	if t.calls >= maxCalls {
		return Result{}, errors.New("too many calls in one turn")
	}
	if yes := (confirmation{}); name == confirmTool && json.Unmarshal(args, &yes) == nil && yes.Yes && len(t.open) > 0 && !t.agrees() {
		question := t.open[len(t.open)-1].Question
		return Result{}, fmt.Errorf("the user has not said yes; ask them to say yes or no, in these words: %s", question)
	}
	r, err := h.call(ctx, t, tool.Call{ID: id, Key: t.key(name, args), User: t.owner}, name, args)
	if more := len(r.Items) - promptTasks; more > 0 {
		r.Items = append(r.Items[:promptTasks:promptTasks], fmt.Sprintf("and %d more", more))
	}
	return r, err
}

// confirmTool is the tool by which a model gives the user's yes or no.
const (
	confirmTool        = "confirm.answer"
	confirmDescription = "Take the user's yes or no to the question that waits for one."
	confirmInput       = `{"type":"object","additionalProperties":false,"required":["yes"],"properties":{"yes":{"type":"boolean"}}}`
)

// toolName is the tool that a model calls; services take no dots in names.
func toolName(c llm.ToolCall) string { return strings.Replace(c.Name, "_", ".", 1) }

// offers are the tools as a model is told of them. It can answer questions for the
// user that were asked in an earlier turn alone.
func (h *Host) offers(t *turn) []llm.Tool {
	var all []llm.Tool
	for _, f := range h.tools.All() {
		if t.has(f.Name()) {
			all = append(all, llm.Tool{Name: strings.Replace(f.Name(), ".", "_", 1), Description: f.Description(), Parameters: f.Input()})
		}
	}
	if len(t.open) == 0 {
		return all
	}
	return append(all, llm.Tool{
		Name: strings.Replace(confirmTool, ".", "_", 1), Description: confirmDescription, Parameters: json.RawMessage(confirmInput),
	})
}

// chat streams one answer of the model: its words are said, without claims of what
// was not done, its calls and its text are returned.
func (h *Host) chat(ctx context.Context, t *turn, r llm.Request) (reply.Answered, string, error) {
	stream, err := t.engine.Chat(ctx, r)
	if err != nil {
		return reply.Answered{}, "", err
	}
	defer stream.Close()
	counting := &counted{Stream: stream}
	guard := claims{did: func() bool { return t.changed }}
	var text strings.Builder
	say := func(words string) error {
		if text.Len() == 0 {
			words = t.part(words)
		}
		if words == "" {
			return nil
		}
		text.WriteString(words)
		t.spoke, t.apart = t.spoke || reply.Speakable(words), strings.HasSuffix(words, " ")
		return t.say(words)
	}
	got, err := reply.Reader{
		Say: func(words string) error { return say(guard.Write(words)) },
		Unsay: func() {
			guard.reset()
			text.Reset()
			t.spoke = false
			t.unsay()
		},
	}.Read(counting)
	if err == nil {
		err = say(guard.Flush())
	}
	if err == nil && got.Spoke && got.Finish == llm.Length {
		err = say(cutShort)
	}
	t.tokens += counting.tokens(r)
	return got, text.String(), err
}

// cutShort ends an answer that the model's bound has cut.
const cutShort = "… I have to stop here: that is as long as my answers may be."

// sides are the labels that a model may write before lines.
func (t *turn) sides() llm.Sides {
	own, others := scenarios.Labels(t.scene.Language)
	return reply.Sides(t.scene.Botname, "", own, others)
}

// counted counts what an answer costs.
type counted struct {
	llm.Stream
	usage *llm.Usage
	bytes int
}

func (c *counted) Next() (llm.Delta, error) {
	d, err := c.Stream.Next()
	c.bytes += len(d.Text)
	if d.Usage != nil {
		c.usage = d.Usage
	}
	return d, err
}

// tokens are those that the service tells of, else one for every four bytes.
func (c *counted) tokens(r llm.Request) int {
	if c.usage != nil {
		return c.usage.Prompt + c.usage.Completion
	}
	all := c.bytes
	for _, m := range r.Messages {
		all += len(m.Text)
	}
	return all / 4
}

const followUp = `The user's command has been carried out and they were told: %q. ` +
	`Add one short, helpful sentence or question about it, such as whether to set a due date. Claim nothing else.`

// follow has the model add a sentence to what a plain command has done. That it is
// done was said: a model that fails takes nothing away.
func (h *Host) follow(ctx context.Context, t *turn, said string) error {
	s, err := h.State(ctx, t.owner)
	if err != nil || !t.changed {
		return nil //nolint:nilerr // it was done and said
	}
	r := llm.Request{Messages: h.prompt(ctx, t, s), Temperature: temperature, MaxTokens: maxReplyTokens / 4, Sides: t.sides()}
	r.Messages = append(r.Messages, llm.Message{Speaker: llm.System, Text: fmt.Sprintf(followUp, said)})
	t.changed = false // the claims of the sentence are about nothing that is done
	_, _, err = h.chat(ctx, t, r)
	t.changed = true
	if err != nil && ctx.Err() == nil {
		h.log.Warn("the model added nothing to a command", "err", err)
		return nil
	}
	return err
}

// claims lets pass what a model says, but no claim of something done that was not:
// clause by clause, as those are what is spoken. It is a guard, not a judge: what it
// takes for a claim is left out, and the answer's end then says that nothing was
// changed.
type claims struct {
	// did reports whether anything was done in this turn.
	did     func() bool
	held    string
	dropped bool
	outside bool
}

// deed are the words for what tools do, abroad for what nothing here can do.
const (
	deed = `(?:added|created|put|completed|finished|marked|checked|deleted|removed|updated|changed|moved|renamed|rescheduled|` +
		`set|scheduled|saved|noted|remembered|stored|recorded|cancell?ed|reminded|cleared|imported)`
	abroad = `(?:booked|reserved|purchased|bought|paid|sent|e-?mailed|called|phoned|messaged|texted|ordered)`
	agreed = `(?:okay|ok|sure|great|perfect|all right|alright|done|got it)`
)

// claimOf matches a clause that says that something of what is done has been.
func claimOf(done string, more ...string) *regexp.Regexp {
	forms := append([]string{
		`\b(?:i|we)(?:'ve|’ve| have)?\s+(?:(?:just|already|now|also|successfully|gone ahead and)\s+)*` + done + `\b`,
		`\b(?:has|have) (?:now |just |already )?been (?:successfully )?` + done + `\b`,
		`^\W*` + agreed + `?\W*` + done + `\b`,
	}, more...)
	return regexp.MustCompile(`(?i)` + strings.Join(forms, "|"))
}

var (
	claimHere = claimOf(deed, `^\W*(?:all )?done\b`, `\bi(?:'ll|’ll| will) remind you\b`, `\breminder (?:is )?set\b`,
		`\b(?:is|are) (?:now |already )?(?:on your (?:task |to-?do )?list|marked|all set|done|saved|scheduled)\b`)
	claimAbroad = claimOf(abroad, `\b(?:is|are) (?:now |already )?(?:booked|reserved|paid|ordered)\b`)
	// denied is in clauses that claim nothing: denials, conditions, questions.
	denied = regexp.MustCompile(`(?i)\b(?:not|never|cannot|no|nothing|(?:ca|could|have|has|did|wo|is|are)n['’]t|` +
		`can['’]t|if|once|when|until|shall|should|would)\b|\?\s*$`)
)

// clauseEnds end a clause, in speech and in print.
const clauseEnds = ".!?;:,\n"

// Write takes the next piece and returns what may be said.
func (c *claims) Write(text string) string {
	c.held += text
	var out strings.Builder
	for {
		i := clauseEnd(c.held)
		if i < 0 {
			return out.String()
		}
		out.WriteString(c.pass(c.held[:i]))
		c.held = c.held[i:]
	}
}

// clauseEnd is where the first clause of text ends, with its mark and the space
// after it, by which a segmenter knows that it has ended, or -1: a mark counts before
// a space alone, as "10:30" and "4.5" are no ends.
func clauseEnd(text string) int {
	for i := range text {
		if strings.IndexByte(clauseEnds, text[i]) < 0 {
			continue
		}
		if text[i] == '\n' {
			return i + 1
		}
		if i+1 < len(text) && (text[i+1] == ' ' || text[i+1] == '\n') {
			return i + 2
		}
	}
	return -1
}

// pass is a clause, or "" for a claim of what was not done.
func (c *claims) pass(clause string) string {
	switch {
	case denied.MatchString(clause):
	case claimAbroad.MatchString(clause):
		c.dropped, c.outside = true, true
		return ""
	case claimHere.MatchString(clause) && !c.did():
		c.dropped = true
		return ""
	}
	return clause
}

// Flush returns the rest, and what is true in the place of what was left out.
func (c *claims) Flush() string {
	out := c.pass(c.held)
	c.held = ""
	switch {
	case c.outside:
		out += " I cannot book, pay or send anything myself; I can put it on your list."
	case c.dropped:
		out += " I have not changed anything just now."
	}
	return out
}

// reset begins anew: what was written was taken back.
func (c *claims) reset() { c.held, c.dropped, c.outside = "", false, false }
