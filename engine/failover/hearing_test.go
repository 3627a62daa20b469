package failover_test

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/stt"
)

// Whatever happens to the first recogniser, each utterance is recognised whole
// and soon.
func TestHearingFaults(t *testing.T) {
	for _, f := range append(troubles, late) {
		synctest.Test(t, func(t *testing.T) {
			a, b := newHearer("a", f), newHearer("b")
			l := newHearing(t, failover.Options{}, a, b)
			k := talk(t, l)
			for id := uint64(1); id <= 3; id++ {
				k.say(id, 3*time.Second)
				time.Sleep(4 * time.Second)
			}
			k.close(0)
			t.Logf("%-28s finals after %v, by %s", f, k.times, k.finals[0].Text[:1])
			for i, took := range k.times {
				if took > 2100*ms {
					t.Errorf("%s: final %d after %v", f, i+1, took)
				}
			}
		})
	}
}

// A stream that breaks in the middle of a long utterance is made up for before
// the utterance ends, without flooding the next recogniser.
func TestHearingLongUtterance(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a", stall), newHearer("b")
		k := talk(t, newHearing(t, failover.Options{}, a, b))
		k.say(1, 20*time.Second)
		time.Sleep(20 * time.Second)
		k.close(0)
		if k.times[0] > 7500*ms || !strings.HasPrefix(k.finals[0].Text, "b") {
			t.Errorf("final %q after %v, want b's within 7.5s", k.finals[0].Text, k.times[0])
		}
	})
}

// The preferred recogniser is taken again between utterances.
func TestHearingGoesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newHearer("a", cut, refused, none), newHearer("b")
		l := newHearing(t, failover.Options{}, a, b)
		var w watcher
		k := talk(t, l.ForCall(&w))
		for id := uint64(1); id <= 5; id++ {
			k.say(id, 2*time.Second)
			time.Sleep(time.Second)
		}
		k.close(0)
		by := ""
		for _, e := range k.finals {
			by += e.Text[:1]
		}
		if !strings.HasPrefix(by, "b") || !strings.HasSuffix(by, "a") {
			t.Errorf("recognised by %s, want b first and a at last", by)
		}
		switches, usage := w.seen()
		if len(switches) != 2 || !errors.Is(switches[0].Err, engine.ErrCut) && switches[0].Err == nil || !switches[1].Back {
			t.Errorf("switches = %+v, want there and back", switches)
		}
		if b := usage["b"]; b.Requests == 0 || b.Retries != 1 || b.Audio < 2*time.Second {
			t.Errorf("usage of b = %+v", b)
		}
	})
}

func TestHearingAllDown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, f := range []trouble{refused, key, service, hang, broken} {
			l := newHearing(t, failover.Options{}, newHearer("a", f), newHearer("b", f))
			begun := time.Now()
			if _, err := l.Open(t.Context(), stt.Options{}); !kind(err) || time.Since(begun) > 2*time.Second {
				t.Errorf("%s: Open = %v after %v", f, err, time.Since(begun))
			}
		}
		// Both accept audio and answer nothing, or junk: the final says so.
		for _, f := range []trouble{stall, junk} {
			k := talk(t, newHearing(t, failover.Options{}, newHearer("a", f), newHearer("b", f)))
			k.say(1, time.Second)
			time.Sleep(3 * time.Second)
			k.close(1)
			if k.times[0] > 2200*ms {
				t.Errorf("%s: failed after %v", f, k.times[0])
			}
		}
		// Both break: Next says so.
		k := talk(t, newHearing(t, failover.Options{}, newHearer("a", cut, refused), newHearer("b", refused)))
		k.stream.Begin(1)
		k.stream.Write(make([]int16, 16000))
		time.Sleep(time.Second)
		k.reads.Wait()
		if !kind(k.err) {
			t.Errorf("Next = %v, want a fault", k.err)
		}
		k.stream.Begin(2)
		k.stream.Write(make([]int16, 16000))
		k.stream.End()
		if err := k.stream.Close(); err != nil {
			t.Errorf("Close = %v", err)
		}
	})
}

// With one recogniser a broken stream is opened again once, and nothing said is
// lost.
func TestHearingAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := talk(t, newHearing(t, failover.Options{}, newHearer("a", cut, none)))
		k.say(1, 3*time.Second)
		k.say(2, time.Second)
		time.Sleep(time.Second)
		k.close(0)
		if k.drafts == 0 {
			t.Error("no interim came")
		}
	})
}
