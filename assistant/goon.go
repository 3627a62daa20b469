package assistant

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"parley"
	"parley/assistant/state"
	"parley/codefirst"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/scenarios"
)

// A program whose question was answered goes on, and its journal lies in the user's log:
// if its process dies, another brings it to its end.

// goesOn is a program whose question was answered.
type goesOn struct {
	state.Running
	program *codefirst.Snapshot
}

// settle is the program that waits with a question, with the answer; nil if none does.
func (h *Host) settle(s *state.State, question, action string, yes bool, r Result) (*goesOn, error) {
	halted, waits := s.Program(question)
	if !waits {
		return nil, nil
	}
	g := &goesOn{program: &codefirst.Snapshot{}}
	err := json.Unmarshal(halted.Run, g.program)
	switch {
	case err != nil:
	case yes:
		err = g.program.Resolve(r, h.cfg.Now())
	default:
		err = g.program.Answer(false, h.cfg.Now())
	}
	if err != nil {
		return nil, err
	}
	var journal bytes.Buffer
	if err := g.program.Journal(codefirst.WriteJournal(&journal)); err != nil {
		return nil, err
	}
	g.Running = state.Running{
		Question: question, Action: action, Tools: halted.Tools, No: !yes, By: rand.Text(),
		Lines: strings.Split(strings.TrimSuffix(journal.String(), "\n"), "\n"), Base: len(g.program.Calls),
	}
	return g, nil
}

// goOn has the program go on whose question t has answered: by replay, without the
// tools that have run. What it needs a model for that is not there is left out; so is
// what it would have done had the answer not been no.
func (h *Host) goOn(ctx context.Context, t *turn) error {
	g, changed := t.goesOn, t.changed
	t.goesOn = nil
	t.changed = t.changed && !g.No // that it was left undone is no change
	s, err := h.State(ctx, t.owner)
	if err != nil {
		return err
	}
	if h.model(t.engine, s) != nil {
		t.engine = nil
	}
	t.scene.Tools = g.Tools
	for _, c := range g.program.Calls[min(g.Base, len(g.program.Calls)):] {
		if c.Order > 0 { // what it did since the answer counts among the calls of the turn
			_ = t.key(c.Name, c.Args)
		}
	}
	err = h.act(ctx, t, s, g)
	t.changed = t.changed || changed
	// What the end of this process cuts off another brings to its end.
	if ended := context.WithoutCancel(ctx); !errors.Is(err, ErrNotSaved) && !h.leaving.Load() {
		_, _, lost := h.Do(ended, t.owner, "", state.Finish{Question: g.Question, By: g.By})
		if lost != nil {
			h.log.Warn("a program that has ended is not kept as such", "err", lost)
		}
	}
	switch {
	case errors.Is(err, errSilent), errors.Is(err, errNoModel):
		return nil
	case g.No && errors.Is(err, codefirst.ErrLoop):
		return nil
	}
	return err
}

// keeps is the journal of a program that goes on: what is new of it since the answer.
func (h *Host) keeps(ctx context.Context, owner string, g *goesOn) codefirst.Journal {
	ctx = context.WithoutCancel(ctx)
	known := 1 + len(g.program.Calls)
	write := codefirst.WriteJournal(lines(func(line string) error {
		_, _, err := h.Do(ctx, owner, "", state.Jot{Question: g.Question, By: g.By, Line: line})
		return err
	}))
	return func(e codefirst.Entry) error {
		if known > 0 || e.Ended != "" { // what is stored, and what goOn stores
			known--
			return nil
		}
		return write(e)
	}
}

// lines is a writer of whole lines.
type lines func(line string) error

// Write implements io.Writer.
func (f lines) Write(line []byte) (int, error) {
	if err := f(strings.TrimSuffix(string(line), "\n")); err != nil {
		return 0, err
	}
	return len(line), nil
}

var _ io.Writer = lines(nil)

// goOnUnasked has a program go on after a yes or no outside of the conversation. What
// it says is kept as said without being spoken to.
func (h *Host) goOnUnasked(ctx context.Context, u *user, g *goesOn) error {
	text, err := h.runUnasked(ctx, u, g)
	if err != nil {
		return err
	}
	_, _, err = u.do(ctx, "", state.Tell{Text: text, Modality: Text})
	return err
}

// runUnasked has a program go on and is what it says. An error is of ctx or the store.
func (h *Host) runUnasked(ctx context.Context, u *user, g *goesOn) (string, error) {
	ctx, cancel := context.WithTimeout(u.asNow(ctx), TurnTimeout)
	defer cancel()
	var text strings.Builder
	t := &turn{
		owner: u.owner, action: g.Action, modality: Text, telling: &telling{to: u.tell}, goesOn: g, changed: !g.No,
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
		return "", err
	case err != nil:
		h.log.Warn("a program did not go on to its end", "err", err)
		_ = t.speak(t.unfinished()) // never fails here
	}
	return text.String(), nil
}

// takeOver brings the programs of a user to their end whose process has died.
func (h *Host) takeOver(ctx context.Context, u *user) {
	s, err := u.now(ctx)
	if err != nil {
		return // it is tried again
	}
	for _, p := range s.Running {
		if !p.Lost(h.cfg.Now()) {
			continue
		}
		by := rand.Text()
		events, _, err := u.do(ctx, "", state.TakeOver{Question: p.Question, By: by})
		if err != nil || len(events) == 0 { // another host was first
			continue
		}
		p.By = by
		if err := h.finish(ctx, u, p); err != nil {
			h.log.Warn("a program whose process died is not at its end", "err", err)
		}
	}
}

// finish runs a program that was taken over. What it has said before and nobody has kept
// is said with the rest: as the answer, if that is still open.
func (h *Host) finish(ctx context.Context, u *user, p state.Running) error {
	program, err := codefirst.ReadJournal(strings.NewReader(strings.Join(p.Lines, "\n")))
	if err != nil {
		_, _, lost := u.do(ctx, "", state.Finish{Question: p.Question, By: p.By})
		return errors.Join(err, lost)
	}
	before := said(program.Calls[min(p.Base, len(program.Calls)):])
	rest, err := h.runUnasked(ctx, u, &goesOn{Running: p, program: program})
	if err != nil {
		return err
	}
	text := strings.TrimSpace(strings.Join(append(before, rest), " "))
	s, err := u.now(ctx)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(s.Messages, func(m parley.Message) bool { return m.Role == state.UserRole && m.Action == p.Action })
	if _, pending, _ := s.Answer(p.Action); pending && i >= 0 {
		_, _, err = u.do(ctx, p.Action+replied, state.Reply{To: s.Messages[i].ID, Text: text, Modality: s.Messages[i].Modality})
		return err
	}
	_, _, err = u.do(ctx, "", state.Tell{Text: text, Modality: Text})
	return err
}

// said are the messages that calls have shown.
func said(calls []sandbox.Call) (all []string) {
	for _, c := range calls {
		var e tsx.Element
		if c.Name == sandbox.YieldName && c.Order > 0 && c.Err == "" && json.Unmarshal(c.Args, &e) == nil {
			all = append(all, tsx.PlainText(e, e.Name))
		}
	}
	return all
}
