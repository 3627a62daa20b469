//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"maps"
	"os"
	"slices"
	"testing"

	"parley/scenarios"
	"parley/scenarios/lines"
)

// found is what a turn is taken for by a script: cold, and right after the
// character asked for the step.
func found(sc *script, id, text string, asked bool) bool {
	question := ""
	if asked {
		question = id
	}
	h := sc.listen(text, nil, question)
	if id == AgreeID {
		return sc.asksFor(h)
	}
	i := slices.IndexFunc(sc.Beats, func(b scenarios.Beat) bool { return b.ID == id })
	return i >= 0 && sc.makes(sc.Beats[i], h)
}

// Of the lines near a step, how many may be taken for it at most, and of those that
// make it, how many have to be heard, in percent, in every scene: neither side is bought
// with the other. The half that may be looked at is among the scenes' examples.
const (
	mostCold   = 8
	mostAsked  = 15
	leastHeard = 95
)

// TestNear measures both sides of each step: what is said of it in people's own words,
// and what comes near it and is something else. PARLEY_MISSES=1 logs what is read
// wrongly of the half that may be looked at.
func TestNear(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range []lines.Half{lines.Tune, lines.Held} {
		all := counts{}
		for _, s := range library.List() {
			set, ok := lines.Load(half, s.ID)
			if !ok {
				continue
			}
			c := near(t, s, set, half == lines.Tune && os.Getenv("PARLEY_MISSES") != "")
			t.Logf("%s %-22s step %v near cold %v asked %v", half, s.ID, c.at("step"), c.at("cold"), c.at("asked"))
			if step := c.at("step"); half == lines.Held && step.share() < leastHeard {
				t.Errorf("%s: %v of its step lines are heard, want %d %%", s.ID, *step, leastHeard)
			}
			for key, n := range c {
				all.at(key).hits += n.hits
				all.at(key).tries += n.tries
			}
		}
		for _, key := range slices.Sorted(maps.Keys(all)) {
			t.Logf("%s %-20s %v", half, key, all[key])
		}
		cold, asked, heard := all.at("cold"), all.at("asked"), all.at("step")
		if heard.share() < leastHeard {
			t.Errorf("%s: %v %% of the step lines are heard, want %d", half, heard, leastHeard)
		}
		if cold.tries < 200 || cold.share() > mostCold || asked.share() > mostAsked {
			t.Errorf("%s: near lines taken for a step: cold %v, want %d; asked %v, want %d", half, cold, mostCold, asked, mostAsked)
		}
	}
}

// near reads the lines of a scene from both sides.
func near(t *testing.T, s scenarios.Scenario, set lines.Set, show bool) counts {
	t.Helper()
	sc, err := newScript(s)
	if err != nil {
		t.Fatal(err)
	}
	c := counts{}
	for id, said := range set.Beats {
		for _, l := range said {
			hit := found(sc, id, l.Text, false)
			c.at("step").add(hit)
			c.at("step asked").add(found(sc, id, l.Text, true))
			c.at("step makes another").add(id != AgreeID && slices.ContainsFunc(sc.Beats, func(b scenarios.Beat) bool {
				return b.ID != id && found(sc, b.ID, l.Text, false)
			}))
			if show && !hit {
				t.Logf("%s missed %s %q", s.ID, id, l.Text)
			}
		}
	}
	for _, l := range set.Near {
		cold, asked := found(sc, l.Beat, l.Text, false), found(sc, l.Beat, l.Text, true)
		c.at("cold").add(cold)
		c.at("asked").add(asked)
		c.at("cold " + l.Kind).add(cold)
		c.at("asked " + l.Kind).add(asked)
		c.at("makes another step").add(slices.ContainsFunc(sc.Beats, func(b scenarios.Beat) bool {
			return b.ID != l.Beat && found(sc, b.ID, l.Text, false)
		}))
		if show && asked {
			t.Logf("%s near %s, %s, cold %v: %q", s.ID, l.Beat, l.Kind, cold, l.Text)
		}
	}
	return c
}
