package mediatest

import (
	"slices"
	"sync"
	"testing"
	"time"

	"gopkg.in/hraban/opus.v2"

	"parley/media"
)

var _ media.Sink = (*Sink)(nil)

// Sink remembers every packet of a Playout. The zero value is ready; it is safe
// for concurrent use.
type Sink struct {
	// Err, if set before use, is what WritePacket returns.
	Err error
	// Delay, if set, is called in WritePacket with the number of packets before.
	Delay func(n int)

	mu      sync.Mutex
	packets []Sent
}

// Sent is one packet; Opus is the Sink's own copy.
type Sent struct {
	media.Packet
	// Now is when it came.
	Now time.Time
}

// WritePacket implements media.Sink.
func (s *Sink) WritePacket(p media.Packet) error {
	if s.Err != nil {
		return s.Err
	}
	s.mu.Lock()
	n := len(s.packets)
	p.Opus = slices.Clone(p.Opus)
	s.packets = append(s.packets, Sent{Packet: p, Now: time.Now()})
	s.mu.Unlock()
	if s.Delay != nil {
		s.Delay(n)
	}
	return nil
}

// Packets returns the packets so far.
func (s *Sink) Packets() []Sent {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.packets)
}

// Voiced returns the packets so far that were voiced.
func (s *Sink) Voiced() []Sent {
	return slices.DeleteFunc(s.Packets(), func(p Sent) bool { return !p.Voiced })
}

// PCM decodes all packets so far: what a listener without loss hears, 6.5 ms
// later.
func (s *Sink) PCM(t testing.TB) []int16 {
	t.Helper()
	dec, err := opus.NewDecoder(media.SampleRate, 1)
	if err != nil {
		t.Fatalf("create opus decoder: %v", err)
	}
	var out []int16
	buf := make([]int16, 6*media.FrameSamples)
	for i, p := range s.Packets() {
		n, err := dec.Decode(p.Opus, buf)
		if err != nil {
			t.Fatalf("decode packet %d: %v", i, err)
		}
		out = append(out, buf[:n]...)
	}
	return out
}
