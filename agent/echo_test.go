//go:build !race

package agent_test

import (
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/agenttest"
	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest"
	"parley/media/mediatest/voices"
	"parley/media/vad"
)

// openings are first lines of scenes, and how a voice may begin.
var openings = []string{
	"So, this project... Bold. Tell me why I shouldn't say no.",
	"Seven. This is call number seven. Go on, tell me my call is important.",
	"Here it comes. You've got your nurse face on. I've done my research, you know.",
	"Good evening, Hotel Aurora. You're wet. Do you have a booking?",
	"Hey. If this is about Tuesday: they loved it. You should be happy.",
	"First one on one, and no coffee? Should I be worried, or is it a diet?",
	"Oh. Um... hi. Which floor?",
}

// call is a call in which the character says its opening to l, and what came of it.
func (s *studio) call(t *testing.T, voice recorded, opening string, l *loudspeaker) (said []int16, seen *agenttest.Seen) {
	t.Helper()
	l.open(t)
	detector, err := s.model.NewDetector()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = detector.Close() }()
	denoiser, err := echo.NewDenoiser()
	if err != nil {
		t.Fatal(err)
	}
	defer denoiser.Close()
	synctest.Test(t, func(t *testing.T) {
		c := agenttest.Start(t, func(c *agenttest.Call, cfg *agent.Config) {
			c.Air = l
			cfg.Scenario.Opening, cfg.Scenario.Nudges = opening, nil
			cfg.STT, cfg.TTS, cfg.Detector, cfg.Denoiser, cfg.Echo = hearsay{}, voice, detector, denoiser, nil
			if !s.blind {
				cfg.Echo = echo.New()
			}
		})
		c.Wait(7 * time.Second)
		seen = c.Seen()
		c.Ending()
	})
	return l.said(), seen
}

// studio is what the tests of echoes share: voices, and the openings as they leave when
// nothing comes back.
type studio struct {
	model  *vad.Model
	voices []recorded
	alone  map[string][]int16
	blind  bool // calls have no echo gate
}

const (
	// nothing, in dB, comes back.
	nothing = -200
	// overEcho is how much longer than without it a user who speaks over an echo takes
	// to silence the character.
	overEcho = 250 * time.Millisecond
)

func newStudio(t *testing.T) *studio {
	s := &studio{model: mediatest.OpenVADModel(t), alone: map[string][]int16{}}
	for _, name := range []string{"slt", "rms", "awb", "kal16"} {
		s.voices = append(s.voices, record(t, name))
	}
	return s
}

// play is the i-th call, to a place, and reports whether the opening was heard whole, every
// sample of it at its full level, and how many turns were taken for the user's.
func (s *studio) play(t *testing.T, i int, at place) (whole bool, turns int) {
	t.Helper()
	voice, opening := s.voices[i%len(s.voices)], openings[i%len(openings)]
	key := voice.name + opening
	if s.alone[key] == nil {
		s.alone[key], _ = s.call(t, voice, opening, &loudspeaker{place: place{gain: nothing, noise: -90}})
	}
	at.seed = uint64(i)
	said, seen := s.call(t, voice, opening, &loudspeaker{place: at})
	for _, turn := range seen.Turns {
		if turn.Role == parley.User {
			turns++
		}
	}
	whole = slices.Equal(said, s.alone[key])
	if !whole || turns > 0 {
		t.Logf("%+v dB after %v, %s: whole %v, user's turns %d, overlaps %v", at.gain, at.delay, voice.name, whole, turns, seen.Overlaps())
	}
	return whole, turns
}

// What an assistant or a character says first comes back at once, at a delay and a
// level that nobody knows yet.
func TestTheOpeningIsNotStoppedByItsEcho(t *testing.T) {
	s := newStudio(t)
	for _, gain := range []float64{-12, -18} {
		all, turns := 0, 0
		for i := range 20 {
			l := place{gain: gain, delay: time.Duration(200+i*37%201) * time.Millisecond, noise: -65 + float64(i%3)*5}
			if i%2 == 1 {
				l.reflections = walls(-6, 200*time.Millisecond, uint64(i))
			}
			if i%5 == 4 { // the client's buffer grows by a frame
				l.later, l.laterAfter = media.PTime, time.Second+time.Duration(i)*50*time.Millisecond
			}
			whole, n := s.play(t, i, l)
			if turns += n; whole {
				all++
			}
		}
		t.Logf("%v dB: the opening is whole in %d of 20 calls, %d turns of the user's", gain, all, turns)
		if all < 19 || turns > 0 {
			t.Errorf("%v dB: the opening is whole in %d of 20 calls, want 19; %d turns of the user's, want none", gain, all, turns)
		}
	}
}

// Echoes that are louder, softer, sooner and later than most, overdriven, or that jump.
func TestTheOpeningAndUnusualEchoes(t *testing.T) {
	s := newStudio(t)
	desk := walls(-6, 250*time.Millisecond, 1)
	for name, c := range map[string]place{
		"as loud as it was played": {gain: 0, delay: 250 * time.Millisecond, noise: -70},
		"-3 dB":                    {gain: -3, delay: 310 * time.Millisecond, noise: -70},
		"-24 dB":                   {gain: -24, delay: 250 * time.Millisecond, noise: -70},
		"at once":                  {gain: -12, noise: -70},
		"600 ms":                   {gain: -12, delay: 600 * time.Millisecond, noise: -70},
		"800 ms":                   {gain: -12, delay: 800 * time.Millisecond, noise: -70},
		"a little overdriven":      {gain: -9, delay: 200 * time.Millisecond, noise: -70, clip: 12000},
		"jumps by 60 ms": {
			gain: -12, delay: 200 * time.Millisecond, noise: -70, later: 60 * time.Millisecond, laterAfter: 1300 * time.Millisecond,
		},
	} {
		all, turns := 0, 0
		for i := range 4 {
			l := c
			l.reflections = desk
			l.delay += time.Duration(i*7) * time.Millisecond
			whole, n := s.play(t, i, l)
			if turns += n; whole {
				all++
			}
		}
		t.Logf("%s: the opening is whole in %d of 4 calls, %d turns of the user's", name, all, turns)
		if all < 3 || turns > 1 {
			t.Errorf("%s: the opening is whole in %d of 4 calls, want 3; %d turns of the user's, want one at most", name, all, turns)
		}
	}
}

// A user who speaks into the first words stops the character as soon as without an
// echo gate if nothing comes back, and over an echo as well.
func TestTheUserSpeaksIntoTheOpening(t *testing.T) {
	s := newStudio(t)
	for i := range 8 {
		pcm := voices.Say(t, voices.Names[i%len(voices.Names)], voices.Sentences[i%len(voices.Sentences)])
		at := time.Duration(300+150*i) * time.Millisecond
		stops := func(gain float64, deaf bool) time.Duration {
			l := &loudspeaker{place: place{gain: gain, delay: 250 * time.Millisecond, noise: -65, seed: uint64(i)}}
			l.says(at, pcm, -3)
			s.blind = deaf
			_, seen := s.call(t, s.voices[i%len(s.voices)], openings[i%2], l)
			if !slices.ContainsFunc(seen.Turns, func(t parley.Turn) bool { return t.Role == parley.User }) {
				t.Errorf("user %d, echo %v dB: the turns are %v, want one of the user's", i, gain, seen.Turns)
			}
			return l.stopped(at)
		}
		without, with, over := stops(nothing, true), stops(nothing, false), stops(-12, false)
		t.Logf("user %d at %v: silent at %v without an echo gate, %v with, %v over an echo", i, at, without, with, over)
		if with > without+media.PTime {
			t.Errorf("user %d: silent at %v, want %v as without an echo gate", i, with, without)
		}
		if over > without+overEcho {
			t.Errorf("user %d: silent at %v over an echo, want %v", i, over, without+overEcho)
		}
	}
}
