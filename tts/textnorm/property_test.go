package textnorm

import (
	"strings"
	"testing"
	"time"
	"unicode"
	"unicode/utf8"

	"parley/engine/enginetest"
)

// seeds are texts of every kind.
var seeds = []string{
	"", "So, this project... Bold.", "It costs $9.99, or 20% more — e.g. for the API.", "“Café” 10–15% 😀 (about 3/15)", "[a](b) a--b",
	"\xff\x00é", "1.5M/2", "***", "#1 & @x", "$", "1,,2", "--5", "a.b.c.", "(", "+1 (212) 555-0187, v1.2.3", "2026-03-15 10:30 a.m.",
	"www.a.b/c?d", "x@y.zz", "Henry VIII", "1. Mai 2026, 3 M€, 9,99 €", "½²°→≈₹", "日本語3です", "A1B2C3", "'90s 1990s", "İ5 ŉ", "w/o", "٣٤ １２",
}

// checkText holds a text as said to what all are held to.
func checkText(t *testing.T, s *Normaliser, text string) {
	t.Helper()
	got := s.Normalise(text)
	if len(got.Said) > 32*len(text) {
		t.Fatalf("%q grows from %d to %d bytes", text, len(text), len(got.Said))
	}
	if !utf8.ValidString(got.Said) {
		t.Fatalf("%q is said %q", text, got.Said)
	}
	last, valid := 0, utf8.ValidString(text)
	for at := 0; at <= len(got.Said); at++ {
		end := got.End(at)
		if end < last || end > len(text) || valid && end < len(text) && !utf8.RuneStart(text[end]) {
			t.Fatalf("%q as %q: byte %d is byte %d after %d", text, got.Said, at, end, last)
		}
		if end != wholeWords(text, end) {
			t.Fatalf("%q as %q: byte %d cuts a word at %d", text, got.Said, at, end)
		}
		last = end
	}
	if last != len(text) || got.End(-1) != 0 && got.Said != "" {
		t.Fatalf("%q as %q: the text ends at %d of %d", text, got.Said, last, len(text))
	}
}

// sign reports what no English voice shall get.
func sign(r rune) bool {
	return unicode.IsSymbol(r) || r >= '0' && r <= '9' || strings.ContainsRune("/&%@#*_`~|\\^{}<>[]()", r)
}

func checkEnglish(t *testing.T, s *Normaliser, text string) {
	t.Helper()
	said := s.Normalise(text).Said
	if i := strings.IndexFunc(said, sign); i >= 0 {
		t.Fatalf("%q is said %q, with a sign at %d", text, said, i)
	}
	word := func(r rune) bool { return r < utf8.RuneSelf && wordy(r) }
	if said == "" && strings.ContainsFunc(text, word) {
		t.Fatalf("nothing is said of %q", text)
	}
}

func FuzzNormalise(f *testing.F) {
	for _, s := range seeds {
		f.Add(s, "API", "a p i")
	}
	var normalisers []*Normaliser
	for _, tag := range []string{"en", "en-GB", "de", "fr", "es", "ja"} {
		normalisers = append(normalisers, New(tag, nil))
	}
	f.Fuzz(func(t *testing.T, text, written, said string) {
		for _, s := range normalisers {
			checkText(t, s, text)
		}
		checkEnglish(t, normalisers[0], text)
		if len(said) <= 30*len(written) && utf8.ValidString(said) {
			checkText(t, New("en", map[string]string{written: said}), text)
		}
	})
}

// TestLongInput holds the cost to the length of the text.
func TestLongInput(t *testing.T) {
	s := New("en", map[string]string{"a": "b", "a a a": "c"})
	for _, unit := range []string{"&", "a&", "a.", "(", "*a", "1,", "--", "#", "$1-", "[(", "a", "1", "a ", "é", "x@", "1-", "\xff", "A1", "1 "} {
		used := enginetest.Computed(t)
		text := strings.Repeat(unit, 10_000)
		s.Normalise(text)
		took := enginetest.Computed(t) - used
		t.Logf("10,000 times %q took %v", unit, took)
		if took > 10*time.Second {
			t.Errorf("10,000 times %q took %v", unit, took)
		}
	}
}

// TestPlainTextIsLeftAlone holds that text with nothing to change costs nothing.
func TestPlainTextIsLeftAlone(t *testing.T) {
	s := New("en", map[string]string{"Nguyen": "win"})
	text := "So, “this project” is bold — I'd like to see the numbers, wouldn't you? Yes…"
	var got Text
	if n := testing.AllocsPerRun(100, func() { got = s.Normalise(text) }); n != 0 {
		t.Errorf("%v allocations, want none", n)
	}
	if got.Said != text || got.End(9) != len("So, “") || got.End(len("So, ")) != len("So,") || got.End(len(text)) != len(text) {
		t.Errorf("%q is said %q", text, got.Said)
	}
}

func BenchmarkNormalise(b *testing.B) {
	s := New("en", map[string]string{"Nguyen": "win"})
	for name, text := range map[string]string{
		"plain":   "So, this project is bold, and I would like to see the numbers.",
		"written": "“Well… that's $9.99, or 20% more,” he said — e.g. for the API on 3/15/2026.",
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				s.Normalise(text)
			}
		})
	}
}
