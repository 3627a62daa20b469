package agent

import (
	"slices"
	"time"

	"parley"
	"parley/agent/turn"
	"parley/scenarios"
)

// past is what a call begins with: nothing, or what it has of the one that it goes on
// from.
type past struct {
	// turns are the history before opening, the line that is said first.
	turns   []parley.Turn
	opening string
	// exchanges is how many the turns hold, verdict the newest on them.
	exchanges int
	verdict   parley.Verdict
	hints     int
	given     []string
	patience  time.Duration // 0 for the scene's
}

// pastOf reads what c begins with. What comes after the character's last line is left
// out: the user says it anew.
func pastOf(c Config) past {
	p := past{opening: c.Scenario.Opening}
	if c.Past == nil {
		return p
	}
	p.exchanges, p.hints, p.given = max(c.Past.Exchanges, 0), max(c.Past.Hints, 0), c.Past.Given
	if c.Past.Patience > 0 {
		p.patience = min(max(c.Past.Patience, parley.MinPatience), parley.MaxPatience)
	}
	for _, t := range c.Past.Turns {
		p.turns = append(p.turns, t.Turn)
	}
	for i, t := range slices.Backward(p.turns) {
		if t.Role == parley.Character {
			p.turns, p.opening = p.turns[:i:i], t.Text
			if t.Interrupted && t.Full != "" {
				p.opening = t.Full
			}
			break
		}
	}
	if n := len(c.Past.Verdicts); n > 0 {
		p.verdict = c.Past.Verdicts[n-1].Verdict
		p.verdict.Call = c.Call
		p.exchanges = max(p.exchanges, p.verdict.Exchange)
	}
	return p
}

// hintsGiven are the indices of the hints that were used: those whose texts are known,
// or else the first ones.
func (p past) hintsGiven(all []scenarios.Hint) (given []int) {
	for i, h := range all {
		if slices.Contains(p.given, h.Text) || len(p.given) == 0 && i < p.hints {
			given = append(given, i)
		}
	}
	return given
}

// limits bound the call. The turns of the one before count, but leave room for one
// exchange; its time does not.
func (c Config) limits(p past) turn.Limits {
	l := turn.Limits{Turns: c.Scenario.MaxTurns, Time: c.timeLimit(), Waste: c.Waste}
	if l.Turns > 0 {
		l.Turns = max(l.Turns, p.exchanges+1)
	}
	if drill := p.exchanges + parley.DrillExchanges; c.Dispatch.Drill && (l.Turns == 0 || drill < l.Turns) {
		l.Turns, l.Spent = drill, parley.EndedDrill
	}
	return l
}

// goOn notes what the call goes on from, and shows how far the user had come.
func (s *Session) goOn() {
	if s.cfg.Past == nil {
		return
	}
	s.record.note(*s.cfg.Past)
	if v := s.record.verdict; v.Exchange > 0 {
		v.Previous, v.CTA = v.Progress, "" // it is no news
		s.stage.Verdict(v)
	}
}
