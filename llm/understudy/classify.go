package understudy

import (
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"parley/language/likeness"
	"parley/scenarios"
)

// classifier tells which beats a turn makes by the scene's example sentences. What a
// sentence speaks of is told by a ridge regression for each beat, and one for the
// agreement, over words, word pairs and concepts; whether what it speaks of is said,
// or denied, asked, supposed or told of somebody else, by weights that are the same
// for all scenes (weights.txt). It is fitted when the scene loads and the same every
// time. It does not change once fitted.
type classifier struct {
	reader
	likeness.Vocabulary
	labels []label
	// weights has one row for each feature, with a weight for each label.
	weights []float64
}

// label is a beat, or the agreement.
type label struct {
	id   string
	all  []int // the concepts that its wordings ask for
	bias float64
	// own and near are the mean scores of its examples and of what comes near it.
	own, near float64
	profile
}

// example is a sentence to learn from.
type example struct {
	text  string
	label string // of the beat it is an example of; "" for none
	near  string // the beat it is a counter-example of
	turn  *turn  // it, heard; nil for not yet
}

// examplesOf gathers what a scene says about its beats, and what every scene
// knows to make none.
func examplesOf(u *scenarios.Understudy, l *manners) []example {
	var out []example
	add := func(texts []string, label, near string) {
		for _, t := range texts {
			out = append(out, example{text: t, label: label, near: near})
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
	return out
}

// newClassifier fits a classifier to examples; without any it is nil, and makes no
// beat. all are the concepts that the wordings of each beat ask for: no sentence that
// has them teaches that it does not make the beat.
func newClassifier(examples []example, r reader, all map[string][]string) *classifier {
	if len(examples) == 0 {
		return nil
	}
	c := &classifier{reader: r}
	texts, rows := make([][]likeness.Feature, len(examples)), make([][]likeness.Entry, len(examples))
	studies := make([]studied, len(examples))
	each(len(examples), func(i int) {
		e := examples[i]
		t := e.turn
		if t == nil {
			t = r.hear(written(e.text))
		}
		mentions, a := r.mentions(t.words), r.manners.anatomy(t)
		texts[i] = r.features(nil, t.words, t.Done(), mentions, 0, len(t.words))
		studies[i] = r.study(e, a, mentions)
	})
	c.Vocabulary = likeness.NewVocabulary(texts)
	for i, fs := range texts {
		rows[i] = c.Vector(make([]likeness.Entry, 0, len(fs)), fs)
	}
	for _, e := range examples {
		if e.label == "" || slices.ContainsFunc(c.labels, func(l label) bool { return l.id == e.label }) {
			continue
		}
		l := label{id: e.label}
		for _, name := range all[e.label] {
			l.all = append(l.all, slices.Index(r.names, name))
		}
		c.labels = append(c.labels, l)
	}
	c.weights = make([]float64, c.Len()*len(c.labels))
	each(len(c.labels), func(at int) {
		l := &c.labels[at]
		l.profile = profileOf(l.id, studies, len(r.inOrder))
		weights, bias := likeness.Regression(rows, c.Len(), targets(examples, studies, l))
		l.bias = bias
		l.own = mean(examples, rows, weights, bias, func(e example) bool { return e.label == l.id }, makes)
		l.near = mean(examples, rows, weights, bias, func(e example) bool { return e.near == l.id }, makesNot)
		for id, w := range weights {
			c.weights[id*len(c.labels)+at] = w
		}
	})
	return c
}

// mean is the mean score of the examples that count; none if none does.
func mean(examples []example, rows [][]likeness.Entry, weights []float64, bias float64, counts func(example) bool, none float64) float64 {
	sum, n := 0.0, 0
	for i, e := range examples {
		if counts(e) {
			n++
			for _, e := range rows[i] {
				sum += weights[e.ID] * e.X
			}
		}
	}
	if n == 0 {
		return none
	}
	return sum/float64(n) + bias
}

// written is a text as it stands: none of its words was misheard.
func written(text string) string { return text + "." }

// each does work for 0 to n-1, on all processors.
func each(n int, work func(i int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	all.Wait()
}

// targets are what the regression of a label should find.
func targets(examples []example, studies []studied, l *label) []float64 {
	y := make([]float64, len(examples))
	for i, e := range examples {
		switch {
		case e.label == l.id:
			y[i] = makes
		case e.near == l.id, e.label == "" && e.near == "":
			y[i] = makesNot
		case l.covered(studies[i].said) == 1:
			y[i] = 0
		default:
			y[i] = elsewhere
		}
	}
	return y
}

// covered is the share of the concepts asked for that were said.
func (l *label) covered(said []bool) float64 {
	n := 0
	for _, c := range l.all {
		if said[c] {
			n++
		}
	}
	return float64(n) / float64(max(1, len(l.all)))
}

// label finds a label, -1 if there is none.
func (c *classifier) label(id string) int {
	if c == nil {
		return -1
	}
	return slices.IndexFunc(c.labels, func(l label) bool { return l.id == id })
}

// score reads a turn whole and in parts, and returns the best score of each label.
func (c *classifier) score(t *turn, mentions []mention) []float64 {
	best := make([]float64, len(c.labels))
	for i := range best {
		best[i] = math.Inf(-1)
	}
	c.weigh(t, mentions, func(label int, x *senses) { best[label] = max(best[label], x.score()) })
	return best
}

// weigh tells what speaks for and against each label of each part of a turn. The
// senses are told's until it returns.
func (c *classifier) weigh(t *turn, mentions []mention, told func(label int, x *senses)) {
	var fs []likeness.Feature
	var row []likeness.Entry
	sum, said := make([]float64, len(c.labels)), make([]bool, len(c.inOrder))
	a := c.manners.anatomy(t)
	done := t.Done()
	strange := make([][]bool, len(c.labels)) // words that no example has
	for i := range c.labels {
		strange[i] = c.labels[i].strange(t.words)
	}
	for _, p := range t.parts() {
		fs = c.features(fs[:0], t.words, done, mentions, p[0], p[1])
		row = c.Vector(row[:0], fs)
		for i := range sum {
			sum[i] = c.labels[i].bias
		}
		for _, e := range row {
			for i, w := range c.weights[int(e.ID)*len(sum) : (int(e.ID)+1)*len(sum)] {
				sum[i] += w * e.X
			}
		}
		clear(said)
		for _, m := range mentions {
			if m.from >= p[0] && m.to <= p[1] {
				said[m.concept] = true
			}
		}
		shape := a.form(p[0], p[1])
		for i := range c.labels {
			x := c.labels[i].senses(&shape, said, sum[i])
			x[unseen], x[stranger] = unknown(a.parts[p[0]:p[1]], strange[i][p[0]:p[1]])
			told(i, &x)
		}
	}
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
	for i, c := range t.Clauses {
		add(c.From, c.To)
		if i+1 < len(t.Clauses) && t.Clauses[i+1].Sentence == c.Sentence {
			continue
		}
		add(from, c.To)
		if c.To-from > longPart {
			for at := from; at+partWindow < c.To+partStep; at += partStep {
				add(at, min(at+partWindow, c.To))
			}
		}
		from = c.To
	}
	return out
}

// Targets of the regression.
const (
	makes     = 1.0
	makesNot  = -1.0
	elsewhere = -0.4 // another beat's example: people say two things at once
)
