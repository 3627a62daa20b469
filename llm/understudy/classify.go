package understudy

import (
	"cmp"
	"math"
	"slices"

	"parley/scenarios"
)

// classifier tells which beats a turn makes by the scene's example sentences. It
// is linear, a ridge regression for each beat and one for the agreement over the
// words, word pairs and concepts of a sentence, fitted when the scene loads and
// the same every time. It does not change once fitted.
type classifier struct {
	reader
	vocabulary
	labels map[string]int
	// weights has one row for each feature, with a weight for each label.
	weights []float64
	bias    []float64
	// sure is the score from which a beat is made; fair, that from which it is
	// when the character has just asked for it.
	sure, fair []float64
}

// example is a sentence to learn from.
type example struct {
	text  string
	label string // of the beat it is an example of; "" for none
	near  string // the beat it is a counter-example of
}

// Targets of the regression.
const (
	makes     = 1.0
	makesNot  = -1.0
	elsewhere = -0.6 // another beat's example: people say two things at once
)

// ridge is how strongly the weights are held down.
const ridge = 0.35

// examplesOf gathers what a scene says about its beats, and what every scene
// knows to make none.
func examplesOf(u *scenarios.Understudy, l *language) []example {
	var out []example
	add := func(texts []string, label, near string) {
		for _, t := range texts {
			out = append(out, example{t, label, near})
		}
	}
	for _, b := range u.Beats {
		add(b.Examples, b.ID, "")
		add(b.Counter, "", b.ID)
	}
	add(u.Agree.Examples, AgreeID, "")
	add(u.Agree.Counter, "", AgreeID)
	if len(out) == 0 {
		return nil
	}
	add(u.Chatter, "", "")
	add(l.negatives, "", "")
	// Those that make nothing, whose scores set the bars, stand last.
	slices.SortStableFunc(out, func(a, b example) int {
		return cmp.Compare(min(len(b.label), 1), min(len(a.label), 1))
	})
	return out
}

// newClassifier fits a classifier; without examples it is nil, and makes no
// beat. listed reports whether the word lists say that a text makes a beat: no
// sentence teaches that it does not.
func newClassifier(u *scenarios.Understudy, r reader, listed func(label string, t *turn) bool) *classifier {
	examples := examplesOf(u, r.language)
	if len(examples) == 0 {
		return nil
	}
	c := &classifier{reader: r, labels: map[string]int{}}
	for _, e := range examples {
		if _, ok := c.labels[e.label]; !ok && e.label != "" {
			c.labels[e.label] = len(c.labels)
		}
	}
	turns := make([]*turn, len(examples))
	texts := make([][]feature, len(examples))
	for i, e := range examples {
		turns[i] = r.hear(e.text + ".") // as written: no word was misheard
		u := turns[i].words
		texts[i] = r.features(nil, u, r.mentions(u), 0, len(u))
	}
	c.vocabulary = newVocabulary(texts)
	rows := make([][]entry, len(texts))
	for i, fs := range texts {
		rows[i] = c.vector(nil, fs)
	}
	c.weights = make([]float64, len(c.rare)*len(c.labels))
	c.bias = make([]float64, len(c.labels))
	c.sure, c.fair = make([]float64, len(c.labels)), make([]float64, len(c.labels))
	k := newKernel(rows, slices.IndexFunc(examples, func(e example) bool { return e.label == "" }))
	for label, at := range c.labels {
		c.fit(k, rows, at, targets(examples, turns, label, listed), examples, label)
	}
	return c
}

// targets are what the regression of a label should find.
func targets(examples []example, turns []*turn, label string, listed func(string, *turn) bool) []float64 {
	y := make([]float64, len(examples))
	for i, e := range examples {
		switch {
		case e.label == label:
			y[i] = makes
		case e.near == label, e.label == "" && e.near == "":
			y[i] = makesNot
		case listed(label, turns[i]):
			y[i] = 0
		default:
			y[i] = elsewhere
		}
	}
	return y
}

// fit solves one label's regression and sets its bars: what each sentence would
// score if it had been left out is known exactly.
func (c *classifier) fit(k *kernel, rows [][]entry, at int, y []float64, examples []example, label string) {
	alpha := k.solve(y)
	for i, row := range rows {
		c.bias[at] += alpha[i] * biasShare
		for _, e := range row {
			c.weights[int(e.id)*len(c.labels)+at] += alpha[i] * e.x
		}
	}
	var wrong []float64
	for i, e := range examples {
		if e.label == "" && (e.near == "" || e.near == label) {
			wrong = append(wrong, y[i]-alpha[i]/k.inverse[i])
		}
	}
	slices.Sort(wrong)
	c.sure[at] = max(quantile(wrong, 1-falseSure), leastSure)
	c.fair[at] = max(quantile(wrong, 1-falseFair), leastFair)
}

// Shares of the sentences beside the point that may pass each bar, and the bars'
// lower bounds.
const (
	falseSure, leastSure = 0.01, -0.26
	falseFair, leastFair = 0.03, -0.45
)

func quantile(sorted []float64, q float64) float64 {
	if len(sorted) == 0 {
		return math.Inf(1)
	}
	return sorted[min(int(q*float64(len(sorted))), len(sorted)-1)]
}

// unlikely is the score under which a wording that was said is taken for chance.
const unlikely = -0.34

// score reads a turn whole and in parts, and returns the best score of each label.
func (c *classifier) score(t *turn, mentions []mention) []float64 {
	best := make([]float64, len(c.labels))
	for i := range best {
		best[i] = math.Inf(-1)
	}
	var fs []feature
	var row []entry
	sum := make([]float64, len(c.labels))
	for _, p := range t.parts() {
		fs = c.features(fs[:0], t.words, mentions, p[0], p[1])
		row = c.vector(row[:0], fs)
		copy(sum, c.bias)
		for _, e := range row {
			for i, w := range c.weights[int(e.id)*len(sum) : (int(e.id)+1)*len(sum)] {
				sum[i] += w * e.x
			}
		}
		for i, s := range sum {
			best[i] = max(best[i], s)
		}
	}
	return best
}

// Parts of a turn that are scored by themselves.
const (
	leastPart  = 3 // words
	longPart   = 16
	partWindow = 12
	partStep   = 4
)

// parts are the ranges of words that may each be the point of a turn: the whole,
// its sentences, its clauses, and windows of what goes on without a mark.
func (t *turn) parts() [][2]int {
	if len(t.words) == 0 {
		return nil
	}
	out := [][2]int{{0, len(t.words)}}
	add := func(from, to int) {
		if to-from >= leastPart && !slices.Contains(out, [2]int{from, to}) {
			out = append(out, [2]int{from, to})
		}
	}
	from := 0
	for i, c := range t.clauses {
		add(c.from, c.to)
		if i+1 < len(t.clauses) && t.clauses[i+1].sentence == c.sentence {
			continue
		}
		add(from, c.to)
		if c.to-from > longPart {
			for at := from; at+partWindow < c.to+partStep; at += partStep {
				add(at, min(at+partWindow, c.to))
			}
		}
		from = c.to
	}
	return out
}
