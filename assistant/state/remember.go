package state

import (
	"fmt"
	"slices"
	"time"

	"parley"
	"parley/assistant/calendar"
)

const (
	// maxName bounds a preference's category and key, in characters.
	maxName = 40
	// maxRefs bounds what one memory is about.
	maxRefs = 20
)

// Remember keeps a fact, a preference or an episode. A preference takes the place of
// the one of its category and key. What the user told is not replaced by what was
// inferred: then nothing happens. What was inferred becomes explicit as the user
// tells it. It is refused with Duplicate for what is known, with ErrInvalid or
// ErrFull.
type Remember struct{ Memory parley.Memory }

func (c Remember) decide(s *State, now time.Time) ([]Event, error) {
	m := c.Memory
	m.ID, m.UpdatedAt = s.nextID("m"), now
	m.Text, m.Category, m.Key = title(m.Text, parley.MaxMemory), title(m.Category, maxName), title(m.Key, maxName)
	m.Refs = slices.Clone(m.Refs[:min(len(m.Refs), maxRefs)])
	switch {
	case m.Source == parley.Explicit:
		m.Confidence = 1
	case m.Confidence > 0:
		m.Confidence = min(m.Confidence, 1)
	default: // NaN, too
		m.Confidence = 0
	}
	switch {
	case m.Text == "":
		return nil, fmt.Errorf("%w: there is nothing to remember", ErrInvalid)
	case m.Kind != parley.Preference && m.Kind != parley.Fact && m.Kind != parley.Episode:
		return nil, fmt.Errorf("%w: a memory is a preference, a fact or an episode", ErrInvalid)
	case m.Source != parley.Explicit && m.Source != parley.Inferred:
		return nil, fmt.Errorf("%w: a memory is explicit or inferred", ErrInvalid)
	}
	for i := range s.Memories {
		o := &s.Memories[i]
		known, replaced := compare(o, &m)
		switch {
		case known && (o.Source == parley.Explicit || m.Source == parley.Inferred):
			return nil, Duplicate{o.ID}
		case replaced && o.Source == parley.Explicit && m.Source == parley.Inferred:
			return nil, nil
		case known, replaced:
			m.ID = o.ID
			return []Event{MemoryUpdated{m}}, nil
		}
	}
	if len(s.Memories) >= MaxMemories {
		return nil, fmt.Errorf("%w: %d memories", ErrFull, MaxMemories)
	}
	return []Event{MemoryUpdated{m}}, nil
}

// compare reports whether m says what old says, or takes its place.
func compare(old, m *parley.Memory) (known, replaced bool) {
	if old.Kind != m.Kind || !same(old.Key, m.Key) {
		return false, false
	}
	named := m.Kind == parley.Preference && m.Key != ""
	if named && !same(old.Category, m.Category) {
		return false, false
	}
	return same(old.Text, m.Text), named
}

// CorrectMemory puts the user's own words in the place of a memory's. It is refused
// with ErrUnknown or ErrInvalid.
type CorrectMemory struct{ ID, Text string }

func (c CorrectMemory) decide(s *State, now time.Time) ([]Event, error) {
	m, ok := s.Memory(c.ID)
	if !ok {
		return nil, fmt.Errorf("correct a memory: %w", ErrUnknown)
	}
	text := title(c.Text, parley.MaxMemory)
	switch {
	case text == "":
		return nil, fmt.Errorf("%w: there is nothing to remember", ErrInvalid)
	case text == m.Text && m.Source == parley.Explicit:
		return nil, nil
	}
	m.Text, m.Source, m.Confidence, m.UpdatedAt = text, parley.Explicit, 1, now
	return []Event{MemoryUpdated{m}}, nil
}

// EraseMemory takes a memory away. It is refused with ErrUnknown.
type EraseMemory struct{ ID string }

func (c EraseMemory) decide(s *State, _ time.Time) ([]Event, error) {
	if _, ok := s.Memory(c.ID); !ok {
		return nil, fmt.Errorf("erase a memory: %w", ErrUnknown)
	}
	return []Event{MemoryErased(c)}, nil
}

// SetZone says in which zone the user is, by its IANA name. It is refused with
// ErrInvalid.
type SetZone struct{ Zone string }

func (c SetZone) decide(s *State, _ time.Time) ([]Event, error) {
	if c.Zone == s.Zone && c.Zone != "" {
		return nil, nil
	}
	if _, ok := loadZone(c.Zone); !ok {
		return nil, fmt.Errorf("%w: there is no such time zone", ErrInvalid)
	}
	return []Event{ProfileUpdated(c)}, nil
}

// ImportCalendar puts entries in the place of the calendar. The state has them from
// then on: nobody may change them. It is refused with ErrFull.
type ImportCalendar struct{ Entries []calendar.Entry }

func (c ImportCalendar) decide(*State, time.Time) ([]Event, error) {
	if len(c.Entries) > calendar.MaxEntries {
		return nil, fmt.Errorf("%w: %d appointments", ErrFull, calendar.MaxEntries)
	}
	return []Event{CalendarImported(c)}, nil
}
