package failover_test

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/media"
	"parley/stt"
)

// A slow final that is still in time is taken, and no other provider is asked.
func TestHearingSlowInTime(t *testing.T) {
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
		if b.count() != 0 {
			t.Errorf("b was opened %d times, want never", b.count())
		}
	})
}

// A recogniser alone that is late with two utterances, of which the first is yet in time,
// was late with the second: whoever is told hears that, not that an account is used up.
func TestHearingTellsWhyTheSecondIsMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newHearer("a")
		well := func(context.Context, int) error { return nil }
		k := talk(t, newHearing(t, failover.Options{Probe: well}, a))
		a.delay(3650 * ms) // due after 2.9 s, and waited for until 3.7
		k.say(1, 4*time.Second)
		a.delay(time.Minute)
		k.say(2, time.Second) // due at 3.6 s
		time.Sleep(time.Minute)
		k.close(1)
		if err := k.finals[1].Err; !errors.Is(err, engine.ErrSlow) || errors.Is(err, engine.ErrBusy) {
			t.Errorf("the second ended as %v, want %v", err, engine.ErrSlow)
		}
	})
}

// Of an utterance longer than what is kept the next recogniser gets the end.
func TestHearingKeepsHalfAMinute(t *testing.T) {
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
		if heard := media.Duration(samples); heard < 30*time.Second || heard > 35*time.Second {
			t.Errorf("b heard %v, want the last 30 s, of 5 s at a time", heard)
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

// An utterance is heard anew once, by the next recogniser, however many there are.
func TestHearingHearsAnewOnce(t *testing.T) {
	for _, f := range []trouble{junk, stall} {
		synctest.Test(t, func(t *testing.T) {
			a, b, c := newHearer("a", f), newHearer("b", f), newHearer("c")
			well := func(context.Context, int) error { return nil }
			var w watcher
			k := talk(t, newHearing(t, failover.Options{Probe: well}, a, b, c).ForCall(&w))
			k.say(1, time.Second)
			time.Sleep(5 * time.Second)
			k.close(1)
			if a.count() != 1 || b.count() != 1 || c.count() != 0 {
				t.Errorf("%s: opened %d, %d and %d times for one utterance, want 1, 1 and 0", f, a.count(), b.count(), c.count())
			}
			if took := k.times[0]; took > 1800*ms {
				t.Errorf("%s: told after %v, want within 1.8s", f, took)
			}
			if _, usage := w.seen(); usage["a"].Requests != 1 || usage["b"].Retries != 1 || usage["b"].Audio != time.Second {
				t.Errorf("%s: usage = %+v", f, usage)
			}
		})
	}
}

// Two utterances without a final are both heard anew, in their order, and what is
// said while the next recogniser opens is not lost.
func TestHearingTakesAllOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a", stall), newHearer("b")
		k := talk(t, newHearing(t, failover.Options{}, a, b))
		k.say(1, 500*ms)
		time.Sleep(200 * ms)
		k.say(2, 500*ms)
		time.Sleep(200 * ms)
		k.say(3, time.Second)
		time.Sleep(2 * time.Second)
		k.close(0)
		for i, e := range k.finals {
			if !strings.HasPrefix(e.Text, "b") || e.Took > 1300*ms {
				t.Errorf("final %d = %q after %v, want b's within 1.3s", i+1, e.Text, e.Took)
			}
		}
	})
}

// A lone recogniser that is late is waited for, and one that breaks at once every
// time is not opened without end.
func TestHearingLoneRecogniser(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newHearer("a")
		a.delay(2 * time.Second)
		k := talk(t, newHearing(t, failover.Options{}, a))
		k.say(1, 500*ms)
		time.Sleep(4 * time.Second)
		k.close(0)
		if a.count() != 1 || k.finals[0].Took != 2*time.Second {
			t.Errorf("opened %d times, final after %v; want 1 and 2s", a.count(), k.finals[0].Took)
		}
		well := func(context.Context, int) error { return nil }
		b := newHearer("b", cut)
		k = talk(t, newHearing(t, failover.Options{Probe: well}, b))
		k.stream.Begin(1)
		k.hears(2 * time.Second)
		k.reads.Wait()
		if !kind(k.err) || b.count() > 4 {
			t.Errorf("Next = %v after %d openings, want an error after a few", k.err, b.count())
		}
		_ = k.stream.Close()
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
