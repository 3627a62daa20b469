package sphinx

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/media"
	"parley/stt"
	"parley/tts"
	"parley/tts/flite"
)

// shared is one engine for all tests: a decoder takes 100 MiB and, under the
// race detector, a second.
var shared *Engine

func TestMain(m *testing.M) {
	os.Exit(func() int {
		var err error
		if shared, err = Open(Options{Decoders: 2}); err != nil {
			panic(err)
		}
		code := m.Run()
		_ = shared.Close()
		if err := goleak.Find(); err != nil && code == 0 {
			println(err.Error())
			return 1
		}
		return code
	}())
}

func open(t testing.TB, e *Engine) *Stream {
	t.Helper()
	return openFor(t, e, stt.Options{})
}

func openFor(t testing.TB, e *Engine, o stt.Options) *Stream {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	s, err := e.Open(ctx, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = s.Close() })
	return s.(*Stream)
}

// say speaks text with Flite, with the silence around it that a VAD leaves.
func say(t testing.TB, text string, v tts.Voice) []int16 {
	t.Helper()
	e, err := flite.Open()
	if err != nil {
		t.Fatal(err)
	}
	said, err := tts.Whole(t.Context(), e, text, v)
	if err != nil {
		t.Fatal(err)
	}
	silence := make([]int16, media.Samples(300*time.Millisecond))
	return slices.Concat(silence, said.PCM, silence)
}

// write sends pcm in frames of 20 ms, as the room does.
func write(s stt.Stream, pcm []int16) {
	for len(pcm) > 0 {
		n := min(media.FrameSamples, len(pcm))
		s.Write(pcm[:n])
		pcm = pcm[n:]
	}
}

// hear has s recognise pcm and returns all events of the utterance.
func hear(t testing.TB, s stt.Stream, id uint64, pcm []int16) []stt.Event {
	t.Helper()
	s.Begin(id)
	write(s, pcm)
	s.End()
	var out []stt.Event
	for {
		e := next(t, s)
		out = append(out, e)
		if e.Final {
			return out
		}
	}
}

func next(t testing.TB, s stt.Stream) stt.Event {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	e, err := s.Next(ctx)
	if err != nil {
		t.Fatalf("Next = %v", err)
	}
	return e
}

func final(events []stt.Event) stt.Event { return events[len(events)-1] }

func TestOpenWithoutModel(t *testing.T) {
	e, err := Open(Options{ModelDir: filepath.Join(t.TempDir(), "none")})
	if !errors.Is(err, ErrNoModel) || e != nil {
		t.Fatalf("Open = %v, %v; want %v", e, err, ErrNoModel)
	}
	if !strings.Contains(err.Error(), "pocketsphinx-en-us") {
		t.Errorf("Open = %q, want the package to install", err)
	}
}

func TestOpenOtherLanguage(t *testing.T) {
	if _, err := shared.Open(t.Context(), stt.Options{Language: "de-AT"}); !errors.Is(err, ErrLanguage) {
		t.Errorf("Open(de-AT) = %v, want %v", err, ErrLanguage)
	}
	s, err := shared.Open(t.Context(), stt.Options{Language: "en-GB"})
	if err != nil {
		t.Fatalf("Open(en-GB) = %v", err)
	}
	_ = s.Close()
}
