package quality

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parley/media"
	"parley/media/playout"
)

// mic is the caller's microphone: what is said, over the noise around.
type mic struct {
	sink playout.Sink
	bed  []int16

	mu      sync.Mutex
	pending []int16
	begin   func(at time.Time) // told when the first of pending is sent
	at      int                // in bed
	stalls  int
}

// maxLate is how late a frame may be and still be sent on time; beyond it the
// caller falls silent where it should not, and what it says then does not count.
const maxLate = 3 * media.PTime

// say sends pcm from the next frame on, instead of what is still being said.
// begin is told when its first sample is sent, on the microphone's goroutine.
func (m *mic) say(pcm []int16, begin func(at time.Time)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.pending, m.begin = pcm, begin
}

// stalled is how often the microphone was held up so far.
func (m *mic) stalled() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.stalls
}

// run sends a frame every media.PTime until ctx ends.
func (m *mic) run(ctx context.Context) error {
	due := time.Now()
	timer := time.NewTimer(0)
	defer timer.Stop()
	var frame [media.FrameSamples]int16
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		if late := time.Since(due); late > maxLate {
			due = due.Add(late.Truncate(media.PTime))
			m.mu.Lock()
			m.stalls++
			m.mu.Unlock()
		}
		m.next(frame[:], time.Now())
		level := media.Level(frame[:])
		if err := m.sink.WriteFrame(playout.Frame{PCM: frame[:], Level: level, Voiced: level <= audible, At: due}); err != nil {
			return fmt.Errorf("send audio: %w", err)
		}
		due = due.Add(media.PTime)
		timer.Reset(time.Until(due))
	}
}

// next makes the frame that is sent now.
func (m *mic) next(frame []int16, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.begin != nil {
		m.begin(now)
		m.begin = nil
	}
	n := copy(frame, m.pending)
	m.pending = m.pending[n:]
	clear(frame[n:])
	if len(m.bed) == 0 {
		return
	}
	for i := range frame {
		frame[i] = int16(min(max(int(frame[i])+int(m.bed[m.at]), -1<<15), 1<<15-1))
		m.at = (m.at + 1) % len(m.bed)
	}
}
