package scenarios

import (
	"encoding/json"
	"errors"
	"reflect"
	"testing"
)

// FuzzParse holds that Parse either explains itself or returns a scenario that
// survives being written and read again.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{least, with(`"understudy":{}`), with(`"hints":[{"level":1,"text":"x"}],"x":{"y":[1]}`),
		with(`"fillers":[],"nods":["Mm."],"uninterruptible":["opening"],"timing":{"sure_delay":"250ms","away":"30s"}`),
		with(`"pronunciations":{"SQL":"sequel","sql":"s","":null}`), `{`, `[]`, `{"goal":null}`, `{"bot":{"age":-1}}`, "\xff", `{"GOAL":1}`} {
		f.Add([]byte(seed))
	}
	data, err := embedded.ReadFile("smallTalkLift.json")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(data)
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := Parse("seed.json", data)
		if err != nil {
			var problems Problems
			if !errors.As(err, &problems) || len(problems) == 0 {
				t.Fatalf("error = %#v, want Problems", err)
			}
			return
		}
		_ = s.Public()
		b, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		again, err := Parse("seed.json", b)
		if err != nil {
			t.Fatalf("read again: %v", err)
		}
		s.Extra = nil
		if !reflect.DeepEqual(again.Public(), s.Public()) {
			t.Errorf("read again = %+v, want %+v", again.Public(), s.Public())
		}
	})
}
