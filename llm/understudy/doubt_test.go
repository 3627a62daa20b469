package understudy

import (
	"testing"

	"parley"
	"parley/scenarios"
)

// doubting is a scene whose character pushes back on the figure, at a level.
func doubting(t *testing.T, level int) scenarios.Scenario {
	t.Helper()
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, _ := library.Get("salaryCounter")
	s.Difficulty = level
	return s
}

const (
	surveyed = "The trade survey says seventy four to eighty thousand for this job."
	doubted  = "Surveys, everybody's got one. Is that really what this job is worth to you?"
)

func follow(s scenarios.Scenario, texts ...string) State {
	var turns []parley.Turn
	for i, text := range texts {
		who := parley.User
		if i%2 == 0 {
			who = parley.Character
		}
		turns = append(turns, parley.Turn{Number: i + 1, Role: who, Text: text})
	}
	return Follow(s, turns, 0)
}

func TestDoubtedStepsStand(t *testing.T) {
	for _, c := range []struct {
		what, next string
		level      int
		stands     bool
	}{
		{"a plain yes", "Yes, it is.", 4, true},
		{"going on about it", "It is what people with my record earn in this town.", 4, true},
		{"another step", "I cut late deliveries from eighteen percent to six.", 4, true},
		{"taking it back", "I don't know.", 4, false},
		{"a question back", "Why do you ask?", 4, false},
		{"a plain withdrawal", "Never mind the survey, forget it.", 4, false},
		{"a no", "No, it isn't worth that.", 4, false},
		{"a no to the doubt that stands by it", "I'm serious, the number stands.", 4, true},
		{"nothing", "Hmm.", 4, false},
		{"an insult", "You stupid idiot.", 4, false},
		{"said again, where twice is wanted", "The survey of the trade gives seventy four to eighty thousand.", 5, true},
		{"another step, where twice is wanted", "I cut late deliveries from eighteen percent to six.", 5, true},
		{"a plain yes, where twice is wanted", "Yes, it is.", 5, false},
	} {
		s := doubting(t, c.level)
		if st := follow(s, s.Opening, surveyed); st.Say != doubted || len(st.Heard) != 0 || st.Progress != 0 {
			t.Fatalf("%s: the figure came to %+v", c.what, st)
		}
		st := follow(s, s.Opening, surveyed, doubted, c.next)
		if got := len(st.Heard) > 0 && st.Heard[0] == "anchor"; got != c.stands {
			t.Errorf("%s: %q after the doubt: heard %v, the figure should stand: %v", c.what, c.next, st.Heard, c.stands)
		}
	}
}

// A step is doubted once: made again later it is taken.
func TestDoubtedOnce(t *testing.T) {
	s := doubting(t, 5)
	back := follow(s, s.Opening, surveyed, doubted, "I don't know.")
	if st := follow(s, s.Opening, surveyed, doubted, "I don't know.", back.Say, surveyed); len(st.Heard) != 1 {
		t.Errorf("said again later it came to %+v", st)
	}
}

// A character who speaks freely has pushed back on nothing unless it said so.
func TestFreeAnswerDoubtsNothing(t *testing.T) {
	s := doubting(t, 5)
	if st := follow(s, s.Opening, surveyed, "A number. Good."); len(st.Heard) != 1 || st.Progress == 0 {
		t.Errorf("a free answer to the figure came to %+v", st)
	}
}

func TestPatienceWears(t *testing.T) {
	s := doubting(t, 4)
	texts := []string{s.Opening, "I cut late deliveries from eighteen percent to six."}
	texts = append(texts, follow(s, texts...).Say)
	before := follow(s, texts...).Progress
	worn := 0
	for range 4 * (s.Level().Patience + 1) { // there are two lines for it
		texts = append(texts, "The weather is nice today.")
		st := follow(s, texts...)
		for _, l := range s.Understudy.Worn {
			if st.Say == l.Say {
				worn++
			}
		}
		texts = append(texts, st.Say)
		if whole := follow(s, texts...).Progress; whole != max(before-worn, 0) {
			t.Fatalf("after %d lost patiences of %d progress is %d", worn, before, whole)
		}
	}
	if worn != 2 {
		t.Errorf("patience was lost %d times, want 2", worn)
	}
}

// What an apology gives back is the level's.
func TestGrudge(t *testing.T) {
	for level, want := range map[int]int{3: 2, 4: 1} {
		s := doubting(t, level)
		texts := []string{s.Opening, "I cut late deliveries from eighteen percent to six."}
		for _, said := range []string{"You stupid idiot.", "I'm sorry, that was wrong of me."} {
			texts = append(texts, follow(s, texts...).Say, said)
		}
		texts = append(texts, follow(s, texts...).Say)
		if got := follow(s, texts...).Progress; got != want {
			t.Errorf("level %d: after a slip and an apology progress is %d, want %d", level, got, want)
		}
	}
}
