package caller

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parley/media"
	"parley/media/playout"
)

// Sent tells how something was sent.
type Sent struct {
	// Onset is when the frame with its first sample was sent, zero if none was.
	Onset time.Time
	// End is when its last sample was: a frame carries the 20 ms before it is
	// sent, and the last one may be voiced for its first 10 ms only. Zero if it
	// was not sent to its end.
	End time.Time
	// Voiced is when its last frame that is not silent was sent.
	Voiced time.Time
	// Stalls is how often the machine held the caller up meanwhile, so that there
	// are gaps in it.
	Stalls int
}

// mic sends a frame every 20 ms, of what is being said or of silence, over the
// noise around, as a microphone does. It is safe for concurrent use.
type mic struct {
	sink  playout.Sink
	phase time.Duration // of the first frame
	noise []int16       // repeated; nil for none
	// sent, if set, takes each frame and when it is sent.
	sent func(at time.Time, pcm []int16)

	mu    sync.Mutex
	at    int     // in noise
	rest  []int16 // what is left to say
	said  Sent
	began func(at time.Time) // told of the onset; may be nil
	done  chan struct{}      // closed when all was said; nil when nothing is
}

// say has pcm said from the next frame on; done is closed after its last. What
// was said before must be over. began, if not nil, is told of the onset before
// that frame is sent, on the microphone's goroutine.
func (m *mic) say(pcm []int16, began func(at time.Time)) (done <-chan struct{}) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rest, m.said, m.began, m.done = pcm, Sent{}, began, make(chan struct{})
	return m.done
}

// stop leaves the rest unsaid.
func (m *mic) stop() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.rest, m.done = nil, nil
}

// last tells how what was said last was sent.
func (m *mic) last() Sent {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.said
}

// next fills frame with what is due and notes that it is sent now. It returns
// the frame's loudness.
func (m *mic) next(frame []int16, now time.Time) uint8 {
	clear(frame)
	m.mu.Lock()
	defer m.mu.Unlock()
	n := copy(frame, m.rest)
	m.rest = m.rest[n:]
	if len(m.noise) > 0 {
		for i := range frame {
			frame[i] = int16(min(max(int(frame[i])+int(m.noise[m.at]), -1<<15), 1<<15-1))
			m.at = (m.at + 1) % len(m.noise)
		}
	}
	level := media.Level(frame)
	if m.done == nil {
		return level
	}
	if m.said.Onset.IsZero() {
		m.said.Onset = now
		if m.began != nil {
			m.began(now)
		}
	}
	if level <= Audible {
		m.said.Voiced = now
	}
	if len(m.rest) == 0 {
		m.said.End = now.Add(media.Duration(n) - media.PTime)
		close(m.done)
		m.done = nil
	}
	return level
}

// stalled notes that frames are missing in what is being said.
func (m *mic) stalled() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done != nil {
		m.said.Stalls++
	}
}

// maxLate is how late a frame may be before those that are due are skipped, as
// by a microphone whose owner stalls.
const maxLate = 3 * media.PTime

// run sends frames until ctx ends or the sink fails.
func (m *mic) run(ctx context.Context) error {
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
			m.stalled()
		}
		level := m.next(frame, now)
		if m.sent != nil {
			m.sent(now, frame)
		}
		f := playout.Frame{PCM: frame, Level: level, Voiced: level <= Audible, At: due}
		if err := m.sink.WriteFrame(f); err != nil {
			return fmt.Errorf("send a frame: %w", err)
		}
		due = due.Add(media.PTime)
		timer.Reset(time.Until(due))
	}
}
