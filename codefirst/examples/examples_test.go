package examples_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"parley/codefirst/examples"
	"parley/llm"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestExamplesHold(t *testing.T) {
	all := examples.All()
	if len(all) != 22 {
		t.Fatalf("%d examples, want 22", len(all))
	}
	for i, e := range all {
		t.Run(e.Name, func(t *testing.T) {
			if e.Number != i+1 || e.About == "" {
				t.Errorf("number %d, about %q", e.Number, e.About)
			}
			if err := e.Run(t.Context(), &examples.Stage{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// An example whose model writes something else does not hold.
func TestExamplesCheckWhatCameOfThem(t *testing.T) {
	for _, e := range examples.All() {
		t.Run(e.Name, func(t *testing.T) {
			mute := examples.NewScript(strings.Split(strings.Repeat("return { action: 'think' }|", 40), "|")...)
			err := e.Run(t.Context(), &examples.Stage{Script: mute})
			if err == nil {
				t.Error("it holds whatever its code does")
			}
		})
	}
}

func TestRulesAnswerTheLastWords(t *testing.T) {
	m := examples.Rules{Rules: examples.DemoRules(), Else: "return { action: 'listen' }"}
	read := func(said string) string {
		s, err := m.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Text: `<user-001 role="user">old</user-001>`},
			{Text: `<user-002 role="user">` + said + `</user-002>`}}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var b strings.Builder
		for {
			d, err := s.Next()
			if err != nil {
				return b.String()
			}
			b.WriteString(d.Text)
		}
	}
	if got := read("add buy milk"); !strings.Contains(got, "buy milk") {
		t.Errorf("it writes %q", got)
	}
	if got := read("zzz"); got != m.Else {
		t.Errorf("it writes %q", got)
	}
}
