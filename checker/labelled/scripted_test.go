package labelled_test

import (
	"slices"
	"testing"

	"parley"
	"parley/checker/labelled"
	"parley/llm/understudy"
	"parley/scenarios"
)

// Scripted dialogues are what the understudy says, to the letter, and their
// labels what the scene's author made of it. A change of a scene's script that
// this finds takes a new dialogue.
func TestScriptedDialoguesAreThePlay(t *testing.T) {
	lib := library(t)
	for _, d := range embedded(t).Dialogues {
		if d.Style != labelled.Scripted {
			continue
		}
		scene, _ := lib.Get(d.Scenario)
		for _, e := range d.Exchanges() {
			asked, answer := e.Turns[:len(e.Turns)-1], e.Turns[len(e.Turns)-1]
			if want := understudy.Follow(scene, asked, 0).Say; answer.Text != want {
				t.Errorf("%s: turn %d is %q, the script says %q", d.ID, answer.Number, answer.Text, want)
			}
			came := understudy.Follow(scene, e.Turns, 0)
			if l := e.Label; l.Progress != came.Progress || l.Complete != came.Complete || l.Bad != came.Bad {
				t.Errorf("%s: turn %d is labelled %+v, the script came to %+v", d.ID, answer.Number, l, came)
			}
			for _, c := range scene.Rubric {
				if !isBeat(scene, c.ID) {
					continue
				}
				if got, want := slices.Contains(e.Label.Checks, c.ID), slices.Contains(came.Heard, c.ID); got != want {
					t.Errorf("%s: turn %d has check %s met: %v, the script heard it: %v", d.ID, answer.Number, c.ID, got, want)
				}
			}
		}
	}
}

// isBeat reports whether a check of the rubric is a beat of the script too.
func isBeat(s scenarios.Scenario, id string) bool {
	return slices.ContainsFunc(s.Understudy.Beats, func(b scenarios.Beat) bool { return b.ID == id })
}

// Misheard calls have one word in ten wrong at most, as speech has that is still
// a conversation, and never a word of the character's.
func TestMisheardCallsAreAlmostHeard(t *testing.T) {
	s := embedded(t)
	for _, d := range s.Dialogues {
		if d.Kind != labelled.Misheard {
			continue
		}
		var heard, meant []string
		first := find(t, s, d.PairOf)
		for i := range d.Turns {
			if d.Turns[i].Who == parley.User {
				heard, meant = append(heard, words(d.Turns[i].Text)...), append(meant, words(first.Turns[i].Text)...)
			}
		}
		if rate := float64(distance(heard, meant)) / float64(len(meant)); rate < 0.05 || rate > 0.1 {
			t.Errorf("%s has %.0f %% wrong words, want 5 to 10", d.ID, 100*rate)
		}
	}
}

// distance is how many words to put, drop or swap make a of b.
func distance(a, b []string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i, x := range a {
		left := row[0]
		row[0] = i + 1
		for j, y := range b {
			swap := left
			if x != y {
				swap++
			}
			left = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, swap)
		}
	}
	return row[len(b)]
}
