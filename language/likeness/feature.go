// Package likeness tells two kinds of sentences apart by examples of both: what makes a
// step of a scene and what does not, what agrees and what only sounds so. What counts are
// words, and pairs of words near each other; a word that is denied, asked, supposed or told
// of somebody else is another word than one that is said. A ridge regression finds what each
// tells. All of it is deterministic, and what was made is safe for concurrent use.
package likeness

import (
	"slices"

	"parley/language"
)

// Feature is a property of a text, by its hash: a word, two words near each other, or
// what a caller makes of its own with Named. Its kind is part of the hash.
type Feature uint64

// The kinds of features of words.
const (
	oneWord Feature = iota + 1
	twoWords
	apart      // two words with one between
	head       // the first letters of a long word
	deniedWord // soon after a negation
	ownKinds   // of Named, up to named
	// actWord is a word with what its clause does; the last.
	actWord = ownKinds + named
	named   = 8
)

// Hash steps of FNV-1a.
const (
	hashBase  = 14695981039346656037
	hashPrime = 1099511628211
)

func hash(h Feature, s string) Feature {
	for i := range len(s) {
		h = (h ^ Feature(s[i])) * hashPrime
	}
	return (h ^ 0xff) * hashPrime &^ light
}

func begin(kind Feature) Feature { return (hashBase ^ kind) * hashPrime }

// light marks features that count half: what they tell the words tell already.
const light Feature = 1 << 63

// Named is a feature of the caller's, of a kind from 0 to 7: that all of ids hold, whose
// order matters. It counts half.
func Named(kind int, ids ...int) Feature {
	f := begin(ownKinds + Feature(kind))
	for _, id := range ids {
		f = (f ^ Feature(id)) * hashPrime
	}
	return f | light
}

// Word is a word as it is learnt.
type Word struct {
	// Text is the word, Stem what its forms have in common; where nobody knows it, the
	// word. A figure is any other's equal.
	Text, Stem string
	Figure     bool
	// Negates says that the word turns round what follows.
	Negates bool
	// Does is what is done with it, see language.Speech.Done.
	Does language.Act
}

// negationReach is how many words after a negation are learnt as denied.
const negationReach = 4

// headLetters is how much of a word stands for all of its family.
const headLetters = 5

// Wordings appends the features of n words to out, some more than once; see Sorted.
func Wordings(out []Feature, n int, word func(i int) Word) []Feature {
	stems := [2]string{"<", "<"}
	denied := 0 // how many more words a negation reaches
	for i := range n + 1 {
		s := ">"
		if i < n {
			w := word(i)
			s = w.Stem
			if w.Figure {
				s = "#"
			}
			if w.Does == 0 {
				out = append(out, hash(begin(oneWord), s))
			}
			for does := language.Act(1); does <= language.Denies; does <<= 1 {
				if w.Does&does != 0 {
					out = append(out, hash(begin(actWord+Feature(does)), s))
				}
			}
			switch {
			case w.Negates:
				denied = negationReach
			case denied > 0:
				denied--
				out = append(out, hash(begin(deniedWord), s))
			}
			if len(w.Text) > headLetters {
				out = append(out, hash(begin(head), w.Text[:headLetters]))
			}
		}
		out = append(out, hash(hash(begin(twoWords), stems[1]), s))
		if i > 0 && i < n {
			out = append(out, hash(hash(begin(apart), stems[0]), s))
		}
		stems[0], stems[1] = stems[1], s
	}
	return out
}

// Sorted puts features in order, each once; it overwrites them.
func Sorted(fs []Feature) []Feature {
	slices.Sort(fs)
	return slices.Compact(fs)
}
