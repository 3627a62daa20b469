package language_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"parley/language"
)

const file = `
# a comment
[words roles]
boss manager
[words empty]
[words good]
prais* well
[phrases greeting]
good (morning | evening)
hi [there]
`

func lists(t *testing.T) *language.Lists {
	t.Helper()
	l, err := language.ReadLists(file)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestPatterns(t *testing.T) {
	l := lists(t)
	for _, c := range []struct{ pattern, said, want string }{
		{"what a boss|chief", "What a chief!", "what a chief"},
		{"what a boss|chief", "what a day", ""},
		{"can't", "I cannot", "can not"},
		{"promis* ~ *day", "we promised you a holiday", "promised you a holiday"},
		{"promis* ~ day", "promised a b c d day", ""},
		{"promis* ~~ day", "promised a b c d day", "promised a b c d day"},
		{"promis* ~4 day", "promised a b c d day", "promised a b c d day"},
		{"promis* ~4 day", "promised a b c d e day", ""},
		{"my <roles>", "ask my manager", "my manager"},
		{"<greeting> sir", "good evening, sir", "good evening sir"},
		{"<greeting> sir", "hi sir", "hi sir"},
		{"[very] good", "very good", "good"},
		{"^ no", "I said no", ""},
		{"^ no", "well, no", "no"},
		{"no $", "no, thanks", ""},
		{"no ,", "no, thanks", "no"},
		{"# percent", "say 40 percent", "40 percent"},
		{"(give me | i want) (a b | c)", "i want a b", "i want a b"},
		{"<unknown>", "unknown", ""},
		{"<good>|kind words", "praising words", "praising words"},
		{"<good>|kind words", "kind words", "kind words"},
	} {
		p, err := l.Patterns([]string{c.pattern})
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		got, words := "", language.Read(c.said).Words
		for from, to := range p.Find(language.Scope{Words: words}) {
			var found []string
			for _, w := range words[from:to] {
				found = append(found, w.Text)
			}
			got = strings.Join(found, " ")
		}
		if got != c.want {
			t.Errorf("%q in %q holds for %q, want %q", c.pattern, c.said, got, c.want)
		}
	}
}

func TestTable(t *testing.T) {
	l, err := language.ReadLists("[phrases spellings]\npls plz: please\ngonna: going to\nMénage: ménage\n")
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{"pls": "please", "plz": "please", "gonna": "going to", "menage": "ménage"}
	if got := l.Table("spellings"); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := l.Table("unknown"); len(got) > 0 {
		t.Errorf("%v of no section", got)
	}
}

func TestHeads(t *testing.T) {
	for source, want := range map[string]string{"(add | put) {x}": "add put", "[please] add": "add please", "[very] {x}": "very ~", "pre* {x}": "~"} {
		p, err := lists(t).Compile(source)
		if err != nil {
			t.Fatal(err)
		}
		heads, loose := p.Heads()
		got := strings.Join(slices.Sorted(maps.Keys(heads)), " ")
		if loose {
			got = strings.TrimSpace(got + " ~")
		}
		if got != want {
			t.Errorf("%q begins with %q, want %q", source, got, want)
		}
	}
}

func TestExceptions(t *testing.T) {
	p, err := lists(t).Patterns([]string{"no", "- no problem"})
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]bool{"no problem": false, "no problem, but no": true, "no": true} {
		if got := p.Stand(language.Scope{Words: language.Read(said).Words}); got != want {
			t.Errorf("%q: %v, want %v", said, got, want)
		}
	}
}

// TestGapOfExcepted: a gap takes words of an exception whatever they are.
func TestGapOfExcepted(t *testing.T) {
	p, err := lists(t).Patterns([]string{"go ~ ahead", "- not a minute"})
	if err != nil {
		t.Fatal(err)
	}
	for said, want := range map[string]bool{"go not a minute ahead": true, "go not ahead": false} {
		words := language.Read(said).Words
		if got := p.Stand(language.Scope{Words: words, Fills: func(at int) bool { return words[at].Text != "not" }}); got != want {
			t.Errorf("%q: %v, want %v", said, got, want)
		}
	}
}

// TestScope: who asks may pass words over, part them, and say what fills a gap.
func TestScope(t *testing.T) {
	l := lists(t)
	for _, c := range []struct {
		pattern, said string
		want          bool
	}{
		{"are you deaf", "are you really so deaf", true},
		{"are you deaf", "are you so so so so deaf", false},
		{"are you deaf", "are you. deaf", false},
		{"are you , deaf", "are you. deaf", true},
		{"are you [,] deaf", "are you. deaf", true},
		{"are you [, so] [a] deaf man", "are you deaf. man", false},
		{"you ~ fool", "you are a fool", true},
		{"you ~ fool", "you are not a fool", false},
		{"you <insults>", "you twit", true},
		{"<insults>|fool", "twit", true},
	} {
		p, err := l.Patterns([]string{c.pattern})
		if err != nil {
			t.Fatal(err)
		}
		words := language.Read(c.said).Words
		s := language.Scope{
			Words:  words,
			Is:     func(list string, at int) bool { return list == "insults" && words[at].Text == "twit" },
			Fills:  func(at int) bool { return words[at].Text != "not" },
			Passes: func(at int) bool { return words[at].Text == "so" || words[at].Text == "really" },
			Parts:  func(at int) bool { return words[at-1].Mark == '.' },
		}
		if got := p.Stand(s); got != c.want {
			t.Errorf("%q in %q: %v, want %v", c.pattern, c.said, got, c.want)
		}
	}
}

func TestSlots(t *testing.T) {
	p, err := lists(t).Compile("(put | add) {what} [to {list: my list | the (list | pile)}] $")
	if err != nil {
		t.Fatal(err)
	}
	words := language.Read("add Anna's milk to the pile").Words
	if _, ok := p.At(language.Scope{Words: words}, 0, func(m *language.Match) bool {
		from, to := m.Span("what")
		if words[from].Text != "anna" || to != 3 {
			return false
		}
		from, to = m.Span("list")
		none, _ := m.Span("when")
		return from == 4 && to == 6 && none == 0
	}); !ok {
		t.Error("the pattern does not hold")
	}
	if _, ok := p.At(language.Scope{Words: words}, 0, func(*language.Match) bool { return false }); ok {
		t.Error("a match that nobody takes is one")
	}
}

func TestPatternsThatAreWrong(t *testing.T) {
	for _, source := range []string{
		"(a | b", "a)", "a ~0 b", "~x", "[a", "{x", "{x: a", "[a]", "[a] [b]", "a|b.c|d e|", "-a b", "{a} {b} {c} {d} {e}",
		strings.Repeat("(", 40) + "a" + strings.Repeat(")", 40), "",
	} {
		if p, err := lists(t).Patterns([]string{source}); err == nil {
			t.Errorf("%q is a pattern: %v", source, p)
		}
	}
	if _, err := lists(t).Compile(strings.Repeat("(", 9000)); err == nil || len(err.Error()) > 400 {
		t.Errorf("a huge pattern is told in %d bytes", len(err.Error()))
	}
	if _, err := language.ReadLists("word"); err == nil {
		t.Error("a word outside a section is read")
	}
}

// TestHostilePattern: what backtracks without end does not hold.
func TestHostilePattern(t *testing.T) {
	p, err := lists(t).Compile(strings.Repeat("{x} ", 30) + "never")
	if err != nil {
		t.Fatal(err)
	}
	if _, ok := p.At(language.Scope{Words: language.Read(strings.Repeat("a ", 600)).Words}, 0, nil); ok {
		t.Error("it holds")
	}
}

func FuzzCompile(f *testing.F) {
	f.Add("^ (a|b [c] | {x: d}) ~~ <roles> # *ing , $", "a b c d ing")
	f.Add("[a|", "a")
	f.Fuzz(func(t *testing.T, source, said string) {
		p, err := (*language.Lists)(nil).Patterns([]string{source})
		if err != nil {
			return
		}
		words := language.Read(said).Words
		for from, to := range p.Find(language.Scope{Words: words}) {
			if from < 0 || to < from || to > len(words) {
				t.Fatalf("%q in %q: %d to %d", source, said, from, to)
			}
			break
		}
	})
}

func BenchmarkFind(b *testing.B) {
	p, err := (*language.Lists)(nil).Patterns([]string{"i do not ~~ think", "you can|could ~ (go | stay) [now]", "never ~~~ again"})
	if err != nil {
		b.Fatal(err)
	}
	s := language.Scope{Words: language.Read("Well, I don't think that you could ever stay, and you can never say so again.").Words}
	b.ReportAllocs()
	for b.Loop() {
		p.Stand(s)
	}
}
