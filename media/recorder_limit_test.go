package media

import (
	"testing"
	"time"
)

func TestRecorderIsBounded(t *testing.T) {
	start := time.Now()
	r := NewRecorder(start)
	if got := r.limit; got != Samples(MaxRecording) {
		t.Errorf("limit of %d samples, want %v", got, MaxRecording)
	}
	r.limit = Samples(time.Second) // an hour would take 230 MB
	frame := make([]int16, FrameSamples)
	r.Add(0, start.Add(time.Second-PTime), frame)
	if r.Truncated() {
		t.Error("Truncated with a second exactly")
	}
	r.Add(0, start.Add(time.Second), frame)
	r.Add(1, start.Add(1000*time.Hour), frame)
	if !r.Truncated() {
		t.Error("not Truncated after a second and a frame")
	}
	for side, pcm := range r.PCM() {
		if len(pcm) != r.limit {
			t.Errorf("channel %d has %d samples, want %d", side, len(pcm), r.limit)
		}
	}
}
