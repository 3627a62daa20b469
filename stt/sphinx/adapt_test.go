package sphinx

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"parley/stt"
	"parley/tts"
)

func TestNamesAreHeard(t *testing.T) {
	pcm := say(t, "my name is okafor and i work for zorbatech", tts.Voice{})
	for _, c := range []struct {
		phrases []string
		want    bool
	}{{nil, false}, {[]string{"Mrs. Okafor", "Zorbatech"}, true}} {
		s := openFor(t, shared, stt.Options{Phrases: c.phrases})
		text := final(hear(t, s, 1, pcm)).Text
		_ = s.Close()
		if got := strings.Contains(text, "okafor") && strings.Contains(text, "zorbatech"); got != c.want {
			t.Errorf("with phrases %q heard %q", c.phrases, text)
		}
	}
}

// TestPlainModelComesBack checks that a domain leaves nothing behind: the same
// decoder then hears as it did before.
func TestPlainModelComesBack(t *testing.T) {
	e, err := Open(Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	pcm := say(t, sentences[2], tts.Voice{Name: "slt"})
	heard := func(o stt.Options) stt.Event {
		s := openFor(t, e, o)
		defer s.Close()
		got := final(hear(t, s, 1, pcm))
		got.Took = 0
		return got
	}
	heard(stt.Options{}) // what comes before changes the rounding: see TestChunksChangeNothing
	plain := heard(stt.Options{})
	with := heard(stt.Options{Phrases: []string{"Okafor"}, Domain: []string{"You mentioned a clear plan for each risk."}})
	heard(stt.Options{})
	if again := heard(stt.Options{}); !reflect.DeepEqual(again, plain) {
		t.Errorf("after a domain %+v, before %+v", again, plain)
	}
	if reflect.DeepEqual(with, plain) {
		t.Errorf("with a domain no word has another confidence: %+v", with)
	}
	if e.pool.total != 1 {
		t.Errorf("%d decoders were made, want 1", e.pool.total)
	}
}

// TestHostileDomains opens streams for text nobody would say and wants plain
// speech to be heard all the same.
func TestHostileDomains(t *testing.T) {
	pcm := say(t, sentences[0], tts.Voice{})
	for name, o := range map[string]stt.Options{
		"empty":      {Phrases: []string{"", " "}, Domain: []string{"\n"}},
		"one word":   {Domain: []string{"Zorbatech"}},
		"unicode":    {Phrases: []string{"Zoë", "Józef", "你好", "\xff\xfe"}, Domain: []string{"🤨 ¿qué? \u202e\x00 naïve"}},
		"model code": {Domain: []string{"<s> </s> <s>", "\\end\\ \\data\\ ngram 1=-1", "the(2) [NOISE] ++UM++ #"}},
		"letters":    {Phrases: strings.Split(strings.Repeat("x", 30), ""), Domain: []string{strings.Repeat("z", 1<<20)}},
		"huge":       {Domain: []string{strings.Repeat("the board said no to qqzv ", 1<<16)}},
		"all new":    {Phrases: unknown(3 * maxNames)},
	} {
		t.Run(name, func(t *testing.T) {
			s := openFor(t, shared, o)
			defer s.Close()
			want, got := strings.Fields(sentences[0]), strings.Fields(final(hear(t, s, 1, pcm)).Text)
			if wrong := distance(want, got); wrong > 3 {
				t.Errorf("%d of %d words wrong: %q", wrong, len(want), got)
			}
		})
	}
}

// unknown is n words no dictionary has.
func unknown(n int) []string {
	var words []string
	for i := range n {
		words = append(words, fmt.Sprintf("zq%cv%cx%ck", 'a'+i/676%26, 'a'+i/26%26, 'a'+i%26))
	}
	return words
}
