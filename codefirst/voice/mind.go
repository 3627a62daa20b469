package voice

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"parley"
	"parley/agent"
	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/language"
)

// Mind is a character that answers by writing code: an agent.Mind. A tool that asks
// first, or pauses the run, has its question asked and shown, and the run goes on with
// the user's yes or no. It serves one call.
type Mind struct {
	name       string
	components []chat.Component
	citations  *chat.Citations
	params     func(t agent.Turn) codefirst.Params
	summarise  chat.Summarise
	older      chat.Compressor

	mu       sync.Mutex
	waiting  *codefirst.Snapshot
	answered *answered
}

// answered is a question that was answered in an exchange. While nothing is heard of what
// came of it the user may say more, and the exchange is answered anew: what was done after
// their yes is not done twice then, and what comes back of it is told.
type answered struct {
	exchange int
	question *codefirst.Snapshot
	// done says that the call that was asked for was made, result what it came back with.
	done   bool
	result json.RawMessage
}

var _ agent.Mind = (*Mind)(nil)

// NewMind is the mind of the character of that name, which may show those components
// and cite those sources, nil for none. params makes what each turn is answered with;
// Chat, Voice, Committed and Snapshot are set for it. What a long call began with is
// summarised by summarise, nil for by rule.
func NewMind(
	name string, components []chat.Component, citations *chat.Citations, params func(t agent.Turn) codefirst.Params,
	summarise chat.Summarise,
) *Mind {
	return &Mind{name: name, components: components, citations: citations, params: params, summarise: summarise}
}

// Name implements agent.Mind.
func (m *Mind) Name() string { return m.name }

// Answer implements agent.Mind. Barge-in ends the model, the code and the tools with
// its cause.
func (m *Mind) Answer(ctx context.Context, t agent.Turn, mouth agent.Mouth) error {
	transcript := m.older.Shorten(ctx, Transcript(t), m.summarise)
	c := NewConversation(mouth, m.name, transcript, m.components, m.citations)
	p := m.params(t)
	p.Chat, p.Voice, p.Committed = c, true, t.Committed
	asked, err := m.resume(t, &p, mouth)
	if err != nil {
		return err
	}
	result, err := codefirst.Execute(ctx, p)
	if err != nil {
		return err
	}
	if asked != nil && (result.Err() == nil || committed(t)) {
		m.settle(asked)
		if err := mouth.Show(question(asked.question.Reason, false)); err != nil {
			return err
		}
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

// resume has p go on with the run that waits, if the user has said yes or no to its
// question, which it returns then. A question that another has followed is open no
// longer: a mere yes would be to that.
func (m *Mind) resume(t agent.Turn, p *codefirst.Params, mouth agent.Mouth) (*answered, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	anew := m.answered != nil && m.answered.exchange == t.Exchange // nothing was heard of it
	if anew {
		a := m.answered
		if a.done {
			return m.goOn(a, p, func(s *codefirst.Snapshot) error { return s.Resolve(a.result, time.Now()) })
		}
		m.waiting = a.question
	}
	m.answered = nil
	if m.waiting == nil {
		return nil, nil
	}
	said := language.Answer(newest(t), m.waiting.Reason)
	if !said.Named && otherQuestion(t, m.waiting.Reason) {
		reason := m.waiting.Reason
		m.waiting = nil
		return nil, mouth.Show(question(reason, false))
	}
	if !said.Yes && !said.No {
		if anew { // its card was closed
			return nil, mouth.Show(question(m.waiting.Reason, true))
		}
		return nil, nil
	}
	a := &answered{exchange: t.Exchange, question: m.waiting}
	return m.goOn(a, p, func(s *codefirst.Snapshot) error { return s.Answer(said.Yes, time.Now()) })
}

// goOn has p go on with what the user has answered, in a copy: the turn may be answered
// several times before it is over.
func (m *Mind) goOn(a *answered, p *codefirst.Params, answer func(*codefirst.Snapshot) error) (*answered, error) {
	var s codefirst.Snapshot
	raw, err := json.Marshal(a.question)
	if err == nil {
		err = json.Unmarshal(raw, &s)
	}
	if err == nil {
		err = answer(&s)
	}
	if err != nil {
		return nil, fmt.Errorf("resume: %w", err)
	}
	p.Snapshot = &s
	if allowed := s.Allowed; allowed != 0 {
		p.Hooks.OnAfterTool = func(_ context.Context, c *codefirst.ToolCall) {
			if c.Iteration == s.Program.Iteration && c.Seq == allowed && c.Err == nil {
				m.mu.Lock()
				a.done, a.result = true, c.Output
				m.mu.Unlock()
				m.settle(a)
			}
		}
	}
	return a, nil
}

// settle closes a question: it is answered once, whatever came of it.
func (m *Mind) settle(a *answered) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.waiting == a.question {
		m.waiting = nil
	}
	m.answered = a
}

// otherQuestion reports whether the character has asked something else since it asked
// that.
func otherQuestion(t agent.Turn, asked string) bool {
	for _, said := range slices.Backward(t.Conversation) {
		if said.Role == parley.Character {
			text := strings.TrimSpace(said.Text)
			return strings.HasSuffix(text, "?") && !strings.HasSuffix(text, asked)
		}
	}
	return false
}

func (m *Mind) set(s *codefirst.Snapshot) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.waiting = s
}

// ask asks what a paused run waits for.
func (m *Mind) ask(s *codefirst.Snapshot, mouth agent.Mouth) error {
	m.set(s)
	if err := mouth.Show(question(s.Reason, true)); err != nil {
		return err
	}
	return mouth.Say(" " + s.Reason)
}

// question is the card of a question, which waits for a yes or no while it is open.
func question(text string, open bool) parley.Card {
	data, _ := json.Marshal(struct { // never fails
		Open bool `json:"open"`
	}{open})
	return parley.Card{ID: KindConfirm, Kind: KindConfirm, Title: "Please confirm", Text: text, Data: data}
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
