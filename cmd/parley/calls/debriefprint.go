package calls

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley"
	"parley/calls"
	"parley/debrief"
)

// debrief prints d in the order of its parts.
func (p *printer) debrief(d debrief.Debrief) {
	p.result(d)
	p.curve(d)
	p.keys(d.Keys)
	p.moments(d)
	p.score(d)
	p.coaching(d.Coaching)
	if d.Speech != nil {
		p.speech(*d.Speech)
	}
	p.next(d)
}

// part begins a part of the debrief.
func (p *printer) part(name string) {
	p.line("")
	p.line("%s", name)
}

func (p *printer) result(d debrief.Debrief) {
	if d.Headline != nil {
		p.line("%q", d.Headline.Text)
	}
	facts := []string{
		outcome(d.Outcome), fmt.Sprintf("%d/%d", d.Progress, parley.MaxProgress), clock(d.Seconds),
		count(d.Exchanges, "exchange", "exchanges"), count(d.Hints, "hint", "hints"),
	}
	if d.Attempt > 0 {
		facts = append(facts, fmt.Sprintf("attempt %d", d.Attempt))
	}
	if d.Drill {
		facts = append(facts, "a drill")
	}
	if d.Best {
		facts = append(facts, "the best so far")
	}
	for _, by := range []struct{ did, engine string }{{"judged by ", d.Judge}, {"heard by ", d.Recogniser}} {
		if by.engine != "" {
			facts = append(facts, by.did+by.engine)
		}
	}
	p.line("%s", strings.Join(facts, " · "))
	p.line("%s, %s, %s", d.Call, cmp.Or(d.Scene.Title, d.Scene.ID, "a scene that is not known"),
		d.Began.Local().Format("Mon 2 Jan 2006, 15:04"))
	if d.Reason != "" {
		p.line("%s", d.Reason)
	}
	if e := d.Ending; e != nil {
		p.line("It was lost at turn %d: %s%s", e.Turn, cmp.Or(e.When, e.ID), nth(e.N, e.Of))
	}
	if d.State == debrief.TooShort {
		p.line("Too short for numbers: hold a call of %d exchanges or more.", debrief.MinExchanges)
	}
	if d.Scene.Title == "" {
		p.line("The scene is not here as it was: what it waits for is left out. Name its folder with --scenarios.")
	}
}

// nth is the how-manieth slip something was.
func nth(n, of int) string {
	if n == 0 || of == 0 {
		return ""
	}
	return fmt.Sprintf(" (%d of %d)", n, of)
}

// bars are heights of progress, 0 to parley.MaxProgress.
var bars = []rune("▁▁▂▂▃▄▅▅▆▇█")

func bar(progress int) string { return string(bars[min(max(progress, 0), parley.MaxProgress)]) }

// line is a curve as a line of bars.
func line(points []calls.Point) string {
	if len(points) == 0 {
		return "on without a verdict"
	}
	var b strings.Builder
	for _, at := range points {
		b.WriteString(bar(at.Y))
	}
	return b.String()
}

func (p *printer) curve(d debrief.Debrief) {
	if len(d.Curve) == 0 {
		return
	}
	p.part("How it went")
	var whole strings.Builder
	for _, s := range d.Curve {
		whole.WriteString(bar(s.To))
	}
	p.line("  %d %s%s %d", d.Curve[0].From, bar(d.Curve[0].From), whole.String(), d.Progress)
	for _, s := range d.Curve {
		about := s.Checks
		if s.Strike != nil {
			about = append(slices.Clone(about), "slip: "+s.Strike.ID+nth(s.Strike.N, s.Strike.Of))
		}
		if s.Held != "" {
			about = append(slices.Clone(about), "held back: "+s.Held)
		}
		if s.Bad {
			about = append(slices.Clone(about), "lost")
		}
		p.line("  %5s %2d %-3s %s  %s", clock(s.T), s.To, change(s.To-s.From), stage(d.Stages, s.To), strings.Join(about, ", "))
		if s.Words != "" {
			p.line("        You: %s", s.Words)
		}
		if s.Quote != "" {
			p.line("        %s: %s", cmp.Or(d.Scene.Character, "Character"), s.Quote)
		}
	}
	if b := d.Parent; b != nil {
		p.line("  parts from %s at turn %d with %d; there it went %s %s", b.Call, b.Turn, b.Y, line(b.After), ended(*b))
	}
	for _, b := range d.Forks {
		p.line("  %s parts at turn %d with %d and goes %s %s", b.Call, b.Turn, b.Y, line(b.After), ended(b))
	}
}

func ended(b debrief.Branch) string {
	if b.Outcome == "" {
		return "(how it ended is not known)"
	}
	return fmt.Sprintf("to %d, %s", b.Progress, outcome(b.Outcome))
}

// stage is the label of the stage that a progress belongs to.
func stage(stages []debrief.Stage, progress int) string {
	for _, s := range stages {
		if s.From <= progress && progress <= s.To {
			return s.Label
		}
	}
	if progress == parley.MaxProgress {
		return "Agreed"
	}
	return ""
}

func (p *printer) keys(keys []debrief.Key) {
	if len(keys) == 0 {
		return
	}
	p.part("What was waited for")
	for _, k := range keys {
		at := "never"
		switch {
		case k.Inherited:
			at = "before"
		case k.Met:
			at = clock(k.T)
		}
		p.line("  %6s %s%s", at, k.Text, map[bool]string{true: " (hidden until now)"}[k.Hidden])
		if k.Quote != "" {
			p.line("         %q", k.Quote)
		}
		if n := len(k.Earlier); n > 0 {
			p.line("         in %s: last at %s", count(n, "call before", "calls before"), clock(k.Earlier[n-1].T))
		}
	}
}

func (p *printer) moments(d debrief.Debrief) {
	if len(d.Moments) == 0 {
		return
	}
	p.part("Moments")
	for _, m := range d.Moments {
		p.line("  %s, %s, %s: %s", m.Kind, clock(m.T), change(m.Change), m.Why.Text)
		p.line("    You: %s", m.Words)
		p.line("    %s: %s", cmp.Or(d.Scene.Character, "Character"), m.Theirs)
		if m.Better != nil {
			p.line("    One line of the scene's own (%s): %s", m.Better.From, m.Better.Text)
		}
	}
}

func (p *printer) score(d debrief.Debrief) {
	if d.Score == nil {
		return
	}
	p.part(fmt.Sprintf("Checks: %d of %d by weight", d.Score.Got, d.Score.Of))
	skills := slices.Sorted(maps.Keys(d.Score.BySkill))
	for _, skill := range append(skills, "") {
		own := slices.DeleteFunc(slices.Clone(d.Checks), func(c debrief.Check) bool { return c.Skill != skill })
		if len(own) == 0 {
			continue
		}
		if sum, ok := d.Score.BySkill[skill]; ok {
			p.line("  %s: %d of %d", skill, sum[0], sum[1])
		} else {
			p.line("  of no skill:")
		}
		for _, c := range own {
			mark := "not heard"
			if c.Met {
				mark = "met"
			}
			p.line("    %-9s %d  %s", mark, c.Weight, c.Text)
		}
	}
}

func (p *printer) coaching(c *debrief.Coaching) {
	if c == nil || c.Keep == nil && c.Start == nil && c.Stop == nil {
		return
	}
	p.part("Keep, start, stop (written by " + c.By + ")")
	for _, a := range []struct {
		name string
		*debrief.Advice
	}{{"keep ", c.Keep}, {"start", c.Start}, {"stop ", c.Stop}} {
		if a.Advice == nil {
			continue
		}
		by := ""
		if a.By != c.By {
			by = " (by " + a.By + ")"
		}
		p.line("  %s  %s%s", a.name, a.Text, by)
		if a.Quote != "" {
			p.line("         %s %q", clock(a.T), a.Quote)
		}
		if a.Better != nil {
			p.line("         such as: %s", a.Better.Text)
		}
	}
}

func (p *printer) next(d debrief.Debrief) {
	p.part("Next")
	if d.ForkDefault > 0 {
		p.line("  parley calls fork %s %d", d.Call, d.ForkDefault)
	}
	if n := d.Next.Drill; n != nil {
		p.line("  parley calls fork --drill %s %d", d.Call, n.Turn)
	}
	if h := d.Next.Harder; h != nil {
		p.line("  harder: %s (%s)", h.Title, h.ID)
	}
	if t := d.Next.Train; t != nil {
		p.line("  for %s: %s (%s)", t.Skill, t.Scene.Title, t.Scene.ID)
	}
	p.line("  parley calls show %s has all that was said", d.Call)
}
