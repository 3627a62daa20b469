package turn

import (
	"slices"
	"testing"
	"time"

	"parley"
)

// moment is an event and when it happens.
type moment struct {
	when time.Duration
	e    Event
}

// replay steps through events and the wakings between them until end, and returns the
// state and what was wanted when.
func replay(s State, end time.Duration, events ...moment) (State, []scheduledEffect) {
	var out []scheduledEffect
	step := func(e Event, now time.Duration) {
		var effects []Effect
		s, effects = Step(s, e, now)
		for _, f := range effects {
			out = append(out, scheduledEffect{now, f})
		}
	}
	for _, a := range append(slices.Clone(events), moment{end, Tick{}}) {
		for s.Wake > 0 && s.Wake < a.when {
			step(Tick{}, s.Wake)
		}
		step(a.e, a.when)
	}
	return s, out
}

type scheduledEffect struct {
	at time.Duration
	f  Effect
}

// of are the effects of type F, and when each was wanted.
func of[F Effect](all []scheduledEffect) (fs []F, when []time.Duration) {
	for _, s := range all {
		if f, ok := s.f.(F); ok {
			fs, when = append(fs, f), append(when, s.at)
		}
	}
	return fs, when
}

const sec = time.Second

// opened are the events of an opening that is over after a second.
var opened = []moment{{0, Started{"Hello."}}, {0, Subscribed{}}, {sec / 2, Audible{1, sec / 2}}, {sec, Finished{1, "Hello.", true}}}

func after(events ...moment) []moment { return append(slices.Clone(opened), events...) }

// limited is how a call with a time limit begins, 0 for none.
func limited(limit time.Duration) State {
	return New(parley.Timing{}, Limits{Time: limit}, Manners{}, parley.Profile{})
}

func TestRecessStopsTheTimeLimit(t *testing.T) {
	s, all := replay(limited(time.Minute), time.Hour, after(moment{20 * sec, Recess{true}}, moment{5 * time.Minute, Recess{}})...)
	ends, when := of[End](all)
	if !s.Closed || !slices.Equal(ends, []End{{Outcome: parley.Timeout}}) || when[0] != 5*time.Minute+40*sec {
		t.Errorf("ended %+v at %v, want a timeout 40 s after the pause", ends, when)
	}
	limits, _ := of[ShowLimit](all)
	want := []ShowLimit{{At: time.Minute}, {Left: 40 * sec}, {At: 5*time.Minute + 40*sec}}
	if !slices.Equal(limits, want) {
		t.Errorf("the limit was shown as %+v, want %+v", limits, want)
	}
	recesses, _ := of[ShowRecess](all)
	if !slices.Equal(recesses, []ShowRecess{{On: true, Start: 20 * sec}, {Start: 20 * sec, End: 5 * time.Minute}}) {
		t.Errorf("shown: %+v", recesses)
	}
}

func TestRecessStopsPatience(t *testing.T) {
	s := New(parley.Timing{}, Limits{}, Manners{Nudges: true}, parley.Profile{})
	_, all := replay(s, 20*time.Minute, after(moment{4 * sec, Recess{true}}, moment{9 * time.Minute, Recess{}})...)
	nudges, when := of[Nudge](all)
	if len(nudges) != 1 || when[0] != 9*time.Minute+parley.DefaultTiming.Patience {
		t.Errorf("nudged at %v, want once, the patience after the pause", when)
	}
	if away, _ := of[ShowAway](all[:slices.IndexFunc(all, func(s scheduledEffect) bool { return s.at >= 9*time.Minute })]); len(away) > 0 {
		t.Errorf("away while the clocks stood still: %v", away)
	}
}

// Somebody who was asked whether they are there and stops the clocks is there.
func TestRecessAnswersTheQuestion(t *testing.T) {
	_, all := replay(limited(0), 50*sec, after(moment{45 * sec, Recess{true}})...)
	if away, _ := of[ShowAway](all); !slices.Equal(away, []ShowAway{{true}, {false}}) {
		t.Errorf("away was shown as %v, want on and off", away)
	}
}

func TestRecessEndsByItself(t *testing.T) {
	_, all := replay(limited(0), 11*time.Minute, after(moment{2 * sec, Recess{true}}, moment{3 * sec, Recess{true}})...)
	got, when := of[ShowRecess](all)
	end := 2*sec + 10*time.Minute
	if !slices.Equal(got, []ShowRecess{{On: true, Start: 2 * sec}, {Forgotten: true, Start: 2 * sec, End: end}}) || when[1] != end {
		t.Errorf("shown %+v at %v, want that it ends after ten minutes", got, when)
	}
}

func TestWhatEndsARecess(t *testing.T) {
	for _, test := range []struct {
		e    Event
		ends bool
	}{
		{Typed{"hello"}, true}, {ButtonDown{}, true}, {Recess{}, true},
		{ButtonUp{}, false}, {ButtonCancel{}, false}, {SignOfLife{}, false}, {SignOfLife{true}, false}, {Patience{5 * sec}, false},
		{Subscribed{}, false}, {Alone{}, false}, {Sound{true}, false}, {Voice{On: true, At: 19 * sec}, false}, {MoreTime{sec}, false},
		{NoLimit{}, false}, {Tell{"A reminder."}, false}, {Judged{parley.Verdict{Exchange: 1}}, false},
	} {
		s, _ := replay(limited(time.Hour), 21*sec, after(moment{10 * sec, Recess{true}}, moment{20 * sec, test.e})...)
		if s.recess == test.ends {
			t.Errorf("%T%+v ends it: %v, want %v", test.e, test.e, !s.recess, test.ends)
		}
	}
}

// What is being said stops at once and goes on; what was about to be said waits.
func TestRecessHoldsTheReply(t *testing.T) {
	_, heard := replay(limited(0), time.Minute, opened[0], opened[1], opened[2], moment{sec * 3 / 4, Recess{true}}, moment{30 * sec,
		Recess{}})
	if pauses, when := of[Pause](heard); !slices.Equal(when, []time.Duration{sec * 3 / 4}) {
		t.Errorf("paused %v at %v", pauses, when)
	}
	if resumes, when := of[Resume](heard); !slices.Equal(resumes, []Resume{{1, true}}) || when[0] != 30*sec {
		t.Errorf("went on %v at %v", resumes, when)
	}
	_, waiting := replay(limited(0), time.Minute, opened[0], opened[1], moment{sec / 4, Recess{true}}, moment{30 * sec, Recess{}})
	if _, when := of[HoldBack](waiting); !slices.Equal(when, []time.Duration{sec / 4}) {
		t.Errorf("held back at %v", when)
	}
	if _, when := of[Release](waiting); !slices.Equal(when, []time.Duration{0, 30 * sec}) {
		t.Errorf("let go at %v", when)
	}
}

// What the user had said waits, and the turn may go on after it: the silence in
// between is not one of theirs.
func TestRecessInATurn(t *testing.T) {
	said := after(
		moment{2 * sec, Voice{On: true, At: 2 * sec}}, moment{4 * sec, Voice{At: 4 * sec}}, moment{4100 * ms, Recess{true}},
		moment{4500 * ms, Transcript{Utterance: 1, Text: "we have a plan", Final: true}}, moment{time.Minute, Recess{}},
	)
	s, all := replay(limited(0), time.Minute+ms, said...)
	if answers, _ := of[Answer](all); len(answers) > 0 {
		t.Errorf("answered %+v while the clocks stood still", answers)
	}
	before := s.Profile
	s, _ = replay(s, time.Minute+600*ms, moment{time.Minute + 500*ms, Voice{On: true, At: time.Minute + 500*ms}})
	if s.Profile != before {
		t.Errorf("learnt %+v of a pause in which the clocks stood still", s.Profile)
	}
	_, all = replay(limited(0), time.Minute+10*sec, said...)
	answers, when := of[Answer](all)
	released, let := of[Release](all)
	if len(answers) != 1 || when[0] < time.Minute || len(released) != 2 || released[1].Ended.Voiced != time.Minute ||
		let[1] > time.Minute+2*sec {
		t.Errorf("answered %+v at %v, let go %+v at %v; want both after the pause, counted from its end", answers, when, released, let)
	}
}

func TestEndInARecess(t *testing.T) {
	won := moment{10 * sec, Judged{parley.Verdict{Exchange: 1, Complete: true}}}
	for _, test := range []struct {
		name string
		e    moment
		ends time.Duration
		last ShowRecess
	}{
		{"won: when they go on", won, 20 * sec, ShowRecess{Start: 5 * sec, End: 20 * sec}},
		{"hung up: at once", moment{10 * sec, Hangup{Outcome: parley.Left}}, 10 * sec, ShowRecess{Start: 5 * sec}},
		{"the server stops: at once", moment{10 * sec, Hangup{Outcome: parley.Failed, Gently: true}}, 10 * sec, ShowRecess{Start: 5 * sec}},
	} {
		_, all := replay(limited(0), 21*sec, after(moment{5 * sec, Recess{true}}, test.e, moment{20 * sec, Recess{}})...)
		_, when := of[End](all)
		recesses, _ := of[ShowRecess](all)
		if !slices.Equal(when, []time.Duration{test.ends}) || recesses[len(recesses)-1] != test.last {
			t.Errorf("%s: ended at %v, shown %+v", test.name, when, recesses)
		}
	}
}

func TestMoreTime(t *testing.T) {
	manners := Manners{Unjudged: true}
	for _, test := range []struct {
		name  string
		turns int
		e     moment
		ends  []time.Duration
		shown []ShowLimit
	}{
		{"none", 0, moment{50 * sec, Tick{}}, []time.Duration{time.Minute}, []ShowLimit{{At: time.Minute}}},
		{"more", 0, moment{50 * sec, MoreTime{20 * sec}}, []time.Duration{80 * sec}, []ShowLimit{{At: time.Minute}, {At: 80 * sec}}},
		{"no limit", 0, moment{50 * sec, NoLimit{}}, nil, []ShowLimit{{At: time.Minute}, {}}},
	} {
		s := New(parley.Timing{Away: 3 * time.Hour, Silent: 3 * time.Hour, Abandoned: 3 * time.Hour}, Limits{Time: time.Minute,
			Turns: test.turns}, manners, parley.Profile{})
		_, all := replay(s, time.Hour, after(test.e)...)
		_, when := of[End](all)
		limits, _ := of[ShowLimit](all)
		if !slices.Equal(when, test.ends) || !slices.Equal(limits, test.shown) {
			t.Errorf("%s: ended at %v, shown %+v; want %v and %+v", test.name, when, limits, test.ends, test.shown)
		}
	}
}

// Time that is given in the last word of the character's, when the limit has passed,
// still counts; turns that are used up do not come back, and nothing is given where
// there was no limit.
func TestMoreTimeAtTheLastMoment(t *testing.T) {
	last := []moment{opened[0], opened[1], opened[2], {6 * sec, MoreTime{time.Minute}}, {7 * sec, Finished{1, "Hello.", true}}}
	s, all := replay(limited(5*sec), 59*sec, last...)
	if s.Closed {
		t.Errorf("over, with %+v, before the time that was given", all)
	}
	spent := New(parley.Timing{}, Limits{Turns: 1, Spent: "That was the drill.", Time: 5 * sec}, Manners{Unjudged: true},
		parley.Profile{}).Continue(1)
	_, all = replay(spent, 6*sec+ms, last[:4]...)
	if ends, _ := of[End](all); !slices.Equal(ends, nil) {
		t.Errorf("ended %+v in the middle of a line", ends)
	}
	_, all = replay(spent, 8*sec, last...)
	if ends, _ := of[End](all); !slices.Equal(ends, []End{{parley.Timeout, "That was the drill."}}) {
		t.Errorf("ended %+v, want as the turns are used up", ends)
	}
	free := limited(0)
	got, all := replay(free, sec, moment{0, MoreTime{sec}}, moment{0, NoLimit{}})
	if shown, _ := of[ShowLimit](all); len(shown) > 0 || got.limits != free.limits {
		t.Errorf("a call without a limit has %+v, shown as %+v", got.limits, shown)
	}
}

// Who says that they are there is not taken for somebody who never came.
func TestSayingThatOneIsThere(t *testing.T) {
	here := moment{40 * sec, SignOfLife{true}}
	s, all := replay(limited(0), 5*time.Minute, after(here, moment{40*sec + 500*ms, SignOfLife{true}}, moment{50 * sec, SignOfLife{}})...)
	if s.Closed {
		t.Error("over although the user said that they are there")
	}
	present, when := of[Present](all)
	want := []Present{{parley.PresenceAway}, {parley.PresenceHere}, {parley.PresenceAway}}
	if !slices.Equal(present, want) || when[1] != 40*sec {
		t.Errorf("noted %v at %v, want %v: once, not half a second later, and nothing for a hint", present, when, want)
	}
	if away, _ := of[ShowAway](all); !slices.Equal(away, []ShowAway{{true}, {false}, {true}}) {
		t.Errorf("away was shown as %v", away)
	}
	s, all = replay(limited(0), 10*time.Minute, after(here)...)
	if ends, when := of[End](all); !s.Closed || ends[0].Reason != parley.EndedSilence || when[0] < 5*time.Minute+40*sec {
		t.Errorf("ended %+v at %v, want after five minutes more", ends, when)
	}
	_, all = replay(limited(0), 10*time.Minute, opened...)
	if ends, _ := of[End](all); len(ends) != 1 || ends[0].Outcome != parley.Timeout || ends[0].Reason != parley.EndedUnheard {
		t.Errorf("ended %+v, want that nobody was heard", ends)
	}
}

func TestPresenceOfALostConnection(t *testing.T) {
	_, all := replay(limited(0), 10*sec, after(moment{2 * sec, Alone{On: true}}, moment{3 * sec, Alone{On: true}}, moment{4 * sec,
		Alone{}})...)
	if present, when := of[Present](all); !slices.Equal(present, []Present{{parley.PresenceLost}, {parley.PresenceBack}}) {
		t.Errorf("noted %v at %v, want lost and back, each once", present, when)
	}
}

// gone is a user who left without a word.
var gone = Alone{On: true, Left: true}

func TestWhoDoesNotComeBackHasLeft(t *testing.T) {
	_, all := replay(limited(time.Minute), time.Hour, after(moment{20 * sec, gone}, moment{30 * sec, gone})...)
	ends, when := of[End](all)
	if len(ends) != 1 || ends[0].Outcome != parley.Left || ends[0].Reason == "" || when[0] != 20*sec+2*time.Minute {
		t.Errorf("ended %+v at %v, want that they left, two minutes after", ends, when)
	}
}

func TestWhoComesBackHasLostNoTime(t *testing.T) {
	s, all := replay(limited(time.Minute), time.Hour, after(
		moment{20 * sec, gone}, moment{80 * sec, Alone{}}, moment{90 * sec, gone}, moment{100 * sec, Alone{}})...)
	ends, when := of[End](all)
	if !s.Closed || !slices.Equal(ends, []End{{Outcome: parley.Timeout}}) || when[0] != 130*sec {
		t.Errorf("ended %+v at %v, want a timeout after a minute in which they were there", ends, when)
	}
	limits, _ := of[ShowLimit](all)
	want := []ShowLimit{{At: time.Minute}, {Left: 40 * sec}, {At: 2 * time.Minute}, {Left: 30 * sec}, {At: 130 * sec}}
	if !slices.Equal(limits, want) {
		t.Errorf("the limit was shown as %+v, want %+v", limits, want)
	}
}

func TestALostConnectionMayTurnOutToBeALeave(t *testing.T) {
	_, all := replay(limited(0), time.Hour, after(moment{10 * sec, Alone{On: true}}, moment{20 * sec, gone})...)
	if ends, when := of[End](all); len(ends) != 1 || when[0] != 140*sec {
		t.Errorf("ended %+v at %v, want two minutes after the leave", ends, when)
	}
	if present, _ := of[Present](all); !slices.Equal(present, []Present{{parley.PresenceLost}}) {
		t.Errorf("noted %v, want lost, once", present)
	}
}

// A pause counts neither for the limit nor for the way back, in whichever order they begin and end.
func TestAPauseOutlivesALeave(t *testing.T) {
	for name, test := range map[string]struct {
		events []moment
		ends   End
		at     time.Duration
	}{
		"paused, then gone": {[]moment{{10 * sec, Recess{true}}, {20 * sec, gone}},
			End{Outcome: parley.Left, Reason: parley.EndedMissing}, 10*sec + 12*time.Minute},
		"paused, gone, back": {[]moment{{10 * sec, Recess{true}}, {20 * sec, gone}, {5 * time.Minute, Alone{}}, {6 * time.Minute,
			Recess{}}},
			End{Outcome: parley.Timeout}, 6*time.Minute + 50*sec},
		"paused, gone, typed elsewhere, back": {[]moment{{10 * sec, Recess{true}}, {20 * sec, gone}, {30 * sec, Recess{}}, {60 * sec,
			Alone{}}},
			End{Outcome: parley.Timeout}, 110 * sec},
	} {
		_, all := replay(limited(time.Minute), time.Hour, after(test.events...)...)
		if ends, when := of[End](all); !slices.Equal(ends, []End{test.ends}) || when[0] != test.at {
			t.Errorf("%s: ended %+v at %v, want %+v at %v", name, ends, when, test.ends, test.at)
		}
	}
}

// A server that stops waits neither for a user who has left nor for what was being said to
// them, which stands still.
func TestNobodyIsPartedFrom(t *testing.T) {
	speaking := []moment{opened[0], opened[1], opened[2]}
	for name, test := range map[string]struct {
		who Event
		cut time.Duration
	}{
		"left":            {gone, 10 * sec},
		"may still be by": {Alone{On: true}, 10*sec + farewell},
	} {
		stops := moment{10 * sec, Hangup{Outcome: parley.Failed, Gently: true}}
		s, all := replay(limited(0), time.Minute, append(slices.Clone(speaking), moment{sec, test.who}, stops)...)
		if _, when := of[Cut](all); !slices.Equal(when, []time.Duration{test.cut}) {
			t.Errorf("%s: cut off at %v, want at %v", name, when, test.cut)
		}
		_, all = replay(s, 2*time.Minute, moment{time.Minute + sec, Finished{1, "Hel", false}})
		if _, when := of[End](all); !slices.Equal(when, []time.Duration{time.Minute + sec}) {
			t.Errorf("%s: ended at %v, want when it was cut off", name, when)
		}
	}
}
