package scenarios

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// MaxPronunciations bounds a scenario's pronunciations: a scene has a handful of
// names, and each word said is looked up.
const MaxPronunciations = 200

// Bytes a word and its respelling may have.
const (
	maxWritten = 64
	maxRespelt = 128
)

// checkPronunciations reports words nobody could say, and those that stand there
// twice.
func checkPronunciations(r *report, all map[string]string) {
	if len(all) > MaxPronunciations {
		r.add("pronunciations", "has %d words, at most %d", len(all), MaxPronunciations)
		return
	}
	seen := map[string]string{}
	for _, written := range slices.Sorted(maps.Keys(all)) {
		field := join("pronunciations", written)
		r.sayable(field, "word", written, maxWritten)
		r.sayable(field, "respelling", all[written], maxRespelt)
		low := strings.ToLower(written)
		if other, ok := seen[low]; ok {
			r.add(field, "is the same word as %q", other)
		}
		seen[low] = written
	}
}

// sayable reports a text that is no line of words, or too long.
func (r *report) sayable(field, what, text string, most int) {
	switch {
	case len(text) > most:
		r.add(field, "%s has %d bytes, at most %d", what, len(text), most)
	case !strings.ContainsFunc(text, func(c rune) bool { return unicode.IsLetter(c) || unicode.IsDigit(c) }):
		r.add(field, "%s must have a letter", what)
	case text != strings.TrimSpace(text) || strings.ContainsFunc(text, unicode.IsControl):
		r.add(field, "%s must have no line break and no space at its ends", what)
	}
}
