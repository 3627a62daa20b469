package agenttest

import (
	"fmt"
	"strings"
	"sync"
	"time"

	"parley/media"
)

// kind is what a sound is to those who listen for speech.
type kind int16

const (
	still     kind = iota
	speech         // words
	noise          // a cough, a hum: like speech to the VAD, no words in it
	knock          // loud, but nothing the VAD takes for speech
	echo           // the character's own words, from the loudspeaker
	recording      // real sound, for a real detector
)

// Levels of sounds, as sample values. soft is 17 dB below loud; hush is the
// noise of a quiet room.
const (
	loud = 3000
	soft = 400
	hush = 2
)

// sound is something the user's microphone picks up.
type sound struct {
	at     time.Duration
	frames int
	kind   kind
	level  int16
	line   int16   // number of the words in it
	pcm    []int16 // of a recording
}

func (s sound) end() time.Duration { return s.at + time.Duration(s.frames)*media.PTime }

// The first samples of a frame tell what is in it, so that the engines of the
// test recognise it without listening: the rest is a tone of the sound's level.
const (
	codeKind = iota
	codeLine
	codeFrame // number of the frame in the sound
	codes
)

// halfWave is half the period of the tone, in samples: 200 Hz; that of an "s" is bright.
const (
	halfWave = media.SampleRate / 400
	bright   = 2
)

// paint makes pcm the i-th frame of s. Words dip to the noise of the room for
// two frames in fifteen, as speech does, and hiss for two before.
func (s sound) paint(pcm []int16, i int) {
	if s.kind == recording {
		copy(pcm, s.pcm[i*media.FrameSamples:])
		return
	}
	level, half := s.level, halfWave
	if at := i % 15; s.kind == speech && (at == 4 || at == 5) {
		half = bright
	} else if s.kind == speech && (at == 6 || at == 7) {
		level = hush
	}
	for j := range pcm {
		if j%half == 0 {
			level = -level
		}
		pcm[j] = level
	}
	pcm[codeKind], pcm[codeLine], pcm[codeFrame] = int16(s.kind), s.line, int16(i)
}

// mic is the user's microphone: sounds by the clock, silence between them, and
// gaps in which no frame arrives at all.
type mic struct {
	mu     sync.Mutex
	sounds []sound
	gaps   []sound
	all    []sound
}

func (m *mic) plays(s sound) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.all = append(m.all, s)
	if s.kind == still {
		m.gaps = append(m.gaps, s)
		return
	}
	m.sounds = append(m.sounds, s)
}

// frame makes the frame recorded from at on and reports whether it arrives.
func (m *mic) frame(at time.Duration, pcm []int16) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	over := func(s sound) bool { return s.end() <= at }
	for len(m.gaps) > 0 && over(m.gaps[0]) {
		m.gaps = m.gaps[1:]
	}
	for len(m.sounds) > 0 && over(m.sounds[0]) {
		m.sounds = m.sounds[1:]
	}
	if len(m.gaps) > 0 && at >= m.gaps[0].at {
		return false
	}
	now, i := sound{level: hush}, 0
	for _, s := range m.sounds {
		if at > s.at-media.PTime && !over(s) {
			now, i = s, int(max(0, at-s.at)/media.PTime)
		}
	}
	now.paint(pcm, i)
	return true
}

// Sound tells of a sound of the user's.
type Sound string

// heard tells of every sound so far.
func (m *mic) heard(l *lines) []Shown {
	m.mu.Lock()
	defer m.mu.Unlock()
	var out []Shown
	for _, s := range m.all {
		text := [...]string{"no frames", "says", "coughs", "knocks", "hears the character", "plays a recording"}[s.kind]
		if s.kind == speech || s.kind == echo {
			text += fmt.Sprintf(" %q", strings.Join(l.get(s.line).words, " "))
		}
		out = append(out, Shown{s.at, Sound(fmt.Sprintf("%s until %.2f", text, s.end().Seconds()))})
	}
	return out
}
