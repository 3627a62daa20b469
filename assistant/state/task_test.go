package state_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/state"
)

func TestAddTask(t *testing.T) {
	long := strings.Repeat("word ", 40)
	add := func(task parley.Task) state.Command { return state.AddTask{Task: task} }
	users := run(t, func(u *user) {
		u.add("Buy milk", "Call Anna")
		u.must(add(parley.Task{Title: "Pay rent", DueDate: "2026-12-01"}), state.CompleteTask{ID: "t2"})
	}, []row{
		{"plain", add(parley.Task{Title: "  Buy\n bread "}), nil, "task.created"},
		{"whole", add(parley.Task{
			Title: "a", Notes: " x\ny ", DueDate: "2026-11-25T09:00:00.000000001+01:00", DueText: "tomorrow\tat nine",
			Priority: parley.High, Category: "work", DependsOn: []string{"t1", "t3", "t1"}, Status: parley.Completed, ID: "t1", CompletedAt: &tuesday,
		}), nil, "task.created"},
		{"long title", add(parley.Task{Title: long}), nil, "task.created"},
		{"one long word", add(parley.Task{Title: strings.Repeat("ü", 100_000)}), nil, "task.created"},
		{"long notes", add(parley.Task{Title: "a", Notes: strings.Repeat("ü", 1001)}), nil, "task.created"},
		{"same title", add(parley.Task{Title: " buy MILK!"}), state.ErrDuplicate, ""},
		{"same title as one that is done", add(parley.Task{Title: "call Anna"}), nil, "task.created"},
		{"same title and date", add(parley.Task{Title: "pay rent", DueDate: "2026-12-01"}), state.ErrDuplicate, ""},
		{"same title without its date", add(parley.Task{Title: "pay rent"}), state.ErrDuplicate, ""},
		{"same title, another date", add(parley.Task{Title: "pay rent", DueDate: "2027-01-01"}), nil, "task.created"},
		{"a date for the same title", add(parley.Task{
			Title: "buy milk", DueDate: "2026-11-25", DueText: "tomorrow", Priority: parley.High, Notes: "two", DependsOn: []string{"t3"},
		}), nil, "task.updated"},
		{"a date for what would wait for itself", add(parley.Task{Title: "buy milk", DueDate: "2026-11-25", DependsOn: []string{"t1"}}), state.ErrInvalid, ""},
		{"no title", add(parley.Task{Title: " \n"}), state.ErrInvalid, ""},
		{"bad date", add(parley.Task{Title: "a", DueDate: "tomorrow"}), state.ErrInvalid, ""},
		{"bad priority", add(parley.Task{Title: "a", Priority: "urgent"}), state.ErrInvalid, ""},
		{"bad category", add(parley.Task{Title: "a", Category: "fun"}), state.ErrInvalid, ""},
		{"after nothing", add(parley.Task{Title: "a", DependsOn: []string{"t9"}}), state.ErrUnknown, ""},
		{"after itself to be", add(parley.Task{Title: "a", DependsOn: []string{"t4"}}), state.ErrUnknown, ""},
	})
	whole := users[1].Tasks[3]
	equal(t, "the whole task", whole, parley.Task{
		ID: "t4", Title: "a", Notes: "x\ny", Status: parley.Pending, CreatedAt: tuesday, UpdatedAt: tuesday,
		DueDate: "2026-11-25T09:00:00+01:00", DueText: "tomorrow at nine", Priority: parley.High, Category: "work", DependsOn: []string{"t1", "t3"},
	})
	equal(t, "the task that got a date", users[10].Tasks[0], parley.Task{
		ID: "t1", Title: "Buy milk", Notes: "two", Status: parley.Pending, CreatedAt: tuesday, UpdatedAt: tuesday, DueDate: "2026-11-25",
		DueText: "tomorrow", Priority: parley.High, DependsOn: []string{"t3"},
	})
	for i, want := range map[int]string{2: strings.Repeat("word ", 23) + "word…", 3: strings.Repeat("ü", 119) + "…"} {
		if got := users[i].Tasks[3].Title; got != want {
			t.Errorf("title %q, want %q", got, want)
		}
	}
	if n := len([]rune(users[4].Tasks[3].Notes)); n != parley.MaxNotes {
		t.Errorf("%d characters of notes", n)
	}
}

// A task of the same title and date is the one that is meant, though one without a
// date comes first; the same moment may be written in another zone.
func TestAddTaskTwice(t *testing.T) {
	u := newUser(t)
	u.must(state.AddTask{Task: parley.Task{Title: "call", DueDate: "2026-11-26"}})
	u.must(state.UpdateTask{ID: "t1", Due: to(parley.Due(""))}, state.AddTask{Task: parley.Task{Title: "other"}},
		state.UpdateTask{ID: "t2", Title: to("call"), Due: to(parley.Due("2026-11-25T10:00:00+01:00"))})
	var twice state.Duplicate
	_, err := u.do("", state.AddTask{Task: parley.Task{Title: "call", DueDate: "2026-11-25T09:00:00Z"}})
	if !errors.As(err, &twice) || twice.ID != "t2" {
		t.Errorf("error %v, want a duplicate of t2", err)
	}
	if !strings.Contains(err.Error(), "t2") || strings.Contains(err.Error(), "call") {
		t.Errorf("the error says %q", err)
	}
}

func TestUpdateTask(t *testing.T) {
	u := func(c state.UpdateTask) state.Command {
		if c.ID == "" {
			c.ID = "t1"
		}
		return c
	}
	users := run(t, func(u *user) {
		u.must(state.AddTask{Task: parley.Task{Title: "one", DueDate: "2026-11-25", DueText: "tomorrow"}})
		u.add("two", "three")
		u.must(state.UpdateTask{ID: "t2", DependsOn: &[]string{"t1"}}, state.UpdateTask{ID: "t3", DependsOn: &[]string{"t2"}}, state.CompleteTask{ID: "t3"})
		u.wait(time.Hour)
	}, []row{
		{"everything", u(state.UpdateTask{
			Title: to("uno"), Notes: to("n"), Due: to(parley.Due("2026-12-01")), DueText: to("soon"), Priority: to(parley.Low),
			Status: to(parley.InProgress), Category: to("work"), DependsOn: &[]string{},
		}), nil, "task.updated"},
		{"a date alone", u(state.UpdateTask{Due: to(parley.Due("2026-12-01"))}), nil, "task.updated"},
		{"done", u(state.UpdateTask{Status: to(parley.Completed)}), nil, "task.updated"},
		{"open again", u(state.UpdateTask{ID: "t3", Status: to(parley.Pending)}), nil, "task.updated"},
		{"nothing", u(state.UpdateTask{}), nil, ""},
		{"what it is", u(state.UpdateTask{Title: to("one"), Status: to(parley.Pending)}), nil, ""},
		{"no task", u(state.UpdateTask{ID: "t9"}), state.ErrUnknown, ""},
		{"no title", u(state.UpdateTask{Title: to("")}), state.ErrInvalid, ""},
		{"bad date", u(state.UpdateTask{Due: to(parley.Due("soon"))}), state.ErrInvalid, ""},
		{"bad status", u(state.UpdateTask{Status: to(parley.TaskStatus("done"))}), state.ErrInvalid, ""},
		{"bad category", u(state.UpdateTask{Category: to("fun")}), state.ErrInvalid, ""},
		{"after itself", u(state.UpdateTask{DependsOn: &[]string{"t1"}}), state.ErrInvalid, ""},
		{"after what waits for it", u(state.UpdateTask{DependsOn: &[]string{"t3"}}), state.ErrInvalid, ""},
		{"after nothing", u(state.UpdateTask{DependsOn: &[]string{"t9"}}), state.ErrUnknown, ""},
	})
	later := tuesday.Add(time.Hour)
	equal(t, "the changed task", users[0].Tasks[0], parley.Task{
		ID: "t1", Title: "uno", Notes: "n", Status: parley.InProgress, CreatedAt: tuesday, UpdatedAt: later, DueDate: "2026-12-01",
		DueText: "soon", Priority: parley.Low, Category: "work",
	})
	if got := users[1].Tasks[0]; got.DueText != "" || got.DueDate != "2026-12-01" {
		t.Errorf("due %q, as said %q", got.DueDate, got.DueText)
	}
	if got := users[2].Tasks[0]; got.CompletedAt == nil || !got.CompletedAt.Equal(later) {
		t.Errorf("completed at %v", got.CompletedAt)
	}
	if got := users[3].Tasks[2]; got.CompletedAt != nil || got.Status != parley.Pending {
		t.Errorf("open again: %+v", got)
	}
}

func TestCompleteAndDeleteTask(t *testing.T) {
	users := run(t, func(u *user) {
		u.add("one", "two", "three")
		u.must(state.UpdateTask{ID: "t2", DependsOn: &[]string{"t1", "t3"}}, state.CompleteTask{ID: "t3"},
			state.SetReminder{Reminder: parley.Reminder{Text: "one", At: u.now.Add(time.Hour), Task: "t1"}})
		u.wait(time.Hour)
	}, []row{
		{"complete", state.CompleteTask{ID: "t1"}, nil, "task.completed"},
		{"delete", state.DeleteTask{ID: "t1"}, nil, "task.deleted"},
		{"complete again", state.CompleteTask{ID: "t3"}, nil, ""},
		{"complete none", state.CompleteTask{ID: "t7"}, state.ErrUnknown, ""},
		{"delete none", state.DeleteTask{}, state.ErrUnknown, ""},
	})
	now := users[0].now
	if done := users[0].Tasks[0]; done.Status != parley.Completed || !done.CompletedAt.Equal(now) || !done.UpdatedAt.Equal(now) {
		t.Errorf("completed: %+v", done)
	}
	if n := len(users[0].Open()); n != 1 {
		t.Errorf("%d open tasks, want 1", n)
	}
	u := users[1]
	if got := ids(u.Tasks, func(t parley.Task) string { return t.ID + fmt.Sprint(t.DependsOn) }); got != "t2[t3] t3[]" {
		t.Errorf("after the deletion: %s", got)
	}
	if r := u.Reminders[0]; r.Task != "" {
		t.Errorf("the reminder is still of task %s", r.Task)
	}
	if _, ok := u.Task("t1"); ok {
		t.Error("the task is still there")
	}
}

// Tasks that wait for each other in many ways are looked through once each: two in
// each of 200 rows that wait for both of the row before.
func TestDependenciesOfManyWays(t *testing.T) {
	u := newUser(t)
	u.add("left 0", "right 0")
	for i := range 200 {
		before := []string{fmt.Sprint("t", 2*i+1), fmt.Sprint("t", 2*i+2)}
		u.must(state.AddTask{Task: parley.Task{Title: fmt.Sprint("left ", i+1), DependsOn: before}},
			state.AddTask{Task: parley.Task{Title: fmt.Sprint("right ", i+1), DependsOn: before}})
	}
	if _, err := u.do("", state.UpdateTask{ID: "t1", DependsOn: &[]string{"t402"}}); !errors.Is(err, state.ErrInvalid) {
		t.Errorf("a cycle over 200 rows: %v", err)
	}
	u.must(state.AddTask{Task: parley.Task{Title: "free"}})
	u.must(state.UpdateTask{ID: "t403", DependsOn: &[]string{"t402"}})
	many := make([]string, 21)
	for i := range many {
		many[i] = fmt.Sprint("t", i+1)
	}
	if _, err := u.do("", state.AddTask{Task: parley.Task{Title: "after many", DependsOn: many}}); !errors.Is(err, state.ErrInvalid) {
		t.Errorf("a task that waits for %d others: %v", len(many), err)
	}
}

// An id is given once: not again after its task is gone, not to another kind, not by
// a host that begins with a snapshot.
func TestIDsAreGivenOnce(t *testing.T) {
	u := newUser(t)
	u.add("one", "two")
	u.must(state.DeleteTask{ID: "t2"}, state.AddTask{Task: parley.Task{Title: "three"}}, state.AddTask{Task: parley.Task{Title: "four"}})
	u.must(state.DeleteTask{ID: "t4"})
	snapshot, err := u.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	u.State = state.Restore(u.Rev, snapshot)
	u.must(state.SetReminder{Reminder: parley.Reminder{Text: "a", At: u.now.Add(time.Hour)}}, state.Keep{
		state.FlightsFound{}, state.FlightsFound{}, state.FlightsFound{Trip: "p7"},
	}, state.AddTask{Task: parley.Task{Title: "five"}})
	if got := titles(u); got != "t1 one, t3 three, t8 five" || u.Reminders[0].ID != "r5" {
		t.Errorf("tasks %s, reminder %s", got, u.Reminders[0].ID)
	}
}

// The oldest task that is not open makes room; without one there is none.
func TestTooManyTasks(t *testing.T) {
	u := newUser(t)
	events := make([]state.Event, state.MaxTasks)
	for i := range events {
		events[i] = state.TaskCreated{Task: parley.Task{ID: fmt.Sprint("t", i+1), Title: fmt.Sprint("task ", i), Status: parley.Pending}}
	}
	u.Apply(1, u.now, events...)
	more := state.AddTask{Task: parley.Task{Title: "one more", DependsOn: []string{"t5"}}}
	if _, err := u.do("", more); !errors.Is(err, state.ErrFull) {
		t.Errorf("one too many: %v", err)
	}
	u.must(state.CompleteTask{ID: "t5"}, state.CompleteTask{ID: "t8"}, state.CompleteTask{ID: "t9"})
	if got := kinds(u.must(more)); got != "task.deleted task.created" || len(u.Tasks) != state.MaxTasks {
		t.Errorf("%d tasks after %s", len(u.Tasks), got)
	}
	if _, ok := u.Task("t8"); ok {
		t.Error("the oldest that is done, and not waited for, is still there")
	}
}

// Of several commands in one commit all are carried out, each on what those before
// it have left, or none.
func TestDecideAllOrNothing(t *testing.T) {
	u := newUser(t)
	add := func(title string) state.Command { return state.AddTask{Task: parley.Task{Title: title}} }
	if _, err := u.do("", add("a"), add("b"), add("A")); !errors.Is(err, state.ErrDuplicate) || len(u.Tasks) != 0 {
		t.Errorf("%v, and %d tasks", err, len(u.Tasks))
	}
	u.must(add("a"), state.CompleteTask{ID: "t1"}, add("a"), state.UpdateTask{ID: "t2", DependsOn: &[]string{"t1"}}, state.DeleteTask{ID: "t1"})
	if got := titles(u); got != "t2 a" || len(u.Tasks[0].DependsOn) != 0 {
		t.Errorf("tasks %s", got)
	}
	if events := u.must(); len(events) != 0 {
		t.Errorf("no command gave %v", events)
	}
}

// What a command was given may change afterwards: the state has its own.
func TestCommandsShareNothing(t *testing.T) {
	u := newUser(t)
	u.add("one", "two")
	after, args, listed := []string{"t1"}, []byte(`{"a":1}`), []string{"t2", "t1"}
	u.must(state.AddTask{Task: parley.Task{Title: "three", DependsOn: after}}, state.Ask{Question: "Sure?", Tool: "x", Args: args},
		state.ListTasks{IDs: listed})
	refs := []string{"t1"}
	u.must(state.Remember{Memory: parley.Memory{Kind: parley.Fact, Text: "f", Source: parley.Explicit, Refs: refs}})
	before := asJSON(t, u.State)
	after[0], args[2], listed[0], refs[0] = "t2", 'b', "t1", "t3"
	if got := asJSON(t, u.State); got != before {
		t.Errorf("the state has become\n%s\nfrom\n%s", got, before)
	}
}

// Tasks that one commit adds may come after each other, by their titles.
func TestTasksAfterOthersOfOneCommit(t *testing.T) {
	u := newUser(t).add("Buy milk")
	u.must(state.AddTask{Task: parley.Task{Title: "Call HR"}},
		state.AddTask{Task: parley.Task{Title: "Send the report", DependsOn: []string{"t1"}}, After: []string{"call hr.", "Nothing"}},
		state.UpdateTask{ID: "t1", After: []string{"Call HR"}})
	equal(t, "what the new one waits for", u.Tasks[2].DependsOn, []string{"t1", "t2"})
	equal(t, "what the old one waits for", u.Tasks[0].DependsOn, []string{"t2"})
	if _, err := u.do("", state.UpdateTask{ID: "t2", After: []string{"Send the report"}}); !errors.Is(err, state.ErrInvalid) {
		t.Errorf("two that wait for each other: %v, want ErrInvalid", err)
	}
	u.must(state.CompleteTask{ID: "t2"}, state.AddTask{Task: parley.Task{Title: "Rest"}, After: []string{"Call HR"}})
	if got := u.Tasks[3].DependsOn; len(got) > 0 {
		t.Errorf("it waits for %v, which is done", got)
	}
}
