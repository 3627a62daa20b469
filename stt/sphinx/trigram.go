package sphinx

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
)

// A language model's own words: where sentences begin and end. Text never
// holds them.
const (
	sentenceStart = "<s>"
	sentenceEnd   = "</s>"
)

// trigram is a language model with Witten-Bell discounting: after words that
// were followed by many different ones, much is left for the unseen. It suits a
// text of some hundred sentences, where the counts of counts that other
// discounts need are too few.
type trigram struct {
	words  []string // by id; the first two are sentenceStart and sentenceEnd
	counts [3]map[gram]int
	// after is, for each context of one less word, how often it was seen and how
	// many different words followed.
	after [3]map[gram]followers
}

// gram is up to three word ids; those an n-gram has not are none.
type gram [3]int32

const none = -1

type followers struct{ seen, kinds int }

func newTrigram(text []clause) *trigram {
	t := &trigram{words: []string{sentenceStart, sentenceEnd}}
	for n := range t.counts {
		t.counts[n], t.after[n] = map[gram]int{}, map[gram]followers{}
	}
	t.count([]int32{1}, 0) // a model must know the end of sentences
	ids := map[string]int32{}
	for _, c := range text {
		line := []int32{0}
		for _, w := range c.words {
			id, known := ids[w]
			if !known {
				id = int32(len(t.words)) //nolint:gosec // bounded by maxWords
				ids[w] = id
				t.words = append(t.words, w)
			}
			line = append(line, id)
		}
		if c.whole {
			t.count(append(line, 1), 1)
		} else {
			t.count(line[1:], 0)
		}
	}
	return t
}

// count adds the n-grams of one line of word ids that end at the word from or
// later: the start of a sentence is a context but never a word to be told.
func (t *trigram) count(line []int32, from int) {
	for i := from; i < len(line); i++ {
		for n := range min(i+1, len(t.counts)) {
			g := gram{none, none, none}
			copy(g[:], line[i-n:i+1])
			before := g.before(n)
			c := t.after[n][before]
			c.seen++
			if t.counts[n][g]++; t.counts[n][g] == 1 {
				c.kinds++
			}
			t.after[n][before] = c
		}
	}
}

// before is g, which has n+1 words, without the last.
func (g gram) before(n int) gram {
	g[n] = none
	return g
}

// shorter is g without the first word.
func (g gram) shorter() gram { return gram{g[1], g[2], none} }

// probability is that of the last word of g after the n before it.
func (t *trigram) probability(g gram, n int) float64 {
	c := t.after[n][g.before(n)]
	lower := 1 / float64(len(t.words)-1) // all but sentenceStart
	if n > 0 {
		lower = t.probability(g.shorter(), n-1)
	}
	if c.seen == 0 {
		return lower
	}
	return (float64(t.counts[n][g]) + float64(c.kinds)*lower) / float64(c.seen+c.kinds)
}

// backoff is the share that a context of n words leaves to the words not seen
// after it.
func (t *trigram) backoff(g gram, n int) float64 {
	c := t.after[n][g]
	if c.seen == 0 {
		return 1
	}
	return float64(c.kinds) / float64(c.seen+c.kinds)
}

// writeARPA writes t in the format of language models that PocketSphinx reads.
func (t *trigram) writeARPA(w io.Writer) error {
	b := bufio.NewWriter(w)
	grams := [3][]gram{{{0, none, none}}} // sentenceStart, for its backoff alone
	fmt.Fprint(b, "\\data\\\n")
	for n := range grams {
		grams[n] = append(grams[n], slices.SortedFunc(maps.Keys(t.counts[n]), compareGrams)...)
		fmt.Fprintf(b, "ngram %d=%d\n", n+1, len(grams[n]))
	}
	for n := range grams {
		fmt.Fprintf(b, "\n\\%d-grams:\n", n+1)
		for _, g := range grams[n] {
			t.writeGram(b, g, n)
		}
	}
	fmt.Fprint(b, "\n\\end\\\n")
	return b.Flush()
}

func (t *trigram) writeGram(b *bufio.Writer, g gram, n int) {
	p := -99.0 // the format's "never"
	if n > 0 || g[0] != 0 {
		p = math.Log10(t.probability(g, n))
	}
	fmt.Fprintf(b, "%.4f", p)
	for _, id := range g[:n+1] {
		fmt.Fprintf(b, " %s", t.words[id])
	}
	if n+1 < len(g) {
		fmt.Fprintf(b, " %.4f", math.Log10(t.backoff(g, n+1)))
	}
	fmt.Fprintln(b)
}

func compareGrams(a, b gram) int {
	return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]), cmp.Compare(a[2], b[2]))
}
