package openai

import "parley/llm"

// Models that think aloud put marks around their thoughts, which words.Reader leaves
// out. The templates of some (DeepSeek-R1's, Qwen's of 2025) end the prompt with the
// first, so that an answer begins inside the thoughts and only the closing mark is in
// it. That cannot be seen in advance: it is learnt from the first answer that shows
// it, the whole of which its caller takes for words until then. From then on answers
// of the model are read as begun in thoughts.

// learn notes what an answer has shown of its model.
func (s *stream) learn(flags dialect) {
	if s.dialect&flags != flags {
		s.engine.learnt.add(flags)
		s.dialect |= flags
	}
}

// think learns from where the thoughts of an answer begin and end.
func (s *stream) think() {
	switch {
	case s.words.Opened():
		s.learn(thinks)
	case s.words.Closed():
		s.learn(inside | thinks)
	}
}

// rest hands out what the reader of words held back, and learns from the end of an
// answer. One that was taken to begin in thoughts and ended well without a mark had
// none. One that reached its bound may have been nothing but thoughts; whether it was,
// the next shows, with room for them to end.
func (s *stream) rest(reason string) {
	long := reason == string(llm.Length)
	s.say(s.words.End(long))
	if long && !s.worded {
		s.learn(thinks)
	}
	switch {
	case s.words.Closed() || s.words.Opened() || !s.texted:
	case !long && s.dialect.has(inside):
		s.engine.learnt.forget(inside)
	case s.dialect.has(tried):
		s.learn(unthinking)
	case long:
		s.learn(tried)
	}
}
