package language_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"parley/language"
)

// shown is a word as a test writes it: its sentence, and its marks behind it.
func shown(words []language.Word) string {
	var out []string
	for _, w := range words {
		s := w.Text
		if w.Owns {
			s += "'s"
		}
		if w.Joined {
			s = "~" + s
		}
		if w.Half {
			s = "+" + s
		}
		if w.Opened || w.Quoted {
			s = map[bool]string{true: "q"}[w.Quoted] + map[bool]string{true: "<"}[w.Opened] + s
		}
		if w.Closed {
			s += ">"
		}
		if w.Mark != 0 {
			s += string(w.Mark)
		}
		if w.Trails {
			s += "…"
		}
		out = append(out, fmt.Sprintf("%d:%s", w.Sentence, s))
	}
	return strings.Join(out, " ")
}

func TestRead(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		" \n ?! ":                      "",
		"Well, I don't know.":          "0:well, 0:i 0:do 0:+not 0:know.",
		"It's Anna’s, isn’t it?":       "0:it 0:+is 0:anna's, 0:is 0:+not 0:it?",
		"Mr. Sterling left. Why?!":     "0:mr. 0:sterling 0:left. 1:why?",
		"I… well... no":                "0:i… 0:well… 0:no",
		"L’idée d'été, naïve":          "0:l 0:+idee 0:d 0:+ete, 0:naive",
		"Straße 9:30, 1,000 or 10.5%":  "0:strasse 0:9:30, 0:1,000 0:or 0:10.5 0:~%",
		"a non-stop e-mail - now":      "0:a 0:non 0:~stop 0:e 0:~mail, 0:now",
		`she said "never mind" to him`: `0:she 0:said 0:q<never 0:qmind> 0:to 0:him`,
		"call 'Ben' $5":                "0:call 0:<ben> 0:$ 0:~5",
		"one\ntwo":                     "0:one 1:two",
		"the U.S. won (really)":        "0:the 0:u 0:~s. 1:won, 1:really,",
		"nein! 好的。 да":                 "0:nein! 1:好的. 2:да",
		"can\xfft":                     "0:can 0:~t",
		"cant DONT Wont":               "0:can 0:+not 0:do 0:+not 0:will 0:+not",
		"im Haus, she lets him":        "0:im 0:haus, 0:she 0:lets 0:him",
		"teachers' day":                "0:teachers> 0:day",
	} {
		if got := shown(language.Read(text).Words); got != want {
			t.Errorf("%q is\n%s, want\n%s", text, got, want)
		}
	}
}

// TestReadSigns: what says something is a word, what parts words is none.
func TestReadSigns(t *testing.T) {
	for text, want := range map[string]string{
		"yes?":              "yes ?",
		"Yes, please!":      "yes please",
		"!yes":              "! yes",
		"yes!no":            "yes no",
		`"yes"`:             `" yes "`,
		"'yes, do it'":      "' yes do it '",
		"goin' to 'em":      "goin to em",
		"teachers' day ' 5": "teachers day ' 5",
		"👍🏽 🙄":              "👍 🙄",
		"a/b & c (d) – e…":  "a / b & c d e",
		"ok\u202e\xff":      "ok \u202e \ufffd",
		"y\u0336es":         "y\u0336es",
	} {
		var got []string
		for _, w := range language.ReadSigns(text).Words {
			got = append(got, w.Text)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	f.Add("Well, I don't know… 'Anna’s' 9:30-10 \"no\"\n")
	f.Add("\xff\u0301'’\u0300ß")
	f.Fuzz(func(t *testing.T, text string) {
		before := 0
		for i, w := range language.Read(text).Words {
			if w.From >= w.To || w.To > len(text) || w.From < before && !w.Half || w.Text == "" && utf8.ValidString(text) {
				t.Fatalf("word %d of %q is %+v", i, text, w)
			}
			before = w.To
			if w.Half {
				before = w.From
			}
		}
	})
}

func BenchmarkRead(b *testing.B) {
	for name, text := range map[string]string{
		"turn":    "Well, I don't think that it's risky: we stop if it fails by June, and you lose nothing.",
		"hostile": strings.Repeat("l’été'- ", 600),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				language.Read(text)
			}
		})
	}
}

func TestRoot(t *testing.T) {
	for root, forms := range map[string]string{
		"report": "report reports reporting reported", "buy": "buy bought buying", "plant": "plant plants planted",
		"plan": "plan plans planning planned",
		"do":   "do did", "prufbericht": "prufbericht", "": "",
	} {
		for w := range strings.FieldsSeq(forms) {
			if got := language.Root(w); got != root {
				t.Errorf("the root of %q is %q, want %q", w, got, root)
			}
		}
	}
}

func TestSpelt(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "¡Sí! Isn’t it 5 %?": "sí|isn't|it|5", "mm-hm, a non-stop e-mail - now": "mm-hm|a|non-stop|e-mail|now",
		"I don't-know 5%-rate":         "i|don't-know|5|rate",
		"E\u0301te\u0301 \u0301 1,000": "été|1,000", "can\xfft": "can|t", "O'Neill": "o'neill",
	} {
		if got := strings.Join(language.Read(text).Spelt(), "|"); got != want {
			t.Errorf("%q is spelt %q, want %q", text, got, want)
		}
	}
}

func TestEmbedded(t *testing.T) {
	l := language.Embedded("[words a]\nSí\n[spelt b]\nSí È\n")()
	if !l.Is("a", "si") || !l.Is("b", "sí") || l.Is("b", "si") {
		t.Errorf("the lists are %v", l.Words)
	}
	for _, fault := range []func(){func() { language.Embedded("a")() }, func() { l.Must([]string{"("}) }} {
		func() {
			defer func() {
				if recover() == nil {
					t.Error("a fault passes")
				}
			}()
			fault()
		}()
	}
}
