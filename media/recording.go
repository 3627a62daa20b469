package media

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"time"

	"gopkg.in/hraban/opus.v2"
)

// ErrRecording is wrapped by the errors of recordings that cannot be decoded.
var ErrRecording = errors.New("not a recording of a known form")

// DecodePCM decodes raw samples, signed 16 bit little endian, of some rate in Hz
// and number of channels, which are mixed. What is longer than limit is left out
// at its end.
func DecodePCM(b []byte, rate, channels int, limit time.Duration) ([]int16, error) {
	if rate < 8000 || rate > 192000 || channels < 1 || channels > 8 {
		return nil, fmt.Errorf("%w: %d Hz, %d channels", ErrRecording, rate, channels)
	}
	n := min(len(b)/2/channels, int(limit*time.Duration(rate)/time.Second))
	mono := make([]float32, n)
	for i := range mono {
		sum := 0
		for c := range channels {
			sum += int(int16(binary.LittleEndian.Uint16(b[2*(i*channels+c):])))
		}
		mono[i] = float32(sum) / float32(channels) / (1 << 15)
	}
	r := NewResampler(rate)
	return r.Flush(r.Append(nil, mono)), nil
}

// IsWebM reports whether b begins as a WebM file.
func IsWebM(b []byte) bool { return len(b) > 4 && binary.BigEndian.Uint32(b) == idEBML }

// DecodeWebM decodes the Opus track of a WebM file, as a browser's MediaRecorder
// writes it; it may break off anywhere. Packets that are no legal Opus are
// silence. What is longer than limit is left out at its end.
func DecodeWebM(b []byte, limit time.Duration) ([]int16, error) {
	if !IsWebM(b) {
		return nil, fmt.Errorf("%w: no EBML header", ErrRecording)
	}
	decoder, err := opus.NewDecoder(SampleRate, 1)
	if err != nil {
		return nil, fmt.Errorf("create opus decoder: %w", err)
	}
	var all []int16
	var pcm [maxPacketTicks / ticksPerSample]int16
	err = packets(b, func(packet []byte) (more bool) {
		ticks, legal := packetTicks(packet)
		if !legal {
			return true
		}
		n, err := decoder.Decode(packet, pcm[:])
		if err != nil {
			n = int(ticks / ticksPerSample)
			clear(pcm[:n])
		}
		all = append(all, pcm[:n]...)
		return len(all) < Samples(limit)
	})
	return all[:min(len(all), Samples(limit))], err
}

// The elements of WebM (RFC 9559 section 5.1) that are of use here, by id. Those
// that are opened have elements inside; their size does not matter, and while
// they are being recorded nobody knows it.
const (
	idEBML       = 0x1A45DFA3
	idSegment    = 0x18538067
	idCluster    = 0x1F43B675
	idBlockGroup = 0xA0
	idTracks     = 0x1654AE6B
	idTrackEntry = 0xAE
	idCodecID    = 0x86
	idSimple     = 0xA3
	idBlock      = 0xA1
)

// packets calls emit with each packet of the first track until it is false. The
// libraries for EBML allocate what a file claims to hold, without bound; this
// allocates nothing.
func packets(b []byte, emit func([]byte) (more bool)) error {
	track := uint64(0)
	for len(b) > 0 {
		id, n := vint(b, true)
		size, m := vint(b[n:], false)
		if n == 0 || m == 0 {
			return nil // broken off
		}
		b = b[n+m:]
		switch id {
		case idSegment, idCluster, idBlockGroup, idTracks, idTrackEntry:
			continue
		}
		if size > uint64(len(b)) {
			return nil
		}
		body := b[:size]
		b = b[size:]
		switch id {
		case idCodecID:
			if string(body) != "A_OPUS" {
				return fmt.Errorf("%w: a track is not Opus", ErrRecording)
			}
		case idSimple, idBlock:
			number, n := vint(body, false)
			// The number is followed by two bytes of time and one of flags. Laced
			// blocks hold several packets, which nobody writes for Opus.
			if n == 0 || len(body) < n+3 || body[n+2]&0x06 != 0 {
				continue
			}
			if track == 0 {
				track = number
			}
			if number == track && !emit(body[n+3:]) {
				return nil
			}
		}
	}
	return nil
}

// vint reads EBML's number of variable length (RFC 8794 section 4), with its
// marker bit as ids are written, and returns its length, 0 if it is not whole.
func vint(b []byte, marked bool) (v uint64, n int) {
	if len(b) == 0 || b[0] == 0 {
		return 0, 0
	}
	if n = 1 + bits.LeadingZeros8(b[0]); len(b) < n {
		return 0, 0
	}
	v = uint64(b[0])
	if !marked {
		v &= 1<<(8-n) - 1
	}
	for _, c := range b[1:n] {
		v = v<<8 | uint64(c)
	}
	return v, n
}
