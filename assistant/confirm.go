package assistant

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"parley"
	"parley/assistant/state"
	"parley/language"
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
