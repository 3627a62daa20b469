package playout_test

import (
	"math"
	"slices"
	"strings"
	"time"

	"parley/media"
	"parley/media/playout"
)

// fadeLen is 5 ms.
const fadeLen = 80

// shadow follows a playout of one turn with a tape and knows what may be heard
// next.
type shadow struct {
	*stage
	seen, written int
	at, heard     int // next sample of the tape, and the furthest sent
	speaking      bool
	paused, over  bool
	cutAt, cuts   int // cutAt is 0 when none is pending
	tail          int // the sample from which the next frame fades out, or 0
	tailEnd, gone int // the sample where that fade ends, and how much of it was sent
	ramp          int // 0 to 160 for ducked
	duck, fadeIn  bool
}

func (s *shadow) pause() {
	s.Pause(1)
	switch {
	case s.over || s.paused:
	case s.cutAt > 0:
		s.cuts++
		s.stop()
	default:
		s.fade()
		s.paused = true
	}
}

func (s *shadow) resume(back playout.Rewind) {
	s.Resume(1, back)
	if !s.paused {
		return
	}
	s.paused = false
	to := s.at
	if back != playout.Onward {
		words := strings.Fields(propText)
		for to -= to % propWord; back == playout.ToClause && to > 0; to -= propWord {
			if word := words[to/propWord-1]; strings.ContainsAny(word, ",.!") {
				break
			}
		}
	}
	switch {
	case s.at == 0:
	case s.speaking && to == s.at:
		s.tail = 0
	default:
		if s.tail == 0 {
			s.ramp = s.goal()
		}
		s.at, s.fadeIn, s.speaking = to, to > 0, false
	}
}

func (s *shadow) cut(within time.Duration) {
	s.CutAtWord(1, within)
	switch {
	case s.over:
	case s.paused || !s.speaking:
		s.cuts++
		s.stop()
	default:
		at := min((s.at+propWord-1)/propWord*propWord, s.at+media.Samples(within))
		if s.cutAt > 0 {
			at = min(at, s.cutAt)
		}
		s.cutAt = at
	}
}

// stop ends the turn.
func (s *shadow) stop() {
	if !s.over {
		s.fade()
		s.over, s.paused, s.cutAt = true, false, 0
	}
}

// fade expects a frame that fades out if the turn stops in mid-speech.
func (s *shadow) fade() {
	if s.speaking && s.at < s.written {
		s.tail, s.tailEnd, s.gone = s.at, min(s.at+fadeLen, s.written), 0
	}
}

func (s *shadow) goal() int {
	if s.duck {
		return 160
	}
	return 0
}

// hear holds the next frame to what is expected.
func (s *shadow) hear(pcm []int16) {
	s.speaking = false
	switch {
	case s.tail > 0:
		next := s.fadeIn
		s.fadeIn = false
		s.hearTail(pcm, 0)
		s.fadeIn = next
	case s.over || s.paused || s.at == s.written && s.cutAt == 0:
		s.hearZeros(pcm)
	case s.at == s.written: // starved, and to be cut
		s.hearZeros(pcm)
		s.cuts++
		s.stop()
	default:
		s.hearSpeech(pcm)
	}
}

func (s *shadow) hearSpeech(pcm []int16) {
	if s.heard == 0 { // a turn begins ducked or not
		s.ramp = s.goal()
	}
	n := min(media.FrameSamples, s.written-s.at)
	if s.cutAt > 0 {
		n = min(n, s.cutAt-s.at)
	}
	for i, x := range pcm[:n] {
		s.hearSample(i, x, s.at+i, 1)
	}
	s.at, s.speaking = s.at+n, n == media.FrameSamples
	s.heard = max(s.heard, s.at)
	if s.cutAt > 0 && s.at == s.cutAt {
		s.cuts++
		s.over, s.cutAt = true, 0
		s.tail, s.tailEnd, s.gone = s.at, min(s.at+fadeLen, s.written), 0
	}
	s.hearTail(pcm, n)
	s.fadeIn = false
}

// hearTail expects the fade that is left to be heard from sample n of the frame
// on, and then silence.
func (s *shadow) hearTail(pcm []int16, n int) {
	for ; s.tail > 0 && n < len(pcm); n++ {
		at := s.tail + s.gone
		if at == s.tailEnd {
			break
		}
		s.hearSample(n, pcm[n], at, float64(s.tailEnd-at)/float64(s.tailEnd-s.tail))
		s.gone++
	}
	if s.tail+s.gone == s.tailEnd {
		s.tail = 0
	}
	for range pcm[n:] {
		s.gain()
	}
	s.hearZeros(pcm[n:])
}

// hearSample expects a sample of the tape, faded.
func (s *shadow) hearSample(i int, x int16, at int, fade float64) {
	want := s.gain() * fade * float64(tapeStart+at)
	if s.fadeIn && i < fadeLen {
		want *= float64(i+1) / fadeLen
	}
	if math.Abs(float64(x)-want) > 2 {
		s.t.Fatalf("sample %d of the frame is %d, want %.0f: position %d", i, x, want, at)
	}
}

func (s *shadow) hearZeros(pcm []int16) {
	if i := slices.IndexFunc(pcm, func(x int16) bool { return x != 0 }); i >= 0 {
		s.t.Fatalf("sample %d of what should be silence is %d", i, pcm[i])
	}
}

// gain is that of the next sample.
func (s *shadow) gain() float64 {
	switch goal := s.goal(); {
	case s.ramp < goal:
		s.ramp++
	case s.ramp > goal:
		s.ramp--
	}
	return 1 - (1-quarter)*float64(s.ramp)/160
}
