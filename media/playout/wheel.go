package playout

import (
	"slices"
	"sync"
	"time"

	"parley/media"
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

// enqueue puts s where its deadline belongs, which is mostly the end.
func (w *Wheel) enqueue(s *seat) {
	at := len(w.queue)
	for at > 0 && w.queue[at-1].due.After(s.due) {
		at--
	}
	w.queue = slices.Insert(w.queue, at, s)
	if at == 0 {
		w.rouse()
	}
}

// rouse has the goroutine that leads look at the queue again.
func (w *Wheel) rouse() {
	if !w.led {
		return
	}
	select {
	case w.wake <- struct{}{}:
	default:
	}
}

// ensureLed starts a goroutine to lead if there is something to wait for.
func (w *Wheel) ensureLed() {
	if !w.led && len(w.queue) > 0 {
		w.led = true
		go w.lead()
	}
}

// leadOn waits for deadlines and ticks until another goroutine leads or nothing
// waits.
func (w *Wheel) leadOn() {
	for s := w.next(); s != nil; s = w.next() {
		if err := s.tick(); !w.settle(s, err) {
			return
		}
	}
}

// next waits for the first deadline and hands the lead on. It returns nil, the
// lead given up, when nothing waits.
func (w *Wheel) next() *seat {
	for {
		w.mu.Lock()
		if len(w.queue) == 0 {
			w.led = false
			w.mu.Unlock()
			return nil
		}
		s, now := w.queue[0], time.Now()
		wait := s.due.Sub(now)
		if wait <= 0 {
			w.queue = slices.Delete(w.queue, 0, 1)
			w.late.note(-wait, now)
			w.led = false
			w.ensureLed()
			w.mu.Unlock()
			return s
		}
		w.mu.Unlock()
		w.timer.Reset(wait)
		select {
		case <-w.timer.C:
		case <-w.wake:
		}
	}
}

// settle takes s back after its tick and reports whether the caller now leads.
func (w *Wheel) settle(s *seat, err error) bool {
	later := s.playout.later()
	w.mu.Lock()
	defer w.mu.Unlock()
	if err != nil || s.leaving {
		w.vacate(s)
		s.over <- err
	} else {
		s.due = s.due.Add(media.PTime + later)
		w.move(s, int(later/slotTime))
		w.enqueue(s)
	}
	if w.led || len(w.queue) == 0 {
		return false
	}
	w.led = true
	return true
}

// tick sends the frame that is due, or the one after those that are too late.
func (s *seat) tick() (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = newPanicError(r)
		}
	}()
	if late := time.Since(s.due); late > maxLate {
		s.due = s.due.Add(late.Truncate(media.PTime))
		s.playout.skip(uint64(late / media.PTime))
	}
	return s.playout.tick(s.due)
}

const (
	// latenessSpan is how long one histogram is filled; two are kept.
	latenessSpan = 10 * time.Second
	// latenessStep and latenessSteps reach to 64 ms, where frames are skipped.
	latenessStep  = 250 * time.Microsecond
	latenessSteps = 256
)

// WheelStats say how well a Wheel keeps time.
type WheelStats struct {
	// Playouts are those running now.
	Playouts int
	// Ticks are all the frames made so far.
	Ticks uint64
	// Late99 and LateMax are the 99th percentile and the largest of how much
	// later than due frames were begun in the last 10 to 20 s. Late99 is rounded
	// up to 250 us. A machine with room for more calls stays under a few ms.
	Late99, LateMax time.Duration
}

// lateness counts how late ticks were, in a histogram being filled and the one
// filled before.
type lateness struct {
	ticks     uint64
	since     time.Time
	now, past histogram
}

type histogram struct {
	counts [latenessSteps + 1]uint32
	total  uint32
	max    time.Duration
}

func (l *lateness) note(late time.Duration, now time.Time) {
	l.rotate(now)
	l.ticks++
	l.now.counts[min((late+latenessStep-1)/latenessStep, latenessSteps)]++
	l.now.total++
	l.now.max = max(l.now.max, late)
}

// rotate begins a new histogram when it is time.
func (l *lateness) rotate(now time.Time) {
	age := now.Sub(l.since)
	if age < latenessSpan {
		return
	}
	l.past = histogram{}
	if age < 2*latenessSpan {
		l.past = l.now
	}
	l.now, l.since = histogram{}, now
}

func (l *lateness) stats(now time.Time) WheelStats {
	l.rotate(now)
	st := WheelStats{Ticks: l.ticks, LateMax: max(l.now.max, l.past.max)}
	left := (l.now.total + l.past.total) / 100 // the ticks that may be later
	for i := latenessSteps; i >= 0; i-- {
		n := l.now.counts[i] + l.past.counts[i]
		if n > left {
			st.Late99 = min(time.Duration(i)*latenessStep, st.LateMax)
			if i == latenessSteps {
				st.Late99 = st.LateMax
			}
			break
		}
		left -= n
	}
	return st
}
