package state

import (
	"maps"
	"slices"
	"time"

	"parley"
)

func (e Restored) apply(s *State, _ time.Time) {
	if e.State == nil {
		return
	}
	rev := s.Rev
	*s = *e.State.Clone()
	s.Rev, s.touched = rev, nil
}

func (e MessageReceived) apply(s *State, _ time.Time) {
	if at := e.Message.Timestamp; index(s.Messages, e.Message.ID, messageID) < 0 { // not one that was amended
		for len(s.Sent) > 0 && at.Sub(s.Sent[0]) >= time.Minute {
			s.Sent = s.Sent[1:]
		}
		s.Sent = append(newest(s.Sent, maxSent-1), at)
	}
	s.say(e.Message)
}

func (e MessageSaid) apply(s *State, at time.Time) {
	s.say(e.Message)
	s.Usage = s.Usage.Today(at)
	s.Usage.Tokens += e.Tokens
}

func (s *State) say(m parley.Message) {
	s.touch(m.ID)
	s.Messages = put(s.Messages, m, messageID)
}

func (e TurnStarted) apply(s *State, at time.Time) {
	s.Turns = put(s.Turns, Turn{Message: e.Message, Started: at}, turnID)
}

func (e TurnFinished) apply(s *State, _ time.Time) {
	s.Turns = without(s.Turns, e.Message, turnID)
}

func (e TaskCreated) apply(s *State, _ time.Time) { s.putTask(e.Task) }

func (e TaskUpdated) apply(s *State, _ time.Time) { s.putTask(e.Task) }

func (e TaskCompleted) apply(s *State, at time.Time) {
	if t, ok := s.Task(e.ID); ok {
		t.Status, t.CompletedAt, t.UpdatedAt = parley.Completed, &at, at
		s.putTask(t)
	}
}

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

func (TasksListed) apply(*State, time.Time) {} // see relist

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

func (e ReminderCancelled) apply(s *State, _ time.Time) {
	s.touch(e.ID)
	s.begin(e.ID, time.Time{})
	s.Reminders = without(s.Reminders, e.ID, reminderID)
}

func (e MemoryUpdated) apply(s *State, _ time.Time) {
	s.touch(e.Memory.ID)
	s.Memories = put(s.Memories, e.Memory, memoryID)
}

func (e MemoryErased) apply(s *State, _ time.Time) {
	s.touch(e.ID)
	s.Memories = without(s.Memories, e.ID, memoryID)
}

func (e ProfileUpdated) apply(s *State, _ time.Time) {
	s.Zone = e.Zone
	s.touch("zone")
}

func (e CalendarImported) apply(s *State, _ time.Time) { s.Calendar = e.Entries }

func (e SummaryGenerated) apply(s *State, _ time.Time) {
	sum := e.Summary
	sum.ActionItems, sum.Decisions = orNone(sum.ActionItems), orNone(sum.Decisions)
	s.card(parley.AssistantCard{ID: "summary", Title: "Summary", Text: sum.Text, Summary: &sum})
}

func (e PlanGenerated) apply(s *State, _ time.Time) {
	plan := e.Plan
	plan.Order = orNone(plan.Order)
	s.card(parley.AssistantCard{ID: "plan", Title: "Plan", Plan: &plan})
}

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

func (ToolCalled) apply(*State, time.Time) {}

func (ToolDone) apply(*State, time.Time) {}

func (e ConfirmAsked) apply(s *State, _ time.Time) {
	s.touch(e.Confirm.ID)
	s.Confirms = put(s.Confirms, e.Confirm, confirmID)
}

func (e ProgramHalted) apply(s *State, _ time.Time) {
	if _, open := s.Confirm(e.Program.Question); open {
		s.Halted = put(s.Halted, e.Program, haltedID)
	}
}

func (e ConfirmResolved) apply(s *State, _ time.Time) { s.settle(e.ID) }

func (e ConfirmRejected) apply(s *State, _ time.Time) { s.settle(e.ID) }

func (s *State) settle(id string) {
	s.touch(id)
	s.Confirms = without(s.Confirms, id, confirmID)
	s.Halted = without(s.Halted, id, haltedID)
}

func (e UsageCounted) apply(s *State, at time.Time) {
	s.Usage = s.Usage.Today(at)
	s.Usage.Tokens += e.Tokens
	s.Usage.Searches += e.Searches
}

func (e ActionDone) apply(s *State, _ time.Time) {
	if _, again := s.Done(e.Action); again || e.Action == "" {
		return
	}
	s.Actions = append(s.Actions, Action{e.Action, s.Rev})
	s.byAction[e.Action] = s.Rev
}

func (Unknown) apply(*State, time.Time) {}

// MarshalJSON writes what was read.
func (e Unknown) MarshalJSON() ([]byte, error) {
	if len(e.Raw) == 0 {
		return []byte("null"), nil
	}
	return e.Raw, nil
}
