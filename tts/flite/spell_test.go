package flite

import (
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
)

var spellings = []struct{ name, text, want string }{
	{"plain", "So, this project... Bold.", "So, this project, Bold."},
	{"curly quotes", "“It’s bold,” she said", "It's bold, she said"},
	{"dashes", "Wait — no–one asked--really", "Wait, no-one asked, really"},
	{"ellipsis", "Well… maybe…", "Well, maybe,"},
	{"question mark wins", `"Are you sure?!"`, "Are you sure?"},
	{"written forms", "It costs $9.99 for 20%.", "It costs nine dollars and ninety nine cents for twenty percent."},
	{"letters", "The API in the U.S., J. Smith", "The A P I in the U.S, J. Smith"},
	{"brackets", "it (about a third) [really] fell", "it, about a third, really, fell"},
	{"accents", "café naïve Zoë Łódź", "cafe naive Zoe Lodz"},
	{"emoji", "Great 😀👍🏽! 👨‍👩‍👧", "Great!"},
	{"said already", "nine dollars and A P I", "nine dollars and A P I"},
	{"nothing to say", "😀 … 你好 --- ()", ""},
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
	text := "“Café” costs $9.99 😀 at Q3 now…  "
	var got []string
	last := 0
	for _, s := range spell(text) {
		if s.end != last {
			got = append(got, text[last:s.end])
		}
		last = s.end
	}
	want := "“Café”| costs| $9.99| 😀 at| Q3| now…  "
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
		used := enginetest.Computed(t)
		spell(strings.Repeat(unit, 5_000))
		if took := enginetest.Computed(t) - used; took > 5*time.Second {
			t.Errorf("spell of 5,000 times %q took %v", unit, took)
		}
	}
}
