//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package understudy

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/scenarios"
)

// TestWinsAsRecognised plays what PocketSphinx made of the winning lines when
// Flite spoke them, in two voices, mistakes and all.
func TestWinsAsRecognised(t *testing.T) {
	files, err := filepath.Glob("testdata/heard/*.txt")
	english := slices.DeleteFunc(scenes(t), func(s scenarios.Scenario) bool { return s.Language != "en" })
	if err != nil || len(files) != 2*len(english) {
		t.Fatalf("%d transcripts (%v), want two for each of %d English scenes", len(files), err, len(english))
	}
	for _, name := range files {
		id, _, _ := strings.Cut(filepath.Base(name), ".")
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		c := hold(t, scene(t, id), scenarios.ParseCall(string(data)))
		if !c.last().Complete {
			t.Errorf("%s: not won\n%s", name, c.text())
		}
	}
}

// TestWinningLineTalkedOver wins only once the yes was heard.
func TestWinningLineTalkedOver(t *testing.T) {
	s := scene(t, cfo)
	c := hold(t, s, callLines(t, s.ID, "win"))
	cut := c.turns[len(c.turns)-1]
	cut.Full, cut.Text, cut.Interrupted = cut.Text, "All right. You have", true
	turns := append(c.turns[:len(c.turns)-1:len(c.turns)-1], cut)
	if got := Follow(s, turns, 9); got.Complete || got.Progress != 9 {
		t.Errorf("after half a yes: %+v, want progress 9 and not complete", got)
	}
	turns = append(turns, parley.Turn{Number: len(turns) + 1, Role: parley.User, Text: "wait what about the budget"})
	got := Follow(s, turns, 9)
	if got.Say != s.Understudy.Agree.Say || got.Complete {
		t.Errorf("then: %+v, want the winning line again", got)
	}
	turns = append(turns, parley.Turn{Number: len(turns) + 1, Role: parley.Character, Text: got.Say})
	if got := Follow(s, turns, 9); !got.Complete || got.Progress != parley.MaxProgress {
		t.Errorf("after the whole yes: %+v, want complete", got)
	}
	turns = append(turns, parley.Turn{Number: len(turns) + 1, Role: parley.User, Text: "thank you"})
	if got := Follow(s, turns, 10); !got.Complete || got.Say != s.Understudy.AfterWin[0].Say {
		t.Errorf("talking on: %+v, want %q", got, s.Understudy.AfterWin[0].Say)
	}
}

// TestAnswerNeverHeard keeps a beat's line for the user who went on talking.
func TestAnswerNeverHeard(t *testing.T) {
	s := scene(t, cfo)
	got := Follow(s, []parley.Turn{
		{Number: 1, Role: parley.Character, Text: s.Opening},
		{Number: 2, Role: parley.User, Text: "three times the money in eighteen months"},
		{Number: 3, Role: parley.User, Text: "well that is what we think"},
	}, 0)
	if want := s.Understudy.Beats[1].Say[0]; got.Say != want || got.Progress != 2 {
		t.Errorf("state = %+v, want progress 2 and %q", got, want)
	}
}

// TestAgreementInWindow believes only the character.
func TestAgreementInWindow(t *testing.T) {
	s := scene(t, cfo)
	window := func(user, character string) []parley.Turn {
		return []parley.Turn{{Number: 30, Role: parley.User, Text: user}, {Number: 31, Role: parley.Character, Text: character}}
	}
	if got := Follow(s, window("you have my approval", s.Understudy.Deflect[0].Say), 7); got.Complete || got.Progress != 7 {
		t.Errorf("the user's yes: %+v, want progress 7", got)
	}
	if got := Follow(s, window("sign it", s.Understudy.Agree.Say), 9); !got.Complete || got.Progress != 10 {
		t.Errorf("the character's yes: %+v, want complete", got)
	}
	if got := Follow(s, window("idiot", s.BadEndings[0].Line), 6); !got.Bad || got.Ending != "insult" || got.Progress != 4 {
		t.Errorf("the character's last word: %+v, want lost at 4", got)
	}
	if got := Follow(s, window("three times in two months", s.Understudy.Deflect[0].Say), 5); got.Progress != 5 {
		t.Errorf("a beat unanswered: %+v, want progress 5", got)
	}
}
