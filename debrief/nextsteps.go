package debrief

import (
	"cmp"
	"slices"

	"parley/scenarios"
)

// NextSteps is what to do next, by rule.
type NextSteps struct {
	// Drill is the worst moment, to be practised again for parley.DrillExchanges.
	Drill *Drill `json:"drill,omitempty"`
	// Harder is the least harder scene of the language that trains one of the same skills.
	Harder *Scene `json:"harder,omitempty"`
	// Train is another scene for the skill of the weightiest required check missed.
	Train *Train `json:"train,omitempty"`
	// Remind is the day to be reminded on, RemindDays after now.
	Remind string `json:"remind"`
}

// RemindDays is how many days later practice is proposed again: within the week, not
// the next day (product.md §1.4: "practise the risk answer by Friday").
const RemindDays = 3

// Drill is a turn of the user's to say anew.
type Drill struct {
	Turn int     `json:"turn"`
	T    float64 `json:"t"`
}

// Train is a scene and what it is proposed for.
type Train struct {
	Scene Scene  `json:"scene"`
	Skill string `json:"skill"`
	Check string `json:"check"`
}

func (d *builder) next(moments []Moment) NextSteps {
	n := NextSteps{Remind: d.now.AddDate(0, 0, RemindDays).Format("2006-01-02")}
	for _, m := range moments {
		if m.Kind == Worst {
			n.Drill = &Drill{m.Turn, m.T}
		}
	}
	n.Harder = d.harder()
	if missed := d.missed(); missed != nil {
		if to := d.training(missed.Skill); to != nil {
			n.Train = &Train{*to, missed.Skill, missed.ID}
		}
	}
	return n
}

// harder is the least harder scene of the language that trains one of the same skills.
func (d *builder) harder() *Scene {
	s := d.scene
	return d.find(func(o scenarios.Scenario) bool {
		return o.Difficulty > s.Difficulty && slices.ContainsFunc(s.Skills, func(skill string) bool { return trains(o, skill) })
	}, nil)
}

// training is another scene for a skill; nil for none, and for the skill "".
func (d *builder) training(skill string) *Scene {
	if skill == "" {
		return nil
	}
	near := func(a, b scenarios.Scenario) int {
		return cmp.Compare(btoi(rubricTrains(b, skill)), btoi(rubricTrains(a, skill)))
	}
	return d.find(func(o scenarios.Scenario) bool { return trains(o, skill) }, near)
}

// Practice is what to practise next after the attempts at a scene.
type Practice struct {
	// Rule is PractiseTrain, PractiseHarder or PractiseAgain.
	Rule  string `json:"rule"`
	Scene Scene  `json:"scene"`
	// Check is the required check that the newest attempts met least, Skill what it is
	// of, and Met in how many of Of of them it was met; empty for PractiseHarder, and
	// where all of them met it.
	Check string `json:"check,omitempty"`
	Skill string `json:"skill,omitempty"`
	Met   int    `json:"met"`
	Of    int    `json:"of"`
}

// Rules of Practice.
const (
	PractiseTrain  = "train"  // another scene trains the skill of the weakest check
	PractiseHarder = "harder" // a harder scene of the same skills
	PractiseAgain  = "again"  // the same scene once more
)

// Practise is what to practise next, by rule: for the weakest required check of the newest
// OwnCalls attempts that another scene trains that scene; else a harder scene, and where
// there is none the same. met are the ids of the checks that each attempt met, oldest
// first. It is nil for no attempt, and for a scene that is not known.
func Practise(s scenarios.Scenario, all []scenarios.Scenario, met [][]string) *Practice {
	if s.ID == "" || len(met) == 0 {
		return nil
	}
	d := builder{scene: s, base: Baseline{Scenes: all}}
	met = met[max(0, len(met)-OwnCalls):]
	weakest := Practice{Rule: PractiseAgain, Scene: sceneOf(s)}
	for _, c := range weakestFirst(s, met) {
		p := Practice{Rule: PractiseTrain, Check: c.ID, Skill: c.Skill, Met: metIn(met, c.ID), Of: len(met)}
		if to := d.training(c.Skill); to != nil {
			p.Scene = *to
			return &p
		}
		if weakest.Check == "" {
			p.Rule, p.Scene = PractiseAgain, weakest.Scene
			weakest = p
		}
	}
	if to := d.harder(); to != nil {
		return &Practice{Rule: PractiseHarder, Scene: *to}
	}
	return &weakest
}

// weakestFirst are the required checks that not all attempts met: those that the fewest
// met first, of equals the weightiest, then as the rubric has them.
func weakestFirst(s scenarios.Scenario, met [][]string) (weak []scenarios.Check) {
	for _, c := range s.Rubric {
		if c.Required && metIn(met, c.ID) < len(met) {
			weak = append(weak, c)
		}
	}
	slices.SortStableFunc(weak, func(a, b scenarios.Check) int {
		return cmp.Or(cmp.Compare(metIn(met, a.ID), metIn(met, b.ID)), cmp.Compare(weight(b), weight(a)))
	})
	return weak
}

// metIn is how many attempts met a check.
func metIn(met [][]string, check string) (n int) {
	for _, ids := range met {
		n += btoi(slices.Contains(ids, check))
	}
	return n
}

// missed is the weightiest required check that was not met, of equals the first; nil
// for none.
func (d *builder) missed() (most *Check) {
	for i := range d.Checks {
		if c := &d.Checks[i]; c.Required && !c.Met && (most == nil || c.Weight > most.Weight) {
			most = c
		}
	}
	return most
}

// find is another scene of the language that fits: the nearest, then the easiest, then
// the first by its id.
func (d *builder) find(fits func(scenarios.Scenario) bool, near func(a, b scenarios.Scenario) int) *Scene {
	if d.scene.ID == "" {
		return nil
	}
	var chosen *scenarios.Scenario
	for i := range d.base.Scenes {
		o := &d.base.Scenes[i]
		if o.ID == d.scene.ID || o.Kind == scenarios.KindAssistant || o.Language != d.scene.Language || !fits(*o) {
			continue
		}
		if chosen == nil || better(*o, *chosen, near) {
			chosen = o
		}
	}
	if chosen == nil {
		return nil
	}
	to := sceneOf(*chosen)
	return &to
}

func sceneOf(s scenarios.Scenario) Scene {
	return Scene{ID: s.ID, Title: s.Title, Character: s.Botname, Language: s.Language}
}

func better(a, b scenarios.Scenario, near func(a, b scenarios.Scenario) int) bool {
	first := 0
	if near != nil {
		first = near(a, b)
	}
	return cmp.Or(first, cmp.Compare(a.Difficulty, b.Difficulty), cmp.Compare(a.ID, b.ID)) < 0
}

func trains(s scenarios.Scenario, skill string) bool {
	return slices.Contains(s.Skills, skill) || rubricTrains(s, skill)
}

// rubricTrains reports whether a check of the scene is of the skill.
func rubricTrains(s scenarios.Scenario, skill string) bool {
	return slices.ContainsFunc(s.Rubric, func(c scenarios.Check) bool { return c.Skill == skill })
}
