package debrief

import (
	"cmp"
	"slices"

	"parley/scenarios"
)

// Next is what to do next, by rule.
type Next struct {
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

func (d *builder) next(moments []Moment) Next {
	n := Next{Remind: d.now.AddDate(0, 0, RemindDays).Format("2006-01-02")}
	for _, m := range moments {
		if m.Kind == Worst {
			n.Drill = &Drill{m.Turn, m.T}
		}
	}
	s := d.scene
	n.Harder = d.find(func(o scenarios.Scenario) bool {
		return o.Difficulty > s.Difficulty && slices.ContainsFunc(s.Skills, func(skill string) bool { return trains(o, skill) })
	}, nil)
	missed := d.missed()
	if missed != nil && missed.Skill != "" {
		near := func(a, b scenarios.Scenario) int {
			return cmp.Compare(btoi(rubricTrains(b, missed.Skill)), btoi(rubricTrains(a, missed.Skill)))
		}
		if to := d.find(func(o scenarios.Scenario) bool { return trains(o, missed.Skill) }, near); to != nil {
			n.Train = &Train{*to, missed.Skill, missed.ID}
		}
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
	return &Scene{ID: chosen.ID, Title: chosen.Title, Character: chosen.Botname, Language: chosen.Language}
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
