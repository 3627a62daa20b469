package media

import (
	"fmt"
	"time"

	"gopkg.in/hraban/opus.v2"
)

const (
	// reorderTicks is how much later audio a gap waits for. LiveKit's own jitter
	// buffer waits as long; in-order packets never wait.
	reorderTicks = 60 * ticksPerMs
	// reorderSlots is how many packets may be held; more is a jump.
	reorderSlots = 64
	// maxDropout and maxMisorder tell a gap from a new stream (RFC 3550 A.1).
	maxDropout  = 3000
	maxMisorder = 100
	// maxPayload is far above any packet that fits the wire.
	maxPayload = 8192
)

// ReceiverStats count what a Receiver met since its start.
type ReceiverStats struct {
	// Packets is every packet pushed.
	Packets uint64
	// Lost packets never came in time.
	Lost uint64
	// Late packets came after their place was played; Duplicate ones twice.
	Late, Duplicate uint64
	// Malformed packets were no legal Opus and were concealed.
	Malformed uint64
	// Resyncs are restarts of the sender's sequence or clock.
	Resyncs uint64
	// Concealed is audio made up for lost and malformed packets; Filled is
	// silence put where the sender sent nothing (DTX) or too much was lost.
	Concealed, Filled time.Duration
}

// Receiver turns one sender's RTP packets of Opus into frames of 16 kHz PCM
// without holes: it puts packets in order, conceals the lost ones, fills the
// gaps of DTX and takes any legal packet duration. It never waits on a clock:
// a packet in order is decoded at once, and a gap is given up when 60 ms of
// later audio have come. It is for one goroutine.
type Receiver struct {
	opus *opus.Decoder
	// next is the sequence number expected, nextTime its RTP timestamp.
	started  bool
	next     uint16
	nextTime uint32
	// probe is the sequence number that would confirm a new stream.
	probe   uint16
	probing bool

	slots   [reorderSlots]packet
	pending int
	newest  uint32 // timestamp of the end of the latest packet held

	frame [FrameSamples]int16
	fill  int
	pcm   [maxPacketTicks / ticksPerSample]int16
	last  uint32 // ticks of the last legal packet
	stats ReceiverStats
}

// packet is one held packet; payload's memory is reused.
type packet struct {
	held    bool
	seq     uint16
	time    uint32
	payload []byte
}

// NewReceiver returns a receiver for one stream.
func NewReceiver() (*Receiver, error) {
	dec, err := opus.NewDecoder(SampleRate, 1)
	if err != nil {
		return nil, fmt.Errorf("create opus decoder: %w", err)
	}
	return &Receiver{opus: dec, last: 20 * ticksPerMs}, nil
}

// Stats are the counts so far.
func (r *Receiver) Stats() ReceiverStats { return r.stats }

// Push takes one RTP packet: its sequence number, its timestamp on the 48 kHz
// clock and its payload, which is copied if it is kept. It calls emit for every
// complete frame of FrameSamples samples, from zero times (the packet waits for
// an earlier one) to a second's worth and more after a gap. The frame is valid
// only during the call. An empty payload is padding: it keeps its place in the
// sequence and carries no audio. No input makes Push fail.
func (r *Receiver) Push(seq uint16, timestamp uint32, payload []byte, emit func(pcm []int16)) {
	r.stats.Packets++
	if len(payload) > maxPayload {
		payload = payload[:1] // cannot be legal: keep what tells the duration
	}
	if !r.started {
		r.started, r.next, r.nextTime = true, seq, timestamp
	}
	ahead := int(int16(seq - r.next))
	if ahead >= maxDropout || ahead < -maxMisorder {
		if !r.probing || seq != r.probe {
			r.probing, r.probe = true, seq+1
			r.stats.Lost++
			return
		}
		r.restart(seq, timestamp, emit)
		ahead = 0
	}
	r.probing = false
	switch {
	case ahead < 0:
		r.stats.Late++
		return
	case ahead == 0 && r.pending == 0:
		r.deliver(packet{seq: seq, time: timestamp, payload: payload}, 0, emit)
		return
	case ahead >= reorderSlots:
		r.flush(emit)
		if ahead = int(int16(seq - r.next)); ahead >= reorderSlots {
			r.deliver(packet{seq: seq, time: timestamp, payload: payload}, ahead, emit)
			return
		}
	}
	r.hold(seq, timestamp, payload)
	r.drain(emit)
}

// restart takes seq as the first packet of a new stream.
func (r *Receiver) restart(seq uint16, timestamp uint32, emit func([]int16)) {
	r.flush(emit)
	r.next, r.nextTime = seq, timestamp
	r.stats.Resyncs++
}

func (r *Receiver) hold(seq uint16, timestamp uint32, payload []byte) {
	s := &r.slots[seq%reorderSlots]
	if s.held { // within the window a slot has one sequence number
		r.stats.Duplicate++
		return
	}
	s.held, s.seq, s.time = true, seq, timestamp
	s.payload = append(s.payload[:0], payload...)
	ticks, _ := packetTicks(payload)
	if end := timestamp + ticks; r.pending == 0 || int32(end-r.newest) > 0 {
		r.newest = end
	}
	r.pending++
}

// drain delivers what is in order and gives gaps up that have waited enough.
func (r *Receiver) drain(emit func([]int16)) {
	for r.pending > 0 {
		missing := r.missing()
		waited := int64(int32(r.newest-r.nextTime)) - int64(missing)*int64(r.last)
		clockJumped := int32(r.newest-r.nextTime) < 0
		if missing > 0 && waited < reorderTicks && !clockJumped {
			return
		}
		r.release(missing, emit)
	}
}

// flush delivers everything held, waiting for nothing.
func (r *Receiver) flush(emit func([]int16)) {
	for r.pending > 0 {
		r.release(r.missing(), emit)
	}
}

// missing is how many packets are absent before the first one held.
func (r *Receiver) missing() int {
	n := 0
	for !r.slots[(r.next+uint16(n))%reorderSlots].held {
		n++
	}
	return n
}

func (r *Receiver) release(missing int, emit func([]int16)) {
	s := &r.slots[(r.next+uint16(missing))%reorderSlots]
	s.held = false
	r.pending--
	r.deliver(*s, missing, emit)
}

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

// The RTP clock of Opus is 48 kHz whatever the audio's rate (RFC 7587 section
// 4.1), so one of our samples is three ticks.
const (
	ticksPerSample = 48000 / SampleRate
	ticksPerMs     = 48
	// maxPacketTicks is the longest legal Opus packet, 120 ms.
	maxPacketTicks = 120 * ticksPerMs
)

// packetTicks is the duration of an Opus packet in RTP ticks, read from its
// table of contents (RFC 6716 section 3.1), and false if the packet cannot be
// legal.
func packetTicks(payload []byte) (uint32, bool) {
	if len(payload) == 0 {
		return 0, false
	}
	toc := payload[0]
	frames := uint32(1)
	switch toc & 3 {
	case 1, 2:
		frames = 2
	case 3:
		if len(payload) < 2 {
			return 0, false
		}
		frames = uint32(payload[1] & 0x3f)
	}
	ticks := frames * frameTicks(toc>>3)
	return ticks, ticks > 0 && ticks <= maxPacketTicks
}

// frameTicks is the duration of one frame of an Opus configuration, 0 to 31.
func frameTicks(config byte) uint32 {
	switch {
	case config < 12: // SILK: 10, 20, 40, 60 ms
		return [4]uint32{10, 20, 40, 60}[config&3] * ticksPerMs
	case config < 16: // hybrid: 10, 20 ms
		return [2]uint32{10, 20}[config&1] * ticksPerMs
	default: // CELT: 2.5, 5, 10, 20 ms
		return 120 << (config & 3)
	}
}
