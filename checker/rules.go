package checker

import (
	"strings"
	"unicode"

	"parley"
)

// Limits of a call to action.
const (
	maxCTAWords = 4
	maxCTARunes = 48 // four long words; the page shows it on one line
	// significant is how far progress must move for a call to action.
	significant = 2
)

// Normalise makes a finding keep the contract, whatever the judge said
// (product.md section 0, traps 1 to 4). previous is the progress before the
// exchange. Progress is brought into 0-10; complete means 10, and 10 without
// complete becomes 9, as 10 is explicit agreement. Complete and bad at once
// count as complete, for one exchange cannot tell which came later; conflict
// then reports it for the log, and the call to action is dropped with it. The
// call to action stays only on a change of 2 or more or an ending. It is pure.
func Normalise(f Finding, previous int) (out Finding, conflict bool) {
	previous = clamp(previous)
	f.Progress = clamp(f.Progress)
	if f.Complete && f.Bad {
		f.Bad, f.CTA, conflict = false, "", true
	}
	switch {
	case f.Complete:
		f.Progress = parley.MaxProgress
	case f.Progress == parley.MaxProgress:
		f.Progress = parley.MaxProgress - 1
	}
	f.CTA = cleanCTA(f.CTA)
	change := f.Progress - previous
	if !f.Complete && !f.Bad && change < significant && change > -significant {
		f.CTA = ""
	}
	return f, conflict
}

func clamp(progress int) int { return min(max(progress, 0), parley.MaxProgress) }

// cleanCTA returns s as one line of at most four words that ends in ! or ?, or
// "" if it cannot be one: part of a longer sentence would say something else.
func cleanCTA(s string) string {
	words := strings.Fields(parley.OneLine(s))
	if len(words) > maxCTAWords {
		return ""
	}
	s = strings.Join(words, " ")
	if !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		s = strings.TrimRight(s, " .,;:…") + "!"
	}
	if len([]rune(s)) > maxCTARunes || strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return ""
	}
	return s
}
