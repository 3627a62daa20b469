package bench

import (
	"math"
	"slices"
	"testing"
	"time"

	"parley/bench/stub"
)

// compared are variants with so many answers each, the hung one's taking as long
// as said.
func compared(hung time.Duration) variants {
	took := func(d time.Duration) responses { return responses{took: slices.Repeat([]time.Duration{d}, 4)} }
	rounds := []int{1, 2, 4}
	return variants{
		{name: "healthy", judge: stub.Judge{}, responses: took(600 * time.Millisecond), verdicts: 4, rounds: rounds},
		{name: "hung", judge: stub.Judge{Hung: true}, responses: took(hung), rounds: rounds},
		{name: "away", responses: took(630 * time.Millisecond), rounds: rounds},
	}
}

func TestDutiesAreCompared(t *testing.T) {
	d := compared(660 * time.Millisecond)
	for name, want := range map[string]float64{
		"healthy: response p95": 600, "hung: response p95": 660, "hung: p50 to healthy": 1.1, "hung: p95 to healthy": 1.1,
		"away: p95 to healthy": 1.05, "cut in or unanswered": 0, "verdicts amiss": 0,
	} {
		found := false
		for _, f := range d.figures() {
			if f.Name != name {
				continue
			}
			found = true
			if f.Value < want-1e-9 || f.Value > want+1e-9 || f.Missed() {
				t.Errorf("%s = %+v, want %v and no target missed", name, f, want)
			}
		}
		if !found {
			t.Errorf("no figure %q", name)
		}
	}
	tables := d.tables()
	if got, want := tables[0].Rows[1], []string{"hung", "660", "660", "660", "4", "0"}; !slices.Equal(got, want) {
		t.Errorf("row %q, want %q", got, want)
	}
	if got, want := tables[1].Rows[1], []string{"hung", "660", "660", "660"}; !slices.Equal(got, want) {
		t.Errorf("rounds %q, want %q", got, want)
	}
}

// One bad round of three is the machine's; two are the checker's.
func TestDutiesAreComparedByRounds(t *testing.T) {
	for bad, want := range map[int]float64{0: 1, 1: 1, 2: 2, 3: 2} {
		d := compared(600 * time.Millisecond)
		for round := range bad {
			d[1].round(round)[0] *= 2
		}
		if got := d.to(1, 0.95); got != want {
			t.Errorf("%d bad rounds: %v times the healthy checker's, want %v", bad, got, want)
		}
	}
	silent := compared(600 * time.Millisecond)
	silent[1].took, silent[1].rounds = nil, []int{0, 0, 0}
	if got := silent.to(1, 0.95); !math.IsNaN(got) {
		t.Errorf("nobody answered, and that is %v times the healthy checker's", got)
	}
}

// A slow answer beside a hung checker, a verdict from one and a silent healthy
// one each miss a target.
func TestDutiesMissTheirTargets(t *testing.T) {
	slow, fake, silent := compared(670*time.Millisecond), compared(600*time.Millisecond), compared(600*time.Millisecond)
	fake[1].verdicts = 1
	silent[0].verdicts = 3
	cut := compared(600 * time.Millisecond)
	cut[2].cutIns = 1
	for name, tt := range map[string]struct {
		d    variants
		miss string
	}{
		"slow": {slow, "hung: p95 to healthy"}, "fake": {fake, "verdicts amiss"},
		"silent": {silent, "verdicts amiss"}, "cut": {cut, "cut in or unanswered"},
	} {
		var missed []string
		for _, f := range tt.d.figures() {
			if f.Missed() {
				missed = append(missed, f.Name)
			}
		}
		if !slices.Equal(missed, []string{tt.miss}) {
			t.Errorf("%s: missed %q, want %q alone", name, missed, tt.miss)
		}
	}
}
