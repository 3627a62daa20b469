package app

import (
	"encoding/json"
	"sync"
	"time"

	"parley"
	"parley/agent"
	"parley/calls"
)

const (
	// passingLife is for how long the events of a call that is not kept stay in memory
	// after the last of them: so its debrief can be read, and a moment tried again.
	passingLife = 2 * time.Hour
	// maxPassing bounds these calls, maxPassingBytes their events as JSON together; the
	// call that is without news for longest goes.
	maxPassing      = 256
	maxPassingBytes = 64 << 20
)

// passing are the calls of this process of which nothing is kept: in memory, and on no
// disk. It is safe for concurrent use.
type passing struct {
	mu    sync.Mutex
	calls map[parley.CallID]*passingCall
	bytes int
}

type passingCall struct {
	owner  string
	events []parley.Event
	bytes  int
	last   time.Time
}

func newPassing() *passing { return &passing{calls: map[parley.CallID]*passingCall{}} }

// passingJournal takes the events of an owner's calls.
type passingJournal struct {
	passing *passing
	owner   string
}

var _ agent.Journal = (*passingJournal)(nil)

func (p *passing) journal(owner string) *passingJournal { return &passingJournal{p, owner} }

// Append implements agent.Journal. Who has no id cannot ask for the call: then nothing
// stays at all.
func (j *passingJournal) Append(e parley.Event) error {
	if j.owner == "" {
		return nil
	}
	p := j.passing
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep()
	c := p.calls[e.Call]
	if c == nil {
		if _, begins := e.Body.(parley.Started); !begins {
			return nil // it was deleted
		}
		c = &passingCall{owner: j.owner}
		p.calls[e.Call] = c
	}
	if _, ends := e.Body.(parley.Ending); ends {
		time.AfterFunc(passingLife+time.Second, p.clean)
	}
	c.last = time.Now()
	return p.add(c, e)
}

// add adds an event to a call; others, the oldest first, make room for it.
func (p *passing) add(c *passingCall, e parley.Event) error {
	text, err := json.Marshal(e)
	if err != nil {
		return err
	}
	c.events, c.bytes = append(c.events, e), c.bytes+len(text)
	p.bytes += len(text)
	for p.bytes > maxPassingBytes || len(p.calls) > maxPassing {
		p.drop(p.oldest())
	}
	return nil
}

// append adds to the owner's call that is over, as calls.Store does.
func (p *passing) append(owner string, call parley.CallID, bodies ...parley.Body) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.of(owner, call)
	switch {
	case c == nil:
		return calls.ErrNotFound
	case calls.Fold(c.events).Outcome(time.Now()) == "":
		return calls.ErrUnderWay
	}
	for _, b := range bodies {
		if p.calls[call] == nil { // it has made room for itself
			return calls.ErrNotFound
		}
		e := parley.Event{Call: call, Seq: c.events[len(c.events)-1].Seq + 1, At: time.Now().UTC(), Body: b}
		if err := p.add(c, e); err != nil {
			return err
		}
	}
	return nil
}

// clean is sweep for whoever does not hold the lock.
func (p *passing) clean() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.sweep()
}

// summaries are the owner's calls.
func (p *passing) summaries(owner string) (all []calls.Summary) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for call, c := range p.calls {
		if p.of(owner, call) != nil {
			all = append(all, calls.Summarise(calls.Fold(c.events), time.Now()))
		}
	}
	return all
}

// sweep drops what is too old.
func (p *passing) sweep() {
	for call, c := range p.calls {
		if time.Since(c.last) > passingLife {
			p.drop(call)
		}
	}
}

func (p *passing) oldest() (oldest parley.CallID) {
	for call, c := range p.calls {
		if oldest == "" || c.last.Before(p.calls[oldest].last) {
			oldest = call
		}
	}
	return oldest
}

func (p *passing) drop(call parley.CallID) {
	p.bytes -= p.calls[call].bytes
	delete(p.calls, call)
}

// of is a call if it is the owner's.
func (p *passing) of(owner string, call parley.CallID) *passingCall {
	p.sweep()
	if c := p.calls[call]; c != nil && owner != "" && c.owner == owner {
		return c
	}
	return nil
}

// events are those of the owner's call so far.
func (p *passing) events(owner string, call parley.CallID) ([]parley.Event, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.of(owner, call)
	if c == nil {
		return nil, false
	}
	return c.events[:len(c.events):len(c.events)], true
}

// delete forgets the owner's call.
func (p *passing) delete(owner string, call parley.CallID) (calls.Receipt, bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	c := p.of(owner, call)
	if c == nil {
		return calls.Receipt{}, false
	}
	p.drop(call)
	r := calls.NewReceipt()
	r.Calls, r.Events, r.Bytes = append(r.Calls, call), len(c.events), int64(c.bytes)
	return r, true
}

// forget forgets all calls of an owner.
func (p *passing) forget(owner string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for call, c := range p.calls {
		if c.owner == owner {
			p.drop(call)
		}
	}
}
