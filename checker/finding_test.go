package checker

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"parley/scenarios"
)

// schema is what a test reads of a JSON Schema.
type schema struct {
	Type       string
	Properties map[string]struct {
		Type  string
		Enum  []any
		Items *struct {
			Type string
			Enum []string
		}
	}
	Required             []string
	AdditionalProperties *bool
}

func readSchema(t *testing.T, s scenarios.Scenario) schema {
	t.Helper()
	var got schema
	if err := json.Unmarshal(findingSchema(s), &got); err != nil {
		t.Fatal(err)
	}
	return got
}

// TestSchemaIsTheFinding holds the schema to the keys of the type, all of them
// required, as strict services want it.
func TestSchemaIsTheFinding(t *testing.T) {
	got := readSchema(t, scenarios.Scenario{})
	b, err := json.Marshal(Finding{})
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(b, &fields); err != nil {
		t.Fatal(err)
	}
	want := slices.Sorted(maps.Keys(fields))
	if keys := slices.Sorted(maps.Keys(got.Properties)); !slices.Equal(keys, want) {
		t.Errorf("properties = %v, want %v", keys, want)
	}
	if required := slices.Sorted(slices.Values(got.Required)); !slices.Equal(required, want) {
		t.Errorf("required = %v, want %v", required, want)
	}
	if got.AdditionalProperties == nil || *got.AdditionalProperties {
		t.Error("the schema takes other keys")
	}
	if n := len(got.Properties["progress_towards_goal"].Enum); n != 11 {
		t.Errorf("%d values of progress, want 0 to 10", n)
	}
	if flags := got.Properties["flags"].Items.Enum; !slices.Equal(flags, flagNames) {
		t.Errorf("flags = %v, want %v", flags, flagNames)
	}
}

// TestModelWritesReasonsFirst pins the order in which a strict service makes the
// model write: evidence before the score, the call to action last. The text
// names the same order, in what it explains and in what it asks for.
func TestModelWritesReasonsFirst(t *testing.T) {
	want := []string{
		"evidence_quote", "check_quotes", "checks_passed", "flags", "progress_towards_goal", "is_goal_complete",
		"is_bad_ending_triggered", "CTA",
	}
	s := scenarios.Scenario{Rubric: []scenarios.Check{{ID: "return"}}}
	var got struct{ Properties json.RawMessage }
	if err := json.Unmarshal(findingSchema(s), &got); err != nil {
		t.Fatal(err)
	}
	answer := instructions[strings.Index(instructions, "Answer with one JSON object"):]
	for name, text := range map[string]string{
		"properties": string(got.Properties), "the explanation": instructions, "the answer": answer,
	} {
		mark := `"%s"`
		if name == "the explanation" {
			mark = "\n%s"
		}
		at := -1
		for _, key := range want {
			next := strings.Index(text, fmt.Sprintf(mark, key))
			if next <= at {
				t.Errorf("%s: %s is at %d, after a key at %d", name, key, next, at)
			}
			at = next
		}
	}
	b, err := json.Marshal(Finding{})
	if err != nil {
		t.Fatal(err)
	}
	if keys := slices.Sorted(slices.Values(findingKeys)); !slices.Equal(keys, slices.Sorted(slices.Values(want))) || !strings.HasPrefix(string(b), `{"evidence_quote"`) {
		t.Errorf("keys = %v, a finding is %s", keys, b)
	}
}

func TestSchemaNamesTheChecks(t *testing.T) {
	ids := func(s scenarios.Scenario) []string { return readSchema(t, s).Properties["checks_passed"].Items.Enum }
	if got := ids(scenarios.Scenario{}); got != nil {
		t.Errorf("checks without a rubric = %v, want any string: an empty enumeration is no schema", got)
	}
	s := scenarios.Scenario{Rubric: []scenarios.Check{{ID: "return"}, {ID: "risk"}}}
	if got, want := ids(s), []string{"return", "risk"}; !slices.Equal(got, want) {
		t.Errorf("checks = %v, want %v", got, want)
	}
}
