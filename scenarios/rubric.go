package scenarios

import "fmt"

// MaxRubric is how many checks a scene has at most; the judge answers all of
// them with each exchange.
const MaxRubric = 12

// Check is one line of a scene's rubric: a question about the call that can be
// answered yes or no.
type Check struct {
	// ID is 1 to 64 letters, digits, - and _.
	ID string `json:"id"`
	// Check says what must have happened, such as "User states a return figure
	// and its time span".
	Check string `json:"check"`
	// Skill groups checks in the debrief: an id of Skills, or an author's own words.
	Skill string `json:"skill,omitempty"`
	// Required checks must be met before the goal can count as reached.
	Required bool `json:"required,omitempty"`
	// Weight is 1-10; default 1.
	Weight int `json:"weight,omitempty"`
	// Example is a line that meets it.
	Example string `json:"example,omitempty"`
	// Reveal is "after" for a check the user first reads of in the debrief.
	Reveal string `json:"reveal,omitempty"`
}

func checkRubric(r *report, rubric []Check) {
	r.within("rubric", len(rubric), 0, MaxRubric)
	seen := map[string]bool{}
	for i, c := range rubric {
		field := fmt.Sprintf("rubric[%d]", i)
		if !idForm.MatchString(c.ID) {
			r.add(field+".id", "must be 1 to 64 letters, digits, - and _, not %q", c.ID)
		}
		if seen[c.ID] {
			r.add(field+".id", "%q is there twice", c.ID)
		}
		seen[c.ID] = true
		r.text(field+".check", c.Check)
		r.within(field+".weight", c.Weight, 0, 10)
		if c.Reveal != "" && c.Reveal != "after" {
			r.add(field+".reveal", `must be "after" or left out, not %q`, c.Reveal)
		}
	}
}
