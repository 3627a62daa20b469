package agent

import (
	"math/rand/v2"
	"testing"
	"time"

	"parley"
)

// TestRandomEventsKeepTheRules feeds long random streams of events, in and out
// of order, and checks what must hold whatever comes.
func TestRandomEventsKeepTheRules(t *testing.T) {
	for seed := range uint64(300) {
		r := rand.New(rand.NewPCG(seed, 1))
		s := newState(parley.Timing{}, limits{}, manners{nudges: true, fillers: true, nods: true}, parley.Habits{})
		w := watch{t: t, seed: seed}
		now := time.Duration(0)
		s, effects := step(s, started{"Hello."}, now)
		w.check(s, effects)
		for range 400 {
			now += time.Duration(r.IntN(300)) * time.Millisecond
			var e event = tick{}
			switch r.IntN(14) {
			case 0, 1:
				e = voice{on: r.IntN(2) == 0, at: now, soft: r.IntN(4) == 0}
			case 2:
				e = transcript{
					utterance: r.Uint64N(s.utterances + 2), text: "word", final: r.IntN(2) == 0,
					early: r.IntN(3) == 0, confidence: 0.5, echo: r.IntN(8) == 0,
				}
			case 3:
				if s.user.awaited() {
					e = transcript{utterance: s.user.settled + 1, text: "said", final: true, confidence: 0.5, failed: r.IntN(6) == 0}
				}
			case 4:
				e = typed{"typed"}
			case 5, 6:
				if s.reply.id != 0 {
					e = audible{s.reply.id, now}
				}
			case 7:
				if s.reply.id != 0 {
					e = finished{s.reply.id, "heard", !s.reply.cutting}
				}
			case 8:
				if s.reply.cutting {
					e = finished{s.reply.id, []string{"", "part"}[r.IntN(2)], false}
				}
			case 9:
				e = []event{press{}, release{}, withdraw{}, deaf{}}[r.IntN(4)]
			case 12:
				e = lull{r.IntN(2) == 0, now}
			case 13:
				e = firstAudio{s.reply.id, time.Duration(r.IntN(3000)) * time.Millisecond}
			case 10:
				e = ruling{parley.Verdict{Exchange: r.IntN(9), Progress: r.IntN(11)}}
			}
			s, effects = step(s, e, now)
			w.check(s, effects)
			if s.wake != 0 && (s.wake <= now || s.wake > now+time.Hour) {
				t.Fatalf("seed %d: wakes at %v, now %v", seed, s.wake, now)
			}
		}
		s, effects = step(s, hangup{parley.Left, ""}, now)
		w.check(s, effects)
		if s.reply.id != 0 {
			s, effects = step(s, finished{s.reply.id, "part", false}, now)
			w.check(s, effects)
		}
		if !s.closed || w.ends != 1 {
			t.Fatalf("seed %d: closed %v after %d ends", seed, s.closed, w.ends)
		}
	}
}

// watch follows the effects of one call.
type watch struct {
	t         *testing.T
	seed      uint64
	reply     uint64 // the one in progress
	utterance uint64
	exchanges int
	shown     parley.State
	ends      int
	amended   bool
}

func (w *watch) check(s state, effects []effect) {
	w.t.Helper()
	for _, f := range effects {
		if w.ends > 0 {
			w.t.Fatalf("seed %d: %T after the end", w.seed, f)
		}
		switch f := f.(type) {
		case think:
			w.begins(f.reply)
			if !f.held && f.ended.decided < f.ended.voiced || f.text == "" && !w.amended {
				w.t.Fatalf("seed %d: %+v", w.seed, f)
			}
		case excuse:
			w.begins(f.reply)
		case recite:
			w.begins(f.reply)
		case prod:
			w.begins(f.reply)
		case recordCharacter:
			if f.reply != w.reply || f.heard == "" || f.end < f.start {
				w.t.Fatalf("seed %d: %+v while %d speaks", w.seed, f, w.reply)
			}
		case recordUser:
			if f.text == "" {
				w.t.Fatalf("seed %d: empty user turn", w.seed)
			}
		case listen:
			if w.utterance != 0 || f.utterance == 0 {
				w.t.Fatalf("seed %d: utterance %d opened while %d is", w.seed, f.utterance, w.utterance)
			}
			w.utterance = f.utterance
		case transcribe:
			if f.utterance != w.utterance {
				w.t.Fatalf("seed %d: utterance %d closed, %d is open", w.seed, f.utterance, w.utterance)
			}
			w.utterance = 0
		case amendUser:
			w.amended = true
		case review:
			if w.exchanges++; f.exchange != w.exchanges {
				w.t.Fatalf("seed %d: exchange %d after %d", w.seed, f.exchange, w.exchanges-1)
			}
		case show:
			if f.state == w.shown {
				w.t.Fatalf("seed %d: state %q shown twice", w.seed, f.state)
			}
			w.shown = f.state
		case end:
			w.ends++
		}
	}
	if s.reply.id == 0 {
		w.reply = 0
	}
}

// begins checks that there are never two voices.
func (w *watch) begins(id uint64) {
	w.t.Helper()
	if w.reply != 0 && w.reply == id {
		w.t.Fatalf("seed %d: reply %d begins twice", w.seed, id)
	}
	w.reply = id
}

// TestClockRunsFromTheStart has the conversation begin four minutes after its
// session was made, as when the room waits for its user: neither the time limit
// nor the user's silence has begun before.
func TestClockRunsFromTheStart(t *testing.T) {
	const late = 4 * time.Minute
	s := newState(parley.Timing{}, limits{time: time.Minute}, manners{}, parley.Habits{})
	s, _ = step(s, started{"Hello."}, late)
	for _, at := range []struct {
		after      time.Duration
		away, over bool
	}{
		{0, false, false}, {29 * time.Second, false, false}, {31 * time.Second, true, false},
		{59 * time.Second, true, false}, {61 * time.Second, true, true},
	} {
		now := late + at.after
		if s.reply.id != 0 && at.after > 0 {
			s, _ = step(s, finished{s.reply.id, "Hello.", true}, late+time.Millisecond)
		}
		s, _ = step(s, tick{}, now)
		if s.away != at.away || s.closed != at.over {
			t.Errorf("%v after the start: away %t, over %t; want %t, %t", at.after, s.away, s.closed, at.away, at.over)
		}
	}
}
