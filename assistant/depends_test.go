package assistant_test

import (
	"strings"
	"testing"

	"parley"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/llm"
)

// extracting is a model that calls tasks_extract for a text, and in which the skill
// finds these tasks.
func extracting(text string, tasks []map[string]any) *assistanttest.Model {
	for _, t := range tasks {
		t["priority"], t["confidence"] = "normal", 0.9
	}
	return functionsModel(calling("tasks_extract", `{"text":"`+text+`"}`),
		map[string]any{"tasks": map[string]any{"tasks": tasks, "unclear": []any{}}, "plan": "no plan"})
}

// TestPlanningOfTheSeed: "Call HR before sending the report because it requires their
// approval": of the two tasks the report waits, and the plan says so.
func TestPlanningOfTheSeed(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		const text = "Call HR before sending the report"
		model := extracting(text, []map[string]any{ // in the other order
			{"task": "Send the report", "depends_on_index": []int{1}}, {"task": "Call HR"},
		})
		for name, engine := range map[string]llm.Engine{"offline": nil, "model": model} {
			d := by.open(t, setup{skills: engine})
			if said := d.say(text, engine); said != "Added “Call HR”; “Send the report”, after “Call HR”." {
				t.Errorf("%s: said %q", name, said)
			}
			all := d.state().Tasks
			if titles(all) != "Call HR, Send the report" || len(all[0].DependsOn) > 0 || strings.Join(all[1].DependsOn, " ") != all[0].ID {
				t.Fatalf("%s: tasks %+v", name, all)
			}
			want := `First “Call HR” (comes before "Send the report", which depends on it); then “Send the report”`
			d.say("make task 2 high priority", nil) // still behind the other
			if said := d.say("plan my day", nil); !strings.HasPrefix(said, want) {
				t.Errorf("%s: said %q, want %q", name, said, want)
			}
			card, _ := d.state().Card("plan")
			if card.Plan == nil || len(card.Plan.Blocked) != 1 || card.Plan.Blocked[0].Task != all[1].ID ||
				card.Plan.Blocked[0].By != all[0].ID {
				t.Errorf("%s: plan %+v", name, card.Plan)
			}
			d.say("done 1", nil)
			d.say("plan my day", nil)
			if card, _ := d.state().Card("plan"); len(card.Plan.Blocked) > 0 {
				t.Errorf("%s: still blocked: %+v", name, card.Plan.Blocked)
			}
		}
	})
}

// What is on the list already is told to come after, too.
func TestOrderOfTasksOnTheList(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		const text = "Call HR before sending the report"
		model := extracting(text, []map[string]any{
			{"task": "Call HR"}, {"task": "Send the report", "depends_on_index": []int{0}, "duplicate_of": "t2"},
		})
		for name, engine := range map[string]llm.Engine{"offline": nil, "model": model} {
			d := by.open(t, setup{skills: engine})
			d.say("add task: send report", nil)
			said := d.say(text, engine)
			all := d.state().Tasks
			if titles(all) != "Send report, Call HR" || strings.Join(all[0].DependsOn, " ") != all[1].ID ||
				!strings.HasPrefix(said, "Added “Call HR”. Changed “Send report”, after “Call HR”.") {
				t.Errorf("%s: said %q, tasks %+v", name, said, all)
			}
			rev := d.state().Rev
			if said := d.say(text, engine); !strings.HasPrefix(said, "You already have") || len(d.state().Tasks) != 2 {
				t.Errorf("%s: said again %q after revision %d", name, said, rev)
			}
		}
		// A plain command that is sure finds the order, too.
		d := by.open(t, setup{})
		d.say("I need to ask Anna before booking the room", nil)
		if all := d.state().Tasks; titles(all) != "Ask Anna, Book the room" || len(all[1].DependsOn) != 1 {
			t.Errorf("tasks %+v", all)
		}
	})
}

// A model changes what comes first with tasks_update; the state's rules hold.
func TestUpdateOfWhatComesFirst(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		if _, _, err := d.Do(t.Context(), owner, "", state.AddTask{Task: parley.Task{Title: "Call HR"}},
			state.AddTask{Task: parley.Task{Title: "Send report"}}); err != nil {
			t.Fatal(err)
		}
		for _, tt := range []struct{ args, said, after string }{
			{`{"id":"t2","depends_on":["t1"]}`, "Changed: “Send report”, after “Call HR”.", "t1"},
			{`{"id":"t1","depends_on":["t2"]}`, "That is not possible: two tasks cannot each come first.", "t1"},
			{`{"id":"t2","depends_on":["t9"]}`, "I do not find that. Which one do you mean?", "t1"},
			{`{"id":"t2","priority":"high"}`, "Changed: “Send report”, high priority, after “Call HR”.", "t1"},
			{`{"id":"t2","depends_on":[]}`, "Changed: “Send report”, high priority.", ""},
		} {
			model := functionsModel(calling("tasks_update", tt.args), nil)
			said := d.say("hm, about that order of things", model)
			if got := strings.Join(d.state().Tasks[1].DependsOn, " "); said != tt.said || got != tt.after {
				t.Errorf("%s: said %q, after %q, want %q and %q", tt.args, said, got, tt.said, tt.after)
			}
		}
	})
}
