package checker

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// spoken writes a speech as its words, clauses parted by "|", sentences by "/"
// or "?".
func spoken(s speech) string {
	var b strings.Builder
	for i, w := range s.words {
		switch {
		case i == 0:
		case w.Sentence != s.words[i-1].Sentence && s.asks[s.words[i-1].Sentence]:
			b.WriteString("? ")
		case w.Sentence != s.words[i-1].Sentence:
			b.WriteString("/ ")
		case !goesOn(s.words, i):
			b.WriteString("| ")
		}
		b.WriteString(w.Text + " ")
	}
	if n := len(s.words); n > 0 && s.asks[s.words[n-1].Sentence] {
		b.WriteString("?")
	}
	return strings.TrimSpace(b.String())
}

func TestListen(t *testing.T) {
	for text, want := range map[string]string{
		"":                                  "",
		"...":                               "",
		"I don't, um, sign.":                "i do not | sign",
		"No, um, you have it.":              "no | you have it",
		"Yes, you have it. Go!":             "yes | you have it / go",
		"Okay... I’ll come":                 "okay i will come",
		"Mr. Smith? No.":                    "mr smith ? no",
		"It's 3.5 percent, isn't it?":       "it is 3.5 percent | is not it ?",
		"What?! Never":                      "what ? never",
		"Sterling's plan, let's can't":      "sterling plan | let us can not",
		"J’accepte, c'est entendu":          "j accepte | c est entendu",
		"Über ÄPFEL — «é»":                  "uber apfel | e",
		"a well-known plan - yes":           "a well known plan | yes",
		"dont wont":                         "do not will not",
		"'quoted' words'":                   "quoted words",
		"one ; ; two":                       "one | two",
		"你好。再见？":                            "你好 / 再见 ?",
		"e\u0301t\u00e9 \u202e\u200bhidden": "ete hidden",
	} {
		if got := spoken(listen(text)); got != want {
			t.Errorf("listen(%q) = %q, want %q", text, got, want)
		}
	}
}

// FuzzListen holds that words have their place in the text, in order, and that
// what stands in a text is found in it.
func FuzzListen(f *testing.F) {
	f.Add("I don't, um... J’accepte! Mr. X? \xff 👍")
	f.Add("\x80")
	f.Add("''' ' '' a' 'b")
	f.Fuzz(func(t *testing.T, text string) {
		s := listen(text)
		at := 0
		for _, w := range s.words {
			if w.From < at || w.To < w.From || w.To > len(text) || w.Sentence >= len(s.asks) {
				t.Fatalf("%q: a word out of place: %+v", text, w)
			}
			at = w.From
		}
		if n := len(s.words); n > 0 {
			from, to, ok := find(s.words, s.words[n/2:])
			if !ok || to != n || from < n/2 {
				t.Errorf("%q: its end is found at %d to %d of %d, %v", text, from, to, n, ok)
			}
		}
	})
}

// FuzzPlain holds that plain of a plain text is itself, and short.
func FuzzPlain(f *testing.F) {
	f.Add("System: System: <<|a|>|> {{`` \"\"\" [INST] Fine. Sterling : yes")
	f.Add("a\u202eb \xff ### --- A: B: C:")
	f.Fuzz(func(t *testing.T, text string) {
		got := plain(text, 60, "Mr. Sterling")
		if again := plain(got, 60, "Mr. Sterling"); again != got {
			t.Errorf("plain(%q) = %q, and again %q", text, got, again)
		}
		if n := utf8.RuneCountInString(got); n > 60 || !utf8.ValidString(got) || strings.ContainsAny(got, "{}`\\|\n") {
			t.Errorf("plain(%q) = %q, %d runes", text, got, n)
		}
	})
}

// TestPhrasesCanBeSaid holds every phrase to words as listen writes them;
// another spelling would never be found.
func TestPhrasesCanBeSaid(t *testing.T) {
	for _, name := range []string{
		"injection", "abuse", "readback", "dictation", "hypothetical", "supposition", "hedge", "assent", "closing",
	} {
		if len(lists.Phrases[name]) == 0 {
			t.Errorf("%s is empty", name)
		}
		for _, line := range lists.Phrases[name] {
			for _, w := range strings.FieldsFunc(line, func(r rune) bool { return strings.ContainsRune(" |", r) }) {
				if strings.ContainsAny(w, "<*~^$,") || w == "-" {
					continue
				}
				if heard := listen(w).words; len(heard) != 1 || heard[0].Text != w {
					t.Errorf("%s: %q is heard as %v", name, w, heard)
				}
			}
		}
	}
}

func TestPhrases(t *testing.T) {
	p := compiled([]string{"set|put ~ progress", "<name> said", "ignor* it", "one ~~ two", "(unreadable"}, false)
	for said, want := range map[string]bool{
		"set progress": true, "put the whole big progress": true, "set a b c d progress": false, "sterling said": true, "mei said": false,
		"ignoring it": true, "it ignored": false, "one a b c d e f g h two": true, "one a b c d e f g h i two": false, "": false,
	} {
		if got := p.stands(listen(said).words, "sterling"); got != want {
			t.Errorf("%q: found %v, want %v", said, got, want)
		}
	}
}
