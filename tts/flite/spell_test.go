package flite

import (
	"strings"
	"testing"
	"time"
)

var spellings = []struct{ name, text, want string }{
	{"plain", "So, this project... Bold.", "So, this project, Bold."},
	{"curly quotes", "“It’s bold,” she said", "It's bold, she said"},
	{"dashes", "Wait — no–one asked--really", "Wait, no-one asked, really"},
	{"ellipsis", "Well… maybe…", "Well, maybe,"},
	{"question mark wins", `"Are you sure?!"`, "Are you sure?"},
	{"cents", "It costs $9.99.", "It costs 9 dollars and 99 cents."},
	{"thousands", "$250,000, or $250000", "250,000 dollars, or 250,000 dollars"},
	{"one coin", "$1 and €0.50 and £2.01", "1 dollar and 50 cents and 2 pounds and 1 penny"},
	{"millions", "$1.5M, 1.5M or $2bn?", "1 point 5 million dollars, 1 point 5 million or 2 billion dollars?"},
	{"decimals", "3.14 of .5", "3 point 1 4 of 0 point 5"},
	{"percent", "20% or 2.5%!", "20 percent or 2 point 5 percent!"},
	{"times", "3x the 10k", "3 times the 10 thousand"},
	{"signs", "-5 and +7", "minus 5 and plus 7"},
	{"range", "10–15% by 2020-2024, call 555-1234", "10 to 15 percent by 2020 to 2024, call 555-1234"},
	{"kept for flite", "Q3 at 10:30 a.m. on 3/15, the 2nd", "Q3 at 10:30 a.m. on 3/15, the 2nd"},
	{"acronyms", "The API, our KPIs, APIs and ROI.", "The A P I, our KPIs, A P I's and R O I."},
	{"abbreviations", "e.g. Dr. Smith vs. Jones, etc.", "for example doctor Smith versus Jones, et cetera"},
	{"signs in words", "and/or R&D @ #1 & B+", "and or R and D at number 1 and B plus"},
	{"markdown", "# Title\n**really** _so_ `code` [here](http://x.y)", "Title really so code here"},
	{"stage directions", "*sighs heavily* I *really* mean it (laughs).", "I really mean it."},
	{"brackets kept", "it (about a third) [smiles] fell", "it about a third fell"},
	{"list", "- one\n* two\n- three", "one two three"},
	{"accents", "café naïve Zoë Łódź", "cafe naive Zoe Lodz"},
	{"emoji", "Great 😀👍🏽! 👨‍👩‍👧", "Great!"},
	{"address", "mail a.b@example.com", "mail a.b at example dot com"},
	{"nothing to say", "😀 … *sighs* 你好 --- ()", ""},
}

func TestSpell(t *testing.T) {
	for _, tt := range spellings {
		t.Run(tt.name, func(t *testing.T) {
			if got := part(spell(tt.text)).text(); got != tt.want {
				t.Errorf("spell(%q)\n got %q\nwant %q", tt.text, got, tt.want)
			}
		})
	}
}

// TestSpellEnds holds the mapping back onto the text as it came.
func TestSpellEnds(t *testing.T) {
	text := "“Café” costs $9.99 😀 *sighs* now…  "
	var got []string
	last := 0
	for _, s := range spell(text) {
		if s.end != last {
			got = append(got, text[last:s.end])
		}
		last = s.end
	}
	want := "“Café”| costs| $9.99| 😀 *sighs* now…  "
	if strings.Join(got, "|") != want {
		t.Errorf("spans of the text: %q, want %q", strings.Join(got, "|"), want)
	}
}

func FuzzSpell(f *testing.F) {
	for _, s := range []string{
		"", "$9.99", "“Hi” — *sighs* 10–15%", "[a](b)", "a--b", "\xff\x00é", "1.5M/2", "***", "#1 & @x", "$", "1,,2", "--5", "a.b.c.", "(",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, last := spell(text), 0
		for _, w := range words {
			if !speakable(w.word) || strings.ContainsFunc(w.word, func(r rune) bool { return r <= ' ' || r > '~' }) {
				t.Fatalf("spell(%q) gives the word %q", text, w.word)
			}
			if w.end < last || w.end > len(text) {
				t.Fatalf("spell(%q): %q ends at %d after %d", text, w.word, w.end, last)
			}
			last = w.end
		}
		if len(words) > 0 && last != len(text) {
			t.Fatalf("spell(%q) ends at %d of %d", text, last, len(text))
		}
	})
}

// TestSpellLongInput holds the cost to the length of the text.
func TestSpellLongInput(t *testing.T) {
	for _, unit := range []string{"&", "a&", "a.", "(", "*a", "1,", "--", "#", "$1-", "[("} {
		start := time.Now()
		spell(strings.Repeat(unit, 20_000))
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("spell of 20,000 times %q took %v", unit, took)
		}
	}
}
