package assistant_test

import (
	"strings"
	"testing"

	"parley"
	"parley/agent"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
)

// An answer to a turn of a call is told token by token to who watches, but not before
// the turn is over.
func TestTokensOfACall(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		c := d.NewCall("call_a", owner, by.scene(t, "taskAgent"), by.model(assistanttest.Saying("Good evening to you.")))
		on := &stage{}
		d.live(c, on)
		seen := d.watch()
		m, committed, result := newMouth(), make(chan struct{}), make(chan error, 1)
		go func() {
			result <- c.Answer(t.Context(), agent.Turn{Text: "good evening", Committed: committed}, m)
		}()
		next(t, m.said)
		close(committed)
		if err := <-result; err != nil {
			t.Fatal(err)
		}
		happen(t, c, heardTurn(2, "good evening"), saidTurn(3, "Good evening", true))
		var order []string
		var text strings.Builder
		for len(order) == 0 || order[len(order)-1] != "message.completed" {
			p := next(t, seen)
			if p.Type == "llm.token" {
				text.WriteString(p.Text)
			}
			if len(order) == 0 || order[len(order)-1] != p.Type {
				order = append(order, p.Type)
			}
		}
		if got := strings.Join(order, " "); got != "message.created llm.token llm.interrupted message.completed" {
			t.Errorf("order %s", got)
		}
		if strings.TrimSpace(text.String()) != "Good evening to you." {
			t.Errorf("tokens %q", text.String())
		}
		on.mu.Lock()
		defer on.mu.Unlock()
		for _, p := range on.passed {
			if p.Type == "llm.token" {
				t.Error("the room is told tokens, which are its captions")
			}
		}
	})
}

// watch is what passes for the owner.
func (d *served) watch() <-chan parley.Passing {
	d.t.Helper()
	seen, ready := make(chan parley.Passing, 64), make(chan struct{})
	ctx := d.t.Context()
	go func() {
		_ = d.Watch(ctx, owner, func(c assistant.Change) error {
			switch {
			case c.State != nil:
				close(ready)
			case c.Passing != nil:
				seen <- *c.Passing
			}
			return nil
		})
	}()
	next(d.t, ready)
	return seen
}

// What a model writes for a tool is shown as progress alone, until it is whole.
func TestProgressOfAPlan(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		model := functionsModel(calling("tasks_plan", "{}"), map[string]any{"plan": map[string]any{
			"order": []map[string]any{
				{"task_id": "t2", "rank": 1, "reason": strings.Repeat("it is short, and ", 6) + "so on"},
				{"task_id": "t1", "rank": 2, "reason": "it can wait"},
			},
		}})
		d := by.open(t, setup{skills: model})
		if _, _, err := d.Do(t.Context(), owner, "", state.AddTask{Task: parley.Task{Title: "Buy milk"}},
			state.AddTask{Task: parley.Task{Title: "Call HR"}}); err != nil {
			t.Fatal(err)
		}
		seen := d.watch()
		d.say("what would you do first, of all that", model)
		var order []string
		for len(order) == 0 || order[len(order)-1] != "message.completed" {
			p := next(t, seen)
			order = append(order, p.Type)
			if p.Message == "" || strings.Contains(p.Text, "{") {
				t.Errorf("told %+v", p)
			}
			if p.Type == "tool.progress" && p.Index < 100 {
				t.Errorf("progress of %d characters", p.Index)
			}
		}
		got := strings.Join(order, " ")
		if !strings.HasPrefix(got, "message.created tool.call tool.progress") || !strings.Contains(got, "tool.result llm.token") {
			t.Errorf("order %s", got)
		}
	})
}
