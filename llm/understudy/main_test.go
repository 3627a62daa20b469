package understudy

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"parley"
	"parley/llm"
	"parley/scenarios"
)

const cfo = "riskyProjectApproval"

// scene returns an embedded scenario.
func scene(t testing.TB, id string) scenarios.Scenario {
	t.Helper()
	l, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := l.Get(id)
	if !ok {
		t.Fatalf("no scenario %q", id)
	}
	return s
}

// scenes returns all embedded scenarios.
func scenes(t testing.TB) []scenarios.Scenario {
	t.Helper()
	l, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return l.List()
}

func callLines(t testing.TB, id, name string) []string {
	t.Helper()
	lines, err := scenarios.CallScript(id, name)
	if err != nil {
		t.Fatal(err)
	}
	return lines
}

// reply reads one whole answer of the engine.
func reply(t testing.TB, e *Engine, turns []parley.Turn, tools ...llm.Tool) (string, *llm.ToolCall) {
	t.Helper()
	m := []llm.Message{{Speaker: llm.System, Text: "You are somebody."}}
	for _, turn := range turns {
		who := llm.User
		if turn.Role == parley.Character {
			who = llm.Assistant
		}
		m = append(m, llm.Message{Speaker: who, Text: turn.Text})
	}
	s, err := e.Chat(context.Background(), llm.Request{Messages: m, Tools: tools})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = s.Close() }()
	var text strings.Builder
	var call *llm.ToolCall
	for {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			return text.String(), call
		}
		if err != nil {
			t.Fatal(err)
		}
		text.WriteString(d.Text)
		if d.Call != nil {
			call = d.Call
		}
	}
}

// call is a conversation the engine and the judge hold turn by turn.
type call struct {
	turns []parley.Turn
	// states has the judge's finding on every exchange, from a window of
	// parley.ContextWindow turns.
	states []State
}

// hold plays lines against the real engine and judges every exchange as the
// checker would, until the end of the scene or of the lines.
func hold(t testing.TB, s scenarios.Scenario, lines []string) call {
	t.Helper()
	e, err := New(s)
	if err != nil {
		t.Fatal(err)
	}
	c := call{turns: []parley.Turn{{Number: 1, Role: parley.Character, Text: s.Opening}}}
	previous := 0
	for _, l := range lines {
		c.add(parley.User, l)
		text, _ := reply(t, e, c.turns)
		c.add(parley.Character, text)
		st := Follow(s, c.turns[max(0, len(c.turns)-parley.ContextWindow):], previous)
		c.states = append(c.states, st)
		previous = st.Progress
		if st.Complete || st.Bad {
			break
		}
	}
	return c
}

func (c *call) add(who parley.Role, text string) {
	c.turns = append(c.turns, parley.Turn{Number: len(c.turns) + 1, Role: who, Text: text})
}

func (c call) last() State { return c.states[len(c.states)-1] }

// text is the conversation with its progress, for test logs.
func (c call) text() string {
	var b strings.Builder
	for i, t := range c.turns {
		b.WriteString(string(t.Role) + ": " + t.Text + "\n")
		if i > 0 && i%2 == 0 {
			b.WriteString("   -> " + string(rune('0'+c.states[i/2-1].Progress)) + " " + c.states[i/2-1].Beat + "\n")
		}
	}
	return b.String()
}
