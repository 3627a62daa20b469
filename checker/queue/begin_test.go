package queue

import (
	"encoding/json"
	"log/slog"
	"reflect"
	"testing"

	"parley"
	"parley/checker"
)

// A call that goes on from another is judged on the other's ledger, and its own goes
// with each verdict.
func TestClientBegins(t *testing.T) {
	known := checker.Ledger{Exchange: 3, Progress: 5, Checks: []string{"risk"}}
	c := NewClient(nil, "call_fork", slog.New(slog.DiscardHandler))
	c.Begin(known)
	submit := func(number int) {
		t.Helper()
		turns := []parley.Turn{{Number: 8, Role: parley.User, Text: "Yes?"}, {Number: 9, Role: parley.Character, Text: "No."}}
		e := parley.Exchange{Call: "call_fork", Number: number, Dispatch: parley.Dispatch{Scenario: "s"}, Turns: turns}
		if err := c.Submit(t.Context(), e); err != nil {
			t.Fatal(err)
		}
	}
	submit(3) // judged in the parent
	if c.asked != nil {
		t.Error("an exchange of the parent is judged again")
	}
	submit(4)
	if c.asked == nil || c.asked.number != 4 || !reflect.DeepEqual(c.ledger, known) {
		t.Errorf("asked %+v on %+v, want the fourth on the parent's", c.asked, c.ledger)
	}
	after := checker.Ledger{Exchange: 4, Progress: 7, Checks: []string{"risk", "limit"}}
	data, err := json.Marshal(ruling{version, parley.Verdict{Call: "call_fork", Exchange: 4, Progress: 7}, after})
	if err != nil {
		t.Fatal(err)
	}
	var got []parley.Verdict
	c.tell(data, func(v parley.Verdict) { got = append(got, v) })
	c.tell(data, func(v parley.Verdict) { got = append(got, v) })
	var ledger checker.Ledger
	if len(got) != 1 || json.Unmarshal(got[0].Ledger, &ledger) != nil || !reflect.DeepEqual(ledger, after) {
		t.Errorf("told %+v, want one verdict with %+v", got, after)
	}
}
