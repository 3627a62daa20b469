package agenttest

import (
	"context"
	"io"
	"math"
	"strings"
	"sync"
	"time"

	"parley/media"
	"parley/stt"
)

// voiceLevel is the sample value of a scripted user's voice. The line that is
// spoken is coded in it, so that the recogniser knows what it hears.
const voiceLevel = 1000

// Detector hears the scripted user as the real VAD would: 32 ms windows, two
// for an onset, one for an end.
type Detector struct {
	held   []int16
	end    int64
	speech int
}

// Write implements agent.Detector.
func (d *Detector) Write(pcm []int16, report func(media.Window)) error {
	d.held = append(d.held, pcm...)
	for len(d.held) >= 512 {
		d.end += 512
		w := media.Window{End: d.end}
		loud := d.held[256] >= voiceLevel
		d.held = d.held[512:]
		switch {
		case loud:
			d.speech++
			w.Speech, w.Started, w.Prob = d.speech >= 2, d.speech == 2, 1
		default:
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

// STT recognises the scripted user.
type STT struct {
	// Final is the time from the end of an utterance to its transcript.
	Final time.Duration
	// Silent engines never give a transcript; Broken ones fail after the first
	// utterance.
	Silent, Broken bool

	mu    sync.Mutex
	lines []string
}

// line remembers a line and returns the sample value that speaks it.
func (e *STT) line(text string) int16 {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.lines = append(e.lines, text)
	return int16(voiceLevel + len(e.lines) - 1)
}

// Name implements stt.Engine.
func (*STT) Name() string { return "scripted" }

// Open implements stt.Engine.
func (e *STT) Open(context.Context, stt.Options) (stt.Stream, error) {
	return &stream{engine: e, events: make(chan stt.Event, 100), closed: make(chan struct{})}, nil
}

type stream struct {
	engine *STT
	events chan stt.Event
	closed chan struct{}
	once   sync.Once

	id    uint64
	heard map[int16]int // frames of each line
	order []int16
}

func (s *stream) Begin(id uint64) { s.id, s.heard, s.order = id, map[int16]int{}, nil }

func (s *stream) Write(pcm []int16) {
	v := pcm[len(pcm)/2]
	if v < voiceLevel || s.heard == nil {
		return
	}
	if s.heard[v] == 0 {
		s.order = append(s.order, v)
	}
	s.heard[v]++
	if s.heard[v]%10 == 0 && !s.engine.Silent {
		s.events <- stt.Event{Utterance: s.id, Text: s.text()}
	}
}

// text is one word for every 300 ms heard of each line, as one speaks.
func (s *stream) text() string {
	s.engine.mu.Lock()
	defer s.engine.mu.Unlock()
	var out []string
	for _, v := range s.order {
		words := strings.Fields(s.engine.lines[v-voiceLevel])
		n := int(math.Ceil(float64(s.heard[v]) * float64(media.PTime) / float64(perWord)))
		out = append(out, words[:min(n, len(words))]...)
	}
	return strings.Join(out, " ")
}

// perWord is how fast the scripted user talks: 200 words a minute.
const perWord = 300 * time.Millisecond

func (s *stream) End() {
	e := stt.Event{Utterance: s.id, Final: true, Text: s.text(), Confidence: 0.9, Took: s.engine.Final}
	s.heard = nil
	if s.engine.Silent {
		return
	}
	time.AfterFunc(s.engine.Final, func() { s.events <- e })
}

func (s *stream) Next(ctx context.Context) (stt.Event, error) {
	select {
	case e := <-s.events:
		if s.engine.Broken && e.Final {
			return e, io.ErrUnexpectedEOF
		}
		return e, nil
	case <-ctx.Done():
		return stt.Event{}, ctx.Err()
	case <-s.closed:
		return stt.Event{}, io.EOF
	}
}

func (s *stream) Close() error {
	s.once.Do(func() { close(s.closed) })
	return nil
}
