package failover

import (
	"strings"
	"time"

	"parley/media"
	"parley/tts"
)

// spoken follows what has been emitted of one segment, over all rungs.
type spoken struct {
	text  string
	voice tts.Voice
	audio time.Duration // emitted

	// from is where in text the rung that speaks began, base the audio emitted
	// before.
	from int
	base time.Duration
	// words are those it has told, in terms of the whole segment; the first
	// passed of them have been emitted.
	words  []media.Word
	passed int
	// reached is the end of the last word emitted by any rung, told whether
	// words are emitted at all.
	reached time.Duration
	told    bool
}

// begin starts on the rest of the text with another rung.
func (s *spoken) begin(from int) {
	s.from, s.base, s.words, s.passed = from, s.audio, nil, 0
}

// add makes c, as the rung speaks it, a chunk of the whole segment. Words are
// held back until they have begun, so that none is told that a rung that breaks
// does not say.
func (s *spoken) add(c tts.Chunk) tts.Chunk {
	if len(c.Words) > 0 && !s.told && s.base > 0 {
		// What the rung before said without telling its words counts as one.
		s.words = append(s.words, media.Word{TextEnd: s.from, End: s.base})
	}
	for _, w := range c.Words {
		s.told = true
		s.words = append(s.words, media.Word{TextEnd: w.TextEnd + s.from, End: max(w.End+s.base, s.reached)})
	}
	s.audio += media.Duration(len(c.PCM))
	n := s.passed
	for n < len(s.words) && s.reached < s.audio {
		s.reached = s.words[n].End
		n++
	}
	due := s.words[s.passed:n:n]
	s.passed = n
	return tts.Chunk{PCM: c.PCM, Words: due}
}

// rest is what add holds back when the rung is through.
func (s *spoken) rest() []media.Word {
	due := s.words[s.passed:]
	s.passed = len(s.words)
	return due
}

// left is where the rest of the text begins once the rung has broken: after the
// last word it has said to its end or, if it tells no words, at the word that
// its pace has surely come to.
func (s *spoken) left(p *pace) int {
	if s.audio == s.base {
		return s.from
	}
	if len(s.words) == 0 {
		return s.from + p.said(s.text[s.from:], s.audio-s.base, s.voice)
	}
	end := s.from
	for _, w := range s.words {
		if w.End <= s.audio {
			end = max(end, min(w.TextEnd, len(s.text)))
		}
	}
	return len(s.text) - len(strings.TrimLeft(s.text[end:], " \t\n,.;:!?…)”’"))
}
