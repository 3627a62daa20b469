package playout

import (
	"parley/media"
	"slices"
	"time"
)

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
