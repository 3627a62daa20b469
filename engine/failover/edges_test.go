package failover_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
	"parley/stt"
)

// A service's wait is kept to: until it is over nobody asks, not even a probe.
func TestRetryAfter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newThinker("a", 100*ms, busy, none), newThinker("b", 100*ms)
		l := newThinking(t, failover.Options{}, a, b)
		for range 3 {
			if got := chat(t.Context(), l); got.text != b.all() {
				t.Errorf("answer = %q, %v; want b's", got.text, got.err)
			}
			time.Sleep(time.Second)
		}
		if n := a.count(); n != 1 {
			t.Errorf("asked %d times within the wait of 5 s, want 1", n)
		}
		time.Sleep(4 * time.Second)
		if got := chat(t.Context(), l); got.text != a.all() {
			t.Errorf("answer after the wait = %q, want a's", got.text)
		}
	})
}

// While every circuit is open, the first provider whose probe is due is tried by a
// request.
func TestTrial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newThinker("a", 100*ms, refused, refused, none)
		l := newThinking(t, failover.Options{Probe: func(context.Context, int) error { return errRefused }}, a)
		chat(t.Context(), l)
		time.Sleep(time.Hour) // the probes are asleep
		if got := chat(t.Context(), l); !errors.Is(got.err, engine.ErrAway) || a.count() != 2 {
			t.Errorf("second request = %v after %d requests, want a trial that fails", got.err, a.count())
		}
		time.Sleep(time.Hour)
		if got := chat(t.Context(), l); got.text != a.all() || !l.Stats()[0].Well {
			t.Errorf("third request = %q, %v; want a trial that succeeds", got.text, got.err)
		}
	})
}

// Probes of all roles find out that a provider is well again.
func TestProbesOfAllRoles(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		think := newThinking(t, failover.Options{}, newThinker("a", 100*ms, refused, refused, none))
		speak := newSpeaking(t, failover.Options{}, newSpeaker("a", refused, refused, none))
		hear := newHearing(t, failover.Options{}, newHearer("a", refused, refused, none))
		chat(t.Context(), think)
		listen(t.Context(), speak, "100")
		if _, err := hear.Open(t.Context(), stt.Options{}); !errors.Is(err, errRefused) {
			t.Errorf("Open = %v, want %v", err, errRefused)
		}
		time.Sleep(15 * ms) // a probe finds the same
		for _, s := range [][]failover.Stats{think.Stats(), speak.Stats(), hear.Stats()} {
			if s[0].Well || s[0].Failures["connection"] != 2 {
				t.Errorf("after a failure: %+v", s[0])
			}
		}
		time.Sleep(3 * time.Second)
		for _, s := range [][]failover.Stats{think.Stats(), speak.Stats(), hear.Stats()} {
			if !s[0].Well {
				t.Errorf("after a good probe: %+v", s[0])
			}
		}
	})
}

func TestClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		think := newThinking(t, failover.Options{}, newThinker("a", 100*ms))
		speak := newSpeaking(t, failover.Options{}, newSpeaker("a"))
		think.Close()
		speak.Close()
		if got := chat(t.Context(), think); !errors.Is(got.err, failover.ErrClosed) {
			t.Errorf("Chat after Close = %v", got.err)
		}
		if got := listen(t.Context(), speak, "100"); !errors.Is(got.err, failover.ErrClosed) {
			t.Errorf("Speak after Close = %v", got.err)
		}
	})
}

// warmer is an engine that can be warmed.
type warmer struct {
	*thinker
	err    error
	warmed bool
}

func (w *warmer) Warm(context.Context) error { w.warmed = true; return w.err }

func TestWarm(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, c := &warmer{thinker: newThinker("a", 100*ms), err: errRefused}, &warmer{thinker: newThinker("c", 100*ms)}
		l := failover.NewThinking(failover.Options{}, []llm.Engine{a, newThinker("b", 100*ms), c}...)
		defer l.Close()
		if err := l.Warm(t.Context()); !errors.Is(err, errRefused) || !a.warmed || !c.warmed {
			t.Errorf("Warm = %v, warmed %v and %v", err, a.warmed, c.warmed)
		}
		if !l.Stats()[0].Well {
			t.Error("a failed warm-up opens the circuit")
		}
	})
}

// An empty answer is a provider's failure only if another has more to say.
func TestEmptyAnswers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newThinker("a", 100*ms), newThinker("b", 100*ms)
		a.pieces, b.pieces = 0, 0
		l := newThinking(t, failover.Options{}, a, b)
		for range 5 {
			if got := chat(t.Context(), l); got.text != "" || got.err != nil {
				t.Errorf("both are silent: %q, %v; want an empty answer", got.text, got.err)
			}
		}
		if !l.Stats()[0].Well || !l.Stats()[1].Well {
			t.Errorf("an empty answer opens a circuit: %+v", l.Stats())
		}
		b.pieces = 3
		call := l.ForCall(&watcher{})
		for range 4 {
			if got := chat(t.Context(), call); got.text != b.all() || got.err != nil {
				t.Errorf("the first is silent: %q, %v; want b's answer", got.text, got.err)
			}
		}
		if s := l.Stats()[0]; !s.Well || s.Failures["junk"] != 2 {
			t.Errorf("the first is silent in one call: %+v; want it asked twice there, and well", s)
		}
	})
}
