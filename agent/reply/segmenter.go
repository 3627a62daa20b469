package reply

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Segmenter cuts a stream of speakable text into segments for the TTS: the
// first at the first clause, the rest at sentences, as long as the voice's rate
// allows. The zero value is ready.
type Segmenter struct {
	Rate Rate

	held string
	// tight is set while nothing has come behind a segment that ended without
	// waiting for it.
	tight bool
	cut   int     // segments given out
	ahead float64 // seconds of speech there when the next is synthesised
}

// spaces makes every break a space.
var spaces = strings.NewReplacer("\n", " ", "\t", " ")

// Write takes the next piece of the stream and returns the segments it
// completes.
func (s *Segmenter) Write(text string) []string {
	if s.tight && text != "" {
		text = strings.TrimLeft(text, trailing)
		s.tight = text == ""
	}
	s.held += spaces.Replace(text)
	var out []string
	for {
		n := s.boundary()
		if n == 0 {
			return out
		}
		if seg := strings.TrimSpace(s.held[:n]); Speakable(seg) {
			out = append(out, seg)
			s.ahead = s.Rate.after(s.cut == 0, s.ahead, len(seg))
			s.cut++
		}
		s.held = s.held[n:]
		s.tight = s.held == ""
	}
}

// trailing are marks that belong to the sentence before them.
const trailing = ".?!…\"'”’)"

// Flush returns the rest at the stream's end, or "".
func (s *Segmenter) Flush() string {
	seg := strings.TrimSpace(s.held)
	s.held = ""
	if !Speakable(seg) {
		return ""
	}
	s.cut++
	return seg
}

// Finish returns the rest of a stream that was cut, up to the end of its last
// sentence; unless there is more, all of it is better than nothing.
func (s *Segmenter) Finish(more bool) string {
	end := 0
	for i, r := range s.held {
		at := i + utf8.RuneLen(r)
		ended := strings.ContainsRune(".?!…", r) && (at == len(s.held) || s.spaced(at)) && !abbreviates(s.held[:at])
		if ended || wide(r) {
			end = at
		}
	}
	if end > 0 || more {
		s.held = s.held[:end]
	}
	return s.Flush()
}

// boundary is where the next segment ends in the held text, 0 if not yet
// known. A mark counts when the space after it has come, as the digit after "3."
// must be seen first, or if it can be nothing but a sentence's end.
func (s *Segmenter) boundary() int {
	l := s.Rate.lengths(s.cut == 0, s.ahead)
	clause, end := 0, 0 // the latest end of a clause, and of the segment so far
	for rest := s.held; rest != "" && (end == 0 || end < l.reach); {
		r, size := utf8.DecodeRuneInString(rest) // range would not tell the width
		i := len(s.held) - len(rest)
		rest = rest[size:]
		at := i + size
		if end > 0 && at > l.reach {
			break
		}
		switch {
		case end == 0 && (i >= l.most && r == ' ' || i >= 2*longest):
			if clause > 0 {
				return clause
			}
			return at
		case at < l.least || i == 0 && wide(r):
		case wide(r) || s.sentence(r, at):
			end = at
		case s.spaced(at) && strings.ContainsRune(",;:—–", r):
			clause = at
			if end == 0 && i >= l.clause {
				end = at
			}
		}
	}
	return end
}

// sentence reports whether one ends with r, behind which the text goes on at.
func (s *Segmenter) sentence(r rune, at int) bool {
	if at == len(s.held) {
		return r == '?' || r == '!' || r == '.' && ends(s.held)
	}
	return s.spaced(at) && strings.ContainsRune(".?!…", r) && !abbreviates(s.held[:at])
}

// ends reports whether the full stop that text ends with surely ends a sentence,
// whatever may follow: it stands behind a word of three letters or more that is
// no abbreviation.
func ends(text string) bool {
	word := text[strings.LastIndexAny(text, " -'’")+1 : len(text)-1]
	letters := strings.TrimFunc(word, unicode.IsLetter) == ""
	return letters && utf8.RuneCountInString(word) >= 3 && !abbreviates(text)
}

// spaced reports whether a space has come at.
func (s *Segmenter) spaced(at int) bool { return at < len(s.held) && s.held[at] == ' ' }

// wide are the full stops of scripts that put no space after them.
func wide(r rune) bool { return r == '。' || r == '？' || r == '！' }

// abbreviates reports whether the full stop that text ends with belongs to its
// last word.
func abbreviates(text string) bool {
	if !strings.HasSuffix(text, ".") || strings.HasSuffix(text, "..") {
		return false
	}
	word := text[strings.LastIndexByte(text, ' ')+1:]
	switch strings.ToLower(strings.TrimLeft(word, "(\"'")) {
	case "mr.", "mrs.", "ms.", "dr.", "prof.", "st.", "vs.", "etc.", "e.g.", "i.e.", "z.b.", "bzw.", "approx.",
		"inc.", "ltd.", "sgt.", "capt.", "gen.", "sen.", "gov.", "rev.", "dept.", "vol.", "fig.", "usw.", "ggf.", "inkl.", "evtl.":
		return true
	}
	initial, _ := utf8.DecodeRuneInString(word)
	return utf8.RuneCountInString(word) == 2 && unicode.IsUpper(initial) && word != "I."
}

// Speakable reports whether text holds a letter or a digit.
func Speakable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
