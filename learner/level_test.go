//go:build !race

package learner

import (
	"testing"

	"parley"
	"parley/scenarios"
)

// TestLevels measures what a level means to people: the turns they need and how many of
// them win (docs/scenes.md has the table).
func TestLevels(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	kinds := []Kind{Skilled, Average, Clumsy}
	turns, won := map[int]map[Kind][]int{}, map[int]map[Kind]*tally{}
	for _, s := range measured(library) {
		casts, _, err := castsOf(s)
		if err != nil {
			t.Fatal(err)
		}
		if turns[s.Difficulty] == nil {
			turns[s.Difficulty], won[s.Difficulty] = map[Kind][]int{}, map[Kind]*tally{}
		}
		for _, k := range kinds {
			if won[s.Difficulty][k] == nil {
				won[s.Difficulty][k] = &tally{}
			}
			for run := range Runs {
				c := casts[run%len(casts)]
				l, _ := c.learnerOf(k, run)
				g, err := game(t.Context(), c.scene, parley.Dispatch{}, Offline(), l)
				if err != nil {
					t.Fatal(err)
				}
				won[s.Difficulty][k].add(g.Outcome == Won)
				if g.Outcome == Won {
					turns[s.Difficulty][k] = append(turns[s.Difficulty][k], len(g.Curve))
				}
			}
		}
	}
	for level := 1; level <= 5; level++ {
		of := func(k Kind) float64 { return mean(turns[level][k]) }
		t.Logf("level %d: skilled %.1f turns, %s won; average %.1f, %s; clumsy %.1f, %s", level,
			of(Skilled), won[level][Skilled], of(Average), won[level][Average], of(Clumsy), won[level][Clumsy])
		if of(Skilled) >= of(Average) || of(Average) >= of(Clumsy) {
			t.Errorf("level %d: the skilled take %.1f turns, the average %.1f, the clumsy %.1f",
				level, of(Skilled), of(Average), of(Clumsy))
		}
		if p := won[level][Skilled]; p.percent() < 95 {
			t.Errorf("level %d: %s of the skilled win, want 95 %%", level, p)
		}
	}
}
