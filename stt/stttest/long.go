package stttest

import (
	"context"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/media"
	"parley/stt"
)

// testHour writes one utterance of an hour as fast as the stream takes it. No
// engine hears that fast, so what is heard does not matter; writing must not
// wait for the recogniser, memory stays bounded, the final comes in time and
// the next utterance is recognised.
func testHour(t testing.TB, k *kit) {
	s := k.stream(t, k.Long(t))
	var heap enginetest.Growth
	heap.Grow()
	piece := k.Speech[0].PCM
	start := time.Now()
	s.Begin(1)
	samples := 0
	for minute := media.Samples(time.Minute); samples < media.Samples(time.Hour); samples += len(piece) {
		write(s, piece)
		if samples/minute != (samples+len(piece))/minute {
			heap.Grow()
		}
	}
	s.End()
	wrote := time.Since(start)
	for {
		if e := k.next(t, s); e.Final && e.Utterance == 1 {
			break
		}
	}
	t.Logf("written in %v, final after %v", wrote, time.Since(start))
	heap.Bound(t, k.Memory)
	if wrote > k.Patience {
		t.Errorf("an hour took %v to write, want at most %v: Write must not wait for the recogniser", wrote, k.Patience)
	}
	say(s, 2, k.Speech[1].PCM)
	k.utterance(t, s, 2, media.Duration(len(k.Speech[1].PCM)))
}

// failure is what goes wrong in hearing one recording, nil if it is heard: the error of the
// opening, of the final or of the stream.
func failure(ctx context.Context, t testing.TB, engine stt.Engine, o Options) error {
	t.Helper()
	s, err := engine.Open(ctx, o.Stream)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	if ctx.Err() == nil {
		say(s, 1, o.Speech[0].PCM)
	}
	for {
		e, err := s.Next(ctx)
		if err != nil {
			return err
		}
		checkEvent(t, e, media.Duration(len(o.Speech[0].PCM)))
		if e.Final {
			return e.Err
		}
	}
}
