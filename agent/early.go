package agent

import (
	"time"

	"parley/agent/turn"
	"parley/stt"
)

const (
	// earlySpare is how many requests for an early transcript may be made for
	// nothing before it is left at one a turn; each utterance gives one back.
	earlySpare = 3
)

// early has the recogniser transcribe an utterance in the first silence that may
// be its end, and takes that back as the user goes on. It belongs to the ear.
type early struct {
	// fresh is set while something was heard that the recogniser has not been
	// paused after, paused while it is.
	fresh, paused bool
	// voiced is the VAD's word on the frame before.
	voiced bool
	// spare is how many requests may still be made for nothing.
	spare int
}

// begin begins an utterance, within which the user may speak already.
func (l *early) begin(voiced bool) {
	l.fresh, l.paused = voiced, false
	l.spare = min(l.spare+1, earlySpare)
}

// recogniseEarly looks at the frame just heard.
func (e *ear) recogniseEarly() {
	l, d := &e.early, &e.edges
	onset := d.voiced && !l.voiced
	l.voiced = d.voiced
	silence := d.silence()
	switch {
	case d.voiced && (d.sound.Loud || onset), l.paused && d.voiced && silence >= reach:
		l.fresh = true
		if l.paused {
			e.resume()
		}
	case e.open && l.fresh && !l.paused && l.spare > 0 && !(d.voiced && silence >= reach):
		e.pause(silence)
	}
}

// pause asks for an early transcript if the silence is long enough.
func (e *ear) pause(silence time.Duration) {
	p := e.pauser()
	if p == nil {
		return
	}
	if least := p.Lull(); least <= 0 || silence < least {
		return
	}
	p.Pause()
	e.early.paused, e.early.fresh = true, false
	at := e.edges.offset
	if e.edges.voiced {
		at = e.edges.tail
	}
	e.put(turn.EarlyRequest{On: true, At: at})
}

// resume takes the early transcript back.
func (e *ear) resume() {
	e.early.paused = false
	if p := e.pauser(); p != nil && p.Resume() {
		e.early.spare--
		e.put(recognisedEarly{kept: false})
	}
	e.put(turn.EarlyRequest{})
}

// pauser is the recogniser that hears the open utterance, nil if it cannot pause.
func (e *ear) pauser() stt.Pauser {
	s := e.stream.Load()
	if s == nil || s != e.begun {
		return nil
	}
	p, _ := (*s).(stt.Pauser)
	return p
}
