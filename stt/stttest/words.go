package stttest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"parley/engine/enginetest"
	"parley/language"
	"parley/media"
	"parley/stt"
)

// testWords is the one check of how well the engine hears.
func testWords(t testing.TB, k *kit) {
	s := k.stream(t, k.open(t))
	wrong, words, interims := 0, 0, 0
	for i, r := range k.Speech {
		id := uint64(i + 1)
		say(s, id, r.PCM)
		n, e := k.utterance(t, s, id, media.Duration(len(r.PCM)))
		if e.Err != nil {
			t.Errorf("recording %d could not be recognised: %v", id, e.Err)
		}
		w, of := language.Misheard(r.Text, e.Text)
		wrong, words, interims = wrong+w, words+of, interims+n
	}
	t.Logf("%d of %d words wrong, %d interims", wrong, words, interims)
	if float64(wrong) > k.WordErrors*float64(words) {
		t.Errorf("%d of %d words wrong, want at most %.0f %%", wrong, words, k.WordErrors*100)
	}
	if k.Interims && interims == 0 {
		t.Errorf("no interim in %d recordings", len(k.Speech))
	}
}

// testOrder says several things before anything is read, the long one first.
func testOrder(t testing.TB, k *kit) {
	s := k.stream(t, k.open(t))
	long := k.Speech[0].PCM
	lengths := []int{len(long), media.SampleRate / 2, len(long) / 3, 0, media.SampleRate / 2}
	for i, n := range lengths {
		say(s, uint64(10*i+7), long[:n])
	}
	for i, n := range lengths {
		if _, e := k.utterance(t, s, uint64(10*i+7), media.Duration(n)); e.Err != nil {
			t.Errorf("utterance %d of %d: %v", i+1, len(lengths), e.Err)
		}
	}
	k.nothing(t, s)
}

// nothing makes sure that no event is waiting.
func (k *kit) nothing(t testing.TB, s stt.Stream) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 4*enginetest.Promptly)
	defer cancel()
	if e, err := s.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Next = an event of utterance %d (final: %t), %v; want nothing more", e.Utterance, e.Final, err)
	}
}

func testNoAudio(t testing.TB, k *kit) {
	s := k.stream(t, k.open(t))
	for id, length := range []time.Duration{0, time.Millisecond, 10 * time.Millisecond, time.Second} {
		say(s, uint64(id+1), make([]int16, media.Samples(length)))
		_, e := k.utterance(t, s, uint64(id+1), length)
		if e.Err != nil {
			t.Errorf("%v of silence could not be recognised: %v", length, e.Err)
		}
		if length < 100*time.Millisecond && e.Text != "" {
			t.Errorf("%v of silence is heard as %d bytes of text", length, len(e.Text))
		}
	}
}

func testNoUtterance(t testing.TB, k *kit) {
	s := k.stream(t, k.open(t))
	write(s, k.Speech[0].PCM)
	k.nothing(t, s)
	enginetest.Understood(t, "after audio outside of an utterance", k.Speech[1].Text, k.hear(t, s, 1, k.Speech[1]))
	write(s, k.Speech[0].PCM)
	k.nothing(t, s)
}

// testUnicode gives the engine words of many scripts to expect.
func testUnicode(t testing.TB, k *kit) {
	k.Stream.Phrases = []string{
		"Zoë", "naïve café", "Łukasz Żółć", "北京", "Ολυμπία", "🎉", "", "e\u0301", "\xff\xfe", strings.Repeat("ß", 3000),
	}
	k.Stream.Domain = []string{"Zoë’s café in 北京 costs 20 €.", "“Straße” – ¿qué?", "\x00", ""}
	s := k.stream(t, k.open(t))
	enginetest.Understood(t, "with phrases of many scripts", k.Speech[0].Text, k.hear(t, s, 1, k.Speech[0]))
}

// testStreams has streams at once hear different things.
func testStreams(t testing.TB, k *kit) {
	e := k.open(t)
	streams := make([]stt.Stream, k.Streams)
	for i := range streams {
		streams[i] = k.stream(t, e)
	}
	var wg sync.WaitGroup
	for i, s := range streams {
		wg.Go(func() { say(s, 1, k.Speech[i%len(k.Speech)].PCM) })
	}
	wg.Wait()
	for i, s := range streams {
		said := k.Speech[i%len(k.Speech)]
		_, e := k.utterance(t, s, 1, media.Duration(len(said.PCM)))
		enginetest.Understood(t, fmt.Sprint("stream ", i+1, " beside others"), said.Text, e.Text)
	}
}

// utterance reads the events of utterance id up to its final, holding each to
// the contract; length is that of its audio.
func (k *kit) utterance(t testing.TB, s stt.Stream, id uint64, length time.Duration) (interims int, final stt.Event) {
	t.Helper()
	for {
		e := k.next(t, s)
		if e.Utterance != id {
			t.Fatalf("event of utterance %d (final: %t), want the events of %d up to its final", e.Utterance, e.Final, id)
		}
		checkEvent(t, e, length)
		if e.Final {
			return interims, e
		}
		interims++
	}
}

func checkEvent(t testing.TB, e stt.Event, length time.Duration) {
	t.Helper()
	if !utf8.ValidString(e.Text) {
		t.Errorf("text %q is not UTF-8", e.Text)
	}
	if e.Confidence < 0 || e.Confidence > 1 {
		t.Errorf("confidence %v, want 0-1", e.Confidence)
	}
	if !e.Final {
		if e.Err != nil || e.Took != 0 {
			t.Errorf("an interim has Err %v and Took %v", e.Err, e.Took)
		}
		return
	}
	if e.Took < 0 {
		t.Errorf("the final took %v", e.Took)
	}
	if e.Err != nil && e.Text != "" {
		t.Errorf("a final with Err %v has %d bytes of text, want none", e.Err, len(e.Text))
	}
	var last stt.Word
	for _, w := range e.Words {
		if w.Start < last.Start || w.End < w.Start || w.Start < 0 || w.End > length+media.PTime {
			t.Errorf("word from %v to %v after one from %v, in audio of %v", w.Start, w.End, last.Start, length)
		}
		if w.Confidence < 0 || w.Confidence > 1 {
			t.Errorf("confidence %v of a word, want 0-1", w.Confidence)
		}
		last = w
	}
}

// hear is the text heard in a recording.
func (k *kit) hear(t testing.TB, s stt.Stream, id uint64, r Recording) string {
	t.Helper()
	say(s, id, r.PCM)
	_, e := k.utterance(t, s, id, media.Duration(len(r.PCM)))
	if e.Err != nil {
		t.Errorf("recording %d could not be recognised: %v", id, e.Err)
	}
	return e.Text
}
