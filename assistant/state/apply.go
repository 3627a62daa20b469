package state

import (
	"maps"
	"slices"
	"time"

	"parley"
)

// Kind implements Event.
func (Restored) Kind() string { return "state.restored" }
func (e Restored) apply(s *State, _ time.Time) {
	if e.State == nil {
		return
	}
	rev := s.Rev
	*s = *e.State.Clone()
	s.Rev, s.touched = rev, nil
}

// Kind implements Event.
func (MessageReceived) Kind() string { return "user.message" }
func (e MessageReceived) apply(s *State, _ time.Time) {
	if at := e.Message.Timestamp; index(s.Messages, e.Message.ID, messageID) < 0 { // not one that was amended
		for len(s.Sent) > 0 && at.Sub(s.Sent[0]) >= time.Minute {
			s.Sent = s.Sent[1:]
		}
		s.Sent = append(newest(s.Sent, maxSent-1), at)
	}
	s.say(e.Message)
}

// Kind implements Event.
func (MessageSaid) Kind() string { return "assistant.message" }
func (e MessageSaid) apply(s *State, at time.Time) {
	s.say(e.Message)
	s.Usage = s.Usage.Today(at)
	s.Usage.Tokens += e.Tokens
}

func (s *State) say(m parley.Message) {
	s.touch(m.ID)
	s.Messages = put(s.Messages, m, messageID)
}

// Kind implements Event.
func (TurnStarted) Kind() string { return "turn.started" }
func (e TurnStarted) apply(s *State, at time.Time) {
	s.Turns = put(s.Turns, Turn{Message: e.Message, Started: at}, turnID)
}

// Kind implements Event.
func (TurnFinished) Kind() string { return "turn.finished" }
func (e TurnFinished) apply(s *State, _ time.Time) {
	s.Turns = without(s.Turns, e.Message, turnID)
}

// Kind implements Event.
func (TaskCreated) Kind() string                  { return "task.created" }
func (e TaskCreated) apply(s *State, _ time.Time) { s.putTask(e.Task) }

// Kind implements Event.
func (TaskUpdated) Kind() string                  { return "task.updated" }
func (e TaskUpdated) apply(s *State, _ time.Time) { s.putTask(e.Task) }

// Kind implements Event.
func (TaskCompleted) Kind() string { return "task.completed" }
func (e TaskCompleted) apply(s *State, at time.Time) {
	if t, ok := s.Task(e.ID); ok {
		t.Status, t.CompletedAt, t.UpdatedAt = parley.Completed, &at, at
		s.putTask(t)
	}
}

// Kind implements Event.
func (TaskDeleted) Kind() string { return "task.deleted" }
func (e TaskDeleted) apply(s *State, _ time.Time) {
	s.touch(e.ID)
	left := without(s.Tasks, e.ID, taskID)
	if len(left) == len(s.Tasks) {
		return
	}
	s.Tasks, s.lent = left, false
	for i := range left {
		if t := &left[i]; slices.Contains(t.DependsOn, e.ID) {
			t.DependsOn = slices.DeleteFunc(slices.Clone(t.DependsOn), func(id string) bool { return id == e.ID })
			s.touch(t.ID)
		}
	}
	for _, r := range s.Reminders {
		if r.Task == e.ID {
			r.Task = ""
			s.putReminder(r)
		}
	}
}

// Kind implements Event.
func (TasksListed) Kind() string            { return "task.listed" }
func (TasksListed) apply(*State, time.Time) {} // see relist

// Kind implements Event.
func (ReminderCreated) Kind() string { return "reminder.created" }
func (e ReminderCreated) apply(s *State, _ time.Time) {
	if r := e.Reminder; r.Rule != "" {
		s.begin(r.ID, r.At)
	}
	s.putReminder(e.Reminder)
}

// begin notes when a reminder that repeats is first due, or for no time that it
// repeats no more.
func (s *State) begin(id string, first time.Time) {
	begun := maps.Clone(s.Begun) // others share it
	switch {
	case first.IsZero():
		delete(begun, id)
	case begun == nil:
		begun = map[string]time.Time{id: first}
	default:
		begun[id] = first
	}
	s.Begun = begun
}

// Kind implements Event.
func (ReminderFired) Kind() string { return "reminder.fired" }
func (e ReminderFired) apply(s *State, at time.Time) {
	r, ok := s.Reminder(e.ID)
	if !ok {
		return
	}
	r.Status, r.FiredAt, r.MissedBy = parley.Fired, &at, e.MissedBy
	switch {
	case e.Next != nil:
		r.At = *e.Next
	case r.Rule != "": // it was the last time
		r.Rule = ""
		s.begin(r.ID, time.Time{})
	}
	s.putReminder(r)
}

// Kind implements Event.
func (ReminderTold) Kind() string { return "reminder.told" }
func (e ReminderTold) apply(s *State, _ time.Time) {
	r, ok := s.Reminder(e.ID)
	if !ok {
		return
	}
	r.Status = parley.Told
	if r.Rule != "" {
		r.Status = parley.Scheduled
	}
	s.putReminder(r)
}

// Kind implements Event.
func (ReminderCancelled) Kind() string { return "reminder.cancelled" }
func (e ReminderCancelled) apply(s *State, _ time.Time) {
	s.touch(e.ID)
	s.begin(e.ID, time.Time{})
	s.Reminders = without(s.Reminders, e.ID, reminderID)
}

// Kind implements Event.
func (MemoryUpdated) Kind() string { return "memory.updated" }
func (e MemoryUpdated) apply(s *State, _ time.Time) {
	s.touch(e.Memory.ID)
	s.Memories = put(s.Memories, e.Memory, memoryID)
}

// Kind implements Event.
func (MemoryErased) Kind() string { return "memory.erased" }
func (e MemoryErased) apply(s *State, _ time.Time) {
	s.touch(e.ID)
	s.Memories = without(s.Memories, e.ID, memoryID)
}

// Kind implements Event.
func (ProfileUpdated) Kind() string { return "profile.updated" }
func (e ProfileUpdated) apply(s *State, _ time.Time) {
	s.Zone = e.Zone
	s.touch("zone")
}

// Kind implements Event.
func (CalendarImported) Kind() string                  { return "calendar.imported" }
func (e CalendarImported) apply(s *State, _ time.Time) { s.Calendar = e.Entries }

// Kind implements Event.
func (SummaryGenerated) Kind() string { return "summary.generated" }
func (e SummaryGenerated) apply(s *State, _ time.Time) {
	sum := e.Summary
	sum.ActionItems, sum.Decisions = orNone(sum.ActionItems), orNone(sum.Decisions)
	s.card(parley.AssistantCard{ID: "summary", Title: "Summary", Text: sum.Text, Summary: &sum})
}

// Kind implements Event.
func (PlanGenerated) Kind() string { return "plan.generated" }
func (e PlanGenerated) apply(s *State, _ time.Time) {
	plan := e.Plan
	plan.Order = orNone(plan.Order)
	s.card(parley.AssistantCard{ID: "plan", Title: "Plan", Plan: &plan})
}

// Kind implements Event.
func (FlightsFound) Kind() string { return "trip.flights_found" }
func (e FlightsFound) apply(s *State, _ time.Time) {
	s.given(e.Trip)
	title := "Flights found"
	if e.Examples {
		title = "Example flights: not real offers"
	}
	s.card(parley.AssistantCard{ID: "flights", Title: title, Flights: &parley.FlightsCard{
		Trip: e.Trip, Request: e.Request, Options: orNone(e.Options), Ranked: []parley.RankedFlight{}, Found: e.Found, LeftOut: e.LeftOut,
		Examples: e.Examples,
	}})
}

// Kind implements Event.
func (FlightsRanked) Kind() string { return "trip.ranked" }
func (e FlightsRanked) apply(s *State, _ time.Time) {
	c, ok := s.Card("flights")
	if !ok || c.Flights == nil || c.Flights.Trip != e.Trip {
		return // a newer search took its place
	}
	f := *c.Flights
	f.Ranked, f.By = orNone(e.Ranked), e.By
	c.Flights = &f
	s.card(c)
}

func (s *State) card(c parley.AssistantCard) {
	s.touch(c.ID)
	s.Cards = put(s.Cards, c, cardID)
}

// Kind implements Event.
func (ToolCalled) Kind() string            { return "tool.called" }
func (ToolCalled) apply(*State, time.Time) {}

// Kind implements Event.
func (ToolDone) Kind() string            { return "tool.done" }
func (ToolDone) apply(*State, time.Time) {}

// Kind implements Event.
func (ConfirmAsked) Kind() string { return "snapshot.created" }
func (e ConfirmAsked) apply(s *State, _ time.Time) {
	s.touch(e.Confirm.ID)
	s.Confirms = put(s.Confirms, e.Confirm, confirmID)
}

// Kind implements Event.
func (ProgramHalted) Kind() string { return "program.halted" }
func (e ProgramHalted) apply(s *State, _ time.Time) {
	if _, open := s.Confirm(e.Program.Question); open {
		s.Halted = put(s.Halted, e.Program, haltedID)
	}
}

// Kind implements Event.
func (ConfirmResolved) Kind() string                  { return "snapshot.resolved" }
func (e ConfirmResolved) apply(s *State, _ time.Time) { s.settle(e.ID) }

// Kind implements Event.
func (ConfirmRejected) Kind() string                  { return "snapshot.rejected" }
func (e ConfirmRejected) apply(s *State, _ time.Time) { s.settle(e.ID) }

func (s *State) settle(id string) {
	s.touch(id)
	s.Confirms = without(s.Confirms, id, confirmID)
	s.Halted = without(s.Halted, id, haltedID)
}

// Kind implements Event.
func (UsageCounted) Kind() string { return "usage.counted" }
func (e UsageCounted) apply(s *State, at time.Time) {
	s.Usage = s.Usage.Today(at)
	s.Usage.Tokens += e.Tokens
	s.Usage.Searches += e.Searches
}

// Kind implements Event.
func (ActionDone) Kind() string { return "action.done" }
func (e ActionDone) apply(s *State, _ time.Time) {
	if _, again := s.Done(e.Action); again || e.Action == "" {
		return
	}
	s.Actions = append(s.Actions, Action{e.Action, s.Rev})
	s.byAction[e.Action] = s.Rev
}

// Kind implements Event.
func (e Unknown) Kind() string          { return e.Name }
func (Unknown) apply(*State, time.Time) {}

// MarshalJSON writes what was read.
func (e Unknown) MarshalJSON() ([]byte, error) {
	if len(e.Raw) == 0 {
		return []byte("null"), nil
	}
	return e.Raw, nil
}
