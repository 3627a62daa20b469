// Package media is Parley's pure audio: frames, Opus, WAV, resampling, a queue. It
// opens no socket and knows no LiveKit; playout, voice activity and echo are
// packages below it.
//
// All audio inside Parley is mono, signed 16 bit, 16 kHz, in frames of 20 ms.
// libopus encodes and decodes that rate itself, so no resampler stands in the
// path (a resampler would hold back up to 40 ms, docs/sources.md).
package media

import (
	"time"
)

const (
	// SampleRate is the rate of all audio inside Parley, in Hz.
	SampleRate = 16000
	// PTime is the duration of one frame and of one packet on the wire.
	PTime = 20 * time.Millisecond
	// CodecDelay is how much later than it was spoken a sound lies in decoded
	// audio: the lookahead of Opus encoders, 312 samples at 48 kHz (RFC 7845,
	// section 4.2, pre-skip).
	CodecDelay = 6500 * time.Microsecond
	// FrameSamples is the number of samples in one frame.
	FrameSamples = SampleRate / 1000 * 20
)

// Duration is how long n samples last.
func Duration(n int) time.Duration { return time.Duration(n) * time.Second / SampleRate }

// Samples is how many samples last d.
func Samples(d time.Duration) int { return int(d * SampleRate / time.Second) }

// Word says when one word of a spoken segment has been said.
type Word struct {
	// TextEnd is the offset in bytes of the word's end in the segment's text.
	TextEnd int
	// End runs from the segment's first sample.
	End time.Duration
}
