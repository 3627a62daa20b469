package learner

import (
	"slices"
	"strings"

	"parley/llm/understudy"
	"parley/scenarios"
	"parley/scenarios/lines"
)

// cast is a scene as it is played in a game, and what its learners have to say.
type cast struct {
	scene scenarios.Scenario
	material
}

// folds is in how many parts a scene's own sentences are split: learners speak one of
// them to a character that was taught the others.
const folds = 5

// castsOf are those that the games of s take in turn. A scene that has lines in the held
// half of the measuring set is played as it is, with these. For others own is true and
// learners speak the scene's own sentences, each part to a character that was not taught
// it; a scene whose script has no examples is played with those of its rubric.
func castsOf(s scenarios.Scenario) (all []cast, own bool, err error) {
	m := material{page: pageOf(s)}
	if m.manners, err = mannersOf(s.Language, s.Botname); err != nil {
		return nil, false, err
	}
	if m.takeHeld(s) {
		return []cast{{s, m}}, false, nil
	}
	if !exemplified(s) {
		m.takeOwn(s)
		return []cast{{s, m}}, true, nil
	}
	for fold := range folds {
		taught, spoken := apart(s, fold)
		c := cast{taught, m}
		c.takeOwn(spoken)
		all = append(all, c)
	}
	return all, true, nil
}

// exemplified reports whether the script of s has examples.
func exemplified(s scenarios.Scenario) bool {
	return s.Understudy != nil && len(s.Understudy.Agree.Examples) > 0
}

// apart splits the sentences that the script of s learns from: spoken has every fifth,
// from the fold-th on, and taught the rest. A list of fewer than folds is in both, as a
// step that knows none of its examples could not be made.
func apart(s scenarios.Scenario, fold int) (taught, spoken scenarios.Scenario) {
	taught, spoken = s, s
	known, said := *s.Understudy, *s.Understudy
	known.Beats, said.Beats = slices.Clone(known.Beats), slices.Clone(said.Beats)
	split := func(all []string, known, said *[]string) {
		if len(all) < folds {
			return
		}
		*known, *said = nil, nil
		for i, text := range all {
			to := known
			if i%folds == fold {
				to = said
			}
			*to = append(*to, text)
		}
	}
	for i, b := range s.Understudy.Beats {
		split(b.Examples, &known.Beats[i].Examples, &said.Beats[i].Examples)
		split(b.Counter, &known.Beats[i].Counter, &said.Beats[i].Counter)
	}
	split(known.Agree.Examples, &known.Agree.Examples, &said.Agree.Examples)
	split(known.Agree.Counter, &known.Agree.Counter, &said.Agree.Counter)
	split(known.Chatter, &known.Chatter, &said.Chatter)
	taught.Understudy, spoken.Understudy = &known, &said
	return taught, spoken
}

// Taken is a scene's own counter-example that makes its step, or asks for the goal, where
// the character was not taught it.
type Taken struct {
	// Step is the id of a beat, or scenarios.AgreeID.
	Step string `json:"step"`
	Text string `json:"text"`
}

// taken are the counter-examples of the casts of an own scene that are taken for their
// step, and of how many that the casts were not taught.
func taken(all []cast) (found []Taken, of int) {
	for _, c := range all {
		for i, near := range c.near {
			u := c.scene.Understudy
			step, taught := scenarios.AgreeID, u.Agree.Counter
			if i < len(u.Beats) {
				step, taught = u.Beats[i].ID, u.Beats[i].Counter
			}
			for _, l := range near {
				if slices.Contains(taught, l.Text) {
					continue
				}
				of++
				if r := understudy.Read(c.scene, l.Text); slices.Contains(r.Beats, step) || step == scenarios.AgreeID && r.Agrees {
					found = append(found, Taken{step, l.Text})
				}
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Taken) int { return strings.Compare(a.Step, b.Step) })
	return found, of
}

// takeOwn takes what the scene itself holds.
func (m *material) takeOwn(s scenarios.Scenario) {
	plain := func(texts []string) []lines.Line {
		out := make([]lines.Line, 0, len(texts))
		for _, t := range texts {
			if t != "" {
				out = append(out, lines.Line{Style: lines.Short, Text: t})
			}
		}
		return out
	}
	if u := s.Understudy; exemplified(s) {
		for _, b := range u.Beats {
			m.beats = append(m.beats, plain(b.Examples))
			m.near = append(m.near, denied(b.Counter))
		}
		m.ask, m.near = plain(u.Agree.Examples), append(m.near, denied(u.Agree.Counter))
		m.Off = append(slices.Clone(m.Off), u.Chatter...)
		return
	}
	for _, c := range s.Rubric {
		m.beats = append(m.beats, plain([]string{c.Example}))
	}
	for _, e := range s.ExampleLines {
		m.beats = append(m.beats, plain([]string{e.User}))
	}
	for _, h := range s.Hints {
		if h.Level == 3 {
			m.ask = plain([]string{strings.Trim(h.Text, `"“”`)})
		}
	}
}

// denied takes a scene's counter-examples, of which nobody says what kind they are.
func denied(texts []string) []lines.Near {
	out := make([]lines.Near, 0, len(texts))
	for _, t := range texts {
		out = append(out, lines.Near{Kind: "denied", Text: t})
	}
	return out
}
