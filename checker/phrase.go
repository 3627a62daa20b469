package checker

import (
	"embed"
	"iter"
	"slices"
	"strings"
)

// phraseFiles hold what code listens for, in English, German, French, Spanish,
// Italian and, where it is cheap, Portuguese; all languages at once, for nobody
// tells the checker which one somebody games it in.
//
//go:embed phrases/*.txt
var phraseFiles embed.FS

// gaps are how many words may stand in for a mark.
var gaps = map[string]int{"~": 3, "~~": 8, "~~~": 16}

// phrases is a list of phrases, one a line of a file. In a line "a|b" is either
// word, "a*" any word that begins so, "*a" one that ends
// so, "~", "~~" and "~~~" up to as many words as gaps
// says, "@" a word of the character's name. "=name words" gives words a name,
// "<name>" is any of them. "^" stands for the start of a sentence or of what
// follows a pause, "$" for the end of a sentence, "," for that or a pause. A line that begins with "-" is an
// exception: its words are passed over. "#" begins a comment.
type phrases struct {
	by     map[string][][]slot // by first word
	loose  [][]slot            // those whose first word has no one spelling
	except *phrases
}

// slot is one part of a phrase.
type slot struct {
	gap   int // how many words it may stand for; 0 for one of those below
	words map[string]bool
	heads []string // any word that begins so
	tails []string // any word that ends so
	name  bool     // a word of the character's name
	// firm is of a gap that no word of denial may fill.
	firm bool
	// start and end stand for no word, but for a place.
	start, end, pause bool
}

// loadPhrases reads phrases/<name>.txt.
func loadPhrases(name string) *phrases {
	data, err := phraseFiles.ReadFile("phrases/" + name + ".txt")
	if err != nil {
		panic("checker: " + err.Error()) // it is built in
	}
	return newPhrases(slices.Collect(strings.Lines(string(data))))
}

// newPhrases reads lines of phrases.
func newPhrases(lines []string) *phrases {
	p, except := &phrases{by: map[string][][]slot{}}, &phrases{by: map[string][][]slot{}}
	classes := map[string]string{}
	for _, line := range lines {
		line, _, _ = strings.Cut(line, "#")
		slots := strings.Fields(line)
		if len(slots) == 0 {
			continue
		}
		if name, found := strings.CutPrefix(slots[0], "="); found {
			classes["<"+name+">"] += "|" + strings.Join(slots[1:], "|")
			continue
		}
		for i, slot := range slots {
			slots[i] = expand(slot, classes)
		}
		if rest, found := strings.CutPrefix(slots[0], "-"); found {
			slots[0] = rest
			except.add(slots)
			continue
		}
		p.add(slots)
	}
	if len(except.by)+len(except.loose) > 0 {
		p.except = except
	}
	return p
}

// expand puts the words of classes in the place of their names.
func expand(slot string, classes map[string]string) string {
	slot, except := strings.CutPrefix(slot, "-")
	var all []string
	for w := range strings.SplitSeq(slot, "|") {
		if words, found := classes[w]; found {
			w = strings.TrimPrefix(words, "|")
		}
		all = append(all, w)
	}
	if except {
		return "-" + strings.Join(all, "|")
	}
	return strings.Join(all, "|")
}

// firm is p with gaps that no word of denial may fill.
func (p *phrases) firm() *phrases {
	lists := [][][]slot{p.loose}
	for _, list := range p.by {
		lists = append(lists, list)
	}
	for _, list := range lists {
		for _, slots := range list {
			for i := range slots {
				slots[i].firm = true
			}
		}
	}
	return p
}

func (p *phrases) add(written []string) {
	slots := make([]slot, len(written))
	for i, w := range written {
		slots[i] = newSlot(w)
	}
	first := slots[0]
	if first.start && len(slots) > 1 {
		first = slots[1]
	}
	if first.name || len(first.heads) > 0 || len(first.tails) > 0 {
		p.loose = append(p.loose, slots)
	}
	for w := range first.words {
		p.by[w] = append(p.by[w], slots)
	}
}

// heads are the words that phrases begin with; of a list of words, all of it.
func (p *phrases) heads() map[string]bool {
	out := map[string]bool{}
	for w := range p.by {
		out[w] = true
	}
	return out
}

func newSlot(written string) slot {
	s := slot{gap: gaps[written], words: map[string]bool{}, start: written == "^", end: written == "$", pause: written == ","}
	if s.gap > 0 || s.start || s.end || s.pause {
		return s
	}
	for w := range strings.SplitSeq(written, "|") {
		head, open := strings.CutSuffix(w, "*")
		tail, ended := strings.CutPrefix(w, "*")
		switch {
		case ended:
			s.tails = append(s.tails, tail)
		case open:
			s.heads = append(s.heads, head)
		case w == "@":
			s.name = true
		default:
			s.words[w] = true
		}
	}
	return s
}

func (s slot) fits(text string, name []string) bool {
	return s.words[text] || s.name && slices.Contains(name, text) ||
		slices.ContainsFunc(s.heads, func(head string) bool { return strings.HasPrefix(text, head) }) ||
		slices.ContainsFunc(s.tails, func(tail string) bool { return strings.HasSuffix(text, tail) })
}

// in yields where phrases begin and end in words, with name as "@".
func (p *phrases) in(words []word, name ...string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		if p.except != nil {
			words = slices.Clone(words)
			for from, to := range p.except.in(words, name...) {
				for i := from; i < to; i++ {
					words[i].text = ""
				}
			}
		}
		for i := range words {
			for _, list := range [][][]slot{p.by[words[i].text], p.loose} {
				for _, slots := range list {
					if to := match(slots, words, i, name); to > 0 && !yield(i, to) {
						return
					}
				}
			}
		}
	}
}

// stands reports whether any phrase is in words.
func (p *phrases) stands(words []word, name ...string) bool {
	for range p.in(words, name...) {
		return true
	}
	return false
}

// match returns where slots end that begin at words[i], 0 if they do not.
func match(slots []slot, words []word, i int, name []string) int {
	if len(slots) == 0 {
		return i
	}
	if gap := slots[0].gap; gap > 0 {
		for skip := 0; skip <= gap && i+skip < len(words); skip++ {
			if skip > 0 && slots[0].firm && negations[words[i+skip-1].text] {
				return 0
			}
			if to := match(slots[1:], words, i+skip, name); to > 0 {
				return to
			}
		}
		return 0
	}
	switch {
	case slots[0].start && !begins(words, i), slots[0].end && i < len(words), slots[0].pause && !ends(words, i):
		return 0
	case slots[0].start, slots[0].end, slots[0].pause:
		return match(slots[1:], words, i, name)
	}
	if i >= len(words) || words[i].text == "" || !slots[0].fits(words[i].text, name) {
		return 0
	}
	return match(slots[1:], words, i+1, name)
}

// leads are words before what a sentence says.
var leads = set("well then so oh and but ah now look right na gut also ach und aber tja nun bon ben bah alors et mais eh " +
	"bueno pues ay y pero mire mira entonces beh dai allora e ma be")

// begins reports whether a sentence, or what follows a pause, begins at words[i].
func begins(words []word, i int) bool {
	return i == 0 || words[i-1].paused || words[i-1].trails || leads[words[i-1].text]
}

// ends reports whether one ends, or pauses, before words[i].
func ends(words []word, i int) bool {
	return i == len(words) || i > 0 && (words[i-1].paused || words[i-1].trails)
}
