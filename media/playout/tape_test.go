package playout_test

import (
	"testing"
	"testing/synctest"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/playout"
)

// tapeStart is the first sample of a tape: loud enough to be voiced.
const tapeStart = 1000

// tape is d of samples that tell their position: each is by one higher than the
// one before.
func tape(d time.Duration) []int16 {
	pcm := make([]int16, media.Samples(d))
	for i := range pcm {
		pcm[i] = int16(tapeStart + i)
	}
	return pcm
}

// wordsEvery are the words of text as if each took as long.
func wordsEvery(text string, each time.Duration) []media.Word {
	var words []media.Word
	for i := range len(text) + 1 {
		if i > 0 && (i == len(text) || text[i] == ' ') {
			words = append(words, media.Word{TextEnd: i, End: time.Duration(len(words)+1) * each})
		}
	}
	return words
}

// play queues a tape as the next segment of the turn.
func (s *stage) play(turn uint64, text string, d time.Duration, words []media.Word) {
	s.t.Helper()
	s.Begin(playout.Segment{Turn: turn, Text: text})
	if err := s.Write(s.t.Context(), turn, tape(d), words); err != nil {
		s.t.Fatalf("Write = %v", err)
	}
}

// pass lets time pass up to and with the tick due at its end.
func (s *stage) pass(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

// since are the frames sent after the first n.
func (s *stage) since(n int) []mediatest.Sent { return s.sink.Frames()[n:] }

// sounding counts the samples of a frame that are not zero.
func sounding(f mediatest.Sent) int {
	n := 0
	for _, x := range f.PCM {
		if x != 0 {
			n++
		}
	}
	return n
}

// checkOnward fails unless the frames hold a tape from one sample to its end,
// the first 5 ms at any loudness.
func checkOnward(t *testing.T, frames []mediatest.Sent, from, end int) {
	t.Helper()
	at := from
	for _, f := range frames {
		for i, x := range f.PCM {
			switch want := tapeStart + at; {
			case at >= end && x != 0:
				t.Fatalf("sample %d after the end at %d", x, end)
			case at >= end:
				continue
			case at-from < media.Samples(5*time.Millisecond):
			case int(x) != want:
				t.Fatalf("sample %d of the frame is %d, want %d: position %d", i, x, want, at)
			}
			at++
		}
	}
	if at != end {
		t.Fatalf("sent up to %d, want %d", at, end)
	}
}
