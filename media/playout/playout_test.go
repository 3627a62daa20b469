package playout_test

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// stage is a running Playout in a synctest bubble with its sink and reports.
type stage struct {
	*playout.Playout
	t    *testing.T
	sink *mediatest.Sink

	mu     sync.Mutex
	played []playout.Played
}

var errStop = errors.New("test over")

// inStage runs test with a Playout that is stopped afterwards.
func inStage(t *testing.T, test func(s *stage)) {
	t.Helper()
	inStageWith(t, &mediatest.Sink{}, test)
}

func inStageWith(t *testing.T, sink *mediatest.Sink, test func(s *stage)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		s := &stage{t: t, sink: sink}
		s.Playout = playout.New(playout.NewWheel(), sink, s.report)
		ctx, cancel := context.WithCancelCause(t.Context())
		done := make(chan error, 1)
		go func() { done <- s.Run(ctx) }()
		synctest.Wait() // the first tick, of silence, is over
		test(s)
		cancel(errStop)
		if err := <-done; !errors.Is(err, errStop) {
			t.Errorf("Run = %v, want %v", err, errStop)
		}
	})
}

func (s *stage) report(p playout.Played) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.played = append(s.played, p)
}

func (s *stage) reports() []playout.Played {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]playout.Played(nil), s.played...)
}

// say queues a segment with d of a 440 Hz tone.
func (s *stage) say(turn uint64, index int, text string, d time.Duration) {
	s.t.Helper()
	s.Begin(playout.Segment{Turn: turn, Index: index, Text: text})
	s.write(turn, d)
}

func (s *stage) write(turn uint64, d time.Duration) {
	s.t.Helper()
	if err := s.Write(s.t.Context(), turn, mediatest.Tone(d, 440, 8000), nil); err != nil {
		s.t.Fatalf("Write = %v", err)
	}
}

func TestPlayoutKeepsTheClock(t *testing.T) {
	inStage(t, func(s *stage) {
		start := time.Now()
		time.Sleep(10*time.Second - time.Millisecond)
		synctest.Wait()
		frames := s.sink.Frames()
		if got := len(frames); got != 500 {
			t.Fatalf("%d frames in 10 s, want 500", got)
		}
		for i, p := range frames {
			want := start.Add(time.Duration(i) * media.PTime)
			if !p.At.Equal(want) || !p.Now.Equal(want) {
				t.Fatalf("frame %d due %v, sent %v, want %v", i, p.At.Sub(start), p.Now.Sub(start), want.Sub(start))
			}
			if p.Voiced || p.Level != media.Silent || len(p.PCM) != media.FrameSamples {
				t.Fatalf("idle frame %d: voiced %v, level %d, %d samples; want silence", i, p.Voiced, p.Level, len(p.PCM))
			}
		}
	})
}

func TestPlayoutSkipsLateTicks(t *testing.T) {
	for _, test := range []struct {
		name    string
		stall   time.Duration
		frames  int
		skipped uint64
	}{
		{"short stall is made up for", 55 * time.Millisecond, 50, 0},
		{"long stall is skipped", 205 * time.Millisecond, 41, 9},
	} {
		t.Run(test.name, func(t *testing.T) {
			sink := &mediatest.Sink{Delay: func(n int) {
				if n == 10 {
					time.Sleep(test.stall)
				}
			}}
			inStageWith(t, sink, func(s *stage) {
				start := time.Now()
				time.Sleep(15 * time.Millisecond) // near the next tick, which then stays where it is
				s.say(1, 0, "steady", 500*time.Millisecond)
				s.Finish(1)
				time.Sleep(time.Until(start.Add(time.Second - time.Millisecond)))
				synctest.Wait()
				frames := sink.Frames()
				if len(frames) != test.frames || s.Stats().Skipped != test.skipped {
					t.Errorf("%d frames, %d skipped; want %d, %d", len(frames), s.Stats().Skipped, test.frames, test.skipped)
				}
				for _, p := range frames {
					if off := p.At.Sub(start) % media.PTime; off != 0 {
						t.Fatalf("frame due %v off the 20 ms grid", off)
					}
				}
				if got := len(sink.Voiced()); got != 25 {
					t.Errorf("%d voiced frames, want all 25: a stall delays speech, it does not cut it", got)
				}
			})
		})
	}
}

func TestPlayoutReturnsSinkError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("track closed")
		p := playout.New(playout.NewWheel(), &mediatest.Sink{Err: broken}, func(playout.Played) {})
		p.Begin(playout.Segment{Turn: 1, Text: "lost"})
		if err := p.Write(t.Context(), 1, mediatest.Tone(time.Second, 440, 8000), nil); err != nil {
			t.Fatal(err)
		}
		if err := p.Run(t.Context()); !errors.Is(err, broken) {
			t.Errorf("Run = %v, want %v", err, broken)
		}
		if got := p.Heard(1); got.Text != "" || got.Played != 0 {
			t.Errorf("Heard = %+v, want nothing: no frame was sent", got)
		}
		if err := p.Write(t.Context(), 1, mediatest.Silence(time.Second), nil); !errors.Is(err, playout.ErrStopped) {
			t.Errorf("Write after Run = %v, want ErrStopped", err)
		}
	})
}
