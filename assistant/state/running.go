package state

import (
	"slices"
	"time"
)

// programAge is how long a program may be without a word in its journal before its
// process is taken to have died: longer than a turn may take (assistant.TurnTimeout), and
// less than turnAge, so that what it has to say is still the answer.
const programAge = 3 * time.Minute

// Running is a program that goes on after the answer to its question. No page is shown it.
type Running struct {
	// Question is the question's id, Action that of its answer, by which what the program
	// does is done once.
	Question string `json:"question"`
	Action   string `json:"action"`
	// Tools are the groups of tools that it may call; No says that the answer was one.
	Tools []string `json:"tools,omitempty"`
	No    bool     `json:"no,omitempty"`
	// Lines are its journal, Base how many of its calls were made before the answer.
	Lines []string `json:"lines"`
	Base  int      `json:"base"`
	// By names who runs it, At is when that was last seen.
	By string    `json:"by"`
	At time.Time `json:"at"`
}

// GoOn notes that a program goes on, in the commit of its question's answer. It does
// nothing for a question that is not open, or a journal over MaxProgram.
type GoOn struct{ Program Running }

func (c GoOn) decide(s *State, now time.Time) ([]Event, error) {
	p := c.Program
	if _, open := s.Confirm(p.Question); !open || size(p.Lines) > MaxProgram {
		return nil, nil
	}
	p.At, p.Lines, p.Tools = now, slices.Clone(p.Lines), slices.Clone(p.Tools)
	return []Event{ProgramResumed{p}}, nil
}

// Jot adds a line to the journal of a program. One that By does not run any more is
// ErrUnknown: another process has taken it over. A journal over MaxProgram is given up,
// and nothing is kept of a program that has none.
type Jot struct{ Question, By, Line string }

func (c Jot) decide(s *State, now time.Time) ([]Event, error) {
	p, ok := s.Runs(c.Question)
	switch {
	case !ok:
		return nil, nil
	case p.By != c.By:
		return nil, ErrUnknown
	case size(p.Lines)+len(c.Line) > MaxProgram:
		return []Event{ProgramEnded{c.Question}}, nil
	}
	return []Event{ProgramLine{Question: c.Question, Line: c.Line, At: now}}, nil
}

// TakeOver has By run a program whose process has died. It does nothing for one that was
// seen of late.
type TakeOver struct{ Question, By string }

func (c TakeOver) decide(s *State, now time.Time) ([]Event, error) {
	p, ok := s.Runs(c.Question)
	if !ok || !p.Lost(now) {
		return nil, nil
	}
	p.By, p.At = c.By, now
	return []Event{ProgramResumed{p}}, nil
}

// Finish ends a program that By runs.
type Finish struct{ Question, By string }

func (c Finish) decide(s *State, _ time.Time) ([]Event, error) {
	if p, ok := s.Runs(c.Question); !ok || p.By != c.By {
		return nil, nil
	}
	return []Event{ProgramEnded{c.Question}}, nil
}

// Lost reports whether the program's process is taken to have died.
func (p Running) Lost(now time.Time) bool { return now.Sub(p.At) >= programAge }

// Runs is the program that goes on after the answer to the question of an id.
func (s *State) Runs(question string) (Running, bool) { return find(s.Running, question, runningID) }

func size(lines []string) (n int) {
	for _, l := range lines {
		n += len(l)
	}
	return n
}

// The events of a program that goes on.
type (
	// ProgramResumed is of one that goes on, or was taken over.
	ProgramResumed struct {
		Program Running `json:"program"`
	}
	// ProgramLine is a line of its journal.
	ProgramLine struct {
		Question string    `json:"question"`
		Line     string    `json:"line"`
		At       time.Time `json:"at"`
	}
	// ProgramEnded is the end of it, or of its journal.
	ProgramEnded struct {
		Question string `json:"question"`
	}
)

func (e ProgramResumed) apply(s *State, _ time.Time) {
	s.Running = put(s.Running, e.Program, runningID)
}

func (e ProgramLine) apply(s *State, _ time.Time) {
	if p, ok := s.Runs(e.Question); ok {
		p.At, p.Lines = e.At, append(slices.Clip(p.Lines), e.Line)
		s.Running = put(s.Running, p, runningID)
	}
}

func (e ProgramEnded) apply(s *State, _ time.Time) {
	s.Running = without(s.Running, e.Question, runningID)
}
