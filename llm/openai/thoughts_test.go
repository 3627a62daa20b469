package openai_test

import (
	"slices"
	"strings"
	"testing"

	"parley/engine/openaihttp/openaitest"
	"parley/llm/openai"
)

// inAll reads an answer and returns its text and the bound it was asked with.
func inAll(t *testing.T, s *openaitest.Server, e *openai.Engine) (pieces []string, bound string) {
	t.Helper()
	got := read(t, e, asked())
	if got.err != nil {
		t.Fatal(got.err)
	}
	all := s.Requests()
	if got.unsaid {
		got.pieces = append([]string{"unsaid"}, got.pieces...)
	}
	return got.pieces, string(all[len(all)-1].Fields()["max_tokens"])
}

// TestThoughtsWithoutABeginning has a model whose prompt holds the tag that
// begins its thoughts. What was given of the first such answer is taken back; of those
// that follow nothing is given before their thoughts end; one that was no thought
// after all comes whole at its end, and is the last that does.
func TestThoughtsWithoutABeginning(t *testing.T) {
	s := openaitest.New(t)
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	for i, c := range []struct {
		says        []string
		want, bound string
	}{
		{[]string{"They want", " money.</thi", "nk>No."}, "unsaid|No.", "40"},
		{[]string{"They want", " money.</thi", "nk>No."}, "No.", "1540"},
		{[]string{"<think>", "Hm.</think>No."}, "No.", "1540"},
		{[]string{"", "No, ", "no."}, "No, no.", "1540"},
		{[]string{"No, ", "no."}, "No, |no.", "1540"},
		{[]string{"They want</THOUGHT>No."}, "unsaid|No.", "1540"},
		{[]string{"They want"}, "They want", "1540"},
	} {
		s.Add(openaitest.Text(c.says...))
		pieces, bound := inAll(t, s, e)
		if got := strings.Trim(strings.Join(pieces, "|"), "|"); got != strings.Trim(c.want, "|") || bound != c.bound {
			t.Errorf("answer %d: %q within %s, want %q within %s", i+1, got, bound, c.want, c.bound)
		}
	}
}

// TestThoughtsCutByTheBoundGetATrial holds that an answer that reached its bound
// gets the next one more room, once: thoughts then come to their end.
func TestThoughtsCutByTheBoundGetATrial(t *testing.T) {
	const cut = `data: {"choices":[{"delta":{"content":"They want so much"},"finish_reason":"length"}]}` + "\n\ndata: [DONE]\n\n"
	long := openaitest.Raw("text/event-stream", cut)
	for name, c := range map[string]struct {
		then   openaitest.Reply
		bounds []string
	}{
		"thoughts": {openaitest.Text("They want money.</think>No."), []string{"40", "640", "1540", "1540"}},
		"long":     {long, []string{"40", "640", "40", "40"}},
		"plain":    {openaitest.Text("No."), []string{"40", "640", "40", "40"}},
	} {
		s := openaitest.New(t, long, c.then, long, long)
		e := newEngine(t, openai.Config{Service: at(s.URL)})
		var bounds []string
		for range c.bounds {
			_, bound := inAll(t, s, e)
			bounds = append(bounds, bound)
		}
		if !slices.Equal(bounds, c.bounds) {
			t.Errorf("%s: asked with bounds %q, want %q", name, bounds, c.bounds)
		}
	}
}
