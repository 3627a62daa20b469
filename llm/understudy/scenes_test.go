//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"slices"
	"testing"

	"parley"
)

// TestEmbeddedScenes plays every embedded scene to each of its three ends.
func TestEmbeddedScenes(t *testing.T) {
	for _, s := range scenes(t) {
		t.Run(s.ID+"/win", func(t *testing.T) {
			c := hold(t, s, callLines(t, s.ID, "win"))
			t.Log("\n" + c.text())
			if got := c.last(); !got.Complete || got.Progress != parley.MaxProgress || got.Bad {
				t.Errorf("last state = %+v, want complete at 10", got)
			}
			if len(c.states) < 5 {
				t.Errorf("won in %d exchanges, want at least 5", len(c.states))
			}
			for i, st := range c.states[1:] {
				if st.Progress < c.states[i].Progress {
					t.Errorf("progress falls from %d to %d in exchange %d", c.states[i].Progress, st.Progress, i+2)
				}
			}
		})
		// Spoken, a line may be misheard: those that follow make up for it.
		t.Run(s.ID+"/win with a line misheard", func(t *testing.T) {
			lines := callLines(t, s.ID, "win")
			for i := range lines {
				if c := hold(t, s, slices.Delete(slices.Clone(lines), i, i+1)); !c.last().Complete {
					t.Errorf("without %q: last state = %+v, want a win", lines[i], c.last())
				}
			}
		})
		t.Run(s.ID+"/lose", func(t *testing.T) {
			lines := callLines(t, s.ID, "lose")
			c := hold(t, s, lines)
			t.Log("\n" + c.text())
			if got := c.last(); !got.Bad || got.Ending == "" || got.Complete {
				t.Errorf("last state = %+v, want a bad ending", got)
			}
			for _, e := range s.BadEndings {
				if e.ID == c.last().Ending && e.Line != c.turns[len(c.turns)-1].Text {
					t.Errorf("closing line = %q, want %q", c.turns[len(c.turns)-1].Text, e.Line)
				}
			}
		})
		t.Run(s.ID+"/lose with a line misheard", func(t *testing.T) {
			lines := callLines(t, s.ID, "lose")
			for i := range lines {
				if c := hold(t, s, slices.Delete(slices.Clone(lines), i, i+1)); !c.last().Bad {
					t.Errorf("without %q: last state = %+v, want a bad ending", lines[i], c.last())
				}
			}
		})
		t.Run(s.ID+"/stall", func(t *testing.T) {
			lines := callLines(t, s.ID, "stall")
			c := hold(t, s, lines)
			t.Log("\n" + c.text())
			if len(c.states) != len(lines) {
				t.Fatalf("ended after %d of %d lines", len(c.states), len(lines))
			}
			for i, st := range c.states {
				if st.Progress >= 4 || st.Complete || st.Bad {
					t.Errorf("exchange %d: state = %+v, want progress under 4 and no end", i+1, st)
				}
				if i > 0 && c.turns[2*i].Text == c.turns[2*i+2].Text {
					t.Errorf("exchange %d says %q again", i+1, c.turns[2*i].Text)
				}
			}
		})
	}
}
