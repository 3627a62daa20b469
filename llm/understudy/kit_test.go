package understudy

import (
	"errors"
	"io"
	"strings"
	"testing"

	"parley/llm"
	"parley/llm/llmtest"
)

// TestKit plays the shortest scene by the contract.
func TestKit(t *testing.T) { runKit(t, llmtest.Run) }

// runKit has a kit hold the understudy of the shortest scene. What it has to say is
// that of an engine that was asked nothing else.
func runKit(t *testing.T, run func(*testing.T, func(testing.TB) llm.Engine, llmtest.Options)) {
	t.Helper()
	fresh := func(t testing.TB) llm.Engine {
		e, err := New(scene(t, "smallTalkLift"))
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	shared := fresh(t)
	run(t, func(testing.TB) llm.Engine { return shared }, llmtest.Options{
		Finishes: true,
		Want:     func(r llm.Request) string { return plain(t, fresh(t), r) },
	})
}

// plain reads an answer without the kit.
func plain(t testing.TB, e llm.Engine, r llm.Request) string {
	t.Helper()
	s, err := e.Chat(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	var text strings.Builder
	for {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			if text.Len() == 0 {
				t.Error("the understudy is lost for words")
			}
			return text.String()
		}
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(d.Text)
	}
}
