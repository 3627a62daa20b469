package debrief

import (
	"parley"
	"parley/calls"
)

// Step is a point of the curve: an exchange and what it did to progress.
type Step struct {
	// T is the end of the character's turn that was judged.
	T        float64 `json:"t"`
	Exchange int     `json:"exchange"`
	From     int     `json:"from"`
	To       int     `json:"to"`
	// Turns are the user's and the character's turn, Words what the user said, Quote
	// the character's words that the verdict rests on.
	Turns []int  `json:"turns,omitempty"`
	Words string `json:"words,omitempty"`
	Quote string `json:"quote,omitempty"`
	// Checks are the ids of those that the exchange met.
	Checks []string `json:"checks,omitempty"`
	Strike *Strike  `json:"strike,omitempty"`
	// Held is why an agreement did not count, as in parley.Verdict.
	Held string `json:"held,omitempty"`
	// Bad is set if the exchange lost the call.
	Bad bool `json:"bad,omitempty"`
}

// Strike is the N-th slip of Of that end the scene badly.
type Strike struct {
	ID string `json:"id"`
	N  int    `json:"n"`
	Of int    `json:"of"`
}

// Stage is a band of the curve with the scene's own label.
type Stage struct {
	ID    string `json:"id"`
	Label string `json:"label"`
	// From and To are the lowest and the highest progress that belong to it.
	From int `json:"from"`
	To   int `json:"to"`
}

// Branch is another call that parts from this one, or that this one parts from.
type Branch struct {
	Call parley.CallID `json:"call"`
	// Turn is the turn at which the two part, T when that was and Y the progress there.
	Turn int     `json:"turn"`
	T    float64 `json:"t"`
	Y    int     `json:"y"`
	// Offset is what to add to the call's own times to have those of Before, After and
	// T, which are on the clock of its first parent.
	Offset float64 `json:"offset"`
	// Before is how progress went up to there, After how it went on in the other call.
	Before []calls.Point `json:"before,omitempty"`
	After  []calls.Point `json:"after,omitempty"`
	// Outcome and Progress are the other call's; empty where it is not known.
	Outcome  parley.Outcome `json:"outcome,omitempty"`
	Progress int            `json:"progress"`
}

func (d *builder) curve() {
	had := map[string]bool{}
	d.found = map[string]finding{}
	if in := d.call.Inherited; in != nil {
		for i := range in.Verdicts {
			d.met(in.Verdicts[i].Verdict, had, true)
		}
	}
	d.Curve = make([]Step, 0, len(d.call.Verdicts))
	for _, v := range d.call.Verdicts {
		s := Step{
			T: calls.Seconds(v.At), Exchange: v.Exchange, From: v.Previous, To: v.Progress, Quote: v.Evidence,
			Checks: d.met(v.Verdict, had, false), Held: v.Held, Bad: v.Bad,
		}
		if v.Turns.User != 0 && v.Turns.Character != 0 {
			s.Turns = []int{v.Turns.User, v.Turns.Character}
			s.Words = d.words(v.Turns.User)
		}
		if v.Strike > 0 {
			s.Strike = &Strike{v.BadEnding, v.Strike, v.Strikes}
		}
		d.Curve = append(d.Curve, s)
	}
	low := 0
	for _, s := range d.scene.Stages {
		d.Stages = append(d.Stages, Stage{s.ID, s.Label, low, s.Max})
		low = s.Max + 1
	}
}

// finding is when a check was met, and by which words.
type finding struct {
	turn, quoted int
	quote        string
	t            float64
	inherited    bool
}

// met are the checks that a verdict adds to those had, and notes them. Old journals
// tell only of all checks so far.
func (d *builder) met(v parley.Verdict, had map[string]bool, inherited bool) (ids []string) {
	note := func(id string, user, quoted int, quote string) {
		if had[id] {
			return
		}
		had[id] = true
		ids = append(ids, id)
		t, _ := d.turn(user)
		d.found[id] = finding{user, quoted, quote, calls.Seconds(t.Start), inherited}
	}
	for _, m := range v.Met {
		user := m.Turn
		if t, ok := d.turn(m.Turn); ok && t.Role == parley.Character && v.Turns.User != 0 {
			user = v.Turns.User
		}
		note(m.Check, user, m.Turn, m.Quote)
	}
	for _, id := range v.Checks {
		note(id, v.Turns.User, v.Turns.Character, v.Evidence)
	}
	return ids
}

func (d *builder) branches() {
	offset := calls.Seconds(d.call.Offset())
	if in, from := d.call.Inherited, d.call.Started.From; in != nil && from != nil {
		b := Branch{Call: from.Call, Turn: from.Turn, T: calls.Seconds(in.At), Offset: offset, Before: []calls.Point{{}}}
		for _, v := range in.Verdicts {
			b.Before = append(b.Before, calls.Point{T: calls.Seconds(v.At), Y: v.Verdict.Progress})
			b.Y = v.Verdict.Progress
		}
		for _, p := range d.base.Calls {
			if p.Call == from.Call {
				b.Outcome, b.Progress, b.After = p.Outcome, p.Progress, after(p.Curve, b.T)
			}
		}
		d.Parent = &b
	}
	for _, p := range d.base.Calls {
		if p.From == nil || p.From.Call != d.call.ID || len(p.Curve) == 0 {
			continue
		}
		start := p.Curve[0]
		d.Forks = append(d.Forks, Branch{
			Call: p.Call, Turn: p.From.Turn, T: start.T, Y: start.Y, Offset: offset, After: p.Curve[1:],
			Outcome: p.Outcome, Progress: p.Progress,
		})
	}
}

// after are the points of a curve past t.
func after(curve []calls.Point, t float64) (points []calls.Point) {
	for _, p := range curve {
		if p.T > t {
			points = append(points, p)
		}
	}
	return points
}
