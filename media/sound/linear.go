package sound

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"parley/media"
)

// linear is a body of samples, each of as many bytes: WAV, one or several behind one
// another, or without a header.
type linear struct {
	body   *bufio.Reader
	format format
	left   int64 // bytes of audio until the end that was announced, or -1
	odd    bool  // bytes of audio so far
	passed int   // windows
	held   []byte
	mono   []float32
}

func (*linear) kind() string { return "WAV" }

func openWAV(body *bufio.Reader) (source, error) {
	l := &linear{body: body}
	return l, l.header()
}

// header reads one of WAV, up to its audio.
func (l *linear) header() error {
	layout, length, err := media.ReadWAVHeader(l.body)
	if odd := media.WAVError(""); errors.As(err, &odd) {
		return Error(odd)
	} else if err != nil {
		return err
	}
	l.left, l.odd, l.passed = length, false, 0
	l.format, err = taken(layout)
	return err
}

// taken is the format of a layout that can be played, as it lies in WAV.
func taken(w media.WAVLayout) (format, error) {
	if err := w.Check(); err != nil {
		return format{}, Error(err.Error())
	}
	if w.Rate%25 != 0 { // 11,025 Hz is the oddest in use
		return format{}, Error(fmt.Sprintf("audio at %d Hz, a rate that no service has", w.Rate))
	}
	return format{WAVLayout: w}, nil
}

func (*linear) close() {}

// next implements source. The length that a header announces is only where something
// else may begin: many write one that they cannot know, and some write a header for each
// piece.
func (l *linear) next(emit func([]float32, int)) error {
	if l.left == 0 {
		return l.behind()
	}
	if _, err := l.body.Peek(1); err != nil {
		if fault := l.flush(emit); fault != nil {
			return fault
		}
		return err
	}
	b, _ := l.body.Peek(l.body.Buffered()) // which are there
	whole := l.left < 0 || int64(len(b)) < l.left
	if !whole {
		b = b[:l.left]
	}
	n, found := chunkIn(b)
	if n == 0 && !found && whole {
		// Perhaps a header begins here.
		if _, err := l.body.Peek(len(b) + 1); err == nil {
			return nil
		} else if !errors.Is(err, io.EOF) {
			return err
		}
	}
	if n == 0 && !found {
		n = len(b)
	}
	if err := l.take(b[:n], emit); err != nil {
		return err
	}
	if l.left > 0 {
		l.left -= int64(n)
	}
	_, _ = l.body.Discard(n) // they are there
	if found {
		l.left = 0
	}
	if l.left == 0 {
		return l.flush(emit)
	}
	return nil
}

// behind reads what is behind the audio that was announced: another header, chunks of
// other things, or more audio, if the length was made up.
func (l *linear) behind() error {
	head, err := l.body.Peek(chunkMark + 1)
	if l.odd && len(head) > 0 && head[0] == 0 {
		l.odd = false
		_, _ = l.body.Discard(1)
		return nil
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		return err
	case isWAV(head):
		return l.header()
	case len(head) < 8:
		_, _ = l.body.Discard(len(head))
		return io.EOF
	}
	size := int64(binary.LittleEndian.Uint32(head[4:]))
	if !isName(head[:4]) || size > maxChunk {
		l.left = -1
		return nil
	}
	_, err = io.CopyN(io.Discard, l.body, 8+size+size%2)
	return err
}

// take adds bytes that may end anywhere in a sample, and passes on what they complete.
func (l *linear) take(b []byte, emit func([]float32, int)) error {
	l.odd = l.odd != (len(b)%2 == 1)
	l.held = append(l.held, b...)
	window := windowFrames * l.format.FrameBytes()
	at := 0
	for ; len(l.held)-at >= window; at += window {
		if err := l.pass(l.held[at:at+window], emit); err != nil {
			return err
		}
	}
	l.held = append(l.held[:0], l.held[at:]...)
	return nil
}

// flush passes on what is held at the end of audio.
func (l *linear) flush(emit func([]float32, int)) error {
	whole := len(l.held) - len(l.held)%l.format.FrameBytes()
	b := l.held[:whole]
	l.held = l.held[:0]
	return l.pass(b, emit)
}

func (l *linear) pass(b []byte, emit func([]float32, int)) error {
	if len(b) == 0 {
		return nil
	}
	l.mono = l.format.mix(l.mono[:0], b)
	if !l.format.plausible(b, l.mono, l.passed < openingFrames/windowFrames) {
		return Error("audio that goes on as something else")
	}
	l.passed++
	emit(l.mono, l.format.Rate)
	return nil
}

const (
	// chunkMark is how many bytes tell a header, or a list of notes.
	chunkMark = 12
	// maxChunk is the longest that is taken for a chunk of something else than audio.
	maxChunk = 1 << 20
)

// isWAV reports whether b begins as WAV does, of 32 or 64 bits of length.
func isWAV(b []byte) bool {
	return len(b) >= chunkMark && string(b[8:chunkMark]) == "WAVE" &&
		(string(b[:4]) == "RIFF" || string(b[:4]) == "RF64" || string(b[:4]) == "BW64")
}

// chunkIn returns where in b something else than audio begins, and that it is found; else
// how many bytes of b surely are none of its beginning.
func chunkIn(b []byte) (n int, found bool) {
	n = len(b)
	for at := 0; at < len(b); at++ {
		next := bytes.IndexAny(b[at:], "RBL")
		if next < 0 {
			break
		}
		at += next
		if rest := b[at:]; len(rest) >= chunkMark {
			if isWAV(rest) || string(rest[:4]) == "LIST" && (string(rest[8:12]) == "INFO" || string(rest[8:12]) == "adtl") {
				return at, true
			}
		} else if begins(rest) {
			return at, false
		}
	}
	return n, false
}

// begins reports whether b may be the beginning of a mark.
func begins(b []byte) bool {
	for _, name := range []string{"RIFF", "RF64", "BW64", "LIST"} {
		if n := min(len(b), len(name)); string(b[:n]) == name[:n] {
			return true
		}
	}
	return false
}

// isName reports whether b may name a chunk.
func isName(b []byte) bool {
	for _, c := range b {
		if !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == ' ' || c == '_') {
			return false
		}
	}
	return true
}
