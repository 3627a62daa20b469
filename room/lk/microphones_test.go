package lk

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"parley/media"
)

// speech is words of noise, alike nowhere else, with pauses of near silence between
// them: what a voice said, and where each moment of it is.
type speech struct {
	pcm   []int16
	words []bool // by frame
	place map[[3]int16]int
}

func newSpeech(rng *rand.Rand, d time.Duration) *speech {
	s := &speech{place: map[[3]int16]int{}}
	n := media.Samples(d) / media.FrameSamples
	for len(s.words) < n {
		for word, left := len(s.words) == 0 || !s.words[len(s.words)-1], 8+rng.IntN(40); left > 0; left-- {
			s.words = append(s.words, word)
		}
	}
	low := 0.0
	for _, word := range s.words {
		for range media.FrameSamples {
			low += 0.4 * (rng.NormFloat64()*6000 - low)
			x := low
			if !word {
				x /= 1000
			}
			s.pcm = append(s.pcm, int16(x))
		}
	}
	for i := range s.pcm[:len(s.pcm)-3] {
		s.place[[3]int16(s.pcm[i:])] = i
	}
	return s
}

// within is a frame in the middle of a word, from a frame on.
func (s *speech) within(from int) int {
	for slices.Contains(s.words[from-10:from+10], false) {
		from++
	}
	return from
}

// at is the frame that a track which is later by some samples carries at a tick.
func (s *speech) at(tick, later int) []int16 {
	frame := make([]int16, media.FrameSamples)
	for i := range frame {
		if k := tick*media.FrameSamples + i - later; k >= 0 && k < len(s.pcm) {
			frame[i] = s.pcm[k]
		}
	}
	return frame
}

// told is what was heard of s: how many frames of its words were heard twice, and how
// many were not although they were said in from-to.
func (s *speech) told(heard [][]int16, from, to int) (twice, lost int) {
	times := make([]int, len(s.words)+2)
	for _, frame := range heard {
		for i := 0; i+3 <= len(frame); i += 20 {
			if at, ok := s.place[[3]int16(frame[i:])]; ok {
				times[at/media.FrameSamples]++
			}
		}
	}
	const whole = media.FrameSamples / 20 // probes of a frame
	for i, word := range s.words {
		switch {
		case !word || i < from || i >= to:
		case times[i] > whole+whole/2:
			twice++
		case times[i] < whole/2:
			lost++
		}
	}
	return twice, lost
}

// mics is a choice under test, with a clock of frames.
type mics struct {
	choice
	now   time.Time
	heard [][]int16
}

func newMics(ids ...string) *mics {
	m := &mics{now: time.Unix(0, 0).Add(time.Hour)}
	m.audio = func(pcm []int16) { m.heard = append(m.heard, slices.Clone(pcm)) }
	for _, id := range ids {
		m.add(id, nil)
	}
	return m
}

// silence is what a muted track carries.
var silence [media.FrameSamples]int16

// play plays ticks; each track says what it carries at a tick, nil for nothing.
func (m *mics) play(from, to int, tracks map[string]func(tick int) []int16) {
	for tick := from; tick < to; tick++ {
		m.now = m.now.Add(media.PTime)
		for _, id := range slices.Sorted(func(yield func(string) bool) {
			for id := range tracks {
				if !yield(id) {
					return
				}
			}
		}) {
			if frame := tracks[id](tick); frame != nil {
				m.frame(id, frame, m.now)
			}
		}
	}
}

// A client that has published its microphone twice is one voice: each word is heard
// once, whatever the two carry and whichever ends.
func TestTwoMicrophonesAreOneVoice(t *testing.T) {
	s := newSpeech(rand.New(rand.NewPCG(1, 1)), 12*time.Second)
	const end = 600
	half := s.within(280)
	carries := func(later time.Duration) func(int) []int16 {
		return func(tick int) []int16 { return s.at(tick, media.Samples(later)) }
	}
	mute := func(int) []int16 { return silence[:] }
	none := func(int) []int16 { return nil }
	between := func(from, to int, during, else_ func(int) []int16) func(int) []int16 {
		return func(tick int) []int16 {
			if tick >= from && tick < to {
				return during(tick)
			}
			return else_(tick)
		}
	}
	ms := time.Millisecond
	for name, c := range map[string]struct {
		a, b func(int) []int16
		ends int // when a ends; 0 is never
	}{
		"the second is silent":            {a: carries(0), b: mute},
		"the first is silent":             {a: mute, b: carries(0)},
		"the first sends nothing":         {a: none, b: carries(0)},
		"both carry it":                   {a: carries(0), b: carries(0)},
		"both, the second later":          {a: carries(0), b: carries(120 * ms)},
		"both, the first later":           {a: carries(200 * ms), b: carries(0)},
		"the first ends":                  {a: carries(0), b: carries(0), ends: half},
		"the first ends, the second late": {a: carries(0), b: carries(170 * ms), ends: half},
		"the first ends, it was late":     {a: carries(170 * ms), b: carries(0), ends: half},
		"the first falls silent":          {a: between(0, half, carries(0), mute), b: carries(60 * ms)},
		"the first sends no more":         {a: between(0, half, carries(0), none), b: carries(20 * ms)},
		"muted and back":                  {a: between(200, 350, mute, carries(0)), b: carries(90 * ms)},
		"the second comes and goes":       {a: between(150, 400, mute, carries(0)), b: between(140, 410, carries(0), mute)},
	} {
		t.Run(name, func(t *testing.T) {
			m := newMics("a", "b")
			tracks := map[string]func(int) []int16{"a": c.a, "b": c.b}
			if c.ends > 0 {
				m.play(0, c.ends, tracks)
				m.choice.ended("a", m.now)
				delete(tracks, "a")
				m.play(c.ends, end, tracks)
			} else {
				m.play(0, end, tracks)
			}
			if twice, lost := s.told(m.heard, 0, end-40); twice > 1 || lost > 2 {
				t.Errorf("%d frames of speech are heard twice and %d are lost, want at most 1 and 2", twice, lost)
			}
		})
	}
}

// Two microphones of one person, who turns from one to the other.
func TestMicrophonesThatAlternate(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	a, b := newSpeech(rng, 12*time.Second), newSpeech(rng, 12*time.Second)
	m := newMics("a", "b")
	turn := func(tick int) bool { return tick/100%2 == 0 }
	m.play(0, 600, map[string]func(int) []int16{
		"a": func(tick int) []int16 {
			if turn(tick) {
				return a.at(tick, 0)
			}
			return silence[:]
		},
		"b": func(tick int) []int16 {
			if !turn(tick) {
				return b.at(tick, 0)
			}
			return silence[:]
		},
	})
	for from := 0; from < 600; from += 100 {
		s := a
		if !turn(from) {
			s = b
		}
		if twice, lost := s.told(m.heard, from, min(from+100, 560)); twice > 1 || lost > 2 {
			t.Errorf("from %v on %d frames of speech are heard twice and %d are lost", time.Duration(from)*media.PTime, twice, lost)
		}
	}
}

// Whatever tracks do, no word is heard twice nor out of order, and none is lost while any
// track carries it for long enough.
func TestMicrophonesAtRandom(t *testing.T) {
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 4))
		s := newSpeech(rng, 16*time.Second)
		m := newMics()
		tracks := map[string]func(int) []int16{}
		on := map[string]bool{}
		join := func(i int) {
			id, later, noise := fmt.Sprint(i), rng.IntN(media.Samples(200*time.Millisecond)), rng.IntN(2)
			m.add(id, nil)
			on[id] = true
			tracks[id] = func(tick int) []int16 {
				if on[id] {
					return s.at(tick, later)
				}
				if noise == 0 {
					return nil
				}
				return silence[:]
			}
		}
		join(0)
		for tick := 0; tick < 800; tick += 100 { // 2 s each
			if len(tracks) < 3 && rng.IntN(2) == 0 {
				join(tick + 1)
			}
			carrying := 0
			for _, id := range slices.Sorted(keys(tracks)) {
				on[id] = rng.IntN(3) > 0
				if on[id] {
					carrying++
				}
			}
			if carrying == 0 {
				on[slices.Sorted(keys(tracks))[0]] = true
			}
			m.play(tick, tick+100, tracks)
		}
		// Two tracks that change in the same moment may cost a few frames.
		if twice, lost := s.told(m.heard, 0, 760); twice > 10 || lost > 20 {
			t.Errorf("seed %d: %d frames of speech are heard twice and %d are lost", seed, twice, lost)
		}
	}
}

func keys(m map[string]func(int) []int16) func(func(string) bool) {
	return func(yield func(string) bool) {
		for id := range m {
			if !yield(id) {
				return
			}
		}
	}
}

// However many tracks a client publishes, a few are listened to, and the one that is
// heard among them.
func TestManyMicrophones(t *testing.T) {
	s := newSpeech(rand.New(rand.NewPCG(3, 3)), 4*time.Second)
	m := newMics("0")
	tracks := map[string]func(int) []int16{"0": func(tick int) []int16 { return s.at(tick, 0) }}
	m.play(0, 50, tracks)
	stopped := 0
	for i := 1; i <= 10; i++ {
		m.add(fmt.Sprint(i), func() { stopped++ })
	}
	m.play(50, 200, tracks)
	if len(m.tracks) != maxMicrophones || stopped != 10-maxMicrophones+1 {
		t.Errorf("%d tracks are listened to and %d stopped, want %d and %d", len(m.tracks), stopped, maxMicrophones, 10-maxMicrophones+1)
	}
	if twice, lost := s.told(m.heard, 0, 200); twice+lost > 0 {
		t.Errorf("of the one that was heard %d frames are heard twice and %d are lost", twice, lost)
	}
}
