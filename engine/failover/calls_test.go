package failover_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/engine/failover"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/media"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts"
	"parley/tts/flite"
	voices "parley/tts/openai"
)

// forbidden is what the services of these tests refuse to have said.
const forbidden = "forbidden"

// refusing answers 400, as a content filter does, where the body holds forbidden.
func refusing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || bytes.Contains(body, []byte(forbidden)) {
			w.WriteHeader(http.StatusBadRequest)
			_, _ = io.WriteString(w, `{"error":{"code":"content_filter","message":"no"}}`)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// One caller's texts are refused, again and again; the other's turns, in between
// and at the same time, are answered by the model asked for, and so is the first
// caller's next good one.
func TestBadRequestOfOneCallLeavesOthersTheModel(t *testing.T) {
	s := openaitest.New(t)
	s.Always(refusing(http.HandlerFunc(openaitest.Text("the model's"))).ServeHTTP)
	second := newThinker("understudy", 20*ms)
	l := failover.NewThinking(failover.Options{}, client(t, s.URL), second)
	t.Cleanup(l.Close)
	bad, good := l.ForCall(&watcher{}), l.ForCall(&watcher{})
	ask := func(e llm.Engine, text string) string {
		stream, err := e.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Speaker: llm.User, Text: text}}})
		if err != nil {
			t.Fatal(err)
		}
		defer stream.Close()
		d, err := stream.Next()
		if err != nil {
			t.Fatal(err)
		}
		return d.Text
	}
	for range 6 {
		var both sync.WaitGroup
		both.Go(func() {
			if got := ask(bad, forbidden); !strings.HasPrefix(got, "understudy") {
				t.Errorf("the refused text is answered %q, want the next engine's answer", got)
			}
		})
		both.Go(func() {
			if got := ask(good, "hello"); got != "the model's" {
				t.Errorf("another caller's turn is answered %q, want the model's", got)
			}
		})
		both.Wait()
	}
	if got := ask(bad, "hello"); got != "the model's" {
		t.Errorf("the caller's next good turn is answered %q, want the model's", got)
	}
	if s := l.Stats()[0]; !s.Well || s.Failures["request"] != 6 {
		t.Errorf("the service after 6 refusals: %+v", s)
	}
}

// The same of a voice that refuses one caller's text.
func TestBadTextOfOneCallLeavesOthersTheVoice(t *testing.T) {
	url, _ := counted(t, refusing(openaitest.NewVoice(t, hum{})))
	voice, err := voices.New(voices.Config{Service: openaihttp.Config{BaseURL: url, Key: openaitest.Key}, Model: "test"})
	if err != nil {
		t.Fatal(err)
	}
	defer voice.Close()
	l := failover.NewSpeaking(failover.Options{}, voice, newSpeaker("b"))
	t.Cleanup(l.Close)
	say := func(w *watcher, text string) {
		if err := l.ForCall(w).Speak(t.Context(), text, tts.Voice{}, func(tts.Chunk) error { return nil }); err != nil {
			t.Error(err)
		}
	}
	for range 5 {
		var bad, good watcher
		var both sync.WaitGroup
		both.Go(func() { say(&bad, forbidden) })
		both.Go(func() { say(&good, "hello") })
		both.Wait()
		if switches, _ := bad.seen(); len(switches) != 1 {
			t.Errorf("the refused text led to %d switches, want one", len(switches))
		}
		if switches, _ := good.seen(); len(switches) != 0 {
			t.Errorf("another caller's voice changed: %+v", switches)
		}
	}
}

// A call in a language that the recogniser lacks is told so at once, and
// takes hearing from nobody: neither from the call under way nor from the next.
func TestLanguageOfOneCallLeavesOthersHearing(t *testing.T) {
	ears, err := sphinx.Open(sphinx.Options{Decoders: 2})
	if err != nil {
		t.Fatal(err)
	}
	defer ears.Close()
	mouth, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	l := failover.NewHearing(patient, ears)
	t.Cleanup(l.Close)
	said, err := tts.Whole(t.Context(), mouth, "the meeting starts in twenty minutes", tts.Voice{})
	if err != nil {
		t.Fatal(err)
	}
	silence := make([]int16, media.Samples(300*ms))
	pcm := slices.Concat(silence, said.PCM, silence)
	english, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{Language: "en-GB"})
	if err != nil {
		t.Fatal(err)
	}
	defer english.Close()
	for id := uint64(1); id <= 3; id++ {
		enginetest.Within(t, 100*ms, "telling", func() enginetest.Lapse {
			clock := enginetest.Start()
			if _, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{Language: "de"}); !errors.Is(err, engine.ErrLanguage) {
				t.Errorf("opening in German = %v, want %v", err, engine.ErrLanguage)
			}
			return clock.Lapse()
		})
		if text := hearOne(t, english, id, pcm); !strings.Contains(text, "meeting") {
			t.Errorf("the English call heard %q", text)
		}
		next, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{})
		if err != nil {
			t.Fatalf("the next English call: %v", err)
		}
		_ = next.Close()
	}
}

func hearOne(t *testing.T, s stt.Stream, id uint64, pcm []int16) string {
	t.Helper()
	s.Begin(id)
	s.Write(pcm)
	s.End()
	for {
		e, err := s.Next(t.Context())
		if err != nil || e.Err != nil {
			t.Fatalf("hear: %v, %v", err, e.Err)
		}
		if e.Final {
			return e.Text
		}
	}
}

// Streams that are all taken make who comes too late wait for one, or take the
// next recogniser; those that are open go on with theirs.
func TestBusyAtOpenLeavesOthersHearing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a"), newHearer("b")
		a.places = 1
		l := newHearing(t, failover.Options{}, a, b)
		first := talk(t, l.ForCall(&watcher{}))
		for id := uint64(1); id <= 4; id++ {
			late := talk(t, l.ForCall(&watcher{}))
			late.say(1, time.Second)
			first.say(id, time.Second)
			time.Sleep(time.Second)
			late.close(0)
			if by := late.finals[0].Text[:1]; by != "b" {
				t.Errorf("who came too late was heard by %s, want b", by)
			}
		}
		first.close(0)
		for _, e := range first.finals {
			if e.Text[:1] != "a" {
				t.Errorf("who was there was heard by %s, want a", e.Text[:1])
			}
		}
		next := talk(t, l.ForCall(&watcher{}))
		next.say(1, time.Second)
		time.Sleep(time.Second)
		next.close(0)
		if by := next.finals[0].Text[:1]; by != "a" {
			t.Errorf("with a place free the next call was heard by %s, want a", by)
		}
	})
}

// A recogniser that breaks one call's stream again and again serves the others,
// and is not opened without end.
func TestBadStreamOfOneCallLeavesOthersHearing(t *testing.T) {
	for _, f := range []trouble{cut, broken, unknown, service} {
		synctest.Test(t, func(t *testing.T) {
			a, b := newHearer("a"), newHearer("b")
			a.poison = f
			l := newHearing(t, failover.Options{}, a, b)
			good := talk(t, l.ForCall(&watcher{}))
			stream, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{Phrases: []string{forbidden}})
			if err != nil {
				t.Fatal(err)
			}
			bad := listenTo(t, stream)
			for id := uint64(1); id <= 4; id++ {
				bad.say(id, 2*time.Second)
				good.say(id, 2*time.Second)
				time.Sleep(time.Second)
			}
			bad.close(0)
			good.close(0)
			for _, e := range good.finals {
				if e.Text[:1] != "a" {
					t.Errorf("%s: the other call was heard by %s, want a", f, e.Text[:1])
				}
			}
			if n := a.count(); n > 12 {
				t.Errorf("%s: opened %d times", f, n)
			}
		})
	}
}

// The engines that know a call's language are asked, in their order; with none
// that does the call is told at once.
func TestLanguages(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a"), newHearer("b")
		a.languages, b.languages = []string{"en-US"}, []string{"en", "de"}
		l := newHearing(t, failover.Options{}, a, b)
		v, w := newSpeaker("a"), newSpeaker("b")
		v.languages, w.languages = []string{"en"}, []string{"de"}
		voices := newSpeaking(t, failover.Options{}, v, w)
		for language, by := range map[string]string{"": "a", "EN-gb": "a", "de-AT": "b"} {
			stream, err := l.Open(t.Context(), stt.Options{Language: language})
			if err != nil {
				t.Fatal(err)
			}
			if heard := hearOne(t, stream, 1, make([]int16, media.SampleRate)); heard[:1] != by {
				t.Errorf("%q is heard by %q, want %s", language, heard, by)
			}
			_ = stream.Close()
			var seen watcher
			err = voices.ForCall(&seen).Speak(t.Context(), "100", tts.Voice{Language: language}, func(tts.Chunk) error { return nil })
			if _, usage := seen.seen(); err != nil || usage[by].Requests != 1 || len(usage) != 1 {
				t.Errorf("%q is spoken by %+v, %v, want %s", language, usage, err, by)
			}
		}
		if l.Knows("fr") || voices.Knows("fr") || !l.Knows("de") || !voices.Knows("de") {
			t.Error("the lists know other languages than their engines")
		}
		if _, err := l.Open(t.Context(), stt.Options{Language: "fr"}); !errors.Is(err, engine.ErrLanguage) {
			t.Errorf("Open = %v, want %v", err, engine.ErrLanguage)
		}
		err := voices.Speak(t.Context(), "100", tts.Voice{Language: "fr"}, func(tts.Chunk) error { return nil })
		if !errors.Is(err, engine.ErrLanguage) {
			t.Errorf("Speak = %v, want %v", err, engine.ErrLanguage)
		}
		for _, s := range [][]failover.Stats{l.Stats(), voices.Stats()} {
			if len(s[0].Failures)+len(s[1].Failures) > 0 {
				t.Errorf("a language counts as a failure: %+v", s)
			}
		}
	})
}

// A call that waits for a decoder of PocketSphinx until its patience is over is
// told that there is no place, and harms nobody; with one free it is heard.
func TestWaitingForADecoder(t *testing.T) {
	ears, err := sphinx.Open(sphinx.Options{Decoders: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer ears.Close()
	l := failover.NewHearing(patient, ears)
	t.Cleanup(l.Close)
	first, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 50*ms)
		if _, err := l.ForCall(&watcher{}).Open(ctx, stt.Options{}); !errors.Is(err, engine.ErrCapacity) {
			t.Errorf("opening a second of one = %v, want %v", err, engine.ErrCapacity)
		}
		cancel()
		hearOne(t, first, uint64(i+1), make([]int16, media.SampleRate/2))
	}
	if s := l.Stats()[0]; !s.Well {
		t.Errorf("those who waited opened the circuit: %+v", s)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	next, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{})
	if err != nil {
		t.Fatalf("with the decoder free: %v", err)
	}
	_ = next.Close()
}
