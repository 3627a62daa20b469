package state_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/state"
)

func question(n int) state.Command {
	return state.Ask{Question: fmt.Sprint("Shall I do ", n, "?"), Tool: "trips.book", Args: json.RawMessage(`{"flight":"1"}`)}
}

// A question is answered once, and within a day.
func TestResolve(t *testing.T) {
	for _, c := range []struct {
		name    string
		after   time.Duration
		answers []bool
		want    string
	}{
		{"yes", time.Minute, []bool{true}, "snapshot.resolved"},
		{"no", time.Minute, []bool{false}, "snapshot.rejected"},
		{"twice yes", time.Minute, []bool{true, true}, "snapshot.resolved"},
		{"no, then yes", time.Minute, []bool{false, true}, "snapshot.rejected"},
		{"yes in the last moment", 24 * time.Hour, []bool{true}, "snapshot.resolved"},
		{"yes too late", 24*time.Hour + 1, []bool{true, true}, "snapshot.rejected"},
	} {
		u := newUser(t)
		u.must(question(1))
		u.wait(c.after)
		var got []string
		for _, yes := range c.answers {
			got = append(got, kinds(u.must(state.Resolve{ID: "q1", Yes: yes})))
		}
		if s := strings.TrimSpace(strings.Join(got, " ")); s != c.want || len(u.Confirms) != 0 {
			t.Errorf("%s: %s, and %d questions are left", c.name, s, len(u.Confirms))
		}
	}
	if got := newUser(t).must(state.Resolve{ID: "q1", Yes: true}); len(got) != 0 {
		t.Errorf("of a question that was never asked: %s", kinds(got))
	}
}

// A question drops those whose time is over, and the oldest of too many.
func TestAsk(t *testing.T) {
	u := newUser(t)
	for n := range state.MaxConfirms {
		u.must(question(n))
		u.wait(time.Hour)
	}
	left := func() string { return ids(u.Confirms, func(c parley.Confirm) string { return c.ID }) }
	if got := kinds(u.must(question(9))); got != "snapshot.rejected snapshot.created" || left() != "q2 q3 q4 q5 q6 q7 q8 q9" {
		t.Errorf("the ninth: %s, left are %s", got, left())
	}
	u.now = u.Confirms[2].Expires.Add(1)
	if u.must(question(10)); left() != "q5 q6 q7 q8 q9 q10" {
		t.Errorf("a day later left are %s", left())
	}
	for name, bad := range map[string]state.Ask{
		"words":     {Tool: "x", Args: json.RawMessage(`{}`)},
		"a tool":    {Question: "x", Args: json.RawMessage(`{}`)},
		"arguments": {Question: "x", Tool: "x"},
		"JSON":      {Question: "x", Tool: "x", Args: json.RawMessage(`{`)},
	} {
		if _, err := u.do("", bad); !errors.Is(err, state.ErrInvalid) {
			t.Errorf("without %s: %v", name, err)
		}
	}
}
