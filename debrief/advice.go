package debrief

import (
	"fmt"

	"parley/calls"
)

// Coaching is one sentence each of what to keep, to start and to stop. One that no
// fact of the call gives is nil.
type Coaching struct {
	// By is who wrote it: Rules, or the name of the engine.
	By    string  `json:"by"`
	Keep  *Advice `json:"keep,omitempty"`
	Start *Advice `json:"start,omitempty"`
	Stop  *Advice `json:"stop,omitempty"`
}

// Rules signs what was written by rules.
const Rules = "rules"

// Advice is a sentence and the moment it rests on. By rules it is a Sentence; a model's has
// its text alone.
type Advice struct {
	// By is as in Coaching, of this sentence alone.
	By string `json:"by"`
	Sentence
	// Quote stands in Turn, which began at T; empty where the advice is of no one turn.
	Quote string  `json:"quote,omitempty"`
	Turn  int     `json:"turn,omitempty"`
	T     float64 `json:"t,omitempty"`
	// Better is a line of the scene's own.
	Better *Better `json:"better,omitempty"`
}

func (d *builder) advise() *Coaching {
	return &Coaching{By: Rules, Keep: d.keep(), Start: d.start(), Stop: d.stop()}
}

// advice is a sentence of what was said in the user's turn.
func (d *builder) advice(turn int, why Sentence) *Advice {
	a := Advice{By: Rules, Sentence: why}
	if t, ok := d.turn(turn); ok {
		a.Turn, a.T, a.Quote = turn, calls.Seconds(t.Start), t.Said().Text
	}
	return &a
}

// keep is what met a required check, at best the first that is no moment of its own;
// else what raised progress most.
func (d *builder) keep() *Advice {
	best := d.best()
	turning, shown := d.turning(d.worst(), best), (*Advice)(nil)
	for i, s := range d.steps {
		for _, id := range s.Checks {
			c, ok := d.check(id)
			if !ok || !c.Required {
				continue
			}
			a := d.advice(s.Turns[0], Sentence{Rule: "keep_check", Text: "Keep doing this yourself: " + sentence(c.Check), Check: id})
			if i != best && i != turning {
				return a
			}
			if shown == nil {
				shown = a
			}
		}
	}
	if shown != nil || best < 0 {
		return shown
	}
	rise := d.change(best)
	return d.advice(d.Curve[best].Turns[0], Sentence{Rule: "keep_rise", Text: fmt.Sprintf("Keep what brought %d here.", rise), N: rise})
}

// start is what was never heard, the weightiest first; else what moved the character
// first, where exchanges before it moved nothing; else the key that was found last.
func (d *builder) start() *Advice {
	if c := d.missed(); c != nil {
		return &Advice{
			By: Rules, Better: d.example(c.ID),
			Sentence: Sentence{Rule: "start_missed", Text: "Start with what was never heard: " + sentence(c.Text), Check: c.ID},
		}
	}
	for i, s := range d.steps {
		if s.To <= s.From {
			continue
		}
		if i == 0 {
			break
		}
		text := fmt.Sprintf("Start with what moves: %s before this moved nothing.", count(i, "exchange"))
		return d.advice(s.Turns[0], Sentence{Rule: "start_sooner", Text: text, N: i})
	}
	for i := len(d.Keys) - 1; i >= 0; i-- {
		if k := d.Keys[i]; k.Met && !k.Inherited && i > 0 {
			text := "Start sooner with what was found last: " + sentence(k.Text)
			return d.advice(k.Turn, Sentence{Rule: "start_key", Text: text, Check: k.Check})
		}
	}
	return nil
}

// stop is what lost the call; else the first asking that came too soon; else what the
// worst moment did; else cutting in.
func (d *builder) stop() *Advice {
	i := d.worst()
	for j, s := range d.steps {
		if s.Held != "" && (i < 0 || !d.Curve[i].Bad) {
			i = j
			break
		}
	}
	if i < 0 {
		return d.stopCutting()
	}
	why := d.whyWorst(i)
	why.Rule, why.Text = "stop_"+why.Rule, "Stop this. "+why.Text
	return d.advice(d.Curve[i].Turns[0], why)
}

// cuts is how many interruptions are worth a word: one happens to anybody.
const cuts = 2

func (d *builder) stopCutting() *Advice {
	n := 0
	if v := d.Speech.Interruptions.V; v != nil {
		n = int(*v)
	}
	if n < cuts {
		return nil
	}
	return &Advice{By: Rules, Sentence: Sentence{Rule: "stop_cutting", Text: fmt.Sprintf("Stop cutting in: you did %d times.", n), N: n}}
}

// count is n of a thing in words.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
