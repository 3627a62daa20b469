package agent

import (
	"strings"
	"testing"
)

func TestCleaner(t *testing.T) {
	for in, want := range map[string]string{
		"*sighs* Fine.":                     "Fine.",
		"Sterling: Go on.":                  "Go on.",
		"sterling: Go on.":                  "Go on.",
		"Sterling is my name.":              "Sterling is my name.",
		"I *never* said that.":              "I never said that.",
		"Well (laughs softly) no.":          "Well  no.",
		"**Never** again.":                  "Never again.",
		"# Title `code` [nods] ok 🙂":        "Title code  ok ",
		"An open *star":                     "An open star",
		"\"Quoted":                          "Quoted",
		"Ster":                              "Ster",
		"(" + strings.Repeat("x", 200):      strings.Repeat("x", 200),
		"*":                                 "",
		"It costs 3*4 dollars (net) today.": "It costs 34 dollars  today.",
	} {
		for _, step := range []int{1, 3, 1000} {
			c := cleaner{name: "Sterling"}
			var out strings.Builder
			for rest := in; rest != ""; {
				n := min(step, len(rest))
				for n < len(rest) && rest[n]&0xC0 == 0x80 {
					n++
				}
				out.WriteString(c.Write(rest[:n]))
				rest = rest[n:]
			}
			out.WriteString(c.Flush())
			if got := out.String(); got != want {
				t.Errorf("%q by %d: %q, want %q", in, step, got, want)
			}
		}
	}
}

func FuzzCleaner(f *testing.F) {
	f.Add("Name: *sighs* (x) [y] **z**")
	f.Add("\xff*\x00(")
	f.Fuzz(func(t *testing.T, text string) {
		c := cleaner{name: "Name"}
		var out strings.Builder
		for _, piece := range strings.SplitAfter(text, " ") {
			out.WriteString(c.Write(piece))
			if len(c.held) > maxAside+len(piece)+2 {
				t.Fatalf("holds back %d bytes", len(c.held))
			}
		}
		out.WriteString(c.Flush())
		if out.Len() > 3*len(text) {
			t.Errorf("%d bytes made of %d", out.Len(), len(text))
		}
	})
}
