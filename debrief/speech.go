package debrief

import (
	"cmp"
	"math"
	"slices"
	"time"

	"parley"
	"parley/calls"
)

// Speech is how the user spoke. Inherited turns count nowhere, typed ones only where it
// is said.
type Speech struct {
	Share Share `json:"share"`
	// WPM is words a minute over the user's turns of MinPaceWords words and more; Low
	// and High are the slowest and the fastest turn.
	WPM Number `json:"wpm"`
	// Pause is the median of the seconds from the end of the character's turn to the
	// user's first speech after it.
	Pause Number `json:"pause_s"`
	// Longest is the user's longest turn, in seconds.
	Longest Number `json:"longest_turn_s"`
	// Questions are the user's turns that ask something, typed ones too.
	Questions Number `json:"questions"`
	// Fillers are the hesitations among N words.
	Fillers Number `json:"fillers"`
	// Interruptions are the character's turns that the user cut, Interrupted the user's
	// turns into which the character spoke; Backchannels are words of the user's under
	// the character's that took nothing.
	Interruptions Number `json:"interruptions"`
	Interrupted   Number `json:"interrupted"`
	Backchannels  Number `json:"backchannels"`
	// AfterPushback is Pause after those turns of the character's alone with which
	// progress did not rise; PaceAfterPushback is the median pace of the turns that
	// followed them, less that of all.
	AfterPushback     Number `json:"after_pushback"`
	PaceAfterPushback Number `json:"pace_after_pushback"`
}

// Number is a number and what it rests on.
type Number struct {
	// Formula names the definition in docs/debrief.md.
	Formula string `json:"formula"`
	// V is the value, nil where it is hidden.
	V *float64 `json:"v,omitempty"`
	// N is how many events it rests on, MinN how many it needs to be shown.
	N    int `json:"n"`
	MinN int `json:"min_n"`
	// Hidden is why it is not shown: HiddenFew, HiddenTyped or HiddenLanguage.
	Hidden string   `json:"hidden,omitempty"`
	Low    *float64 `json:"low,omitempty"`
	High   *float64 `json:"high,omitempty"`
	// AtLeast is set where the recogniser may have dropped some.
	AtLeast bool `json:"at_least,omitempty"`
	// Own are the newest values of the user's calls before, at most OwnCalls, oldest
	// first; Change is V less their median, nil below MinOwn of them.
	Own    []float64 `json:"own,omitempty"`
	Change *float64  `json:"change,omitempty"`
	// Usual is what others were measured at.
	Usual *Usual `json:"usual,omitempty"`
}

// Usual is a range of values that docs/debrief.md gives the source of.
type Usual struct {
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// Share is the user's part of all speech, 0 to 1, and its seconds.
type Share struct {
	Number
	UserS      float64 `json:"user_s"`
	CharacterS float64 `json:"character_s"`
}

// Why a Number is hidden.
const (
	HiddenFew      = "few"      // N is below MinN
	HiddenTyped    = "typed"    // no turn was spoken
	HiddenLanguage = "language" // there is no rule for the language
)

// Bounds of numbers (product.md §3).
const (
	// MinPaceWords: the rate rises steeply in turns of fewer words.
	MinPaceWords = 8
	// MinRate is how many events a rate has at least.
	MinRate = 10
	// MinFillerWords is how many words a count of fillers needs: they are told per 100.
	MinFillerWords = 100
	// OwnCalls is how many calls before are compared with, MinOwn how many it takes to.
	OwnCalls = 5
	MinOwn   = 3
	// cutIn is how long both speak at least where one spoke into the other's turn: less
	// is a change of turns.
	cutIn = 200 * time.Millisecond
)

// Measures is what a store keeps of a call, so that it need not be read again to be
// compared with. It is JSON.
type Measures struct {
	Speech Speech `json:"speech"`
	// Found tells when each check was met, in seconds on the clock of the call's first
	// parent.
	Found map[string]float64 `json:"found,omitempty"`
}

// Measure measures a call in a language, a BCP 47 tag; with "" what needs the language
// is hidden. It is pure, and takes time in proportion to the call.
func Measure(c calls.Call, language string) Measures {
	d := builder{call: c, index: make(map[int]int, len(c.Turns))}
	for i, t := range c.Turns {
		d.index[t.Number] = i
	}
	d.curve()
	m := Measures{Speech: measure(c, language)}
	for id, f := range d.found {
		if m.Found == nil {
			m.Found = map[string]float64{}
		}
		if m.Found[id] = f.t; !f.inherited {
			m.Found[id] = round(f.t + calls.Seconds(c.Offset()))
		}
	}
	return m
}

// speech is how the user spoke, beside how they did before.
func (d *builder) speech() *Speech {
	s := measure(d.call, d.scene.Language)
	before := d.before[max(0, len(d.before)-OwnCalls):]
	for i, n := range s.numbers() {
		for _, p := range before {
			if v := p.Speech.numbers()[i].V; v != nil {
				n.Own = append(n.Own, *v)
			}
		}
		if n.V != nil && len(n.Own) >= MinOwn {
			n.Change = value(*n.V - median(n.Own))
		}
	}
	return &s
}

// numbers are all of s, always in the same order.
func (s *Speech) numbers() []*Number {
	return []*Number{
		&s.Share.Number, &s.WPM, &s.Pause, &s.Longest, &s.Questions, &s.Fillers, &s.Interruptions, &s.Interrupted, &s.Backchannels,
		&s.AfterPushback, &s.PaceAfterPushback,
	}
}

// meter gathers what a Speech is made of.
type meter struct {
	user, character       time.Duration
	turns, spoken, lines  int
	questions             int
	longest               time.Duration
	words, fillers        int
	paced                 int // words of the turns that have a pace
	pacedFor              time.Duration
	paces, pauses         []float64
	afterPauses, afterWPM []float64
	cut, cutBy            int
	uncountable           bool
}

func measure(c calls.Call, language string) Speech {
	m, rules := meter{}, rulesOf(language)
	pushed, stopped := pushbacks(c), stopsOf(c)
	var last, replied calls.Turn // the newest turn of the character, and the newest of anybody
	for _, t := range c.Turns {
		switch {
		case t.Inherited:
		case t.Role == parley.Character:
			m.hearCharacter(t, replied)
			last = t
		case t.Backchannel:
			m.user += spokenFor(t)
			continue
		default:
			gap, answered := pause(stopped, replied, t)
			m.hearUser(t, rules, gap, answered && !t.Typed, pushed[last.Number] && replied.Number == last.Number)
		}
		replied = t
	}
	backchannels := 0
	for _, o := range c.Overlaps {
		if o.Outcome != "yielded" {
			backchannels++
		}
	}
	return m.speech(rules, backchannels)
}

// pushbacks are the character's turns with which progress did not rise.
func pushbacks(c calls.Call) map[int]bool {
	pushed := make(map[int]bool, len(c.Verdicts))
	for _, v := range c.Verdicts {
		if v.Turns.Character != 0 {
			pushed[v.Turns.Character] = v.Progress <= v.Previous
		}
	}
	return pushed
}

func (m *meter) hearCharacter(t, before calls.Turn) {
	m.lines++
	m.character += t.End - t.Start
	if t.Interrupted {
		m.cut++
	}
	if before.Role == parley.User && !before.Typed && !before.Inherited && before.End-t.Start >= cutIn {
		m.cutBy++
	}
}

func (m *meter) hearUser(t calls.Turn, r rules, gap time.Duration, answered, pushed bool) {
	text := t.Said().Text
	words, countable := words(text)
	m.turns++
	if r.asks(text, words) {
		m.questions++
	}
	if t.Typed {
		return
	}
	length := spokenFor(t)
	m.uncountable = m.uncountable || !countable
	m.spoken++
	m.user += length
	m.longest = max(m.longest, t.End-t.Start)
	m.words += len(words)
	m.fillers += r.fillersIn(words)
	if answered {
		m.pauses = append(m.pauses, gap.Seconds())
		if pushed {
			m.afterPauses = append(m.afterPauses, gap.Seconds())
		}
	}
	if len(words) < MinPaceWords || length <= 0 {
		return
	}
	pace := float64(len(words)) / length.Minutes()
	m.paced += len(words)
	m.pacedFor += length
	m.paces = append(m.paces, pace)
	if pushed {
		m.afterWPM = append(m.afterWPM, pace)
	}
}

// spokenFor is how long the user spoke in a turn: its stretches of speech within it,
// each moment once, or all of it where they were not measured.
func spokenFor(t calls.Turn) (sum time.Duration) {
	if t.Typed {
		return 0
	}
	if len(t.Segments) == 0 {
		return t.End - t.Start
	}
	segments := slices.Clone(t.Segments)
	slices.SortFunc(segments, func(a, b parley.Span) int { return cmp.Compare(a.Start, b.Start) })
	from := t.Start
	for _, s := range segments {
		start, end := max(from, s.Start), min(t.End, s.End)
		if end > start {
			sum += end - start
			from = end
		}
	}
	return sum
}

// pause is the silence between the character's turn before and the user's; none after a
// nudge, which broke it, across a pause that the user made, or if they had begun
// before the character's end.
func pause(stopped stops, before, t calls.Turn) (gap time.Duration, ok bool) {
	if before.Role != parley.Character || before.Inherited || before.Why == parley.WhyNudge {
		return 0, false
	}
	start := t.Start
	for i, s := range t.Segments {
		if s.End > s.Start && (i == 0 || s.Start < start) {
			start = max(t.Start, s.Start)
		}
	}
	if stopped.between(before.End, start) {
		return 0, false
	}
	return start - before.End, start >= before.End
}

// stops are the stretches in which the user had the clocks stopped, by their start; the
// end of each is the latest of it and those before it.
type stops []parley.Span

func stopsOf(c calls.Call) (all stops) {
	for _, p := range c.Pauses {
		if p.End == 0 {
			p.End = math.MaxInt64 // to the end of the call
		}
		all = append(all, parley.Span(p))
	}
	slices.SortFunc(all, func(a, b parley.Span) int { return cmp.Compare(a.Start, b.Start) })
	for i := 1; i < len(all); i++ {
		all[i].End = max(all[i].End, all[i-1].End)
	}
	return all
}

// between reports whether any of them lies between two moments, or partly.
func (s stops) between(from, to time.Duration) bool {
	i, _ := slices.BinarySearchFunc(s, to, func(p parley.Span, to time.Duration) int { return cmp.Compare(p.Start, to) })
	return i > 0 && s[i-1].End > from
}

// speech is what m comes to.
func (m *meter) speech(r rules, backchannels int) (s Speech) {
	all := m.user + m.character
	s.Share = Share{Number{Formula: "talk_share", N: m.spoken, MinN: 1}, calls.Seconds(m.user), calls.Seconds(m.character)}
	s.Share.show(float64(m.user)/float64(all), m.spoken > 0 && all > 0)

	s.WPM = Number{Formula: "words_per_minute", N: len(m.paces), MinN: MinRate, Usual: &Usual{130, 175}}
	s.Pause = Number{Formula: "pause", N: len(m.pauses), MinN: MinRate}
	s.AfterPushback = Number{Formula: "pause_after_pushback", N: len(m.afterPauses), MinN: MinRate}
	s.PaceAfterPushback = Number{Formula: "pace_after_pushback", N: len(m.afterWPM), MinN: MinRate}
	s.WPM.show(float64(m.paced)/m.pacedFor.Minutes(), m.spoken > 0)
	s.WPM.within(m.paces)
	s.Pause.show(median(m.pauses), m.spoken > 0)
	s.Pause.within(m.pauses)
	s.AfterPushback.show(median(m.afterPauses), m.spoken > 0)
	s.AfterPushback.within(m.afterPauses)
	s.PaceAfterPushback.show(median(m.afterWPM)-median(m.paces), m.spoken > 0)

	s.Longest = Number{Formula: "longest_turn", N: m.spoken, MinN: 1}
	s.Longest.show(m.longest.Seconds(), m.spoken > 0)
	s.Questions = Number{Formula: "questions", N: m.turns, MinN: 1}
	s.Questions.show(float64(m.questions), true)
	s.Fillers = Number{Formula: "fillers", N: m.words, MinN: MinFillerWords, AtLeast: true, Usual: &Usual{2, 6}}
	s.Fillers.show(float64(m.fillers), m.spoken > 0)
	s.Interruptions = Number{Formula: "interruptions", N: m.lines, MinN: 1}
	s.Interruptions.show(float64(m.cut), true)
	s.Interrupted = Number{Formula: "interrupted", N: m.spoken, MinN: 1}
	s.Interrupted.show(float64(m.cutBy), m.spoken > 0)
	s.Backchannels = Number{Formula: "backchannels", N: m.lines, MinN: 1}
	s.Backchannels.show(float64(backchannels), m.spoken > 0)
	if !r.known() {
		s.Questions.hide(HiddenLanguage)
		s.Fillers.hide(HiddenLanguage)
	}
	if m.uncountable {
		for _, n := range []*Number{&s.WPM, &s.PaceAfterPushback, &s.Fillers} {
			n.hide(HiddenLanguage)
		}
	}
	return s
}

// show sets the value, or hides it: where nothing was spoken, or N is too small.
func (n *Number) show(v float64, spoken bool) {
	switch {
	case !spoken:
		n.hide(HiddenTyped)
	case n.N < n.MinN, math.IsNaN(v), math.IsInf(v, 0): // times of no call may add up to anything
		n.hide(HiddenFew)
	default:
		n.V = value(v)
	}
}

func (n *Number) hide(why string) { n.Hidden, n.V, n.Low, n.High = why, nil, nil, nil }

// within sets the least and the greatest of what a shown number was made of.
func (n *Number) within(all []float64) {
	if n.V != nil {
		n.Low, n.High = value(slices.Min(all)), value(slices.Max(all))
	}
}

func value(v float64) *float64 {
	v = round(v)
	return &v
}

// round is v to the thousandth.
func round(v float64) float64 { return math.Round(v*1000) / 1000 }

// median is that of all, 0 of none.
func median(all []float64) float64 {
	n := len(all)
	if n == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(all))
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}
