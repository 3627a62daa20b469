package media

// ringOut is how many frames of silence are truly encoded after speech, so that
// the listener's decoder comes to rest; after that one packet is repeated.
const ringOut = 5

// voice encodes what is said and makes silence cheap.
type voice struct {
	enc *Encoder
	// rest is a packet of silence that may be repeated.
	rest []byte
	// quiet counts frames of silence since speech, up to ringOut.
	quiet int
}

func newVoice() (*voice, error) {
	enc, err := NewEncoder()
	if err != nil {
		return nil, err
	}
	v := &voice{enc: enc, quiet: ringOut}
	var silence [FrameSamples]int16
	for range ringOut {
		packet, err := enc.Encode(silence[:])
		if err != nil {
			return nil, err
		}
		v.rest = append(v.rest[:0], packet...)
	}
	return v, nil
}

// packet encodes frame, which is valid until the next call.
func (v *voice) packet(frame []int16, level uint8) ([]byte, error) {
	if level == Silent {
		if v.quiet == ringOut {
			return v.rest, nil
		}
		v.quiet++
		return v.enc.Encode(frame)
	}
	if v.quiet == ringOut { // the encoder did not make the last packets
		if err := v.enc.Reset(); err != nil {
			return nil, err
		}
	}
	v.quiet = 0
	return v.enc.Encode(frame)
}
