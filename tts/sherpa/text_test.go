package sherpa

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParts(t *testing.T) {
	long := strings.Repeat("budget ", 50)
	for _, tt := range []struct {
		name, text string
		want       []string
	}{
		{"nothing", "  … ?! 🎉", nil},
		{"sentences", "So, 3.5 million? Dr. No! Really… yes", []string{"So, 3.5 million?", "Dr.", "No!", "Really…", "yes"}},
		{"Chinese", "你好。再见！", []string{"你好。", "再见！"}},
		{"not text", "a\x00b\xff\xfec\u202ed\n\ne\u00a0f", []string{"a b cd  e f"}},
		{"after a comma", long[:100] + ", " + long, []string{long[:100] + ",", strings.TrimSpace(long[:238]), strings.TrimSpace(long[238:])}},
		{"a word without end", strings.Repeat("ä", 200), []string{strings.Repeat("ä", 120), strings.Repeat("ä", 80)}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := parts(tt.text); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

// FuzzParts holds the parts to what the models can take.
func FuzzParts(f *testing.F) {
	for _, s := range []string{"", "One. Two", "\xff\x00", strings.Repeat("ä", 300), strings.Repeat("a,", 300), "你好。再见！", "….…"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		letters := func(s string) (n int) {
			for _, r := range s {
				if speakable(string(r)) {
					n++
				}
			}
			return n
		}
		said := 0
		for _, p := range parts(text) {
			if len(p) > maxPart || !utf8.ValidString(p) || strings.ContainsAny(p, "\x00\n") || !speakable(p) {
				t.Errorf("part %q of %d bytes", p, len(p))
			}
			said += letters(p)
		}
		if want := letters(strings.ToValidUTF8(text, " ")); said != want {
			t.Errorf("%d letters in the parts, %d in the text", said, want)
		}
	})
}

func TestReads(t *testing.T) {
	for _, tt := range []struct {
		languages, text string
		want            bool
	}{
		{"English", "café 7", true},
		{"English", "Москва", false},
		{"English", "42", true},
		{"multi-lang, e.g., English, Chinese", "你好", true},
		{"multi-lang, e.g., English, Chinese", "Привет", false},
		{"Russian", "Москва", true},
		{"Klingon", "Москва", true},
		{"", "你好", true},
	} {
		if got := readerOf(tt.languages).reads(tt.text); got != tt.want {
			t.Errorf("a model of %q reads %q: %v, want %v", tt.languages, tt.text, got, tt.want)
		}
	}
}
