package turn

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
		s := New(parley.Timing{}, Limits{}, Manners{Nudges: true, Fillers: true, Nods: true}, parley.Profile{})
		w := watch{t: t, seed: seed}
		now := time.Duration(0)
		s, effects := Step(s, Started{"Hello."}, now)
		w.check(s, effects)
		for range 400 {
			now += time.Duration(r.IntN(300)) * time.Millisecond
			var e Event = Tick{}
			switch r.IntN(14) {
			case 0, 1:
				e = Voice{On: r.IntN(2) == 0, At: now, Soft: r.IntN(4) == 0}
			case 2:
				e = Transcript{
					Utterance: r.Uint64N(s.utterances + 2), Text: "word", Final: r.IntN(2) == 0,
					Early: r.IntN(3) == 0, Confidence: 0.5, Echo: r.IntN(8) == 0,
				}
			case 3:
				if s.user.awaited() {
					e = Transcript{Utterance: s.user.settled + 1, Text: "said", Final: true, Confidence: 0.5, Failed: r.IntN(6) == 0}
				}
			case 4:
				e = Typed{"typed"}
			case 5, 6:
				if s.reply.id != 0 {
					e = Audible{s.reply.id, now}
				}
			case 7:
				if s.reply.id != 0 {
					e = Finished{s.reply.id, "heard", s.reply.phase != cutting}
				}
			case 8:
				if s.reply.phase == cutting {
					e = Finished{s.reply.id, []string{"", "part"}[r.IntN(2)], false}
				}
			case 9:
				e = []Event{ButtonDown{}, ButtonUp{}, ButtonCancel{}, RecogniserLost{}}[r.IntN(4)]
			case 12:
				e = EarlyRequest{r.IntN(2) == 0, now}
			case 13:
				e = FirstAudio{s.reply.id, time.Duration(r.IntN(3000)) * time.Millisecond}
			case 10:
				e = Judged{parley.Verdict{Exchange: r.IntN(9), Progress: r.IntN(11)}}
			}
			s, effects = Step(s, e, now)
			w.check(s, effects)
			if s.Wake != 0 && (s.Wake <= now || s.Wake > now+time.Hour) {
				t.Fatalf("seed %d: wakes at %v, now %v", seed, s.Wake, now)
			}
		}
		s, effects = Step(s, Hangup{Outcome: parley.Left}, now)
		w.check(s, effects)
		if s.reply.id != 0 {
			s, effects = Step(s, Finished{s.reply.id, "part", false}, now)
			w.check(s, effects)
		}
		if !s.Closed || w.ends != 1 {
			t.Fatalf("seed %d: closed %v after %d ends", seed, s.Closed, w.ends)
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

func (w *watch) check(s State, effects []Effect) {
	w.t.Helper()
	for _, f := range effects {
		if w.ends > 0 {
			w.t.Fatalf("seed %d: %T after the end", w.seed, f)
		}
		switch f := f.(type) {
		case Answer:
			w.begins(f.Reply)
			if !f.HeldBack && f.Ended.Decided < f.Ended.Voiced || f.Text == "" && !w.amended {
				w.t.Fatalf("seed %d: %+v", w.seed, f)
			}
		case Excuse:
			w.begins(f.Reply)
		case SayLine:
			w.begins(f.Reply)
		case Nudge:
			w.begins(f.Reply)
		case RecordCharacter:
			if f.Reply != w.reply || f.Heard == "" || f.End < f.Start {
				w.t.Fatalf("seed %d: %+v while %d speaks", w.seed, f, w.reply)
			}
		case RecordUser:
			if f.Text == "" {
				w.t.Fatalf("seed %d: empty user turn", w.seed)
			}
		case Listen:
			if w.utterance != 0 || f.Utterance == 0 {
				w.t.Fatalf("seed %d: utterance %d opened while %d is", w.seed, f.Utterance, w.utterance)
			}
			w.utterance = f.Utterance
		case Transcribe:
			if f.Utterance != w.utterance {
				w.t.Fatalf("seed %d: utterance %d closed, %d is open", w.seed, f.Utterance, w.utterance)
			}
			w.utterance = 0
		case AmendUser:
			w.amended = true
		case Review:
			if w.exchanges++; f.Exchange != w.exchanges {
				w.t.Fatalf("seed %d: exchange %d after %d", w.seed, f.Exchange, w.exchanges-1)
			}
		case ShowState:
			if f.State == w.shown {
				w.t.Fatalf("seed %d: state %q shown twice", w.seed, f.State)
			}
			w.shown = f.State
		case End:
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
	s := New(parley.Timing{}, Limits{Time: time.Minute}, Manners{}, parley.Profile{})
	s, _ = Step(s, Started{"Hello."}, late)
	for _, at := range []struct {
		after      time.Duration
		away, over bool
	}{
		{0, false, false}, {29 * time.Second, false, false}, {31 * time.Second, true, false},
		{59 * time.Second, true, false}, {61 * time.Second, true, true},
	} {
		now := late + at.after
		if s.reply.id != 0 && at.after > 0 {
			s, _ = Step(s, Finished{s.reply.id, "Hello.", true}, late+time.Millisecond)
		}
		s, _ = Step(s, Tick{}, now)
		if s.away != at.away || s.Closed != at.over {
			t.Errorf("%v after the start: away %t, over %t; want %t, %t", at.after, s.away, s.Closed, at.away, at.over)
		}
	}
}
