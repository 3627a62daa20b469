package scenarios

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// Desk is what a roleplay character that acts by code finds under Name: values it can
// look at, and actions that have an effect. It is set up anew for each call.
type Desk struct {
	Name string `json:"name"`
	// About tells the character's model what it is.
	About   string       `json:"about"`
	Values  []DeskValue  `json:"values"`
	Actions []DeskAction `json:"actions,omitempty"`
}

// DeskValue is a variable that the code can read, and assign if it is Writable.
type DeskValue struct {
	Name  string          `json:"name"`
	About string          `json:"about,omitempty"`
	Value json.RawMessage `json:"value"`
	// Schema is the JSON Schema that a new value is held to; none takes any.
	Schema   json.RawMessage `json:"schema,omitempty"`
	Writable bool            `json:"writable,omitempty"`
}

// DeskAction is a function that the code can call, which gives its arguments back once
// it is done.
type DeskAction struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Input is the JSON Schema of the arguments, an object's; none takes no argument.
	Input json.RawMessage `json:"input,omitempty"`
	// Ask is the question that the user has to say yes to first; {field} stands for an
	// argument. Without one nobody is asked.
	Ask string `json:"ask,omitempty"`
	// Sets is the value that becomes the arguments, as what was done.
	Sets string `json:"sets,omitempty"`
}

// MaxDesk bounds the values and the actions of a Desk, each.
const MaxDesk = 20

var (
	codeName = regexp.MustCompile(`^[a-z][A-Za-z0-9]{0,31}$`)
	askSlot  = regexp.MustCompile(`\{([^}]*)\}`)
)

// Question is what to ask before the action with those arguments, "" for nothing.
func (a DeskAction) Question(args json.RawMessage) string {
	var in map[string]any
	if json.Unmarshal(args, &in) != nil {
		return a.Ask
	}
	return askSlot.ReplaceAllStringFunc(a.Ask, func(slot string) string { return fmt.Sprint(in[slot[1:len(slot)-1]]) })
}

// checkDesk reports what would keep the code of a scene from using its desk. Whether
// schemas are ones, and code is code, package character finds out.
func checkDesk(r *report, s *Scenario) {
	if s.ActsBy != ActsByCode || s.Kind != KindRoleplay {
		if s.Desk != nil {
			r.add("desk", "is for roleplay scenes with \"acts_by\": %q", ActsByCode)
		}
		return
	}
	d := s.Desk
	if d == nil {
		r.add("desk", "must be there in a scene that acts by code: what the character has at hand")
		return
	}
	r.codeName("desk.name", d.Name)
	r.text("desk.about", d.About)
	if len(d.Values) > MaxDesk || len(d.Actions) > MaxDesk {
		r.add("desk", "must have at most %d values and as many actions", MaxDesk)
	}
	seen := map[string]bool{}
	for i, v := range d.Values {
		field := fmt.Sprintf("desk.values[%d]", i)
		r.codeName(field+".name", v.Name)
		r.unique(seen, field+".name", v.Name)
		if len(v.Value) == 0 {
			r.add(field+".value", "must not be empty")
		}
	}
	for i, a := range d.Actions {
		field := fmt.Sprintf("desk.actions[%d]", i)
		r.codeName(field+".name", a.Name)
		r.unique(seen, field+".name", a.Name)
		r.text(field+".about", a.About)
		if a.Sets != "" && !slices.ContainsFunc(d.Values, func(v DeskValue) bool { return v.Name == a.Sets }) {
			r.add(field+".sets", "%q is no value of the desk", a.Sets)
		}
		for _, slot := range askSlot.FindAllStringSubmatch(a.Ask, -1) {
			if !a.takes(slot[1]) {
				r.add(field+".ask", "%s is no argument of the action", slot[0])
			}
		}
	}
}

// takes reports whether the action has an argument of that name.
func (a DeskAction) takes(name string) bool {
	var in struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	_ = json.Unmarshal(a.Input, &in) // what is no object takes nothing
	_, ok := in.Properties[name]
	return ok
}

// codeName reports a name that code cannot have.
func (r *report) codeName(field, name string) {
	if !codeName.MatchString(name) {
		r.add(field, "must be a small letter and up to 31 letters and digits, not %q", name)
	}
}

// checkCode reports code in the script of a scene that runs none.
func checkCode(r *report, s *Scenario) {
	if s.Understudy == nil || s.ActsBy == ActsByCode {
		return
	}
	for at, code := range s.Understudy.Codes() {
		if strings.TrimSpace(code) != "" {
			r.add("understudy."+at, "is for scenes with \"acts_by\": %q", ActsByCode)
		}
	}
}
