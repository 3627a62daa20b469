package failover_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
)

// Whatever happens to the first engine, words come within 1.3 s, and a broken
// answer ends within the gap budget.
func TestThinkingFaults(t *testing.T) {
	for _, f := range troubles {
		synctest.Test(t, func(t *testing.T) {
			a, b := newThinker("a", 200*ms, f), newThinker("b", 200*ms)
			ill := func(context.Context, int) error { return errRefused }
			got := chat(t.Context(), newThinking(t, failover.Options{Probe: ill}, a, b))
			t.Logf("%-28s %-12q longest gap %v", f, strings.TrimSpace(got.text), got.gap)
			if n := a.pending() + b.pending(); n > 0 {
				t.Errorf("%s: %d requests go on after the answer", f, n)
			}
			want, gap := b.all(), 1250*ms
			if f == stall || f == cut {
				want = "a:0 a:1 "
				if !errors.Is(got.err, engine.ErrCut) && !errors.Is(got.err, engine.ErrSlow) {
					t.Errorf("%s: error = %v, want ErrCut or ErrSlow", f, got.err)
				}
			} else if got.err != nil {
				t.Errorf("%s: error = %v", f, got.err)
			}
			if got.text != want || got.gap > gap {
				t.Errorf("%s: %q with a gap of %v, want %q within %v", f, got.text, got.gap, want, gap)
			}
		})
	}
}

// With every engine down the error comes within the budget and is of a kind.
func TestThinkingAllDown(t *testing.T) {
	for _, f := range []trouble{refused, key, busy, service, hang, junk, broken} {
		for _, second := range []trouble{refused, hang, service} {
			synctest.Test(t, func(t *testing.T) {
				l := newThinking(t, failover.Options{}, newThinker("a", 100*ms, f), newThinker("b", 100*ms, second))
				for range 4 {
					got := chat(t.Context(), l)
					if got.total > 1800*ms {
						t.Errorf("%s, %s: failed after %v, want at most 1.8s", f, second, got.total)
					}
					if !kind(got.err) {
						t.Errorf("%s, %s: error = %v, none of package engine's", f, second, got.err)
					}
				}
				if got := chat(t.Context(), l); got.total > 50*ms {
					t.Errorf("%s, %s: with both circuits open the error took %v", f, second, got.total)
				}
			})
		}
	}
}

func kind(err error) bool {
	for _, k := range []error{
		engine.ErrKey, engine.ErrBusy, engine.ErrAway, engine.ErrService, engine.ErrRequest,
		engine.ErrCut, engine.ErrJunk, engine.ErrSlow, engine.ErrModel,
	} {
		if errors.Is(err, k) {
			return true
		}
	}
	return false
}

// The key is what a person can put right, so it is told before the rest.
func TestThinkingTellsTheMostTelling(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newThinking(t, failover.Options{}, newThinker("a", 100*ms, service), newThinker("b", 100*ms, key))
		if got := chat(t.Context(), l); !errors.Is(got.err, engine.ErrKey) {
			t.Errorf("error = %v, want %v", got.err, engine.ErrKey)
		}
	})
}

func TestThinkingRetriesALoneEngineOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newThinker("a", 100*ms, service, none)
		if got := chat(t.Context(), newThinking(t, failover.Options{}, a)); got.text != a.all() || got.err != nil {
			t.Errorf("%q, %v; want the whole answer", got.text, got.err)
		}
		slow := newThinker("slow", 3500*ms)
		if got := chat(t.Context(), newThinking(t, failover.Options{}, slow)); got.text != slow.all() {
			t.Errorf("a lone engine that takes 3.5 s: %q, %v", got.text, got.err)
		}
		hung := newThinker("hung", 100*ms, hang)
		got := chat(t.Context(), newThinking(t, failover.Options{}, hung))
		if !errors.Is(got.err, engine.ErrSlow) || got.total != 4*time.Second {
			t.Errorf("a lone engine that hangs: %v after %v, want ErrSlow after 4s", got.err, got.total)
		}
	})
}

func TestThinkingHandsOnCancellation(t *testing.T) {
	for _, after := range []time.Duration{0, 5 * ms, 150 * ms, 220 * ms, 1005 * ms, 1150 * ms, 1190 * ms, 1300 * ms} {
		for _, f := range []trouble{none, hang, stall} {
			synctest.Test(t, func(t *testing.T) {
				l := newThinking(t, failover.Options{}, newThinker("a", 200*ms, f), newThinker("b", 200*ms))
				ctx, cancel := context.WithTimeout(t.Context(), after)
				defer cancel()
				got := chat(ctx, l)
				if got.total > after+50*ms {
					t.Errorf("%s, ended after %v: returned after %v", f, after, got.total)
				}
				if got.total == after && !errors.Is(got.err, context.DeadlineExceeded) {
					t.Errorf("%s, ended after %v: error = %v", f, after, got.err)
				}
			})
		}
	}
}

// A call is told of the change, the way back and what it has cost.
func TestThinkingCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newThinking(t, failover.Options{Role: "checker"}, newThinker("a", 100*ms, key, key, none), newThinker("b", 100*ms))
		var w watcher
		call := l.ForCall(&w)
		chat(t.Context(), call)
		if got := call.Name(); got != "b" {
			t.Errorf("Name = %q while the first's circuit is open, want b", got)
		}
		time.Sleep(3 * time.Second) // its probe closes the breaker
		if got := l.Name(); got != "a" {
			t.Errorf("Name = %q when the first is well, want a", got)
		}
		chat(t.Context(), call)
		switches, usage := w.seen()
		if len(switches) != 2 {
			t.Fatalf("%d switches, want 2: %v", len(switches), switches)
		}
		there, back := switches[0], switches[1]
		if there.Role != "checker" || there.From != "a" || there.To != "b" || !errors.Is(there.Err, engine.ErrKey) || there.Back {
			t.Errorf("first switch = %+v", there)
		}
		if back.From != "b" || back.To != "a" || back.Err != nil || !back.Back {
			t.Errorf("second switch = %+v", back)
		}
		if a, b := usage["a"], usage["b"]; a.Requests != 2 || a.Retries != 0 || b.Requests != 1 || b.Retries != 1 {
			t.Errorf("usage = %+v", usage)
		}
		if b := usage["b"]; !b.Estimated || b.Prompt != 3 || b.Completion != 5 {
			t.Errorf("estimated usage = %+v, want 3 and 5 tokens", b)
		}
	})
}

func TestThinkingToldUsage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a := newThinker("a", 100*ms)
		a.usage = &llm.Usage{Prompt: 70, Completion: 9}
		var w watcher
		chat(t.Context(), newThinking(t, failover.Options{}, a).ForCall(&w))
		if _, usage := w.seen(); usage["a"].Prompt != 70 || usage["a"].Completion != 9 || usage["a"].Estimated {
			t.Errorf("usage = %+v", usage["a"])
		}
	})
}

// One provider is asked at a time: who has sent nothing in time is given up, and
// charged for what it was asked.
func TestThinkingGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, b := newThinker("a", 200*ms, hang), newThinker("b", 400*ms)
		var w watcher
		ill := func(context.Context, int) error { return errRefused }
		call := newThinking(t, failover.Options{Probe: ill}, a, b).ForCall(&w)
		var asked [2][2]int // going on just before and after the first token is over due
		for i, at := range []time.Duration{995 * ms, 1005 * ms} {
			time.AfterFunc(at, func() { asked[i] = [2]int{a.pending(), b.pending()} })
		}
		if got := chat(t.Context(), call); got.text != b.all() || got.first != 1400*ms {
			t.Errorf("answer = %q after %v, %v; want b's after 1.4s", got.text, got.first, got.err)
		}
		synctest.Wait()
		if want := [2][2]int{{1, 0}, {0, 1}}; asked != want {
			t.Errorf("requests of a and b at 0.995 s and 1.005 s = %v, want %v", asked, want)
		}
		_, usage := w.seen()
		if a, b := usage["a"], usage["b"]; a.Prompt != 3 || a.Completion != 0 || b.Prompt != 3 || b.Completion == 0 {
			t.Errorf("usage = %+v, want a's prompt charged and b's answer", usage)
		}
	})
}

func TestThinkingWindowIsTheSmallestKnown(t *testing.T) {
	unknown := newThinker("unknown", 0)
	of := func(tokens int) llm.Engine { return windowed{unknown, tokens} }
	for _, tt := range []struct {
		providers []llm.Engine
		want      int
	}{
		{[]llm.Engine{unknown}, 0},
		{[]llm.Engine{of(0), unknown}, 0},
		{[]llm.Engine{of(8192), unknown, of(4096), of(0)}, 4096},
		{[]llm.Engine{unknown, of(4096), of(8192)}, 4096},
	} {
		e := failover.NewThinking(failover.Options{}, tt.providers...)
		if got := e.Window(); got != tt.want {
			t.Errorf("Window of %v = %d, want %d", tt.providers, got, tt.want)
		}
		if got := e.ForCall(nil).(llm.Windowed).Window(); got != tt.want {
			t.Errorf("Window of one call of %v = %d, want %d", tt.providers, got, tt.want)
		}
		e.Close()
	}
}
