package checker

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"parley"
	"parley/language"
	"parley/llm/understudy"
	"parley/scenarios"
)

// OfflineJudge judges the exchanges of one scenario by its understudy's beats,
// the same that the offline character plays. Of a character who speaks freely it
// knows only what the user brought, a yes after all that was needed and words
// that end the scene: it cannot tell how willing they are. It asks no model, is
// a pure function of the case and takes well under a millisecond.
type OfflineJudge struct{ Scenario scenarios.Scenario }

var _ Judge = OfflineJudge{}

// Name implements Judge.
func (OfflineJudge) Name() string { return "understudy" }

// Judge implements Judge. A scenario without an understudy is ErrUnjudged.
func (j OfflineJudge) Judge(ctx context.Context, c Case) (Opinion, error) {
	e := c.Exchange
	if err := ctx.Err(); err != nil {
		return Opinion{}, err
	}
	if j.Scenario.Understudy == nil {
		return Opinion{}, fmt.Errorf("judge exchange %d of %s: %w: the scenario has no understudy", e.Number, e.Call, ErrUnjudged)
	}
	previous := before(c.Known, e).Progress
	state := understudy.Follow(j.Scenario, e.Turns, previous)
	f := Finding{Complete: state.Complete, Progress: state.Progress, Bad: state.Bad, Checks: j.met(state), Evidence: lastHeard(e.Turns)}
	switch answer := listen(f.Evidence); {
	case state.Complete:
		f.Evidence = j.Scenario.Understudy.Agree.Quote
	case answer.closes(j.Scenario.BadEndings) && abusive(newest(e.Turns)):
		f.Bad = true
	case state.Bad && !answer.closes(j.Scenario.BadEndings):
		f.Evidence = j.ending(state.Ending)
	case j.agrees(e.Turns, answer) && j.ready(c.Known.Checks, state.Heard):
		f.Complete = true
	}
	if !f.Complete && !inRole(f.Evidence, state.Say) {
		f.Progress = min(f.Progress, max(previous, resisting))
	}
	f.CTA = call(f, e.Number, previous, j.Scenario.Language)
	return Opinion{Finding: f, Met: j.words(c, state.Heard, previous), Slip: state.Slip, Judge: j.Name()}, nil
}

// words are the beats of those heard that the call did not know for met checks, each with
// the user's turn that made it as the script hears it: the last before which it was not.
func (j OfflineJudge) words(c Case, heard []string, previous int) []parley.Met {
	turns, at := c.Exchange.Turns, len(c.Exchange.Turns)
	left := slices.DeleteFunc(slices.Clone(heard), func(id string) bool { return slices.Contains(c.Known.Checks, id) })
	var out []parley.Met
	for len(left) > 0 && at > 0 {
		at--
		for at > 0 && turns[at].Role != parley.User {
			at--
		}
		var earlier []string
		if at > 0 {
			earlier = understudy.Follow(j.Scenario, turns[:at], previous).Heard
		}
		left = slices.DeleteFunc(left, func(id string) bool {
			here := turns[at].Role == parley.User && !slices.Contains(earlier, id)
			if here {
				out = append(out, parley.Met{Check: id, Turn: turns[at].Number, Quote: telling(j.Scenario, id, turns[at].Text)})
			}
			return here
		})
	}
	return out
}

// inRole reports whether what was heard of the character is the script's line,
// as far as it was heard. Where the script cannot tell its line, beyond the
// window, only its own lines count as steps anyway.
func inRole(heard, line string) bool {
	return line == "" || strings.HasPrefix(line, strings.TrimRight(heard, " .…-"))
}

// ending is the line a bad ending is told by. Only a character who says it has
// ended the scene.
func (j OfflineJudge) ending(id string) string {
	for _, e := range j.Scenario.BadEndings {
		if e.ID == id {
			return e.Line
		}
	}
	return ""
}

// agrees reports whether the newest answer, in words other than the script's, is
// a yes: in words of assent, or of less after something was asked. Of a goal whose parts
// the scene does not tell only a yes with nothing left over is one.
func (j OfflineJudge) agrees(turns []parley.Turn, answer speech) bool {
	if len(answer.words) == 0 || understudy.Recites(j.Scenario, answer.read.Raw) {
		return false
	}
	asking, parts := newest(turns), partsOf(j.Scenario)
	if len(parts) == 0 { // what is granted beside a yes nobody tells
		return language.Answer(answer.read.Raw, asking).Yes
	}
	heard := listen(asking)
	said := answer.to(parts)
	stands := said.stance(0, len(answer.words), "")
	if stands > doubts {
		stands = min(stands, reply{asking, answer.read.Raw}.weighed(j.Scenario, stands))
	}
	switch stands {
	case grants:
		return true
	case says:
		if !said.covers(heard) || unsures.stands(answer.words) {
			return false
		}
		words := heard.words
		return strings.ContainsAny(asking, "?？") || len(words) <= shortAsk && askings.stands(words) ||
			understudy.Read(j.Scenario, asking).Nears
	case open:
		return understudy.Read(j.Scenario, asking).Nears && !haggles(heard, answer) && echoes(answer, heard)
	default:
		return false
	}
}

// shortAsk is how many words a question has, at most, that a recogniser wrote
// without its mark.
const shortAsk = 10

// ready reports whether all the agreement needs was heard, so that a yes in
// other words than the script's is one to the goal.
func (j OfflineJudge) ready(met, heard []string) bool {
	for _, id := range j.Scenario.Understudy.Agree.Needs {
		if !slices.Contains(met, id) && !slices.Contains(heard, id) {
			return false
		}
	}
	return true
}

// met is the checks whose beats were heard. An agreement tells that all beats
// it needs were, even those that have left the window.
func (j OfflineJudge) met(state understudy.State) []string {
	heard := state.Heard
	if state.Complete {
		heard = slices.Concat(heard, j.Scenario.Understudy.Agree.Needs)
	}
	var out []string
	for _, c := range j.Scenario.Rubric {
		if slices.Contains(heard, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

// lastHeard is what was heard of the character's newest turn that was heard.
func lastHeard(turns []parley.Turn) string {
	for _, t := range slices.Backward(turns) {
		if t.Role == parley.Character && strings.TrimSpace(t.Text) != "" {
			return t.Text
		}
	}
	return ""
}

// call is the offline call to action, in the scene's language: one of a few that say
// which way it went and never what to do, or "" in a language that has none. Decide
// drops it where nothing changed much.
func call(f Finding, number, previous int, tag string) string {
	happened := "up"
	switch {
	case f.Complete:
		happened = "won"
	case f.Bad:
		happened = "lost"
	case f.Progress < previous:
		happened = "down"
	}
	choices := callsOf(tag, happened)
	if len(choices) == 0 {
		return ""
	}
	return choices[max(number, 0)%len(choices)]
}
