package chat_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/codefirst/chat"
)

// A conversation that grows is summarised once in twenty messages, each time from the
// last summary on, though its oldest messages are forgotten and some come twice.
func TestAGrowingConversationIsSummarisedNowAndThen(t *testing.T) {
	var asked []int
	summarise := func(_ context.Context, old []chat.Message) (string, error) {
		asked = append(asked, len(old))
		return fmt.Sprint("summary ", len(asked)), nil
	}
	var c chat.Compressor
	var all []chat.Message
	for n := range 121 {
		text := "Right."
		if n%2 == 0 {
			text = fmt.Sprint("message ", n)
		}
		all = append(all, chat.Message{Role: chat.User, Text: text})
		kept := all[max(0, len(all)-90):]
		got := c.Shorten(t.Context(), kept, summarise)
		if len(got) > chat.CompressAbove || got[len(got)-1].Text != text {
			t.Fatalf("of %d there are %d messages, the last %q", len(all), len(got), got[len(got)-1].Text)
		}
		if len(asked) > 0 && (got[0].Role != chat.Summary || got[0].Text != fmt.Sprint("summary ", len(asked))) {
			t.Fatalf("of %d, the first of %d messages is %+v", len(all), len(got), got[0])
		}
	}
	if fmt.Sprint(asked) != "[21 21 21 21 21]" {
		t.Errorf("summaries of %v messages", asked)
	}
	other := make([]chat.Message, 30)
	if got := c.Shorten(t.Context(), other, summarise); len(got) != 30 || got[0].Role == chat.Summary {
		t.Errorf("another conversation becomes %d messages", len(got))
	}
}

// What nobody summarises is cut short by rule, and what was given up is tried again.
func TestConversationIsSummarisedByRule(t *testing.T) {
	long := make([]chat.Message, 0, 60)
	for n := range 60 {
		long = append(long, chat.Message{Role: chat.Assistant, Text: fmt.Sprint("line ", n, " ", strings.Repeat("ä", 500), "\nnext")})
	}
	fails := func(context.Context, []chat.Message) (string, error) { return "", errors.New("none") }
	empty := func(context.Context, []chat.Message) (string, error) { return " ", nil }
	for name, summarise := range map[string]chat.Summarise{"none": nil, "fails": fails, "empty": empty} {
		got := new(chat.Compressor).Shorten(t.Context(), long, summarise)
		text := got[0].Text
		if got[0].Role != chat.Summary || !strings.Contains(text, "assistant: line 39 ä") || strings.Contains(text, "line 40") ||
			utf8.RuneCountInString(text) > chat.MaxPreview || strings.Count(text, "\n") < 20 {
			t.Errorf("%s: the summary is %d characters: %.300s", name, utf8.RuneCountInString(text), text)
		}
	}
	var c chat.Compressor
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	c.Shorten(ended, long, fails)
	works := func(context.Context, []chat.Message) (string, error) { return "by a model", nil }
	if got := c.Shorten(t.Context(), long, works); got[0].Text != "by a model" {
		t.Errorf("after a turn that was cut it is %q", got[0].Text)
	}
	older := append([]chat.Message{{Role: chat.Summary, Text: strings.Repeat("old ", 3000)}}, long...)
	if text := chat.Digest(older[:30]); !strings.Contains(text, "line 28") || !strings.Contains(text, "old old") {
		t.Errorf("of an older summary and what came after it there is %.300q", text)
	}
}
