package agent

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
	s    state
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
	e  event
}

func newWorld(t *testing.T, seed uint64, m manners) *world {
	w := &world{
		t: t, r: rand.New(rand.NewPCG(seed, 3)), said: map[uint64][]string{},
		s: newState(parley.Timing{}, limits{}, m, parley.Habits{}),
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

func (w *world) schedule(in time.Duration, e event) {
	at := w.now + in
	i, _ := slices.BinarySearchFunc(w.next, at+1, func(s scheduled, at time.Duration) int { return int(s.at - at) })
	w.next = slices.Insert(w.next, i, scheduled{at, e})
}

// unschedule forgets the events that are of a kind.
func (w *world) unschedule(of func(event) bool) {
	w.next = slices.DeleteFunc(w.next, func(s scheduled) bool { return of(s.e) })
}

// run lets d pass, with the events and the wakings that are due in it.
func (w *world) run(d time.Duration) {
	end := w.now + d
	for w.s.wake > 0 && w.s.wake <= end || len(w.next) > 0 && w.next[0].at <= end {
		if w.s.wake > 0 && (len(w.next) == 0 || w.s.wake <= w.next[0].at) {
			w.now = w.s.wake
			w.step(tick{})
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
func (w *world) step(e event) {
	w.log = append(w.log, fmt.Sprintf("%8.3f <- %T%+v", w.now.Seconds(), e, e))
	w.happens(e)
	if _, ok := e.(deaf); ok {
		w.breaks()
	}
	var effects []effect
	w.s, effects = step(w.s, e, w.now)
	for _, f := range effects {
		w.log = append(w.log, fmt.Sprintf("            %T%+v", f, f))
	}
	w.obey(w.s, effects, w.now)
	w.follow(effects)
	if w.chance(8) && !repeats(e) {
		again, effects := step(w.s, e, w.now)
		w.harmless(e, effects)
		w.s = again
		w.obey(w.s, effects, w.now)
		w.follow(effects)
	}
}

// repeats reports whether an event may come twice and mean two things.
func repeats(e event) bool {
	switch e.(type) {
	case typed, tick, prediction:
		return true
	}
	return false
}

// follow does what step wants of recogniser and playout.
func (w *world) follow(effects []effect) {
	for _, f := range effects {
		switch f := f.(type) {
		case listen:
			w.open = f.utterance
		case transcribe:
			w.open = 0
			w.transcribe(f.utterance)
		case think:
			if !f.held {
				w.speaks(f.reply)
			}
		case recite:
			if !f.held {
				w.speaks(f.reply)
			}
		case prod:
			w.speaks(f.reply)
		case excuse:
			w.speaks(f.reply)
		case nod:
			w.schedule(w.within(500*ms), finished{f.reply, "mm-hm", true})
		case let:
			w.speaks(f.reply)
		case resume:
			w.schedule(w.within(3*time.Second), finished{f.reply, "all of it", true})
		case keep, pause:
			w.stops()
		case cut:
			w.cut(f)
		}
	}
}
