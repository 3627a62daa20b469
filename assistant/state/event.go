package state

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"

	"parley"
	"parley/assistant/calendar"
)

// The two roles of a parley.Message.
const (
	UserRole      = "user"
	AssistantRole = "assistant"
)

// Event is one fact of a user's, as it is stored.
type Event interface{ apply(s *State, at time.Time) }

// The events, by what they are about.
type (
	// MessageReceived is a turn of the user's.
	MessageReceived struct {
		Message parley.Message `json:"message"`
	}
	// MessageSaid is a turn of the assistant's, as truly heard or shown.
	MessageSaid struct {
		Message parley.Message `json:"message"`
		Tokens  int            `json:"tokens,omitempty"`
	}
	// Restored takes the place of all that came before, of which some is lost.
	Restored struct {
		State *State `json:"state"`
	}
	// TurnStarted and TurnFinished bracket the answer to a message.
	TurnStarted struct {
		Message string `json:"message"`
	}
	// TurnFinished is described at TurnStarted.
	TurnFinished struct {
		Message string `json:"message"`
	}
	// TaskCreated and TaskUpdated hold the task whole.
	TaskCreated struct {
		Task parley.Task `json:"task"`
	}
	// TaskUpdated is described at TaskCreated.
	TaskUpdated struct {
		Task parley.Task `json:"task"`
	}
	// TaskCompleted is of a task that is done.
	TaskCompleted struct {
		ID string `json:"id"`
	}
	// TaskDeleted is of a task that goes.
	TaskDeleted struct {
		ID string `json:"id"`
	}
	// TasksListed gives numbers to some tasks, or to all where IDs is empty.
	TasksListed struct {
		IDs []string `json:"ids,omitempty"`
	}
	// ReminderCreated holds the reminder whole.
	ReminderCreated struct {
		Reminder parley.Reminder `json:"reminder"`
	}
	// ReminderFired is of a reminder whose time has come. Next is when it is due
	// again, if it is.
	ReminderFired struct {
		ID       string     `json:"id"`
		Due      time.Time  `json:"due"`
		MissedBy int        `json:"missed_by,omitempty"`
		Next     *time.Time `json:"next,omitempty"`
	}
	// ReminderTold is of a reminder that the user has heard or seen.
	ReminderTold struct {
		ID string `json:"id"`
	}
	// ReminderCancelled is of one that will not be told.
	ReminderCancelled struct {
		ID string `json:"id"`
	}
	// MemoryUpdated holds the memory whole, new or corrected.
	MemoryUpdated struct {
		Memory parley.Memory `json:"memory"`
	}
	// MemoryErased is of a memory that goes.
	MemoryErased struct {
		ID string `json:"id"`
	}
	// ProfileUpdated holds what changed of the user's settings.
	ProfileUpdated struct {
		Zone string `json:"zone"`
	}
	// CalendarImported takes the place of the calendar.
	CalendarImported struct {
		Entries []calendar.Entry `json:"entries"`
	}
	// SummaryGenerated is a summary that was shown.
	SummaryGenerated struct {
		Summary parley.Summary `json:"summary"`
	}
	// PlanGenerated is a plan that was shown.
	PlanGenerated struct {
		Plan parley.Plan `json:"plan"`
	}
	// FlightsFound are a trip's options before they are ranked.
	FlightsFound struct {
		Trip    string          `json:"trip"`
		Request parley.Trip     `json:"request"`
		Options []parley.Flight `json:"options"`
		Found   int             `json:"found"`
		LeftOut int             `json:"left_out"`
		// Examples says that they are made up.
		Examples bool `json:"examples,omitempty"`
	}
	// FlightsRanked are the best of them.
	FlightsRanked struct {
		Trip   string                `json:"trip"`
		Ranked []parley.RankedFlight `json:"ranked"`
		By     string                `json:"by"`
	}
	// ToolCalled and ToolDone bracket a tool with an effect outside of the state.
	ToolCalled struct {
		Key  string `json:"key"`
		Tool string `json:"tool"`
	}
	// ToolDone is described at ToolCalled.
	ToolDone struct {
		Key    string `json:"key"`
		Tool   string `json:"tool"`
		Failed bool   `json:"failed,omitempty"`
	}
	// ConfirmAsked is a question that waits for a yes or no.
	ConfirmAsked struct {
		Confirm parley.Confirm `json:"confirm"`
	}
	// ProgramHalted is of a program that waits with a question.
	ProgramHalted struct {
		Program Halted `json:"program"`
	}
	// ConfirmResolved is the user's yes.
	ConfirmResolved struct {
		ID string `json:"id"`
	}
	// ConfirmRejected is the user's no, or the end of the question's time.
	ConfirmRejected struct {
		ID string `json:"id"`
	}
	// UsageCounted adds to what the user has used today.
	UsageCounted struct {
		Tokens   int `json:"tokens,omitempty"`
		Searches int `json:"searches,omitempty"`
	}
	// ActionDone begins each commit: the client's action that it carries out, and
	// when that was decided, in the user's zone.
	ActionDone struct {
		Action string    `json:"action"`
		At     time.Time `json:"at"`
	}
	// Unknown is an event of a newer version: it is kept and changes nothing here.
	Unknown struct {
		Name string
		Raw  json.RawMessage
	}
)

// kinds are the events by their names, which are stored and never change.
var kinds = map[string]Event{
	"user.message":       MessageReceived{},
	"assistant.message":  MessageSaid{},
	"state.restored":     Restored{},
	"turn.started":       TurnStarted{},
	"turn.finished":      TurnFinished{},
	"task.created":       TaskCreated{},
	"task.updated":       TaskUpdated{},
	"task.completed":     TaskCompleted{},
	"task.deleted":       TaskDeleted{},
	"task.listed":        TasksListed{},
	"reminder.created":   ReminderCreated{},
	"reminder.fired":     ReminderFired{},
	"reminder.told":      ReminderTold{},
	"reminder.cancelled": ReminderCancelled{},
	"memory.updated":     MemoryUpdated{},
	"memory.erased":      MemoryErased{},
	"profile.updated":    ProfileUpdated{},
	"calendar.imported":  CalendarImported{},
	"summary.generated":  SummaryGenerated{},
	"plan.generated":     PlanGenerated{},
	"trip.flights_found": FlightsFound{},
	"trip.ranked":        FlightsRanked{},
	"tool.called":        ToolCalled{},
	"tool.done":          ToolDone{},
	"snapshot.created":   ConfirmAsked{},
	"program.halted":     ProgramHalted{},
	"program.resumed":    ProgramResumed{},
	"program.line":       ProgramLine{},
	"program.ended":      ProgramEnded{},
	"snapshot.resolved":  ConfirmResolved{},
	"snapshot.rejected":  ConfirmRejected{},
	"usage.counted":      UsageCounted{},
	"action.done":        ActionDone{},
}

// names are the kinds by their types.
var names = func() map[reflect.Type]string {
	all := map[reflect.Type]string{}
	for name, e := range kinds {
		all[reflect.TypeOf(e)] = name
	}
	return all
}()

// Kind is the name of an event's kind.
func Kind(e Event) string {
	if u, ok := e.(Unknown); ok {
		return u.Name
	}
	return names[reflect.TypeOf(e)]
}

// Decode reads a stored event. One of a kind that is not known is Unknown; the error
// is of one that is known and cannot be read.
func Decode(kind string, raw json.RawMessage) (Event, error) {
	known := kinds[kind]
	if known == nil {
		return Unknown{kind, raw}, nil
	}
	e := reflect.New(reflect.TypeOf(known))
	if err := json.Unmarshal(raw, e.Interface()); err != nil {
		return nil, fmt.Errorf("read event %s: not of its form", kind)
	}
	return e.Elem().Interface().(Event), nil //nolint:forcetypeassert // as known is one
}

// Apply folds in the events of the commit with sequence rev, which were decided at
// a time.
func (s *State) Apply(rev uint64, at time.Time, events ...Event) {
	s.Rev = rev
	for _, e := range events {
		e.apply(s, at)
	}
	s.relist(rev, events)
	s.trim()
}

// touch notes that what has an id changed.
func (s *State) touch(id string) {
	if s.touched == nil {
		s.touched = map[string]bool{}
	}
	s.touched[id] = true
	s.given(id)
}

// putTask puts a task in the place of the one with its id, or at the end. Tasks are
// many and change often: they are copied once for all changes between two clones.
func (s *State) putTask(t parley.Task) {
	s.touch(t.ID)
	i := index(s.Tasks, t.ID, taskID)
	switch {
	case i < 0:
		s.Tasks = append(s.Tasks, t)
		return
	case s.lent:
		s.Tasks, s.lent = slices.Clone(s.Tasks), false
	}
	s.Tasks[i] = t
}

func (s *State) putReminder(r parley.Reminder) {
	s.touch(r.ID)
	s.Reminders = put(s.Reminders, r, reminderID)
}
