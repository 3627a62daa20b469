package openai

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"parley/media"
	"parley/stt"
)

// heard is what a service makes of a part.
type heard struct {
	text   string
	words  []stt.Word
	doubts doubts
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
			p.err = fmt.Errorf("%s: transcribe: panic: %T", s.engine.Name(), r)
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

// collect turns parts into events, utterance by utterance.
func (s *Stream) collect() {
	for {
		u := s.next()
		if u == nil {
			return
		}
		final := s.join(u)
		select {
		case s.events <- final:
		case <-s.ctx.Done():
			return
		}
	}
}

// next waits for the next utterance that has ended; nil when the stream closes.
func (s *Stream) next() *utterance {
	for {
		s.mu.Lock()
		if len(s.queue) > 0 {
			u := s.queue[0]
			s.queue = s.queue[1:]
			s.mu.Unlock()
			return u
		}
		s.mu.Unlock()
		select {
		case <-s.ended:
		case <-s.ctx.Done():
			return nil
		}
	}
}

// join waits for u's parts, showing interims, and returns the final.
func (s *Stream) join(u *utterance) stt.Event {
	e := stt.Event{Utterance: u.id, Final: true}
	var texts []string
	var all doubts
	for _, p := range u.parts {
		s.follow(u.id, texts, p)
		if p.err != nil && e.Err == nil {
			e.Err = p.err
		}
		if p.heard.text != "" {
			texts = append(texts, p.heard.text)
		}
		all.merge(p.heard.doubts, len(p.heard.text))
		for _, w := range p.heard.words {
			w.Start, w.End = w.Start+p.start, w.End+p.start
			e.Words = append(e.Words, w)
		}
	}
	e.Took = time.Since(u.ended)
	if e.Err != nil {
		e.Words = nil
		return e
	}
	e.Text = strings.Join(texts, " ")
	e.Confidence, e.Evidence = all[confidence].value(), all.evidence(s.form.prompt)
	return e
}

// follow shows p's text as it grows, after the texts before it, until p is done.
func (s *Stream) follow(id uint64, before []string, p *part) {
	for over := false; !over; {
		select {
		case <-p.grown:
		case <-p.done: // soon after the stream closes: p's request ends with it
			over = true
		}
		text := p.news()
		if text == "" {
			continue
		}
		text = strings.Join(append(before[:len(before):len(before)], text), " ")
		select {
		case s.events <- stt.Event{Utterance: id, Text: text, Evidence: stt.Evidence{Prompt: s.form.prompt}}:
		default:
		}
	}
}
