package parley

import (
	"errors"
	"fmt"
	"time"
)

// Task is one thing that a user wants done. An assistant keeps tasks for each of
// its users.
type Task struct {
	// ID is "t" and a number, never given twice to tasks of one user.
	ID string `json:"id"`
	// Title is one line of at most MaxTitle characters.
	Title string `json:"title"`
	// Notes are at most MaxNotes characters.
	Notes     string     `json:"notes,omitempty"`
	Status    TaskStatus `json:"status"`
	CreatedAt time.Time  `json:"createdAt"`
	UpdatedAt time.Time  `json:"updatedAt"`
	// CompletedAt is set while Status is Completed.
	CompletedAt *time.Time `json:"completedAt,omitempty"`
	// DueDate is when the task is to be done, DueText how the user said it.
	DueDate  Due      `json:"dueDate,omitempty"`
	DueText  string   `json:"dueText,omitempty"`
	Priority Priority `json:"priority"`
	// Category is "work", "personal", "travel", "other" or empty.
	Category string `json:"category,omitempty"`
	// DependsOn are the ids of tasks that come first.
	DependsOn []string `json:"dependsOn,omitempty"`
}

// Limits of a Task, in characters.
const (
	MaxTitle = 120
	MaxNotes = 1000
)

// TaskStatus says how far a task is.
type TaskStatus string

// All statuses. A deleted task has none: it is gone.
const (
	Pending    TaskStatus = "pending"
	InProgress TaskStatus = "in_progress"
	Completed  TaskStatus = "completed"
	Cancelled  TaskStatus = "cancelled"
)

// Open reports whether there is still something to do.
func (s TaskStatus) Open() bool { return s == Pending || s == InProgress }

// Priority says how much a task matters.
type Priority string

// All priorities; Normal is the default.
const (
	Low    Priority = "low"
	Normal Priority = "normal"
	High   Priority = "high"
)

// Due is when something is to be done: a day of the user's, as 2006-01-02, or a
// moment in RFC 3339 with its offset. Empty is no date.
type Due string

// ErrDue is of a Due that is neither a day nor a moment.
var ErrDue = errors.New("a due date is 2006-01-02, or a time in RFC 3339")

// DueAt is the Due of a moment, to the second and with its zone's offset.
func DueAt(t time.Time) Due { return Due(t.Format(time.RFC3339)) }

// DueDay is the Due of the day of t in t's zone.
func DueDay(t time.Time) Due { return Due(t.Format(time.DateOnly)) }

// Day reports whether d is a whole day.
func (d Due) Day() bool {
	_, err := time.Parse(time.DateOnly, string(d))
	return err == nil
}

// End is the last moment at which d is kept: 23:59:59.999 of its day in the user's
// zone, or the moment itself. The zero Time
// is of no date. It returns ErrDue for what is no Due.
func (d Due) End(zone *time.Location) (time.Time, error) {
	if d == "" {
		return time.Time{}, nil
	}
	if day, err := time.ParseInLocation(time.DateOnly, string(d), zone); err == nil {
		return time.Date(day.Year(), day.Month(), day.Day(), 23, 59, 59, 999e6, zone), nil
	}
	t, err := time.Parse(time.RFC3339, string(d))
	if err != nil {
		return time.Time{}, fmt.Errorf("%w, not %q", ErrDue, d)
	}
	return t.In(zone), nil
}

// Overdue reports whether d has passed for a user in zone. What is no Due never
// has.
func (d Due) Overdue(now time.Time, zone *time.Location) bool {
	end, err := d.End(zone)
	return err == nil && !end.IsZero() && now.After(end)
}

// Reminder is what an assistant is to tell its user at a time.
type Reminder struct {
	// ID is "r" and a number, never given twice to reminders of one user.
	ID string `json:"id"`
	// Text is one line of at most MaxReminder characters, as it is told.
	Text string `json:"text"`
	// At is when it is next told.
	At time.Time `json:"at"`
	// Rule repeats it: an iCalendar recurrence rule (RFC 5545 section 3.3.10), such
	// as "FREQ=WEEKLY;BYDAY=MO,TU", that runs on from At in Zone. Empty is once.
	Rule string `json:"rule,omitempty"`
	// Zone is the IANA name of the zone in which it was asked for.
	Zone string `json:"zone,omitempty"`
	// Task is the id of the task it is about, if it is about one.
	Task   string         `json:"task,omitempty"`
	Status ReminderStatus `json:"status"`
	// FiredAt is when it was last due and noticed; MissedBy how late that was in
	// seconds, where that was over a minute.
	FiredAt  *time.Time `json:"firedAt,omitempty"`
	MissedBy int        `json:"missedBy,omitempty"`
}

// MaxReminder bounds a reminder's text, in characters.
const MaxReminder = 200

// ReminderStatus says what became of a reminder.
type ReminderStatus string

// All statuses: a repeated reminder that was told is Scheduled again, and one that
// was cancelled is gone.
const (
	Scheduled ReminderStatus = "scheduled"
	Fired     ReminderStatus = "fired" // due, and not told yet
	Told      ReminderStatus = "told"
)

// Memory is one thing that an assistant knows of its user.
type Memory struct {
	// ID is "m" and a number, never given twice to memories of one user.
	ID   string     `json:"id"`
	Kind MemoryKind `json:"kind"`
	// Category and Key name a preference, such as "travel" and "airline".
	Category string `json:"category,omitempty"`
	Key      string `json:"key,omitempty"`
	// Text is the fact or the preference's value: one line of at most MaxMemory
	// characters.
	Text string `json:"text"`
	// Source says whether the user told it or it was inferred; Confidence is 0-1,
	// 1 for what was told.
	Source     MemorySource `json:"source"`
	Confidence float64      `json:"confidence"`
	// Refs are ids of tasks and trips that it is about.
	Refs      []string  `json:"refs,omitempty"`
	UpdatedAt time.Time `json:"updatedAt"`
}

// MaxMemory bounds a memory's text, in characters.
const MaxMemory = 300

// MemoryKind says what a memory is.
type MemoryKind string

// All kinds of memory.
const (
	Preference MemoryKind = "preference"
	Fact       MemoryKind = "fact"
	Episode    MemoryKind = "episode" // what a conversation was about
)

// MemorySource says where a memory is from.
type MemorySource string

// All sources.
const (
	Explicit MemorySource = "explicit"
	Inferred MemorySource = "inferred"
)

// Appointment is one event of a user's calendar: an occurrence, not a rule.
type Appointment struct {
	Title string    `json:"title"`
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
	// AllDay is set for an event of whole days: Start and End are then the
	// midnights in the user's zone that bound it.
	AllDay bool `json:"allDay,omitempty"`
}
