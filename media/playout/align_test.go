package playout_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/playout"
)

// TestTicksComeToTheTurns has turns ready again and again at one point between
// two ticks: the first waits for its tick, the others next to nothing.
func TestTicksComeToTheTurns(t *testing.T) {
	const spare = 5 * time.Millisecond
	for _, ms := range []int{0, 3, 8, 12, 15, 19} {
		point := time.Duration(ms) * time.Millisecond
		for _, prepared := range []bool{false, true} {
			inStage(t, func(s *stage) {
				grid := time.Now()
				for turn := range uint64(6) {
					time.Sleep(time.Until(grid.Add(time.Duration(turn)*time.Second + point)))
					ready := time.Now()
					if prepared {
						s.Pause(turn + 1)
					}
					s.say(turn+1, 0, "well", 300*time.Millisecond)
					s.Finish(turn + 1)
					s.Resume(turn+1, playout.Onward)
					time.Sleep(900 * time.Millisecond)
					synctest.Wait()
					var wait time.Duration
					for _, r := range s.reports() {
						if r.Turn == turn+1 && r.TurnStart {
							wait = r.At.Sub(ready)
						}
					}
					if most := 2 * spare; turn > 0 && wait >= most || wait > media.PTime {
						t.Errorf("turn %d, ready %v after a tick: waits %v", turn+1, point, wait)
					}
				}
				frames := s.sink.Frames()
				for i, f := range frames[1:] {
					// Speech is 20 ms apart, the last of it from the silence, too.
					if gap := f.At.Sub(frames[i].At); gap < media.PTime || gap >= 2*media.PTime || frames[i].Voiced && gap != media.PTime {
						t.Errorf("frame %d is due %v after the one before", i+1, gap)
					}
				}
			})
		}
	}
}

// TestATurnNeverSaidMovesNoTick clears turns before their first tick.
func TestATurnNeverSaidMovesNoTick(t *testing.T) {
	inStage(t, func(s *stage) {
		grid := time.Now()
		for turn := range uint64(6) {
			time.Sleep(time.Until(grid.Add(time.Duration(turn)*time.Second + 4*time.Millisecond)))
			s.say(turn+1, 0, "well", 300*time.Millisecond)
			s.Clear(turn + 1)
		}
		time.Sleep(time.Second)
		for i, f := range s.sink.Frames() {
			if off := f.At.Sub(grid) % media.PTime; off != 0 {
				t.Fatalf("frame %d is due %v off the grid", i, off)
			}
		}
	})
}

// TestATurnThatBeginsInSilenceMovesNoTick has an engine that sends silence first,
// and the rest while that is played.
func TestATurnThatBeginsInSilenceMovesNoTick(t *testing.T) {
	inStage(t, func(s *stage) {
		grid := time.Now()
		time.Sleep(15 * time.Millisecond)
		s.Begin(playout.Segment{Turn: 1, Text: "well"})
		for range 10 {
			if err := s.Write(t.Context(), 1, make([]int16, 2*media.FrameSamples), nil); err != nil {
				t.Fatal(err)
			}
			time.Sleep(33 * time.Millisecond)
		}
		s.Finish(1)
		time.Sleep(time.Second)
		for i, f := range s.sink.Frames() {
			if off := f.At.Sub(grid) % media.PTime; off != 0 {
				t.Fatalf("frame %d is due %v off the grid", i, off)
			}
		}
	})
}

// TestTicksAreMovedSeldom has each turn ready at another point.
func TestTicksAreMovedSeldom(t *testing.T) {
	inStage(t, func(s *stage) {
		grid := time.Now()
		for turn := range uint64(20) {
			time.Sleep(time.Until(grid.Add(time.Duration(turn)*time.Second + time.Duration(turn*7%20)*time.Millisecond)))
			s.say(turn+1, 0, "well", 300*time.Millisecond)
			s.Finish(turn + 1)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		frames, moves := s.sink.Frames(), 0
		for i, f := range frames[1:] {
			if f.At.Sub(frames[i].At) != media.PTime {
				moves++
			}
		}
		if moves == 0 || moves > 3 {
			t.Errorf("the ticks were moved %d times, want 1 to 3", moves)
		}
	})
}
