// Package calendar knows a user's appointments from iCalendar files (RFC 5545), as
// Google, Outlook and Apple write them: it reads a file into entries, which are
// kept, and finds what of them is at a time. What a file holds is foreign text.
package calendar

import (
	"errors"
	"time"
)

// Bounds of a file and of an answer.
const (
	// MaxFile bounds a file, in bytes.
	MaxFile = 1 << 20
	// MaxEntries bounds the events of a file, cancelled ones included.
	MaxEntries = 2000
	// MaxRules bounds those of them that repeat by a rule.
	MaxRules = 500
	// MaxAppointments bounds what Between returns.
	MaxAppointments = 500
	// MaxProblems bounds what Parse tells of one file.
	MaxProblems = 50
)

var (
	// ErrNotCalendar means a file that is no iCalendar file.
	ErrNotCalendar = errors.New("not an iCalendar file")
	// ErrTooLarge means a file over MaxFile, MaxEntries or MaxRules. A rule that never
	// comes true takes long to see, and counts as 25.
	ErrTooLarge = errors.New("the calendar is too large")
)

// Entry is one event as Parse read it, once or repeated. It is a plain value that
// goes through JSON unchanged. An occurrence that was changed by itself is an entry
// of its own, with the same UID, and an exception of the repeated one.
type Entry struct {
	UID string `json:"uid,omitempty"`
	// Title is one line of at most parley.MaxTitle characters, and may be empty.
	Title string `json:"title,omitempty"`
	// Start and End are of the first occurrence, in UTC. For an event of whole days
	// they are the UTC midnights of its first day and of the day after its last one;
	// the days are then those of the user, wherever they are.
	Start  time.Time `json:"start"`
	End    time.Time `json:"end"`
	AllDay bool      `json:"allDay,omitempty"`
	// Zone is the IANA name of the zone whose clock the repetition follows, empty for
	// AllDay.
	Zone string `json:"zone,omitempty"`
	// Rule repeats the event: an RRULE, whose end is Until. It is empty or can be
	// followed: Parse leaves out others.
	Rule string `json:"rule,omitempty"`
	// Until is the last moment at which a repetition may start, zero for no end.
	Until time.Time `json:"until,omitzero"`
	// Except are starts that the rule gives and that do not take place; Extra are
	// starts besides the rule's. Both are as Start is.
	Except []time.Time `json:"except,omitempty"`
	Extra  []time.Time `json:"extra,omitempty"`
}

// Problem is something in a file that was not understood. The rest is still read.
type Problem struct {
	Kind ProblemKind `json:"kind"`
	// Title is of the event, empty for what is not of one event.
	Title string `json:"title,omitempty"`
	// Value is what was not understood, in one line of at most 60 characters.
	Value string `json:"value,omitempty"`
}

// ProblemKind says what was not understood, and what became of it.
type ProblemKind string

// All kinds of problem.
const (
	UnknownZone ProblemKind = "unknown zone" // its times are read in the user's zone
	BadStart    ProblemKind = "bad start"    // the event is left out
	BadEnd      ProblemKind = "bad end"      // the event has no length, or one day
	BadRule     ProblemKind = "bad rule"     // the event does not repeat
	BadDate     ProblemKind = "bad date"     // of an exception or an extra occurrence, which is left out
	FromThenOn  ProblemKind = "from then on" // one occurrence is changed, not all later ones
	CutShort    ProblemKind = "cut short"    // the file ends too early
)
