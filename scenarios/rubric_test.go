package scenarios

import (
	"encoding/json"
	"strings"
	"testing"
)

// TestRubricsFollowTheScript holds that an offline call can meet every check of
// the built-in scenes, and that those the agreement needs are required.
func TestRubricsFollowTheScript(t *testing.T) {
	for _, s := range library(t).List() {
		beats := map[string]bool{}
		for _, b := range s.Understudy.Beats {
			beats[b.ID] = true
		}
		needed := map[string]bool{}
		for _, id := range s.Understudy.Agree.Needs {
			needed[id] = true
		}
		if n := len(s.Rubric); n < 3 || n > 5 {
			t.Errorf("%s has %d checks, want 3 to 5", s.ID, n)
		}
		for _, c := range s.Rubric {
			if !beats[c.ID] {
				t.Errorf("%s: check %q is no beat", s.ID, c.ID)
			}
			if c.Required && !needed[c.ID] {
				t.Errorf("%s: check %q is required, but the agreement does not need it", s.ID, c.ID)
			}
			if c.Skill == "" || c.Example == "" {
				t.Errorf("%s: check %q has no skill or no example", s.ID, c.ID)
			}
		}
	}
}

func TestRubricIsNotPublic(t *testing.T) {
	for _, s := range library(t).List() {
		b, err := json.Marshal(s.Public())
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range s.Rubric {
			for _, secret := range []string{c.Check, c.Example} {
				if strings.Contains(string(b), secret) {
					t.Errorf("%s: the browser gets %q", s.ID, secret)
				}
			}
		}
	}
}

func TestRubricErrors(t *testing.T) {
	many := strings.TrimSuffix(strings.Repeat(`{"id":"a","check":"b"},`, MaxRubric+1), ",")
	for rubric, want := range map[string]string{
		`{"check":"b"}`:                                 "rubric[0].id: must be 1 to 64 letters",
		`{"id":"a b","check":"b"}`:                      "rubric[0].id: must be 1 to 64 letters",
		`{"id":"a"}`:                                    "rubric[0].check: must not be empty",
		`{"id":"a","check":"b","weight":11}`:            "rubric[0].weight: must be 0 to 10, not 11",
		`{"id":"a","check":"b","reveal":"never"}`:       `rubric[0].reveal: must be "after" or left out`,
		`{"id":"a","check":"b","required":1}`:           "rubric[0].required: must be true or false",
		`{"id":"a","check":"b"},{"id":"a","check":"c"}`: `rubric[1].id: "a" is there twice`,
		many: "rubric: must be 0 to 12, not 13",
	} {
		if _, err := Parse("s.json", []byte(with(`"rubric":[`+rubric+`]`))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse with rubric %.60s = %v, want %q", rubric, err, want)
		}
	}
}

func library(t *testing.T) *Library {
	t.Helper()
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	return l
}
