package checker

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley"
	"parley/scenarios"
)

// Limits of a call to action.
const (
	maxCTAWords = 4
	maxCTARunes = 48 // four long words; the page shows it on one line
	// significant is how far progress must move for a call to action.
	significant = 2
	// secretLetters is how long a word of the scene's secrets must be to count:
	// shorter ones are in every sentence.
	secretLetters = 5
)

// cleanCTA returns s as one line of at most four words that ends in ! or ?, or
// "" if it cannot be one: part of a longer sentence would say something else.
func cleanCTA(s string) string {
	words := strings.Fields(parley.OneLine(strings.ToValidUTF8(s, "")))
	if len(words) > maxCTAWords {
		return ""
	}
	s = strings.Join(words, " ")
	if !strings.HasSuffix(s, "!") && !strings.HasSuffix(s, "?") {
		s = strings.TrimRight(s, " .,;:…") + "!"
	}
	if utf8.RuneCountInString(s) > maxCTARunes || strings.IndexFunc(s, unicode.IsLetter) < 0 {
		return ""
	}
	return s
}

// allowedCTA is a clean cta, or "" if it names the user, writes in another
// script than the scene's, or hints at what to do or at what the character
// holds back.
func allowedCTA(cta, username string, s scenarios.Scenario) string {
	if cta = cleanCTA(cta); cta == "" || foreign(cta, s.Language) {
		return ""
	}
	words := listen(cta).words
	if textsOf(listen(username).words).stands(words) {
		return ""
	}
	if len(words) > 1 && orders[words[0].Text] {
		return ""
	}
	secret := secrets(s)
	for _, w := range words {
		if secret[singular(w.Text)] && !praise[w.Text] {
			return ""
		}
	}
	return cta
}

// secrets are the longer words of what the user is not told before the call or
// only in a hint.
func secrets(s scenarios.Scenario) map[string]bool {
	texts := slices.Concat(s.Character, s.Negprompt)
	for _, h := range s.Hints {
		texts = append(texts, h.Text)
	}
	for _, c := range s.Rubric {
		texts = append(texts, c.Check, c.Example)
	}
	m := map[string]bool{}
	for _, t := range texts {
		for _, w := range listen(t).words {
			if utf8.RuneCountInString(w.Text) >= secretLetters {
				m[singular(w.Text)] = true
			}
		}
	}
	return m
}

// singular takes a plural's s off, where there is one.
func singular(w string) string { return strings.TrimSuffix(w, "s") }

// primary is the language of a BCP 47 tag, whatever its region or script.
func primary(tag string) string {
	base, _, _ := strings.Cut(strings.ToLower(tag), "-")
	return base
}

// foreign reports letters of another script in a scene of the Latin one.
func foreign(cta, language string) bool {
	return !others[primary(language)] && strings.ContainsFunc(cta, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}

// callsOf are the calls to action of a judge without a model for what happened, in a BCP 47
// tag's language; none where nobody has written any.
func callsOf(tag, happened string) []string { return lists.Phrases[primary(tag)+" "+happened] }
