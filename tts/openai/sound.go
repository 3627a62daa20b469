package openai

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"mime"
	"strconv"
	"strings"

	"parley/media"
)

const (
	// defaultRate is what OpenAI's "pcm" has.
	defaultRate = 24000
)

// errNothing means that an answer holds no audio at all.
var errNothing = errors.New("no audio")

// sound is the audio of one answer, to be played while it arrives.
type sound struct {
	body   *bufio.Reader
	layout media.WAVLayout
	left   int64 // bytes of audio still announced, or -1 until the body ends

	buf   [readBytes]byte
	frame []byte // the start of a frame whose end has not arrived
	mono  []float32
	re    *media.Resampler
	raw   []int16
	trim  media.Trimmer
}

// open finds out what the body holds, from its type and its first bytes: some
// services call everything octets, and some send WAV whatever was asked.
func (e *Engine) open(contentType string, body io.Reader) (*sound, error) {
	kind, params, _ := mime.ParseMediaType(contentType)
	s := &sound{body: bufio.NewReaderSize(body, readBytes), left: -1, mono: make([]float32, 0, readBytes)}
	head, err := s.body.Peek(4)
	switch {
	case len(head) == 0 && errors.Is(err, io.EOF):
		return nil, errNothing
	case err != nil && !errors.Is(err, io.EOF):
		return nil, err
	}
	if what := foreign(kind, head); what != "" {
		return nil, media.WAVError(what)
	}
	if string(head) == "RIFF" {
		if s.layout, s.left, err = media.ReadWAVHeader(s.body); err != nil {
			return nil, err
		}
	} else {
		s.layout = pcmLayout(e.rate, params)
	}
	if err := check(s.layout); err != nil {
		return nil, err
	}
	s.re = media.NewResampler(s.layout.Rate)
	return s, nil
}

// check returns a media.WAVError for a layout that cannot be played.
func check(l media.WAVLayout) error {
	if err := l.Check(); err != nil {
		return err
	}
	if l.Rate%25 != 0 { // 11,025 Hz is the oddest in use
		return media.WAVError(fmt.Sprintf("audio at %d Hz, a rate that no service has", l.Rate))
	}
	return nil
}

// pcmLayout is 16 bit with what the content type tells, such as
// "audio/L16; rate=16000; channels=1".
func pcmLayout(rate int, params map[string]string) media.WAVLayout {
	l := media.WAVLayout{Channels: 1, Rate: rate, Bits: 16}
	if n, err := strconv.Atoi(params["rate"]); err == nil {
		l.Rate = n
	}
	if n, err := strconv.Atoi(params["channels"]); err == nil {
		l.Channels = n
	}
	return l
}

// foreign says what a body is that is neither PCM nor WAV, or "".
func foreign(kind string, head []byte) string {
	name, audio := strings.CutPrefix(kind, "audio/")
	switch {
	case kind == "application/json", strings.HasPrefix(kind, "text/"), strings.HasPrefix(kind, "application/problem"):
		return "text instead of audio (" + kind + ")"
	case !audio && (bytes.HasPrefix(head, []byte(`{"`)) || bytes.HasPrefix(head, []byte("<!")) || bytes.HasPrefix(head, []byte("<h"))):
		return "text instead of audio"
	case audio && strings.Contains(" mpeg mp3 ogg opus flac x-flac aac mp4 webm basic ", " "+name+" "):
		return "compressed audio (" + kind + ")"
	}
	for magic, what := range map[string]string{"ID3": "MP3", "OggS": "Ogg", "fLaC": "FLAC", "\xff\xfb": "MP3", "\xff\xf3": "MP3"} {
		if bytes.HasPrefix(head, []byte(magic)) && (!audio || len(magic) > 2) {
			return "compressed audio (" + what + ")"
		}
	}
	return ""
}

// play passes the audio to emit, 16 kHz mono in slices of their own, in at most
// 40 ms of what arrives, until the body ends. It returns emit's error, and
// io.ErrUnexpectedEOF if the body ends before what it announced.
func (s *sound) play(emit func([]int16) error) error {
	var out []int16
	any := false
	for {
		n, err := s.read()
		any = any || n > 0
		out = s.add(out, s.buf[:n])
		ended := errors.Is(err, io.EOF)
		switch {
		case ended:
			out = s.flush(out)
		case err != nil:
			return err
		}
		if len(out) >= minChunk || ended && len(out) > 0 {
			if err := emit(out); err != nil {
				return err
			}
			out = nil
		}
		switch {
		case ended && !any:
			return errNothing
		case ended && s.left > 0:
			return io.ErrUnexpectedEOF
		case ended:
			return nil
		}
	}
}

// read fills buf with what has arrived, within the announced length.
func (s *sound) read() (int, error) {
	limit := len(s.buf)
	switch {
	case s.left == 0:
		return 0, io.EOF
	case s.left > 0:
		limit = int(min(int64(limit), s.left))
	}
	n, err := s.body.Read(s.buf[:limit])
	if s.left > 0 {
		s.left -= int64(n)
	}
	return n, err
}

// add appends to dst what b, bytes that may end anywhere in a frame, completes.
func (s *sound) add(dst []int16, b []byte) []int16 {
	size := s.layout.FrameBytes()
	if dst == nil {
		dst = make([]int16, 0, 2*minChunk+media.SampleRate/100)
	}
	s.raw = s.raw[:0]
	if len(s.frame) > 0 {
		n := min(size-len(s.frame), len(b))
		s.frame = append(s.frame, b[:n]...)
		b = b[n:]
		if len(s.frame) < size {
			return dst
		}
		s.convert(s.frame)
		s.frame = s.frame[:0]
	}
	whole := len(b) / size * size
	s.convert(b[:whole])
	s.frame = append(s.frame, b[whole:]...)
	return s.trim.Append(dst, s.raw)
}

// convert appends whole frames to raw, at 16 kHz.
func (s *sound) convert(frames []byte) {
	s.mono = s.layout.Mix(s.mono[:0], frames)
	s.raw = s.re.Append(s.raw, s.mono)
}

// flush appends what is still held.
func (s *sound) flush(dst []int16) []int16 {
	return s.trim.Flush(s.trim.Append(dst, s.re.Flush(s.raw[:0])))
}
