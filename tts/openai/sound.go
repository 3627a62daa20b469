package openai

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"mime"
	"strconv"
	"strings"

	"parley/media"
)

const (
	// defaultRate is what OpenAI's "pcm" has.
	defaultRate = 24000
	// endless is the data length that says "until the end", as streaming encoders
	// write it; some write a few bytes less, or 0.
	endless = math.MaxUint32 - 1<<16
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
	re    *resampler
	raw   []int16
	trim  trimmer
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
		if s.left == 0 || s.left >= endless {
			s.left = -1
		}
	} else {
		s.layout = pcmLayout(e.rate, params)
	}
	if err := check(s.layout); err != nil {
		return nil, err
	}
	if s.layout.Rate != media.SampleRate {
		s.re = newResampler(e.filtersFor(s.layout.Rate))
	}
	return s, nil
}

// check returns a media.WAVError for a layout that cannot be played.
func check(l media.WAVLayout) error {
	if err := l.Check(); err != nil {
		return err
	}
	if phases(l.Rate) > maxPhases {
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
		dst = make([]int16, 0, 2*minChunk+window)
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
	return s.trim.next(dst, s.raw)
}

// convert appends whole frames to raw, at 16 kHz.
func (s *sound) convert(frames []byte) {
	s.mono = s.layout.Mix(s.mono[:0], frames)
	if s.re != nil {
		s.raw = s.re.write(s.raw, s.mono)
		return
	}
	for _, x := range s.mono {
		s.raw = append(s.raw, quantise(x))
	}
}

// flush appends what is still held.
func (s *sound) flush(dst []int16) []int16 {
	if s.re != nil {
		dst = s.trim.next(dst, s.re.flush(nil))
	}
	return s.trim.rest(dst)
}

const (
	// window is the step in which the level is measured, 10 ms.
	window = media.SampleRate / 100
	// quietRMS is the level below which a window counts as silence. It is that
	// of package flite, where the first h, f and th of a phrase lie above it.
	quietRMS = 60
	// maxTrim is the most that is ever cut, so that a soft voice is still
	// heard. OpenAI's voices begin after 50-300 ms.
	maxTrim = 50 * window
)

// trimmer cuts the silence before speech, all but the last window of it. The
// zero value is ready.
type trimmer struct {
	held []int16
	cut  int
	open bool
}

// next appends to dst what of pcm shall be heard, after what was held back.
func (t *trimmer) next(dst, pcm []int16) []int16 {
	if t.open {
		return append(dst, pcm...)
	}
	t.held = append(t.held, pcm...)
	for len(t.held) >= 2*window && !t.open {
		if t.open = t.cut >= maxTrim || loud(t.held[window:2*window]) || loud(t.held[:window]); !t.open {
			t.held = append(t.held[:0], t.held[window:]...)
			t.cut += window
		}
	}
	if t.open {
		dst = append(dst, t.held...)
		t.held = nil
	}
	return dst
}

// rest appends what is held back at the end, if it can be heard.
func (t *trimmer) rest(dst []int16) []int16 {
	if !t.open && len(t.held) > 0 && loud(t.held) {
		dst = append(dst, t.held...)
	}
	t.held = nil
	return dst
}

func loud(pcm []int16) bool {
	var sum int64
	for _, s := range pcm {
		sum += int64(s) * int64(s)
	}
	return sum > quietRMS*quietRMS*int64(len(pcm))
}
