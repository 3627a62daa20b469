package checker

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"
)

const good = `{"is_goal_complete":false,"progress_towards_goal":4,"is_bad_ending_triggered":false,"CTA":"Keep going!"}`

func TestParseFinding(t *testing.T) {
	want := Finding{Progress: 4, CTA: "Keep going!"}
	for _, in := range []string{good, " \n" + good + "\n", strings.ReplaceAll(good, ",", " ,\n ")} {
		got, err := parseFinding([]byte(in))
		if !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("parseFinding(%s) = %+v, %v, want %+v", in, got, err, want)
		}
	}
}

func TestParseFindingRefuses(t *testing.T) {
	swap := func(old, with string) string { return strings.Replace(good, old, with, 1) }
	for name, in := range map[string]string{
		"empty": "", "null": "null", "list": "[" + good + "]", "prose before": "Sure! " + good, "prose after": good + " Good luck!",
		"fenced": "```json\n" + good + "\n```", "two objects": good + good, "truncated": good[:len(good)-9],
		"string number": swap("4", `"4"`), "half number": swap("4", "4.5"), "null number": swap("4", "null"),
		"string bool": swap("false", `"false"`), "number bool": swap("false", "0"), "null CTA": swap(`"Keep going!"`, "null"),
		"missing key": swap(`,"CTA":"Keep going!"`, ""), "lower case key": swap(`"CTA"`, `"cta"`),
		"extra key": swap("}", `,"reason":"x"}`), "key twice": swap("}", `,"progress_towards_goal":10}`),
		"nested": swap("4", `{"progress_towards_goal":4}`), "huge": swap("Keep", strings.Repeat("x", maxReplyBytes)),
		"single quotes": strings.ReplaceAll(good, `"`, `'`), "huge number": swap("4", "99999999999999999999"),
	} {
		if got, err := parseFinding([]byte(in)); !errors.Is(err, errForm) {
			t.Errorf("%s: parseFinding(%.200s) = %+v, %v, want an error", name, in, got, err)
		}
	}
}

func TestSchemaIsTheFinding(t *testing.T) {
	var schema struct {
		Properties           map[string]any
		Required             []string
		AdditionalProperties *bool
	}
	if err := json.Unmarshal(findingSchema, &schema); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(Finding{})
	if err != nil {
		t.Fatal(err)
	}
	var fields map[string]any
	if err := json.Unmarshal(b, &fields); err != nil {
		t.Fatal(err)
	}
	for name := range fields {
		if schema.Properties[name] == nil {
			t.Errorf("schema lacks %s", name)
		}
	}
	if len(schema.Properties) != len(fields) || len(schema.Required) != len(fields) ||
		schema.AdditionalProperties == nil || *schema.AdditionalProperties {
		t.Errorf("schema %s is not exactly the finding", findingSchema)
	}
}

// FuzzParseFinding holds that what reads as a finding is one: written again it
// reads the same, and nothing stood around it.
func FuzzParseFinding(f *testing.F) {
	f.Add([]byte(good))
	f.Add([]byte(`{"CTA":"","is_goal_complete":true,"is_bad_ending_triggered":true,"progress_towards_goal":-11}`))
	f.Add([]byte(`{"CTA":"a","CTA":"b"}`))
	f.Add([]byte("```json\n" + good))
	f.Fuzz(func(t *testing.T, reply []byte) {
		got, err := parseFinding(reply)
		if err != nil {
			return
		}
		var fields map[string]json.RawMessage
		if err := json.Unmarshal(reply, &fields); err != nil || len(fields) != 4 {
			t.Errorf("%q was taken for a finding: %d keys, %v", reply, len(fields), err)
		}
		b, err := json.Marshal(got)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := parseFinding(b); !reflect.DeepEqual(again, got) || err != nil {
			t.Errorf("parseFinding(%s) = %+v, %v, want %+v", b, again, err, got)
		}
	})
}
