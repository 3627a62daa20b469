package assistant_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/assistanttest"
	"parley/assistant/calendar"
	"parley/assistant/state"
	"parley/llm"
)

// functionsModel is a simulated model that does what a good one would: it answers
// structured requests by the schema's name, and in talk calls the tool that fits.
func functionsModel(talk func(newest string, told []string) assistanttest.Answer, structured map[string]any) *assistanttest.Model {
	return &assistanttest.Model{Reply: func(r llm.Request) assistanttest.Answer {
		if r.Schema != nil {
			b, err := json.Marshal(structured[r.Schema.Name])
			return assistanttest.Answer{Text: string(b), Err: err}
		}
		var newest string
		var told []string
		for _, m := range r.Messages {
			if m.Speaker == llm.User {
				newest, told = m.Text, nil
			} else if m.Speaker == llm.ToolReply {
				told = append(told, m.Text)
			}
		}
		return talk(newest, told)
	}}
}

// calling has a model call one tool and then say what that has said.
func calling(tool, args string) func(string, []string) assistanttest.Answer {
	return func(_ string, told []string) assistanttest.Answer {
		if len(told) == 0 {
			return assistanttest.Answer{Calls: []llm.ToolCall{{ID: "c1", Name: tool, Arguments: args}}}
		}
		var r struct {
			Said string `json:"said"`
		}
		if err := json.Unmarshal([]byte(told[0]), &r); err != nil {
			return assistanttest.Answer{Err: err}
		}
		return assistanttest.Answer{Text: r.Said}
	}
}

// TestTaskExtractionOfTheSeed: "Call HR and send report by Friday" gives two tasks,
// each due on Friday, with a model and without one.
func TestTaskExtractionOfTheSeed(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		const text = "Call HR and send report by Friday"
		model := functionsModel(calling("tasks_extract", `{"text":"`+text+`"}`), map[string]any{"tasks": map[string]any{
			"tasks": []map[string]any{
				{"task": "Call HR", "due": "Friday", "due_at": "2026-11-27", "priority": "normal", "duplicate_of": nil, "depends_on_index": []int{}, "confidence": 0.9},
				{"task": "Send report", "due": "Friday", "due_at": "2026-11-27", "priority": "normal", "duplicate_of": nil, "depends_on_index": []int{}, "confidence": 0.9},
			}, "unclear": []any{},
		}})
		for name, engine := range map[string]llm.Engine{"offline": nil, "model": model} {
			s := setup{}
			if engine != nil {
				s.skills = engine
			}
			d := by.open(t, s)
			said := d.say(text, engine)
			tasks := d.state().Tasks
			if titles(tasks) != "Call HR, Send report" || tasks[0].DueDate != "2026-11-27" || tasks[1].DueDate != "2026-11-27" ||
				tasks[1].DueText != "Friday" {
				t.Errorf("%s: tasks %+v", name, tasks)
			}
			if !strings.Contains(said, "Call HR") || !strings.Contains(said, "Send report") {
				t.Errorf("%s: said %q", name, said)
			}
			// Said again, they are recognised.
			if said := d.say(text, engine); !strings.Contains(said, "already") || len(d.state().Tasks) != 2 {
				t.Errorf("%s: said again %q, tasks %s", name, said, titles(d.state().Tasks))
			}
		}
	})
}

// What is on the list without a date gets the one that was said.
func TestExtractionAddsADate(t *testing.T) {
	d := open(t, setup{})
	d.say("add task call HR", nil)
	said := d.say("Call HR and send report by Friday", nil)
	tasks := d.state().Tasks
	if titles(tasks) != "Call HR, Send report" || tasks[0].DueDate != "2026-11-27" || !strings.Contains(said, "already") {
		t.Errorf("said %q, tasks %+v", said, tasks)
	}
}

// Without a model a greeting and thanks are answered, and what is not understood in one
// line.
func TestCourtesies(t *testing.T) {
	d := open(t, setup{})
	for text, want := range map[string]string{
		"Hi!": "Hello", "hello there": "Hello", "thanks a lot": "welcome", "bye": "Goodbye", "stop": "All right",
		"what is the meaning of life": "Without a language model",
	} {
		if said := d.say(text, nil); !strings.Contains(said, want) || len(said) > 150 {
			t.Errorf("%q: said %q", text, said)
		}
	}
	d.wantTasks("")
}

// day fills the owner's day as the seed's example has it: 3 meetings, 2 tasks
// overdue, 1 to follow up.
func (d *served) day() {
	d.t.Helper()
	now := d.clock.Now()
	var meetings []calendar.Entry
	for i, title := range []string{"Stand-up", "Team meeting", "Review"} {
		start := now.Add(time.Duration(i+1) * time.Hour)
		meetings = append(meetings, calendar.Entry{UID: title, Title: title, Start: start, End: start.Add(30 * time.Minute)})
	}
	late := parley.DueDay(now.AddDate(0, 0, -2))
	if _, _, err := d.Do(d.t.Context(), owner, "", state.ImportCalendar{Entries: meetings},
		state.AddTask{Task: parley.Task{Title: "Pay the rent", DueDate: late}},
		state.AddTask{Task: parley.Task{Title: "Answer the landlord", DueDate: late}},
		state.AddTask{Task: parley.Task{Title: "Follow up on the report"}}); err != nil {
		d.t.Fatal(err)
	}
}

// TestSummaryOfTheSeed: "Today, you have 3 meetings, 2 tasks overdue, and 1 action
// item for follow-up." The counts are of the data, whatever a model says.
func TestSummaryOfTheSeed(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		const want = "Today, you have 3 meetings, 2 tasks overdue, and 1 action item for follow-up."
		lying := functionsModel(calling("digest_today", "{}"), map[string]any{"summary": map[string]any{
			"summary": "Today, you have 7 meetings and nothing overdue.", "action_items": []any{}, "decisions": []string{},
		}})
		for name, engine := range map[string]llm.Engine{"offline": nil, "lying model": lying} {
			s := setup{}
			if engine != nil {
				s.skills = engine
			}
			d := by.open(t, s)
			d.day()
			if said := d.say("summarise my day", engine); !strings.HasPrefix(said, want) {
				t.Errorf("%s: said %q, want %q", name, said, want)
			}
			c, ok := d.state().Card("summary")
			if !ok || c.Summary.Counts != (parley.Counts{Meetings: 3, Overdue: 2, FollowUps: 1}) {
				t.Errorf("%s: card %+v", name, c.Summary)
			}
		}
	})
}

// TestPlanOfTheSeed: the order is of all open tasks, what is overdue first.
func TestPlanOfTheSeed(t *testing.T) {
	d := open(t, setup{})
	d.day()
	said := d.say("plan my day", nil)
	if !regexp.MustCompile(`^First “(Pay the rent|Answer the landlord)” \(.*overdue`).MatchString(said) {
		t.Errorf("said %q", said)
	}
	c, _ := d.state().Card("plan")
	if c.Plan == nil || len(c.Plan.Order) != 3 || c.Plan.By != "rules" {
		t.Errorf("plan %+v", c.Plan)
	}
}

// TestMemoryOfTheSeed: "the report" of today is the report of last week, by rules and
// by a model; what is kept of the user says where it is from, and is erased again.
func TestMemoryOfTheSeed(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		model := functionsModel(calling("memory_recall", `{"about":"the report"}`), map[string]any{"recall": map[string]any{
			"refs": []map[string]any{{"mention": "the report", "kind": "fact", "id": "t2", "confidence": 0.9}}, "ambiguous": []any{},
		}})
		inventing := functionsModel(calling("memory_recall", `{"about":"the report"}`), map[string]any{"recall": map[string]any{
			"refs": []map[string]any{{"mention": "the report", "kind": "fact", "id": "m99", "confidence": 0.9}}, "ambiguous": []any{},
		}})
		for name, engine := range map[string]llm.Engine{"offline": nil, "model": model, "inventing model": inventing} {
			d := by.open(t, setup{skills: engine})
			d.say("add task prepare report for the board", nil)
			d.clock.add(7 * 24 * time.Hour)
			words := "what do you know about the report"
			if engine != nil {
				words = "so, that report again"
			}
			if said := d.say(words, engine); said != "This is what I know: a task, “Prepare report for the board”." {
				t.Errorf("%s: said %q", name, said)
			}
		}
		d := by.open(t, setup{})
		d.say("remember that I prefer window seats", nil)
		m := d.state().Memories
		if len(m) != 1 || m[0].Source != parley.Explicit || m[0].Confidence != 1 {
			t.Fatalf("memories %+v", m)
		}
		if said := d.say("forget that I prefer window seats", nil); len(d.state().Memories) != 0 {
			t.Errorf("said %q, still there: %+v", said, d.state().Memories)
		}
	})
}

// Where two things may be meant and none is sure, the user is asked.
func TestRecallAsksWhichIsMeant(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		model := functionsModel(calling("memory_recall", `{"about":"the invoice"}`), map[string]any{"recall": map[string]any{
			"refs": []any{}, "ambiguous": []map[string]any{{"mention": "the invoice", "ids": []string{"t2", "t4"}}},
		}})
		for name, engine := range map[string]llm.Engine{"offline": nil, "model": model} {
			d := by.open(t, setup{skills: engine})
			if _, _, err := d.Do(t.Context(), owner, "", state.AddTask{Task: parley.Task{Title: "Rest"}},
				state.AddTask{Task: parley.Task{Title: "Send invoice to Ben"}}, state.AddTask{Task: parley.Task{Title: "Sing"}},
				state.AddTask{Task: parley.Task{Title: "Send invoice to Carla"}}); err != nil {
				t.Fatal(err)
			}
			words := "what do you know about the invoice"
			if engine != nil {
				words = "so, that invoice again"
			}
			const want = "Which one do you mean: a task, “Send invoice to Ben” or a task, “Send invoice to Carla”?"
			if said := d.say(words, engine); said != want {
				t.Errorf("%s: said %q, want %q", name, said, want)
			}
		}
	})
}
