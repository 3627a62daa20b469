// Package skill is what an assistant asks a language model for besides talk: to
// extract tasks, to summarise, to plan, to time reminders, to recall and to rank
// flights. Each is one structured request. What the model answers is data that is
// checked against what is known of the user, and it never acts: what was wrong with
// an answer is shown to the model once, and without a right one rules of this
// package give the result.
package skill

import (
	"errors"
	"log/slog"
	"time"

	"parley"
	"parley/llm"
)

// Skills asks Engine. Copies are cheap; it holds no state and is safe for concurrent
// use if its functions are.
//
// Every method blocks for at most Budget and returns ctx's error as soon as ctx
// ends. ErrInput is of an input that no result can be made of. A model that fails
// is no error: the rules answer in its place.
type Skills struct {
	// Engine is the model; nil is none, and the rules answer.
	Engine llm.Engine
	// Log may be nil. It is never told what was said or answered.
	Log *slog.Logger
	// Progress, if set, is told while an answer comes how many characters of it have
	// come. The answer itself is JSON and never shown.
	Progress func(chars int)
	// Used, if set, is told what each answer has cost. Engines that are not told
	// count a token for every 4 bytes.
	Used func(llm.Usage)
	// Budget bounds what the model may take for one result, its second answer
	// included; 0 means DefaultBudget.
	Budget time.Duration
}

// DefaultBudget is the Budget of Skills that set none.
const DefaultBudget = 20 * time.Second

// ErrInput means that an input lacks what the function needs, such as Now.
var ErrInput = errors.New("the input lacks what is asked about")

// Maker says who made a result.
type Maker string

// Those who make results.
const (
	Model Maker = "llm"
	Rules Maker = "rules"
)

// Known is what an assistant knows of its user. The functions read it and change
// nothing in it.
type Known struct {
	// Now is the time, in the user's zone. It may not be zero.
	Now time.Time
	// Tasks are all of them, done ones too.
	Tasks []parley.Task
	// Messages are the conversation so far, oldest first. The last 20 are used.
	Messages []parley.Message
	// Memories are what was noted, in any order. The newest 40 are used.
	Memories []parley.Memory
	// Appointments are the calendar of today, the next two weeks and the days of a
	// trip; others are not used. Titles are of other people and taken for data.
	Appointments []parley.Appointment
}

// open are the tasks that still have to be done, in their order.
func (k Known) open() []parley.Task {
	var open []parley.Task
	for _, t := range k.Tasks {
		if t.Status.Open() {
			open = append(open, t)
		}
	}
	return open
}

// task is the task of an id.
func (k Known) task(id string) (parley.Task, bool) {
	for _, t := range k.Tasks {
		if t.ID == id {
			return t, true
		}
	}
	return parley.Task{}, false
}
