package failover_test

import (
	"context"
	"errors"
	"io"
	"testing"

	"parley/engine/failover"
	"parley/llm"
	"parley/media"
	"parley/stt"
	"parley/tts"
)

// endless implements the engines of all roles and does nothing itself, so that
// what a benchmark measures is this package.
type endless struct{ pcm []int16 }

func (endless) Name() string { return "endless" }

func (endless) Chat(context.Context, llm.Request) (llm.Stream, error) { return words{}, nil }

type words struct{}

func (words) Next() (llm.Delta, error) { return llm.Delta{Text: "word "}, nil }
func (words) Close() error             { return nil }

func (e endless) Speak(ctx context.Context, _ string, _ tts.Voice, emit func(tts.Chunk) error) error {
	for ctx.Err() == nil {
		if err := emit(tts.Chunk{PCM: e.pcm}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (endless) Open(context.Context, stt.Options) (stt.Stream, error) { return deaf{}, nil }

type deaf struct{}

func (deaf) Begin(uint64)  {}
func (deaf) Write([]int16) {}
func (deaf) End()          {}
func (deaf) Close() error  { return nil }
func (deaf) Next(ctx context.Context) (stt.Event, error) {
	<-ctx.Done()
	return stt.Event{}, io.EOF
}

// BenchmarkDelta is what failover adds to one piece of an answer.
func BenchmarkDelta(b *testing.B) {
	l := failover.NewThinking(failover.Options{}, endless{}, endless{})
	defer l.Close()
	s, err := l.Chat(b.Context(), llm.Request{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := s.Next(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkAnswer is a whole answer of one piece.
func BenchmarkAnswer(b *testing.B) {
	l := failover.NewThinking(failover.Options{}, endless{}, endless{})
	defer l.Close()
	b.ReportAllocs()
	for b.Loop() {
		s, err := l.Chat(b.Context(), llm.Request{})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.Close(); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkChunk is what failover adds to one piece of speech.
func BenchmarkChunk(b *testing.B) {
	l := failover.NewSpeaking(failover.Options{}, endless{pcm: make([]int16, media.FrameSamples)}, endless{})
	defer l.Close()
	enough := errors.New("enough")
	b.ReportAllocs()
	n := 0
	err := l.Speak(b.Context(), "words", tts.Voice{}, func(tts.Chunk) error {
		if n++; n > b.N {
			return enough
		}
		return nil
	})
	if !errors.Is(err, enough) {
		b.Fatal(err)
	}
}

// BenchmarkWrite is what failover adds to one frame for a recogniser, an
// utterance of ten seconds at a time.
func BenchmarkWrite(b *testing.B) {
	l := failover.NewHearing(failover.Options{}, endless{}, endless{})
	defer l.Close()
	s, err := l.Open(b.Context(), stt.Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	frame := make([]int16, media.FrameSamples)
	b.ReportAllocs()
	s.Begin(1)
	for b.Loop() {
		s.Write(frame)
	}
}
