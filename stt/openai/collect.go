package openai

import (
	"strings"
	"time"

	"parley/stt"
)

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
	confident, known := 0.0, 0
	for _, p := range u.parts {
		s.follow(u.id, texts, p)
		if p.err != nil && e.Err == nil {
			e.Err = p.err
		}
		if p.heard.text != "" {
			texts = append(texts, p.heard.text)
		}
		if p.heard.confidence > 0 {
			confident, known = confident+p.heard.confidence, known+1
		}
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
	e.Confidence = confident / float64(max(known, 1))
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
		case s.events <- stt.Event{Utterance: id, Text: text}:
		default:
		}
	}
}
