package media

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
