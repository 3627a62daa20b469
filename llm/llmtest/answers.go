package llmtest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"parley/engine"
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
	finish llm.Finish
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
		if a.finish != "" && (d.Text != "" || d.Call != nil || d.Finish != "") {
			t.Errorf("%+v comes after the answer has ended with %q", d, a.finish)
		}
		if d.Finish != "" {
			a.finish = d.Finish
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
	if known := []llm.Finish{"", llm.Stopped, llm.Length, llm.Called, llm.Filtered}; !slices.Contains(known, d.Finish) {
		t.Errorf("the answer ended for the reason %q, want one of %q", d.Finish, known[1:])
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

// longAnswer is how many words cannot come at once from what streams.
const longAnswer = 12

// testAnswer reads an answer and goes on where it has ended.
func testAnswer(t testing.TB, k *kit) {
	e, r := k.open(t), ask(question(1))
	var a answer
	k.wait(t, "the answer", func() { a = hear(t.Context(), t, e, r) })
	k.expect(t, a, r)
	if a.stream == nil {
		return
	}
	if k.Finishes && a.finish != llm.Stopped && a.finish != llm.Called {
		t.Errorf("the answer ended for the reason %q, want %q", a.finish, llm.Stopped)
	}
	if len(strings.Fields(a.text)) > longAnswer && a.pieces < 2 {
		t.Errorf("%q comes in one piece", clip(a.text))
	}
	k.wait(t, "what follows the end", func() {
		for range 2 {
			if d, err := a.stream.Next(); !errors.Is(err, io.EOF) || d != (llm.Delta{}) {
				t.Errorf("Next past the end = %+v, %v, want io.EOF", d, err)
			}
		}
		for range 2 {
			if err := a.stream.Close(); err != nil {
				t.Errorf("Close past the end = %v", err)
			}
		}
	})
}

// testNothing asks with nothing; an engine may refuse that in so many words.
func testNothing(t testing.TB, k *kit) {
	e := k.open(t)
	for what, r := range map[string]llm.Request{
		"no messages": {}, "an empty message": ask(""), "spaces": ask(" \n\t "),
		"an empty history": {Messages: make([]llm.Message, 0)},
	} {
		var a answer
		k.wait(t, "the answer to "+what, func() { a = hear(t.Context(), t, e, r) })
		if a.err != nil && !errors.Is(a.err, engine.ErrRequest) {
			t.Errorf("%s: %v, want an answer or ErrRequest", what, a.err)
		}
	}
}

func testUnicode(t testing.TB, k *kit) {
	e := k.open(t)
	for _, text := range []string{
		"Das wäre größer – naïve Übung, n'est-ce pas?", "我们先做一个小的试点项目，好吗？", "ابدأ بخطوة صغيرة من فضلك",
		"e\u0301 \u200d 👩\u200d🚀 🇹🇷 𝔘 \U0010ffff", "line\u2028break\u0000nul\ttab \"quotes\" \\u0041 </script>", "one broken \xff byte",
	} {
		r := ask(text)
		var a answer
		k.wait(t, fmt.Sprintf("the answer to %q", text), func() { a = hear(t.Context(), t, e, r) })
		k.expect(t, a, r)
	}
}

// testStop wants an answer to end before a text that it would have.
func testStop(t testing.TB, k *kit) {
	if k.Want == nil {
		return
	}
	e, r := k.open(t), ask(question(1))
	words := strings.Fields(k.Want(r))
	r.Stop = []string{"no such words", words[len(words)-1]}
	want, _, _ := strings.Cut(k.Want(ask(question(1))), r.Stop[1])
	var a answer
	k.wait(t, "the answer", func() { a = hear(t.Context(), t, e, r) })
	if a.err != nil || a.text != want {
		t.Errorf("asked to stop before %q: %q, %v, want %q", r.Stop[1], clip(a.text), a.err, clip(want))
	}
}

// testToolRounds asks for the third answer of a turn that has called tools twice.
func testToolRounds(t testing.TB, k *kit) {
	e, r := k.open(t), ask(question(1))
	r.Tools = []llm.Tool{{Name: "look_up", Description: "looks it up"}}
	for n, found := range []string{"nothing yet", question(2)} {
		id := fmt.Sprintf("call_%d", n)
		r.Messages = append(r.Messages,
			llm.Message{Speaker: llm.Assistant, Calls: []llm.ToolCall{{ID: id, Name: "look_up", Arguments: `{"what":"it"}`}}},
			llm.Message{Speaker: llm.ToolReply, ReplyTo: id, Text: found})
	}
	var a answer
	k.wait(t, "the answer", func() { a = hear(t.Context(), t, e, r) })
	k.expect(t, a, r)
}

// hourBytes is the text of an hour of conversation, ten times over.
const hourBytes = 1 << 20

// longTalk is a conversation of hourBytes that ends with a question.
func longTalk() llm.Request {
	r := llm.Request{Messages: []llm.Message{{Speaker: llm.System, Text: "You are somebody."}}}
	for n, size := 0, 0; size < hourBytes; n++ {
		said := question(n)
		r.Messages = append(r.Messages, llm.Message{Speaker: llm.User, Text: said}, llm.Message{Speaker: llm.Assistant, Text: said})
		size += 2 * len(said)
	}
	r.Messages = append(r.Messages, ask(question(1)).Messages[1])
	return r
}

// testHour asks after a conversation of an hour, and then as at first. An engine
// may refuse the former.
func testHour(t testing.TB, k *kit) {
	e, r := k.open(t), longTalk()
	if w, ok := e.(llm.Windowed); ok && w.Window() < 0 {
		t.Errorf("Window = %d tokens", w.Window())
	}
	for _, r := range []llm.Request{r, ask(question(1))} {
		var a answer
		k.wait(t, "the answer", func() { a = hear(t.Context(), t, e, r) })
		if len(r.Messages) > 2 && errors.Is(a.err, engine.ErrRequest) {
			continue
		}
		k.expect(t, a, r)
	}
}

// testAtOnce asks many different questions of one engine.
func testAtOnce(t testing.TB, k *kit) {
	e := k.open(t)
	answers := make([]answer, k.Answers)
	k.wait(t, "many answers at once", func() {
		var all sync.WaitGroup
		for n := range answers {
			all.Go(func() {
				answers[n] = hear(t.Context(), t, e, ask(question(n)))
				if s := answers[n].stream; s != nil {
					_ = s.Close()
				}
			})
		}
		all.Wait()
	})
	for n, a := range answers {
		k.expect(t, a, ask(question(n)))
	}
}
