//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"parley"
)

// everyWord is every word any script listens for, and some more.
func everyWord(t testing.TB) []string {
	seen := map[string]bool{}
	var out []string
	for _, s := range scenes(t) {
		for _, name := range slices.Sorted(maps.Keys(s.Understudy.Concepts)) { // the same words in every run
			for _, wording := range s.Understudy.Concepts[name].Any {
				for _, w := range strings.Fields(wording) {
					if !seen[w] {
						seen[w] = true
						out = append(out, w)
					}
				}
			}
		}
	}
	return append(out, anyWord...)
}

// TestProgressNeedsBeats says random words: progress without a beat stays 0,
// progress is never more than the beats heard are worth, and 10 only ever
// comes with the character's yes.
func TestProgressNeedsBeats(t *testing.T) {
	vocab := everyWord(t)
	for _, s := range scenes(t) {
		worth := map[string]int{}
		for _, b := range s.Understudy.Beats {
			worth[b.ID] = b.Worth
		}
		for seed := range uint64(20) {
			r := rand.New(rand.NewPCG(seed, 3))
			var lines []string
			for range parley.ContextWindow/2 - 1 { // the judge sees it whole
				var line []string
				for range r.IntN(12) {
					line = append(line, vocab[r.IntN(len(vocab))])
				}
				lines = append(lines, strings.Join(line, " "))
			}
			c := hold(t, s, lines)
			for i, st := range c.states {
				sum := 0
				for _, id := range st.Heard {
					sum += worth[id]
				}
				said := strings.Contains(c.turns[2*i+2].Text, s.Understudy.Agree.Quote)
				if st.Progress > sum && !st.Complete || st.Complete != said || (st.Progress == parley.MaxProgress) != said {
					t.Fatalf("%s seed %d exchange %d: %+v, beats worth %d\n%s", s.ID, seed, i+1, st, sum, c.text())
				}
			}
		}
	}
}

// TestFollowInWindow judges long calls, full of stalling and rudeness, from
// the judge's window, and finds what the whole conversation shows.
func TestFollowInWindow(t *testing.T) {
	vocab := everyWord(t)
	judged, off := 0, 0
	for _, s := range scenes(t) {
		for seed := range uint64(4) {
			r := rand.New(rand.NewPCG(seed, 4))
			var lines []string
			for _, l := range callLines(t, s.ID, "win") {
				for range r.IntN(6) {
					filler := callLines(t, s.ID, "stall")
					lines = append(lines, filler[r.IntN(len(filler))])
				}
				if r.IntN(9) == 0 {
					lines = append(lines, "you are stupid")
				}
				if r.IntN(3) == 0 {
					lines = append(lines, l) // say it twice
				}
				lines = append(lines, vocab[r.IntN(len(vocab))]+" "+vocab[r.IntN(len(vocab))], l)
			}
			c := hold(t, s, lines)
			for i, st := range c.states {
				judged++
				whole := Follow(s, c.turns[:2*i+3], 0)
				if whole.Complete != st.Complete || whole.Bad != st.Bad || whole.Ending != st.Ending {
					t.Fatalf("%s seed %d exchange %d: ends %+v in the window, %+v in the whole", s.ID, seed, i+1, st, whole)
				}
				if whole.Progress != st.Progress {
					off++
					t.Logf("%s seed %d exchange %d: progress %d, of the whole %d", s.ID, seed, i+1, st.Progress, whole.Progress)
				}
			}
		}
	}
	if off > 0 {
		t.Errorf("%d of %d exchanges are judged differently in the window", off, judged)
	}
}

// TestFollowIsPure gives the same answer twice, leaves the turns alone, and
// agrees with the engine.
func TestFollowIsPure(t *testing.T) {
	for _, s := range scenes(t) {
		c := hold(t, s, callLines(t, s.ID, "win"))
		turns := append([]parley.Turn(nil), c.turns...)
		first, second := Follow(s, c.turns, 0), Follow(s, c.turns, 7)
		if !reflect.DeepEqual(first, second) {
			t.Errorf("%s: %+v and then %+v", s.ID, first, second)
		}
		if !reflect.DeepEqual(turns, c.turns) {
			t.Errorf("%s: Follow changed the turns", s.ID)
		}
		e, err := New(s)
		if err != nil {
			t.Fatal(err)
		}
		for i := 1; i < len(turns); i += 2 {
			text, _ := reply(t, e, turns[:i+1])
			if want := Follow(s, turns[:i+1], 0).Say; text != want {
				t.Errorf("%s: the engine says %q, Follow %q", s.ID, text, want)
			}
		}
	}
}

// FuzzFollow holds the bounds of State for any talk, whole or cut to a window.
func FuzzFollow(f *testing.F) {
	for _, s := range scenes(f) {
		for _, name := range []string{"win", "lose", "stall"} {
			f.Add(strings.Join(callLines(f, s.ID, name), "\n"), 0, 1)
		}
	}
	f.Add("3x in 18 months\n\n\nyou idiot\n'''\n%%%,,,", 5, 7)
	f.Add("\xff\xfe\n#\n12345678901234567890", -3, -9)
	all := scenes(f)
	f.Fuzz(func(t *testing.T, talk string, previous, number int) {
		for _, s := range all {
			var turns []parley.Turn
			for i, l := range strings.Split(talk, "\n") {
				role := parley.User
				if i%2 == 0 && previous%2 == 0 {
					role = parley.Character
				}
				turns = append(turns, parley.Turn{Number: number + i, Role: role, Text: l})
			}
			got := Follow(s, turns, previous)
			if got.Progress < 0 || got.Progress > parley.MaxProgress || got.Say == "" && number <= 1 || got.Complete && got.Bad ||
				got.Complete != (got.Progress == parley.MaxProgress) {
				t.Errorf("%s: state = %+v", s.ID, got)
			}
		}
	})
}
