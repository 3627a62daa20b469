package scenarios

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

// TestLongOpeningLoads takes a scene of five fields with any first line.
func TestLongOpeningLoads(t *testing.T) {
	s, err := Parse("tiny.json", []byte(strings.Replace(least, "Hello.", strings.Repeat("well ", 200), 1)))
	if err != nil {
		t.Fatal(err)
	}
	want := []Problem{{"tiny.json", "opening", "has 200 words; more than 25 are not one breath"}}
	if got := Warnings(s); !slices.Equal(got, want) {
		t.Errorf("warnings = %v, want %v", got, want)
	}
	if s, err = Parse("tiny.json", []byte(least)); err != nil {
		t.Fatal(err)
	}
	if got := Warnings(s); len(got) > 0 {
		t.Errorf("warnings of a sound scene: %v", got)
	}
}

func TestWarnings(t *testing.T) {
	s := Scenario{ID: "x", Extra: map[string]json.RawMessage{"moods": nil}, BadEndings: []BadEnding{{ID: "a"}}, Understudy: &Understudy{Beats: []Beat{{ID: "b"}}}}
	var fields []string
	for _, p := range Warnings(s) {
		fields = append(fields, p.Field)
	}
	want := []string{"bad_endings[0].line", "moods", "understudy.beats[0].examples", "understudy.agree.examples", "understudy.chatter"}
	if !slices.Equal(fields, want) {
		t.Errorf("warnings of %q, want %q", fields, want)
	}
}
