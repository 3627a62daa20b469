package checker

import (
	"strings"
	"testing"

	"parley"
	"parley/scenarios"
)

// TestStanceOfATurn holds one line for each rule by which a turn agrees or not.
func TestStanceOfATurn(t *testing.T) {
	for text, want := range map[string]stance{
		"All right. You have my approval.":                      grants,
		"Um... okay. Lunch, then.":                              says,
		"It would.":                                             says,
		"Monday, yes, with your name on it.":                    says,
		"The pen is on the table.":                              open,
		"Eine Nacht. Keine zwei.":                               open,
		"Yes, it's a lemon tree.":                               doubts,
		"If the board agrees, you'll have it.":                  doubts,
		"Yes. Once I've seen numbers.":                          doubts,
		"Show me the figures first. Then I'll sign.":            doubts,
		"My wife would have agreed. She was kinder.":            doubts,
		"I'll come, if the bus is on time.":                     grants,
		"If I find the time, yes, I'd come.":                    grants,
		"Sí, en cuarenta.":                                      says,
		"Good. At least you say it out loud. So what happens?":  doubts,
		"Yes. No, wait. I can't.":                               denies,
		"Okay, but I'd rather not.":                             denies,
		"Oh sure, and while we're at it, let's buy a yacht.":    denies,
		"The memo says “I approve the launch.” Who wrote that?": denies,
		"Lunch? With me?":                                       denies,
		"Well, um...":                                           denies,
	} {
		s := listen(text)
		if got := s.to(nil).stance(0, len(s.words), ""); got != want {
			t.Errorf("%q: stance %d, want %d", text, got, want)
		}
	}
}

// TestPhrasesKnowTheirPlace holds the marks for starts, ends and pauses.
func TestPhrasesKnowTheirPlace(t *testing.T) {
	p := compiled([]string{"^ go", "it would $", "no ,", "*ing not"}, false)
	for text, want := range map[string]bool{
		"Go.": true, "Well, go.": true, "I let go.": false, "It would.": true, "It would help.": false,
		"And no, thanks.": true, "There is no doubt.": false, "Trying not to.": true,
	} {
		if got := p.stands(listen(text).words); got != want {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
}

// TestAsideFromTheGoal tells an answer to something else by the scene's examples.
func TestAsideFromTheGoal(t *testing.T) {
	all, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := all.Get("smallTalkLift")
	for _, c := range []struct {
		user, character string
		want            bool
	}{
		{"would you have lunch with me on thursday", "Yes. Um, Thursday.", false},
		{"so", "Yes.", false},
		{"may i hold the door for you", "Yes, please. Hold the door.", true},
		{"quiere comer conmigo", "Yes.", false},
	} {
		turns := []parley.Turn{{Number: 2, Role: parley.User, Text: c.user}, {Number: 3, Role: parley.Character, Text: c.character}}
		k := seen{scene: s, exchange: parley.Exchange{Turns: turns}, evidence: weigh(turns, c.character)}
		if got := k.aside(); got != c.want {
			t.Errorf("%q, %q: aside %v", c.user, c.character, got)
		}
	}
}

func TestJudgeIsToldTheSetting(t *testing.T) {
	s := scenarios.Scenario{Setting: "A slow lift, early on a Monday.", Goal: "A yes"}
	if data := Prompt(parley.Exchange{}, s).Messages[1].Text; !strings.Contains(data, `"setting":"A slow lift, early on a Monday."`) {
		t.Errorf("the judge is told %s", data)
	}
}

// TestWinningLinesAgree: the line that wins a built-in scene agrees to its goal,
// whether it is known for it or not, and no line that ends it badly does.
func TestWinningLinesAgree(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range library.List() {
		parts := partsOf(s)
		if len(parts) == 0 {
			t.Errorf("%s names no part of its goal", s.ID)
		}
		for _, quote := range []string{s.Understudy.Agree.Quote, ""} {
			line := listen(s.Understudy.Agree.Say)
			if got := line.to(parts).stance(0, len(line.words), quote); got < says {
				t.Errorf("%s: %q is stance %d", s.ID, s.Understudy.Agree.Say, got)
			}
		}
		for _, e := range s.BadEndings {
			line := listen(e.Line)
			if got := line.to(parts).stance(0, len(line.words), s.Understudy.Agree.Quote); len(line.words) > 0 && got > open {
				t.Errorf("%s: the bad ending %q is stance %d", s.ID, e.Line, got)
			}
		}
	}
}
