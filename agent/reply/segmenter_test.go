package reply

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func segments(pieces ...string) []string {
	var s Segmenter
	var out []string
	for _, p := range pieces {
		out = append(out, s.Write(p)...)
	}
	if rest := s.Flush(); rest != "" {
		out = append(out, rest)
	}
	return out
}

func TestSegmenter(t *testing.T) {
	long := strings.Repeat("word ", 60)
	for _, tt := range []struct {
		name string
		in   []string
		want []string
	}{
		{"first clause early", []string{"Well, to be honest, I am not sure."}, []string{"Well, to be honest,", "I am not sure."}},
		{"sentences", []string{"No. Never again! Is ", "that clear? Good"}, []string{"No.", "Never again!", "Is that clear?", "Good"}},
		{"decimals and names", []string{"It is 3.5 percent, Mr. Sterling, at J. Smith. Yes."},
			[]string{"It is 3.5 percent,", "Mr. Sterling, at J. Smith.", "Yes."}},
		{"ellipsis", []string{"So... Bold. "}, []string{"So...", "Bold."}},
		{"later commas wait", []string{"Right then. I see, I see, fine."}, []string{"Right then.", "I see, I see, fine."}},
		{"nothing to say", []string{"... !? "}, nil},
		{"wide stops", []string{"你好。再见。"}, []string{"你好。", "再见。"}},
		{"no punctuation", []string{long}, []string{strings.TrimSpace(long[:245]), strings.TrimSpace(long[245:])}},
		{"a sentence ends without the next word", []string{"That", " is", " bold", ".", " Why", "?", " I"}, []string{"That is bold.", "Why?", "I"}},
		{"what may not be an end", []string{"About", " 3", ".", "5", " by", " Dr", ".", " Smith", " and", " Capt", ".", " Lee", "."},
			[]string{"About 3.5 by Dr. Smith and Capt. Lee."}},
		{"marks behind the end", []string{"He asked", " why", "?", "\"", " Well", ".", "..", " No", "."}, []string{"He asked why?", "Well.", "No."}},
		{"byte by byte", strings.Split("Hm. Go on then.", ""), []string{"Hm.", "Go on then."}},
	} {
		if got := segments(tt.in...); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestSentenceIsKnownAtItsMark holds that the last word of a sentence is not
// held back for the first of the next, which a model takes 20 ms for.
func TestSentenceIsKnownAtItsMark(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{"We can do that.", "We can do that."}, {"Can we do that?", "Can we do that?"}, {"Never!", "Never!"},
		{"It is 3.", ""}, {"Ask Dr.", ""}, {"At 5 p.m.", ""}, {"So he did..", ""}, {"Hello there,", ""}, {"In the U.S.", ""},
	} {
		var s Segmenter
		if got := strings.Join(s.Write(tt.text), "|"); got != tt.want {
			t.Errorf("%q: %q is known, want %q", tt.text, got, tt.want)
		}
	}
}

func FuzzSegmenter(f *testing.F) {
	f.Add("Well, I am not sure. Mr. A. says 3.5!", 3)
	f.Add("…—。\xff", 1)
	f.Fuzz(func(t *testing.T, text string, step int) {
		var pieces []string
		for rest := text; rest != ""; {
			n := min(max(1, step), len(rest))
			for n < len(rest) && !utf8.RuneStart(rest[n]) {
				n++
			}
			pieces, rest = append(pieces, rest[:n]), rest[n:]
		}
		letters := func(s string) string {
			return strings.Join(strings.FieldsFunc(s, func(r rune) bool { return !Speakable(string(r)) }), "")
		}
		if got := strings.Join(segments(pieces...), " "); letters(got) != letters(text) {
			t.Errorf("words lost or invented:\n got %q\nfrom %q", got, text)
		}
	})
}
