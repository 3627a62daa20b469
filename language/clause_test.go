package language_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley/language"
)

func TestNumbers(t *testing.T) {
	for _, c := range []struct{ tag, text, want string }{
		{"en", "It's 3x in 18 months!", "it is three times in eighteen months"},
		{"en", "40% of 1,250,000 — no, 2005.", "forty percent of 1250000 no two thousand five"},
		{"en", "We can't, won't, don't; you’re, I'm", "we can not will not do not you are i am"},
		{"en", "Sterling's plan, let's go", "sterling plan let us go"},
		{"en", "110 and 999999", "one hundred ten and nine hundred ninety nine thousand nine hundred ninety nine"},
		{"en", "'quoted' ' 12,500 a,b 7,c", "quoted twelve thousand five hundred a b seven c"},
		{"en", "105, 60000, 300,021, 0", "one hundred five sixty thousand three hundred thousand twenty one zero"},
		{"en", "at 9:30, 2.5 or 1,25 and the x, one x", "at nine thirty two five or one twenty five and the x one times"},
		{"en", "", ""},
		{"en", "... -- ?! $", ""},
		{"en", "日本 é", "日本 e"},
		{"xx", "don't", "do not"},
		{"de", "Zweitausendfünfundvierzig Euro im Monat, eins, 40 %", "2 1000 40 5 euro im monat eins 40 prozent"},
		{"de", "2045, 1.000 und einundzwanzig; geht's?", "2 1000 40 5 1000 und 20 1 geht s"},
		{"fr", "quatre-vingt-dix-sept ou soixante et onze, l'été", "90 7 ou 70 1 l ete"},
		{"fr", "soixante dix, soixante douze, quatre vingts", "70 70 2 80"},
		{"es", "treinta y cinco mil, el 5%", "30 5 1000 el 5 porciento"},
	} {
		if got := text(language.GrammarOf(c.tag).Read(c.text).Words); got != c.want {
			t.Errorf("%s %q is %q, want %q", c.tag, c.text, got, c.want)
		}
	}
}

func text(words []language.Word) string {
	var out []string
	for _, w := range words {
		out = append(out, w.Text)
	}
	return strings.Join(out, " ")
}

// clauses is a speech as a test writes it: a bar between sentences, a stroke between
// clauses, what each does, "!" before what is denied.
func clauses(s *language.Speech) string {
	var out strings.Builder
	acts, denied := s.Acts(), s.Denied()
	for i, c := range s.Clauses {
		if i > 0 {
			out.WriteString(map[bool]string{true: " / ", false: " | "}[c.Sentence == s.Clauses[i-1].Sentence])
		}
		for j := c.From; j < c.To; j++ {
			fmt.Fprint(&out, map[bool]string{true: " "}[j > c.From], map[bool]string{true: "!"}[denied[j]], s.Words[j].Text)
		}
		for at, name := range []string{"what", "whether", "if", "reports"} {
			if acts[i]&(1<<at) != 0 {
				out.WriteString(" <" + name + ">")
			}
		}
	}
	return out.String()
}

func TestClauses(t *testing.T) {
	for _, c := range []struct{ tag, said, want string }{
		{"en", "", ""},
		{"en", "Well, I see. But no", "well / i see | !but !no"},
		{"en", "if you say yes i will stay", "if you say yes <if> / i will stay"},
		{"en", "We lose: what, forty percent?", "we lose | what <what> / forty percent <whether>"},
		{"en", "My boss thinks, that you are late.", "my boss thinks <reports> / that you are late <reports>"},
		{"en", "I think that you are late.", "i think that you are late"},
		{"en", "What did it cost", "what did it cost <what>"},
		{"en", "what a mess", "what a mess"},
		{"en", "Is he well?", "is he well <whether>"},
		{"en", "You'll come, won't you?", "you will come / will not you"},
		{"en", "Can I see him?", "can i see him"},
		{"en", "How about Friday?", "how about friday"},
		{"en", "I don't think that it works, no problem", "!i !do !not !think !that !it !works / no problem"},
		{"en", "He says “you are late” and you laugh", "he says <reports> / you are late / and / you laugh"},
		{"de", "Ich glaube nicht, dass er kommt. Warum nicht?", "!ich !glaube !nicht / !dass !er !kommt | warum nicht"},
		{"de", "Mein Chef meint, das geht", "mein chef meint <reports> / das geht"},
		{"fr", "Si tu restes, je parle", "si tu restes <if> / je parle"},
		{"es", "¿Puede esperar? Mi hermano dice que no", "puede esperar | !mi !hermano !dice !que !no <reports>"},
	} {
		if got := clauses(language.GrammarOf(c.tag).Hear(c.said)); got != c.want {
			t.Errorf("%s %q:\n%s, want\n%s", c.tag, c.said, got, c.want)
		}
	}
}

func TestFluent(t *testing.T) {
	g := language.GrammarOf("en")
	if got := clauses(g.Fluent("Are you, like, deaf?")); got != "are you deaf <whether>" {
		t.Error(got)
	}
	if s := g.Fluent("Are you, really, deaf?"); s != nil {
		t.Error(clauses(s))
	}
}

func TestSentences(t *testing.T) {
	s := language.GrammarOf("en").Hear("  Three times 5, say. You fool! \n Why... not?")
	if want := []string{"Three times 5, say", "You fool", "Why", "not"}; !slices.Equal(s.Sentences(), want) {
		t.Errorf("%q, want %q", s.Sentences(), want)
	}
}

// FuzzHear: the clauses are all the words, in order.
func FuzzHear(f *testing.F) {
	f.Add("en", "Well, I don't know; if you say \"no\", like, 3x 1,000.5% — and you?")
	f.Add("de", "zweitausend'und eins … geht's")
	f.Add("fr", "soixante et onze, quatre vingt \xff 12:")
	f.Add("en", strings.Repeat("12345 ", 500))
	f.Fuzz(func(t *testing.T, tag, said string) {
		g := language.GrammarOf(tag)
		for _, s := range []*language.Speech{g.Hear(said), g.Fluent(said)} {
			if s == nil {
				continue
			}
			at := 0
			for i, c := range s.Clauses {
				if c.From != at || c.To <= c.From || slices.ContainsFunc(s.In[c.From:c.To], func(in int) bool { return in != i }) {
					t.Fatalf("%q: clause %d is %+v", said, i, c)
				}
				at = c.To
			}
			n := len(s.Words)
			if at != n || n > language.MaxWords || len(s.Acts()) != len(s.Clauses) || len(s.Denied()) != n || len(s.Negates) != n {
				t.Fatalf("%q: %d of %d words in clauses", said, at, n)
			}
			s.Sentences()
		}
	})
}

func BenchmarkHear(b *testing.B) {
	g := language.GrammarOf("en")
	b.ReportAllocs()
	for b.Loop() {
		g.Hear("So look, if the parts come late we've agreed with the bank to stop, and we lose, what, forty percent, no more.")
	}
}
