package queue

import (
	"time"

	"parley/checker"
)

// maxWaiting exchanges of a call wait while another is with the workers; when one
// more comes the oldest of them is left out. Two, as the character's last two
// turns decide an ending: those of the older of the two include the one before.
const maxWaiting = 2

// pending is what a call has to be judged and the ledger it is judged with. It is
// plain data, without a clock or a server.
type pending struct {
	// ledger is that of the newest verdict.
	ledger checker.Ledger
	// newest is the highest number that was added.
	newest int
	// asked is the exchange that is judged next, nil if none; waiting are those
	// after it, oldest first.
	asked   *entry
	waiting []entry
}

// entry is an exchange.
type entry struct {
	number int
	data   []byte // see encodeExchange
	// sent means that the queue has it, since then, as message sequence of the
	// checks stream.
	sent     bool
	since    time.Time
	sequence uint64
}

// add takes an exchange in, unless one of its number or a higher one was before,
// and reports whether an older one is left out for it.
func (p *pending) add(number int, data []byte) (leftOut bool) {
	if number <= max(p.newest, p.ledger.Exchange) {
		return false
	}
	p.newest = number
	p.waiting = append(p.waiting, entry{number: number, data: data})
	if p.asked == nil {
		p.next()
	}
	if leftOut = len(p.waiting) > maxWaiting; leftOut {
		p.waiting = p.waiting[1:]
	}
	return leftOut
}

// rule takes a verdict in and reports whether it is one to tell of: not a doubled
// one, not one older than another, nor of an exchange that was given up while the
// workers have a newer one, which was asked without it.
func (p *pending) rule(r ruling) bool {
	if r.Exchange <= p.ledger.Exchange || p.asked != nil && p.asked.sent && p.asked.number != r.Exchange {
		return false
	}
	p.ledger = r.Ledger
	for p.asked != nil && p.asked.number <= r.Exchange {
		p.next()
	}
	return true
}

// giveUp goes on without a verdict on an exchange, if that is the one asked.
func (p *pending) giveUp(number int) {
	if p.asked != nil && p.asked.number == number {
		p.next()
	}
}

// next asks the oldest exchange that waits.
func (p *pending) next() {
	p.asked = nil
	if len(p.waiting) > 0 {
		first := p.waiting[0]
		p.asked, p.waiting = &first, p.waiting[1:]
	}
}
