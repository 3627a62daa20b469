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
	for _, n := range listen(username).words {
		if slices.ContainsFunc(words, func(w word) bool { return w.text == n.text }) {
			return ""
		}
	}
	if len(words) > 1 && orders[words[0].text] {
		return ""
	}
	secret := secrets(s)
	for _, w := range words {
		if secret[singular(w.text)] && !praise[w.text] {
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
			if utf8.RuneCountInString(w.text) >= secretLetters {
				m[singular(w.text)] = true
			}
		}
	}
	return m
}

// singular takes a plural's s off, where there is one.
func singular(w string) string { return strings.TrimSuffix(w, "s") }

// otherScripts are the languages of other scripts than the Latin one.
var otherScripts = set("ar bg el fa he hi ja ka ko mk ru sr th uk ur zh")

// foreign reports letters of another script in a scene of the Latin one.
func foreign(cta, language string) bool {
	base, _, _ := strings.Cut(language, "-")
	return !otherScripts[fold(base)] && strings.ContainsFunc(cta, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.Is(unicode.Latin, r)
	})
}

var (
	// orders begin a hint: "Show the data!".
	orders = set("show tell ask mention say offer give explain name bring answer prove share promise apologize apologise admit " +
		"describe present use talk speak listen address quote invite praise flatter compliment thank " +
		"zeig zeige sag sage frag frage nenne erklär erkläre biete gib erwähne beweise versprich entschuldige lobe sprich " +
		"montre montrez dis dites demande demandez explique expliquez donne donnez mentionne cite citez offre parle parlez " +
		"muestra muestre di diga pregunta pregunte explica explique da dé menciona ofrece habla hable cuenta " +
		"mostra mostri chiedi chieda spiega spieghi dai dia menziona offri parla parli racconta")
	// praise are longer words that encourage or blame in any scene; they are no
	// hint although a secret may hold them.
	praise = set("again almost already always better careful close coming different doing don't enough every everything excellent " +
		"fantastic first going great keeping little moment moves nearly never nicely other perfect please pretty progress " +
		"really right still strong there thing think times together towards trouble warmer where working would wrong worse " +
		"weiter besser nicht nochmal super richtig falsch schlecht encore presque super mieux mauvais attention " +
		"sigue bueno mejor cuidado bravo avanti meglio quasi attento")
)
