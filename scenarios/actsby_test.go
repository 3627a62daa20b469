package scenarios_test

import (
	"strings"
	"testing"

	"parley/scenarios"
)

// A scene says how its character acts; an assistant by tools unless it says otherwise, a
// roleplay character by talk alone.
func TestActsBy(t *testing.T) {
	const role = `{"goal": "g", "character": ["c"], "negprompt": ["n"], "opening": "Hello.", "botname": "Sam"`
	const assistant = `{"kind": "assistant", "tools": ["tasks"], "character": ["c"], "opening": "Hello.", "botname": "Sam"`
	const coded = role + `, "acts_by": "code", "desk": {"name": "desk", "about": "a desk", "values": [{"name": "held", "value": null}]`
	for _, tt := range []struct{ file, acts, problem string }{
		{assistant + `}`, scenarios.ActsByTools, ""},
		{assistant + `, "acts_by": "tools"}`, scenarios.ActsByTools, ""},
		{assistant + `, "acts_by": "code"}`, scenarios.ActsByCode, ""},
		{assistant + `, "acts_by": "magic"}`, "", `acts_by: must be "tools" or "code", not "magic"`},
		{role + `}`, "", ""},
		{role + `, "acts_by": "tools"}`, "", `acts_by: must be "code" in a scene of kind "roleplay", not "tools"`},
		{role + `, "acts_by": "code"}`, "", `desk: must be there`},
		{role + `, "desk": {"name": "d", "about": "a", "values": []}}`, "", `desk: is for roleplay scenes with "acts_by": "code"`},
		{coded + `}}`, scenarios.ActsByCode, ""},
		{coded + `, "actions": [{"name": "hold", "about": "a", "ask": "Take {room}?", "sets": "held",
			"input": {"type": "object", "properties": {"room": {"type": "string"}}}}]}}`, scenarios.ActsByCode, ""},
		{coded + `, "actions": [{"name": "hold", "about": "a", "ask": "Take {room}?"}]}}`, "",
			`desk.actions[0].ask: {room} is no argument of the action`},
		{coded + `, "actions": [{"name": "hold", "about": "a", "sets": "room"}]}}`, "", `desk.actions[0].sets: "room" is no value of the desk`},
		{coded + `, "actions": [{"name": "held", "about": "a"}]}}`, "", `desk.actions[0].name: "held" is taken`},
		{coded + `, "actions": [{"name": "Hold on", "about": "a"}]}}`, "", `desk.actions[0].name: must be a small letter`},
		{coded + `, "actions": 7}}`, "", `desk.actions: must be a list, not a number`},
	} {
		s, err := scenarios.Parse("scene.json", []byte(tt.file))
		switch {
		case tt.problem == "" && (err != nil || s.ActsBy != tt.acts):
			t.Errorf("%s: acts by %q, %v", tt.file, s.ActsBy, err)
		case tt.problem != "" && (err == nil || !strings.Contains(err.Error(), tt.problem)):
			t.Errorf("%s: %v, want %q", tt.file, err, tt.problem)
		}
	}
}

// The question before an action names its arguments; the built-in assistants act by
// tools, and one roleplay scene by code.
func TestDesk(t *testing.T) {
	a := scenarios.DeskAction{Ask: "Shall I take room {room} for {price}?"}
	for args, want := range map[string]string{
		`{"room": "31", "price": 96}`: "Shall I take room 31 for 96?", `[]`: a.Ask, ``: a.Ask,
	} {
		if got := a.Question([]byte(args)); got != want {
			t.Errorf("Question(%s) = %q, want %q", args, got, want)
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
	if s, ok := l.Get("nightDesk"); !ok || s.ActsBy != scenarios.ActsByCode || s.Kind != scenarios.KindRoleplay {
		t.Errorf("nightDesk acts by %q", s.ActsBy)
	}
}
