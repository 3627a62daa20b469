package parley

import (
	"encoding/json"
	"time"
)

// AssistantState is what an assistant shows of all it keeps for one user.
type AssistantState struct {
	// Rev rises with everything that is stored for the user; 0 while nothing is.
	Rev uint64 `json:"rev"`
	// Zone is the IANA name of the user's zone.
	Zone  string `json:"zone"`
	Tasks []Task `json:"tasks"`
	// Listed are the ids of tasks by the numbers that the user calls them by: the
	// first is "task 1". An empty one is of a task that went.
	Listed    []string   `json:"listed"`
	Reminders []Reminder `json:"reminders"`
	Memories  []Memory   `json:"memories"`
	// Messages are the newest of the conversation, spoken, typed and by HTTP.
	Messages []Message `json:"messages"`
	// Confirms are the questions that wait for the user's yes or no.
	Confirms []Confirm `json:"confirms"`
	// Cards are the newest card of each kind.
	Cards []AssistantCard `json:"cards"`
}

// AssistantPatch turns the state of revision Prev into that of Rev: what stands in
// its lists is new or takes the place of what has its id, and what Gone names goes.
// Whoever has another revision than Prev asks for the whole state.
type AssistantPatch struct {
	Prev      uint64          `json:"prev"`
	Rev       uint64          `json:"rev"`
	Zone      string          `json:"zone,omitempty"`
	Tasks     []Task          `json:"tasks,omitempty"`
	Reminders []Reminder      `json:"reminders,omitempty"`
	Memories  []Memory        `json:"memories,omitempty"`
	Messages  []Message       `json:"messages,omitempty"`
	Confirms  []Confirm       `json:"confirms,omitempty"`
	Cards     []AssistantCard `json:"cards,omitempty"`
	// Gone are the ids of tasks, reminders, memories, messages, confirms and cards
	// that are there no more.
	Gone []string `json:"gone,omitempty"`
	// Listed is the state's, where that has changed; nil where it has not.
	Listed []string `json:"listed,omitempty"`
}

// Passing is something of an assistant's that happens and is not kept: a piece of an
// answer on its way, or that a reminder is due.
type Passing struct {
	// Type is "message.created", "llm.token", "message.completed", "llm.interrupted",
	// "tool.call", "tool.progress", "tool.result", "reminder.fired" or "error".
	Type string
	// Message is the id of the user's message that is answered.
	Message string
	// Index counts the tokens of an answer from 0, and the characters that a model
	// has written for a tool.
	Index int
	// Text is a token, a whole answer, a tool's name, "model.load" for the time in which
	// the language model is being loaded, or the reason of an error.
	Text string
	// Reminder is set for "reminder.fired".
	Reminder *Reminder
}

// Message is one turn of the conversation with an assistant.
type Message struct {
	// ID is "c" and a number, never given twice to messages of one user.
	ID   string `json:"id"`
	Role string `json:"role"` // "user" or "assistant"
	// Content is what was typed, or truly heard.
	Content   string    `json:"content"`
	Timestamp time.Time `json:"timestamp"`
	// Modality is "voice" or "text".
	Modality string `json:"modality"`
	// Interrupted is set where the user cut a spoken answer: Content is what was
	// heard of it.
	Interrupted bool `json:"interrupted,omitempty"`
	// Failed is set where no answer could be made.
	Failed bool `json:"failed,omitempty"`
	// Action is the client's id of the action that the message came with.
	Action string `json:"action,omitempty"`
	// ReplyTo is the id of the message that it answers.
	ReplyTo string `json:"replyTo,omitempty"`
}

// Confirm is a question that an assistant asks before it does something.
type Confirm struct {
	// ID is "q" and a number, never given twice to confirms of one user.
	ID       string `json:"id"`
	Question string `json:"question"`
	// Tool and Args are what is done on yes.
	Tool string          `json:"tool"`
	Args json.RawMessage `json:"args"`
	// Expires is when the question is dropped unanswered.
	Expires time.Time `json:"expires"`
}

// AssistantCard is something an assistant shows beside the conversation: the newest
// of its kind is kept.
type AssistantCard struct {
	// ID is the card's kind, so that a newer one takes its place.
	ID    string `json:"id"`
	Title string `json:"title"`
	Text  string `json:"text"`
	// Exactly one of these is set.
	Summary *Summary     `json:"summary,omitempty"`
	Plan    *Plan        `json:"plan,omitempty"`
	Flights *FlightsCard `json:"flights,omitempty"`
}

// Summary is a short account of a day, a conversation or notes.
type Summary struct {
	// Kind is "day", "conversation" or "notes".
	Kind string `json:"kind"`
	Text string `json:"summary"`
	// Counts are of the user's data and never a model's.
	Counts      Counts       `json:"counts"`
	ActionItems []ActionItem `json:"action_items"`
	Decisions   []string     `json:"decisions"`
}

// Counts are the figures of a day.
type Counts struct {
	Meetings  int `json:"meetings"`
	Overdue   int `json:"overdue"`
	FollowUps int `json:"follow_ups"`
}

// ActionItem is something to do that a summary found.
type ActionItem struct {
	Task string `json:"task"`
	Due  string `json:"due,omitempty"` // as said
}

// Plan is an order in which to do tasks.
type Plan struct {
	// Order holds each open task once, by rank from 1.
	Order   []Planned   `json:"order"`
	Groups  []TaskGroup `json:"groups,omitempty"`
	Blocked []Blocked   `json:"blocked,omitempty"`
	// By is "llm" or "rules".
	By string `json:"by"`
}

// Planned is one task's place in a plan.
type Planned struct {
	Task string `json:"task_id"`
	Rank int    `json:"rank"`
	// Reason is at most 160 characters.
	Reason string `json:"reason"`
}

// TaskGroup is a part of a plan with a name.
type TaskGroup struct {
	Title string   `json:"title"`
	Tasks []string `json:"task_ids"`
}

// Blocked says that a task has to wait for another.
type Blocked struct {
	Task   string `json:"task_id"`
	By     string `json:"by"`
	Reason string `json:"reason"`
}

// FlightsCard is the best options for a trip, best first.
type FlightsCard struct {
	// Trip is "p" and a number, never given twice to trips of one user.
	Trip    string         `json:"trip"`
	Request Trip           `json:"request"`
	Options []Flight       `json:"options"`
	Ranked  []RankedFlight `json:"ranked"`
	// By is "llm" or "rules". Found is how many options there were, LeftOut how many
	// of them break a hard constraint.
	By      string `json:"by"`
	Found   int    `json:"found"`
	LeftOut int    `json:"left_out"`
	// Examples says that the flights are made up, to try Parley with: nobody offers them.
	Examples bool `json:"examples,omitempty"`
}
