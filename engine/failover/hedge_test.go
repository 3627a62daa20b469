package failover_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine/failover"
	"parley/llm"
)

// slowpoke is an engine whose 30th answer takes 900 ms, and the others 100 ms.
type slowpoke struct {
	*thinker
}

func (e *slowpoke) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	n := e.count()
	s, err := e.thinker.Chat(ctx, r)
	if thought, ok := s.(*thought); ok && n%30 == 29 {
		thought.e = newThinker(e.name, 900*ms)
	}
	return s, err
}

func TestHedge(t *testing.T) {
	for _, c := range []struct {
		hedge failover.Hedge
		by    string
		slow  bool
	}{
		{failover.HedgeRole, "b", false},
		{failover.HedgeNext, "b", false},
		{failover.HedgeSame, "a", false},
		{failover.HedgeOff, "a", true},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, b := &slowpoke{thinker: newThinker("a", 100*ms)}, newThinker("b", 100*ms)
			l := failover.NewThinking(failover.Options{Hedge: c.hedge}, a, b)
			defer l.Close()
			var w watcher
			call := l.For(&w)
			for range 300 {
				got := chat(t.Context(), call)
				if got.first > 800*ms != c.slow && got.first > 110*ms {
					t.Errorf("hedge %d: an answer took %v", c.hedge, got.first)
				}
				if got.first > 110*ms && !strings.HasPrefix(got.text, c.by) {
					t.Errorf("hedge %d: the late answer is %q, want %s's", c.hedge, got.text, c.by)
				}
				time.Sleep(time.Second)
			}
			s := l.Stats()
			hedges := s[0].Hedges + s[1].Hedges
			if c.slow && hedges > 0 || !c.slow && (hedges < 9 || hedges > 12) {
				t.Errorf("hedge %d: %d of 300 requests hedged", c.hedge, hedges)
			}
			if len(s[0].Failures) > 0 || !s[0].Well {
				t.Errorf("hedge %d: lateness counted as failure: %+v", c.hedge, s[0])
			}
			if p50 := s[0].P50; p50 != 100*ms {
				t.Errorf("p50 = %v, want 100ms", p50)
			}
			if _, usage := w.seen(); usage["a"].Retries+usage["b"].Retries != hedges {
				t.Errorf("hedge %d: %d retries told, %d hedges", c.hedge, usage["a"].Retries+usage["b"].Retries, hedges)
			}
		})
	}
}
