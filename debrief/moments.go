package debrief

import (
	"fmt"
	"slices"

	"parley"
	"parley/calls"
)

// Moment is an exchange to look at again.
type Moment struct {
	// Kind is Worst, Best or Turning.
	Kind string `json:"kind"`
	// T and Turn are of the user's turn, which is the one to say anew; Reply is the
	// character's. Exchange is that of the curve.
	T        float64 `json:"t"`
	Turn     int     `json:"turn"`
	Reply    int     `json:"reply_turn"`
	Exchange int     `json:"exchange"`
	// Change is what it did to progress.
	Change int `json:"change"`
	// Words are the user's, Theirs the character's.
	Words  string   `json:"words"`
	Theirs string   `json:"theirs"`
	Why    Sentence `json:"why"`
	// Better is a line of the scene's own that would have been better, or as good.
	Better *Better `json:"better,omitempty"`
}

// Kinds of Moment.
const (
	Worst   = "worst"
	Best    = "best"
	Turning = "turning"
)

// Sentence is a sentence by rule: Rule and what stands in it, for who words it in another
// language, and Text in English.
type Sentence struct {
	Rule string `json:"rule,omitempty"`
	Text string `json:"text"`
	// Check is the id of a check that it speaks of.
	Check string `json:"check,omitempty"`
	N     int    `json:"n,omitempty"`
	Of    int    `json:"of,omitempty"`
}

// Better is a line and where it comes from: "hint", or "example" of a check.
type Better struct {
	Text  string `json:"text"`
	From  string `json:"from"`
	Check string `json:"check,omitempty"`
}

// moments finds the worst, the best and the turning exchange, of those of which the
// turns are known.
func (d *builder) moments() (all []Moment) {
	worst, best := d.worst(), d.best()
	turning := d.turning(worst, best)
	add := func(kind string, i int, why func(int) Sentence, better func(int) *Better) {
		if i < 0 {
			return
		}
		s := d.Curve[i]
		t, ok := d.turn(s.Turns[0])
		if !ok {
			return
		}
		all = append(all, Moment{
			Kind: kind, T: calls.Seconds(t.Start), Turn: s.Turns[0], Reply: s.Turns[1], Exchange: s.Exchange, Change: s.To - s.From,
			Words: s.Words, Theirs: d.words(s.Turns[1]), Why: why(i), Better: better(i),
		})
	}
	add(Worst, worst, d.whyWorst, d.instead)
	add(Best, best, d.whyBest, d.asGood)
	add(Turning, turning, d.whyTurning, d.asGood)
	return all
}

// steps yields the places in the curve of which the turns are known.
func (d *builder) steps(yield func(int, Step) bool) {
	for i, s := range d.Curve {
		if s.Turns != nil && !yield(i, s) {
			return
		}
	}
}

// worst is the exchange that lost the call; else the deepest fall, of equals the
// latest; else the first agreement held back; else the first of two or more exchanges
// running that moved nothing. -1 for none.
func (d *builder) worst() int {
	fall, held, still := -1, -1, -1
	for i, s := range d.steps {
		change := s.To - s.From
		switch {
		case s.Bad:
			return i
		case change < 0 && (fall < 0 || change <= d.change(fall)):
			fall = i
		case change == 0 && s.Held != "" && held < 0:
			held = i
		case still < 0 && d.stillFrom(i) > 1:
			still = i
		}
	}
	for _, i := range []int{fall, held, still} {
		if i >= 0 {
			return i
		}
	}
	return -1
}

func (d *builder) change(i int) int { return d.Curve[i].To - d.Curve[i].From }

// stillFrom is how many exchanges running, from i on, moved nothing; it looks at two.
func (d *builder) stillFrom(i int) (n int) {
	for n < 2 && i+n < len(d.Curve) && d.change(i+n) == 0 {
		n++
	}
	return n
}

// best is the steepest rise; of equals that which met checks of more weight, then one
// that the user was not told of, then the latest. -1 for none.
func (d *builder) best() int {
	at, most := -1, [3]int{}
	for i, s := range d.steps {
		value := [3]int{s.To - s.From}
		for _, id := range s.Checks {
			if c, ok := d.check(id); ok {
				value[1] += weight(c)
				value[2] = max(value[2], btoi(c.Reveal == "after"))
			}
		}
		if value[0] > 0 && slices.Compare(value[:], most[:]) >= 0 {
			at, most = i, value
		}
	}
	return at
}

// turning is where it was decided how the call went, beside the worst and the best
// exchange: the first rise of two or more, else the first rise, below whose height
// progress never fell again. A call that was lost or gained nothing turned with the
// first fall from its greatest height. -1 for none.
func (d *builder) turning(worst, best int) int {
	if len(d.Curve) == 0 {
		return -1
	}
	last := d.Curve[len(d.Curve)-1]
	if last.Bad || last.To <= d.Curve[0].From {
		return d.fromTheTop(worst)
	}
	lowest := parley.MaxProgress
	first, steep := -1, -1
	for i := len(d.Curve) - 1; i >= 0; i-- {
		s := d.Curve[i]
		lowest = min(lowest, s.To)
		if s.To > s.From && s.To <= lowest && s.Turns != nil && i != best {
			if first = i; s.To-s.From >= 2 {
				steep = i
			}
		}
	}
	if steep >= 0 {
		return steep
	}
	return first
}

func (d *builder) fromTheTop(worst int) int {
	top := 0
	for _, s := range d.Curve {
		top = max(top, s.From, s.To)
	}
	for i, s := range d.steps {
		if s.From == top && s.To < top && i != worst {
			return i
		}
	}
	return -1
}

func (d *builder) whyWorst(i int) Sentence {
	s := d.Curve[i]
	lost := s.From - s.To
	switch {
	case s.Bad && d.Ending != nil && d.Ending.When != "":
		return Sentence{Rule: "bad_ending", Text: "It ended the call: " + sentence(d.Ending.When), N: d.Ending.N, Of: d.Ending.Of}
	case s.Bad:
		return Sentence{Rule: "lost", Text: "It ended the call."}
	case lost > 0 && s.Strike != nil && s.Strike.N+1 == s.Strike.Of:
		text := fmt.Sprintf("It cost %d, and one more would have ended the call.", lost)
		return Sentence{Rule: "last_strike", Text: text, N: s.Strike.N, Of: s.Strike.Of}
	case lost > 0:
		return Sentence{Rule: "fall", Text: fmt.Sprintf("It cost %d of %d.", lost, s.From), N: lost, Of: s.From}
	case s.Held != "":
		return d.whyHeld(s.Held)
	}
	n := 1
	for i+n < len(d.Curve) && d.change(i+n) == 0 {
		n++
	}
	return Sentence{Rule: "still", Text: fmt.Sprintf("From here %d exchanges moved nothing.", n), N: n}
}

func (d *builder) whyHeld(held string) Sentence {
	if c, ok := d.check(held); ok {
		text := fmt.Sprintf("A yes could not count yet, as this was missing: %s", sentence(c.Check))
		return Sentence{Rule: "held", Text: text, Check: held}
	}
	return Sentence{Rule: "held_" + held, Text: "A yes could not count yet."}
}

func (d *builder) whyBest(i int) Sentence {
	s := d.Curve[i]
	for _, id := range s.Checks {
		if c, ok := d.check(id); ok {
			return Sentence{Rule: "check", Text: "It met what counts: " + sentence(c.Check), Check: id, N: s.To - s.From}
		}
	}
	return Sentence{Rule: "rise", Text: fmt.Sprintf("It brought %d.", s.To-s.From), N: s.To - s.From}
}

func (d *builder) whyTurning(i int) Sentence {
	s := d.Curve[i]
	if s.To < s.From {
		return Sentence{Rule: "peak", Text: fmt.Sprintf("Progress was %d here and did not hold.", s.From), N: s.From}
	}
	still := 0
	for j := i - 1; j >= 0 && d.change(j) == 0; j-- {
		still++
	}
	if still > 0 {
		text := fmt.Sprintf("After %s that moved nothing; progress never fell below %d again.", count(still, "exchange"), s.To)
		return Sentence{Rule: "kept_after_still", Text: text, N: s.To, Of: still}
	}
	return Sentence{Rule: "kept", Text: fmt.Sprintf("From here on progress never fell below %d again.", s.To), N: s.To}
}

// sentence is text that ends like one.
func sentence(text string) string {
	if text == "" || slices.Contains([]byte(".!?"), text[len(text)-1]) {
		return text
	}
	return text + "."
}

// instead is a better line for an exchange that went wrong: the scene's example line
// among its hints, else the example of the weightiest required check that was not met
// by then, of equals the first. Nil where all had been met, or the scene has none.
func (d *builder) instead(i int) *Better {
	had := d.metBy(i)
	open, most := "", 0
	missing := false
	for _, c := range d.scene.Rubric {
		if had[c.ID] || !c.Required {
			continue
		}
		missing = true
		if c.Example != "" && weight(c) > most {
			open, most = c.ID, weight(c)
		}
	}
	if !missing {
		return nil
	}
	for _, h := range d.scene.Hints {
		if h.Level == exampleLevel && !slices.ContainsFunc(h.Checks, func(id string) bool { return had[id] }) {
			return &Better{Text: h.Text, From: "hint"}
		}
	}
	return d.example(open)
}

// exampleLevel is that of a hint that is an example line, see parley.Hint.
const exampleLevel = 3

// metBy are the checks that had been met before the exchange at i.
func (d *builder) metBy(i int) map[string]bool {
	had := map[string]bool{}
	for id, f := range d.found {
		if f.inherited {
			had[id] = true
		}
	}
	for _, s := range d.Curve[:i] {
		for _, id := range s.Checks {
			had[id] = true
		}
	}
	return had
}

// asGood is the scene's own example of what the exchange met, or what would have been
// better where progress fell.
func (d *builder) asGood(i int) *Better {
	if d.change(i) < 0 {
		return d.instead(i)
	}
	for _, id := range d.Curve[i].Checks {
		if b := d.example(id); b != nil {
			return b
		}
	}
	return nil
}

func (d *builder) example(check string) *Better {
	c, ok := d.check(check)
	if !ok || c.Example == "" {
		return nil
	}
	return &Better{Text: c.Example, From: "example", Check: check}
}

// forkDefault is the user's turn of the worst moment: on a lost call that which lost it.
func (d *builder) forkDefault(moments []Moment) int {
	for _, m := range moments {
		if m.Kind == Worst {
			return m.Turn
		}
	}
	return 0
}
