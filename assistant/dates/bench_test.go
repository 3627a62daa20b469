package dates

import (
	"strings"
	"testing"
)

// sentence is 100 characters of what one says.
const sentence = "remind me to follow up on the quarterly report with the team tomorrow at five thirty pm please, okay"

func BenchmarkFind(b *testing.B) {
	for _, c := range []struct{ name, text string }{
		{"sentence", sentence},
		{"nothing", "there is nothing at all in this one that could be a day or an hour, but a few words look like it now"},
		{"long", strings.Repeat(sentence+" ", 1000)[:100_000]},
	} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(c.text)))
			for b.Loop() {
				Find(c.text, wednesday)
			}
		})
	}
}

func BenchmarkSay(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		Say("2026-12-09T10:00:00+01:00", wednesday)
	}
}

// TestFindIsLinear: a token is looked at so many times at most, however long the
// text is, also among words that begin many things and end none.
func TestFindIsLinear(t *testing.T) {
	most := 0
	for _, words := range []string{
		"a ", "one ", "the ", "in the ", "at 5 ", "5 ", "every ", "first ", "monday and ", "tomorrow ", "1/2/3/", "1:", "a quarter ",
		"twenty ", "next ", "end of the ", "eod ", "every 2 ", "due by ", "on the third of may ", "(", "é", "\xff", "2026-", sentence + " ",
	} {
		p := newParser(strings.Repeat(words, 1+maxText/len(words)), wednesday)
		p.all()
		if perToken := p.looks / len(p.tokens); perToken > 400 {
			t.Errorf("%q: %d looks at each of %d tokens", words, perToken, len(p.tokens))
		} else {
			most = max(most, perToken)
		}
	}
	t.Logf("at most %d looks at a token", most)
}

// TestFindIsBounded: what is past the bound is not read.
func TestFindIsBounded(t *testing.T) {
	for _, fill := range []string{"a", "\x80"} {
		text := strings.Repeat(fill, maxText-len(" friday")) + " friday tomorrow"
		if f := FindAll(text, wednesday); len(f) != 1 || f[0].Said != "friday" {
			t.Errorf("%d found", len(f))
		}
	}
}
