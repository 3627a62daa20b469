//go:build !race

package assistant_test

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
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

// leftBy is what is left by each of the lines, said by as many users, some at once.
func (d *served) leftBy(lines []string, model func() llm.Engine) []int {
	d.t.Helper()
	left := make([]int, len(lines))
	var next atomic.Int64
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(lines)); i = next.Add(1) - 1 {
				n, err := d.asked("u-"+rand.Text(), lines[i], model())
				if err != nil {
					d.t.Errorf("%q: %v", lines[i], err)
				}
				left[i] = n
			}
		})
	}
	all.Wait()
	return left
}

// one is every nth of all lines of the sets.
func one(n int, sets []languagetest.Set) (lines []string) {
	for _, s := range sets {
		for i := 0; i < len(s.Lines); i += n {
			lines = append(lines, s.Lines[i])
		}
	}
	return lines
}

// A refusal is no yes, whatever a model makes of it, and an assent is one.
func TestRefusalsEmptyNoList(t *testing.T) {
	for _, tt := range []struct {
		name  string
		by    acts
		model func() llm.Engine
		each  int // one of so many lines
	}{
		{"a model with tools", scenarios.ActsByTools, agreeing, 2},
		{"a model that acts by code", scenarios.ActsByCode, agreeing, 8},
		{"no model", scenarios.ActsByTools, func() llm.Engine { return nil }, 8}, // the rest is package grammar's
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := tt.by.open(t, setup{})
			refusals, assents := one(tt.each, languagetest.Refusals(t)), one(tt.each, languagetest.Assents(t))
			for i, left := range d.leftBy(refusals, tt.model) {
				if left != 3 {
					t.Errorf("after %q %d of 3 tasks are left", refusals[i], left)
				}
			}
			taken := 0
			for i, left := range d.leftBy(assents, tt.model) {
				switch left {
				case 0:
					taken++
				case 3:
				default:
					t.Errorf("after %q %d of 3 tasks are left", assents[i], left)
				}
			}
			t.Logf("%d refusals; %d of %d assents taken", len(refusals), taken, len(assents))
			if taken*100 < len(assents)*85 {
				t.Errorf("%d of %d assents taken, want 85 %%", taken, len(assents))
			}
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
