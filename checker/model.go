package checker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"

	"parley/fault"
	"parley/llm"
	"parley/scenarios"
)

// DefaultBudget is how long a ModelJudge may take over one exchange, repair
// included (product.md section 4.2, point 5).
const DefaultBudget = 2500 * time.Millisecond

// ModelJudge judges the exchanges of one scenario by asking a language model.
// Copies are cheap; it holds no state.
type ModelJudge struct {
	Engine   llm.Engine
	Scenario scenarios.Scenario
	// Budget bounds one judgment; 0 means DefaultBudget. A model on this
	// machine may need more.
	Budget time.Duration
}

var _ Judge = ModelJudge{}

// Name implements Judge.
func (j ModelJudge) Name() string { return j.Engine.Name() }

// Judge implements Judge. An answer that is not of the form asked for is shown
// to the model once, with what is wrong with it; a second one is ErrUnjudged.
// A budget that passes is fault.ErrSlow.
func (j ModelJudge) Judge(ctx context.Context, c Case) (Opinion, error) {
	e := c.Exchange
	budget := j.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	within, cancel := context.WithTimeoutCause(ctx, budget, fault.ErrSlow)
	defer cancel()
	raw, err := j.ask(within, Prompt(e, j.Scenario))
	if err != nil {
		if ctx.Err() == nil && within.Err() != nil {
			err = fault.ErrSlow
		}
		return Opinion{}, fmt.Errorf("judge exchange %d of %s: %w", e.Number, e.Call, err)
	}
	raw.CTA = nameless(raw.CTA, e.Username)
	return Opinion{Finding: raw, Judge: j.Name()}, nil
}

// repair is what a model is told whose answer was not of the form asked for.
const repair = "That is %v. Answer again with only the JSON object, its four keys and nothing around it."

// ask gets one finding, with one repair.
func (j ModelJudge) ask(ctx context.Context, r llm.Request) (Finding, error) {
	reply, err := read(ctx, j.Engine, r)
	if err != nil {
		return Finding{}, err
	}
	f, wrong := parseFinding([]byte(reply))
	if wrong == nil {
		return f, nil
	}
	r.Messages = append(r.Messages,
		llm.Message{Speaker: llm.Assistant, Text: orNothing(reply)},
		llm.Message{Speaker: llm.User, Text: fmt.Sprintf(repair, wrong)},
	)
	if reply, err = read(ctx, j.Engine, r); err != nil {
		return Finding{}, err
	}
	if f, wrong = parseFinding([]byte(reply)); wrong != nil {
		return Finding{}, fmt.Errorf("%w: twice %w", ErrUnjudged, wrong)
	}
	return f, nil
}

// read returns the whole answer to r, cut past maxReplyBytes.
func read(ctx context.Context, engine llm.Engine, r llm.Request) (string, error) {
	s, err := engine.Chat(ctx, r)
	if err != nil {
		return "", fmt.Errorf("ask %s: %w", engine.Name(), err)
	}
	defer func() { _ = s.Close() }() // the answer is read or given up
	var b strings.Builder
	for b.Len() <= maxReplyBytes {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("read the answer of %s: %w", engine.Name(), err)
		}
		b.WriteString(d.Text)
	}
	return b.String(), nil
}

// orNothing keeps an empty answer a message: services refuse one without text.
func orNothing(reply string) string {
	if strings.TrimSpace(reply) == "" {
		return "(no answer)"
	}
	return reply[:min(len(reply), maxReplyBytes)]
}

// nameless drops a call to action that uses a word of the user's name.
func nameless(cta, name string) string {
	words := func(s string) []string {
		return strings.FieldsFunc(s, func(r rune) bool { return !unicode.IsLetter(r) })
	}
	for _, w := range words(cta) {
		for _, n := range words(name) {
			if strings.EqualFold(w, n) {
				return ""
			}
		}
	}
	return cta
}
