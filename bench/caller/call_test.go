package caller

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/room/lk"
	"parley/rpc"
)

func TestCallSpeaksWhenTheFloorIsFree(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one", "two")
		s.onLine = func(n int) {
			s.answer(500 * time.Millisecond)
			s.judge(time.Second, rpc.Checker{ProgressTowardsGoal: n})
		}
		s.open()
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		s.wantSaid("one", "two")
		// The opening ends at 1.2 s; the answer to line one 1.5 s after it.
		settled := 1200*time.Millisecond + DefaultSettle
		if got := s.at[0]; got != settled {
			t.Errorf("first line at %v, want %v", got, settled)
		}
		if got, want := s.at[1], settled+lineTakes+1500*time.Millisecond+DefaultSettle; got != want {
			t.Errorf("second line at %v, want %v", got, want)
		}
		if !s.hungUp {
			t.Error("did not hang up after the last verdict")
		}
		r := s.report
		if r.Exchanges != 2 || len(r.Verdicts) != 2 || r.Outcome != parley.Left || r.Progress() != 2 {
			t.Errorf("report = %+v, want 2 exchanges and verdicts, outcome left, progress 2", r)
		}
	})
}

func TestCallRepeatsAnUnansweredLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one")
		s.onLine = func(n int) {
			if n == 3 {
				s.answer(500 * time.Millisecond)
				s.judge(time.Second, rpc.Checker{})
			}
		}
		s.open()
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		s.wantSaid("one", "one", "one")
		if got, want := s.at[1]-s.at[0], lineTakes+DefaultPatience; got != want {
			t.Errorf("repeated after %v, want %v", got, want)
		}
		if s.report.Exchanges != 1 {
			t.Errorf("exchanges = %d, want 1", s.report.Exchanges)
		}
	})
}

func TestCallGivesUpOnADeafCharacter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one", "two")
		s.open()
		if err := s.hold(t.Context()); !errors.Is(err, ErrNoAnswer) {
			t.Errorf("run = %v, want %v", err, ErrNoAnswer)
		}
		s.wantSaid("one", "one", "one")
		if !s.hungUp || s.report.Outcome != parley.Left {
			t.Errorf("hung up %v, outcome %q; want true, left", s.hungUp, s.report.Outcome)
		}
	})
}

func TestCallEndsWithTheAgentsWord(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one", "two", "three")
		s.onLine = func(n int) {
			s.answer(500 * time.Millisecond)
			s.judge(time.Second, rpc.Checker{IsGoalComplete: n == 2, ProgressTowardsGoal: 5 * n})
			if n == 2 {
				time.AfterFunc(3*time.Second, func() { s.end(parley.Won) })
			}
		}
		s.open()
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		if r := s.report; r.Outcome != parley.Won || r.Progress() != 10 || s.hungUp {
			t.Errorf("outcome %q, progress %d, hung up %v; want won, 10, false", r.Outcome, r.Progress(), s.hungUp)
		}
	})
}

// While the connection is lost nothing is said; the call goes on when it is back.
func TestCallWaitsForItsConnection(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one")
		s.onLine = func(int) {
			s.answer(500 * time.Millisecond)
			s.judge(time.Second, rpc.Checker{})
		}
		s.open()
		s.after(time.Second, s.lost)
		s.after(9*time.Second, func(time.Time) { s.back() })
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		s.wantSaid("one")
		if got, want := s.at[0], 9*time.Second; got != want {
			t.Errorf("spoke at %v, want %v, when the connection was back", got, want)
		}
	})
}

// A deciding verdict on the last line is followed by the agent's own ending.
func TestCallWaitsForTheEndingOfADecidedCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one")
		s.onLine = func(int) {
			s.answer(100 * time.Millisecond)
			s.judge(3*time.Second, rpc.Checker{IsBadEndingTriggered: true})
			time.AfterFunc(8*time.Second, func() { s.end(parley.Lost) })
		}
		s.open()
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		if s.report.Outcome != parley.Lost || s.hungUp {
			t.Errorf("outcome %q, hung up %v; want lost, false", s.report.Outcome, s.hungUp)
		}
	})
}

func TestCallEndings(t *testing.T) {
	interrupted := errors.New("interrupted")
	for _, c := range []struct {
		name   string
		script func(s *scene, cancel context.CancelCauseFunc)
		want   error
		within time.Duration
	}{
		{"no agent", func(*scene, context.CancelCauseFunc) {}, ErrNoAgent, agentWait},
		{"agent vanishes", func(s *scene, _ context.CancelCauseFunc) {
			s.open()
			s.after(time.Second, func(time.Time) { s.left("agent") })
		}, ErrLost, time.Second},
		{"room vanishes", func(s *scene, _ context.CancelCauseFunc) {
			s.open()
			s.after(time.Second, func(time.Time) { s.gone() })
		}, ErrLost, time.Second},
		{"connection does not come back", func(s *scene, _ context.CancelCauseFunc) {
			s.open()
			s.after(time.Second, s.lost)
			s.after(5*time.Second, s.lost)
		}, ErrLost, time.Second + reconnectWait},
		{"connection is gone, nobody answers the hanging up", func(s *scene, cancel context.CancelCauseFunc) {
			s.hangUp = func(string) {}
			s.open()
			s.after(time.Second, s.lost)
			time.AfterFunc(2*time.Second, func() { cancel(interrupted) })
		}, interrupted, 2*time.Second + goodbye},
		{"someone else leaves", func(s *scene, cancel context.CancelCauseFunc) {
			s.open()
			s.after(time.Second, func(time.Time) { s.left("other") })
			time.AfterFunc(2*time.Second, func() { cancel(interrupted) })
		}, interrupted, 2*time.Second + 100*time.Millisecond + tail},
		{"interrupted, agent silent", func(s *scene, cancel context.CancelCauseFunc) {
			s.hangUp = func(string) {}
			s.open()
			time.AfterFunc(2*time.Second, func() { cancel(interrupted) })
		}, interrupted, 2*time.Second + goodbye},
		{"character thinks for ever", func(s *scene, _ context.CancelCauseFunc) {
			s.after(0, func(now time.Time) {
				s.joined(lk.Participant{Identity: "agent", Attributes: map[string]string{rpc.AttrState: "thinking"}}, now)
			})
		}, ErrTimeout, DefaultTimeout + 100*time.Millisecond + tail},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := context.WithCancelCause(t.Context())
				defer cancel(nil)
				s := newScene(t, "one")
				c.script(s, cancel)
				if err := s.hold(ctx); !errors.Is(err, c.want) {
					t.Errorf("run = %v, want %v", err, c.want)
				}
				if got := time.Since(s.started); got != c.within {
					t.Errorf("ended after %v, want %v", got, c.within)
				}
				time.Sleep(time.Minute) // what the script still has to say goes to the inbox
			})
		})
	}
}
