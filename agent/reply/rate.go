package reply

// rate is how fast an engine speaks; times are in seconds. The zero rate is that
// of an engine not known yet.
type rate struct {
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
// so they may be longer and sound better (livekit.md section 5).
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
func (r rate) lengths(first bool, ahead float64) lengths {
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
func (r rate) least() int {
	gain := r.speech - margin*r.lastByte
	lead := r.speech - (r.lastByte - r.firstByte)
	if gain <= 0 || lead <= 0 {
		return leastSpan
	}
	next := margin*(r.first+shortest*r.firstByte) + r.last - r.first
	return min(int(max(margin*r.last/gain, next/lead)), leastSpan)
}

// within is the length of a segment whose first audio comes in the time given.
func (r rate) within(seconds float64) int {
	left := seconds/margin - r.first
	if left <= 0 {
		return 0
	}
	return int(min(left/max(r.firstByte, 1e-6), longest))
}

// after is how much speech is ahead once a segment of n bytes is synthesised.
func (r rate) after(first bool, ahead float64, n int) float64 {
	took := r.last + float64(n)*r.lastByte
	begun := r.first + float64(n)*r.firstByte
	heard := float64(n) * r.speech
	if first || ahead < begun { // it is heard from its first audio on
		return max(heard-max(took-begun, 0), 0)
	}
	return max(ahead+heard-took, 0)
}
