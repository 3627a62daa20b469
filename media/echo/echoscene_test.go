package echo_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"gopkg.in/hraban/opus.v2"

	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest"
	"parley/media/mediatest/voices"
)

// echoScene is an agent that talks for some six seconds to a user without echo
// cancellation. Levels are in dB against the agent's own.
type echoScene struct {
	voice int // of the agent; the user has the next
	delay time.Duration
	echo  float64 // level of the echo; below -100 there is none
	room  room    // between loudspeaker and microphone
	opus  bool    // on the way there and on the way back
	clip  bool    // a small loudspeaker, overdriven
	user  float64 // level of the user; below -100 there is none
	noise float64 // level of the noise
}

// room is what a room adds to the direct sound: tail in dB against it, gone by
// 60 dB after the given time.
type room struct {
	tail float64
	time time.Duration
}

// reflections are r's after the direct sound: their delays in samples, one every
// half millisecond from 2.5 ms on, and gains.
func (r room) reflections() (delays []int, gains []float64) {
	rng := rand.New(rand.NewPCG(1, 2))
	n := media.Samples(r.time)
	power := 0.0
	for i := 40; i < n; i += 8 {
		g := rng.NormFloat64() * math.Pow(10, -3*float64(i)/float64(n))
		delays, gains = append(delays, i+rng.IntN(8)), append(gains, g)
		power += g * g
	}
	for i := range gains {
		gains[i] *= mediatest.Gain(r.tail) / math.Sqrt(power)
	}
	return delays, gains
}

// parts are the sounds of the scene, as long as what the agent says.
func (s echoScene) parts(t testing.TB) (agent, returned, user, heard []int16) {
	t.Helper()
	for i := range 3 {
		agent = append(agent, voices.Say(t, voices.Names[s.voice], voices.Sentences[(s.voice+i)%len(voices.Sentences)])...)
		agent = append(agent, make([]int16, media.FrameSamples*10)...)
	}
	agent = agent[:len(agent)/media.FrameSamples*media.FrameSamples]
	loudness := mediatest.RMS(agent)
	away := agent
	if s.opus {
		away = overOpus(t, agent)
	}
	wet := make([]float64, len(agent))
	lag := media.Samples(s.delay)
	for i := lag; i < len(wet); i++ {
		x := float64(away[i-lag])
		if s.clip {
			x = 2 * loudness * math.Tanh(x/(2*loudness))
		}
		wet[i] = x * mediatest.Gain(s.echo)
	}
	dry := append([]float64(nil), wet...)
	delays, gains := s.room.reflections()
	for k, delay := range delays {
		for i := delay; i < len(wet); i++ {
			wet[i] += gains[k] * dry[i-delay]
		}
	}
	returned = mediatest.Mix(make([]int16, len(agent)), wet, 1)
	user = make([]int16, len(agent))
	if s.user > -100 {
		var talk []int16
		for i := range 3 {
			sentence := voices.Sentences[(s.voice+3+i)%len(voices.Sentences)]
			talk = append(talk, voices.Say(t, voices.Names[(s.voice+1)%len(voices.Names)], sentence)...)
		}
		level := loudness / mediatest.RMS(talk) * mediatest.Gain(s.user)
		for i := range min(len(user), len(talk)) {
			user[i] = int16(float64(talk[i]) * level)
		}
	}
	noise := mediatest.WhiteNoise(media.Duration(len(returned)), uint64(s.voice))
	heard = mediatest.Mix(mediatest.Mix(returned, noise, loudness*mediatest.Gain(s.noise)), floats(user), 1)
	if s.opus {
		heard = overOpus(t, heard)
	}
	return agent, returned, user, heard
}

func floats(pcm []int16) []float64 {
	out := make([]float64, len(pcm))
	for i, s := range pcm {
		out[i] = float64(s)
	}
	return out
}

// overOpus is pcm after the way through Parley's encoder and a decoder.
func overOpus(t testing.TB, pcm []int16) []int16 {
	t.Helper()
	enc, err := media.NewEncoder()
	if err != nil {
		t.Fatal(err)
	}
	dec, err := opus.NewDecoder(media.SampleRate, 1)
	if err != nil {
		t.Fatal(err)
	}
	out := make([]int16, len(pcm))
	for i := 0; i+media.FrameSamples <= len(pcm); i += media.FrameSamples {
		packet, err := enc.Encode(pcm[i:][:media.FrameSamples])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := dec.Decode(packet, out[i:][:media.FrameSamples]); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// scores plays a scene to a new Echo.
func scores(agent, heard []int16) []float64 {
	e := echo.New()
	var got []float64
	for i := 0; i+media.FrameSamples <= len(heard); i += media.FrameSamples {
		e.Played(agent[i:][:media.FrameSamples])
		score, _ := e.Score(heard[i:][:media.FrameSamples])
		got = append(got, score)
	}
	return got
}

// audible are the frames of pcm no more than span dB below its voiced level.
func audible(pcm []int16, span float64) []bool {
	var got []bool
	most := mediatest.RMS(pcm) * mediatest.Gain(-span)
	for i := 0; i+media.FrameSamples <= len(pcm); i += media.FrameSamples {
		sum := 0.0
		for _, s := range pcm[i:][:media.FrameSamples] {
			sum += float64(s) * float64(s)
		}
		got = append(got, math.Sqrt(sum/media.FrameSamples) > most)
	}
	return got
}

// desk is a laptop's.
var desk = room{tail: -6, time: 300 * time.Millisecond}

const never = -200.0 // dB: nothing of it

// settled is the first frame 300 ms after the echo is first heard.
func settled(returned []int16) int {
	at := slices.Index(audible(returned, 15), true)
	return at + int(300*time.Millisecond/media.PTime)
}
