package llmtest

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"testing"

	"parley/engine"
	"parley/llm"
)

func testName(t testing.TB, k *kit) {
	e := k.open(t)
	if name := e.Name(); strings.TrimSpace(name) == "" || strings.ContainsAny(name, "\r\n") || name != e.Name() {
		t.Errorf("Name = %q, want one line that stays", name)
	}
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

// hourBytes is the text of an hour of conversation, ten times over.
const hourBytes = 1 << 20

// hour is a conversation of hourBytes that ends with a question.
func hour() llm.Request {
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
	e, r := k.open(t), hour()
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
