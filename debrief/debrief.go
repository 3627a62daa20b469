// Package debrief is what a call is told by when it is over: how it ended, when
// progress moved and why, what the character waited for, how the user spoke, and where
// to go on. Of is a pure function of the call's events and its scene; Coach alone asks
// a model, and only for sentences. No number comes from a model.
package debrief

import (
	"slices"
	"time"

	"parley"
	"parley/calls"
	"parley/scenarios"
)

// Debrief is a call in the parts that are shown, in their order. Times are seconds on
// the call's own clock, those of inherited turns and verdicts on its first parent's.
// What the journal or the scene lacks is left out, never guessed.
type Debrief struct {
	Call  parley.CallID `json:"call"`
	Scene Scene         `json:"scene"`
	Began time.Time     `json:"began"`
	// State is Whole or TooShort.
	State string `json:"state"`
	// Typed is set if the user wrote all their turns.
	Typed bool `json:"typed,omitempty"`
	// NotKept is set if the call is stored nowhere: its user went on without anything
	// being kept.
	NotKept bool `json:"not_kept,omitempty"`
	// From is where a fork parts from its parent; Inherited is how many turns it began
	// with, which no number counts.
	From      *parley.Origin `json:"from,omitempty"`
	Drill     bool           `json:"drill,omitempty"`
	Inherited int            `json:"inherited,omitempty"`

	Result
	Curve  []Step  `json:"curve"`
	Stages []Stage `json:"stages,omitempty"`
	// Parent is the curve that a fork parts from; Forks are those that part from it.
	Parent *Branch  `json:"parent,omitempty"`
	Forks  []Branch `json:"forks,omitempty"`
	Keys   []Key    `json:"keys,omitempty"`
	// Moments are the worst, the best and the turning point, as far as there are.
	Moments  []Moment  `json:"moments,omitempty"`
	Score    *Score    `json:"score,omitempty"`
	Checks   []Check   `json:"checks,omitempty"`
	Coaching *Coaching `json:"coaching,omitempty"`
	Speech   *Speech   `json:"speech,omitempty"`
	// Transcript are all turns, a fork's inherited ones first.
	Transcript []Line    `json:"transcript"`
	Next       NextSteps `json:"next"`
	// ForkDefault is the user's turn to say anew: that which lost the call, else the
	// worst moment; 0 for none.
	ForkDefault int `json:"fork_default,omitempty"`
	// Baseline is nil where the user has no other calls of the scene.
	Baseline *EarlierCalls `json:"baseline"`
}

// States of a Debrief.
const (
	Whole = "whole"
	// TooShort is a call of fewer than MinExchanges: no score, no moments, no numbers.
	TooShort = "too_short"
)

// MinExchanges is how many exchanges numbers rest on at least (page.md §8.4).
const MinExchanges = 3

// Scene names the scene that was played; of one that is gone only the id is known.
type Scene struct {
	ID    string `json:"id"`
	Hash  string `json:"hash,omitempty"`
	Title string `json:"title,omitempty"`
	// Character is the character's name.
	Character string `json:"character,omitempty"`
	Language  string `json:"language,omitempty"`
}

// Result is how the call ended.
type Result struct {
	// Headline is the character's own last line.
	Headline *Quote `json:"headline,omitempty"`
	// Outcome is as in calls.Summary, empty while the call is under way.
	Outcome parley.Outcome `json:"outcome,omitempty"`
	// Reason is the sentence that the user was told, Code its name if it has one.
	Reason string        `json:"reason,omitempty"`
	Code   parley.Phrase `json:"code,omitempty"`
	// Ending is the bad ending that was met.
	Ending *Ending `json:"ending,omitempty"`
	// Progress is 0-10 at the end.
	Progress int     `json:"progress"`
	Seconds  float64 `json:"seconds"`
	// Exchanges and Hints are the call's own.
	Exchanges int `json:"exchanges"`
	Hints     int `json:"hints"`
	// Attempt counts the user's calls of the scene from 1, drills left out; 0 for a
	// drill. Best is set if none before came as far.
	Attempt int  `json:"attempt,omitempty"`
	Best    bool `json:"best,omitempty"`
	// Judge and Recogniser name the engines that judged and heard.
	Judge      string `json:"judge,omitempty"`
	Recogniser string `json:"recogniser,omitempty"`
}

// Quote is words of a turn. T is the start of the turn.
type Quote struct {
	Turn int     `json:"turn"`
	T    float64 `json:"t"`
	Text string  `json:"text"`
}

// Ending is the bad ending of a lost call.
type Ending struct {
	ID string `json:"id"`
	// When is the scene's own words for it, Mild those that it has for the user.
	When string `json:"when,omitempty"`
	Mild string `json:"mild,omitempty"`
	// Turn is the user's turn that met it, N the how-manieth slip it was, of Of.
	Turn int `json:"turn,omitempty"`
	N    int `json:"n,omitempty"`
	Of   int `json:"of,omitempty"`
}

// Baseline is what else is known of the user: their other calls of the scene, in any
// order, and the scenes there are.
type Baseline struct {
	Calls  []PastCall
	Scenes []scenarios.Scenario
}

// PastCall is another call of the user's and what was measured of it.
type PastCall struct {
	calls.Summary
	Measures
}

// EarlierCalls tells of the user's calls of the scene before this one.
type EarlierCalls struct {
	Calls int `json:"calls"`
	// Best is the highest progress of them.
	Best int `json:"best"`
}

// builder is a Debrief in the making.
type builder struct {
	Debrief
	call  calls.Call
	scene scenarios.Scenario
	base  Baseline
	now   time.Time
	// index is where a turn's number stands in call.Turns.
	index map[int]int
	// before are the calls of Baseline that began earlier, oldest first.
	before []PastCall
	// found tells which verdict met a check first.
	found map[string]finding
}

// Make is the debrief of c, which was of s: the scene as it was, or the zero Scenario
// where that is not known, and then all that needs it is left out. now decides whether
// a call without an end is under way, and the day to be reminded. It is pure, keeps
// nothing of what it is given but its values, and takes time in proportion to it.
func Make(c calls.Call, s scenarios.Scenario, b Baseline, now time.Time) Debrief {
	d := builder{call: c, scene: s, base: b, now: now, index: make(map[int]int, len(c.Turns))}
	d.NotKept = c.Started.Consent != nil && c.Started.Consent.KeepNothing
	for i, t := range c.Turns {
		d.index[t.Number] = i
	}
	for _, p := range b.Calls {
		if p.Call != c.ID && p.Began.Before(c.Began) {
			d.before = append(d.before, p)
		}
	}
	slices.SortStableFunc(d.before, func(a, b PastCall) int { return a.Began.Compare(b.Began) })
	d.transcript()
	d.result()
	d.curve()
	d.branches()
	d.rubric()
	moments := d.moments()
	d.ForkDefault = d.forkDefault(moments)
	if d.State == Whole {
		d.Moments = moments
		d.score()
		d.Speech = d.speech()
		d.Coaching = d.advise()
		if kept, ok := d.Recall(c.Coached); ok {
			d.Coaching = &kept
		}
	}
	d.Next = d.next(moments)
	return d.Debrief
}

// transcript also finds the state.
func (d *builder) transcript() {
	spoken, typed := 0, 0
	var own []calls.Turn
	for _, t := range d.call.Turns {
		if t.Inherited {
			d.Inherited++
			continue
		}
		own = append(own, t)
		switch {
		case t.Role == parley.User && t.Typed:
			typed++
		case t.Role == parley.User:
			spoken++
		}
	}
	d.Transcript, d.Typed = Transcript(d.call), typed > 0 && spoken == 0
	d.Exchanges = calls.Exchanges(own)
	if d.State = Whole; d.Exchanges < MinExchanges {
		d.State = TooShort
	}
}

func (d *builder) result() {
	c := d.call
	d.Call, d.Began, d.From, d.Drill = c.ID, c.Began, c.Started.From, c.Started.Drill
	d.Debrief.Scene = Scene{c.Started.Scenario, c.Started.SceneHash, d.scene.Title, c.Started.Botname, d.scene.Language}
	d.Outcome, d.Seconds, d.Hints = c.Outcome(d.now), calls.Seconds(c.Length), len(c.Hints)
	if c.Ending != nil {
		d.Reason, d.Code = c.Ending.Reason, c.Ending.Code
	}
	points := c.Curve()
	d.Progress = points[len(points)-1].Y
	d.Recogniser = c.Started.Engines["stt"]
	if v, ok := c.Newest(); ok {
		d.Judge = v.Judge
	}
	d.headline()
	d.ending()
	best := 0
	for _, p := range d.before {
		best = max(best, p.Progress)
		if !p.Drill {
			d.Attempt++
		}
	}
	if d.Attempt++; d.Drill {
		d.Attempt = 0
	}
	if len(d.before) > 0 {
		d.Debrief.Baseline = &EarlierCalls{len(d.before), best}
		d.Best = d.Progress > best
	}
}

// headline is the newest line that the character said of itself: no nudge and no excuse,
// unless there is nothing else.
func (d *builder) headline() {
	for _, t := range slices.Backward(d.call.Turns) {
		if t.Role != parley.Character || t.Text == "" {
			continue
		}
		own := t.Answers() || t.Why == parley.WhyOpening
		if d.Headline == nil || own {
			d.Headline = &Quote{t.Number, calls.Seconds(t.Start), t.Text}
		}
		if own {
			return
		}
	}
}

func (d *builder) ending() {
	for _, v := range d.call.Verdicts {
		if !v.Bad || v.BadEnding == "" {
			continue
		}
		e := Ending{ID: v.BadEnding, Turn: v.Turns.User, N: v.Strike, Of: v.Strikes}
		for _, b := range d.scene.BadEndings {
			if b.ID == e.ID {
				e.When, e.Mild = b.When, b.Mild
			}
		}
		d.Ending = &e
		return
	}
}

// turn is the turn of a number.
func (d *builder) turn(number int) (calls.Turn, bool) {
	i, ok := d.index[number]
	if !ok {
		return calls.Turn{}, false
	}
	return d.call.Turns[i], true
}

// words are what was said in the turn of a number, "" for none.
func (d *builder) words(number int) string {
	t, _ := d.turn(number)
	return t.Said().Text
}
