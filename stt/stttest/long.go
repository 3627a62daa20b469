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
	before := enginetest.Heap()
	piece := k.Speech[0].PCM
	start := time.Now()
	s.Begin(1)
	peak, samples := before, 0
	for minute := media.Samples(time.Minute); samples < media.Samples(time.Hour); samples += len(piece) {
		write(s, piece)
		if samples/minute != (samples+len(piece))/minute {
			peak = max(peak, enginetest.Heap())
		}
	}
	s.End()
	wrote := time.Since(start)
	for {
		if e := k.next(t, s); e.Final && e.Utterance == 1 {
			break
		}
	}
	t.Logf("written in %v, final after %v, heap +%d MiB", wrote, time.Since(start), (peak-before)>>20)
	if wrote > k.Patience {
		t.Errorf("an hour took %v to write, want at most %v: Write must not wait for the recogniser", wrote, k.Patience)
	}
	if peak-before > k.Memory {
		t.Errorf("the heap grew by %d MiB, want at most %d", (peak-before)>>20, k.Memory>>20)
	}
	say(s, 2, k.Speech[1].PCM)
	k.utterance(t, s, 2, media.Duration(len(k.Speech[1].PCM)))
}

// testFault has the failing engine hear one recording: the error comes as the
// opening's, the final's or the stream's.
func testFault(t testing.TB, k *kit, f Fault) {
	f.Test(t, k.Patience, func(ctx context.Context, e stt.Engine) (midway bool, err error) {
		return f.Midway, k.failure(ctx, t, e)
	})
}

// failure is what goes wrong in hearing one recording, nil if it is heard.
func (k *kit) failure(ctx context.Context, t testing.TB, engine stt.Engine) error {
	t.Helper()
	s, err := engine.Open(ctx, k.Stream)
	if err != nil {
		return err
	}
	defer func() { _ = s.Close() }()
	say(s, 1, k.Speech[0].PCM)
	for {
		e, err := s.Next(ctx)
		if err != nil {
			return err
		}
		checkEvent(t, e, media.Duration(len(k.Speech[0].PCM)))
		if e.Final {
			return e.Err
		}
	}
}
