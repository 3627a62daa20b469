package state_test

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"parley"
	"parley/assistant/state"
)

// aged is a user with some tasks and all else that gathers with time.
func aged(t testing.TB, tasks int) *user {
	u := newUser(t)
	events := make([]state.Event, tasks)
	for i := range events {
		events[i] = state.TaskCreated{Task: parley.Task{
			ID: fmt.Sprint("t", i+1), Title: fmt.Sprint("Something to be done, number ", i), Notes: "With a word about it.",
			Status: parley.Pending, Priority: parley.Normal, CreatedAt: tuesday, UpdatedAt: tuesday,
			DueDate: "2026-11-25", DueText: "tomorrow",
		}}
	}
	for i := range 100 {
		events = append(events, message(tasks+i, tuesday.Add(-time.Hour)),
			state.ReminderCreated{Reminder: parley.Reminder{
				ID: fmt.Sprint("r", i), Text: "stretch", At: tuesday.AddDate(0, 0, i), Rule: "FREQ=DAILY",
			}},
			state.MemoryUpdated{Memory: parley.Memory{ID: fmt.Sprint("m", i), Kind: parley.Fact, Text: "Likes tea."}})
	}
	u.Apply(1, tuesday, events...)
	for i := range 1000 {
		u.Apply(uint64(2+i), tuesday, state.ActionDone{Action: fmt.Sprint("0123456789abcdef", i), At: tuesday})
	}
	u.Patch(0)
	return u
}

func message(n int, at time.Time) state.Event {
	return state.MessageReceived{Message: parley.Message{
		ID: fmt.Sprint("c", n), Role: state.UserRole, Content: "Please add something to my list.", Timestamp: at, Modality: "text",
	}}
}

// done begins the commit of an action.
func done(n int) state.Event { return state.ActionDone{Action: fmt.Sprint("a", n), At: tuesday} }

// sizes runs a benchmark for users of 100 and of 1,000 tasks.
func sizes(b *testing.B, f func(b *testing.B, u *user)) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			u := aged(b, n)
			b.ReportAllocs()
			b.ResetTimer()
			f(b, u)
		})
	}
}

func BenchmarkApplyCompleted(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for i := range b.N {
			u.Apply(u.Rev+1, tuesday, done(i), state.TaskCompleted{ID: "t50"})
			u.Patch(u.Rev)
		}
	})
}

// As a host does it that gives its state to whoever asks between two commits.
func BenchmarkApplyCompletedAndClone(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for i := range b.N {
			u.Apply(u.Rev+1, tuesday, done(i), state.TaskCompleted{ID: "t50"})
			u.Patch(u.Rev)
			u.Clone()
		}
	})
}

// A task goes with each that comes, so that the size stays.
func BenchmarkApplyCreatedAndDeleted(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for i := range b.N {
			task := u.Tasks[0]
			gone := task.ID
			task.ID = fmt.Sprint("t", 100_000+i)
			u.Apply(u.Rev+1, tuesday, done(i), state.TaskCreated{Task: task}, state.TaskDeleted{ID: gone})
			u.Patch(u.Rev)
		}
	})
}

func BenchmarkApplyMessage(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for i := range b.N {
			u.Apply(u.Rev+1, tuesday, done(i), message(100_000+i, tuesday.Add(time.Duration(i)*time.Second)))
			u.Patch(u.Rev)
		}
	})
}

func BenchmarkDecideAddTask(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for b.Loop() {
			add := state.AddTask{Task: parley.Task{Title: "Buy milk", DueDate: "2026-11-25"}}
			if _, err := state.Decide(u.State, tuesday, add); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// Ten commands, as a text with ten tasks gives.
func BenchmarkDecideTen(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		commands := make([]state.Command, 10)
		for i := range commands {
			commands[i] = state.AddTask{Task: parley.Task{Title: fmt.Sprint("Buy milk ", i), DueDate: "2026-11-25"}}
		}
		for b.Loop() {
			if _, err := state.Decide(u.State, tuesday, commands...); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkClone(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for b.Loop() {
			u.Clone()
		}
	})
}

func BenchmarkView(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for b.Loop() {
			u.View()
		}
	})
}

// The patch of one task that was done.
func BenchmarkPatch(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		u.Apply(u.Rev+1, tuesday, state.TaskCompleted{ID: "t50"})
		for b.Loop() {
			if p := u.Clone().Patch(0); len(p.Tasks) != 1 {
				b.Fatal(p)
			}
		}
	})
}

func BenchmarkSnapshot(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		for b.Loop() {
			snapshot, err := u.Snapshot()
			if err != nil {
				b.Fatal(err)
			}
			b.ReportMetric(float64(len(snapshot)), "bytes")
		}
	})
}

func BenchmarkRestore(b *testing.B) {
	sizes(b, func(b *testing.B, u *user) {
		snapshot, err := u.Snapshot()
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			if state.Restore(u.Rev, snapshot) == nil {
				b.Fatal("not restored")
			}
		}
	})
}

func BenchmarkDecode(b *testing.B) {
	raw := json.RawMessage(asJSON(b, state.TaskCreated{Task: aged(b, 1).Tasks[0]}))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := state.Decode("task.created", raw); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLocation(b *testing.B) {
	u := newUser(b)
	u.must(state.SetZone{Zone: "Europe/Berlin"})
	b.ReportAllocs()
	for b.Loop() {
		u.Location(time.UTC)
	}
}
