package app

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"reflect"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/checker"
	"parley/journal"
)

// A call goes on from one of the same user's, of the same scene, and from no other.
func TestPastOfACall(t *testing.T) {
	dir, err := journal.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	const ana, ben = "u_0123456789abcdef", "u_fedcba9876543210"
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	turn := func(n int, role parley.Role) parley.Turn { return parley.Turn{Number: n, Role: role, Text: "Words."} }
	for i, b := range []parley.Body{
		parley.Started{Dispatch: parley.Dispatch{Scenario: "bribery", User: ana}},
		parley.Said{Turn: turn(1, parley.Character)}, parley.Heard{Turn: turn(2, parley.User)}, parley.Said{Turn: turn(3,
			parley.Character)},
		parley.Verdict{Call: "call_parent", Exchange: 1, Progress: 2, Ledger: json.RawMessage(`{"exchange":1,"progress":2}`)},
		parley.Ending{Outcome: parley.Left, Call: "call_parent"},
	} {
		e := parley.Event{Call: "call_parent", Seq: uint64(i + 1), At: at.Add(time.Duration(i) * time.Second), Body: b}
		if err := dir.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	m := &callManager{store: &userStore{calls: dir, files: calls.NewFiles(dir, nil), passing: newPassing()}}
	from := func(call parley.CallID, n int) *parley.Dispatch {
		return &parley.Dispatch{Scenario: "bribery", From: &parley.Origin{Call: call, Turn: n}}
	}
	past, err := m.past(t.Context(), from("call_parent", 3), ana)
	if err != nil || len(past.Turns) != 3 || past.Exchanges != 1 {
		t.Fatalf("past = %+v, %v; want three turns and an exchange", past, err)
	}
	if l := ledgerOf(*past); !reflect.DeepEqual(l, checker.Ledger{Exchange: 1, Progress: 2}) {
		t.Errorf("judged on %+v", l)
	}
	if past, err := m.past(t.Context(), &parley.Dispatch{Scenario: "bribery"}, ana); past != nil || err != nil {
		t.Errorf("a call of its own begins with %+v, %v", past, err)
	}
	passing := m.store.passing.journal(ana)
	for i, b := range []parley.Body{
		parley.Started{Dispatch: parley.Dispatch{Scenario: "bribery", User: ana}}, parley.Said{Turn: turn(1, parley.Character)},
		parley.Ending{Outcome: parley.Left, Call: "call_passing"},
	} {
		if err := passing.Append(parley.Event{Call: "call_passing", Seq: uint64(i + 1), At: at, Body: b}); err != nil {
			t.Fatal(err)
		}
	}
	fork := from("call_passing", 1)
	fork.Consent = &parley.Consent{Version: 1}
	if past, err := m.past(t.Context(), fork, ana); err != nil || past == nil || !keepsNothing(*fork) || fork.Consent.Version != 1 {
		t.Errorf("of a call of which nothing is kept: %+v, %v, %+v", past, err, fork.Consent)
	}
	if kept := from("call_parent", 3); keepsNothing(*kept) {
		t.Error("of a call that is kept nothing is kept")
	}
	other := from("call_parent", 3)
	other.Scenario = "marketHaggle"
	for name, test := range map[string]struct {
		d    *parley.Dispatch
		user string
		want error
	}{
		"somebody else's": {from("call_parent", 3), ben, calls.ErrNotFound},
		"nobody's":        {from("call_parent", 3), "", calls.ErrNotFound},
		"guessed":         {from("call_other", 3), ana, calls.ErrNotFound},
		"a path":          {from("../call_parent", 3), ana, calls.ErrNotFound},
		"past the end":    {from("call_parent", 9), ana, calls.ErrTurn},
		"another scene":   {other, ana, errOtherScene},
	} {
		if past, err := m.past(t.Context(), test.d, test.user); past != nil || !errors.Is(err, test.want) {
			t.Errorf("%s: %+v, %v; want %v", name, past, err, test.want)
		}
	}
}

// A ledger that is missing or of something else is made of the verdict.
func TestLedgerOfOldCalls(t *testing.T) {
	for _, raw := range []string{"", "{", `{"exchange":7,"progress":9}`} {
		v := parley.Verdict{Exchange: 2, Progress: 4, Checks: []string{"risk"}, Ledger: json.RawMessage(raw)}
		got := ledgerOf(parley.Inherited{Verdicts: []parley.InheritedVerdict{{Verdict: v}}})
		if want := (checker.Ledger{Exchange: 2, Progress: 4, Checks: []string{"risk"}}); !reflect.DeepEqual(got, want) {
			t.Errorf("of %q: %+v, want %+v", raw, got, want)
		}
	}
	if got := ledgerOf(parley.Inherited{}); !reflect.DeepEqual(got, checker.Ledger{}) {
		t.Errorf("of nothing: %+v", got)
	}
}

// told is what a user was told instead of a call.
type told []parley.Ending

func (s *told) Refuse(_ context.Context, e parley.Ending) error {
	*s = append(*s, e)
	return nil
}

// A fork whose parent is deleted while its user joins is not held; any other call is.
func TestParentDeletedMeanwhile(t *testing.T) {
	o, _ := withWriter(t)
	alias := o.store.key.Alias(coachedUser)
	if err := o.store.files.Import(t.Context(), alias, talkOf("call_a", alias)); err != nil {
		t.Fatal(err)
	}
	m := &callManager{store: o.store}
	fork := parley.Dispatch{From: &parley.Origin{Call: "call_a", Turn: 3}}
	var stage told
	still := func(d parley.Dispatch) error {
		return m.stillThere(t.Context(), slog.Default(), d, alias, "call_new", &stage)
	}
	if err := errors.Join(still(parley.Dispatch{}), still(fork)); err != nil || len(stage) != 0 {
		t.Errorf("all is there: %v, told %v", err, stage)
	}
	if _, err := o.Delete(t.Context(), coachedUser, "call_a", false); err != nil {
		t.Fatal(err)
	}
	if err := still(fork); !errors.Is(err, errParentGone) || len(stage) != 1 ||
		stage[0].Call != "call_new" || stage[0].Outcome != parley.Failed {
		t.Errorf("deleted: %v, told %v", err, stage)
	}
}
