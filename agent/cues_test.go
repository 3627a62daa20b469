package agent

import "testing"

func TestCues(t *testing.T) {
	const unasked = -1
	for _, c := range []struct {
		text       string
		likelihood float64
		want       closure
	}{
		{"We have cut the costs.", unasked, sure},
		{"Can we agree on that?", unasked, sure},
		{"can you tell me more about it", unasked, sure},
		{"what do you think", unasked, sure},
		{"how much would that cost us", unasked, sure},
		{"no", unasked, sure},
		{"okay thank you", unasked, sure},
		{"we can measure it", unasked, unsure},
		{"We can measure it", unasked, open}, // a recogniser that writes marks left it out
		{"we talked to the", unasked, open},
		{"We talked to the.", unasked, open}, // a mark does not make it a sentence
		{"That is what it is.", unasked, sure},
		{"my number is four two seven", unasked, open},
		{"555 01", unasked, open},
		{"it was in 2026", unasked, unsure},
		{"we have three", unasked, unsure},
		{"we looked at it and", unasked, hanging},
		{"well um", unasked, hanging},
		{"I would, um...", unasked, hanging},
		{"", unasked, unsure},
		{"we can measure it", 0.95, sure},
		{"we can measure it", 0.1, open},
		{"we can measure it", 0.5, unsure},
		{"and", 0.99, hanging},
		{"we talked to the", 0.99, open},
		{"We have cut the costs.", 0.1, open},
	} {
		if got := cues(c.text, written(c.text), c.likelihood); got != c.want {
			t.Errorf("cues(%q, %v) = %d, want %d", c.text, c.likelihood, got, c.want)
		}
	}
}

func FuzzCues(f *testing.F) {
	for _, s := range []string{"", "and", "555-01", "…", "\xff\xfe", "What? No!", "die Zahlen und"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if c := cues(text, written(text), -1); c < unsure || c > hanging {
			t.Errorf("cues(%q) = %d", text, c)
		}
		if text != "" && !sameWords(text, text) && len(plainWords(text)) > 0 {
			t.Errorf("%q is not the same words as itself", text)
		}
		if backchannel(text, "en") && !mayBackchannel(text, "en") {
			t.Errorf("%q is a backchannel and may not be one", text)
		}
	})
}
