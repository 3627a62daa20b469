package web

import (
	"context"
	"io"
	"time"

	"parley"
)

// Assistant serves the users of assistants: package assistant does. user is the id
// that a caller has proved; all methods are safe for concurrent use.
type Assistant interface {
	// Chat answers a message. It tells update what happens, in order, until it
	// returns: the state once the message and what it plainly asks for are stored,
	// then the answer in pieces. A message whose action was answered before gets the
	// answer of then.
	Chat(ctx context.Context, user string, r ChatRequest, update func(ChatUpdate)) (parley.Message, parley.AssistantState, error)
	// State is what is kept of the user.
	State(ctx context.Context, user string) (parley.AssistantState, error)
	// Watch tells of the state and of all that changes until ctx ends or see fails.
	Watch(ctx context.Context, user string, see func(AssistantEvent) error) error
	// Command does what the page asks for and returns the revision it is stored as.
	Command(ctx context.Context, user string, c AssistantCommand) (uint64, error)
	// Import puts a calendar file in the place of the user's calendar.
	Import(ctx context.Context, user string, file io.Reader) (CalendarReply, error)
}

// Refused is an error of an Assistant that the user is told: Status is that of HTTP,
// Words are plain.
type Refused struct {
	Status int
	Words  string
	// RetryAfter is when the same may work; 0 for never.
	RetryAfter time.Duration
}

// Error implements error.
func (r *Refused) Error() string { return r.Words }

// ChatRequest is the body of POST /api/chat and /api/chat/stream.
type ChatRequest struct {
	Message string `json:"message"`
	// SessionID names the conversation. Without a Bearer's Authorization header it is also
	// what the user is known by, a secret of 16 to 64 letters, digits, - and _.
	SessionID string `json:"sessionId,omitempty"`
	// ActionID is the client's own id of this message: sent again, it is answered
	// once. At most 64 letters, digits, - and _.
	ActionID string `json:"actionId,omitempty"`
	// Rev is the revision of the list that the user sees: "task 2" is the second of
	// that. 0 is the newest.
	Rev uint64 `json:"rev,omitempty"`
	// Scene is the id of the assistant's scene; empty is the task agent's.
	Scene string `json:"scene,omitempty"`
}

// ChatReply is the answer to POST /api/chat, and of the event "done".
type ChatReply struct {
	Content string        `json:"content"`
	Tasks   []parley.Task `json:"tasks"`
	Rev     uint64        `json:"rev"`
}

// TasksReply is the answer to GET /api/tasks, and of the event "tasks".
type TasksReply struct {
	Tasks []parley.Task `json:"tasks"`
	Rev   uint64        `json:"rev"`
}

// ChatUpdate is one step of an answer: exactly one field is set.
type ChatUpdate struct {
	// State is what is kept of the user now.
	State *parley.AssistantState
	// Token is the next piece of the answer.
	Token string
	// Unsay takes back all pieces: they were not meant to be read.
	Unsay bool
}

// ChatToken is the event "token" of /api/chat/stream.
type ChatToken struct {
	Text string `json:"text"`
	// Reset is set where all pieces before it are taken back.
	Reset bool `json:"reset,omitempty"`
}

// AssistantEvent is one event of GET /api/assistant/stream. Type is "state" with
// State, "patch" with Patch, or the name of something passing: "message.created",
// "llm.token", "message.completed", "llm.interrupted", "tool.call", "tool.progress",
// "tool.result", "reminder.fired", "error".
type AssistantEvent struct {
	Type  string                 `json:"type"`
	State *parley.AssistantState `json:"state,omitempty"`
	Patch *parley.AssistantPatch `json:"patch,omitempty"`
	// MessageID is that of the user's message which is answered; Index counts its
	// tokens from 0, or the characters that a model has written for a tool, and Text
	// is the token, the whole answer, the tool or the reason.
	MessageID string `json:"message_id,omitempty"`
	Index     int    `json:"index,omitempty"`
	Text      string `json:"text,omitempty"`
	// Reminder is that of "reminder.fired".
	Reminder *parley.Reminder `json:"reminder,omitempty"`
}

// AssistantCommand is the body of POST /api/assistant/commands. Type says what is
// done and which of the other fields count:
//
//	task.add       title, dueDate, priority, notes
//	task.complete  id
//	task.update    id, and what is to change of title, dueDate ("" for none), priority, status, notes,
//	               dependsOn (the ids of all tasks that come first)
//	task.delete    id
//	reminder.set   text, at
//	reminder.cancel, reminder.seen  id
//	memory.correct id, text
//	memory.erase   id
//	confirm        id, yes
//	profile        zone
type AssistantCommand struct {
	SessionID string `json:"sessionId,omitempty"`
	// ActionID is the client's own id of this action: sent again, it is done once.
	ActionID string             `json:"actionId,omitempty"`
	Type     string             `json:"type"`
	ID       string             `json:"id,omitempty"`
	Title    *string            `json:"title,omitempty"`
	Notes    *string            `json:"notes,omitempty"`
	DueDate  *parley.Due        `json:"dueDate,omitempty"`
	Priority *parley.Priority   `json:"priority,omitempty"`
	Status   *parley.TaskStatus `json:"status,omitempty"`
	// DependsOn is left out for no change, and [] for none.
	DependsOn *[]string  `json:"dependsOn,omitempty"`
	Text      string     `json:"text,omitempty"`
	At        *time.Time `json:"at,omitempty"`
	Yes       bool       `json:"yes,omitempty"`
	Zone      string     `json:"zone,omitempty"`
}

// CommandReply is the answer to POST /api/assistant/commands.
type CommandReply struct {
	Rev uint64 `json:"rev"`
}

// CalendarReply is the answer to POST /api/assistant/calendar.
type CalendarReply struct {
	// Entries is how many events were taken, Problems say in plain words what was
	// not.
	Entries  int      `json:"entries"`
	Problems []string `json:"problems"`
}
