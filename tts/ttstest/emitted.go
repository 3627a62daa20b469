package ttstest

import (
	"bytes"
	"math"
	"runtime"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"parley/media"
	"parley/tts"
)

// emitted takes what Speak emits and holds every chunk to the contract.
type emitted struct {
	t      testing.TB
	length int // of the text
	caller []byte
	over   bool
	busy   atomic.Bool

	chunks []tts.Chunk
	copies [][]int16 // of the chunks as they came
	words  []media.Word
	n      int
}

// newEmitted is made on the goroutine that will call Speak.
func newEmitted(t testing.TB, text string) *emitted {
	return &emitted{t: t, length: len(text), caller: goroutine()}
}

// goroutine is the head of the stack trace, which names the goroutine.
func goroutine() []byte {
	var b [64]byte
	name, _, _ := bytes.Cut(b[:runtime.Stack(b[:], false)], []byte(" ["))
	return name
}

func (s *emitted) emit(c tts.Chunk) error {
	if s.busy.Swap(true) {
		s.t.Errorf("emit was called while it ran")
	}
	defer s.busy.Store(false)
	switch {
	case s.over:
		s.t.Errorf("emit was called after Speak returned")
	case !bytes.Equal(goroutine(), s.caller):
		s.t.Errorf("emit was called on another goroutine than Speak's")
	case len(c.PCM) == 0:
		s.t.Errorf("chunk %d is empty", len(s.chunks)+1)
	}
	s.chunks = append(s.chunks, c)
	s.copies = append(s.copies, slices.Clone(c.PCM))
	s.words = append(s.words, c.Words...)
	s.n += len(c.PCM)
	return nil
}

// done checks what can be told when Speak has returned.
func (s *emitted) done() {
	s.t.Helper()
	s.over = true
	for i, c := range s.chunks {
		if !slices.Equal(c.PCM, s.copies[i]) {
			s.t.Errorf("chunk %d of %d was overwritten after it was emitted: the receiver may keep it", i+1, len(s.chunks))
			return
		}
	}
}

func (s *emitted) pcm() []int16 { return slices.Concat(s.copies...) }

func (s *emitted) duration() time.Duration { return media.Duration(s.n) }

// checkWords holds the word times to the audio and the text.
func (s *emitted) checkWords() {
	s.t.Helper()
	var last media.Word
	for _, w := range s.words {
		if w.TextEnd <= last.TextEnd || w.TextEnd > s.length {
			s.t.Errorf("a word ends at byte %d after one at %d of %d", w.TextEnd, last.TextEnd, s.length)
		}
		if w.End < last.End || w.End > s.duration()+media.PTime {
			s.t.Errorf("a word ends at %v after one at %v of %v", w.End, last.End, s.duration())
		}
		last = w
	}
	if len(s.words) > 0 && last.TextEnd != s.length {
		s.t.Errorf("the last word ends at byte %d, want the text's end, %d", last.TextEnd, s.length)
	}
}

// onset is when the speech begins: the first 10 ms that are less than 50 dB
// below full scale.
func onset(pcm []int16) time.Duration {
	const window = media.SampleRate / 100
	for at := 0; at+window <= len(pcm); at += window {
		if media.Level(pcm[at:at+window]) < 50 {
			return media.Duration(at)
		}
	}
	return math.MaxInt64
}
