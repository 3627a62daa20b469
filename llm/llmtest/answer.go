package llmtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/llm"
)

// maxPieces ends answers that would not.
const maxPieces = 1 << 20

// question is the nth of many, no two alike and none in ASCII alone.
func question(n int) string {
	return fmt.Sprintf("Question %d: would a first step – say, a small pilot in Zürich – look any better to you than %d big ones, and why?",
		n, n+2)
}

// ask is a request for an answer to text.
func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{
		{Speaker: llm.System, Text: "You are somebody."}, {Speaker: llm.User, Text: text},
	}}
}

// answer is a whole stream.
type answer struct {
	text   string
	pieces int
	// err is how it ended, nil for io.EOF; stream is nil if it never began.
	err    error
	stream llm.Stream
}

// hear asks r and reads the answer to its end, holding each piece to its form.
func hear(ctx context.Context, t testing.TB, e llm.Engine, r llm.Request) answer {
	t.Helper()
	s, err := e.Chat(ctx, r)
	if err != nil {
		return answer{err: err}
	}
	return read(t, s)
}

func read(t testing.TB, s llm.Stream) answer {
	t.Helper()
	a := answer{stream: s}
	var text strings.Builder
	used := 0
	for range maxPieces {
		d, err := s.Next()
		if err != nil {
			if d != (llm.Delta{}) {
				t.Errorf("Next = %+v beside the error %v", d, err)
			}
			if !errors.Is(err, io.EOF) {
				a.err = err
			}
			a.text = text.String()
			return a
		}
		if d.Text != "" {
			a.pieces++
			text.WriteString(d.Text)
		}
		if d.Usage != nil {
			used++
		}
		checkDelta(t, d, used)
	}
	a.text, a.err = text.String(), fmt.Errorf("no end after %d pieces", maxPieces)
	return a
}

func checkDelta(t testing.TB, d llm.Delta, used int) {
	t.Helper()
	if !utf8.ValidString(d.Text) {
		t.Errorf("a piece is not UTF-8: %q", d.Text)
	}
	if d.Call != nil && (d.Call.Name == "" || d.Call.ID == "") {
		t.Errorf("a tool call without name or id: %+v", *d.Call)
	}
	if used > 1 {
		t.Errorf("usage is told %d times", used)
	}
	if u := d.Usage; u != nil && (u.Prompt < 0 || u.Completion < 0 || u.Cached < 0 || u.Cached > u.Prompt) {
		t.Errorf("usage = %+v, want the cached part within the prompt", *u)
	}
}

// expect checks that a is the whole of the answer to r.
func (k *kit) expect(t testing.TB, a answer, r llm.Request) {
	t.Helper()
	if a.err != nil {
		t.Errorf("the answer fails: %v", a.err)
		return
	}
	if k.Want == nil {
		if strings.TrimSpace(a.text) == "" {
			t.Error("the answer is empty")
		}
		return
	}
	if want := k.Want(r); a.text != want {
		t.Errorf("answer = %q, want %q", clip(a.text), clip(want))
	}
}

// clip keeps test logs readable.
func clip(s string) string {
	if len(s) > 300 {
		return s[:300] + "…"
	}
	return s
}

// begin asks and waits for the first text.
func (k *kit) begin(ctx context.Context, t testing.TB, e llm.Engine) llm.Stream {
	t.Helper()
	var s llm.Stream
	var err error
	k.wait(t, "the first word", func() {
		if s, err = e.Chat(ctx, ask(question(1))); err != nil {
			return
		}
		for d := (llm.Delta{}); d.Text == "" && err == nil; {
			d, err = s.Next()
		}
	})
	if err != nil {
		t.Fatalf("no first word: %v", err)
	}
	return s
}
