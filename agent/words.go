package agent

import (
	"slices"
	"strings"
)

// The words below are English; for another language the lists of its own are
// added beside them (see backchannels) and the marks of its recogniser do the
// rest.

func set(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

var (
	// trailers announce more when they come last.
	trailers = set("and but or because so um uh er erm hmm plus if when although unless " +
		"since which who whose where that's it's i'm we're they're you're i'd we'd i'll we'll und aber oder weil äh ähm")
	// links cannot end a turn: they belong to a word that is still to come.
	links = set("the a an of to in on for with from by at about into over under between through per than as " +
		"is are was were be been am has have had do does did will would can could should may might must " +
		"my our your his her their its every very just even only like i we they he she that " +
		"want need think mean know believe guess feel say said make makes get gets give take " +
		"der die das ein eine den dem mit von zu für auf ist sind hat haben wird ich wir")
	// strandable links do end a sentence when the recogniser says so.
	strandable = set("of to in on for with from by at about over under through am is are was were be been " +
		"have had has do does did will would can could should may might must his its only even like that " +
		"want need think mean know believe guess feel say said get give take")
	// answers are turns in one or two words.
	answers = set("yes no yeah yep nope sure okay ok fine exactly absolutely definitely correct right agreed " +
		"deal never maybe perhaps thanks goodbye bye hello hi stop ja nein doch danke")
	// questions may open one, pronouns follow them there.
	questions = set("do does did is are was were am can could will would shall should may might must have has had")
	pronouns  = set("you we i they he she it this that there the your our my")
	whWords   = set("what how why when where who which")
	// digitWords are dictated one by one.
	digitWords = set("zero oh one two three four five six seven eight nine null eins zwei drei vier fünf sechs sieben acht neun")
)

// closings give the floor away.
var closings = []string{
	"thank you", "thanks", "that's it", "that's all", "that is all", "what do you think", "what do you say",
	"don't you think", "isn't it", "doesn't it", "all right", "good morning", "good afternoon", "good evening",
	"hello", "goodbye",
}

// backchannels are the words of a listener, by language: said over the
// character they do not ask for the floor.
var backchannels = map[string]map[string]bool{
	"en": set("mm mhm mm-hm mmhm mmhmm mm-hmm hm hmm hmmm uh-huh uhuh uhhuh huh yeah yep yes yup okay ok right " +
		"sure ah aha oh wow really exactly true alright um uh er " +
		"good great nice fine cool lovely perfect interesting understood absolutely indeed"),
	"de": set("mm mhm hm hmm ja jaja genau okay ok ach aha oh stimmt klar richtig gut schön toll äh ähm"),
	"fr": set("mm hm hmm oui ouais d'accord okay ok ah oh bien voilà exact euh"),
	"es": set("mm hm hmm sí si claro vale okay ok ah oh ajá bueno ya eh"),
	"it": set("mm hm hmm sì si certo okay ok ah oh già esatto bene va"),
}

// backPhrases are backchannels of several words.
var backPhrases = []string{
	"i see", "i understand", "i know", "got it", "all right", "of course", "go on", "uh huh", "mm hm", "mm hmm",
	"fair enough", "makes sense", "that makes sense", "that's right", "that's true", "that's good", "that's fair",
	"for sure", "no problem", "very good", "sounds good", "you're right", "ach so", "ich verstehe", "alles klar",
}

// backchannel reports whether text holds nothing but a listener's words. The
// language is a BCP 47 tag; one without a list of its own has the English one.
func backchannel(text, language string) bool {
	words := plainWords(text)
	if len(words) == 0 || len(words) > 6 {
		return false
	}
	primary, _, _ := strings.Cut(strings.ToLower(language), "-")
	known := backchannels[primary]
	if known == nil {
		known = backchannels["en"]
	}
	for len(words) > 0 {
		n := phrase(words)
		if n == 0 && known[words[0]] {
			n = 1
		}
		if n == 0 {
			return false
		}
		words = words[n:]
	}
	return true
}

// phrase is the length of the longest phrase of a listener that words begin
// with, 0 if there is none.
func phrase(words []string) int {
	longest := 0
	for _, p := range backPhrases {
		if n := len(strings.Fields(p)); n <= len(words) && strings.Join(words[:n], " ") == p {
			longest = max(longest, n)
		}
	}
	return longest
}

// mayBackchannel reports whether text, of which more may come, may turn out to
// be a listener's words: it is one up to its last words, and these begin a
// phrase.
func mayBackchannel(text, language string) bool {
	words := plainWords(text)
	for i := range min(len(words), 3) {
		head, tail := words[:len(words)-1-i], strings.Join(words[len(words)-1-i:], " ")
		begun := slices.ContainsFunc(backPhrases, func(p string) bool { return strings.HasPrefix(p, tail) })
		if begun && (len(head) == 0 || backchannel(strings.Join(head, " "), language)) {
			return true
		}
	}
	return backchannel(text, language)
}

// empties are words that change nothing when they follow an otherwise equal
// transcript.
var empties = set("please thanks um uh er hmm okay ok yeah right so well anyway then you know thank")

// sameWords reports whether an answer to a answers b too: they differ in
// punctuation, case or empty words at the end alone.
func sameWords(a, b string) bool {
	x, y := plainWords(a), plainWords(b)
	if len(x) > len(y) {
		x, y = y, x
	}
	for i, w := range x {
		if y[i] != w {
			return false
		}
	}
	for _, w := range y[len(x):] {
		if !empties[w] {
			return false
		}
	}
	return len(x) > 0 || len(y) == 0
}

// echoes reports whether text is the character's own words coming back: all of
// at least two words, in order and in one stretch of what it said lately.
func echoes(text, lately string) bool {
	words := plainWords(text)
	return len(words) >= 2 && strings.Contains(" "+strings.Join(plainWords(lately), " ")+" ", " "+strings.Join(words, " ")+" ")
}
