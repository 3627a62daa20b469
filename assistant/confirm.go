package assistant

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"parley"
	"parley/assistant/state"
	"parley/codefirst"
	"parley/language"
	"parley/scenarios"
	"parley/tool"
)

// questions are those that still wait for a yes or no.
func (h *Host) questions(s *state.State) []parley.Confirm {
	now := h.cfg.Now()
	return slices.DeleteFunc(slices.Clone(s.Confirms), func(q parley.Confirm) bool { return q.Expires.Before(now) })
}

// justAsked is the newest question if it was asked in answer to the user's last message,
// or asked again since, so that "yes" and "stop" mean it. Later it has its card, and "" is
// returned.
func (t *turn) justAsked(s *state.State) string {
	if len(t.open) == 0 {
		return ""
	}
	q := t.open[len(t.open)-1]
	for _, m := range slices.Backward(s.Messages) {
		switch {
		case m.ID == t.telling.id(), m.Action == t.action && m.Action != "":
		case m.Role == state.UserRole && place(q.ID) < place(m.ID):
			return ""
		case m.Role == state.UserRole, strings.Contains(m.Content, q.Question):
			return q.Question
		}
	}
	return q.Question
}

// place is where something of the user's with an id is in the order of their making.
func place(id string) int {
	n, _ := strconv.Atoi(id[min(1, len(id)):])
	return n
}

// confirmation is what a yes or no is told by.
type confirmation struct {
	Yes bool `json:"yes"`
}

// confirm takes the user's yes or no to the newest question.
func (h *Host) confirm(ctx context.Context, t *turn, args json.RawMessage) (Result, error) {
	var in confirmation
	if err := json.Unmarshal(args, &in); err != nil {
		return Result{}, fmt.Errorf("%w: yes must be true or false", tool.ErrArguments)
	}
	if err := t.committed(ctx); err != nil {
		return Result{}, err
	}
	if len(t.open) == 0 {
		return Result{Said: "There is nothing to say yes or no to."}, nil
	}
	r, program, err := h.resolve(ctx, t.owner, t.action, t.open[len(t.open)-1], in.Yes)
	if program != nil {
		t.goesOn = program
	}
	t.did(t.action+answered, r, false)
	return r, err
}

// agrees reports whether the user's own words are a yes to the newest question: a model,
// which others' words may mislead, gives none for them. If it was not just asked they
// have to say what for.
func (t *turn) agrees() bool {
	reply := language.Answer(t.text, t.open[len(t.open)-1].Question)
	return reply.Yes && (reply.Named || t.question != "")
}

// resolve answers a question and, on yes, does what it asked for, once; an action
// answers one question. What was asked for comes first: the question of a process that
// dies in between is still open. A program that has waited for it may then go on.
func (h *Host) resolve(ctx context.Context, owner, action string, q parley.Confirm, yes bool) (Result, *goesOn, error) {
	_, s, err := h.Do(ctx, owner, "") // the newest state
	if err != nil {
		return Result{}, nil, err
	}
	_, open := s.Confirm(q.ID)
	if _, used := s.Done(action + answered); used || !open {
		return Result{Said: "That was answered already."}, nil, nil
	}
	r, late := Result{Said: "All right, I leave it.", Done: true}, false
	if f, ok := h.tools.Get(q.Tool); yes && (!ok || q.Expires.Before(h.cfg.Now())) {
		r, late = Result{Said: "I can no longer do that."}, true
	} else if yes {
		if r, err = h.run(ctx, f, tool.Call{ID: q.ID, Key: "confirm-" + q.ID, User: owner}, q.Args); err != nil {
			return Result{}, nil, err
		}
	}
	commands := []state.Command{state.Resolve{ID: q.ID, Yes: yes}}
	g, err := h.settle(s, q.ID, action, yes, r)
	switch {
	case err != nil: // it is damaged: the yes is to the tool alone
		h.log.Warn("a program does not go on after its question", "err", err)
	case g != nil && !late:
		commands = append([]state.Command{state.GoOn{Program: g.Running}}, commands...)
	}
	events, _, err := h.Do(ctx, owner, action+answered, commands...)
	if err != nil || late || len(events) == 0 { // none if another host was first
		return r, nil, err
	}
	return r, g, nil
}

// answered ends the name of the action that keeps a user's yes or no.
const answered = "/answer"

// Confirm answers the question of an id on the user's behalf, once, and does what it
// asked for on the first yes. A question that is not open is refused with
// state.ErrUnknown, unless this very action has answered it.
func (h *Host) Confirm(ctx context.Context, owner, action, id string, yes bool) (*state.State, error) {
	u, done := h.user(owner)
	defer done()
	_, s, err := u.do(ctx, "") // another host may have asked it
	if err != nil {
		return nil, err
	}
	if action == "" {
		action = newAction()
	}
	q, open := s.Confirm(id)
	if _, done := s.Done(action + answered); !open && !done {
		return nil, fmt.Errorf("answer a question: %w", state.ErrUnknown)
	}
	if open {
		_, program, err := h.resolve(ctx, owner, action, q, yes)
		if err == nil && program != nil {
			err = h.goOnUnasked(ctx, u, program)
		}
		if err != nil {
			return nil, err
		}
	}
	return u.now(ctx)
}

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
	if !errors.Is(err, ErrNotSaved) && !h.leaving.Load() {
		t.ended = append(t.ended, state.Finish{Question: g.Question, By: g.By})
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
	text, ended, err := h.runUnasked(ctx, u, g)
	if err != nil {
		return err
	}
	_, _, err = u.do(ctx, "", append(ended, state.Tell{Text: text, Modality: Text})...)
	return err
}

// runUnasked has a program go on and is what it says, and what ends it in the commit that
// keeps that. An error is of ctx or the store.
func (h *Host) runUnasked(ctx context.Context, u *user, g *goesOn) (string, []state.Command, error) {
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
		if len(t.ended) > 0 { // it is not to begin again
			_, _, lost := u.do(context.WithoutCancel(ctx), "", t.ended...)
			err = errors.Join(err, lost)
		}
		return "", nil, err
	case err != nil:
		h.log.Warn("a program did not go on to its end", "err", err)
		_ = t.speak(t.unfinished()) // never fails here
	}
	return text.String(), t.ended, nil
}
