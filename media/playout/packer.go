package playout

import (
	"fmt"

	"parley/media"
)

// ringOut is how many frames of silence are truly encoded after speech, so that
// the listener's decoder comes to rest; after that one packet is repeated.
const ringOut = 5

// Packer turns the frames of a Playout into Opus packets and makes silence
// cheap: it encodes speech, and repeats a packet of silence. It is for one
// stream and one goroutine at a time.
type Packer struct {
	enc *media.Encoder
	// rest is a packet of silence that may be repeated.
	rest []byte
	// quiet counts frames of silence since speech, up to ringOut.
	quiet int
}

// NewPacker returns a packer for one stream.
func NewPacker() (*Packer, error) {
	enc, err := media.NewEncoder()
	if err != nil {
		return nil, fmt.Errorf("create packer: %w", err)
	}
	p := &Packer{enc: enc, quiet: ringOut}
	var silence [media.FrameSamples]int16
	for range ringOut {
		packet, err := enc.Encode(silence[:])
		if err != nil {
			return nil, fmt.Errorf("create packer: %w", err)
		}
		p.rest = append(p.rest[:0], packet...)
	}
	return p, nil
}

// Pack encodes the next frame. A frame whose Level is Silent is taken to be
// silence. The packet is valid until the next call.
func (p *Packer) Pack(f Frame) ([]byte, error) {
	if f.Level == media.Silent {
		if p.quiet == ringOut {
			return p.rest, nil
		}
		p.quiet++
		return p.enc.Encode(f.PCM)
	}
	if p.quiet == ringOut { // the encoder did not make the last packets
		if err := p.enc.Reset(); err != nil {
			return nil, err
		}
	}
	p.quiet = 0
	return p.enc.Encode(f.PCM)
}
