package state

import (
	"cmp"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"parley"
)

// Limits of what one user may ask of an assistant, by default: those of the public
// chief of staff that the seed describes (../shared/design/assistant.md).
const (
	DefaultPerMinute = 60
	DefaultTokens    = 100_000
	DefaultSearches  = 10
	// MaxMessage bounds one message in characters.
	MaxMessage = 10_000
)

var (
	// ErrEmpty means a message without a word in it.
	ErrEmpty = errors.New("the message is empty")
	// ErrTooLong means a message of over MaxMessage characters.
	ErrTooLong = fmt.Errorf("a message has at most %d characters", MaxMessage)
	// ErrQuota means that the user has had all that one may have for now.
	ErrQuota = errors.New("that is all for now")
)

// Quota is how much one user may ask for; 0 is the default, less than that no
// bound.
type Quota struct {
	// PerMinute are messages, Tokens a language model's and Searches for flights,
	// both in a day of UTC.
	PerMinute, Tokens, Searches int
}

// Message returns ErrQuota for a user who has sent as many messages as one may in
// the minute before now. One of a minute ago counts no more.
func (q Quota) Message(s *State, now time.Time) error {
	limit := cmp.Or(q.PerMinute, DefaultPerMinute)
	sent := 0
	for _, at := range s.Sent {
		if now.Sub(at) < time.Minute {
			sent++
		}
	}
	if limit > 0 && sent >= limit {
		return fmt.Errorf("%w: %d messages in a minute", ErrQuota, limit)
	}
	return nil
}

// Model returns ErrQuota for a user for whom no model may be asked today.
func (q Quota) Model(s *State, now time.Time) error {
	if limit := cmp.Or(q.Tokens, DefaultTokens); limit > 0 && s.Usage.Today(now).Tokens >= limit {
		return fmt.Errorf("%w: %d tokens in a day", ErrQuota, limit)
	}
	return nil
}

// Search counts one search for flights by the tool of a key. It is refused with
// ErrQuota for a user for whom there is none left today.
type Search struct {
	Key   string
	Quota Quota
}

func (c Search) decide(s *State, now time.Time) ([]Event, error) {
	if limit := cmp.Or(c.Quota.Searches, DefaultSearches); limit > 0 && s.Usage.Today(now).Searches >= limit {
		return nil, fmt.Errorf("%w: %d flight searches in a day", ErrQuota, limit)
	}
	return []Event{ToolCalled{Key: c.Key, Tool: "trips.search"}, UsageCounted{Searches: 1}}, nil
}

// Receive keeps a message of the user's and begins its turn. It is refused with
// ErrEmpty, ErrTooLong or ErrQuota.
type Receive struct {
	Text, Modality, Action string
	Quota                  Quota
}

func (c Receive) decide(s *State, now time.Time) ([]Event, error) {
	if utf8.RuneCountInString(strings.TrimSpace(c.Text)) > MaxMessage {
		return nil, ErrTooLong
	}
	text := prose(c.Text, MaxMessage)
	if text == "" {
		return nil, ErrEmpty
	}
	if err := c.Quota.Message(s, now); err != nil {
		return nil, err
	}
	id := s.nextID("c")
	return []Event{
		MessageReceived{parley.Message{ID: id, Role: UserRole, Content: text, Timestamp: now, Modality: c.Modality, Action: c.Action}},
		TurnStarted{id},
	}, nil
}

// Amend takes what was heard of a message of the user's later for what was heard at
// first, cut at MaxMessage characters. It does nothing where nothing was heard, or
// the message is no longer kept.
type Amend struct{ ID, Text, Modality string }

func (c Amend) decide(s *State, _ time.Time) ([]Event, error) {
	m, ok := find(s.Messages, c.ID, messageID)
	text := prose(c.Text, MaxMessage)
	if !ok || m.Role != UserRole || text == "" || m.Content == text && m.Modality == c.Modality {
		return nil, nil
	}
	m.Content, m.Modality = text, c.Modality
	return []Event{MessageReceived{m}}, nil
}

// Reply keeps the assistant's answer to a message, cut at MaxMessage characters, and
// ends its turn; an answer of which nothing was heard has no text and leaves no
// message. A turn that has ended already stays as it is; what the answer took is
// counted all the same.
type Reply struct {
	To, Text, Modality  string
	Interrupted, Failed bool
	Tokens              int
}

func (c Reply) decide(s *State, now time.Time) ([]Event, error) {
	if index(s.Turns, c.To, turnID) < 0 {
		if c.Tokens > 0 {
			return []Event{UsageCounted{Tokens: c.Tokens}}, nil
		}
		return nil, nil
	}
	text := prose(c.Text, MaxMessage)
	if text == "" {
		return []Event{UsageCounted{Tokens: c.Tokens}, TurnFinished{c.To}}, nil
	}
	return []Event{
		MessageSaid{parley.Message{
			ID: s.nextID("c"), Role: AssistantRole, Content: text, Timestamp: now, Modality: c.Modality,
			Interrupted: c.Interrupted, Failed: c.Failed, ReplyTo: c.To,
		}, c.Tokens},
		TurnFinished{c.To},
	}, nil
}

// Tell keeps what the assistant says without being spoken to, cut at MaxMessage
// characters. It does nothing for no words.
type Tell struct{ Text, Modality string }

func (c Tell) decide(s *State, now time.Time) ([]Event, error) {
	text := prose(c.Text, MaxMessage)
	if text == "" {
		return nil, nil
	}
	return []Event{MessageSaid{Message: parley.Message{
		ID: s.nextID("c"), Role: AssistantRole, Content: text, Timestamp: now, Modality: c.Modality,
	}}}, nil
}

// turnAge is how long an answer may be under way before its process is taken to have
// died: twice the time that a turn may take (assistant.TurnTimeout).
const turnAge = 4 * time.Minute

// waited is after how long in a queue a turn is begun anew.
const waited = time.Minute

// Resume notes that the answer to a message is begun now, if it has waited for long.
type Resume struct{ Message string }

func (c Resume) decide(s *State, now time.Time) ([]Event, error) {
	if t, ok := find(s.Turns, c.Message, turnID); !ok || now.Sub(t.Started) < waited {
		return nil, nil
	}
	return []Event{TurnStarted(c)}, nil
}

// Recover ends the turns whose process has died with an answer that says so.
type Recover struct{ Text string }

func (c Recover) decide(s *State, now time.Time) (events []Event, err error) {
	ended := 0
	for _, t := range s.Turns {
		if now.Sub(t.Started) < turnAge {
			continue
		}
		m, _ := find(s.Messages, t.Message, messageID)
		events = append(events, MessageSaid{Message: parley.Message{
			ID: s.newID("c", ended), Role: AssistantRole, Content: c.Text, Timestamp: now, Modality: m.Modality,
			Failed: true, ReplyTo: t.Message,
		}}, TurnFinished{t.Message})
		ended++
	}
	return events, nil
}
