package sphinx

import (
	"slices"
	"strings"
	"testing"

	"parley/stt"
)

func TestClauses(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		" \t\n":                        "",
		"... !? -- 42 € 你好":            "",
		"Plant":                        "plant",
		"So, this project... Bold.":    "so this project.|bold.",
		"Mrs. Okafor's brother?":       "mrs okafor's brother.",
		"I can’t: \"The 'northern'!\"": "i can't the northern.",
		"stop at 40 percent. Or not.":  "stop at|percent|or not.",
		"well-known café, Józef":       "well known café józef",
		"<s> the(2) </s> \x00x\xffy":   "s the|s x y",
		strings.Repeat("a", 33) + " b": "b",
		"\u0301\u0301 b":               "b",
	} {
		var got []string
		for c := range clauses(text) {
			mark := ""
			if c.whole {
				mark = "."
			}
			got = append(got, strings.Join(c.words, " ")+mark)
		}
		if got := strings.Join(got, "|"); got != want {
			t.Errorf("clauses(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestNewDomain(t *testing.T) {
	if d := newDomain(stt.Options{Domain: []string{"", "42"}, Phrases: []string{"?"}}); d != nil {
		t.Errorf("a domain of %q from no words", d.words)
	}
	d := newDomain(stt.Options{Domain: []string{"The plant, the plant."}, Phrases: []string{"Mei"}})
	if want := []string{"mei", "the", "plant"}; !slices.Equal(d.words, want) {
		t.Errorf("words %q, want %q", d.words, want)
	}
	same := newDomain(stt.Options{Domain: []string{"the plant the plant."}, Phrases: []string{"mei,"}})
	other := newDomain(stt.Options{Domain: []string{"the plant"}, Phrases: []string{"mei"}})
	if same.identity() != d.identity() || other.identity() == d.identity() || d.identity() == (domainID{}) {
		t.Error("identities do not tell domains apart")
	}
}

func TestHugeDomainIsCut(t *testing.T) {
	d := newDomain(stt.Options{
		Phrases: []string{"Okafor"},
		Domain:  []string{strings.Repeat("we stop at forty percent ", maxWords), "never reached"},
	})
	n := 0
	for _, c := range d.clauses {
		n += len(c.words)
	}
	if n != maxWords || !slices.Contains(d.words, "okafor") || slices.Contains(d.words, "never") {
		t.Errorf("%d words of %d kinds kept, want the first %d", n, len(d.words), maxWords)
	}
}

func FuzzDomain(f *testing.F) {
	f.Add("Mrs. Okafor's 42", "<s> the(2) \x00 \xff")
	f.Add("zoë", strings.Repeat("é", 40))
	f.Fuzz(func(t *testing.T, phrase, sentence string) {
		d := newDomain(stt.Options{Phrases: []string{phrase}, Domain: []string{sentence}})
		if d == nil {
			return
		}
		for _, w := range d.words {
			if len(w) > maxWordBytes || strings.ContainsAny(w, " \t\n<>()[]+#\x00") || spelling(w) == "" {
				t.Errorf("word %q", w)
			}
			for phone := range strings.FieldsSeq(pronounce(w)) {
				if !slices.Contains(phones, phone) {
					t.Errorf("%q is pronounced %q", w, phone)
				}
			}
		}
	})
}

// phones are those of the acoustic model.
var phones = strings.Fields("AA AE AH AO AW AY B CH D DH EH ER EY F G HH IH IY JH K L M N NG OW OY P R S SH T TH UH UW V W Y Z ZH")

func TestPronounce(t *testing.T) {
	for word, want := range map[string]string{
		"okafor": "OW K AH F ER", "zorbatech": "Z AO R B AH T EH K", "józef": pronounce("jozef"), "'": "",
	} {
		if got := pronounce(word); got != want {
			t.Errorf("pronounce(%q) = %q, want %q", word, got, want)
		}
	}
}
