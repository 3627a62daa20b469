package playout_test

import (
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

const second = media.SampleRate

func TestPauseLosesNothing(t *testing.T) {
	inStage(t, func(s *stage) {
		s.play(1, "One two three four five.", time.Second, nil)
		s.Finish(1)
		s.pass(305 * time.Millisecond) // 15 frames are sent, from 20 ms on
		sent := len(s.sink.Frames())
		before := s.Heard(1)
		if before.Played != 300*time.Millisecond {
			t.Fatalf("Heard = %+v, want 300ms", before)
		}
		s.Pause(1)
		s.Pause(1)
		s.pass(500 * time.Millisecond)
		for i, f := range s.since(sent) {
			if n := sounding(f); i == 0 && (n == 0 || n > 80) || i > 0 && n > 0 {
				t.Errorf("frame %d after Pause has %d samples of sound, want 5 ms in the first", i, n)
			}
		}
		if got := s.Heard(1); got != before {
			t.Errorf("while paused Heard went from %+v to %+v", before, got)
		}
		if got := s.Stats().Underruns; got != 0 {
			t.Errorf("%d underruns while paused", got)
		}
		sent = len(s.sink.Frames())
		s.Resume(1, playout.Onward)
		s.pass(time.Second)
		checkOnward(t, s.since(sent), 15*media.FrameSamples, second)
		if got := s.Heard(1); !got.Complete || got.Played != time.Second {
			t.Errorf("Heard = %+v, want a second and complete", got)
		}
	})
}

func TestPauseDoesNotClick(t *testing.T) {
	for _, back := range []playout.Rewind{playout.Onward, playout.ToWord} {
		inStage(t, func(s *stage) {
			s.say(1, 0, "One two three four five six.", time.Second)
			for range 5 {
				s.pass(109 * time.Millisecond)
				s.Pause(1)
				s.pass(93 * time.Millisecond)
				s.Resume(1, back)
			}
			s.pass(time.Second)
			// A 440 Hz sine of 8000 moves by 1380 a sample at most.
			if got := mediatest.LargestStep(s.sink.PCM()); got > 1500 {
				t.Errorf("rewind %v: largest step %d, want none above the tone's own", back, got)
			}
		})
	}
}

func TestPauseThatNobodyHears(t *testing.T) {
	inStage(t, func(s *stage) {
		s.play(1, "all in one", time.Second, nil)
		s.Finish(1)
		s.pass(305 * time.Millisecond)
		s.Pause(1)
		s.Resume(1, playout.Onward)
		s.Resume(1, playout.ToWord) // not paused any more
		s.pass(time.Second)
		var pcm []int16
		for _, f := range s.sink.Voiced() {
			pcm = append(pcm, f.PCM...)
		}
		for i, x := range pcm {
			if int(x) != tapeStart+i {
				t.Fatalf("sample %d is %d, want %d: a pause between two frames leaves no trace", i, x, tapeStart+i)
			}
		}
	})
}

func TestPauseInAdvance(t *testing.T) {
	inStage(t, func(s *stage) {
		s.Pause(1)
		s.play(1, "held back", time.Second, nil)
		s.Finish(1)
		s.say(2, 0, "behind it", 100*time.Millisecond)
		s.Finish(2)
		s.Pause(3)
		s.Finish(3) // ends without audio
		s.pass(time.Second)
		if got := len(s.sink.Voiced()); got != 0 || len(s.reports()) != 0 {
			t.Fatalf("%d voiced frames and reports %+v of a turn paused in advance", got, s.reports())
		}
		sent := len(s.sink.Frames())
		s.Resume(1, playout.ToClause)
		s.pass(media.PTime)
		if got := s.since(sent)[0].PCM[0]; got != tapeStart {
			t.Errorf("first sample %d, want %d: nothing to fade in", got, tapeStart)
		}
		s.pass(2 * time.Second)
		if !s.Heard(1).Complete || !s.Heard(2).Complete || s.Heard(3).Complete {
			t.Errorf("heard %+v, %+v, %+v; want the first two complete", s.Heard(1), s.Heard(2), s.Heard(3))
		}
		s.Resume(3, playout.Onward)
		s.pass(media.PTime)
		if !s.Heard(3).Complete {
			t.Error("the end of an empty turn is lost")
		}
	})
}

func TestPauseHoldsEnds(t *testing.T) {
	inStage(t, func(s *stage) {
		s.play(1, "the very end", 100*time.Millisecond, nil)
		s.pass(250 * time.Millisecond)
		s.Pause(1)
		s.Finish(1)
		s.pass(time.Second)
		for _, r := range s.reports() {
			if r.SegmentEnd || r.TurnEnd {
				t.Fatalf("report %+v of a paused turn", r)
			}
		}
		s.Resume(1, playout.ToWord)
		s.pass(time.Second)
		reports := s.reports()
		if last := reports[len(reports)-1]; !last.SegmentEnd || !last.TurnEnd || !last.Voiced {
			t.Errorf("last report %+v, want the ends with the frame of the last word", last)
		}
		want := playout.Heard{Turn: 1, Text: "the very end", Played: 100 * time.Millisecond, Complete: true}
		if got := s.Heard(1); got != want {
			t.Errorf("Heard = %+v, want %+v", got, want)
		}
	})
}
