package checker

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"time"

	"parley/engine"
	"parley/llm"
	"parley/scenarios"
)

// DefaultBudget is how long a ModelJudge may take over one exchange, repair
// included.
const DefaultBudget = 2500 * time.Millisecond

// ModelJudge judges the exchanges of one scenario by asking a language model.
// Copies are cheap; it holds no state.
type ModelJudge struct {
	Engine   llm.Engine
	Scenario scenarios.Scenario
	// Budget bounds one judgment; 0 means DefaultBudget. A model on this
	// machine may need more.
	Budget time.Duration
	// Log may be nil.
	Log *slog.Logger
}

var _ Judge = ModelJudge{}

// Name implements Judge.
func (j ModelJudge) Name() string { return j.Engine.Name() }

// Judge implements Judge. An answer that is not of the form asked for is shown to
// the model once, with what is wrong with it; a second one is ErrUnjudged.
// A budget that passes is engine.ErrSlow.
func (j ModelJudge) Judge(ctx context.Context, c Case) (Opinion, error) {
	e := c.Exchange
	budget := j.Budget
	if budget <= 0 {
		budget = DefaultBudget
	}
	within, cancel := context.WithTimeoutCause(ctx, budget, engine.ErrSlow)
	defer cancel()
	o, err := j.ask(within, prompt(c, j.Scenario))
	if err != nil {
		if ctx.Err() == nil && within.Err() != nil {
			err = engine.ErrSlow
		}
		return Opinion{}, fmt.Errorf("judge exchange %d of %s: %w", e.Number, e.Call, err)
	}
	if o.Complete && o.Bad && j.Log != nil {
		j.Log.Warn("judge found both endings", "call", e.Call, "exchange", e.Number, "judge", j.Name())
	}
	o.Judge, o.Prompt = j.Name(), promptHash(j.Scenario)
	return o, nil
}

// repair is what a model is told whose answer was not of the form asked for.
const repair = "That is %v. Answer again with only the JSON object, its eight keys and nothing around it."

// ask gets one finding, with one repair.
func (j ModelJudge) ask(ctx context.Context, r llm.Request) (Opinion, error) {
	reply, err := llm.Ask(ctx, j.Engine, r, maxReplyBytes)
	if err != nil {
		return Opinion{}, err
	}
	f, wrapped, wrong := parseFinding([]byte(reply))
	if wrong == nil {
		return Opinion{Finding: f, Repaired: wrapped}, nil
	}
	r.Messages = append(r.Messages,
		llm.Message{Speaker: llm.Assistant, Text: orNothing(reply)},
		llm.Message{Speaker: llm.User, Text: fmt.Sprintf(repair, wrong)},
	)
	if reply, err = llm.Ask(ctx, j.Engine, r, maxReplyBytes); err != nil {
		return Opinion{}, err
	}
	if f, wrong = parseLast([]byte(reply)); wrong != nil {
		return Opinion{}, fmt.Errorf("%w: twice %w", ErrUnjudged, wrong)
	}
	return Opinion{Finding: f, Repaired: true}, nil
}

// orNothing keeps an empty answer a message: services refuse one without text.
func orNothing(reply string) string {
	if strings.TrimSpace(reply) == "" {
		return "(no answer)"
	}
	return reply[:min(len(reply), maxReplyBytes)]
}
