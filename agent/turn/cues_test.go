package turn

import (
	"testing"
	"time"

	"parley"
	"parley/agent/endpoint"
)

// silence is a call in which the user has said text and is silent.
func silence(text string) State {
	s := New(parley.Timing{}, Limits{}, Manners{Language: "en"}, parley.Profile{})
	now := time.Duration(0)
	s, _ = Step(s, Voice{On: true, At: now}, now)
	falls := endpoint.Melody{Known: true, Drop: 2.3, Fall: 1.4, Fade: 8, Last: 260 * ms} // as ends of Flite's
	s, _ = Step(s, Voice{At: now + time.Second, Melody: falls}, now+time.Second)
	s, _ = Step(s, Tick{}, now+1200*ms)
	s, _ = Step(s, Transcript{Utterance: s.utterances, Text: text, Final: true}, now+1300*ms)
	return s
}

func TestDelayFollowsTheWords(t *testing.T) {
	d := parley.DefaultTiming
	for _, c := range []struct {
		text        string
		least, most time.Duration
	}{
		{"We have cut the costs by ten percent this year.", d.SureDelay, 800 * ms},
		{"can you tell me more about it", d.SureDelay, d.MinDelay},
		{"we moved the whole team to the second floor last autumn", d.SureDelay, 800 * ms},
		{"we can measure it", d.SureDelay, d.MinDelay},
		{"we talked to the", d.OpenDelay, d.OpenDelay},
		{"We talked to the.", d.MinDelay, d.OpenDelay}, // a mark does not make it a sentence
		{"if we launch in june", d.MinDelay, d.OpenDelay},
		{"my number is four two seven", d.MinDelay, d.OpenDelay},
		{"we looked at it and", d.Patience, d.Patience},
		{"well um", d.Patience, d.Patience},
		{"I would, um...", d.Patience, d.Patience},
		{"wir brauchen mehr zeit und", d.Patience, d.Patience},
	} {
		if got := silence(c.text).delay(); got < c.least || got > c.most {
			t.Errorf("after %q %v are waited, want %v to %v", c.text, got, c.least, c.most)
		}
	}
}

func FuzzCues(f *testing.F) {
	for _, s := range []string{"", "and", "555-01", "…", "\xff\xfe", "What? No!", "die Zahlen und"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if d := silence(text).delay(); d < parley.DefaultTiming.SureDelay || d > parley.DefaultTiming.Patience {
			t.Errorf("after %q %v are waited", text, d)
		}
		if text != "" && !sameWords(text, text) && len(plainWords(text)) > 0 {
			t.Errorf("%q is not the same words as itself", text)
		}
		if backchannel(text, "en") && !mayBackchannel(text, "en") {
			t.Errorf("%q is a backchannel and may not be one", text)
		}
	})
}

// A recogniser such as Whisper ends each piece with a mark, whether the user goes
// on or not. The first such mark is half believed, the next ones are not.
func TestARecogniserThatMarksEveryPieceDoesNotCutIn(t *testing.T) {
	const pause = time.Second
	s := silence("I talked to your colleague.")
	if d := s.delay(); d < pause {
		t.Errorf("in a call's first pause %v are waited, want %v", d, pause)
	}
	now := 3 * time.Second
	s, _ = Step(s, Voice{On: true, At: 2 * time.Second}, now) // the user goes on
	if s.Marks.Wrong == 0 {
		t.Fatal("a mark that the user went on after counts as right")
	}
	s.user.said, s.user.melody = "We moved the whole team to the second floor.", endpoint.Melody{}
	if d := s.delay(); d < pause {
		t.Errorf("once a mark was wrong %v are waited, want %v", d, pause)
	}
}

// One whose marks were always right is believed at once, after a few turns.
func TestMarksThatWereRightAreBelieved(t *testing.T) {
	s := silence("We have cut the costs by ten percent this year.")
	s.Marks.Right = 6
	if d := s.delay(); d > 300*ms {
		t.Errorf("after six marks that were right %v are waited", d)
	}
}
