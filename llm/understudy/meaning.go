package understudy

import (
	"cmp"
	"math"
	"strings"
	"unicode"
)

// Meaning gives sentences vectors that lie near each other where they mean about
// the same, as a model of package llm/embedding does. It must be safe for
// concurrent use and give a text the same vector every time.
type Meaning interface {
	// Vector appends the vector of text to dst: Dimensions values, of length one, or
	// all zero where it knows nothing of text.
	Vector(dst []float64, text string) []float64
	Dimensions() int
}

// UseMeaning has the examples of scenes compared by meaning instead of by their
// words and word pairs; nil goes back to those. It holds for the whole process and
// is for its start, before any scene is played or judged: an Engine made before
// keeps what it has. Processes that play and judge the same calls must use the same
// Meaning, else bar and character disagree.
func UseMeaning(m Meaning) {
	listeners.Lock()
	defer listeners.Unlock()
	if m != nil || listeners.meaning != nil {
		listeners.meaning = m
		clear(listeners.made)
	}
}

func currentMeaning() Meaning {
	listeners.Lock()
	defer listeners.Unlock()
	return listeners.meaning
}

// meaningShare is how much of what is compared is the meaning of the words; the
// concepts among them are the rest.
const meaningShare = 0.75

// row is what is compared of the words from..to of a turn, which have the features
// fs: those and, with a Meaning, which stands in for the words' own, their vector.
func (c *classifier) row(out []entry, fs []feature, t *turn, from, to int) []entry {
	start := len(out)
	out = c.vector(out, fs)
	if c.meaning == nil {
		return out
	}
	for i := range out[start:] {
		out[start+i].x *= math.Sqrt(1 - meaningShare)
	}
	for i, x := range c.meaning.Vector(nil, c.written(t, from, to)) {
		out = append(out, entry{int32(len(c.rare) + i), x * math.Sqrt(meaningShare)}) //nolint:gosec // a few thousand
	}
	return out
}

// width is how many different entries a row may have.
func (c *classifier) width() int {
	if c.meaning == nil {
		return len(c.rare)
	}
	return len(c.rare) + c.meaning.Dimensions()
}

// written is the words from..to of a turn as a text: contractions opened, numbers
// as this language counts them, and with the accents that words drops.
func (l *language) written(t *turn, from, to int) string {
	var b strings.Builder
	accented := map[string]string{}
	if l.tag != "en" {
		for w := range strings.FieldsFuncSeq(strings.ToLower(t.text), func(r rune) bool { return !unicode.IsLetter(r) }) {
			if plain := unaccented.Replace(w); plain != w {
				accented[plain] = w
			}
		}
	}
	for _, w := range t.words[from:to] {
		b.WriteString(cmp.Or(accented[w.text], w.text))
		b.WriteByte(' ')
	}
	return b.String()
}
