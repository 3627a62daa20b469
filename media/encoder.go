package media

import (
	"fmt"

	"gopkg.in/hraban/opus.v2"
)

const (
	// bitrate and complexity are the best quality per CPU of the settings
	// measured (docs/sources.md): 142 us and 20 kb/s for a frame of speech.
	bitrate    = 24000
	complexity = 5
	// maxPacket is the largest Opus frame in bytes (RFC 6716 section 3.2.1).
	maxPacket = 1275
)

// Encoder makes Opus packets of 20 ms from frames: VoIP mode, 24 kb/s, mono.
// RTP clocks them at 48 kHz whatever the input rate, so a packet advances the
// timestamp by 960. It is for one goroutine.
type Encoder struct {
	opus *opus.Encoder
	buf  [maxPacket]byte
}

// NewEncoder returns an encoder for one stream.
func NewEncoder() (*Encoder, error) {
	enc, err := opus.NewEncoder(SampleRate, 1, opus.AppVoIP)
	if err != nil {
		return nil, fmt.Errorf("create opus encoder: %w", err)
	}
	if err := enc.SetBitrate(bitrate); err != nil {
		return nil, fmt.Errorf("set opus bitrate: %w", err)
	}
	if err := enc.SetComplexity(complexity); err != nil {
		return nil, fmt.Errorf("set opus complexity: %w", err)
	}
	return &Encoder{opus: enc}, nil
}

// Encode encodes one frame of FrameSamples samples. The packet is valid until
// the next call.
func (e *Encoder) Encode(frame []int16) ([]byte, error) {
	if len(frame) != FrameSamples {
		return nil, fmt.Errorf("encode opus: frame of %d samples, want %d", len(frame), FrameSamples)
	}
	n, err := e.opus.Encode(frame, e.buf[:])
	if err != nil {
		return nil, fmt.Errorf("encode opus: %w", err)
	}
	return e.buf[:n], nil
}

// Reset forgets the frames encoded so far, for a stream that goes on after
// packets this encoder did not make.
func (e *Encoder) Reset() error {
	if err := e.opus.Reset(); err != nil {
		return fmt.Errorf("reset opus encoder: %w", err)
	}
	return nil
}
