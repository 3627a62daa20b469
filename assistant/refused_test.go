//go:build !race

package assistant_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/language/languagetest"
	"parley/llm"
	"parley/scenarios"
)

// agreeing is a model that says yes for the user as often as it is let.
func agreeing() llm.Engine {
	return &assistanttest.Model{Reply: func(r llm.Request) assistanttest.Answer {
		last := r.Messages[len(r.Messages)-1]
		offered := slices.ContainsFunc(r.Tools, func(t llm.Tool) bool { return t.Name == "confirm_answer" })
		if !offered || last.Speaker == llm.ToolReply {
			return assistanttest.Answer{Text: "As you wish."}
		}
		return assistanttest.Answer{Calls: []llm.ToolCall{{ID: "1", Name: "confirm_answer", Arguments: `{"yes":true}`}}}
	}}
}

// asked is a new user with three tasks who was asked whether to remove all of them, and
// then says something; what is left of the three is returned.
func (d *served) asked(user, said string, model llm.Engine) (left int, err error) {
	add := func(title string) state.Command { return state.AddTask{Task: parley.Task{Title: title}} }
	if _, _, err := d.Do(d.t.Context(), user, "", add("Milk"), add("Bread"), add("Eggs")); err != nil {
		return 0, err
	}
	m := assistant.Message{Owner: user, Text: "delete all tasks", Scene: d.acts.scene(d.t, "chiefOfStaff")}
	answer, _, err := d.Chat(d.t.Context(), m, func(assistant.Update) {})
	if err != nil || !strings.Contains(answer.Content, "Shall I remove 3 tasks") {
		return 0, fmt.Errorf("asked %q: %w", answer.Content, err)
	}
	m.Text, m.Engine = said, d.acts.model(model)
	_, s, err := d.Chat(d.t.Context(), m, func(assistant.Update) {})
	if err != nil {
		return 0, err
	}
	for _, t := range s.Tasks {
		if t.Status != parley.Completed && slices.Contains([]string{"Milk", "Bread", "Eggs"}, t.Title) {
			left++
		}
	}
	return left, nil
}

// A refusal is no yes, whatever a model makes of it, and an assent is one.
func TestReader(t *testing.T) {
	for _, tt := range []struct {
		name  string
		by    acts
		model func() llm.Engine
		lines int
	}{
		{"a model with tools", scenarios.ActsByTools, agreeing, languagetest.Some},
		{"a model that acts by code", scenarios.ActsByCode, agreeing, languagetest.Some},
		{"no model", scenarios.ActsByTools, func() llm.Engine { return nil }, languagetest.Some}, // the rest is package grammar's
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := tt.by.open(t, setup{})
			languagetest.Reader(t, tt.lines, func(said string) bool {
				left, err := d.asked("u-"+rand.Text(), said, tt.model())
				if err != nil || left != 0 && left != 3 {
					t.Errorf("after %q %d of 3 tasks are left: %v", said, left, err)
				}
				return left != 3
			})
		})
	}
}

// What is neither is asked again, and the yes to that is one. A mere yes to something
// that was asked since is none, though a model makes one of it.
func TestAskedAgain(t *testing.T) {
	d := open(t, setup{})
	d.adds("Apples", "Bread")
	d.say("delete all tasks", nil)
	if said := d.say("hm, the old ones", nil); said != "Please say yes or no. Shall I remove 2 tasks from your list for good?" {
		t.Errorf("said %q", said)
	}
	d.wantTasks("Apples, Bread")
	d.say("yes", nil)
	d.wantTasks("")

	d.adds("Cheese", "Dates")
	d.say("delete all tasks", nil)
	d.say("what is the weather like", assistanttest.Saying("Sunny. Shall I tell you of tomorrow?"))
	d.say("yes", agreeing())
	d.wantTasks("Cheese, Dates")
	d.say("yes, remove them", agreeing())
	d.wantTasks("")
}
