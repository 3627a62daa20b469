package media

const (
	// maxFill bounds the silence put in for one gap. A longer pause of the
	// sender says no more to the endpointer than a second does.
	maxFill = SampleRate
	// concealSamples is how long libopus may extrapolate into a gap; after 60 ms
	// its output has faded to noise.
	concealSamples = SampleRate / 1000 * 60
	// grain is the step of libopus's concealment, 2.5 ms.
	grain = SampleRate / 400
)

// deliver decodes p, the next packet to play, after closing the gap that
// missing lost packets or a silent sender left before it.
func (r *Receiver) deliver(p packet, missing int, emit func([]int16)) {
	r.next = p.seq + 1
	r.stats.Lost += uint64(missing)
	if len(p.payload) == 0 {
		return
	}
	ticks, legal := packetTicks(p.payload)
	if legal {
		r.last = ticks
	}
	gap := int64(int32(p.time - r.nextTime))
	switch samples := int(gap / ticksPerSample); {
	case gap < 0:
		r.stats.Resyncs++
	case missing > 0:
		r.conceal(p.payload, samples, emit)
	default:
		r.fillSilence(samples, emit)
	}
	n, err := r.opus.Decode(p.payload, r.pcm[:])
	if err != nil {
		r.stats.Malformed++
		n = r.extrapolate(int(r.last/ticksPerSample), nil)
	}
	r.emit(r.pcm[:n], emit)
	r.nextTime = p.time + uint32(n)*ticksPerSample
}

// conceal makes up samples of audio before the packet next, whose in-band
// forward error correction holds the end of it if the sender uses that.
func (r *Receiver) conceal(next []byte, samples int, emit func([]int16)) {
	if samples > len(r.pcm) {
		end := int(r.last / ticksPerSample)
		r.emit(r.pcm[:r.extrapolate(concealSamples, nil)], emit)
		r.fillSilence(samples-concealSamples-end, emit)
		samples = end
	}
	n := r.extrapolate(samples, next)
	r.emit(r.pcm[:n], emit)
	r.fillSilence(samples-n, emit)
}

// extrapolate puts up to samples of concealment in r.pcm and returns how many;
// next may be nil.
func (r *Receiver) extrapolate(samples int, next []byte) int {
	n := min(samples, len(r.pcm)) / grain * grain
	if n == 0 {
		return 0
	}
	r.stats.Concealed += Duration(n)
	out := r.pcm[:n:n]
	if next != nil && r.opus.DecodeFEC(next, out) == nil {
		return n
	}
	if r.opus.DecodePLC(out) != nil {
		clear(out)
	}
	return n
}

// fillSilence emits samples of silence, at most maxFill.
func (r *Receiver) fillSilence(samples int, emit func([]int16)) {
	samples = min(samples, maxFill)
	if samples <= 0 {
		return
	}
	r.stats.Filled += Duration(samples)
	clear(r.pcm[:])
	for samples > 0 {
		n := min(samples, len(r.pcm))
		r.emit(r.pcm[:n], emit)
		samples -= n
	}
}

// emit cuts pcm into frames.
func (r *Receiver) emit(pcm []int16, emit func([]int16)) {
	for len(pcm) > 0 {
		n := copy(r.frame[r.fill:], pcm)
		pcm = pcm[n:]
		if r.fill += n; r.fill == FrameSamples {
			r.fill = 0
			emit(r.frame[:])
		}
	}
}
