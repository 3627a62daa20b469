package turn

import (
	"reflect"
	"slices"
	"testing"
	"time"

	"parley"
)

// at is an event and when it comes.
type at struct {
	at time.Duration
	e  Event
}

func spans(edges ...time.Duration) (all []parley.Span) {
	for i := 0; i < len(edges); i += 2 {
		all = append(all, parley.Span{Start: edges[i], End: edges[i+1]})
	}
	return all
}

func on(t time.Duration) at  { return at{t + 20*ms, Voice{On: true, At: t}} }
func off(t time.Duration) at { return at{t + 20*ms, Voice{At: t}} }

// final is the transcript of the n-th utterance.
func final(t time.Duration, n uint64, text string) at {
	return at{t, Transcript{Utterance: n, Text: text, Final: true}}
}

// TestTurnsKeepTheirStretchesOfSpeech holds what a user's turn tells of its sound to
// the voice that there was.
func TestTurnsKeepTheirStretchesOfSpeech(t *testing.T) {
	const voice, button, typed = parley.ByVoice, parley.ByButton, parley.ByTyping
	down := func(t time.Duration) at { return at{t, ButtonDown{}} }
	up := func(t time.Duration) at { return at{t, ButtonUp{}} }
	types := func(text string) at { return at{1000 * ms, Typed{text}} }
	for name, c := range map[string]struct {
		events []at
		by     string
		want   []parley.Span
	}{
		"one": {[]at{on(1000 * ms), off(2000 * ms), final(2300*ms, 1, "a plan")}, voice, spans(1000*ms, 2000*ms)},
		"with a pause": {
			[]at{on(1000 * ms), off(2000 * ms), on(2200 * ms), off(2900 * ms), final(3200*ms, 1, "a plan")},
			voice, spans(1000*ms, 2000*ms, 2200*ms, 2900*ms),
		},
		"touching": {
			[]at{on(1000 * ms), off(2000 * ms), on(1990 * ms), off(2900 * ms), final(3200*ms, 1, "a plan")},
			voice, spans(1000*ms, 2900*ms),
		},
		"doubled edges": {
			[]at{on(1000 * ms), on(1100 * ms), off(2000 * ms), off(2001 * ms), final(2300*ms, 1, "a plan")},
			voice, spans(1000*ms, 2000*ms),
		},
		"a cough before": {
			[]at{on(100 * ms), off(200 * ms), {1300 * ms, Tick{}}, final(1350*ms, 1, ""), on(1400 * ms), off(2000 * ms), final(2300*ms,
				2, "a plan")},
			voice, spans(1400*ms, 2000*ms),
		},
		"typed":         {[]at{types("a plan")}, typed, nil},
		"spoken, typed": {[]at{on(100 * ms), off(600 * ms), final(900*ms, 1, "a"), types("plan")}, typed, nil},
		"button": {
			[]at{down(1000 * ms), on(1200 * ms), off(1800 * ms), on(2100 * ms), up(2500 * ms), final(2600*ms, 1, "a plan")},
			button, spans(1200*ms, 1800*ms, 2100*ms, 2500*ms),
		},
		"speech goes on past the button": {
			[]at{down(1000 * ms), on(1200 * ms), up(2000 * ms), off(2600 * ms), final(2700*ms, 1, "a plan")},
			button, spans(1200*ms, 2000*ms),
		},
		"taken back first": {
			[]at{
				down(100 * ms), on(200 * ms), off(600 * ms), {700 * ms, ButtonCancel{}},
				down(1000 * ms), on(1200 * ms), off(1800 * ms), up(2000 * ms), final(2100*ms, 2, "a plan"),
			},
			button, spans(1200*ms, 1800*ms),
		},
		"what is being said is the next turn's": {
			[]at{on(1000 * ms), off(2000 * ms), final(2300*ms, 1, "a plan"), on(4200 * ms)},
			voice, spans(1000*ms, 2000*ms),
		},
	} {
		s := New(parley.Timing{}, Limits{}, Manners{}, parley.Profile{})
		var now time.Duration
		for _, e := range c.events {
			s, _ = Step(s, e.e, e.at)
			now = e.at
		}
		var got []RecordUser
		s, effects := Step(s, Hangup{Outcome: parley.Left}, now)
		_, more := Step(s, Finished{Reply: s.reply.id}, now)
		for _, f := range slices.Concat(effects, more) {
			if u, ok := f.(RecordUser); ok {
				got = append(got, u)
			}
		}
		if len(got) != 1 || got[0].By != c.by || !reflect.DeepEqual(got[0].Segments, c.want) {
			t.Errorf("%s: %+v, want one turn by %s with %v", name, got, c.by, c.want)
		}
	}
}

// TestOverlapsTellHowLongBothSpoke has the user speak over the character.
func TestOverlapsTellHowLongBothSpoke(t *testing.T) {
	for name, c := range map[string]struct {
		events []at
		want   parley.Overlap
	}{
		"a word that is none": {
			[]at{on(2000 * ms), off(2100 * ms), {2900 * ms, Tick{}}, {3000 * ms, Transcript{Utterance: 1, Final: true}}},
			parley.Overlap{At: 2000 * ms, Length: 100 * ms, Outcome: "ignored"},
		},
		"words": {
			[]at{on(2000 * ms), {2150 * ms, Transcript{Utterance: 1, Text: "stop that now"}}},
			parley.Overlap{At: 2000 * ms, Length: 150 * ms, Outcome: "yielded"},
		},
		"paused first": {
			[]at{on(2000 * ms), {2200 * ms, Tick{}}, {2700 * ms, Transcript{Utterance: 1, Text: "stop that now"}}},
			parley.Overlap{At: 2000 * ms, Length: 200 * ms, Outcome: "yielded"},
		},
		"before it sounded": {
			[]at{on(400 * ms), {1200 * ms, Audible{1, 1100 * ms}}, {1250 * ms, Transcript{Utterance: 1, Text: "stop that now"}}},
			parley.Overlap{At: 1100 * ms, Length: 100 * ms, Outcome: "yielded"},
		},
		"by button": {
			[]at{{2000 * ms, ButtonDown{}}}, parley.Overlap{At: 2000 * ms, Outcome: "yielded"},
		},
	} {
		s := New(parley.Timing{}, Limits{}, Manners{}, parley.Profile{})
		s, _ = Step(s, Subscribed{}, 0)
		s, _ = Step(s, Started{"One two three four five six."}, 0)
		if c.events[0].at > time.Second {
			s, _ = Step(s, Audible{1, time.Second}, time.Second)
		}
		var got []parley.Overlap
		for _, e := range c.events {
			var effects []Effect
			s, effects = Step(s, e.e, e.at)
			for _, f := range effects {
				if o, ok := f.(Overlapped); ok {
					got = append(got, o.Overlap)
				}
			}
		}
		if !reflect.DeepEqual(got, []parley.Overlap{c.want}) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
