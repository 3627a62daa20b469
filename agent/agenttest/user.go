package agenttest

import (
	"time"

	"parley/media"
	gate "parley/media/echo"
	"parley/media/vad"
)

// Detector hears the scripted user as the real VAD would: 32 ms windows, two
// for an onset, one for an end.
type Detector struct {
	frames, end int64
	voiced      [4]float32 // how sure it is of speech, of the latest frames
	speech      int
}

// doubt is how sure the real one is of coughs (docs/hearing.md).
const doubt = 0.6

// window is the VAD's, in samples.
const window = 512

// Write implements agent.Detector.
func (d *Detector) Write(pcm []int16, report func(vad.Window)) error {
	k := kind(pcm[codeKind])
	d.voiced[d.frames%int64(len(d.voiced))] = map[kind]float32{speech: 1, echo: 1, noise: doubt}[k]
	d.frames++
	for d.end+window <= d.frames*media.FrameSamples {
		middle := (d.end + window/2) / media.FrameSamples
		d.end += window
		w := vad.Window{End: d.end, Prob: d.voiced[middle%int64(len(d.voiced))]}
		if w.Prob > 0 {
			d.speech++
			w.Speech, w.Started = d.speech >= 2, d.speech == 2
		} else {
			w.Ended = d.speech >= 2
			d.speech = 0
		}
		report(w)
	}
	return nil
}

// Quiet is a denoiser that changes nothing.
type Quiet struct{}

// Process implements agent.Denoiser.
func (Quiet) Process([]int16) {}

// Gate is an echo gate. A blind one lets every echo pass.
type Gate struct{ Blind bool }

// Played implements agent.Echo.
func (Gate) Played([]int16) {}

// Heard implements agent.Echo.
func (g Gate) Heard(pcm []int16) gate.Voice {
	if kind(pcm[codeKind]) == echo && !g.Blind {
		return gate.OwnVoice
	}
	return gate.OtherVoice
}

// perWord is how fast the scripted user talks: 200 words a minute.
const perWord = 300 * time.Millisecond
