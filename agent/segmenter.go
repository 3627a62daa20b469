package agent

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Segment lengths in bytes of text. The first segment is as short as prosody
// allows, because the user waits for it; later ones are spoken while earlier
// ones play, so they may be longer and sound better (livekit.md section 5).
const (
	// firstClause is the least length of a first segment that ends at a comma
	// or the like.
	firstClause = 12
	// laterClause is the same for the later ones.
	laterClause = 80
	// longest is where a segment without any punctuation is cut at a space; one
	// of twice that without even a space is cut anywhere.
	longest = 240
)

// segmenter cuts a stream of speakable text into segments for the TTS: the
// first at the first clause, the rest at sentences. The zero value is ready.
type segmenter struct {
	held string
	cut  int // segments given out
}

// spaces makes every break a space.
var spaces = strings.NewReplacer("\n", " ", "\t", " ")

// Write takes the next piece of the stream and returns the segments it
// completes.
func (s *segmenter) Write(text string) []string {
	s.held += spaces.Replace(text)
	var out []string
	for {
		n := s.boundary()
		if n == 0 {
			return out
		}
		if seg := strings.TrimSpace(s.held[:n]); speakable(seg) {
			out = append(out, seg)
			s.cut++
		}
		s.held = s.held[n:]
	}
}

// Flush returns the rest at the stream's end, or "".
func (s *segmenter) Flush() string {
	seg := strings.TrimSpace(s.held)
	s.held = ""
	if !speakable(seg) {
		return ""
	}
	s.cut++
	return seg
}

// boundary is where the next segment ends in the held text, 0 if not yet
// known. A mark counts only when the space after it has come: the digit after
// "3." must be seen first.
func (s *segmenter) boundary() int {
	clause := laterClause
	if s.cut == 0 {
		clause = firstClause
	}
	for rest := s.held; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest) // range would not tell the width
		i := len(s.held) - len(rest)
		rest = rest[size:]
		end := i + size
		if i >= longest && r == ' ' || i >= 2*longest {
			return end
		}
		if wide(r) && i > 0 {
			return end
		}
		if end >= len(s.held) || s.held[end] != ' ' {
			continue
		}
		switch {
		case strings.ContainsRune(".?!…", r) && !abbreviates(s.held[:end]):
			return end
		case strings.ContainsRune(",;:—–", r) && i >= clause:
			return end
		}
	}
	return 0
}

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
	case "mr.", "mrs.", "ms.", "dr.", "prof.", "st.", "vs.", "etc.", "e.g.", "i.e.", "z.b.", "bzw.", "approx.":
		return true
	}
	initial, _ := utf8.DecodeRuneInString(word)
	return utf8.RuneCountInString(word) == 2 && unicode.IsUpper(initial) && word != "I."
}

// speakable reports whether text holds a letter or a digit.
func speakable(text string) bool {
	return strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
}
