package bench

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/checker"
)

// slowChecker gives a verdict on all but every third exchange after a second,
// and one on the exchange before along with it.
type slowChecker struct{ verdicts chan parley.Verdict }

var _ Checker = (*slowChecker)(nil)

func (s *slowChecker) Submit(ctx context.Context, e parley.Exchange) error {
	if e.Number%3 == 0 {
		return nil
	}
	if err := wait(ctx, time.Second); err != nil {
		return err
	}
	s.verdicts <- parley.Verdict{Call: e.Call, Exchange: e.Number - 1}
	s.verdicts <- parley.Verdict{Call: e.Call, Exchange: e.Number}
	return nil
}

func (s *slowChecker) Run(ctx context.Context, f func(parley.Verdict)) error {
	for {
		select {
		case v := <-s.verdicts:
			f(v)
		case <-ctx.Done():
			return nil
		}
	}
}

func (s *slowChecker) Client(parley.CallID) Client { return s }

func (s *slowChecker) Publish(ctx context.Context, e parley.Exchange) error { return s.Submit(ctx, e) }

func (*slowChecker) Staff(checker.Judge, int) error         { return nil }
func (*slowChecker) Watch(func(parley.Exchange, time.Time)) {}

func TestThreadWaitsForTheVerdict(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		th := follow(t.Context(), &slowChecker{make(chan parley.Verdict, 4)}, "call_a")
		for number := 1; number <= 4; number++ {
			began, came, err := th.exchange(t.Context())
			if number == 3 {
				if !errors.Is(err, errUnjudged) {
					t.Errorf("exchange 3: %v, want %v", err, errUnjudged)
				}
				continue
			}
			if err != nil || came.Sub(began) != time.Second {
				t.Errorf("exchange %d took %v, %v, want 1s", number, came.Sub(began), err)
			}
		}
		if err := th.end(); err != nil {
			t.Error(err)
		}
	})
}

func TestWindowIsWhatTheCheckerSees(t *testing.T) {
	w := window()
	if len(w) != parley.ContextWindow || w[0].Role != parley.Character || w[1].Role != parley.User || w[19].Number != 20 {
		t.Errorf("window = %+v", w)
	}
}
