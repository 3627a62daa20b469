package scenarios_test

import (
	"strings"
	"testing"

	"parley/scenarios"
)

// A scene says how its assistant acts; by tools unless it says otherwise.
func TestActsBy(t *testing.T) {
	const role = `{"goal": "g", "character": ["c"], "negprompt": ["n"], "opening": "Hello.", "botname": "Sam"`
	const assistant = `{"kind": "assistant", "tools": ["tasks"], "character": ["c"], "opening": "Hello.", "botname": "Sam"`
	for _, tt := range []struct{ file, acts, problem string }{
		{assistant + `}`, scenarios.ActsByTools, ""},
		{assistant + `, "acts_by": "tools"}`, scenarios.ActsByTools, ""},
		{assistant + `, "acts_by": "code"}`, scenarios.ActsByCode, ""},
		{assistant + `, "acts_by": "magic"}`, "", `acts_by: must be "tools" or "code", not "magic"`},
		{role + `}`, "", ""},
		{role + `, "acts_by": "code"}`, "", `acts_by: is for scenes of kind "assistant" alone`},
	} {
		s, err := scenarios.Parse("scene.json", []byte(tt.file))
		switch {
		case tt.problem == "" && (err != nil || s.ActsBy != tt.acts):
			t.Errorf("%s: acts by %q, %v", tt.file, s.ActsBy, err)
		case tt.problem != "" && (err == nil || !strings.Contains(err.Error(), tt.problem)):
			t.Errorf("%s: %v, want %q", tt.file, err, tt.problem)
		}
	}
	l, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.Assistants() {
		if s.ActsBy != scenarios.ActsByTools {
			t.Errorf("%s acts by %q", s.ID, s.ActsBy)
		}
	}
}
