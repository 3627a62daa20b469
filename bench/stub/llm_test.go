package stub

import (
	"context"
	"errors"
	"io"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"parley/codefirst/prompt"
	"parley/llm"
)

func TestLLMAnswersAWordAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		began := time.Now()
		s, err := (&LLM{}).Chat(t.Context(), llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var text strings.Builder
		var clause time.Duration
		for i := 0; ; i++ {
			d, err := s.Next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			at := time.Since(began)
			if want := DefaultFirstToken + time.Duration(i)*DefaultTokenEvery; at != want {
				t.Errorf("word %d at %v, want %v", i, at, want)
			}
			if text.WriteString(d.Text); clause == 0 && strings.Contains(d.Text, ",") {
				clause = at
			}
		}
		if text.String() != DefaultReply {
			t.Errorf("answered %q, want %q", &text, DefaultReply)
		}
		if want := DefaultFirstToken + 80*ms; clause != want {
			t.Errorf("the first clause is whole after %v, want %v", clause, want)
		}
	})
}

// A slow reader catches up with what is due.
func TestLLMKeepsItsTimes(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s, err := (&LLM{Reply: "one two three", First: 10 * ms, Every: 10 * ms}).Chat(t.Context(), llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Second)
		began := time.Now()
		for _, want := range []string{"one ", "two ", "three"} {
			if d, err := s.Next(); err != nil || d.Text != want {
				t.Errorf("Next = %q, %v, want %q", d.Text, err, want)
			}
		}
		if took := time.Since(began); took != 0 {
			t.Errorf("what was due took %v, want nothing", took)
		}
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		if _, err := s.Next(); !errors.Is(err, io.EOF) {
			t.Errorf("Next after the end = %v, want %v", err, io.EOF)
		}
	})
}

func TestLLMIsCutShort(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		s, err := (&LLM{}).Chat(ctx, llm.Request{})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		began := time.Now()
		time.AfterFunc(50*ms, cancel)
		if _, err := s.Next(); !errors.Is(err, context.Canceled) || time.Since(began) != 50*ms {
			t.Errorf("Next = %v after %v, want %v after 50ms", err, time.Since(began), context.Canceled)
		}
	})
}

// Code is written a token at a time, and asked for again only if it failed.
func TestLLMWritesCode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failed atomic.Int32
		m := &LLM{Reply: "Hi, you.", Code: prompt.Begin + "\nf( 1 )\n", Failed: &failed}
		for _, test := range []struct {
			asked []string
			want  string
		}{
			{nil, "Hi|,| you|."},
			{[]string{"answer"}, "Hi|,| you|."},
			{[]string{"write " + prompt.Begin, "hello"}, "■|fn_start|\nf|(| 1| )|\n"},
		} {
			var r llm.Request
			for _, text := range test.asked {
				r.Messages = append(r.Messages, llm.Message{Text: text})
			}
			s, err := m.Chat(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for d, err := s.Next(); err == nil; d, err = s.Next() {
				got = append(got, d.Text)
			}
			if strings.Join(got, "|") != test.want {
				t.Errorf("asked %q, wrote %q, want %q", test.asked, strings.Join(got, "|"), test.want)
			}
		}
		again := llm.Request{Messages: []llm.Message{{Text: prompt.Begin}, {Text: "hello"}, {Text: "f()"}, {Text: "it failed"}}}
		if _, err := m.Chat(t.Context(), again); err == nil || failed.Load() != 1 {
			t.Errorf("asked again: %v, %d failed", err, failed.Load())
		}
	})
}
