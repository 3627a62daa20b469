package state_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/calendar"
	"parley/assistant/state"
)

// life is a user who does anything, in any order, of a seed.
type life struct {
	*user
	*rand.Rand
}

func newLife(t testing.TB, seed uint64) life {
	return life{newUser(t), rand.New(rand.NewPCG(seed, 1))}
}

func oneOf[E any](l life, all ...E) E { return all[l.IntN(len(all))] }

// text is a word, and now and then what nobody writes.
func (l life) text() string {
	return oneOf(l, "milk", "Milk.", "bread", "call Anna", "pay rent", "x", "", "a\xffb", "1 < 2 & \u2028", strings.Repeat("ü ", 100),
		fmt.Sprint("n", l.IntN(9)))
}

// id is that of anything, mostly of something that there is.
func (l life) id(kind string) string {
	if l.IntN(8) == 0 {
		return oneOf(l, "", "t", "q0", "zone", "t999999")
	}
	return kind + fmt.Sprint(1+l.IntN(l.LastID+1))
}

func (l life) tasks() (ids []string) {
	for range l.IntN(4) {
		if len(l.Tasks) > 0 {
			ids = append(ids, oneOf(l, l.Tasks...).ID)
		}
	}
	return ids
}

func (l life) due() parley.Due {
	return oneOf[parley.Due](l, "", "", "2026-11-25", "2026-11-25T09:00:00Z", "2026-11-25T10:00:00.5+01:00", "soon")
}

func (l life) command() state.Command {
	switch l.IntN(24) {
	case 0, 1, 2, 3:
		return state.AddTask{Task: parley.Task{
			Title: l.text(), Notes: l.text(), DueDate: l.due(), Priority: oneOf(l, "", parley.High), DependsOn: l.tasks(),
		}}
	case 4:
		return state.CompleteTask{ID: l.id("t")}
	case 5, 6:
		return state.DeleteTask{ID: l.id("t")}
	case 7:
		return state.UpdateTask{
			ID: l.id("t"), Title: to(l.text()), Due: to(l.due()), DependsOn: to(l.tasks()),
			Status: to(oneOf(l, parley.Pending, parley.Completed)),
		}
	case 8, 9:
		return state.ListTasks{IDs: l.tasks()}
	case 10:
		return state.SetReminder{Reminder: parley.Reminder{
			Text: l.text(), At: l.now.Add(time.Duration(l.IntN(90)) * time.Minute), Task: oneOf(l, "", l.id("t")),
			Zone: oneOf(l, "", "Asia/Tokyo"), Rule: oneOf(l, "", "FREQ=DAILY", "FREQ=MINUTELY;INTERVAL=30;COUNT=3", "bad"),
		}}
	case 11, 12:
		if len(l.Reminders) > 0 {
			r := oneOf(l, l.Reminders...)
			return state.FireReminder{ID: r.ID, Due: r.At}
		}
		return state.CancelReminder{ID: l.id("r")}
	case 13:
		return oneOf[state.Command](l, state.TellReminder{ID: l.id("r")}, state.CancelReminder{ID: l.id("r")})
	case 14:
		return state.Remember{Memory: parley.Memory{
			Kind: oneOf(l, parley.Fact, parley.Preference), Key: l.text(), Text: l.text(),
			Source: oneOf(l, parley.Explicit, parley.Inferred), Confidence: l.Float64(),
		}}
	case 15:
		return oneOf[state.Command](l, state.CorrectMemory{ID: l.id("m"), Text: l.text()}, state.EraseMemory{ID: l.id("m")})
	case 16:
		return oneOf[state.Command](l, state.SetZone{Zone: oneOf(l, "Asia/Tokyo", "Europe/Berlin")},
			state.ImportCalendar{Entries: []calendar.Entry{{Title: parley.OneLine(l.text())}}})
	case 17:
		return oneOf[state.Command](l, state.Ask{Question: l.text(), Tool: "x", Args: json.RawMessage("{ \"a<\":\n1}")},
			state.Resolve{ID: l.id("q"), Yes: l.IntN(2) == 0})
	case 18:
		return l.kept()
	case 19:
		return state.Amend{ID: l.id("c"), Text: l.text(), Modality: "voice"}
	case 20:
		return state.Recover{Text: "I was cut off."}
	case 21, 22:
		return state.Reply{To: l.id("c"), Text: l.text(), Tokens: l.IntN(9), Interrupted: l.IntN(2) == 0}
	}
	return state.Receive{Text: l.text(), Action: oneOf(l, "", "x", "y"), Quota: state.Quota{PerMinute: 4}}
}

func (l life) kept() state.Command {
	trip := fmt.Sprint("p", l.LastID)
	return state.Keep{oneOf[state.Event](l,
		state.SummaryGenerated{Summary: parley.Summary{Text: parley.OneLine(l.text())}}, state.PlanGenerated{},
		state.FlightsFound{Options: []parley.Flight{{ID: "1"}}}, state.FlightsFound{},
		state.FlightsRanked{Trip: trip, Ranked: []parley.RankedFlight{{FlightID: "1", Rank: 1}}},
		state.UsageCounted{Tokens: 1}, state.ToolCalled{Key: "k"}, state.ToolDone{Key: "k"},
		state.Unknown{Name: "of.later", Raw: json.RawMessage(`{"a": 1}`)},
	)}
}

// live does a few things at once, after some time.
func (l life) live() {
	l.wait(time.Duration(l.ExpFloat64() * float64(3*time.Minute)).Truncate(time.Millisecond))
	if l.IntN(50) == 0 {
		l.wait(20 * time.Hour)
	}
	commands := make([]state.Command, 1+l.IntN(2))
	for i := range commands {
		commands[i] = l.command()
	}
	_, _ = l.do(fmt.Sprint("a", l.IntN(1000)), commands...) // also what is refused
}
