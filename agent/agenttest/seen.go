package agenttest

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
)

// Seen is all that was seen of a call.
type Seen struct {
	Shown     []Shown
	Spans     []Span
	Spoken    []string // segments, as Span counts them
	Turns     []parley.Turn
	Exchanges []parley.Exchange
	Asked     []string
	Ending    parley.Ending // and Profile: once the call is over
	Profile   parley.Profile
	user      []Shown // sounds
}

// Seen is all that was seen so far.
func (c *Call) Seen() *Seen {
	return &Seen{
		Shown: c.Shown(), Spans: c.Spans(), Spoken: c.TTS.Spoken(),
		Turns: c.History(), Exchanges: c.Exchanges(), Asked: c.LLM.Asked(), user: c.mic.heard(&c.STT.lines),
	}
}

// History are the turns so far; one that was amended is as it is now.
func (c *Call) History() []parley.Turn {
	var out []parley.Turn
	for _, b := range Events[parley.Body](c) {
		var t parley.Turn
		switch b := b.(type) {
		case parley.Heard:
			t = b.Turn
		case parley.Said:
			t = b.Turn
		default:
			continue
		}
		if t.Number <= len(out) {
			out[t.Number-1] = t
		} else {
			out = append(out, t)
		}
	}
	return out
}

// turns are the history as scripts write it.
func (s *Seen) turns() []string {
	var out []string
	for _, t := range s.Turns {
		who := Scene.Botname
		if t.Role == parley.User {
			who = "user"
		}
		text := who + ": " + t.Text
		if t.Interrupted {
			text += "—"
		}
		if t.Typed {
			text = "typed " + text
		}
		if t.Backchannel {
			text = "backchannel " + text
		}
		out = append(out, text)
	}
	return out
}

func (s *Seen) caption(of parley.Role, at time.Duration) string {
	text := ""
	for _, x := range s.Shown {
		if c, ok := x.What.(parley.Caption); ok && c.Role == of && x.At <= at+slack {
			text = c.Text
		}
	}
	return text
}

func (s *Seen) voice() []moment {
	var out []moment
	for _, v := range s.Spans {
		if n := len(out); n == 0 || out[n-1].is != string(v.Loudness) {
			out = append(out, moment{v.From, string(v.Loudness)})
		}
	}
	if n := len(s.Spans); n > 0 && s.Spans[n-1].Loudness != Silent { // the call ended
		out = append(out, moment{s.Spans[n-1].To, string(Silent)})
	}
	return out
}

func (s *Seen) states() []moment {
	out := []moment{{0, string(parley.Initializing)}}
	for _, x := range s.Shown {
		if v, ok := x.What.(parley.State); ok {
			out = append(out, moment{x.At, string(v)})
		}
	}
	return out
}

func (s *Seen) away() []moment {
	out := []moment{{0, "back"}}
	for _, x := range s.Shown {
		if v, ok := x.What.(Away); ok {
			out = append(out, moment{x.At, map[bool]string{true: "away", false: "back"}[bool(v)]})
		}
	}
	return out
}

// String is the call as a timeline.
func (s *Seen) String() string {
	type entry struct {
		at   time.Duration
		text string
	}
	var all []entry
	for _, x := range slices.Concat(s.Shown, s.user) {
		kind := fmt.Sprintf("%T", x.What)
		all = append(all, entry{x.At, fmt.Sprintf("%-11s %v", kind[strings.LastIndexByte(kind, '.')+1:], x.What)})
	}
	for _, v := range s.Spans {
		text := fmt.Sprintf("Voice       %s until %.2f", v.Loudness, v.To.Seconds())
		if v.Segment >= 0 && v.Segment < len(s.Spoken) {
			text += fmt.Sprintf(" %q", s.Spoken[v.Segment])
		}
		all = append(all, entry{v.From, text})
	}
	slices.SortStableFunc(all, func(a, b entry) int { return int(a.at - b.at) })
	var out strings.Builder
	for _, e := range all {
		fmt.Fprintf(&out, "%8.3f %s\n", e.at.Seconds(), e.text)
	}
	fmt.Fprintf(&out, "the model was asked: %q\nturns:\n  %s", s.Asked, strings.Join(s.turns(), "\n  "))
	return out.String()
}

// Overlaps are how speech over the character was taken, in order.
func (s *Seen) Overlaps() (all []string) {
	for _, x := range s.Shown {
		if o, ok := x.What.(Overlap); ok {
			all = append(all, string(o))
		}
	}
	return all
}
