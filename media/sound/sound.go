// Package sound decodes audio of any form while it arrives. What it is, its bytes
// say: a name, a content type and a length that is announced are believed where the
// bytes bear them out. It takes WAV, MP3 and Ogg Opus by their marks, and samples
// of 16 bits without a header, which have none, where nothing else explains the bytes
// as well (layout.go). All else is refused in words, and no sample is given of it.
package sound

import (
	"bufio"
	"errors"
	"fmt"
	"io"

	"parley/media"
)

const (
	// readBytes is what is read of a body at once: 40 ms of 24 kHz.
	readBytes = 1920
	// bufferBytes is what may be looked at before it is decoded: two frames of MP3, or the
	// opening of samples of up to four channels.
	bufferBytes = 8 << 10
	// maxMute is the most bytes without any audio in them, such as a picture, and bounds
	// what decoders may hold.
	maxMute = 16 << 20
)

// ErrNothing means that a body holds no audio at all.
var ErrNothing = errors.New("no audio")

// Error says what a body holds that is not taken, in words that follow "got".
type Error string

// Error implements error.
func (e Error) Error() string { return string(e) }

// Raw says how samples without a header lie: of 16 bits, at Rate in Hz.
type Raw struct {
	Rate int
	// Channels are interleaved; 0 means that they are told by the samples, one or two.
	Channels int
}

// Check returns an Error if samples at that rate are not taken.
func (r Raw) Check() error {
	_, err := taken(media.WAVLayout{Channels: max(r.Channels, 1), Rate: r.Rate, Bits: 16})
	return err
}

// source is a body of one form.
type source interface {
	// next blocks until more has arrived, and passes the audio that this completes to
	// emit: of -1 to 1, valid during the call. The error is io.EOF at the end.
	next(emit func(mono []float32, rate int)) error
	kind() string
	close()
}

// Stream is the audio of one body. It is for one goroutine.
type Stream struct {
	body   *meter
	source source
	any    bool
	rate   int
	re     *media.Resampler
	dst    []int16
	emit   func([]float32, int)
}

// meter counts what is read since there was audio.
type meter struct {
	r    io.Reader
	mute int
}

// Read implements io.Reader.
func (m *meter) Read(p []byte) (int, error) {
	if m.mute > maxMute {
		return 0, Error(fmt.Sprintf("%d MiB without audio", maxMute>>20))
	}
	n, err := m.r.Read(p[:min(len(p), readBytes)])
	m.mute += n
	return n, err
}

// Open reads as much of body as tells what it is: of samples without a header a
// twentieth of a second, of others some bytes. It blocks for as long. The error
// is ErrNothing, an Error, wraps io.ErrUnexpectedEOF where a header is cut, or is body's
// own. Close the Stream after use.
func Open(body io.Reader, raw Raw) (*Stream, error) {
	s := &Stream{body: &meter{r: body}}
	s.emit = func(mono []float32, rate int) {
		if rate != s.rate {
			if s.re != nil {
				s.dst = s.re.Flush(s.dst)
			}
			s.re, s.rate = media.NewResampler(rate), rate
		}
		s.dst = s.re.Append(s.dst, mono)
		s.any = s.any || len(mono) > 0
		s.body.mute = 0
	}
	var err error
	if s.source, err = open(bufio.NewReaderSize(s.body, bufferBytes), raw); err != nil {
		return nil, err
	}
	return s, nil
}

// Close lets go of what the decoder holds. The body remains the caller's.
func (s *Stream) Close() { s.source.close() }

// Kind is what the body is by its bytes, in words such as "MP3", "Ogg Opus" and "WAV".
func (s *Stream) Kind() string { return s.source.kind() }

// Next blocks until more of the body has arrived and appends to dst the audio that
// this completes, 16 kHz mono, which may be none. The error is io.EOF at the end of a
// body that ended where it may, and may come with audio; any other means that the body
// breaks off, in the words of Open.
func (s *Stream) Next(dst []int16) ([]int16, error) {
	s.dst = dst
	err := s.source.next(s.emit)
	if err != nil && s.re != nil {
		s.dst = s.re.Flush(s.dst)
		s.re, s.rate = nil, 0
	}
	if errors.Is(err, io.EOF) && !s.any {
		err = ErrNothing
	}
	dst, s.dst = s.dst, nil
	return dst, err
}
