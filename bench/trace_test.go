package bench

import (
	"testing"
	"time"

	"parley"
	"parley/checker"
)

func TestTraceKeepsTheFirstOfEach(t *testing.T) {
	tr := newTrace()
	e := parley.Exchange{Call: "call_a", Number: 3, Dispatch: parley.Dispatch{Username: "User 1"}}
	if _, ok := tr.find("call_a", 3); ok {
		t.Error("found an exchange nobody submitted")
	}
	at := time.Now()
	tr.submitted(e, at)
	if _, ok := tr.find("call_a", 3); ok {
		t.Error("found an exchange nobody judged")
	}
	tr.submitted(e, at.Add(time.Second)) // once more, after a lost acknowledgement
	j := tr.judge()
	if o, err := j.Judge(t.Context(), checker.Case{Exchange: e, Known: checker.Ledger{Progress: 4}}); err != nil || o.Progress != 4 {
		t.Errorf("Judge = %+v, %v, want the progress there was", o, err)
	}
	first, ok := tr.find("call_a", 3)
	if !ok || !first.submitted.Equal(at) || first.judged.Before(at) {
		t.Errorf("found %+v, %v, want it submitted at first and judged since", first, ok)
	}
	if _, err := j.Judge(t.Context(), checker.Case{Exchange: e}); err != nil {
		t.Error(err)
	}
	if again, _ := tr.find("call_a", 3); again != first {
		t.Errorf("found %+v, want %+v as before", again, first)
	}
	if got := tr.call("User 1"); got != "call_a" {
		t.Errorf("the user's call is %q", got)
	}
}
