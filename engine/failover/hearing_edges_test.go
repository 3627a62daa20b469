package failover_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine/failover"
	"parley/media"
	"parley/stt"
)

// A final that is later than usual is raced by the next recogniser; the main
// one goes on with the next utterance.
func TestHearingHedge(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a"), newHearer("b")
		l := newHearing(t, failover.Options{}, a, b)
		k := talk(t, l)
		for id := uint64(1); id <= 30; id++ {
			a.delay(100 * ms)
			if id%30 == 0 {
				a.delay(1100 * ms)
			}
			k.say(id, 500*ms)
			time.Sleep(2 * time.Second)
		}
		k.close(0)
		last := k.finals[29]
		if last.Took > 450*ms || !strings.HasPrefix(last.Text, "b") {
			t.Errorf("late final %q after %v, want b's within 450ms", last.Text, last.Took)
		}
		for _, e := range k.finals[:29] {
			if !strings.HasPrefix(e.Text, "a") || e.Took != 100*ms {
				t.Errorf("final %q after %v, want a's after 100ms", e.Text, e.Took)
			}
		}
		if s := l.Stats(); s[1].Hedges != 1 || len(s[0].Failures) > 0 {
			t.Errorf("stats = %+v", s)
		}
	})
}

// A slow final that is still in time is taken, though another is at hand.
func TestHearingSpare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a"), newHearer("b")
		a.delay(950 * ms)
		k := talk(t, newHearing(t, failover.Options{}, a, b))
		k.say(1, 500*ms)
		time.Sleep(3 * time.Second)
		k.close(0)
		if e := k.finals[0]; !strings.HasPrefix(e.Text, "a") || e.Took != 950*ms {
			t.Errorf("final %q after %v, want a's", e.Text, e.Took)
		}
		if b.count() != 1 {
			t.Errorf("b was opened %d times, want once, in reserve", b.count())
		}
	})
}

// Of an utterance longer than what is kept the next recogniser gets the end.
func TestHearingKeepsNinetySeconds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a", stall), newHearer("b")
		k := talk(t, newHearing(t, failover.Options{}, a, b))
		k.stream.Begin(1)
		frame := make([]int16, media.FrameSamples)
		for range int(120 * time.Second / media.PTime) {
			k.stream.Write(frame)
			time.Sleep(media.PTime)
		}
		k.ended[1] = time.Now()
		k.stream.End()
		time.Sleep(time.Minute)
		_ = k.stream.Close()
		k.reads.Wait()
		if len(k.finals) != 1 || k.finals[0].Err != nil {
			t.Fatalf("finals = %v", k.finals)
		}
		samples := 0
		for _, c := range strings.Fields(k.finals[0].Text)[1] {
			samples = 10*samples + int(c-'0')
		}
		if heard := media.Duration(samples); heard < 89*time.Second || heard > 92*time.Second {
			t.Errorf("b heard %v, want the last 90 s", heard)
		}
	})
}

// An utterance that every recogniser refuses is heard by each of them once, and
// the caller is told at once.
func TestHearingAsksEachOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a", junk), newHearer("b", junk)
		well := func(context.Context, int) error { return nil }
		k := talk(t, newHearing(t, failover.Options{Probe: well}, a, b))
		k.say(1, time.Second)
		time.Sleep(5 * time.Second)
		if a.count() != 1 || b.count() != 1 {
			t.Errorf("opened %d and %d times for one utterance, want once each", a.count(), b.count())
		}
		k.close(1)
		if k.times[0] > 500*ms {
			t.Errorf("told after %v, want at once", k.times[0])
		}
	})
}

// Streams can be closed at any moment, by anyone, twice.
func TestHearingClose(t *testing.T) {
	for _, f := range append(troubles, none, late) {
		for after := time.Duration(0); after < 4*time.Second; after += 130 * ms {
			synctest.Test(t, func(t *testing.T) {
				l := newHearing(t, failover.Options{}, newHearer("a", f), newHearer("b", f))
				ctx, cancel := context.WithTimeout(t.Context(), 300*ms)
				defer cancel()
				stream, err := l.Open(ctx, stt.Options{})
				if err != nil {
					return
				}
				time.AfterFunc(after, func() {
					if err := errors.Join(stream.Close(), stream.Close()); err != nil {
						t.Errorf("Close = %v", err)
					}
				})
				for id := uint64(1); id <= 2; id++ {
					stream.Begin(id)
					for range 25 {
						stream.Write(make([]int16, 4*media.FrameSamples))
						time.Sleep(4 * media.PTime)
					}
					stream.End()
				}
				for {
					if _, err := stream.Next(t.Context()); err != nil {
						if !errors.Is(err, io.EOF) && !kind(err) {
							t.Errorf("Next = %v", err)
						}
						break
					}
				}
				time.Sleep(4 * time.Second)
				stream.Begin(3) // nothing happens
				stream.Write(make([]int16, 320))
				stream.End()
			})
		}
	}
}

func TestHearingNextEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := talk(t, newHearing(t, failover.Options{}, newHearer("a")))
		ctx, cancel := context.WithTimeout(t.Context(), 10*ms)
		defer cancel()
		if _, err := k.stream.Next(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("Next = %v", err)
		}
		k.close(0)
	})
}
