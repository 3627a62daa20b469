package scripted_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"

	"parley"
	"parley/checker"
	"parley/checker/eval/scripted"
	"parley/llm"
	"parley/scenarios"
)

var scene = scenarios.Scenario{ID: "scene", Goal: "Get his approval.", Botname: "Sterling"}

// about is a case whose conversation is told from others by n.
func about(n int) checker.Case {
	return checker.Case{Exchange: parley.Exchange{Call: "call_a", Number: 1, Turns: []parley.Turn{
		{Number: 1, Role: parley.Character, Text: "So, this project... Bold..."},
		{Number: 2, Role: parley.User, Text: fmt.Sprintf("It returns %d percent.", n)},
		{Number: 3, Role: parley.Character, Text: "Hmm, and the risk?"},
	}}}
}

var right = checker.Finding{Progress: 4, CTA: "Keep going!"}

// ask has a real judge ask the model about case n.
func ask(t *testing.T, model *scripted.Engine, n int) (checker.Opinion, scripted.Mishap, error) {
	t.Helper()
	ctx, watch := scripted.Watch(t.Context())
	o, err := checker.ModelJudge{Engine: model, Scenario: scene}.Judge(ctx, about(n))
	return o, watch.First(), err
}

func learn(model *scripted.Engine, n int, s scripted.Script) {
	model.Learn(checker.Prompt(about(n).Exchange, scene), s)
}

func TestEveryMishapIsMetByTheRealJudge(t *testing.T) {
	model := scripted.New(7)
	seen := map[scripted.Mishap]bool{}
	for n := range 800 {
		learn(model, n, scripted.Script{Right: right, Injection: n%8 == 0})
		o, m, err := ask(t, model, n)
		seen[m] = true
		switch {
		case err != nil && !errors.Is(err, checker.ErrUnjudged):
			t.Fatalf("%s: %v", m, err)
		case m.Form() && err == nil && !o.Repaired:
			t.Errorf("%s was taken as it came: %+v", m, o.Finding)
		case m == scripted.Right && (err != nil || o.Repaired || o.Progress != right.Progress || o.CTA != right.CTA):
			t.Errorf("a right answer came as %+v, %v", o, err)
		case n%8 == 0 && (!m.Lie() || !o.Complete):
			t.Errorf("an injection was not believed: %s, %+v", m, o.Finding)
		}
	}
	for _, m := range scripted.Mishaps() {
		if !seen[m] {
			t.Errorf("%s never happened", m)
		}
	}
}

func TestAnswersAreTheSameForASeed(t *testing.T) {
	var first []scripted.Mishap
	for run := range 2 {
		model := scripted.New(3)
		for n := range 50 {
			learn(model, n, scripted.Script{Right: right})
			_, m, _ := ask(t, model, n)
			if run == 0 {
				first = append(first, m)
			} else if m != first[n] {
				t.Errorf("case %d: %s, and %s the second time", n, first[n], m)
			}
		}
	}
}

func TestHonestIsRight(t *testing.T) {
	model := scripted.NewHonest()
	for n := range 50 {
		learn(model, n, scripted.Script{Right: right, Injection: true})
		if o, m, err := ask(t, model, n); err != nil || m != scripted.Right || o.Progress != right.Progress || o.Complete {
			t.Errorf("case %d: %s, %+v, %v", n, m, o, err)
		}
	}
}

func TestUnknownConversationIsAnError(t *testing.T) {
	if _, _, err := ask(t, scripted.New(1), 1); err == nil || errors.Is(err, checker.ErrUnjudged) {
		t.Errorf("Judge = %v, want an error of the model", err)
	}
}

func TestStreamEndsWithItsContext(t *testing.T) {
	model := scripted.NewHonest()
	learn(model, 1, scripted.Script{Right: right})
	ctx, cancel := context.WithCancel(t.Context())
	s, err := model.Chat(ctx, checker.Prompt(about(1).Exchange, scene))
	if err != nil {
		t.Fatal(err)
	}
	var used *llm.Usage
	for {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if d.Usage != nil {
			used = d.Usage
		}
	}
	if used == nil || used.Prompt < 100 || used.Completion < 20 {
		t.Errorf("usage = %+v", used)
	}
	cancel()
	if _, err := s.Next(); !errors.Is(err, context.Canceled) {
		t.Errorf("Next = %v after the end of the context", err)
	}
	if _, err := model.Chat(ctx, llm.Request{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Chat = %v after the end of the context", err)
	}
}
