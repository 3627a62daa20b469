package media

import (
	"slices"
	"sync"
	"time"
)

const (
	// MaxRecording bounds a Recorder: an hour of both channels is 230 MB.
	MaxRecording = time.Hour
	// recordJitter is how far a frame's time may stray from its place before the
	// recorder believes it: a burst after a stall is still continuous audio.
	recordJitter = 60 * time.Millisecond
)

// Recorder puts the two sides of a call side by side in time. It is safe for
// concurrent use.
type Recorder struct {
	start time.Time
	limit int // samples per channel

	mu   sync.Mutex
	pcm  [2][]int16
	full bool
}

// NewRecorder returns a recorder whose first sample is at start.
func NewRecorder(start time.Time) *Recorder {
	return &Recorder{start: start, limit: Samples(MaxRecording)}
}

// Add records pcm, copied, whose first sample was heard at at, on channel 0
// (left, the caller) or 1 (right, the character); others are ignored. Frames
// come in order; one that comes up to 60 ms off its place joins the frame
// before it, a later one leaves silence. Beyond MaxRecording audio is dropped.
func (r *Recorder) Add(channel int, at time.Time, pcm []int16) {
	if channel < 0 || channel >= len(r.pcm) {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	side := r.pcm[channel]
	offset := min(at.Sub(r.start), Duration(r.limit))
	if offset-Duration(len(side)) > recordJitter || len(side) == 0 && offset > 0 {
		side = append(side, make([]int16, Samples(offset)-len(side))...)
	}
	n := min(len(pcm), r.limit-len(side))
	r.full = r.full || n < len(pcm)
	r.pcm[channel] = append(side, pcm[:n]...)
}

// Truncated reports whether audio was dropped because of MaxRecording.
func (r *Recorder) Truncated() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.full
}

// PCM returns a copy of both channels, of equal length, as WriteWAV takes them.
func (r *Recorder) PCM() [][]int16 {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := max(len(r.pcm[0]), len(r.pcm[1]))
	out := make([][]int16, len(r.pcm))
	for i, side := range r.pcm {
		out[i] = append(slices.Clone(side), make([]int16, n-len(side))...)
	}
	return out
}
