package rpc

import (
	"errors"
	"reflect"
	"testing"
)

// fuzzDecode holds Decode to its promises for any bytes: an error wraps one of
// three sentinels and comes with a zero value, and what is accepted survives
// the way out and back in.
func fuzzDecode[T Payload](f *testing.F, seeds ...string) {
	for _, seed := range append(seeds, "", "{}", "null", `{"a":`, "\xff", `{"seconds":1e99}`) {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, payload string) {
		got, err := Decode[T](payload)
		if err != nil {
			if !errors.Is(err, ErrTooLarge) && !errors.Is(err, ErrMalformed) && !errors.Is(err, ErrOutOfRange) {
				t.Errorf("error without a code: %v", err)
			}
			if !reflect.ValueOf(got).IsZero() {
				t.Errorf("refused, yet got %+v", got)
			}
			return
		}
		wire, err := Encode(got)
		if errors.Is(err, ErrTooLarge) {
			return // escaping can make the way back longer than the way in
		}
		if err != nil {
			t.Fatal(err)
		}
		again, err := Decode[T](wire)
		if err != nil {
			t.Fatalf("%q became %q: %v", payload, wire, err)
		}
		if twice, err := Encode(again); err != nil || twice != wire { // raw JSON may lose its spaces on the way out
			t.Errorf("%q became %q and then %q, %v", payload, wire, twice, err)
		}
	})
}

func FuzzDecodeSetPatience(f *testing.F) { fuzzDecode[SetPatience](f, `{"seconds":5}`) }

func FuzzDecodePause(f *testing.F) { fuzzDecode[Pause](f, `{"on":true}`, `{"on":null}`) }

func FuzzDecodeMoreTime(f *testing.F) { fuzzDecode[MoreTime](f, `{"seconds":60}`, `{"seconds":-1}`) }

func FuzzDecodeChecker(f *testing.F) {
	fuzzDecode[Checker](f, `{"is_goal_complete":true,"progress_towards_goal":10,`+
		`"previous_progress_towards_goal":8,"is_bad_ending_triggered":false,"CTA":"Well done!"}`)
}

func FuzzDecodeCard(f *testing.F) {
	fuzzDecode[Card](f, `{"id":"c1","kind":"plan","title":"Today","text":"Three things.","data":{ "steps":[1,null,"<"] }}`)
}

func FuzzDecodeStateValue(f *testing.F) { fuzzDecode[StateValue](f, `{"name":"tasks","value":[]}`) }

func FuzzDecodeRecap(f *testing.F) {
	fuzzDecode[Recap](f, `{"lines":[{"segment":"S","role":"user","text":"a","final":true,"typed":true,"act":false}],"hints":[{"level":1,"text":"t","remaining":0}]}`,
		`{"lines":[],"hints":[{"level":9,"text":"t","remaining":0}]}`, `{"lines":null,"hints":[]}`)
}

func FuzzDecodeUsage(f *testing.F) {
	fuzzDecode[Usage](f, `{"engines":[]}`, `{"engines":null}`, `{"engines":[null]}`, flite, free)
}

func FuzzDecodeEngines(f *testing.F) { fuzzDecode[Engines](f, `{"stt":"sphinx","llm":"understudy"}`) }
