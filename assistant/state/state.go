// Package state is what an assistant keeps for one user: events, the state that
// they fold to, and commands that are decided against it. All of it is pure: no
// clock, no I/O, no goroutine. Package assistant stores the events and serves the
// state.
package state

import (
	"maps"
	"slices"
	"strconv"
	"time"

	"parley"
	"parley/assistant/calendar"
)

// How much of a user's life is in the state at once.
const (
	MaxTasks     = 2000
	MaxReminders = 500
	MaxMemories  = 1000
	MaxConfirms  = 8
	// keptMessages are at hand; a prompt shows fewer.
	keptMessages = 100
	// keptActions are recognised when a client sends them again.
	keptActions = 1000
	// keptListings are the lists of numbers that a client may be behind.
	keptListings = 8
	// maxNumbered is how many tasks have a number.
	maxNumbered = 200
	// maxSent bounds the messages of a minute that are counted.
	maxSent = 1000
)

// State is the fold of a user's events. The zero value is a user of whom nothing is
// kept. What its lists hold is shared with clones and views and must not be changed.
// One goroutine at a time; Clone makes one for another.
type State struct {
	// Rev is the sequence of the newest commit folded in.
	Rev uint64 `json:"rev"`
	// LastID is the highest number given to anything of the user's.
	LastID int `json:"last_id"`
	// Zone is the IANA name of the user's zone; empty while it is not known.
	Zone string `json:"zone,omitempty"`
	// Tasks, Reminders, Memories and Messages are in the order of their making, the
	// newest last. Messages are the newest of the conversation.
	Tasks     []parley.Task     `json:"tasks,omitempty"`
	Reminders []parley.Reminder `json:"reminders,omitempty"`
	Memories  []parley.Memory   `json:"memories,omitempty"`
	Messages  []parley.Message  `json:"messages,omitempty"`
	// Confirms are the questions that wait, the newest last.
	Confirms []parley.Confirm `json:"confirms,omitempty"`
	// Halted are the programs that wait with some of them.
	Halted []Halted `json:"halted,omitempty"`
	// Running are those that go on after an answer.
	Running []Running `json:"running,omitempty"`
	// Cards are the newest card of each kind.
	Cards    []parley.AssistantCard `json:"cards,omitempty"`
	Calendar []calendar.Entry       `json:"calendar,omitempty"`
	// Turns are the messages that are not answered yet.
	Turns []Turn `json:"turns,omitempty"`
	// Actions are the newest that were carried out, Listings the newest numbers of
	// tasks.
	Actions  []Action  `json:"actions,omitempty"`
	Listings []Listing `json:"listings,omitempty"`
	// Begun is the first time of each reminder that repeats, by its id: a rule runs
	// on from that.
	Begun map[string]time.Time `json:"begun,omitempty"`
	// Sent are the times of the user's messages in the minute up to the last.
	Sent  []time.Time `json:"sent,omitempty"`
	Usage Usage       `json:"usage,omitzero"`

	lent     bool              // a clone or a view has Tasks, too
	touched  map[string]bool   // ids changed since the last patch
	relisted bool              // the numbers changed since the last patch
	byAction map[string]uint64 // of Actions
}

// Turn is an answer that has been begun and has not ended.
type Turn struct {
	// Message is the id of the user's message.
	Message string    `json:"message"`
	Started time.Time `json:"started"`
}

// Action is a client's action that was carried out.
type Action struct {
	ID string `json:"id"`
	// Rev is the revision at which it was.
	Rev uint64 `json:"rev"`
}

// Listing are the tasks by their numbers from a revision on. Tasks that were added
// behind its end since are in it.
type Listing struct {
	Rev uint64   `json:"rev"`
	IDs []string `json:"ids"`
	// Chosen is set when only some were listed, such as those overdue.
	Chosen bool `json:"chosen,omitempty"`
}

// Usage counts what a user has used on a day of UTC.
type Usage struct {
	Day      string `json:"day"`
	Tokens   int    `json:"tokens"`
	Searches int    `json:"searches"`
}

// Today is the usage of the day of now.
func (u Usage) Today(now time.Time) Usage {
	if day := now.UTC().Format(time.DateOnly); u.Day != day {
		return Usage{Day: day}
	}
	return u
}

// Clone is the state for another goroutine: neither sees what is applied to the
// other. It takes no time, as they share what lists hold.
func (s *State) Clone() *State {
	s.lent = true
	c := *s
	c.Tasks, c.Reminders, c.Memories = slices.Clip(s.Tasks), slices.Clip(s.Reminders), slices.Clip(s.Memories)
	c.Messages, c.Confirms, c.Cards = slices.Clip(s.Messages), slices.Clip(s.Confirms), slices.Clip(s.Cards)
	c.Turns, c.Actions, c.Listings = slices.Clip(s.Turns), slices.Clip(s.Actions), slices.Clip(s.Listings)
	c.Sent, c.Halted, c.Running = slices.Clip(s.Sent), slices.Clip(s.Halted), slices.Clip(s.Running)
	c.touched, c.byAction = maps.Clone(s.touched), nil
	return &c
}

// Task finds a task by its id.
func (s *State) Task(id string) (parley.Task, bool) { return find(s.Tasks, id, taskID) }

// Reminder finds a reminder by its id.
func (s *State) Reminder(id string) (parley.Reminder, bool) {
	return find(s.Reminders, id, reminderID)
}

// Memory finds a memory by its id.
func (s *State) Memory(id string) (parley.Memory, bool) { return find(s.Memories, id, memoryID) }

// Confirm finds an open question by its id.
func (s *State) Confirm(id string) (parley.Confirm, bool) { return find(s.Confirms, id, confirmID) }

// Card finds the newest card of a kind.
func (s *State) Card(kind string) (parley.AssistantCard, bool) { return find(s.Cards, kind, cardID) }

// Open are the tasks that are not done, in the order of their making.
func (s *State) Open() []parley.Task {
	var open []parley.Task
	for i := range s.Tasks {
		if s.Tasks[i].Status.Open() {
			open = append(open, s.Tasks[i])
		}
	}
	return open
}

// Due are the reminders that were due and have not been told, those first that were
// due first.
func (s *State) Due() []parley.Reminder {
	var due []parley.Reminder
	for _, r := range s.Reminders {
		if r.Status == parley.Fired && r.FiredAt != nil {
			due = append(due, r)
		}
	}
	slices.SortStableFunc(due, func(a, b parley.Reminder) int { return a.FiredAt.Compare(*b.FiredAt) })
	return due
}

// Listed are the ids of tasks by the numbers that a user who has seen revision rev
// calls them by; 0 is the newest. It is nil where that list is no longer known.
func (s *State) Listed(rev uint64) []string {
	for _, l := range slices.Backward(s.Listings) {
		if rev == 0 || l.Rev <= rev {
			return l.IDs
		}
	}
	return nil
}

// Done is the revision at which a client's action was carried out, if it was.
func (s *State) Done(action string) (rev uint64, ok bool) {
	if action == "" {
		return 0, false
	}
	if s.byAction == nil {
		s.byAction = make(map[string]uint64, len(s.Actions))
		for _, a := range s.Actions {
			s.byAction[a.ID] = a.Rev
		}
	}
	rev, ok = s.byAction[action]
	return rev, ok
}

// Answer is the reply to the user's message of a client's action; pending is set
// while there is none yet.
func (s *State) Answer(action string) (reply parley.Message, pending, ok bool) {
	i := slices.IndexFunc(s.Messages, func(m parley.Message) bool {
		return m.Role == UserRole && m.Action == action && action != ""
	})
	if i < 0 {
		return parley.Message{}, false, false
	}
	reply, answered := find(s.Messages, s.Messages[i].ID, func(m *parley.Message) string { return m.ReplyTo })
	return reply, !answered, true
}

// nextID is the next id of a kind, newID one of those after it.
func (s *State) nextID(kind string) string          { return s.newID(kind, 0) }
func (s *State) newID(kind string, more int) string { return kind + strconv.Itoa(s.LastID+1+more) }

// given notes that an id is in use.
func (s *State) given(id string) {
	if len(id) > 1 {
		if n, err := strconv.Atoi(id[1:]); err == nil {
			s.LastID = max(s.LastID, n)
		}
	}
}

// trim drops the oldest of what is kept for a while. The arrays that hold them go as
// the lists grow on.
func (s *State) trim() {
	s.Messages, s.Listings = newest(s.Messages, keptMessages), newest(s.Listings, keptListings)
	if over := len(s.Actions) - keptActions; over > 0 {
		for _, old := range s.Actions[:over] {
			delete(s.byAction, old.ID)
		}
		s.Actions = s.Actions[over:]
	}
}
