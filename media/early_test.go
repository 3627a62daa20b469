package media_test

import (
	"context"
	"testing"
	"time"

	"parley/media"
)

// TestSpeechBeginsBetweenDeadlines holds that speech does not wait for its slot,
// that the frames' own times stay on the grid, and that the slot is taken again
// in the silence after it.
func TestSpeechBeginsBetweenDeadlines(t *testing.T) {
	inStage(t, func(s *stage) {
		s.pass(107 * time.Millisecond) // 7 ms after the sixth frame
		before := len(s.sink.Frames())
		s.play(1, "Now.", 60*time.Millisecond, nil)
		s.Finish(1)
		s.pass(time.Millisecond)
		if n := len(s.since(before)); n != 1 {
			t.Fatalf("%d frames in the millisecond speech came in, want 1", n)
		}
		s.pass(52 * time.Millisecond) // to 160 ms: two more of 20 ms
		if n := len(s.since(before)); n != 3 {
			t.Fatalf("%d frames after 53 ms of speech, want 3", n)
		}
		s.pass(time.Second)
		frames := s.sink.Frames()
		for i := 1; i < len(frames); i++ {
			if d := frames[i].At.Sub(frames[i-1].At); d != media.PTime {
				t.Errorf("frame %d is %v after the one before, want %v", i, d, media.PTime)
			}
		}
		if got, want := len(frames), 1160/20+1; got != want {
			t.Errorf("%d frames in 1.16 s, want %d: the silence makes up for the early start", got, want)
		}
	})
}

func TestHeldSpeechBeginsWhenItIsLetGo(t *testing.T) {
	inStage(t, func(s *stage) {
		s.Pause(1)
		s.play(1, "Now.", 60*time.Millisecond, nil)
		s.pass(93 * time.Millisecond)
		before := len(s.sink.Frames())
		s.Resume(1, media.Onward)
		s.pass(time.Millisecond)
		if fresh := s.since(before); len(fresh) != 1 || sounding(fresh[0]) == 0 {
			t.Errorf("%d frames in the millisecond after Resume, want one of speech", len(fresh))
		}
		if err := s.Write(context.Background(), 1, nil, nil); err != nil {
			t.Error(err)
		}
	})
}
