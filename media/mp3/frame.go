package mp3

// The sides of a frame's header, ISO/IEC 11172-3 section 2.4.2.3 and, for the lower
// rates, 13818-3; MPEG-2.5 is Fraunhofer's extension of the same table.
var (
	// kilobits by lower rates (0: MPEG-1, 1: MPEG-2 and 2.5), layer (I, II, III) and index.
	kilobits = [2][3][15]int{
		{
			{0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448},
			{0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384},
			{0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320},
		},
		{
			{0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256},
			{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
			{0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160},
		},
	}
	rates = [3]int{44100, 48000, 32000} // of MPEG-1; halved for 2 and again for 2.5
)

const (
	headerBytes = 4
	// sameStream are the bits of a header that do not change within a stream: the mark,
	// the version, the layer, the rate.
	sameStream = 0xfffe0c00
)

// Starts reports whether b starts with a frame of MPEG audio that another of the same
// stream follows, or that is all there is of b, and how many bytes it takes to tell: with
// fewer, unless there are no more, ask again. The mark of a frame is 11 bits, which samples
// have now and then; that another stands where the first one ends they do not have.
func Starts(b []byte) (is bool, need int) {
	n := frameLength(b)
	switch {
	case n == 0:
		return false, headerBytes
	case len(b) < n+headerBytes:
		return len(b) == n, n + headerBytes
	}
	return frameLength(b[n:]) > 0 && (header(b)^header(b[n:]))&sameStream == 0, n + headerBytes
}

// maxLost is how many bytes may be between two frames that are none.
const maxLost = 4 << 10

// frame returns the length of what b starts with and that it is whole: a frame, a tag (as
// much of it as is there) or a byte that is neither. A frame is one if another follows it, or
// a tag, or nothing when b is all there is.
func (d *Decoder) frame(b []byte, all bool) (n int, whole bool) {
	switch {
	case len(b) == 0:
		return 0, false
	case d.skip > 0:
		return min(d.skip, len(b)), true
	case len(b) < TagBytes && !all:
		return 0, false
	case TagLength(b) > 0:
		d.skip = TagLength(b)
		return min(d.skip, len(b)), true
	}
	n = frameLength(b)
	switch {
	case n == 0 || n > len(b) && all:
		return 1, true
	case n == len(b) && all:
		return n, true
	case n+TagBytes > len(b) && !all:
		return 0, false
	}
	next := b[n:]
	follows := frameLength(next) > 0 && (d.synced || (header(b)^header(next))&sameStream == 0)
	if !follows && TagLength(next) == 0 && !(d.synced && isOldTag(next)) {
		return 1, true
	}
	return n, true
}

// take decodes or leaves out what frame has found.
func (d *Decoder) take(b []byte, emit func(mono []float32, rate int)) error {
	switch {
	case d.skip > 0:
		d.skip -= len(b)
		return nil
	case len(b) < headerBytes:
		d.synced = false
		if d.lost += len(b); d.lost > maxLost {
			return ErrDamaged
		}
		return nil
	}
	if d.lost > 0 {
		if err := d.restart(); err != nil {
			return err
		}
	}
	d.synced, d.lost = true, 0
	return d.pass(b, emit)
}

// TagBytes is the size of the header of an ID3v2 tag.
const TagBytes = 10

// TagLength is the size of the ID3v2 tag that b starts with, its header included, 0 if
// there is none.
func TagLength(b []byte) int {
	if len(b) < TagBytes || string(b[:3]) != "ID3" || b[3] == 0xff || b[6]|b[7]|b[8]|b[9] > 0x7f {
		return 0
	}
	size := TagBytes
	if b[5]&0x10 != 0 {
		size += TagBytes // a footer
	}
	return size + int(b[6])<<21 + int(b[7])<<14 + int(b[8])<<7 + int(b[9])
}

// isOldTag reports whether b starts as tags do that end a stream.
func isOldTag(b []byte) bool {
	return string(b[:3]) == "TAG" || string(b[:3]) == "APE"
}

func header(b []byte) uint32 {
	return uint32(b[0])<<24 | uint32(b[1])<<16 | uint32(b[2])<<8 | uint32(b[3])
}

// frameLength is the size in bytes of the frame that b starts with, 0 if that is none or
// tells no bit rate.
func frameLength(b []byte) int {
	if len(b) < headerBytes {
		return 0
	}
	h := header(b)
	version, layer := h>>19&3, 3-h>>17&3 // 3: MPEG-1, 2: MPEG-2, 0: 2.5; 0: I, 1: II, 2: III
	bitrate, rate := h>>12&15, h>>10&3
	if h>>21 != 0x7ff || version == 1 || layer == 3 || bitrate == 0 || bitrate == 15 || rate == 3 || h&3 == 2 {
		return 0
	}
	low := 0
	hz := rates[rate]
	if version != 3 {
		low = 1
		hz >>= (4 - version) / 2 // 1 of MPEG-2, 2 of 2.5
	}
	bits, padding := kilobits[low][layer][bitrate]*1000, int(h>>9&1)
	switch {
	case layer == 0:
		return (12*bits/hz + padding) * 4
	case layer == 2 && low == 1:
		return 72*bits/hz + padding
	}
	return 144*bits/hz + padding
}
