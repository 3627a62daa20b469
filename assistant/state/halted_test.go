package state_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"parley/assistant/state"
)

// A program waits with its question, and goes with it, whatever the answer is.
func TestHalt(t *testing.T) {
	program := func(id, run string) state.Command {
		return state.Halt{Program: state.Halted{Question: id, Tools: []string{"tasks"}, Run: json.RawMessage(run)}}
	}
	for _, yes := range []bool{true, false} {
		u := newUser(t)
		u.must(question(1))
		u.must(program("q1", `{"code":"1"}`))
		u.must(program("q1", `{"code":"2"}`)) // takes its place
		clone := u.Clone()
		p, ok := u.Program("q1")
		if !ok || string(p.Run) != `{"code":"2"}` || len(u.Halted) != 1 {
			t.Errorf("program %+v of %d", p, len(u.Halted))
		}
		snapshot, err := u.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "what was restored", state.Restore(u.Rev, snapshot), u.State)
		u.must(state.Resolve{ID: "q1", Yes: yes})
		if _, ok := u.Program("q1"); ok || len(u.Halted) != 0 || len(clone.Halted) != 1 {
			t.Errorf("after %v: %d programs, %d in the clone", yes, len(u.Halted), len(clone.Halted))
		}
	}
	u := newUser(t)
	u.must(question(1))
	for name, bad := range map[string]struct {
		c    state.Command
		want error
	}{
		"no question": {program("q2", `{}`), state.ErrUnknown},
		"no JSON":     {program("q1", `{`), state.ErrInvalid},
		"too large":   {program("q1", `"`+strings.Repeat("x", state.MaxProgram)+`"`), state.ErrInvalid},
	} {
		if _, err := u.do("", bad.c); !errors.Is(err, bad.want) {
			t.Errorf("%s: %v, want %v", name, err, bad.want)
		}
	}
	for range state.MaxConfirms { // the oldest question is dropped, and its program with it
		if len(u.Confirms) == 1 {
			u.must(program("q1", `{}`))
		}
		u.must(question(2))
	}
	if len(u.Halted) != 0 {
		t.Errorf("left are %+v", u.Halted)
	}
}

// What is said without being spoken to answers no message.
func TestTell(t *testing.T) {
	u := newUser(t)
	if got := u.must(state.Tell{Text: " \n"}); len(got) != 0 {
		t.Errorf("of no words: %s", kinds(got))
	}
	u.must(state.Tell{Text: "It is done. ", Modality: "text"})
	if m := u.Messages[0]; len(u.Messages) != 1 || m.Content != "It is done." || m.ReplyTo != "" || m.Role != state.AssistantRole {
		t.Errorf("kept %+v", u.Messages)
	}
}
