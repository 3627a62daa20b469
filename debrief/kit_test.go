package debrief_test

import (
	"encoding/json"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley"
	"parley/calls"
	"parley/debrief"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const second = time.Second

var began = time.Date(2026, 11, 26, 9, 0, 0, 0, time.UTC)

// tape makes a call's events.
type tape struct {
	call   parley.CallID
	events []parley.Event
	at     time.Duration
	turns  int
}

func newTape(call parley.CallID, d parley.Dispatch) *tape {
	t := &tape{call: call}
	t.note(parley.Started{Dispatch: d, Botname: "Sterling", Engines: map[string]string{"stt": "sphinx"}})
	return t
}

func (t *tape) note(b parley.Body) {
	t.events = append(t.events, parley.Event{Call: t.call, Seq: uint64(len(t.events) + 1), At: began.Add(t.at), Body: b})
}

// heard is a turn of the user's that begins gap after what was before; spans are from
// its start.
func (t *tape) heard(text string, gap, length time.Duration, spans ...parley.Span) {
	t.turns++
	start := t.at + gap
	for i := range spans {
		spans[i].Start += start
		spans[i].End += start
	}
	t.at = start + length
	t.note(parley.Heard{
		Turn:  parley.Turn{Number: t.turns, Role: parley.User, Text: text},
		Start: start, End: t.at, Segments: spans, By: parley.ByVoice,
	})
}

func (t *tape) typed(text string) {
	t.turns++
	turn := parley.Turn{Number: t.turns, Role: parley.User, Text: text, Typed: true}
	t.note(parley.Heard{Turn: turn, Start: t.at, End: t.at, By: parley.ByTyping})
}

func (t *tape) said(text, why string, gap, length time.Duration) {
	t.turns++
	start := t.at + gap
	t.at = start + length
	t.note(parley.Said{Turn: parley.Turn{Number: t.turns, Role: parley.Character, Text: text}, Start: start, End: t.at, Why: why})
}

// judged is the verdict on the newest two turns.
func (t *tape) judged(exchange, from, to int, change ...func(*parley.Verdict)) {
	v := parley.Verdict{
		Call: t.call, Exchange: exchange, Previous: from, Progress: to, Judge: "understudy",
		Turns: parley.JudgedTurns{User: t.turns - 1, Character: t.turns},
	}
	for _, c := range change {
		c(&v)
	}
	t.note(v)
}

// exchange is eight words of the user's, two seconds of the character's, and a verdict.
func (t *tape) exchange(n, from, to int, change ...func(*parley.Verdict)) {
	t.heard("we will be done by the end of June", second, 3*second)
	t.said("Hmm. And the risk?", parley.WhyAnswer, second, 2*second)
	t.judged(n, from, to, change...)
}

func (t *tape) ended(o parley.Outcome) {
	t.note(parley.Ending{Outcome: o, Call: t.call, Reason: "It is over."})
}

func (t *tape) fold() calls.Call { return calls.Fold(t.events) }

func opened(call parley.CallID, d parley.Dispatch) *tape {
	t := newTape(call, d)
	t.said("So. Tell me.", parley.WhyOpening, 0, 2*second)
	return t
}

// sound fails if d is no JSON or speaks of a turn that it does not have.
func sound(t testing.TB, d debrief.Debrief) {
	t.Helper()
	if _, err := json.Marshal(d); err != nil {
		t.Fatal(err)
	}
	turns := map[int]parley.Role{}
	for _, l := range d.Transcript {
		turns[l.Turn] = l.Who
	}
	for _, m := range d.Moments {
		if turns[m.Turn] == "" || m.Words == "" && m.Kind == "" {
			t.Errorf("moment %+v is of no turn", m)
		}
	}
	if d.ForkDefault != 0 && turns[d.ForkDefault] == "" {
		t.Errorf("forks at %d, which is no turn", d.ForkDefault)
	}
	if (d.State == debrief.TooShort) != (d.Speech == nil) || d.State == debrief.TooShort && (d.Score != nil || d.Moments != nil) {
		t.Errorf("%s with numbers %v", d.State, d.Speech)
	}
}
