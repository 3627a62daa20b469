package prompt_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/codefirst/prompt"
)

// lines is about n tokens of numbered lines.
func lines(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < 4*n; i++ {
		fmt.Fprintf(&b, "line %05d\n", i)
	}
	return b.String()[:4*n]
}

func TestPartsAreShortenedToFit(t *testing.T) {
	part := func(name string, tokens int, keep prompt.Preserve, weight, least int) prompt.Part {
		return prompt.Part{Name: name, Text: lines(tokens), Preserve: keep, Weight: weight, Min: least}
	}
	for _, test := range []struct {
		name  string
		parts []prompt.Part
		limit int
		cut   string // the names of shortened parts
		fails bool
	}{
		{"nothing", nil, 0, "", false},
		{"room enough", []prompt.Part{part("a", 100, prompt.Top, 1, 0)}, 100, "", false},
		{"one too many", []prompt.Part{part("a", 101, prompt.Top, 1, 0)}, 100, "a", false},
		{"what is kept whole", []prompt.Part{part("a", 101, prompt.All, 1, 0)}, 100, "", true},
		{"the other gives way", []prompt.Part{part("a", 500, prompt.All, 1, 0), part("b", 100, prompt.Bottom, 1, 0)}, 550, "b", false},
		{"the bigger gives way", []prompt.Part{part("a", 300, prompt.Top, 1, 0), part("b", 200, prompt.Top, 1, 0)}, 450, "a", false},
		{"both, once they are equal", []prompt.Part{part("a", 300, prompt.Top, 1, 0), part("b", 200, prompt.Top, 1, 0)}, 300, "a b", false},
		{"the first of equals", []prompt.Part{part("a", 200, prompt.Both, 1, 0), part("b", 200, prompt.Both, 1, 0)}, 399, "a", false},
		{"by weight", []prompt.Part{part("a", 300, prompt.Top, 1, 0), part("b", 200, prompt.Top, 4, 0)}, 450, "b", false},
		{"to the least", []prompt.Part{part("a", 300, prompt.Top, 9, 250), part("b", 200, prompt.Top, 1, 0)}, 400, "a b", false},
		{"not below the least", []prompt.Part{part("a", 300, prompt.Top, 1, 250)}, 249, "", true},
		{"at the least", []prompt.Part{part("a", 300, prompt.Top, 1, 250)}, 250, "a", false},
		{"no room for the mark", []prompt.Part{part("a", 300, prompt.Top, 1, 0)}, 10, "", true},
		{"short ones stay", []prompt.Part{part("a", 15, prompt.Top, 99, 0), part("b", 200, prompt.Top, 1, 0)}, 100, "b", false},
		{"weight 0 counts as 1", []prompt.Part{part("a", 300, prompt.Top, 0, 0), part("b", 200, prompt.Top, 1, 0)}, 450, "a", false},
		{"a large one", []prompt.Part{part("a", 250_000, prompt.Both, 1, 0), part("b", 500, prompt.All, 1, 0)}, 2000, "a", false},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := prompt.Join(test.parts)
			got, err := prompt.Fit(test.parts, test.limit)
			if test.fails {
				if !errors.Is(err, prompt.ErrNoRoom) {
					t.Fatalf("Fit = %v, want ErrNoRoom", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			var cut []string
			for i, p := range got {
				tokens := prompt.Tokens(p.Text)
				total += tokens
				if p.Text == test.parts[i].Text {
					continue
				}
				cut = append(cut, p.Name)
				if !strings.Contains(p.Text, "tokens are left out here") {
					t.Errorf("%s has no mark", p.Name)
				}
			}
			if total > test.limit || strings.Join(cut, " ") != test.cut {
				t.Errorf("%d tokens of %d, cut %v; want %q", total, test.limit, cut, test.cut)
			}
			again, err := prompt.Fit(test.parts, test.limit)
			if err != nil || prompt.Join(again) != prompt.Join(got) {
				t.Errorf("the second time it is another: %v", err)
			}
			if prompt.Join(test.parts) != before {
				t.Error("the given parts were changed")
			}
		})
	}
}

func TestWhatIsKeptOfAPart(t *testing.T) {
	text := "first\n" + lines(1100) + "\nlast" // 400 whole lines
	for _, test := range []struct {
		keep        prompt.Preserve
		first, last bool
	}{{prompt.Top, true, false}, {prompt.Bottom, false, true}, {prompt.Both, true, true}} {
		got, err := prompt.Fit([]prompt.Part{{Text: text, Preserve: test.keep}}, 100)
		if err != nil {
			t.Fatal(err)
		}
		shown := got[0].Text
		if strings.HasPrefix(shown, "first\n") != test.first || strings.HasSuffix(shown, "\nlast") != test.last {
			t.Errorf("%v keeps\n%s", test.keep, shown)
		}
		for line := range strings.Lines(shown) {
			if line = strings.TrimSpace(line); strings.HasPrefix(line, "line ") && len(line) != len("line 00000") {
				t.Errorf("%v cuts within the line %q", test.keep, line)
			}
		}
	}
}

func TestTokensAndLimits(t *testing.T) {
	for text, want := range map[string]int{"": 0, "a": 1, "abcd": 1, "abcde": 2} {
		if got := prompt.Tokens(text); got != want {
			t.Errorf("Tokens(%q) = %d, want %d", text, got, want)
		}
	}
	for window, want := range map[int]int{
		0: 7000, 4096: 7000, 8000: 7000, 10_000: 9000, 32_000: 28_800, 160_000: 144_000, 1_000_000: 984_000,
	} {
		if got := prompt.Limit(window); got != want {
			t.Errorf("Limit(%d) = %d, want %d", window, got, want)
		}
	}
}

func FuzzFit(f *testing.F) {
	f.Add("äöü\nabc", uint16(3), uint8(1), uint16(40))
	f.Add("\xff\x80\x80", uint16(100), uint8(3), uint16(20))
	f.Fuzz(func(t *testing.T, text string, repeat uint16, keep uint8, limit uint16) {
		text = strings.Repeat(text, min(int(repeat), 1000))
		parts := []prompt.Part{{Text: text, Preserve: prompt.Preserve(keep % 4)}, {Text: text + "x", Preserve: prompt.Bottom, Weight: 3}}
		got, err := prompt.Fit(parts, int(limit))
		if err != nil {
			return
		}
		if n := prompt.Tokens(got[0].Text) + prompt.Tokens(got[1].Text); n > int(limit) {
			t.Errorf("%d tokens of %d", n, limit)
		}
		if utf8.ValidString(text) && !utf8.ValidString(prompt.Join(got)) {
			t.Error("a character is cut")
		}
	})
}

func BenchmarkFitMegabyte(b *testing.B) {
	parts := []prompt.Part{
		{Text: lines(250_000), Preserve: prompt.Both}, {Text: lines(250_000), Preserve: prompt.Bottom, Weight: 2}, {Text: lines(500)},
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := prompt.Fit(parts, 7000); err != nil {
			b.Fatal(err)
		}
	}
}
