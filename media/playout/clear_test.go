package playout_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

func TestClearStopsWithinOneFrame(t *testing.T) {
	inStage(t, func(s *stage) {
		s.say(1, 0, "a long speech that is cut", 2*time.Second)
		s.Finish(1)
		time.Sleep(time.Second + 5*time.Millisecond) // between two ticks
		synctest.Wait()
		before, reports := len(s.sink.Voiced()), len(s.reports())
		at := time.Now()
		heard := s.Clear(1)
		time.Sleep(time.Second)
		synctest.Wait()

		voiced := s.sink.Voiced()
		if got := len(voiced) - before; got != 1 {
			t.Errorf("%d voiced frames after Clear, want the one that fades", got)
		}
		if last := voiced[len(voiced)-1].Now.Sub(at); last > media.PTime {
			t.Errorf("last voiced frame %v after Clear, want within %v", last, media.PTime)
		}
		if got := len(s.reports()); got != reports {
			t.Errorf("%d reports after Clear, want none", got-reports)
		}
		if heard.Complete || heard.Played != time.Duration(before)*media.PTime {
			t.Errorf("Heard = %+v, want %d frames and not complete", heard, before)
		}
		if again := s.Clear(1); again != heard {
			t.Errorf("second Clear = %+v, want %+v", again, heard)
		}
		// A 440 Hz sine of 8000 moves by 1380 a sample at most; a click by 8000.
		if got := mediatest.LargestStep(s.sink.PCM()); got > 2500 {
			t.Errorf("largest step %d: Clear clicks", got)
		}
	})
}

func TestClearedTurnRefusesWrites(t *testing.T) {
	inStage(t, func(s *stage) {
		s.say(1, 0, "gone", time.Second)
		s.Clear(1)
		s.Begin(playout.Segment{Turn: 1, Index: 1, Text: "still gone"})
		if err := s.Write(s.t.Context(), 1, mediatest.Silence(media.PTime), nil); !errors.Is(err, playout.ErrCleared) {
			t.Errorf("Write = %v, want ErrCleared", err)
		}
		s.Clear(2) // before it begins
		s.Begin(playout.Segment{Turn: 2, Text: "never"})
		if err := s.Write(s.t.Context(), 2, mediatest.Silence(media.PTime), nil); !errors.Is(err, playout.ErrCleared) {
			t.Errorf("Write to a turn cleared in advance = %v, want ErrCleared", err)
		}
		if err := s.Write(s.t.Context(), 3, mediatest.Silence(media.PTime), nil); !errors.Is(err, playout.ErrNoSegment) {
			t.Errorf("Write without Begin = %v, want ErrNoSegment", err)
		}
		s.Finish(1)
		time.Sleep(100 * time.Millisecond)
		synctest.Wait()
		if got := s.reports(); len(got) != 0 {
			t.Errorf("reports of cleared turns: %+v", got)
		}
	})
}

func TestClearKeepsOtherTurns(t *testing.T) {
	for _, cleared := range []uint64{1, 2, 3} {
		inStage(t, func(s *stage) {
			for turn := uint64(1); turn <= 3; turn++ {
				s.say(turn, 0, "a turn", 200*time.Millisecond)
				s.Finish(turn)
			}
			s.Clear(cleared)
			s.say(4, 0, "the next turn", 9500*time.Millisecond) // needs the room made
			s.Finish(4)
			time.Sleep(11 * time.Second)
			synctest.Wait()
			for turn := uint64(1); turn <= 4; turn++ {
				if got, want := s.Heard(turn).Complete, turn != cleared; got != want {
					t.Errorf("after Clear(%d) turn %d complete = %v, want %v", cleared, turn, got, want)
				}
			}
			if got := len(s.sink.Voiced()); got != 10+10+475 {
				t.Errorf("after Clear(%d) %d voiced frames, want 495", cleared, got)
			}
		})
	}
}

func TestWriteBlocksWhenFull(t *testing.T) {
	inStage(t, func(s *stage) {
		start := time.Now()
		s.say(1, 0, "long", playout.MaxQueued)
		if took := time.Since(start); took > media.PTime {
			t.Errorf("filling the queue took %v, want no wait", took)
		}
		s.write(1, time.Second)
		if took := time.Since(start); took < time.Second-2*media.PTime || took > time.Second+media.PTime {
			t.Errorf("one second more took %v, want about 1s", took)
		}

		cause := errors.New("barged in")
		ctx, cancel := context.WithCancelCause(s.t.Context())
		time.AfterFunc(100*time.Millisecond, func() { cancel(cause) })
		if err := s.Write(ctx, 1, mediatest.Silence(time.Second), nil); !errors.Is(err, cause) {
			t.Errorf("Write = %v, want %v", err, cause)
		}
		time.AfterFunc(100*time.Millisecond, func() { s.Clear(1) })
		start = time.Now()
		err := s.Write(s.t.Context(), 1, mediatest.Silence(time.Second), nil)
		if took := time.Since(start); !errors.Is(err, playout.ErrCleared) || took != 100*time.Millisecond {
			t.Errorf("Write = %v after %v, want ErrCleared at 100ms", err, took)
		}
	})
}
