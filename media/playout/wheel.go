package playout

import (
	"parley/media"
	"slices"
	"sync"
	"time"
)

const (
	// slotTime is how far apart playouts are kept as long as there is room: nine
	// frames of speech can be encoded in it.
	slotTime = time.Millisecond
	// slots is the number of phases playouts are spread over.
	slots = int(media.PTime / slotTime)
)

// Wheel is the clock of many playouts. It spreads them over the 20 ms between
// two frames, so that they do not all encode at once, and keeps an absolute
// deadline for each. One goroutine waits for the next deadline of all; when a
// frame is due and others wait, it leaves the waiting to a new one, so a sink
// that blocks delays no playout but its own, and sinks that compute have as many
// cores as there are. The goroutines end with the last playout. A Wheel is safe
// for concurrent use; make one per process, or one per synctest bubble.
type Wheel struct {
	lead  func()        // of leadOn, as a value so that starting it does not allocate
	timer *time.Timer   // of the goroutine that leads
	wake  chan struct{} // tells it that the first deadline has changed

	mu sync.Mutex
	// led is set while a goroutine waits for the first deadline.
	led   bool
	base  time.Time // when slot 0 was due first
	taken [slots]int
	seats int
	queue []*seat // those that wait, earliest first
	late  lateness
}

// seat is a playout's place on the wheel.
type seat struct {
	playout *Playout
	slot    int
	due     time.Time
	// leaving is set when the seat is to be given up after the tick under way.
	leaving bool
	over    chan error // takes the one result when a tick ended it
}

// NewWheel returns a wheel without playouts.
func NewWheel() *Wheel {
	w := &Wheel{timer: time.NewTimer(time.Hour), wake: make(chan struct{}, 1)}
	w.timer.Stop()
	w.lead = w.leadOn
	return w
}

// join seats p in the emptiest slot, the soonest of several. The first playout
// ticks at once.
func (w *Wheel) join(p *Playout) *seat {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	if w.seats == 0 {
		w.base = now
	}
	soonest := int((now.Sub(w.base) + slotTime - 1) / slotTime)
	wait := 0
	for i := range slots {
		if w.taken[(soonest+i)%slots] < w.taken[(soonest+wait)%slots] {
			wait = i
		}
	}
	s := &seat{
		playout: p, slot: (soonest + wait) % slots, over: make(chan error, 1),
		due: w.base.Add(time.Duration(soonest+wait) * slotTime),
	}
	w.seats++
	w.taken[s.slot]++
	w.enqueue(s)
	w.ensureLed()
	return s
}

// leave gives the seat up and returns when no tick of it is under way.
func (w *Wheel) leave(s *seat) {
	w.mu.Lock()
	if i := slices.Index(w.queue, s); i >= 0 {
		w.queue = slices.Delete(w.queue, i, i+1)
		w.vacate(s)
		w.rouse()
		w.mu.Unlock()
		return
	}
	s.leaving = true
	w.mu.Unlock()
	<-s.over
}

// move puts the seat so many slots further.
func (w *Wheel) move(s *seat, by int) {
	w.taken[s.slot]--
	s.slot = (s.slot + by) % slots
	w.taken[s.slot]++
}

func (w *Wheel) vacate(s *seat) {
	w.seats--
	w.taken[s.slot]--
}

// Stats are the counts so far.
func (w *Wheel) Stats() WheelStats {
	w.mu.Lock()
	defer w.mu.Unlock()
	st := w.late.stats(time.Now())
	st.Playouts = w.seats
	return st
}
