package openai

import (
	"regexp"
	"strings"

	api "github.com/sashabaranov/go-openai"

	"parley/llm"
)

// Models that think aloud put tags around their thoughts, which the callers of the
// engine leave out. The templates of some (DeepSeek-R1's, Qwen's of 2025) end the
// prompt with the first tag, so that an answer begins inside the thoughts and only
// the closing tag is in it. That cannot be seen in advance: it is learnt from the
// first answer that shows it, the whole of which its caller may have taken for
// words. From then on answers of the model get the missing tag.
const (
	beginThoughts = "<think>"
	endThoughts   = "</think>"
)

// thoughtTag is a tag in an answer; it closes if it has a slash.
var thoughtTag = regexp.MustCompile(`(?i)<(/?)(?:think|thinking|thought|reasoning)>`)

const (
	// maxTag is how many bytes a tag may have but the last, "</reasoning>".
	maxTag = 11
	// maxThoughts is the longest answer kept for the case that it has no thoughts;
	// none that is to be said comes near it.
	maxThoughts = 64 << 10
)

// thoughts follows where in an answer the model's thoughts are.
type thoughts struct {
	// inside is set if the answer was taken to begin in thoughts, text what came of
	// it until they end.
	inside bool
	text   strings.Builder
	tail   string // the newest text, which may hold a part of a tag
	begun  bool   // some text came
	opened bool   // a tag began thoughts
	closed bool   // a tag ended them
}

// follow takes the next piece of an answer and returns it as the caller gets it;
// unbegun reports that it ends thoughts which no tag began.
func (t *thoughts) follow(text string) (out string, unbegun bool) {
	if text == "" || t.closed {
		return text, false
	}
	out = text
	if t.inside {
		if !t.begun {
			out = beginThoughts + text
		}
		if t.text.Len() < maxThoughts {
			t.text.WriteString(text)
		}
	}
	t.begun = true
	t.tail += text
	if m := thoughtTag.FindStringSubmatchIndex(t.tail); m != nil {
		closes := m[3] > m[2]
		unbegun = closes && !t.opened
		t.opened, t.closed = t.opened || !closes, closes
		t.tail = t.tail[m[1]:]
		return out, unbegun
	}
	t.tail = t.tail[max(0, len(t.tail)-maxTag):]
	return out, false
}

// think has the engine learn from the next piece of an answer, and returns it as
// the caller gets it.
func (s *stream) think(text string) string {
	out, unbegun := s.thoughts.follow(text)
	if unbegun {
		s.engine.learned.Or(uint32(inside | thinks))
	}
	return out
}

// thought learns from the end of an answer. One that was taken to begin in
// thoughts and ended well without a tag had none: it is given again, behind one.
// One that reached its bound may have been nothing but thoughts; whether it was,
// the next shows, with room for them to end.
func (s *stream) thought(reason api.FinishReason) {
	t := &s.thoughts
	switch {
	case t.closed || t.opened || !t.begun:
	case reason != api.FinishReasonLength && t.inside:
		s.engine.learned.And(^uint32(inside))
		if t.text.Len() < maxThoughts {
			s.ready = append(s.ready, llm.Delta{Text: endThoughts + t.text.String()})
		}
	case s.dialect.has(tried):
		s.engine.learned.Or(uint32(unthinking))
	case reason == api.FinishReasonLength:
		s.engine.learned.Or(uint32(tried))
	}
}
