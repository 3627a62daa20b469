// Package oggopus decodes Opus in Ogg (RFC 7845) while it arrives. Pages are read
// by Pion's reader (MIT), which checks their sums; that gives pages without the
// places where packets begin, so these are taken from the bytes it has read.
package oggopus

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/pion/webrtc/v4/pkg/media/oggreader"
	"gopkg.in/hraban/opus.v2"
)

const (
	// Rate of the audio decoded, in Hz. libopus decodes to it itself, and to one channel.
	Rate = 16000
	// ticks are of Ogg's clock of Opus, 48 kHz, for one sample.
	ticks = 48000 / Rate
	// maxSamples is the longest legal packet, 120 ms.
	maxSamples = Rate * 120 / 1000
	// maxPacket is the longest packet that can be legal, 48 frames of 1,275 bytes (RFC
	// 6716 section 3.2); what is longer are tags with a picture.
	maxPacket = 48 * 1277
	// The header of a page (RFC 3533 section 6), and what is noted of it.
	pageHeader = 27
	maxTable   = 255
	full       = 255 // a segment that another of the same packet follows
	mark       = "OggS"
	first      = 2 // flags of the first and the last page of a stream
	last       = 4
)

// Error says what an Ogg stream holds that is not taken.
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }

// Reader decodes one body, of one Opus stream or several behind one another, for
// one goroutine. What else is multiplexed with them is left out.
type Reader struct {
	body  notes
	pages *oggreader.OggReader
	other string // what another stream than Opus begins with

	opus    *opus.Decoder // of the stream that is heard, nil before it
	serial  uint32
	gain    float32
	skip    int // samples of the codec's delay still to be left out
	decoded int // samples of the stream, those left out with them
	packets int

	packet []byte // the beginning of one that goes on
	over   bool   // it is longer than any that is legal
	pcm    [maxSamples]float32
	out    []float32 // the audio of a page
}

// NewReader returns a reader of body.
func NewReader(body io.Reader) (*Reader, error) {
	r := &Reader{body: notes{r: body}}
	var err error
	if r.pages, err = oggreader.NewWithOptions(&r.body); err != nil {
		return nil, fmt.Errorf("create an Ogg reader: %w", err)
	}
	return r, nil
}

// notes keeps the header of the page that is read through it, its table, and the error.
type notes struct {
	r    io.Reader
	head []byte
	err  error
}

// Read implements io.Reader.
func (n *notes) Read(p []byte) (int, error) {
	got, err := n.r.Read(p)
	n.head = append(n.head, p[:min(got, pageHeader+maxTable-len(n.head))]...)
	n.err = err
	return got, err
}

// Next reads one page, which is up to a second, and returns its audio of -1 to 1, valid
// until the next call; a page may hold none. The error is io.EOF where the body ended
// between pages, io.ErrUnexpectedEOF where it ended within one, an Error, or body's own.
func (r *Reader) Next() ([]float32, error) {
	r.body.head = r.body.head[:0]
	payload, page, err := r.pages.ParseNextPage()
	head := r.body.head
	switch {
	case r.body.err != nil && !errors.Is(r.body.err, io.EOF):
		return nil, r.body.err
	case errors.Is(err, io.EOF) && len(head) == 0:
		return nil, r.ended()
	case !bytes.HasPrefix(head, []byte(mark)[:min(len(mark), len(head))]):
		return nil, Error("Ogg that goes on as something else")
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return nil, io.ErrUnexpectedEOF
	case err != nil:
		return nil, Error("damaged Ogg")
	}
	r.out = r.out[:0]
	if flags := head[5]; flags&first != 0 {
		return nil, r.begin(payload, page.Serial)
	} else if r.opus == nil {
		return nil, r.ended()
	} else if page.Serial != r.serial {
		return nil, nil
	}
	r.read(payload, head[pageHeader:pageHeader+int(head[pageHeader-1])])
	if end := int64(page.GranulePosition); head[5]&last != 0 && end >= 0 {
		// What the encoder had to add to the last packet is no audio.
		r.out = r.out[:max(len(r.out)-max(r.decoded-int(end/ticks), 0), 0)]
	}
	return r.out, nil
}

// ended is the error where Ogg is over, or has no beginning that can be decoded.
func (r *Reader) ended() error {
	if r.opus != nil {
		return io.EOF
	}
	return Error("compressed audio (" + codec(r.other) + ")")
}

// codec names what a stream in Ogg is by its first bytes.
func codec(start string) string {
	for mark, name := range map[string]string{"\x01vorbis": "Vorbis", "\x7fFLAC": "FLAC", "Speex ": "Speex", "\x80theora": "Theora"} {
		if strings.HasPrefix(start, mark) {
			return "Ogg " + name
		}
	}
	return "Ogg of no known codec"
}

// begin takes the first page of a stream. The one before it is over, if it has begun.
func (r *Reader) begin(head []byte, serial uint32) error {
	if !bytes.HasPrefix(head, []byte("OpusHead")) {
		r.other = string(head[:min(len(head), 8)])
		return nil
	}
	if r.opus != nil && r.packets == 0 {
		return nil // beside the first
	}
	h, err := oggreader.ParseOpusHead(head)
	switch {
	case err != nil || h.Version>>4 != 0:
		return Error("Opus whose header is not understood")
	case h.ChannelMap == 0 && h.Channels != 1 && h.Channels != 2, h.ChannelMap != 0 && h.StreamCount != 1:
		return Error(fmt.Sprintf("Opus of %d channels, want 1 or 2", h.Channels))
	}
	if r.opus, err = opus.NewDecoder(Rate, 1); err != nil {
		return fmt.Errorf("create opus decoder: %w", err)
	}
	r.serial, r.skip = serial, (int(h.PreSkip)+ticks-1)/ticks
	r.gain = float32(math.Pow(10, float64(int16(h.OutputGain))/256/20))
	r.decoded, r.packets, r.packet, r.over = 0, 0, r.packet[:0], false
	return nil
}

// read takes the packets of a page: a segment of less than 255 bytes ends one.
func (r *Reader) read(payload, table []byte) {
	for _, size := range table {
		if r.over = r.over || len(r.packet)+int(size) > maxPacket; !r.over {
			r.packet = append(r.packet, payload[:size]...)
		}
		payload = payload[size:]
		if size == full {
			continue
		}
		if r.packets++; !r.over && len(r.packet) > 0 && !bytes.HasPrefix(r.packet, []byte("OpusTags")) {
			r.decode(r.packet)
		}
		r.packet, r.over = r.packet[:0], false
	}
}

// decode adds the audio of a packet; what is no legal Opus is 20 ms of silence.
func (r *Reader) decode(packet []byte) {
	n, err := r.opus.DecodeFloat32(packet, r.pcm[:])
	if err != nil {
		n = Rate / 50
		clear(r.pcm[:n])
	}
	r.decoded += n
	skip := min(r.skip, n)
	r.skip -= skip
	for _, s := range r.pcm[skip:n] {
		r.out = append(r.out, s*r.gain)
	}
}
