//go:build !race

// This reads some ten thousand sentences on one goroutine: the race detector would see
// nothing in it and take ten times as long.

package understudy

import (
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"parley/scenarios"
	"parley/scenarios/lines"
)

var update = flag.Bool("update", false, "write weights.txt anew")

// lesson is a sentence, read in parts, that makes a label or does not.
type lesson struct {
	parts  []senses
	best   int // the part that speaks most for it
	made   bool
	weight float64
}

// offWeight is how much a sentence beside the point counts, which is read for each step.
// otherWeight is that of an example of one step, read for another: it may make both.
const (
	offWeight   = 0.2
	otherWeight = 0.2
)

// lessonOf reads a sentence; ok is false for one without a word.
func lessonOf(c *classifier, label, text string, made bool, weight float64) (l lesson, ok bool) {
	t, at := c.hear(text), c.label(label)
	c.weigh(t, c.mentions(t.words), func(i int, x *senses) {
		if i == at {
			l.parts = append(l.parts, *x)
		}
	})
	l.made, l.weight = made, weight
	return l, len(l.parts) > 0
}

// school gathers lessons.
type school []lesson

func (s *school) add(c *classifier, label, text string, made bool, weight float64) {
	if l, ok := lessonOf(c, label, text, made, weight); ok {
		*s = append(*s, l)
	}
}

// attend takes the lessons of a scene: its counter-examples, those of its examples that
// are lines of the set, each read by what the others teach, and what is beside the
// point. The examples besides were written for what was not heard, and teach that all
// is. It returns lessons read by what few examples teach.
func (s *school) attend(scene scenarios.Scenario, set lines.Set) (fewer school) {
	l := newListener(scene)
	all, written := map[string][]string{AgreeID: scene.Understudy.Agree.All}, map[string]bool{}
	for _, b := range scene.Understudy.Beats {
		all[b.ID] = b.All
	}
	for id := range all {
		for _, line := range set.Beats[id] {
			written[line.Text] = true
		}
		for _, line := range set.Off {
			s.add(l.classifier, id, line.Text, false, offWeight)
		}
	}
	examples := examplesOf(scene.Understudy, l.manners)
	counts := func(e example) bool { return e.near != "" || written[e.text] }
	for k := range folds {
		s.leave(l, all, examples, nil, counts, func(i int, e example) bool { return i%folds == k && counts(e) })
	}
	for _, most := range []int{8, 20} { // examples of each step, and half as many that come near
		seen := map[string]int{}
		fewer.leave(l, all, examples, set.Off, counts, func(_ int, e example) bool {
			seen[e.label+"/"+e.near]++
			return seen[e.label+"/"+e.near] > map[bool]int{true: most, false: most / 2}[e.label != ""]
		})
	}
	return fewer
}

// folds is in how many parts examples are left out.
const folds = 4

// leave fits a scene without the examples that are left out, and reads those of them that
// count and what is off the point.
func (s *school) leave(l *listener, all map[string][]string, examples []example, off []lines.Line,
	counts func(example) bool, out func(i int, e example) bool,
) {
	var in, left []example
	for i, e := range examples {
		switch {
		case e.label+e.near == "" || !out(i, e):
			in = append(in, e)
		case counts(e):
			left = append(left, e)
		}
	}
	c := newClassifier(in, l.reader, all)
	for _, e := range left {
		s.add(c, e.label+e.near, e.text, e.label != "", 1)
		for _, l := range c.labels {
			if e.label != "" && e.label != AgreeID && l.id != e.label {
				s.add(c, l.id, e.text, false, otherWeight)
			}
		}
	}
	for _, line := range off {
		for _, l := range c.labels {
			s.add(c, l.id, line.Text, false, 1)
		}
	}
}

// drawn is how strongly weights are drawn to nought.
const drawn = 8

// learn finds the weights that tell the lessons apart best: a logistic regression by
// Newton's method on the part of each that speaks most for it, which is chosen anew
// with what was learnt. Weights that are not free stay as they are.
func (s school) learn(w *senses, free func(sense int) bool) {
	for range 6 {
		for i := range s {
			l := &s[i]
			for k := range l.parts {
				if dot(w, &l.parts[k]) > dot(w, &l.parts[l.best]) {
					l.best = k
				}
			}
		}
		for range 12 {
			step := s.newton(w, free)
			most := 1.0
			for _, by := range step {
				most = max(most, math.Abs(by))
			}
			for i := range w {
				w[i] -= step[i] / most // no weight by more than one: far off the way it would go astray
			}
		}
	}
}

func dot(w, x *senses) (sum float64) {
	for i, v := range x {
		sum += w[i] * v
	}
	return sum
}

// newton is the step towards the least error.
func (s school) newton(w *senses, free func(sense int) bool) []float64 {
	slope, bend := make([]float64, senseCount), make([][]float64, senseCount)
	for i := range bend {
		bend[i] = make([]float64, senseCount)
		bend[i][i] = drawn
		if free(i) {
			slope[i] = drawn * w[i]
		}
	}
	bend[constant][constant], slope[constant] = 1e-6, 0
	if !free(constant) {
		bend[constant][constant] = 1
	}
	for i := range s {
		x := &s[i].parts[s[i].best]
		p, want := 1/(1+math.Exp(-dot(w, x))), 0.0
		if s[i].made {
			want = 1
		}
		var on []int
		for k, v := range x {
			if v != 0 && free(k) {
				on = append(on, k)
				slope[k] += s[i].weight * (p - want) * v
			}
		}
		for _, k := range on {
			f := s[i].weight * p * (1 - p) * x[k]
			for _, j := range on {
				bend[k][j] += f * x[j]
			}
		}
	}
	return solve(bend, slope)
}

// solve solves a system of equations by elimination; it overwrites a.
func solve(a [][]float64, b []float64) []float64 {
	n, x := len(b), slices.Clone(b)
	for i := range n {
		most := i
		for r := i + 1; r < n; r++ {
			if math.Abs(a[r][i]) > math.Abs(a[most][i]) {
				most = r
			}
		}
		a[i], a[most], x[i], x[most] = a[most], a[i], x[most], x[i]
		for r := i + 1; r < n; r++ {
			f := a[r][i] / a[i][i]
			for c := i; c < n; c++ {
				a[r][c] -= f * a[i][c]
			}
			x[r] -= f * x[i]
		}
	}
	for i := n - 1; i >= 0; i-- {
		for c := i + 1; c < n; c++ {
			x[i] -= a[i][c] * x[c]
		}
		x[i] /= a[i][i]
	}
	return x
}

// TestWeights holds the file of weights to what the sentences teach. With -update it
// writes the file.
func TestWeights(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	var s, fewer school
	for _, scene := range library.List() {
		if set, ok := lines.Load(lines.Tune, scene.ID); ok {
			fewer = append(fewer, s.attend(scene, set)...)
		}
	}
	if len(s) < 3000 {
		t.Fatalf("%d lessons", len(s))
	}
	learnt := &senses{scored: 4} // which part of a turn is the first to be looked at
	s.learn(learnt, func(sense int) bool { return sense != few })
	fewer.learn(learnt, func(sense int) bool { return sense == few })
	if *update {
		var file strings.Builder
		for i, w := range learnt {
			fmt.Fprintf(&file, "%s\t%.2f\n", nameOf(i), w)
		}
		if err := os.WriteFile("weights.txt", []byte(file.String()), 0o600); err != nil {
			t.Fatal(err)
		}
		return
	}
	for i, w := range learnt {
		if math.Abs(w-general[i]) > 0.1 {
			t.Errorf("%s weighs %.2f, not %.2f: go test ./llm/understudy -run TestWeights -update", nameOf(i), w, general[i])
		}
	}
}
