package sphinx

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"
)

// Decoders that nobody uses are kept warm for the next callers: maxIdle of them for
// idleFor, which is as long as a call that follows another is likely, and one for
// good. Each holds 100 MiB, and takes 0.3 s of CPU to be built again.
const (
	maxIdle = 4
	idleFor = 2 * time.Minute
)

// pool keeps decoders. They are built when needed, one by one up to limit, and
// kept warm for a while after use; building happens in goroutines of its own, so
// that a caller who gives up leaves a decoder for the next.
type pool struct {
	limit int
	build func() (*decoder, error)
	wg    sync.WaitGroup // builds under way

	mu       sync.Mutex
	idle     []*decoder  // the one unused for longest first
	sweeping *time.Timer // frees idle ones in time; nil if there is none to free
	total    int         // decoders that exist or are being built
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
// that expects the domain want, else the one used last, so that others grow old.
func (p *pool) acquire(ctx context.Context, want domainID) (*decoder, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	if len(p.idle) > 0 {
		i := slices.IndexFunc(p.idle, func(d *decoder) bool { return d.ready && d.domain == want })
		if i < 0 {
			i = len(p.idle) - 1
		}
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

// giveUp leaves the queue, unless a decoder arrived at the same moment. It tells ErrBusy
// of decoders that others use, not of one that is being built for the caller.
func (p *pool) giveUp(ctx context.Context, turn chan built) (*decoder, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.Index(p.waiting, turn); i >= 0 {
		p.waiting = slices.Delete(p.waiting, i, i+1)
		if i < p.building {
			return nil, fmt.Errorf("a decoder is being built: %w", context.Cause(ctx))
		}
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

// settle gives a decoder back once it is prepared for a caller who has left.
func (p *pool) settle(d *decoder, prepared <-chan error) {
	if err := <-prepared; err != nil {
		p.discard(d)
		return
	}
	p.release(d)
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
		d.unused = time.Now()
		p.idle = append(p.idle, d)
		p.tidyLater()
	}
}

// due is when an idle decoder is to be freed, the zero time if none is. It needs
// p.mu.
func (p *pool) due() time.Time {
	switch {
	case len(p.idle) == 0 || p.total == 1:
		return time.Time{}
	case len(p.idle) > maxIdle:
		return time.Now()
	}
	return p.idle[0].unused.Add(idleFor)
}

// tidyLater has idle decoders freed when that is due. It needs p.mu.
func (p *pool) tidyLater() {
	if at := p.due(); p.sweeping == nil && !at.IsZero() {
		p.sweeping = time.AfterFunc(time.Until(at), p.tidy)
	} else if len(p.idle) > maxIdle {
		p.sweeping.Reset(0)
	}
}

// tidy frees the idle decoders that are due and gives their memory back to the
// system, which takes some milliseconds.
func (p *pool) tidy() {
	p.mu.Lock()
	var old []*decoder
	for at := p.due(); !at.IsZero() && !at.After(time.Now()); at = p.due() {
		old = append(old, p.idle[0])
		p.idle = p.idle[1:]
		p.total--
	}
	p.sweeping = nil
	p.tidyLater()
	p.mu.Unlock()
	for _, d := range old {
		d.free()
	}
	if len(old) > 0 {
		giveBack()
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
	if p.sweeping != nil {
		p.sweeping.Stop()
	}
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
