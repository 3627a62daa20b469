package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"parley/assistant/state"
	"parley/codefirst"
	"parley/scenarios"
)

// goesOn is a program whose question was answered, with what came of that.
type goesOn struct {
	state.Halted
	yes    bool
	result Result
}

// goOn has the program go on whose question t has answered: by replay, without the
// tools that have run. What it needs a model for that is not there is left out; so is
// what it would have done had the answer not been no.
func (h *Host) goOn(ctx context.Context, t *turn) error {
	g, changed := t.goesOn, t.changed
	t.goesOn = nil
	program := &codefirst.Snapshot{}
	err := json.Unmarshal(g.Run, program)
	switch {
	case err != nil:
	case g.yes:
		err = program.Resolve(g.result, h.cfg.Now())
	default:
		t.changed = false // that it was left undone is no change
		err = program.Reject("the user said no", h.cfg.Now())
	}
	if err != nil {
		return err
	}
	s, err := h.State(ctx, t.owner)
	if err != nil {
		return err
	}
	if h.model(t.engine, s) != nil {
		t.engine = nil
	}
	t.scene.Tools = g.Tools
	err = h.act(ctx, t, s, program)
	t.changed = t.changed || changed
	switch {
	case errors.Is(err, errSilent), errors.Is(err, errNoModel):
		return nil
	case !g.yes && errors.Is(err, codefirst.ErrLoop):
		return nil
	}
	return err
}

// goOnUnasked has a program go on after a yes or no outside of the conversation. What
// it says is kept as said without being spoken to.
func (h *Host) goOnUnasked(ctx context.Context, u *user, action string, g *goesOn) error {
	ctx, cancel := context.WithTimeout(u.asNow(ctx), TurnTimeout)
	defer cancel()
	var text strings.Builder
	t := &turn{
		owner: u.owner, action: action, modality: Text, telling: &telling{to: u.tell}, goesOn: g, changed: g.yes,
		scene:     scenarios.Scenario{Tools: g.Tools, ActsBy: scenarios.ActsByCode},
		committed: func(context.Context) error { return nil },
		say: func(piece string) error {
			text.WriteString(piece)
			return nil
		},
		unsay: func() {},
	}
	err := h.goOn(context.WithValue(ctx, tellingKey{}, t.telling), t)
	switch {
	case err != nil && ends(ctx, err):
		return err
	case err != nil:
		h.log.Warn("a program did not go on to its end", "err", err)
		_ = t.speak(t.unfinished()) // never fails here
	}
	_, _, err = u.do(ctx, "", state.Tell{Text: text.String(), Modality: Text})
	return err
}
