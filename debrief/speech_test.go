package debrief_test

import (
	"encoding/json"
	"reflect"
	"slices"
	"testing"
	"time"

	"parley"
	"parley/debrief"
)

const ms = time.Millisecond

// twoTracks is a call of which every second is known: twelve spoken exchanges with two
// stretches of two seconds each, one typed, one after a nudge. Even turns have eight
// words after 0.4 s, odd ones ten after 0.8 s. Nothing raises progress but the last.
func twoTracks() *tape {
	t := newTape("call_two", parley.Dispatch{})
	t.said("So. Tell me.", parley.WhyOpening, 0, 2*second)
	text := func(i int) string {
		switch {
		case i == 0:
			return "um we will be done by June I"
		case i == 1:
			return "hmm we will be done by the end of June"
		case i == 3:
			return "we will be done by the end of this June?"
		case i == 4:
			return "how much do you want to know now"
		case i%2 == 0:
			return "we will be done by June I think"
		}
		return "what we need is a hall by the end of"
	}
	for i := range 12 {
		gap, wait := 400*ms, 1100*ms
		if i%2 == 1 {
			gap, wait = 800*ms, 700*ms
		}
		length := 4 * second
		if i == 9 {
			t.note(parley.Paused{Start: t.at + 100*ms, End: t.at + 200*ms})
		}
		if i == 7 { // the character cuts in half a second before the user's end
			wait, length = -500*ms, 5200*ms
		}
		t.heard(text(i), gap, 4500*ms, parley.Span{End: 2 * second}, parley.Span{Start: 2500 * ms, End: 4500 * ms})
		t.said("Hmm. And the risk?", parley.WhyAnswer, wait, length)
		to := 0
		if i == 11 {
			to = 1
		}
		t.judged(i+1, 0, to)
	}
	t.typed("is that a question")
	t.said("Perhaps.", parley.WhyAnswer, second, 4*second)
	t.judged(13, 1, 1)
	t.said("Well?", parley.WhyNudge, 6*second, second)
	t.heard("let me think", second, 2*second, parley.Span{End: 2 * second})
	t.said("Take your time.", parley.WhyAnswer, second, 4*second)
	t.judged(14, 1, 1)
	// A word under the character's last turn, and that turn was cut by another.
	t.turns++
	t.note(parley.Heard{
		Turn:  parley.Turn{Number: t.turns, Role: parley.User, Text: "mhm", Backchannel: true},
		Start: t.at - second, End: t.at - 500*ms, Segments: []parley.Span{{Start: t.at - second, End: t.at - 500*ms}},
	})
	t.note(parley.Overlap{At: t.at - second, Length: 500 * ms, Outcome: "ignored"})
	t.note(parley.Overlap{At: t.at, Length: 300 * ms, Outcome: "yielded"})
	t.turns++
	t.note(parley.Said{
		Turn:  parley.Turn{Number: t.turns, Role: parley.Character, Text: "And", Full: "And then?", Interrupted: true},
		Start: t.at + second, End: t.at + 2*second, InterruptedAt: t.at + 2*second, Why: parley.WhyTold,
	})
	t.at += 2 * second
	t.ended(parley.Left)
	return t
}

func TestSpeechOfTwoTracks(t *testing.T) {
	s := debrief.Measure(twoTracks().fold(), "en-GB").Speech
	v := func(f float64) *float64 { return &f }
	type number struct {
		v, low, high *float64
		n            int
	}
	// The user spoke 12 x 4 + 2 + 0.5 s, the character 2 + 11 x 4 + 5.2 + 4 + 1 + 4 + 1 s.
	if s.Share.UserS != 50.5 || s.Share.CharacterS != 61.2 {
		t.Errorf("user %v s, character %v s, want 50.5 and 61.2", s.Share.UserS, s.Share.CharacterS)
	}
	for name, want := range map[string]struct {
		got debrief.Number
		number
	}{
		"share":         {s.Share.Number, number{v(0.452), nil, nil, 13}},
		"pace":          {s.WPM, number{v(135), v(120), v(150), 12}}, // 108 words in 48 s
		"pause":         {s.Pause, number{v(0.4), v(0.4), v(0.8), 11}},
		"longest":       {s.Longest, number{v(4.5), nil, nil, 13}},
		"questions":     {s.Questions, number{v(3), nil, nil, 14}},
		"fillers":       {s.Fillers, number{v(2), nil, nil, 111}},
		"interruptions": {s.Interruptions, number{v(1), nil, nil, 17}},
		"interrupted":   {s.Interrupted, number{v(1), nil, nil, 13}},
		"backchannels":  {s.Backchannels, number{v(1), nil, nil, 17}},
		// Those after the first eleven answers but the one across the user's own pause.
		"after push-back":      {s.AfterPushback, number{v(0.6), v(0.4), v(0.8), 10}},
		"pace after push-back": {s.PaceAfterPushback, number{v(15), nil, nil, 11}},
	} {
		if got := (number{want.got.V, want.got.Low, want.got.High, want.got.N}); !reflect.DeepEqual(got, want.number) {
			t.Errorf("%s: got %s, want v %v n %d", name, text(t, want.got), *want.v, want.n)
		}
	}
}

func text(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSegments: what is parted, doubled, out of order or out of the turn counts once.
func TestSegments(t *testing.T) {
	want := debrief.Measure(twoTracks().fold(), "en").Speech
	tape := twoTracks()
	for i, e := range tape.events {
		h, ok := e.Body.(parley.Heard)
		if !ok || len(h.Segments) != 2 {
			continue
		}
		a, b := h.Segments[0], h.Segments[1]
		middle := a.Start + second
		h.Segments = []parley.Span{
			b, {Start: a.Start, End: middle}, {Start: middle, End: a.End}, a, {Start: a.End, End: a.Start},
			{Start: h.End, End: h.End + time.Hour},
		}
		tape.events[i].Body = h
	}
	if got := debrief.Measure(tape.fold(), "en").Speech; !reflect.DeepEqual(got, want) {
		t.Errorf("got %s, want %s", text(t, got), text(t, want))
	}
}

func TestHiddenNumbers(t *testing.T) {
	c := twoTracks().fold()
	s := debrief.Measure(c, "").Speech
	none := debrief.HiddenLanguage
	if s.Questions.Hidden != none || s.Fillers.Hidden != none || s.Fillers.V != nil || s.Pause.V == nil {
		t.Errorf("without a language: %s", text(t, s))
	}
	for i := range c.Turns {
		c.Turns[i].Typed = true
	}
	s = debrief.Measure(c, "en").Speech
	for name, n := range map[string]debrief.Number{
		"pace": s.WPM, "pause": s.Pause, "longest": s.Longest, "share": s.Share.Number, "fillers": s.Fillers,
	} {
		if n.Hidden != debrief.HiddenTyped || n.V != nil {
			t.Errorf("typed: %s is %s", name, text(t, n))
		}
	}
	if s.Questions.V == nil || *s.Questions.V != 3 {
		t.Errorf("typed: questions %s", text(t, s.Questions))
	}
	chinese := newTape("call_zh", parley.Dispatch{})
	for range 12 {
		chinese.heard("我们 的 项目 风险 很 小 因为 供应 商 可靠", second, 3*second)
	}
	if s = debrief.Measure(chinese.fold(), "zh").Speech; s.WPM.Hidden != debrief.HiddenLanguage || s.Longest.V == nil {
		t.Errorf("a script without spaces: %s", text(t, s))
	}
}

func TestQuestions(t *testing.T) {
	for language, cases := range map[string]map[string]bool{
		"en": {
			"what does it cost": true, "what we need is time": false, "um is this a question": true, "is fine by me": false,
			"so you agree?": true, "": false,
		},
		"de": {
			"wie viel kostet das": true, "wie gesagt das geht": false, "warum sagen Sie nein": true, "was Sie sagen stimmt": false,
			"können Sie das unterschreiben": true, "ist gut": false,
		},
		"es": {"qué cuesta": true, "dónde está el riesgo": true, "está bien": false},
		"fr": {"pourquoi pas maintenant": true, "c'est le risque": false, "pouvez-vous signer": true},
	} {
		for said, want := range cases {
			tape := newTape("call_q", parley.Dispatch{})
			tape.heard(said, second, second)
			if n := debrief.Measure(tape.fold(), language).Speech.Questions; *n.V == 1 != want {
				t.Errorf("%s: %q is a question: %v, want %v", language, said, !want, want)
			}
		}
	}
}

// TestOwnValues compares a call with the five before it.
func TestOwnValues(t *testing.T) {
	c := twoTracks().fold()
	var b debrief.Baseline
	for i, pause := range []float64{9, 1, 0.5, 0.6, 0.7, 0.8, 2} { // the oldest is too old, the newest came later
		p := debrief.PastCall{Measures: debrief.Measure(c, "en")}
		p.Call, p.Began = parley.CallID(rune('a'+i)), began.Add(time.Duration(i-6)*time.Hour)
		if i == 6 {
			p.Began = began.Add(time.Hour)
		}
		p.Speech.Pause.V = &pause
		b.Calls = append(b.Calls, p)
	}
	slices.Reverse(b.Calls) // in any order
	s := scene(t)
	d := debrief.Make(c, s, b, now)
	if got := d.Speech.Pause; !slices.Equal(got.Own, []float64{1, 0.5, 0.6, 0.7, 0.8}) || got.Change == nil || *got.Change != -0.3 {
		t.Errorf("got %s", text(t, got))
	}
	b.Calls = b.Calls[len(b.Calls)-2:]
	if got := debrief.Make(c, s, b, now).Speech.Pause; len(got.Own) != 2 || got.Change != nil {
		t.Errorf("two calls before are no trend: %s", text(t, got))
	}
	if d.Attempt != 7 || d.Baseline == nil || d.Baseline.Calls != 6 {
		t.Errorf("attempt %d, baseline %+v", d.Attempt, d.Baseline)
	}
}
