package endpoint

import (
	"testing"
	"time"
)

func TestCluesOfWords(t *testing.T) {
	for _, c := range []struct {
		text, asked string
		hangs, open bool
	}{
		{"we looked at it and", "", true, false},
		{"I would, um...", "", true, false},
		{"we will wait because", "", true, false},
		{"wir brauchen mehr zeit und", "", true, false},
		{"we talked to the", "", false, true},
		{"please send it to my", "", false, true},
		{"if we launch in june", "", false, true},
		{"because the road was blocked", "", false, true},
		{"either we leave now", "", false, true},
		{"my number is five five five zero one", "", false, true},
		{"if we launch in june we will still catch the season", "", false, false},
		{"when can you deliver", "", false, false},
		{"have we met before", "", false, false},
		{"please just think about it for a little while", "", false, false},
		{"we have known that for a while", "", false, false},
		{"i don't think so", "Is anything missing?", false, false},
		{"it was late so", "", true, false},
		{"we waited a long time while", "", true, false},
		{"in june", "When can you deliver?", false, false},
		{"", "", false, false},
	} {
		got := Cues{Text: c.text, Asked: c.asked, Trust: Marks{}.Trust(), Model: -1}.Estimate()
		if got.Hangs != c.hangs || !got.Hangs && got.Open != c.open {
			t.Errorf("%q: hangs %v, open %v; want %v, %v", c.text, got.Hangs, got.Open, c.hangs, c.open)
		}
	}
}

func TestEachCueSpeaksAsItMust(t *testing.T) {
	plain := Cues{Text: "we moved the whole team to the second floor", Trust: Marks{Right: 5}.Trust(), Model: -1}
	for name, more := range map[string]func(*Cues){
		"a mark that can be trusted": func(c *Cues) { c.Text += "." },
		"a falling voice": func(c *Cues) {
			c.Melody = Melody{Known: true, Drop: 3, Fall: 2, Fade: 10, Last: 300 * time.Millisecond}
		},
		"an engine that is sure": func(c *Cues) { c.Ends = 0.99 },
		"a turn model":           func(c *Cues) { c.Model = 0.95 },
	} {
		c := plain
		if more(&c); c.Estimate().Likelihood <= plain.Estimate().Likelihood {
			t.Errorf("with %s %.2f, without %.2f", name, c.Estimate().Likelihood, plain.Estimate().Likelihood)
		}
	}
	for i, w := range weights {
		if w*Signs[i] < 0 {
			t.Errorf("the weight of %q is %v", Names[i], w)
		}
	}
}

func TestDelayIsShorterTheSurer(t *testing.T) {
	const sure, most = 250 * time.Millisecond, 1150 * time.Millisecond
	last := most
	for p := 0.0; p <= 1; p += 0.001 {
		d := Delay(p, sure, most)
		if d > last || d < sure {
			t.Fatalf("at %.3f %v, before %v", p, d, last)
		}
		last = d
	}
	if last != sure || Delay(0, sure, most) != most || Delay(1, most, sure) != sure {
		t.Errorf("the ends of the curve are %v and %v", last, Delay(0, sure, most))
	}
}

func TestMarksAreLearntQuickly(t *testing.T) {
	fresh := Marks{}.Trust()
	if once := (Marks{Wrong: 1}).Trust(); once > 0.5 {
		t.Errorf("after one wrong mark it is trusted by %.2f", once)
	}
	if right := (Marks{Right: 5}).Trust(); right <= fresh || right < 0.9 {
		t.Errorf("after five right ones by %.2f, before by %.2f", right, fresh)
	}
}

func FuzzCues(f *testing.F) {
	f.Add("if we launch in june", "When?", "en", 0.1)
	f.Add("\xff’ 5-", "", "de", 0.0)
	f.Fuzz(func(t *testing.T, text, asked, language string, ends float64) {
		c := Cues{Text: text, Asked: asked, Language: language, Ends: min(max(ends, 0), 1), Trust: 0.5, Model: -1}
		if p := c.Estimate().Likelihood; !(p >= 0 && p <= 1) {
			t.Errorf("over with %v", p)
		}
	})
}

func BenchmarkEstimate(b *testing.B) {
	c := Cues{Text: "we moved the whole team to the second floor last autumn", Asked: "What is new?", Model: -1, Trust: 0.8}
	b.ReportAllocs()
	for b.Loop() {
		c.Estimate()
	}
}
