package textnorm

import (
	"regexp"
	"strconv"
	"strings"
)

var (
	clockForm = regexp.MustCompile(`^(\d{1,2}):(\d\d)(?::\d\d)?\b(?:[ \x{a0}]?(a\.m\.|p\.m\.|(?:[aApP][mM]|Uhr|h)\b))?`)
	halfForm  = regexp.MustCompile(`^(\d{1,2})[ \x{a0}]?(a\.m\.|p\.m\.|[aApP][mM]\b)`)
	hourForm  = regexp.MustCompile(`^(\d{1,2})[ \x{a0}]?h(?:[ \x{a0}]?(\d\d))?\b`)
	ratioForm = regexp.MustCompile(`^(\d{1,3}):(\d{1,3})\b`)
)

// clockAt reads a time of day, "10:30", "10 a.m." or "10h30".
func clockAt(l *language, _ *builder, text string) (int, string) {
	var hour, minute, half string
	var n int
	if m := clockForm.FindStringSubmatch(text); m != nil {
		hour, minute, half, n = m[1], m[2], m[3], len(m[0])
	} else if m := halfForm.FindStringSubmatch(text); m != nil && l.halves {
		hour, half, n = m[1], m[2], len(m[0])
	} else if m := hourForm.FindStringSubmatch(text); m != nil && l.hourMark != "" {
		hour, minute, n = m[1], m[2], len(m[0])
	} else {
		return 0, ""
	}
	h, _ := strconv.Atoi(hour)
	m, _ := strconv.Atoi(minute)
	if h > 24 || m > 59 {
		return 0, ""
	}
	switch strings.ToLower(half) {
	case "uhr", "h":
		half = ""
	case "a.m.", "p.m.":
		if sentenceEnds(text[n:]) { // the full stop is the sentence's too
			n--
		}
	}
	return n, l.clock(h, m, half)
}

// sentenceEnds reports whether a full stop just before text may end a sentence.
func sentenceEnds(text string) bool {
	word := strings.TrimLeft(text, " \n\"”’')")
	return word == "" || word[0] >= 'A' && word[0] <= 'Z'
}

// ratioAt reads "2:1".
func ratioAt(l *language, _ *builder, text string) (int, string) {
	m := ratioForm.FindStringSubmatch(text)
	if m == nil {
		return 0, ""
	}
	return len(m[0]), joined(l.whole(m[1]), l.ratio, l.whole(m[2]))
}
