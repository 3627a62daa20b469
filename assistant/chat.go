package assistant

import (
	"context"
	"errors"
	"io"
	"strings"

	"parley"
	"parley/assistant/calendar"
	"parley/assistant/state"
	"parley/engine"
	"parley/llm"
	"parley/scenarios"
)

// Message is what a user writes outside of a call.
type Message struct {
	// Owner is who writes, Action the client's own id of the message; empty is a
	// message of its own.
	Owner, Action, Text string
	// Seen is the revision of the list that the user sees; 0 is the newest.
	Seen uint64
	// Scene is the assistant's who answers; Engine is nil where there is no model.
	Scene  scenarios.Scenario
	Engine llm.Engine
	// Watch, if set, tells whether the model is being loaded, until stop has returned.
	// It calls tell only from then on that this is so, and must not wait for it.
	Watch func(tell func(on bool)) (stop func())
}

// Update is one step of an answer. Exactly one field is set.
type Update struct {
	// State is what is kept once the message, and what it plainly asks for, is
	// stored.
	State *parley.AssistantState
	// Token is the next piece of the answer.
	Token string
	// Unsay takes all pieces back.
	Unsay bool
}

// replied ends the name of the action that keeps an answer.
const replied = "/reply"

// failure is said in the place of an answer that could not be made, notYet where that
// is for the time it takes to load the model.
const (
	failure = "I could not answer that just now. Your message is saved, and nothing else was changed."
	notYet  = "My language model is still being loaded, which can take minutes. Your message is saved, and nothing else was " +
		"changed; please ask me again then."
)

// Chat answers a message and returns the answer as it is kept. The message is stored
// before anything is asked of a model; one user's messages are answered one at a
// time, in the order in which they were stored. A message whose action was answered
// before gets the answer of then, and one that is being answered waits for it. Chat
// returns the errors of state.Receive, ErrUsed, ErrNotSaved if the message is not stored,
// ErrUnsure if that or what came of it is not known, ErrDamaged, and ctx's; a model that
// fails is no error, the answer says so. update runs on the caller's goroutine.
func (h *Host) Chat(ctx context.Context, m Message, update func(Update)) (parley.Message, *state.State, error) {
	u, done := h.user(m.Owner)
	defer done()
	t := &turn{
		owner: m.Owner, action: m.Action, text: strings.TrimSpace(m.Text), modality: Text, seen: m.Seen,
		scene: m.Scene, engine: m.Engine, telling: &telling{to: u.tell}, watch: m.Watch,
	}
	if t.action == "" {
		t.action = newAction()
	}
	s, err := h.receive(ctx, u, t)
	if err != nil {
		return parley.Message{}, nil, err
	}
	ctx = u.asNow(ctx)
	if _, again := s.Done(t.action + replied); t.telling.id() == "" && !again {
		return parley.Message{}, nil, ErrUsed
	}
	view := s.View()
	update(Update{State: &view})
	select {
	case u.turns <- struct{}{}:
		defer func() { <-u.turns }()
	case <-ctx.Done():
		return parley.Message{}, nil, ctx.Err()
	}
	if s, err = u.now(ctx); err != nil {
		return parley.Message{}, nil, doubted(err, true) // the message is stored
	}
	if said, pending, ok := s.Answer(t.action); ok && !pending {
		update(Update{Token: said.Content})
		return said, s, nil
	}
	// It may have waited for long: nobody is to take the answer for one that was cut off.
	if _, _, err := u.do(ctx, "", state.Resume{Message: t.telling.id()}); err != nil {
		return parley.Message{}, nil, doubted(err, true)
	}
	said, s, err := h.write(ctx, u, t, update)
	return said, s, doubted(err, true)
}

// receive stores the message of a turn, once.
func (h *Host) receive(ctx context.Context, u *user, t *turn) (*state.State, error) {
	_, s, err := u.do(ctx, t.action, state.Receive{Text: t.text, Modality: t.modality, Action: t.action, Quota: h.cfg.Quota})
	if err != nil {
		return nil, err
	}
	for _, m := range s.Messages {
		if m.Role == state.UserRole && m.Action == t.action {
			t.text = m.Content
			u.tell(parley.Passing{Type: "message.created", Message: m.ID})
			t.telling.begin(m.ID)
		}
	}
	return s, nil
}

// write makes the answer of a stored message and keeps it. The user who goes away
// meanwhile finds it when they come back.
func (h *Host) write(ctx context.Context, u *user, t *turn, update func(Update)) (parley.Message, *state.State, error) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), TurnTimeout)
	defer cancel()
	go func() {
		select {
		case <-h.ended:
			cancel()
		case <-ctx.Done():
		}
	}()
	var text strings.Builder
	rev := uint64(0)
	t.committed = func(context.Context) error { return nil }
	t.unsay = func() {
		text.Reset()
		t.telling.unsay()
		update(Update{Unsay: true})
	}
	t.say = func(piece string) error {
		if piece == "" {
			return nil
		}
		if s, err := u.now(ctx); err == nil && s.Rev != rev { // what is claimed can be seen
			rev = s.Rev
			view := s.View()
			update(Update{State: &view})
		}
		text.WriteString(piece)
		update(Update{Token: piece})
		t.telling.say(piece)
		return nil
	}
	if t.watch != nil {
		defer t.watch(t.telling.loading)()
	}
	reply := state.Reply{To: t.telling.id(), Modality: t.modality}
	if err := h.answer(ctx, t); err != nil {
		if errors.Is(err, ErrNotSaved) || errors.Is(err, ErrErased) || errors.Is(err, ErrDamaged) {
			t.telling.tell("error", told(doubted(err, true)))
			return parley.Message{}, nil, err
		}
		h.log.Warn("no whole answer", "err", err)
		reply.Failed = true
		_ = t.speak(t.instead(err)) // never fails here
	}
	reply.Text, reply.Tokens = strings.TrimSpace(text.String()), t.tokens
	_, s, err := u.do(ctx, t.action+replied, append(t.ended, reply)...)
	if err != nil {
		t.telling.tell("error", told(doubted(err, true)))
		return parley.Message{}, nil, err
	}
	said, _, ok := s.Answer(t.action)
	if _, kept := s.Done(t.action); !ok && kept { // so many came since that neither is at hand
		said = parley.Message{
			Role: state.AssistantRole, Content: reply.Text, Timestamp: h.now(s), Modality: reply.Modality, Failed: reply.Failed,
		}
	} else if !ok {
		return parley.Message{}, nil, ErrErased
	}
	t.telling.tell("message.completed", said.Content)
	return said, s, nil
}

// instead is what is said in the place of the rest of an answer that err has ended.
func (t *turn) instead(err error) string {
	switch {
	case t.done:
		return t.unfinished()
	case errors.Is(err, engine.ErrLoading):
		return notYet
	}
	return failure
}

// Import puts the events of a calendar file in the place of the user's calendar.
func (h *Host) Import(ctx context.Context, owner string, file io.Reader) ([]calendar.Entry, []calendar.Problem, error) {
	u, done := h.user(owner)
	defer done()
	s, err := u.now(ctx)
	if err != nil {
		return nil, nil, err
	}
	entries, problems, err := calendar.Parse(file, s.Location(h.cfg.Zone))
	if err != nil {
		return nil, nil, err
	}
	_, _, err = u.do(ctx, "", state.ImportCalendar{Entries: entries})
	return entries, problems, err
}
