package reply

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

// cleanings are streams of a model and what is left of them.
var cleanings = []struct{ in, want string }{
	{"*sighs* Fine.", "Fine."},

	// what a terminal obeys, and what turns the text around it
	{"I am \x1b[31mred\x1b[0m now.", "I am red now."},
	{"\x1b]0;a title\x07Fine. \u202eNo\u202c.", "Fine. No."},
	{"So\x07 it\u2066 is\u009b1m.\x1b", "So it is."},

	{"Sterling: Go on.", "Go on."},
	{"sterling: Go on.", "Go on."},
	{"Sterling is my name.", "Sterling is my name."},
	{"\"Quoted", "Quoted"},
	{"Ster", "Ster"},
	{"*", ""},
	{"An open *star", "An open star"},
	{"(" + strings.Repeat("x", 200), "(" + strings.Repeat("x", 200)},

	// quotes around the whole
	{`"I don't think so."`, "I don't think so."},
	{`"She called it "bold", you know."`, `She called it "bold", you know.`},
	{`"No." "Yes."`, `No. "Yes."`},
	{`"Well," she said. "No."`, `Well, she said. "No."`},
	{`He said "no".`, `He said "no".`},
	{`Sterling: "Go on."`, "Go on."},
	{`"Sterling: Go on."`, "Go on."},
	{"“You “heard” me.” ", "You “heard” me. "},
	{"„Na gut.“", "Na gut."},
	{"« Bon. »", "Bon. "},
	{`"Fine. "`, "Fine. "},

	// stress and stage directions
	{"I *never* said that.", "I never said that."},
	{"**Never** again. ***No***", "Never again. No"},
	{"*Never* again.", "Never again."},
	{"*Leans back* So. *crosses her arms* No.", "So. No."},
	{"*Her voice softens.* Please. *Seufzt laut* Na gut.", "Please. Na gut."},
	{"*Never!* I will not. *The whole point* is lost.", "Never! I will not. The whole point is lost."},
	{"I see *looks away* and I *really do mean* it.", "I see and I really do mean it."},
	{"Well (laughs softly) no.", "Well no."},
	{"Well (a long pause), no. (She leans back.) (quietly) Yes (to herself).", "Well , no. Yes ."},
	{"It (about 20%) is (net) more (look, I know).", "It (about 20%) is (net) more (look, I know)."},
	{"It fell (which nobody had seen coming) to (sits at 5).", "It fell (which nobody had seen coming) to (sits at 5)."},
	{"[He stands up] Right [1].", "Right ."},
	{"It costs 3*4 dollars, not 2*3*4.", "It costs 3×4 dollars, not 2×3×4."},
	{"a star * alone\nand *one\ntwo*", "a star alone\nand one\ntwo"},

	// markdown
	{"# Title `code` [nods] ok 🙂", "Title code ok "},
	{"See [our plan](https://a.b/c_d?e=f) and ![chart](x.png \"Chart\").", "See our plan and !chart."},
	{"[smiling](I mean it) Yes", "(I mean it) Yes"},
	{"Two things:\n- one\n* two\n+ three\n• four", "Two things:\none.\ntwo.\nthree.\nfour"},
	{"First\n1. one\n2) two\n\nThen 3. That is all", "First.\none.\ntwo.\nThen 3. That is all"},
	{"12. That is my offer.\n-5 degrees\n--- \n> quoted", "12. That is my offer.\n-5 degrees.\nquoted"},
	{"```python\nprint\n``` done ~~gone~~", "print.\ndone gone"},
	{"a | b", "a b"},
	{"soft\nbreak", "soft\nbreak"},
	{"## Plan\nWe go.\n***\n___\nNow.", "Plan\nWe go.\nNow."},
	{"_really_ snake_case me_you@x.com __init__", "really snake_case me_you@x.com init"},
	{"<b>bold</b> <a href=\"x\">y</a> 3 < 5 -> 6", "bold y 3 5 -> 6"},
	{"#1 of ~5 in C# #tag", "#1 of ~5 in C tag"},

	// emoji
	{"Great 👍🏽! 👨‍👩‍👧 🇩🇪 ❤️ 1️⃣ #️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 ok", "Great ! ok"},
	{"20°C, ©, ™, →, €5 and ½", "20°C, ©, ™, →, €5 and ½"},
}

// clean gives text to a cleaner in pieces that end where cut says.
func clean(text string, cut func(left string) int) string {
	c := Cleaner{Name: "Sterling"}
	var out strings.Builder
	for rest := text; rest != ""; {
		n := cut(rest)
		out.WriteString(c.Write(rest[:n]))
		rest = rest[n:]
	}
	out.WriteString(c.Flush())
	return out.String()
}

func TestCleaner(t *testing.T) {
	for _, tt := range cleanings {
		for _, step := range []int{1, 3, 1000} {
			got := clean(tt.in, func(left string) int { return min(step, len(left)) })
			if got != tt.want {
				t.Errorf("%q by %d:\n got %q\nwant %q", tt.in, step, got, tt.want)
			}
		}
	}
}

// TestCleanerAnySplit joins all texts and cuts them anywhere.
func TestCleanerAnySplit(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 1))
		var text strings.Builder
		for range 1 + r.IntN(6) {
			text.WriteString(cleanings[r.IntN(len(cleanings))].in)
			text.WriteString([]string{" ", "\n", "", "\n\n", "*"}[r.IntN(5)])
		}
		whole := clean(text.String(), func(left string) int { return len(left) })
		got := clean(text.String(), func(left string) int { return 1 + r.IntN(min(len(left), 9)) })
		if got != whole {
			t.Fatalf("seed %d, %q:\n in pieces %q\nas a whole %q", seed, text.String(), got, whole)
		}
	}
}

func FuzzCleaner(f *testing.F) {
	for _, tt := range cleanings {
		f.Add(tt.in, 3)
	}
	f.Add("\xff*\x00(", 1)
	f.Fuzz(func(t *testing.T, text string, step int) {
		c := Cleaner{Name: "Sterling"}
		var out strings.Builder
		step = max(step, 1)
		for rest := text; rest != ""; {
			n := min(step, len(rest))
			out.WriteString(c.Write(rest[:n]))
			if len(c.held) > 2*maxAside+step+10 {
				t.Fatalf("holds back %d bytes: %q", len(c.held), c.held)
			}
			rest = rest[n:]
		}
		out.WriteString(c.Flush())
		if c.held != "" || out.Len() > 3*len(text) {
			t.Errorf("%d bytes made of %d, %q left", out.Len(), len(text), c.held)
		}
		whole := clean(text, func(left string) int { return len(left) })
		if utf8.ValidString(text) && whole != out.String() {
			t.Errorf("%q by %d:\n in pieces %q\nas a whole %q", text, step, out.String(), whole)
		}
	})
}
