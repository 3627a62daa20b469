package debrief

import (
	"cmp"
	"slices"

	"parley/scenarios"
)

// Key is what the character waited for: a check of the scene's rubric, in the order in
// which they were found, then those that never were.
type Key struct {
	Check string `json:"check"`
	// Text is what must have happened, in the scene's words.
	Text string `json:"text"`
	// Hidden is set for what the user could not read of before the call.
	Hidden   bool `json:"hidden,omitempty"`
	Required bool `json:"required,omitempty"`
	Found
	// Earlier is when the user's calls before found it, oldest first.
	Earlier []Earlier `json:"earlier,omitempty"`
}

// Found is where a check was met; zero where it never was.
type Found struct {
	Met bool `json:"met"`
	// T and Turn are of the user's turn.
	T    float64 `json:"t,omitempty"`
	Turn int     `json:"turn,omitempty"`
	// Quote stands in turn Quoted.
	Quote  string `json:"quote,omitempty"`
	Quoted int    `json:"quoted,omitempty"`
	// Inherited is set if a fork's parent found it; T is then the first parent's.
	Inherited bool `json:"inherited,omitempty"`
}

// Earlier is when another call found a key: T seconds after its start, on the clock of
// its first parent.
type Earlier struct {
	Call string  `json:"call"`
	T    float64 `json:"t"`
}

// Check is a check of the rubric and whether it was met.
type Check struct {
	ID     string `json:"id"`
	Text   string `json:"text"`
	Skill  string `json:"skill,omitempty"`
	Weight int    `json:"weight"`
	// Required checks must be met before the goal counts as reached.
	Required bool `json:"required,omitempty"`
	Hidden   bool `json:"hidden,omitempty"`
	Found
}

// Score is the weight of the checks met, of all.
type Score struct {
	Got int `json:"got"`
	Of  int `json:"of"`
	// BySkill has the same for each skill.
	BySkill map[string][2]int `json:"by_skill,omitempty"`
}

func (d *builder) rubric() {
	for _, c := range d.scene.Rubric {
		found, hidden := d.foundOf(c.ID), c.Reveal == "after"
		d.Checks = append(d.Checks, Check{c.ID, c.Check, c.Skill, weight(c), c.Required, hidden, found})
		d.Keys = append(d.Keys, Key{c.ID, c.Check, hidden, c.Required, found, d.earlier(c.ID)})
	}
	slices.SortStableFunc(d.Keys, func(a, b Key) int {
		switch {
		case a.Met != b.Met:
			return cmp.Compare(btoi(b.Met), btoi(a.Met))
		case a.Inherited != b.Inherited:
			return cmp.Compare(btoi(b.Inherited), btoi(a.Inherited))
		}
		return cmp.Compare(a.T, b.T)
	})
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

func weight(c scenarios.Check) int { return max(c.Weight, scenarios.DefaultWeight) }

func (d *builder) foundOf(check string) Found {
	f, ok := d.found[check]
	if !ok {
		return Found{}
	}
	return Found{true, f.t, f.turn, f.quote, f.quoted, f.inherited}
}

func (d *builder) earlier(check string) (all []Earlier) {
	for _, p := range d.before {
		if t, ok := p.Found[check]; ok {
			all = append(all, Earlier{string(p.Call), t})
		}
	}
	return all
}

func (d *builder) score() {
	if len(d.Checks) == 0 {
		return
	}
	s := Score{BySkill: map[string][2]int{}}
	for _, c := range d.Checks {
		sum := s.BySkill[c.Skill]
		if c.Met {
			s.Got += c.Weight
			sum[0] += c.Weight
		}
		s.Of += c.Weight
		sum[1] += c.Weight
		if c.Skill != "" {
			s.BySkill[c.Skill] = sum
		}
	}
	d.Debrief.Score = &s
}

// check is the scene's check of an id.
func (d *builder) check(id string) (scenarios.Check, bool) {
	for _, c := range d.scene.Rubric {
		if c.ID == id {
			return c, true
		}
	}
	return scenarios.Check{}, false
}
