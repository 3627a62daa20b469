package app

import (
	"errors"
	"sync"

	"github.com/nats-io/nats.go"

	"parley/web"
)

// Why a part is not ready, and with it calls or assistants, as the page and /readyz
// say it to users and operators.
var (
	errStarting  = errors.New("it is starting")
	errNoLiveKit = errors.New("there is no connection to LiveKit; calls can begin when it is back")
	errKey       = errors.New("LiveKit does not take the API key; calls can begin when the key is put right")
	errNoNATSNow = errors.New("there is no connection to NATS; verdicts and assistants wait until it is back")
	errStore     = errors.New("NATS does not answer for what is stored; verdicts and assistants wait until it does")
)

// readiness is what a role needs, by parts. The role adds them as it opens and then
// begins; until it has begun it is not ready. It is safe for concurrent use.
type readiness struct {
	mu    sync.Mutex
	parts []part
	begun bool
}

// part is one thing a role needs. state is nil while it is well, else why not; it must
// not block.
type part struct {
	name, well string
	state      func() error
	// calls is set for what no call can do without.
	calls bool
}

// need adds parts.
func (r *readiness) need(parts ...part) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.parts = append(r.parts, parts...)
}

// begin adds the last parts: the role is at work.
func (r *readiness) begin(parts ...part) {
	r.need(parts...)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.begun = true
}

// now are the parts, and before all others that the role is starting, if it is.
func (r *readiness) now() []part {
	r.mu.Lock()
	defer r.mu.Unlock()
	var all []part
	if !r.begun {
		all = append(all, part{name: "process", state: func() error { return errStarting }, calls: true})
	}
	return append(all, r.parts...)
}

// report is what /readyz says.
func (r *readiness) report() web.Readiness {
	var told []web.Part
	for _, p := range r.now() {
		err := p.state()
		t := web.Part{Name: p.name, Ready: err == nil, State: p.well}
		if err != nil {
			t.State = err.Error()
		}
		told = append(told, t)
	}
	return web.NewReadiness(told...)
}

// takesCalls is nil while a call can be taken, else the first reason why not.
func (r *readiness) takesCalls() error {
	for _, p := range r.now() {
		if !p.calls {
			continue
		}
		if err := p.state(); err != nil {
			return err
		}
	}
	return nil
}

// natsPart is a connection to an external NATS.
func natsPart(nc *nats.Conn) part {
	return part{name: "nats", well: "connected", state: func() error {
		if !nc.IsConnected() {
			return errNoNATSNow
		}
		return nil
	}}
}
