package assistant_test

import (
	"fmt"
	"strings"
	"testing"

	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/engine"
	"parley/llm"
)

// Who has written sees that the model is being loaded while they wait for its answer, and
// no longer; nobody is told any more once the answer is there.
func TestLoadIsShownWithTheAnswer(t *testing.T) {
	d := open(t, setup{})
	seen := d.watch()
	var tell func(bool)
	stopped := false
	model := &assistanttest.Model{Reply: func(llm.Request) assistanttest.Answer {
		tell(true)
		tell(false)
		return assistanttest.Answer{Text: "A quiet week."}
	}}
	said, _ := d.send(assistant.Message{
		Owner: owner, Text: "what do you make of my week?", Engine: model,
		Watch: func(f func(bool)) func() {
			tell = f
			return func() { stopped = true }
		},
	})
	if said != "A quiet week." || !stopped {
		t.Errorf("said %q, stopped %v", said, stopped)
	}
	var order []string
	for len(order) == 0 || order[len(order)-1] != "message.completed" {
		p := next(t, seen)
		switch p.Type {
		case "llm.token":
		case "tool.call", "tool.result":
			order = append(order, p.Type+" "+p.Text)
		default:
			order = append(order, p.Type)
		}
		if p.Message == "" {
			t.Errorf("%s is of no message", p.Type)
		}
	}
	if got := strings.Join(order, ", "); got != "message.created, tool.call model.load, tool.result model.load, message.completed" {
		t.Errorf("told %s", got)
	}
}

// A model that is loaded too late for an answer is told of as that.
func TestModelThatIsStillBeingLoaded(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := by.open(t, setup{})
		loading := &assistanttest.Model{Reply: func(llm.Request) assistanttest.Answer {
			return assistanttest.Answer{Err: fmt.Errorf("llm: %w: ollama:m", engine.ErrLoading)}
		}}
		said, _ := d.send(assistant.Message{Owner: owner, Text: "what do you make of my week?", Engine: loading})
		if !strings.Contains(said, "still being loaded") || !strings.Contains(said, "saved") || !strings.Contains(said, "ask me again") {
			t.Errorf("answer %q", said)
		}
	})
}
