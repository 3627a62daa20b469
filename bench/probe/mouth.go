package probe

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parley/media"
	"parley/media/playout"
)

// Said tells when a clip was sent.
type Said struct {
	// Onset is when the frame with its first voiced sample was sent.
	Onset time.Time
	// End is when its last voiced sample was: a frame carries the 20 ms before
	// it is sent, and the last one may be voiced for its first 10 ms only.
	End time.Time
}

// mouth sends a frame every 20 ms, of the clip being said or of silence, as a
// microphone does.
type mouth struct {
	sink  playout.Sink
	phase time.Duration // of the first frame

	mu   sync.Mutex
	clip []int16 // what is left to say
	said Said
	done chan struct{} // closed when the clip was said; nil without one
}

// say has clip said from the next frame on; done is closed after its last. The
// one before must be over.
func (m *mouth) say(c Clip) (done <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.clip, m.said, m.done = c.PCM, Said{}, make(chan struct{})
	return m.done
}

// last tells when the last clip was sent.
func (m *mouth) last() Said {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.said
}

// next fills frame with what is due and notes that it is sent now.
func (m *mouth) next(frame []int16, now time.Time) {
	clear(frame)
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done == nil {
		return
	}
	n := copy(frame, m.clip)
	m.clip = m.clip[n:]
	if m.said.Onset.IsZero() {
		m.said.Onset = now
	}
	if len(m.clip) == 0 {
		m.said.End = now.Add(media.Duration(n) - media.PTime)
		close(m.done)
		m.done = nil
	}
}

// maxLate is how late a frame may be before those that are due are skipped, as
// by a microphone whose owner stalls.
const maxLate = 3 * media.PTime

// run sends frames until ctx ends or the sink fails.
func (m *mouth) run(ctx context.Context) error {
	frame := make([]int16, media.FrameSamples)
	due := time.Now().Add(m.phase)
	timer := time.NewTimer(m.phase)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-timer.C:
		}
		now := time.Now()
		if late := now.Sub(due); late > maxLate {
			due = due.Add(late.Truncate(media.PTime))
		}
		m.next(frame, now)
		level := media.Level(frame)
		f := playout.Frame{PCM: frame, Level: level, Voiced: level <= Audible, At: due}
		if err := m.sink.WriteFrame(f); err != nil {
			return fmt.Errorf("send a frame: %w", err)
		}
		due = due.Add(media.PTime)
		timer.Reset(time.Until(due))
	}
}
