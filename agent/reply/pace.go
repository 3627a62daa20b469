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
func (p *Pace) Rate(engine string) Rate {
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.engines[engine]
	if g == nil || g.spoken < enoughSpoken {
		return Rate{}
	}
	var r Rate
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

// Rate is how fast an engine speaks; times are in seconds. The zero rate is that
// of an engine not known yet.
type Rate struct {
	// first and firstByte are what the first audio of a segment takes, for any
	// and for each byte of text; last and lastByte the same until all is there.
	first, firstByte float64
	last, lastByte   float64
	// speech is how long a byte of text is heard.
	speech float64
}

// lengths are bytes of text that a segment should have.
type lengths struct {
	// least is what even a sentence must have to be a segment of its own.
	least int
	// clause is the least of one that ends at a comma or the like.
	clause int
	// most is where a longer one is cut at a space.
	most int
	// reach is how far the end may be put off to a later one that is there
	// already.
	reach int
}

// Lengths in bytes. The first segment of a reply is as short as prosody allows,
// because the user waits for it; later ones are spoken while earlier ones play,
// so they may be longer and sound better.
const (
	firstClause = 12
	laterClause = 80
	longest     = 240
	// shortest is below what no clause is cut at a space.
	shortest = 24
	// leastSpan bounds lengths.least: a sentence and a half.
	leastSpan = 120
)

const (
	// unnoticed is a wait for the first audio that nobody notices: within it, a
	// first segment may be longer.
	unnoticed = 0.04
	// noticed is how much longer a wait is worth a whole clause.
	noticed = 0.7
	// margin is by how much engines are at times slower than measured.
	margin = 1.1
)

// lengths says how long the next segment should be. ahead is how many seconds
// of speech are there to be heard when its synthesis begins.
func (r Rate) lengths(first bool, ahead float64) lengths {
	l := lengths{clause: laterClause, most: longest}
	if first {
		l.clause = firstClause
	}
	if r.speech == 0 {
		return l
	}
	l.least = r.least()
	if first {
		l.reach = min(r.within(unnoticed), laterClause)
		l.most = max(r.within(noticed+margin*r.first), shortest, l.least)
		l.clause = max(l.clause, l.least)
		return l
	}
	l.most = max(r.within(ahead), shortest, l.least)
	l.clause = max(min(laterClause, l.most/2), l.least)
	return l
}

// least is the shortest segment that is heard for longer than it takes, and that
// leaves the time for one of the shortest after it: else those that follow come
// too late. Of an engine slower than speech they all do; the fewer, the better.
func (r Rate) least() int {
	gain := r.speech - margin*r.lastByte
	lead := r.speech - (r.lastByte - r.firstByte)
	if gain <= 0 || lead <= 0 {
		return leastSpan
	}
	next := margin*(r.first+shortest*r.firstByte) + r.last - r.first
	return min(int(max(margin*r.last/gain, next/lead)), leastSpan)
}

// within is the length of a segment whose first audio comes in the time given.
func (r Rate) within(seconds float64) int {
	left := seconds/margin - r.first
	if left <= 0 {
		return 0
	}
	return int(min(left/max(r.firstByte, 1e-6), longest))
}

// after is how much speech is ahead once a segment of n bytes is synthesised.
func (r Rate) after(first bool, ahead float64, n int) float64 {
	took := r.last + float64(n)*r.lastByte
	begun := r.first + float64(n)*r.firstByte
	heard := float64(n) * r.speech
	if first || ahead < begun { // it is heard from its first audio on
		return max(heard-max(took-begun, 0), 0)
	}
	return max(ahead+heard-took, 0)
}
