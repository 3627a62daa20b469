package understudy

import (
	"embed"
	"strings"
	"sync"
)

//go:embed language/*.txt
var languageFiles embed.FS

// language is what the understudy knows of one language: how its words are told
// apart and compared, which words turn a sentence round or say whom it is about,
// and what every character minds or answers alike. It does not change once read.
type language struct {
	tag    string
	sets   map[string]map[string]bool // word lists by name
	number map[string]int             // number words; English spells digits instead
	ending []string                   // endings that stems lose, longest first

	insults, orders, gross, apology, again, outside, refusals, proposals *concept

	// ways of being rude, where insults are sentences; scorn are those that are
	// rude whoever else is named.
	rude, scorn patterns

	pauses map[string]bool // what fills a pause between two marks

	harmless [][]string        // negations that deny nothing
	marks    map[string][]mark // what a word alone makes

	neutral, negatives []string
}

// languages are read once each, when a scene first needs one.
var languages sync.Map // tag to func() *language

// languageOf finds the language of a BCP 47 tag. A language that is not known is
// heard as English is: its words are compared, and only the scene's own insults
// are minded.
func languageOf(tag string) *language {
	tag, _, _ = strings.Cut(strings.ToLower(tag), "-")
	read, _ := languages.LoadOrStore(tag, sync.OnceValue(func() *language { return readLanguage(tag) }))
	return read.(func() *language)()
}

func readLanguage(tag string) *language {
	data, err := languageFiles.ReadFile("language/" + tag + ".txt")
	if err != nil {
		if tag != "en" {
			return languageOf("en")
		}
		panic("understudy: " + err.Error()) // it is embedded
	}
	l := &language{tag: tag, sets: map[string]map[string]bool{}, number: map[string]int{}}
	phrases := map[string][]string{}
	kind, name := "", ""
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			kind, name, _ = strings.Cut(strings.Trim(line, "[]"), " ")
		case kind == "phrases":
			phrases[name] = append(phrases[name], line)
		default:
			l.learn(name, strings.Fields(line))
		}
	}
	l.prepare(phrases)
	return l
}

// rudeEvery: one insult in so many is an example of what makes no beat.
const rudeEvery = 3

// learn takes a line of a word list.
func (l *language) learn(name string, list []string) {
	if name == "endings" {
		l.ending = append(l.ending, list...)
		return
	}
	if l.sets[name] == nil {
		l.sets[name] = map[string]bool{}
	}
	for _, w := range list {
		if word, value, ok := strings.Cut(w, "="); ok {
			n := 0
			for _, digit := range value {
				n = 10*n + int(digit-'0')
			}
			l.number[word] = n
			continue
		}
		l.sets[name][w] = true
	}
}

func (l *language) prepare(phrases map[string][]string) {
	for _, list := range []string{"insult names", "insult adjectives"} {
		stems := map[string]bool{}
		for w := range l.sets[list] {
			if s := l.word(w, false).stem; len(s) > minStem {
				stems[s] = true
			}
		}
		l.sets[list+" stems"] = stems
	}
	exact := func(list []string) *concept { return l.concept(list, false, true) }
	l.insults, l.orders, l.gross = exact(phrases["insults"]), exact(phrases["orders"]), exact(phrases["gross"])
	l.rude, l.scorn = l.patterns(phrases["insult patterns"]), l.patterns(phrases["scorn"])
	l.apology, l.again = exact(phrases["apology"]), exact(phrases["again"])
	l.outside, l.refusals = exact(phrases["outside"]), exact(phrases["refusals"])
	l.proposals = exact(phrases["proposals"])
	l.marks = map[string][]mark{}
	for m := range markCount {
		for _, list := range markLists[m] {
			for w := range l.sets[list] {
				l.marks[w] = append(l.marks[w], m)
			}
		}
	}
	l.pauses = map[string]bool{}
	for _, phrase := range phrases["pauses"] {
		l.pauses[strings.Join(l.words(phrase), " ")] = true
	}
	for _, phrase := range phrases["no denial"] {
		l.harmless = append(l.harmless, l.words(phrase))
	}
	l.neutral, l.negatives = phrases["neutral"], append(phrases["negatives"], phrases["gross"]...)
	for i, phrase := range phrases["insults"] {
		if i%rudeEvery == 0 {
			l.negatives = append(l.negatives, phrase)
		}
	}
}

// is reports whether w is in a word list.
func (l *language) is(list, w string) bool { return l.sets[list][w] }

// isFigure reports whether w stands for a number.
func (l *language) isFigure(w string) bool {
	return isNumber[w] && l.tag == "en" || w != "" && w[0] >= '0' && w[0] <= '9' || l.is("amounts", w)
}
