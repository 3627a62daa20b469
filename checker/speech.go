package checker

import (
	"slices"
	"strings"

	"parley/language"
)

// speech is what somebody said, without the words that carry nothing if there are others:
// signs, and those that only fill a pause.
type speech struct {
	read  language.Text // with them
	words []language.Word
	asks  []bool // by sentence: it ends in a question mark
}

// listen reads text as something that was said.
func listen(text string) speech {
	s := speech{read: language.Read(text)}
	all := s.read.Words
	for i := range all {
		w := &all[i]
		last := i+1 == len(all) || all[i+1].Sentence != w.Sentence
		if !last && strings.ContainsRune(".!?", w.Mark) { // "Mr."
			w.Mark = 0
		}
		if last {
			tag := tags[w.Text] && i > 0 && all[i-1].Mark != 0
			s.asks = append(s.asks, w.Mark == '?' && !tag)
		}
		switch {
		case w.Symbol && len(s.words) > 0 && s.words[len(s.words)-1].Mark == 0:
			s.words[len(s.words)-1].Mark = w.Mark
		case !w.Symbol && !fillers[w.Text]:
			s.words = append(s.words, *w)
		}
	}
	if len(s.words) == 0 { // "Mhm."
		s.words = all
	}
	return s
}

// find returns the last place where the words of part stand in s, as indexes
// of s.words.
func (s speech) find(part speech) (from, to int, ok bool) { return find(s.words, part.words) }

func find(words, part []language.Word) (from, to int, ok bool) {
	for i := len(words) - len(part); i >= 0 && len(part) > 0; i-- {
		if has(words, part, i) {
			return i, i + len(part), true
		}
	}
	return 0, 0, false
}

// has reports whether the words of part stand in words from one on.
func has(words, part []language.Word, from int) bool {
	return from+len(part) <= len(words) &&
		slices.EqualFunc(words[from:from+len(part)], part, func(a, b language.Word) bool { return a.Text == b.Text })
}

// quote is words as they stand in the text.
func (s speech) quote(words []language.Word) string {
	return s.read.Raw[words[0].From:words[len(words)-1].To]
}

// sentence is the words of the n-th sentence. They are not to be changed.
func (s speech) sentence(n int) []language.Word { return sentence(s.words, n) }

// in is the sentence of the word that begins at a byte of the text.
func (s speech) in(at int) int {
	i := slices.IndexFunc(s.words, func(w language.Word) bool { return w.From >= at })
	if i < 0 {
		return len(s.asks)
	}
	return s.words[i].Sentence
}

// first is where the words of the n-th sentence begin in s.words.
func (s speech) first(n int) int {
	at, _ := slices.BinarySearchFunc(s.words, n, func(w language.Word, n int) int { return w.Sentence - n })
	return at
}

func sentence(words []language.Word, n int) []language.Word {
	starts := func(n int) int {
		at, _ := slices.BinarySearchFunc(words, n, func(w language.Word, n int) int { return w.Sentence - n })
		return at
	}
	return words[starts(n):starts(n+1)]
}

// begins reports whether a sentence, or what follows a pause, begins at words[i].
func begins(words []language.Word, i int) bool {
	return i == 0 || pauses(words[i-1]) || leads[words[i-1].Text]
}

// ends reports whether one ends, or pauses, before words[i].
func ends(words []language.Word, i int) bool { return i == len(words) || i > 0 && pauses(words[i-1]) }

// pauses reports whether a mark or a trailing voice follows w.
func pauses(w language.Word) bool { return w.Mark != 0 || w.Trails }

// goesOn reports whether words[i] and the word before it are of one clause.
func goesOn(words []language.Word, i int) bool {
	return words[i-1].Mark == 0 && words[i-1].Sentence == words[i].Sentence
}

// stands reports whether a word of a set is in words.
func (s set) stands(words []language.Word) bool {
	return slices.ContainsFunc(words, func(w language.Word) bool { return s[w.Text] })
}

// foreign reports whether the turn is in none of the languages that the lists
// of phrases are in.
func (s speech) foreign(tag string) bool {
	return tag != "" && commons[strings.ToLower(tag)] == nil || len(s.words) >= minForeign && !common.stands(s.words)
}

// minForeign is from how many words on a turn without one common word of a known
// language is in another.
const minForeign = 3

// written reports whether text is in the language of a tag, as far as its commonest words tell.
func written(text, tag string) bool {
	words := listen(text).words
	count := func(of set) (n int) {
		for _, w := range words {
			if of[w.Text] {
				n++
			}
		}
		return n
	}
	here := count(commons[strings.ToLower(tag)])
	for _, of := range commons {
		if count(of) > here {
			return false
		}
	}
	return here > 0
}

// textsOf are the words as a set.
func textsOf(words []language.Word) set {
	out := set{}
	for _, w := range words {
		out[w.Text] = true
	}
	return out
}
