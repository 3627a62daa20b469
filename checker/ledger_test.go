package checker_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"parley"
	"parley/checker"
)

// TestLedgerKeepsQuotes keeps what raised progress past the window, and no more
// than it needs.
func TestLedgerKeepsQuotes(t *testing.T) {
	var known checker.Ledger
	for n := 1; n <= 40; n++ {
		line := fmt.Sprintf("Hmm. That does change thing %d.", n)
		e := exchange(n,
			parley.Turn{Number: 2 * n, Role: parley.User, Text: "so"}, parley.Turn{Number: 2*n + 1, Role: parley.Character, Text: line})
		e.Previous = 0
		found := finds(known.Progress+1, line)
		if n%2 == 0 {
			found = finds(0, line)
		}
		before := known
		kept := append([]checker.Quote(nil), known.Evidence...)
		_, known = checker.Decide(checker.Case{Exchange: e, Known: known}, scene(), found)
		if !reflect.DeepEqual(before.Evidence, kept) {
			t.Fatalf("exchange %d changed the ledger it was given", n)
		}
	}
	if n := len(known.Evidence); n != 12 {
		t.Fatalf("%d quotes kept, want 12", n)
	}
	if got, want := known.Evidence[11], (checker.Quote{Exchange: 39, Turn: 79, Text: "Hmm. That does change thing 39"}); got != want {
		t.Errorf("the newest is %+v, want %+v", got, want)
	}
}

// TestLedgerBegins takes the call's word for progress only where nothing is
// known, and never for an ending.
func TestLedgerBegins(t *testing.T) {
	k := talk("so", "Hmm. Go on.")
	k.Known, k.Exchange.Previous = checker.Ledger{}, 7
	if v, _ := checker.Decide(k, scene(), finds(7, "")); v.Previous != 7 || v.Progress != 7 {
		t.Errorf("without a ledger: %+v, want 7", v)
	}
	k.Exchange.Previous = 10
	if v, _ := checker.Decide(k, scene(), finds(10, "")); v.Progress != 9 || v.Complete {
		t.Errorf("from 10: %+v, want 9", v)
	}
	k.Known = checker.Ledger{Exchange: 4, Progress: 2}
	if v, _ := checker.Decide(k, scene(), finds(2, "")); v.Previous != 2 {
		t.Errorf("with a ledger: %+v, want its 2", v)
	}
}

func TestLedgerTravels(t *testing.T) {
	want := checker.Ledger{
		Exchange: 7, Progress: 4, Evidence: []checker.Quote{{Exchange: 1, Turn: 3, Text: "a \"figure\""}},
		Checks: []string{"return"}, DropPending: true, BadEndingPending: true, Ending: checker.Lost,
	}
	b, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	var got checker.Ledger
	if err := json.Unmarshal(b, &got); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s reads %+v, %v", b, got, err)
	}
}
