package voice

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/agent"
	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/language"
)

// Mind is a character that answers by writing code: an agent.Mind. A tool that pauses
// the run has its reason asked as a question, and the run goes on with the user's yes
// or no as the tool's result. It serves one call.
type Mind struct {
	name       string
	components []chat.Component
	citations  *chat.Citations
	params     func(t agent.Turn) codefirst.Params

	mu      sync.Mutex
	waiting *codefirst.Snapshot
}

var _ agent.Mind = (*Mind)(nil)

// NewMind is the mind of the character of that name, which may show those components
// and cite those sources, nil for none. params makes what each turn is answered with;
// Chat, Voice, Committed and Snapshot are set for it.
func NewMind(
	name string, components []chat.Component, citations *chat.Citations, params func(t agent.Turn) codefirst.Params,
) *Mind {
	return &Mind{name: name, components: components, citations: citations, params: params}
}

// Name implements agent.Mind.
func (m *Mind) Name() string { return m.name }

// Answer implements agent.Mind. Barge-in ends the model, the code and the tools with
// its cause.
func (m *Mind) Answer(ctx context.Context, t agent.Turn, mouth agent.Mouth) error {
	c := NewConversation(mouth, m.name, Transcript(t), m.components, m.citations)
	p := m.params(t)
	p.Chat, p.Voice, p.Committed = c, true, t.Committed
	resumed, err := m.resume(newest(t), &p)
	if err != nil {
		return err
	}
	result, err := codefirst.Execute(ctx, p)
	if err != nil {
		return err
	}
	if resumed && (result.Err() == nil || committed(t)) {
		m.set(nil) // it is answered once, whatever came of it
	}
	switch {
	case result.Err() != nil:
		return result.Err()
	case result.Interrupted():
		return m.ask(result.Snapshot, mouth)
	case !c.Spoke():
		return agent.ErrSilent
	}
	return nil
}

func committed(t agent.Turn) bool {
	select {
	case <-t.Committed:
		return true
	default:
		return false
	}
}

// resume has p go on with the run that waits, if the user has said yes or no. The
// snapshot is a copy: the turn may be answered several times before it is over.
func (m *Mind) resume(text string, p *codefirst.Params) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waiting == nil {
		return false, nil
	}
	said := language.Answer(text, m.waiting.Reason)
	if !said.Yes && !said.No {
		return false, nil
	}
	var s codefirst.Snapshot
	raw, err := json.Marshal(m.waiting)
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err != nil {
		return false, fmt.Errorf("resume: %w", err)
	}
	if said.Yes {
		err = s.Resolve(true, time.Now())
	} else {
		err = s.Reject("the user said no", time.Now())
	}
	p.Snapshot = &s
	return true, err
}

func (m *Mind) set(s *codefirst.Snapshot) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting = s
}

// ask asks what a paused run waits for.
func (m *Mind) ask(s *codefirst.Snapshot, mouth agent.Mouth) error {
	m.set(s)
	if err := mouth.Show(parley.Card{ID: KindConfirm, Kind: KindConfirm, Title: "Please confirm", Text: s.Reason}); err != nil {
		return err
	}
	return mouth.Say(" " + s.Reason)
}

// Transcript is a call's conversation as code reads it, with the newest words.
func Transcript(t agent.Turn) []chat.Message {
	var all []chat.Message
	for _, said := range t.Conversation {
		m := chat.Message{Role: chat.User, Text: said.Text, Modality: chat.Voice}
		if said.Role == parley.Character {
			m.Role = chat.Assistant
			if said.Interrupted {
				m.Text += "—"
			}
		}
		if m.Text != "" {
			all = append(all, m)
		}
	}
	if t.Text != "" {
		all = append(all, chat.Message{Role: chat.User, Text: t.Text, Modality: chat.Voice})
	}
	return all
}

// newest is what the user has just said.
func newest(t agent.Turn) string {
	for _, m := range slices.Backward(Transcript(t)) {
		if m.Role == chat.User {
			return m.Text
		}
	}
	return ""
}
