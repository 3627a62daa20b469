package languagetest

import (
	"sync"
	"testing"
)

// All has a reader told every line; Some is for one that takes long: so many refusals and
// assents, from all over the sets.
const (
	All  = 1 << 20
	Some = 300
)

// assented is the least share of assents that a reader takes, in percent.
const assented = 95

// Reader says refusals and assents, at most n of each, to a reader of yes who was asked
// Question, or something like it. does says one to it and reports whether what was asked
// for was done; it is called from several goroutines. No refusal may be, and 95 % of
// assents must.
func Reader(t *testing.T, n int, does func(said string) bool) {
	t.Helper()
	refusals, assents := some(Refusals(t), n), some(Assents(t), n)
	for i, done := range each(refusals, does) {
		if done {
			t.Errorf("%q is taken for a yes", refusals[i])
		}
	}
	taken := 0
	for i, done := range each(assents, does) {
		if done {
			taken++
		} else {
			t.Logf("%q is not taken", assents[i])
		}
	}
	t.Logf("%d refusals; %d of %d assents taken", len(refusals), taken, len(assents))
	if taken*100 < len(assents)*assented {
		t.Errorf("%d of %d assents taken, want %d %%", taken, len(assents), assented)
	}
}

// some are n lines of the sets, or all, from beginning to end.
func some(sets []Set, n int) (lines []string) {
	var all []string
	for _, s := range sets {
		all = append(all, s.Lines...)
	}
	for i := range min(n, len(all)) {
		lines = append(lines, all[i*len(all)/min(n, len(all))])
	}
	return lines
}

// each is what does reports of each line, some at once.
func each(lines []string, does func(said string) bool) []bool {
	done := make([]bool, len(lines))
	var all sync.WaitGroup
	for first := range atOnce {
		all.Go(func() {
			for i := first; i < len(lines); i += atOnce {
				done[i] = does(lines[i])
			}
		})
	}
	all.Wait()
	return done
}

const atOnce = 8
