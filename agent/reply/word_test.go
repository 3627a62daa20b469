package reply

import (
	"strings"
	"testing"
)

func TestRun(t *testing.T) {
	for name, tt := range map[string]struct {
		in   []string
		want string
	}{
		"a sentence":         {[]string{"I would ", "rather not."}, "I would rather not."},
		"many words":         {[]string{strings.Repeat("ha ", 5000)}, strings.Repeat("ha ", 5000)},
		"the longest word":   {[]string{"Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch."}, "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch."},
		"no spaces by habit": {[]string{strings.Repeat("你好", 2000)}, strings.Repeat("你好", 2000)},
		"one letter":         {[]string{"Well, " + strings.Repeat("a", 200_000)}, "Well, "},
		"in pieces":          {strings.SplitAfter("No. "+strings.Repeat("abc", 60)+"a", "c"), "No. " + strings.Repeat("abc", 60) + "a"},
		"too many pieces":    {append([]string{"No. "}, strings.SplitAfter(strings.Repeat("abc", 300), "c")...), "No. " + strings.Repeat("abc", 85)},
		"marks":              {[]string{strings.Repeat("!", 3000)}, ""},
		"bytes of nothing":   {[]string{strings.Repeat("\xff", 300)}, ""},
	} {
		var w Run
		got := ""
		for _, piece := range tt.in {
			said := w.Sayable(piece)
			if got += said; said != piece {
				break
			}
		}
		if got != tt.want {
			t.Errorf("%s: %.80q is said, want %.80q", name, got, tt.want)
		}
	}
}
