package failover_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
	"parley/stt"
	"parley/tts"
)

// behind are the budgets of a model with the understudy behind it.
var behind = failover.Options{Budgets: failover.Budgets{First: 2500 * ms, Total: 3500 * ms}}

func thinkingOf(t *testing.T, o failover.Options, engines ...llm.Engine) *failover.Thinking {
	t.Helper()
	l := failover.NewThinking(quietly(o), engines...)
	t.Cleanup(l.Close)
	return l
}

// told are the loads that a list tells of.
type told struct {
	mu    sync.Mutex
	loads []failover.Load
}

func (w *told) take(l failover.Load) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.loads = append(w.loads, l)
}

func (w *told) all() []failover.Load {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.loads)
}

// However often callers ask a model that loads for 12 s, it loads once: they have the
// next engine meanwhile, and the model from then on. It is the same if nothing had the
// model loaded before they asked.
func TestColdModelGetsWarm(t *testing.T) {
	for _, before := range []string{"at the first request", "at the start"} {
		synctest.Test(t, func(t *testing.T) {
			model := coldThinker{newThinker("model", 200*ms), &cold{load: 12 * time.Second}}
			l := thinkingOf(t, behind, model, newThinker("understudy", 20*ms))
			var w told
			defer l.Watch(w.take)()
			if before == "at the start" {
				if err := l.Warm(t.Context()); err != nil {
					t.Error(err)
				}
			}
			calls := [2]llm.Engine{l.ForCall(&watcher{}), l.ForCall(&watcher{})}
			begun := time.Now()
			for time.Since(begun) < 30*time.Second {
				at := time.Since(begun)
				var both sync.WaitGroup
				for _, call := range calls {
					both.Go(func() {
						s := chat(t.Context(), call)
						by, _, _ := strings.Cut(s.text, ":")
						wrong := by != "understudy" && at < 8*time.Second || by != "model" && at > 12*time.Second
						if s.err != nil || s.first > 3*time.Second || wrong {
							t.Errorf("%s: after %v: %q, %v after %v", before, at, s.text, s.err, s.first)
						}
					})
				}
				both.Wait()
				time.Sleep(4 * time.Second)
			}
			if begun, givenUp := model.counts(); begun != 1 || givenUp != 0 {
				t.Errorf("%s: %d loads begun and %d given up, want one that comes to its end", before, begun, givenUp)
			}
			want := []failover.Load{{Role: "llm", Engine: "model", Next: "understudy"}, {Role: "llm", Engine: "model", Over: true}}
			if got := w.all(); !slices.Equal(got, want) {
				t.Errorf("%s: told %+v, want %+v", before, got, want)
			}
		})
	}
}

// A model with no other behind it: who listens is told within their patience what they
// wait for, who reads gets the answer when it is loaded.
func TestColdModelAlone(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 200*ms), &cold{load: 12 * time.Second}}
		l := thinkingOf(t, failover.Options{}, model)
		if s := chat(t.Context(), l); !errors.Is(s.err, engine.ErrLoading) || s.total > 4*time.Second {
			t.Errorf("a listener: %v after %v, want ErrLoading within 4 s", s.err, s.total)
		}
		if s := chat(t.Context(), l); !errors.Is(s.err, engine.ErrLoading) || s.total > 0 {
			t.Errorf("the next: %v after %v, want ErrLoading at once", s.err, s.total)
		}
		var both sync.WaitGroup
		for range 2 {
			both.Go(func() {
				s := chat(engine.Patiently(t.Context(), 90*time.Second), l)
				if s.err != nil || s.text != model.all() || s.first > 9*time.Second {
					t.Errorf("a reader: %q, %v after %v, want the answer when the model is loaded", s.text, s.err, s.first)
				}
			})
		}
		both.Wait()
		model.unload()
		time.Sleep(10 * time.Minute)
		if s := chat(engine.Patiently(t.Context(), 90*time.Second), l); s.err != nil || s.first > 13*time.Second {
			t.Errorf("a reader after it was unloaded: %v after %v, want the answer after 12 s", s.err, s.first)
		}
		model.unload() // in the middle of talk
		s := chat(engine.Patiently(t.Context(), 5*time.Second), l)
		if !errors.Is(s.err, engine.ErrLoading) && !errors.Is(s.err, engine.ErrSlow) || s.total > 6*time.Second {
			t.Errorf("a reader who has 5 s: %v after %v", s.err, s.total)
		}
		time.Sleep(20 * time.Second)
		if s := chat(t.Context(), l); s.err != nil {
			t.Errorf("after a load that a request's end ended: %v", s.err)
		}
	})
}

// A load that takes longer than the bound is told as what it is, and tried again.
func TestLoadIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 200*ms), &cold{load: time.Hour}}
		o := behind
		o.Budgets.Load = 20 * time.Second
		l := thinkingOf(t, o, model, newThinker("understudy", 20*ms))
		var w told
		defer l.Watch(w.take)()
		begun := time.Now()
		for time.Since(begun) < time.Minute {
			if s := chat(t.Context(), l); !strings.HasPrefix(s.text, "understudy") {
				t.Errorf("%q, %v", s.text, s.err)
			}
			time.Sleep(time.Second)
		}
		if begun, givenUp := model.counts(); begun != 3 || givenUp != 2 {
			t.Errorf("%d loads begun and %d given up in a minute, want 3 and 2", begun, givenUp)
		}
		got := w.all()
		if len(got) != 5 || got[0].Over || !got[1].Over || !errors.Is(got[1].Err, engine.ErrSlow) {
			t.Errorf("told %+v", got)
		}
	})
}

// The end of the process ends a load, and leaves nothing behind.
func TestCloseDuringLoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 200*ms), &cold{load: time.Hour}}
		l := failover.NewThinking(quietly(behind), model, newThinker("understudy", 20*ms))
		only := l.Subset(quietly(failover.Options{}), model)
		var w told
		defer l.Watch(w.take)()
		_ = l.Warm(t.Context())
		chat(t.Context(), l)
		waits := make(chan error)
		go func() { waits <- chat(engine.Patiently(t.Context(), time.Hour), only).err }()
		synctest.Wait()
		only.Close() // before the list it is made of, as the other may begin anew what that ends
		l.Close()
		if err := <-waits; err == nil {
			t.Error("a request came through closed engines")
		}
		if begun, givenUp := model.counts(); begun != 1 || givenUp != 1 {
			t.Errorf("%d loads begun and %d given up", begun, givenUp)
		}
		if s := chat(t.Context(), l); !errors.Is(s.err, failover.ErrClosed) {
			t.Errorf("after Close: %v", s.err)
		}
	})
}

// Lists made of one another load a model once.
func TestListsShareALoad(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 200*ms), &cold{load: 12 * time.Second}}
		l := thinkingOf(t, behind, model, newThinker("understudy", 20*ms))
		only := l.Subset(quietly(failover.Options{}), model)
		defer only.Close()
		var w told
		defer l.Watch(w.take)()
		_ = l.Warm(t.Context())
		_ = only.Warm(t.Context())
		if s := chat(engine.Patiently(t.Context(), time.Minute), only); s.err != nil || s.text != model.all() {
			t.Errorf("%q, %v", s.text, s.err)
		}
		if begun, givenUp := model.counts(); begun != 1 || givenUp != 0 || len(w.all()) != 2 {
			t.Errorf("%d loads begun, %d given up, told %+v", begun, givenUp, w.all())
		}
	})
}

// A server that unloads an idle model loads it again before the call needs it, and is
// left alone while it answers.
func TestWarmAsksOnlyTheCold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 200*ms), &cold{load: 2 * time.Second}}
		hosted := newThinker("hosted", 100*ms)
		l := thinkingOf(t, behind, model, hosted)
		for range 3 {
			_ = l.Warm(t.Context())
			l.Settle(t.Context())
			time.Sleep(time.Minute)
		}
		if n := model.count(); n != 1 {
			t.Errorf("%d requests of its own while the model is loaded, want 1", n)
		}
		model.unload()
		time.Sleep(5 * time.Minute)
		_ = l.Warm(t.Context())
		time.Sleep(3 * time.Second)
		if s := chat(t.Context(), l); s.text != model.all() || s.first > 300*ms {
			t.Errorf("the first words after an idle time: %q after %v", s.text, s.first)
		}
		if n := hosted.count(); n != 0 {
			t.Errorf("a service that loads nothing was asked %d times", n)
		}
	})
}

// Not even a call's beginning has a service asked before the time that it asked for.
func TestLoadKeepsToRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 100*ms, busy, none), &cold{}} // Retry-After: 5 s
		l := thinkingOf(t, failover.Options{}, model, newThinker("next", 100*ms))
		for range 4 {
			_ = l.Warm(t.Context())
			l.Settle(t.Context())
			time.Sleep(time.Second)
		}
		if n := model.count(); n != 1 {
			t.Errorf("asked %d times in 4 s, want once", n)
		}
		time.Sleep(2 * time.Second)
		if s := chat(t.Context(), l); s.text != "next:0 next:1 next:2 next:3 next:4 " {
			t.Errorf("%q, %v", s.text, s.err)
		}
		_ = l.Warm(t.Context())
		l.Settle(t.Context())
		if s := chat(t.Context(), l); s.text != model.all() {
			t.Errorf("after the wait: %q, %v", s.text, s.err)
		}
	})
}

// A load is told to nobody who has a better engine.
func TestLoadOfALaterEngineIsNotTold(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		model := coldThinker{newThinker("model", 200*ms), &cold{load: 12 * time.Second}}
		l := thinkingOf(t, failover.Options{}, newThinker("first", 100*ms), model)
		var w told
		defer l.Watch(w.take)()
		_ = l.Warm(t.Context())
		time.Sleep(5 * time.Second)
		if got := w.all(); len(got) != 0 {
			t.Errorf("told %+v", got)
		}
	})
}

func TestColdVoiceGetsWarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		voice := coldSpeaker{newSpeaker("voice"), &cold{load: 12 * time.Second}}
		l := failover.NewSpeaking(quietly(failover.Options{}), voice, newSpeaker("flite"))
		defer l.Close()
		begun := time.Now()
		for time.Since(begun) < 20*time.Second {
			at, by := time.Since(begun), ""
			if err := l.Speak(t.Context(), numbers(2), tts.Voice{}, func(c tts.Chunk) error { by = c.Engine; return nil }); err != nil {
				t.Error(err)
			}
			if by != "flite" && at < 10*time.Second || by != "voice" && at > 12*time.Second {
				t.Errorf("%s speaks after %v", by, at)
			}
			time.Sleep(2 * time.Second)
		}
		if begun, givenUp := voice.counts(); begun != 1 || givenUp != 0 {
			t.Errorf("%d loads begun and %d given up, want one", begun, givenUp)
		}
	})
}

func TestColdRecogniserGetsWarm(t *testing.T) {
	for _, before := range []string{"at the first word", "at the start"} {
		synctest.Test(t, func(t *testing.T) {
			ears := coldHearer{newHearer("model"), &cold{load: 12 * time.Second}}
			l := failover.NewHearing(quietly(failover.Options{}), ears, newHearer("sphinx"))
			defer l.Close()
			if before == "at the start" {
				_ = l.Warm(t.Context())
			}
			k := talk(t, l.ForCall(&watcher{}))
			begun := time.Now()
			var at []time.Duration
			for id := uint64(1); time.Since(begun) < 30*time.Second; id++ {
				at = append(at, time.Since(begun))
				k.say(id, 1500*ms)
				time.Sleep(2500 * ms)
			}
			k.close(0)
			for i, e := range k.finals {
				by, _, _ := strings.Cut(e.Text, " ")
				if e.Err != nil || by != "sphinx" && at[i] < 10*time.Second || by != "model" && at[i] > 14*time.Second {
					t.Errorf("%s: what was said after %v was heard by %q, %v", before, at[i], by, e.Err)
				}
			}
			if begun, givenUp := ears.counts(); begun != 1 || givenUp != 0 {
				t.Errorf("%s: %d loads begun and %d given up, want one", before, begun, givenUp)
			}
		})
	}
}

// A recogniser that has its model keeps the other calls while it is probed because of one.
func TestProbeOfOneCallLeavesOthersHearing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ears := coldHearer{newHearer("model"), &cold{}}
		ears.poison, ears.final = late, 700*ms // a probe takes as long
		l := failover.NewHearing(quietly(failover.Options{}), ears, newHearer("sphinx"))
		defer l.Close()
		good := talk(t, l.ForCall(&watcher{}))
		good.say(1, time.Second)
		stream, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{Phrases: []string{forbidden}})
		if err != nil {
			t.Fatal(err)
		}
		bad := listenTo(t, stream)
		for id := uint64(2); id <= 4; id++ {
			bad.say(id-1, 500*ms)
			time.Sleep(700 * ms) // it ends when what was said before is overdue and probed
			good.say(id, 500*ms)
		}
		time.Sleep(5 * time.Second)
		bad.close(0)
		good.close(0)
		for _, e := range good.finals {
			if by, _, _ := strings.Cut(e.Text, " "); by != "model" {
				t.Errorf("the other call was heard by %q", e.Text)
			}
		}
	})
}

// A probe of an engine that was too slow waits for it, however long a listener would;
// it is taken back at once when the answer comes.
func TestProbeWaitsForTheSlow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newThinker("hosted", 200*ms)
		server := &cold{load: 40 * time.Second}
		l := thinkingOf(t, failover.Options{}, hosted{coldThinker{a, server}}, newThinker("b", 100*ms))
		begun := time.Now()
		for time.Since(begun) < time.Minute {
			at := time.Since(begun)
			if s := chat(t.Context(), l.ForCall(&watcher{})); s.err != nil || strings.HasPrefix(s.text, "b:") && at > 43*time.Second {
				t.Errorf("after %v: %q, %v", at, s.text, s.err)
			}
			time.Sleep(time.Second)
		}
		if begun, givenUp := server.counts(); begun != 2 || givenUp != 1 {
			t.Errorf("%d loads begun and %d given up, want the second, which is the probe's, to last", begun, givenUp)
		}
	})
}

// hosted is a service of which nobody knows that it loads.
type hosted struct{ llm.Engine }

func (hosted) Loads() bool { return false }

// unending has its model loaded, and never ends an answer.
type unending struct{ llm.Engine }

func (unending) Loads() bool { return true }

func (unending) Chat(ctx context.Context, _ llm.Request) (llm.Stream, error) {
	return &unendingStream{ctx: ctx}, nil
}

type unendingStream struct {
	ctx  context.Context // the request's
	said bool
}

func (s *unendingStream) Next() (llm.Delta, error) {
	if !s.said {
		s.said = true
		return llm.Delta{Text: "ok"}, nil
	}
	<-s.ctx.Done()
	return llm.Delta{}, s.ctx.Err()
}

func (*unendingStream) Close() error { return nil }

// A model is loaded that has written a word, whether or not its answer ends.
func TestLoadIsOverWithAWord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := thinkingOf(t, behind, unending{newThinker("model", 0)}, newThinker("understudy", 20*ms))
		var w told
		defer l.Watch(w.take)()
		l.Load()
		begun := time.Now()
		l.Settle(t.Context())
		if took := time.Since(begun); took > 2*time.Second || len(w.all()) > 0 {
			t.Errorf("the load took %v, told %+v", took, w.all())
		}
	})
}
