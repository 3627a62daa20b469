package sphinx

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parley/media"
	"parley/stt"
)

// interimStep is the audio between two looks at the interim text: at most ten
// interims a second.
const interimStep = media.SampleRate / 10

// queueLength is how much audio waits for the decoder at most. It decodes at
// some seven times real time, so more than a few hundred ms wait only on an
// overloaded machine.
const queueLength = 8 * time.Second

// mark is where an utterance begins or ends in the audio.
type mark struct {
	utterance uint64
	begin     bool
}

// Stream implements stt.Stream. Audio waits for the decoder in a queue of
// queueLength; if that is full the oldest is dropped, see Dropped.
type Stream struct {
	audio  *media.Queue[mark]
	events *stt.Queue
	done   chan struct{}
	close  func()

	open      bool // an utterance is open; the writer's only
	utterance uint64
}

var _ stt.Stream = (*Stream)(nil)

func startStream(p *pool, d *decoder) *Stream {
	s := &Stream{audio: media.NewQueue[mark](queueLength), events: stt.NewQueue(), done: make(chan struct{})}
	s.close = sync.OnceFunc(func() {
		s.audio.Close()
		s.events.Close()
		<-s.done
	})
	go func() {
		defer close(s.done)
		if err := run(d, s.audio, s.events); err != nil {
			s.events.Fail(fmt.Errorf("recognise speech: %w", err))
			p.discard(d)
			return
		}
		p.release(d)
	}()
	return s
}

// Begin implements stt.Stream. It first ends an utterance that is still open.
func (s *Stream) Begin(id uint64) {
	s.End()
	s.open, s.utterance = true, id
	s.audio.Mark(mark{id, true})
}

// Write implements stt.Stream.
func (s *Stream) Write(pcm []int16) {
	if s.open {
		s.audio.Write(pcm)
	}
}

// End implements stt.Stream. Without an open utterance it does nothing.
func (s *Stream) End() {
	if s.open {
		s.open = false
		s.audio.Mark(mark{s.utterance, false})
	}
}

// Next implements stt.Stream. An interim that was not read in time gives way to
// the next event of its utterance.
func (s *Stream) Next(ctx context.Context) (stt.Event, error) { return s.events.Next(ctx) }

// Close implements stt.Stream. It gives the decoder back and waits for the
// goroutine that used it, at most the time of one block of audio.
func (s *Stream) Close() error {
	s.close()
	return nil
}

// Dropped is how many samples were lost because the decoder fell behind. It may
// be called from any goroutine.
func (s *Stream) Dropped() int64 { return s.audio.Dropped() }

// block is what the decoder is given at once, counted from the utterance's first
// sample: it adapts between two blocks, so what it hears depends on where they
// end. With the room's frames the wait for a whole one is nothing.
const block = media.FrameSamples

// recogniser is the goroutine that owns a decoder while its stream is open.
type recogniser struct {
	d      *decoder
	events *stt.Queue

	open      bool
	utterance uint64
	began     int64 // the utterance's first sample, of all written
	fed       int   // samples the decoder was given
	gaps      []gap
	shown     string
	looked    int // fed when the interim was last looked at
}

// run decodes until the audio is closed, in whole blocks but for the last of an
// utterance. After an error the decoder is in an
// unknown state.
func run(d *decoder, a *media.Queue[mark], q *stt.Queue) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %T", r)
		}
	}()
	r := recogniser{d: d, events: q}
	var buf [block]int16
	for {
		next, ok := a.Next(buf[:], len(buf))
		switch {
		case !ok:
			return r.abandon()
		case next.Samples > 0:
			err = r.write(buf[:next.Samples], next.At)
		case next.Mark.begin:
			err = r.begin(next)
		default:
			err = r.end(next)
		}
		if err != nil {
			return err
		}
	}
}

func (r *recogniser) begin(m media.Queued[mark]) error {
	*r = recogniser{d: r.d, events: r.events, open: true, utterance: m.Mark.utterance, began: m.At, gaps: r.gaps[:0]}
	return r.d.begin()
}

func (r *recogniser) write(pcm []int16, at int64) error {
	known := 0
	for _, g := range r.gaps {
		known += g.lost
	}
	if lost := int(at-r.began) - r.fed - known; lost > 0 {
		r.gaps = append(r.gaps, gap{r.fed, lost})
	}
	if err := r.d.write(pcm); err != nil {
		return err
	}
	r.fed += len(pcm)
	if r.fed-r.looked >= interimStep {
		r.looked = r.fed
		r.show()
	}
	return nil
}

func (r *recogniser) show() {
	text := r.d.interim()
	if text == "" || text == r.shown {
		return
	}
	r.shown = text
	r.events.Put(stt.Event{Utterance: r.utterance, Text: text, Ends: r.d.ends(text)})
}

func (r *recogniser) end(m media.Queued[mark]) error {
	r.open = false
	segments, err := r.d.end()
	if err != nil {
		return err
	}
	e := transcribe(segments, r.gaps)
	e.Utterance, e.Final, e.Took = m.Mark.utterance, true, time.Since(m.Made)
	e.Ends = r.d.ends(e.Text)
	r.events.Put(e)
	return nil
}

// abandon leaves the decoder ready for another speaker.
func (r *recogniser) abandon() error {
	if !r.open {
		return nil
	}
	r.open = false
	_, err := r.d.end()
	return err
}
