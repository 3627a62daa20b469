package scenarios

import (
	"encoding/json"
	"reflect"
	"testing"
)

func TestLineIsStringOrObject(t *testing.T) {
	const file = `["Go on.",{"say":"And the risk?","before":["risk"],"after":["return"]}]`
	var got Lines
	if err := json.Unmarshal([]byte(file), &got); err != nil {
		t.Fatal(err)
	}
	want := Lines{{Say: "Go on."}, {Say: "And the risk?", Before: []string{"risk"}, After: []string{"return"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read %+v, want %+v", got, want)
	}
	if b, err := json.Marshal(got); err != nil || string(b) != file {
		t.Errorf("written as %s (%v), want %s", b, err, file)
	}
}

func TestDirectedUnlessSwitchedOff(t *testing.T) {
	for data, want := range map[string]bool{least: true, with(`"director":true`): true, with(`"director":false`): false} {
		s, err := Parse("s.json", []byte(data))
		if err != nil {
			t.Fatal(err)
		}
		if s.Directed() != want {
			t.Errorf("%s: directed %v, want %v", data, s.Directed(), want)
		}
	}
}
