package ttstest

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/language"
	"parley/tts"
)

// sentence is spoken wherever the words do not matter, and others beside it.
const (
	sentence = "We have a clear plan for every risk you mentioned."
	second   = "Please give us three months and two more engineers."
)

// testHeard is the one check of how the engine sounds; it also shows that the
// audio comes in order and whole.
func testHeard(t testing.TB, k *kit) {
	e := k.open(t)
	wrong, words := 0, 0
	for _, text := range []string{sentence, second, "The return on investment is twenty percent in the first year."} {
		heard := k.Hear(t, k.speak(t, e, text, k.Voice).pcm())
		w, n := language.Misheard(text, heard)
		wrong, words = wrong+w, words+n
	}
	t.Logf("%d of %d words misheard", wrong, words)
	if float64(wrong) > k.WordErrors*float64(words) {
		t.Errorf("%d of %d words misheard, want at most %.0f %%", wrong, words, k.WordErrors*100)
	}
}

// testChunks holds what is emitted to its form, see emitted.
func testChunks(t testing.TB, k *kit) {
	s := k.speak(t, k.open(t), sentence+" "+second, k.Voice)
	if d := s.duration(); d < 2*time.Second || d > 20*time.Second {
		t.Errorf("%d words last %v, want 2-20 s", len(strings.Fields(sentence+" "+second)), d)
	}
	if lead := onset(s.pcm()); lead > 200*time.Millisecond {
		t.Errorf("speech begins after %v of silence, want at most 200 ms", lead)
	}
}

func testWordTimes(t testing.TB, k *kit) {
	e := k.open(t)
	for _, text := range []string{"Yes.", sentence, strings.Repeat(sentence+" ", 8) + "Fine!", "Zoë’s café — 北京 — costs 20 €."} {
		s := k.speak(t, e, text, k.Voice)
		s.checkWords()
		if k.Words && len(s.words) == 0 {
			t.Errorf("%.20q comes without word times", text)
		}
	}
}

func testNothing(t testing.TB, k *kit) {
	e := k.open(t)
	for _, text := range []string{"", " ", "\n\t\r\n", "…", "—", "?!", "🎉😀", "\u200b", "**"} {
		if s := k.speak(t, e, text, k.Voice); len(s.chunks) > 0 {
			t.Errorf("Speak(%q) emits %v, want nothing", text, s.duration())
		}
	}
}

// testUnicode gives the engine text of all kinds, as models write it.
func testUnicode(t testing.TB, k *kit) {
	e := k.open(t)
	for _, text := range []string{
		"Zoë’s naïve “café” plan — it’s fine… 🎉 really.", "你好 means hello.", "e\u0301te\u0301 means summer.",
		"broken \xff\xfe bytes are spoken", "a null \x00 too", "right \u202eto left\u202c text", "one\u00a0space",
	} {
		s := k.speak(t, e, text, k.Voice)
		if s.duration() < 300*time.Millisecond {
			t.Errorf("Speak(%q) emits %v of speech", text, s.duration())
		}
	}
}

// testVoices asks for voices the engine may not have.
func testVoices(t testing.TB, k *kit) {
	e := k.open(t)
	for _, v := range []tts.Voice{
		{}, {Gender: "male"}, {Gender: "female"}, {Gender: "nobody"}, {Gender: "female", Age: 29, Manner: "soft-shy"},
		{Gender: "male", Age: 55, Manner: "low-calm"}, {Age: -3}, {Age: 900, Manner: "\xff“"},
		{Name: "no-such-voice"}, {Language: "en-GB"}, {Rate: 0.01}, {Rate: 1.3}, {Rate: 100},
	} {
		if s := k.speak(t, e, "So, this project is bold.", v); s.duration() < 300*time.Millisecond {
			t.Errorf("the voice %+v speaks for %v", v, s.duration())
		}
	}
}

// testAtOnce speaks several segments at once, which must not mix.
func testAtOnce(t testing.TB, k *kit) {
	e := k.open(t)
	texts := []string{sentence, second}
	said := make([]*emitted, k.Streams)
	var wg sync.WaitGroup
	for i := range said {
		wg.Go(func() { said[i] = k.speak(t, e, texts[i%2], k.Voice) })
	}
	wg.Wait()
	for i, s := range said {
		enginetest.Understood(t, fmt.Sprint("segment ", i+1, " beside others"), texts[i%2], k.Hear(t, s.pcm()))
	}
}
