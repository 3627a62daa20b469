package sphinx

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// pool keeps decoders. They are built when needed, one by one up to limit, and
// kept warm after use; building happens in goroutines of its own, so that a
// caller who gives up leaves a decoder for the next.
type pool struct {
	limit int
	build func() (*decoder, error)
	wg    sync.WaitGroup // builds under way

	mu       sync.Mutex
	idle     []*decoder
	total    int // decoders that exist or are being built
	building int
	waiting  []chan built
	closed   bool
}

type built struct {
	d   *decoder
	err error
}

func newPool(limit int, build func() (*decoder, error)) *pool {
	p := &pool{limit: limit, build: build}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.startBuild()
	return p
}

// acquire waits until a decoder is free or ctx ends. Of several it takes the one
// that expects the domain want, else the one unused for longest.
func (p *pool) acquire(ctx context.Context, want domainID) (*decoder, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if len(p.idle) > 0 {
		i := max(0, slices.IndexFunc(p.idle, func(d *decoder) bool { return d.ready && d.domain == want }))
		d := p.idle[i]
		p.idle = slices.Delete(p.idle, i, i+1)
		p.mu.Unlock()
		return d, nil
	}
	turn := make(chan built, 1)
	p.waiting = append(p.waiting, turn)
	if len(p.waiting) > p.building && p.total < p.limit {
		p.startBuild()
	}
	p.mu.Unlock()
	select {
	case b := <-turn:
		return b.d, b.err
	case <-ctx.Done():
		return p.giveUp(ctx, turn)
	}
}

// giveUp leaves the queue, unless a decoder arrived at the same moment.
func (p *pool) giveUp(ctx context.Context, turn chan built) (*decoder, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, turn); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
		return nil, fmt.Errorf("%w: %w", ErrBusy, context.Cause(ctx))
	}
	b := <-turn
	return b.d, b.err
}

// startBuild needs p.mu.
func (p *pool) startBuild() {
	p.total++
	p.building++
	p.wg.Go(func() {
		d, err := p.build()
		p.mu.Lock()
		defer p.mu.Unlock()
		p.building--
		if err != nil {
			p.total--
			if len(p.waiting) > 0 {
				p.next() <- built{err: err}
			}
			return
		}
		p.put(d)
	})
}

// release gives a decoder back for the next stream, or frees it if its dictionary
// is full.
func (p *pool) release(d *decoder) {
	if d.full() {
		p.discard(d)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.put(d)
}

// discard frees a decoder that is of no more use; the next in line gets a new one.
func (p *pool) discard(d *decoder) {
	p.mu.Lock()
	defer p.mu.Unlock()
	d.free()
	p.total--
	if len(p.waiting) > p.building && !p.closed {
		p.startBuild()
	}
}

// put needs p.mu.
func (p *pool) put(d *decoder) {
	switch {
	case p.closed:
		d.free()
	case len(p.waiting) > 0:
		p.next() <- built{d: d}
	default:
		p.idle = append(p.idle, d)
	}
}

func (p *pool) next() chan built {
	first := p.waiting[0]
	p.waiting = p.waiting[1:]
	return first
}

// close frees the idle decoders and fails those who wait; decoders in use are
// freed when they come back.
func (p *pool) close() {
	p.mu.Lock()
	p.closed = true
	for _, d := range p.idle {
		d.free()
	}
	p.idle = nil
	for len(p.waiting) > 0 {
		p.next() <- built{err: ErrClosed}
	}
	p.mu.Unlock()
	p.wg.Wait()
}
