package queue

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"parley"
	"parley/checker"
)

// spoken is a message on exchange 2 of call_a.
func spoken(t testing.TB, known checker.Ledger) []byte {
	t.Helper()
	e, err := encodeExchange(parley.Exchange{
		Call: "call_a", Number: 2, Dispatch: parley.Dispatch{Scenario: "scene", Username: "Ana", User: "vq7-secret"},
		Turns: []parley.Turn{{Number: 1, Role: parley.User, Text: "So?"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	data, err := encodeCheck(e, known)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

func TestCheckOnTheWire(t *testing.T) {
	known := checker.Ledger{Exchange: 1, Progress: 4, Evidence: []checker.Quote{{Exchange: 1, Turn: 1, Text: "Fine."}}}
	data := spoken(t, known)
	c, err := decodeCheck("check.call_a", data)
	if err != nil || c.Exchange.Number != 2 || c.Exchange.Username != "Ana" || c.Known.Evidence[0] != known.Evidence[0] {
		t.Errorf("decodeCheck = %+v, %v", c, err)
	}
	if strings.Contains(string(data), "vq7") {
		t.Error("the message names the user")
	}
	if _, err := decodeCheck("check.call_b", data); !errors.Is(err, ErrExchange) || errors.Is(err, errVersion) {
		t.Errorf("on another call's subject: %v, want ErrExchange", err)
	}
	for _, in := range []string{`{"v":2}`, `{"v":2,"exchange":7,"ledger":{}}`, `{"v":9,"ledger":"new"}`} {
		if _, err := decodeCheck("check.call_a", []byte(in)); !errors.Is(err, errVersion) || !errors.Is(err, ErrExchange) {
			t.Errorf("%s: %v, want errVersion", in, err)
		}
	}
}

// FuzzCheck holds that what is taken for a check can be judged, and is the same
// when it is written again.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{string(spoken(f, checker.Ledger{})), `{"v":2}`, `{"v":1,"exchange":{}}`, `[]`,
		`{"v":1,"exchange":null}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decodeCheck("check.call_a", data)
		if err != nil {
			if !errors.Is(err, ErrExchange) {
				t.Errorf("decodeCheck(%q) = %v, want ErrExchange", data, err)
			}
			return
		}
		e, err := encodeExchange(c.Exchange)
		if err != nil {
			return // longer when written anew
		}
		again, err := encodeCheck(e, c.Known)
		if err != nil {
			t.Fatal(err)
		}
		back, err := decodeCheck("check.call_a", again)
		if err != nil || back.Exchange.Number != c.Exchange.Number || back.Exchange.User != "" {
			t.Errorf("%q: written again %+v, %v", data, back, err)
		}
	})
}

// TestRulingOnTheWire reads what a worker of today and one of before send.
func TestRulingOnTheWire(t *testing.T) {
	want := parley.Verdict{
		Call: "call_a", Exchange: 3, Turns: parley.JudgedTurns{User: 6, Character: 7}, Held: parley.HeldTooEarly,
		Met:       []parley.Met{{Check: "figures", Turn: 6, Quote: "twelve percent"}},
		BadEnding: "insulted", Strike: 1, Strikes: 2,
	}
	data, err := json.Marshal(ruling{version, want, checker.Ledger{Exchange: 3, Slips: map[string]int{"insult": 1}}})
	if err != nil {
		t.Fatal(err)
	}
	r, err := decodeRuling(data, "call_a")
	if err != nil || !reflect.DeepEqual(r.Verdict, want) || r.Ledger.Slips["insult"] != 1 {
		t.Errorf("decodeRuling = %+v, %v, want %+v", r, err, want)
	}
	old := `{"v":1,"call":"call_a","exchange":3,"progress":4,"checks":["figures"],"judge":"understudy","took":1,"ledger":{"exchange":3,"progress":4}}`
	r, err = decodeRuling([]byte(old), "call_a")
	if err != nil || r.Progress != 4 || r.Met != nil || r.Turns != (parley.JudgedTurns{}) || r.Held != "" || r.Strike != 0 {
		t.Errorf("an old message is read as %+v, %v", r, err)
	}
}

// FuzzRuling holds that what is taken for a verdict goes on from its own ledger.
func FuzzRuling(f *testing.F) {
	data, err := json.Marshal(ruling{version, parley.Verdict{Call: "call_a", Exchange: 3}, checker.Ledger{Exchange: 3}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(data), `{}`, `{"v":1,"call":"call_a","exchange":1}`, `null`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r, err := decodeRuling(data, "call_a")
		if err == nil && (r.Call != "call_a" || r.Exchange != r.Ledger.Exchange) {
			t.Errorf("decodeRuling(%q) = %+v", data, r)
		}
	})
}
