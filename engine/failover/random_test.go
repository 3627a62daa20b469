package failover_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine/failover"
	"parley/stt"
)

// Whatever the providers do, the text of an answer is one's, from its start
// and without repeats, and its end or error comes in time; twenty calls at once.
func TestThinkingRandom(t *testing.T) {
	for seed := range uint64(60) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 2))
			var engines []*thinker
			for _, name := range []string{"a", "b", "c"} {
				e := newThinker(name, time.Duration(50+random.IntN(1500))*ms)
				for range 30 {
					e.list = append(e.list, append(troubles, none, none, none)[random.IntN(len(troubles)+3)])
				}
				engines = append(engines, e)
			}
			l := newThinking(t, failover.Options{}, engines...)
			var calls sync.WaitGroup
			for range 20 {
				start, patience := time.Duration(random.IntN(20000))*ms, time.Duration(random.IntN(8000))*ms
				calls.Go(func() {
					time.Sleep(start)
					ctx, cancel := context.WithTimeout(t.Context(), patience)
					defer cancel()
					got := chat(ctx, l.ForCall(&watcher{}))
					checkAnswer(t, seed, got, engines)
					if got.total > patience+50*ms {
						t.Errorf("seed %d: returned %v after its end", seed, got.total-patience)
					}
				})
			}
			calls.Wait()
		})
	}
}

func checkAnswer(t *testing.T, seed uint64, got said, engines []*thinker) {
	t.Helper()
	whole := ""
	for _, e := range engines {
		if strings.HasPrefix(e.all(), got.text) {
			whole = e.all()
		}
	}
	if whole == "" || got.err == nil && got.text != whole {
		t.Errorf("seed %d: answer %q with error %v", seed, got.text, got.err)
	}
	if got.gap > 1850*ms {
		t.Errorf("seed %d: nothing came for %v", seed, got.gap)
	}
	if got.err != nil && !kind(got.err) && got.err != context.DeadlineExceeded { //nolint:errorlint // the contract says the error itself
		t.Errorf("seed %d: error = %v", seed, got.err)
	}
}

// Whatever the providers do, each utterance has one final, in order, whole unless it
// failed; and closing at any moment leaves nothing behind.
func TestHearingRandom(t *testing.T) {
	for seed := range uint64(120) {
		synctest.Test(t, func(t *testing.T) {
			random := rand.New(rand.NewPCG(seed, 3))
			var engines []*hearer
			for _, name := range []string{"a", "b", "c"} {
				e := newHearer(name)
				e.final = time.Duration(random.IntN(2000)) * ms
				for range 12 {
					e.list = append(e.list, append(troubles, late, none, none, none)[random.IntN(len(troubles)+4)])
				}
				e.list = append(e.list, none)
				engines = append(engines, e)
			}
			l := newHearing(t, failover.Options{}, engines...)
			stream, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{})
			if err != nil {
				if !kind(err) {
					t.Errorf("seed %d: Open = %v", seed, err)
				}
				return
			}
			k := listenTo(t, stream)
			for id := uint64(1); id <= 6; id++ {
				k.say(id, time.Duration(100+random.IntN(6000))*ms)
				time.Sleep(time.Duration(random.IntN(2500)) * ms)
			}
			if random.IntN(2) == 0 {
				time.Sleep(12 * time.Second)
				k.finish(fmt.Sprint("seed ", seed))
			} else {
				_ = stream.Close()
				k.reads.Wait()
			}
		})
	}
}
