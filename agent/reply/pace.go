package reply

import (
	"sync"
	"time"
)

// Pace is how fast each voice speaks, learnt from what it has spoken; it decides
// how long the segments of a reply may be. All calls of a process share one. It
// is safe for concurrent use; the zero value knows no engine yet.
type Pace struct {
	mu      sync.Mutex
	engines map[string]*voicePace
}

const (
	// maxPaced is how many engines are remembered; of others nothing is known.
	maxPaced = 64
	// enoughSpoken is how many segments tell an engine's rate.
	enoughSpoken = 3
	// fading is what a measurement weighs after each newer one: about the last
	// twenty count, so that an engine that slows down is soon known to.
	fading = 0.95
)

// voicePace is what is known of one engine.
type voicePace struct {
	spoken      int
	first, last fit     // of the bytes of a segment, in seconds
	audio, text float64 // seconds and bytes, fading
}

// Note keeps what one segment of text took: until its first audio, until its
// last, and how long that is.
func (p *Pace) Note(engine string, text int, first, last, audio time.Duration) {
	if text <= 0 || audio <= 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.engines[engine]
	if g == nil {
		if len(p.engines) == maxPaced {
			return
		}
		if p.engines == nil {
			p.engines = map[string]*voicePace{}
		}
		g = &voicePace{}
		p.engines[engine] = g
	}
	g.spoken++
	g.first.add(float64(text), first.Seconds())
	g.last.add(float64(text), last.Seconds())
	g.audio = g.audio*fading + audio.Seconds()
	g.text = g.text*fading + float64(text)
}

// Rate is the engine's, the zero rate as long as too little was heard of it.
func (p *Pace) Rate(engine string) rate {
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.engines[engine]
	if g == nil || g.spoken < enoughSpoken {
		return rate{}
	}
	var r rate
	r.first, r.firstByte = g.first.line()
	r.last, r.lastByte = g.last.line()
	r.speech = g.audio / g.text
	return r
}

// fit is a straight line through measurements of which the older ones fade.
type fit struct{ n, x, y, xx, xy float64 }

func (f *fit) add(x, y float64) {
	f.n = f.n*fading + 1
	f.x = f.x*fading + x
	f.y = f.y*fading + y
	f.xx = f.xx*fading + x*x
	f.xy = f.xy*fading + x*y
}

// line is y = at + slope*x, neither below 0. Of lengths that are all alike the
// slope takes it all.
func (f *fit) line() (at, slope float64) {
	all := f.y / f.x
	const spread = 16 // bytes squared
	if v := f.n*f.xx - f.x*f.x; v > spread*f.n*f.n {
		slope = min(max((f.n*f.xy-f.x*f.y)/v, 0), all)
		return (f.y - slope*f.x) / f.n, slope
	}
	return 0, all
}
