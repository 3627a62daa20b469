package debrief

import (
	"time"

	"parley"
	"parley/calls"
)

// CallView is a call as it is shown also while it is under way: what was said, and how
// far it has come.
type CallView struct {
	Summary calls.Summary `json:"summary"`
	Botname string        `json:"botname"`
	// Turns are the conversation, a fork's inherited ones first.
	Turns []Line        `json:"turns"`
	Rated *parley.Rated `json:"rated,omitempty"`
}

// View is c as it is shown at the time of now.
func View(c calls.Call, now time.Time) CallView {
	return CallView{Summary: calls.Summarise(c, now), Botname: c.Started.Botname, Turns: Transcript(c), Rated: c.Rated}
}

// Line is a turn of the transcript. Times are seconds from the start of the call, or of
// the parent for an inherited turn.
type Line struct {
	// Turn counts turns from 1; a fork goes on counting.
	Turn int         `json:"turn"`
	Who  parley.Role `json:"who"`
	T    float64     `json:"t"`
	End  float64     `json:"end"`
	// Text is what was said, the user's correction where there is one; Heard is then
	// what the recogniser heard.
	Text  string `json:"text"`
	Heard string `json:"heard,omitempty"`
	// Why is what the character said it for, see parley.WhyOpening.
	Why   string `json:"why,omitempty"`
	Typed bool   `json:"typed,omitempty"`
	// Confidence is the recogniser's, Low set below Doubt.
	Confidence  float64 `json:"confidence,omitempty"`
	Low         bool    `json:"low,omitempty"`
	Interrupted bool    `json:"interrupted,omitempty"`
	// Full is all that the character would have said, where it was interrupted.
	Full string `json:"full,omitempty"`
	// Backchannel is a word under the character's turn that did not take it.
	Backchannel bool     `json:"backchannel,omitempty"`
	Reactions   []string `json:"reactions,omitempty"`
	Inherited   bool     `json:"inherited,omitempty"`
}

// Doubt is the confidence below which the user is asked whether they were heard right:
// of page.md §8.12's turns it takes the two that were misheard or nearly so.
const Doubt = 0.6

// Transcript are all turns of c, never nil.
func Transcript(c calls.Call) []Line {
	lines := make([]Line, 0, len(c.Turns))
	for _, t := range c.Turns {
		l := Line{
			Turn: t.Number, Who: t.Role, T: calls.Seconds(t.Start), End: calls.Seconds(t.End), Text: t.Said().Text, Why: t.Why,
			Typed: t.Typed, Confidence: round(t.Confidence), Low: t.Confidence > 0 && t.Confidence < Doubt, Interrupted: t.Interrupted,
			Full: t.Full, Backchannel: t.Backchannel, Reactions: t.Reactions, Inherited: t.Inherited,
		}
		if t.Corrected != "" {
			l.Heard, l.Low = t.Text, false
		}
		lines = append(lines, l)
	}
	return lines
}
