package openai

import (
	"context"
	"fmt"
	"sync"
	"time"

	"parley/media"
	"parley/stt"
)

// heard is what a service makes of a part.
type heard struct {
	text       string
	words      []stt.Word
	confidence float64
}

// part is the audio of one request and what comes of it. Its fields but pcm and
// so far are set before done is closed and not after.
type part struct {
	ctx    context.Context //nolint:containedctx // its request's life
	cancel context.CancelFunc
	start  time.Duration // in its utterance
	pcm    []int16
	heard  heard
	err    error
	done   chan struct{}
	grown  chan struct{} // capacity 1
	// detached is set once Stream.detach has been called; under the stream's mu.
	detached bool

	mu    sync.Mutex
	soFar string
}

func (s *Stream) newPart(pcm []int16, start time.Duration) *part {
	ctx, cancel := context.WithCancel(s.ctx)
	return &part{ctx: ctx, cancel: cancel, start: start, pcm: pcm, done: make(chan struct{}), grown: make(chan struct{}, 1)}
}

// fail ends a part that is not sent.
func (p *part) fail(err error) {
	p.pcm, p.err = nil, err
	p.cancel()
	close(p.done)
}

// transcribe asks for p's text in its turn. A panic ends p, and not the calls
// beside it.
func (p *part) transcribe(s *Stream) {
	defer close(p.done)
	defer p.cancel()
	defer func() {
		if r := recover(); r != nil {
			p.err = s.engine.named(fmt.Errorf("transcribe: panic: %T", r))
		}
		p.pcm = nil
	}()
	select {
	case s.slots <- struct{}{}:
		defer func() { <-s.slots }()
	case <-p.ctx.Done():
		p.err = p.ctx.Err()
		return
	}
	p.heard, p.err = s.engine.transcribe(p.ctx, s.form, p.pcm, p.show)
}

// show notes the text so far.
func (p *part) show(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.soFar = text
	select {
	case p.grown <- struct{}{}:
	default:
	}
}

// news is the text so far, empty if it was asked for before.
func (p *part) news() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := p.soFar
	p.soFar = ""
	return text
}

// quietest is where to cut pcm: the quietest frame within the last quietSearch,
// the latest of equals.
func quietest(pcm []int16) int {
	best, at := uint8(0), len(pcm)
	for end := len(pcm); end > len(pcm)-media.Samples(quietSearch); end -= media.FrameSamples {
		if level := media.Level(pcm[end-media.FrameSamples : end]); level > best {
			best, at = level, end
		}
	}
	return at
}
