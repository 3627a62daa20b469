package caller

import (
	"context"
	"errors"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/media"
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
		s.wantAt("first line", s.at[0], settled)
		s.wantAt("second line", s.at[1], settled+lineTakes+1500*time.Millisecond+DefaultSettle)
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
		s.wantAt("repeated", s.at[1]-s.at[0], lineTakes+DefaultPatience)
		if s.report.Exchanges != 1 {
			t.Errorf("exchanges = %d, want 1", s.report.Exchanges)
		}
	})
}

// A character that keeps still because it heard "and" last is not spoken to again.
func TestCallWaitsOnceItsWordsAreShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newScene(t, "one")
		s.onLine = func(int) {
			s.caller.room().Events.Text(lk.Text{
				Topic: rpc.TopicTranscription, From: "user", Text: "one and", Attributes: map[string]string{rpc.AttrSegment: "SG_1"},
			})
			s.answer(parley.MaxPatience)
			s.judge(parley.MaxPatience, rpc.Checker{})
		}
		s.open()
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		s.wantSaid("one")
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
		time.AfterFunc(time.Second, s.caller.lost)
		time.AfterFunc(9*time.Second, s.caller.back)
		if err := s.hold(t.Context()); err != nil {
			t.Fatalf("run = %v, want nil", err)
		}
		s.wantSaid("one")
		s.wantAt("spoke when the connection was back", s.at[0], 9*time.Second)
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
			time.AfterFunc(time.Second, func() { s.caller.room().Events.Left("agent") })
		}, ErrLost, time.Second},
		{"room vanishes", func(s *scene, _ context.CancelCauseFunc) {
			s.open()
			time.AfterFunc(time.Second, func() { s.caller.room().Events.Disconnected("") })
		}, ErrLost, time.Second},
		{"connection does not come back", func(s *scene, _ context.CancelCauseFunc) {
			s.open()
			time.AfterFunc(time.Second, s.caller.lost)
			time.AfterFunc(5*time.Second, s.caller.lost)
		}, ErrLost, time.Second + reconnectWait},
		{"connection is gone, nobody answers the hanging up", func(s *scene, cancel context.CancelCauseFunc) {
			s.onHangUp = func() {}
			s.open()
			time.AfterFunc(time.Second, s.caller.lost)
			time.AfterFunc(2*time.Second, func() { cancel(interrupted) })
		}, interrupted, 2*time.Second + goodbye},
		{"someone else leaves", func(s *scene, cancel context.CancelCauseFunc) {
			s.open()
			time.AfterFunc(time.Second, func() { s.caller.room().Events.Left("other") })
			time.AfterFunc(2*time.Second, func() { cancel(interrupted) })
		}, interrupted, 2*time.Second + 100*time.Millisecond + tail},
		{"interrupted, agent silent", func(s *scene, cancel context.CancelCauseFunc) {
			s.onHangUp = func() {}
			s.open()
			time.AfterFunc(2*time.Second, func() { cancel(interrupted) })
		}, interrupted, 2*time.Second + goodbye},
		{"character thinks for ever", func(s *scene, _ context.CancelCauseFunc) {
			s.caller.joined(lk.Participant{Identity: "agent", Attributes: map[string]string{rpc.AttrState: "thinking"}})
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
				if got := time.Since(s.caller.Began); got != c.within {
					t.Errorf("ended after %v, want %v", got, c.within)
				}
				time.Sleep(time.Minute) // what the script still has to say comes too late
			})
		})
	}
}

// listening is what a caller knows whose character spoke from 1 s to 2 s and has
// listened since.
func listening() View {
	return View{
		States: []StateAt{{at(0), parley.Listening}, {at(50), parley.Speaking}, {at(100), parley.Listening}},
		Frames: Frames{{at(50), loud}, {at(105), loud}, {at(110), media.Silent}},
	}
}

func TestFloor(t *testing.T) {
	v := listening()
	const settle, patience = 700 * time.Millisecond, 5 * time.Second
	for _, c := range []struct {
		name string
		view View
		end  time.Time // of the caller's line
		want time.Time
	}{
		{"answered: silent for settle", v, at(20), at(105).Add(settle)},
		{"spoke on while the line ended", v, at(60), at(105).Add(settle)},
		{"not answered since", v, at(120), at(120).Add(patience)},
		{"spoke over the line only", v, at(103), at(105).Add(patience)},
		{"speaking", View{States: v.States[:2]}, at(20), time.Time{}},
		{"nothing known", View{}, time.Time{}, time.Time{}},
		{"no opening", View{States: v.States[:1]}, time.Time{}, at(0).Add(patience)},
	} {
		if got := c.view.floor(c.end, settle, patience); !got.Equal(c.want) {
			t.Errorf("%s: free at %v, want %v", c.name, got.Sub(began), c.want.Sub(began))
		}
	}
}

// The caller hears nothing of what was said over its own line as an answer.
func TestResponsesAreFromTheLastVoicedFrame(t *testing.T) {
	s := &talk{caller: newCaller(Config{})}
	s.caller.known = listening()
	for _, voiced := range []int{0, 40, 60, 106} { // never, answered, over the line and later, never answered
		if s.said.Voiced = at(voiced); voiced == 0 {
			s.said.Voiced = time.Time{}
		}
		s.responded()
		s.responded() // counts once
	}
	if want := []time.Duration{200 * ms, 900 * ms}; !slices.Equal(s.report.Responses, want) {
		t.Errorf("responses = %v, want %v", s.report.Responses, want)
	}
}
