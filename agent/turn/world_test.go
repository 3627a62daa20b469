package turn

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
)

const ms = time.Millisecond

// world is what surrounds step: a user who does anything, a recogniser and a
// playout that do what they are told, late or at the wrong moment. Every word
// the user says is another one.
type world struct {
	t    *testing.T
	r    *rand.Rand
	s    State
	now  time.Duration
	next []scheduled // in order
	log  []string
	rules

	speaking bool
	open     uint64              // utterance
	said     map[uint64][]string // by utterance
	final    time.Duration       // when the newest is to come: they keep their order
	broken   uint64              // utterance that was open when the recogniser broke
}

// scheduled is an event to come.
type scheduled struct {
	at time.Duration
	e  Event
}

func newWorld(t *testing.T, seed uint64, m Manners) *world {
	w := &world{
		t: t, r: rand.New(rand.NewPCG(seed, 3)), said: map[uint64][]string{},
		s: New(parley.Timing{}, Limits{Time: time.Hour}, m, parley.Profile{}),
	}
	w.rules.fail = func(format string, args ...any) {
		t.Helper()
		t.Fatalf("seed %d: %s\n%s", seed, fmt.Sprintf(format, args...), strings.Join(w.log[max(0, len(w.log)-40):], "\n"))
	}
	return w
}

// chance is true once in n times.
func (w *world) chance(n int) bool { return w.r.IntN(n) == 0 }

// within is a random time up to d.
func (w *world) within(d time.Duration) time.Duration { return time.Duration(w.r.Int64N(int64(d))) }

func (w *world) schedule(in time.Duration, e Event) {
	at := w.now + in
	i, _ := slices.BinarySearchFunc(w.next, at+1, func(s scheduled, at time.Duration) int { return int(s.at - at) })
	w.next = slices.Insert(w.next, i, scheduled{at, e})
}

// unschedule forgets the events that are of a kind.
func (w *world) unschedule(of func(Event) bool) {
	w.next = slices.DeleteFunc(w.next, func(s scheduled) bool { return of(s.e) })
}

// run lets d pass, with the events and the wakings that are due in it.
func (w *world) run(d time.Duration) {
	end := w.now + d
	for w.s.Wake > 0 && w.s.Wake <= end || len(w.next) > 0 && w.next[0].at <= end {
		if w.s.Wake > 0 && (len(w.next) == 0 || w.s.Wake <= w.next[0].at) {
			w.now = w.s.Wake
			w.step(Tick{})
			continue
		}
		s := w.next[0]
		w.next = w.next[1:]
		w.now = s.at
		w.step(s.e)
	}
	w.now = end
}

// step steps, once in a while twice with the same event, and does what step
// wants.
func (w *world) step(e Event) {
	w.log = append(w.log, fmt.Sprintf("%8.3f <- %T%+v", w.now.Seconds(), e, e))
	w.happens(e)
	if _, ok := e.(RecogniserLost); ok {
		w.breaks()
	}
	var effects []Effect
	w.s, effects = Step(w.s, e, w.now)
	for _, f := range effects {
		w.log = append(w.log, fmt.Sprintf("            %T%+v", f, f))
	}
	w.obey(w.s, effects, w.now)
	w.follow(effects)
	if w.chance(8) && !repeats(e) {
		again, effects := Step(w.s, e, w.now)
		w.harmless(e, effects)
		w.s = again
		w.obey(w.s, effects, w.now)
		w.follow(effects)
	}
}

// repeats reports whether an event may come twice and mean two things.
func repeats(e Event) bool {
	switch e.(type) {
	case Typed, Tick, Prediction:
		return true
	}
	return false
}

// follow does what step wants of recogniser and playout.
func (w *world) follow(effects []Effect) {
	for _, f := range effects {
		switch f := f.(type) {
		case Listen:
			w.open = f.Utterance
		case Transcribe:
			w.open = 0
			w.transcribe(f.Utterance)
		case Answer:
			if !f.HeldBack {
				w.speaks(f.Reply)
			}
		case SayLine:
			if !f.HeldBack {
				w.speaks(f.Reply)
			}
		case Nudge:
			w.speaks(f.Reply)
		case Excuse:
			w.speaks(f.Reply)
		case Nod:
			w.schedule(w.within(500*ms), Finished{f.Reply, "mm-hm", true})
		case Release:
			w.speaks(f.Reply)
		case Resume:
			w.schedule(w.within(3*time.Second), Finished{f.Reply, "all of it", true})
		case HoldBack, Pause:
			w.stops()
		case Cut:
			w.cut(f)
		}
	}
}
