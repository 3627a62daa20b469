package sphinx

import (
	"fmt"
	"time"

	"parley/media"
	"parley/stt"
)

// block is what the decoder is given at once, counted from the utterance's first
// sample: with the room's frames it adds no wait.
const block = media.FrameSamples

// recogniser is the goroutine that owns a decoder while its stream is open.
type recogniser struct {
	d      *decoder
	events *events

	open      bool
	utterance uint64
	began     int64 // the utterance's first sample, of all written
	fed       int   // samples the decoder was given
	gaps      []gap
	shown     string
	looked    int // fed when the interim was last looked at
}

// run decodes until the audio is closed. After an error the decoder is in an
// unknown state.
func run(d *decoder, a *audio, q *events) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %T", r)
		}
	}()
	r := recogniser{d: d, events: q}
	var buf [block]int16
	for {
		m, at, n, ok := a.next(buf[:])
		switch {
		case !ok:
			return r.abandon()
		case n > 0:
			err = r.write(buf[:n], at)
		case m.begin:
			err = r.begin(m)
		default:
			err = r.end(m)
		}
		if err != nil {
			return err
		}
	}
}

func (r *recogniser) begin(m mark) error {
	*r = recogniser{d: r.d, events: r.events, open: true, utterance: m.utterance, began: m.at, gaps: r.gaps[:0]}
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
	r.events.put(stt.Event{Utterance: r.utterance, Text: text, Ends: r.d.ends(text)})
}

func (r *recogniser) end(m mark) error {
	r.open = false
	segments, err := r.d.end()
	if err != nil {
		return err
	}
	e := transcribe(segments, r.gaps)
	e.Utterance, e.Final, e.Took = m.utterance, true, time.Since(m.made)
	e.Ends = r.d.ends(e.Text)
	r.events.put(e)
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
