package state

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"parley"
)

// Why a command is refused. What wraps them says more, and nothing that the user
// said.
var (
	// ErrUnknown means an id of which there is nothing.
	ErrUnknown = errors.New("there is nothing with that id")
	// ErrInvalid means an argument outside of its limits.
	ErrInvalid = errors.New("not possible")
	// ErrFull means that there are as many of the kind as one user may have.
	ErrFull = errors.New("there is no room for more")
	// ErrDuplicate means that the same is there already; see Duplicate.
	ErrDuplicate = errors.New("it is there already")
)

// Duplicate is the error of what is there already, and wraps ErrDuplicate.
type Duplicate struct{ ID string }

// Error implements error.
func (d Duplicate) Error() string { return fmt.Sprintf("%v: %s", ErrDuplicate, d.ID) }

// Unwrap is ErrDuplicate.
func (Duplicate) Unwrap() error { return ErrDuplicate }

// Command is something to be done to a user's state.
type Command interface {
	// decide says what happens; no event means that nothing has to. s is not
	// changed, and shares nothing with the command.
	decide(s *State, now time.Time) ([]Event, error)
}

// Decide carries out commands in order, each on what those before it have left, or
// none of them: the error is of the first that is refused. now is in the user's
// zone. s stays as it is; see State.Apply.
func Decide(s *State, now time.Time, commands ...Command) ([]Event, error) {
	next := s
	if len(commands) > 1 {
		next = s.Clone()
	}
	var events []Event
	for i, c := range commands {
		more, err := c.decide(next, now)
		if err != nil {
			return nil, err
		}
		events = append(events, more...)
		if i == len(commands)-1 {
			break
		}
		for _, e := range more {
			e.apply(next, now)
		}
	}
	return events, nil
}

// title makes text fit to be a task's title: one line, cut at a word.
func title(text string, limit int) string {
	text = parley.OneLine(text)
	runes := []rune(text)
	if len(runes) <= limit {
		return text
	}
	end := limit - 1
	for i := end; i > limit/2; i-- {
		if runes[i] == ' ' {
			end = i
			break
		}
	}
	return string(runes[:end]) + "…"
}

// prose is text of several lines as it is kept: UTF-8, cut at a limit in characters.
func prose(text string, limit int) string {
	text = strings.TrimSpace(strings.ToValidUTF8(text, "\uFFFD"))
	if len(text) > limit {
		if runes := []rune(text); len(runes) > limit {
			text = strings.TrimSpace(string(runes[:limit]))
		}
	}
	return text
}

// bare is a title without what makes no difference at its ends.
func bare(title string) string { return strings.Trim(title, " .!") }

// same reports that two titles name the same thing.
func same(a, b string) bool { return strings.EqualFold(bare(a), bare(b)) }

// Keep stores events that need no deciding: cards, usage, tool calls. A trip without
// an id gets one.
type Keep []Event

func (c Keep) decide(s *State, _ time.Time) ([]Event, error) {
	events, trips := append([]Event(nil), c...), 0
	for i, e := range events {
		if f, ok := e.(FlightsFound); ok && f.Trip == "" {
			f.Trip = s.newID("p", trips)
			events[i] = f
			trips++
		}
	}
	return events, nil
}
