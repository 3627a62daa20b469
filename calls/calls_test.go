package calls_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/journal"
)

const ada, bob = "u_ada0000000000000", "u_bob0000000000000"

var began = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

// talk is a call of n exchanges, a second a turn, of which each raises progress by one.
func talk(call parley.CallID, owner string, n int, last ...parley.Body) []parley.Event {
	var events []parley.Event
	note := func(at time.Duration, b parley.Body) {
		events = append(events, parley.Event{Call: call, Seq: uint64(len(events) + 1), At: began.Add(at), Body: b})
	}
	note(0, parley.Started{Dispatch: parley.Dispatch{Scenario: "riskyProjectApproval", User: owner}, Botname: "Sterling"})
	note(time.Second, parley.Said{Turn: turn(1, parley.Character), End: time.Second, Why: parley.WhyOpening})
	for i := 1; i <= n; i++ {
		at := time.Duration(2*i-1) * time.Second
		note(at+time.Second, parley.Heard{Turn: turn(2*i, parley.User), Start: at, End: at + time.Second})
		note(at+2*time.Second, parley.Said{Turn: turn(2*i+1, parley.Character), Start: at + time.Second, End: at + 2*time.Second,
			Why: parley.WhyAnswer})
		note(at+2*time.Second, parley.Verdict{
			Call: call, Exchange: i, Previous: min(9, i-1), Progress: min(9, i),
			Ledger: json.RawMessage(fmt.Sprintf(`{"exchange":%d}`, i)),
		})
	}
	for _, b := range last {
		note(time.Duration(2*n+1)*time.Second, b)
	}
	return events
}

func turn(number int, r parley.Role) parley.Turn {
	return parley.Turn{Number: number, Role: r, Text: fmt.Sprintf("words of %s %d", r, number)}
}

func left(call parley.CallID) parley.Body { return parley.Ending{Outcome: parley.Left, Call: call} }

func TestFoldOfTheRecordedCall(t *testing.T) {
	c := calls.Fold(recorded(t))
	if c.ID != "call_iq7ic42d2v67km4s" || len(c.Turns) != 23 || len(c.Verdicts) != 11 || c.Unknown != 0 || c.Events != 59 {
		t.Fatalf("got %s, %d turns, %d verdicts, %d unknown of %d events", c.ID, len(c.Turns), len(c.Verdicts), c.Unknown, c.Events)
	}
	for i, v := range c.Verdicts { // an old journal, which does not name the turns
		want := parley.JudgedTurns{User: 2 * (i + 1), Character: 2*(i+1) + 1}
		if v.Turns != want || v.At != c.Turns[want.Character-1].End {
			t.Errorf("verdict %d is of %+v at %v, want %+v at %v", i+1, v.Turns, v.At, want, c.Turns[want.Character-1].End)
		}
	}
	s := calls.Summarise(c, began)
	if s.Seconds < 101.95 || s.Seconds > 102.05 || s.Outcome != parley.Won || s.Progress != 10 || s.Exchanges != 11 || s.Hints != 0 {
		t.Errorf("summary %+v", s)
	}
	if want := (calls.Point{T: 65.026, Y: 3}); s.Curve[7] != want {
		t.Errorf("the threat is at %+v, want %+v", s.Curve[7], want)
	}
}

func recorded(t testing.TB) []parley.Event {
	t.Helper()
	events, err := journal.Read("testdata", "call_iq7ic42d2v67km4s")
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestFoldTakesAnyEvents(t *testing.T) {
	whole := talk("call_a", ada, 3, parley.Rated{Stars: 4}, left("call_a"))
	reversed := slices.Clone(whole)
	slices.Reverse(reversed)
	twice := append(slices.Clone(whole), whole...)
	foreign := append(slices.Clone(whole), talk("call_b", bob, 9)...)
	for name, events := range map[string][]parley.Event{"twice": twice, "with another call's": foreign} {
		if got, want := calls.Fold(events), calls.Fold(whole); !reflect.DeepEqual(got, want) {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	if got, want := calls.Fold(reversed), calls.Fold(whole); !reflect.DeepEqual(got, want) {
		t.Errorf("reversed: got %+v, want %+v", got, want)
	}
	for i := range whole {
		calls.Summarise(calls.Fold(whole[i:]), began) // a journal that lacks its beginning
		calls.Summarise(calls.Fold(whole[:i]), began)
	}
}

func TestFoldReplacesAmendedTurns(t *testing.T) {
	events := talk("call_a", ada, 2)
	amended := events[2].Body.(parley.Heard)
	amended.Turn.Text = "three times the money"
	events = append(events,
		parley.Event{Call: "call_a", Seq: 100, At: began, Body: amended},
		parley.Event{Call: "call_a", Seq: 101, At: began, Body: parley.Correction{Turn: 4, Text: "what I said"}},
		parley.Event{Call: "call_a", Seq: 102, At: began, Body: parley.Correction{Turn: 5, Text: "no turn of the user's"}},
		parley.Event{Call: "call_a", Seq: 103, At: began, Body: parley.Unknown{Name: "later"}})
	c := calls.Fold(events)
	if len(c.Turns) != 5 || c.Turns[1].Text != "three times the money" || c.Turns[3].Corrected != "what I said" ||
		c.Turns[4].Corrected != "" {
		t.Errorf("got turns %+v", c.Turns)
	}
	if c.Unknown != 1 {
		t.Errorf("got %d unknown events, want 1", c.Unknown)
	}
}

func TestClocksThatJump(t *testing.T) {
	events := talk("call_a", ada, 3, left("call_a"))
	for i := range events {
		if i > 4 {
			events[i].At = events[i].At.Add(72 * time.Hour)
		}
		if i > 7 {
			events[i].At = events[i].At.Add(-300 * time.Hour)
		}
	}
	if c := calls.Fold(events); c.Length != 7*time.Second {
		t.Errorf("the call took %v, want 7 s", c.Length)
	}
}

func TestForkAt(t *testing.T) {
	c := calls.Fold(talk("call_a", ada, 4, left("call_a")))
	for _, tc := range []struct {
		turn, line, exchanges, progress int
	}{{1, 1, 0, -1}, {2, 1, 0, -1}, {3, 3, 1, 1}, {4, 3, 1, 1}, {8, 7, 3, 3}, {9, 9, 4, 4}} {
		in, err := calls.ForkAt(c, tc.turn)
		if err != nil {
			t.Fatal(err)
		}
		last := in.Turns[len(in.Turns)-1]
		if last.Turn.Number != tc.line || in.Exchanges != tc.exchanges || in.At != last.End {
			t.Errorf("at %d it goes on from turn %d after %d exchanges, want %d, %d", tc.turn, last.Turn.Number, in.Exchanges, tc.line,
				tc.exchanges)
		}
		if tc.progress < 0 {
			if len(in.Verdicts) != 0 {
				t.Errorf("at %d there are verdicts: %+v", tc.turn, in.Verdicts)
			}
			continue
		}
		newest := in.Verdicts[len(in.Verdicts)-1].Verdict
		if newest.Progress != tc.progress || string(newest.Ledger) != fmt.Sprintf(`{"exchange":%d}`, tc.exchanges) {
			t.Errorf("at %d the newest verdict is %+v", tc.turn, newest)
		}
	}
	for _, turn := range []int{-1, 0, 10, 1 << 40} {
		if _, err := calls.ForkAt(c, turn); !errors.Is(err, calls.ErrTurn) {
			t.Errorf("fork at %d = %v, want ErrTurn", turn, err)
		}
	}
	if _, err := calls.ForkAt(calls.Call{}, 1); !errors.Is(err, calls.ErrTurn) {
		t.Errorf("fork of nothing = %v, want ErrTurn", err)
	}
}

func TestForkOfAForkStandsAlone(t *testing.T) {
	parent := calls.Fold(talk("call_a", ada, 4, left("call_a")))
	in, err := calls.ForkAt(parent, 6) // goes on from turn 5, which began at 4 s
	if err != nil {
		t.Fatal(err)
	}
	fork := []parley.Body{
		parley.Started{Dispatch: parley.Dispatch{Scenario: "riskyProjectApproval", User: ada, From: &parley.Origin{Call: "call_a",
			Turn: 6}}},
		in,
		parley.Said{Turn: turn(5, parley.Character), Start: 300 * time.Millisecond, End: 1300 * time.Millisecond},
		parley.Heard{Turn: turn(6, parley.User), Start: 2 * time.Second, End: 3 * time.Second},
		parley.Said{Turn: turn(7, parley.Character), Start: 4 * time.Second, End: 5 * time.Second},
		parley.Verdict{Exchange: 3, Progress: 5, Previous: 2},
		left("call_b"),
	}
	events := make([]parley.Event, len(fork))
	for i, b := range fork {
		events[i] = parley.Event{Call: "call_b", Seq: uint64(i + 1), At: began.Add(time.Duration(i) * time.Second), Body: b}
	}
	c := calls.Fold(events)
	if len(c.Turns) != 7 || !c.Turns[0].Inherited || c.Turns[4].Inherited || c.Verdicts[0].Turns != (parley.JudgedTurns{User: 6,
		Character: 7}) {
		t.Fatalf("got %+v", c)
	}
	curve := calls.Summarise(c, began).Curve
	want := []calls.Point{{T: 5, Y: 2}, {T: 8.7, Y: 5}} // the line began at 4 s of the parent and 0.3 s of the fork
	if !reflect.DeepEqual(curve, want) {
		t.Errorf("curve %v, want %v", curve, want)
	}
	again, err := calls.ForkAt(c, 7)
	if err != nil {
		t.Fatal(err)
	}
	if again.Exchanges != 3 || len(again.Turns) != 7 || again.Turns[6].Start != 7700*time.Millisecond || len(again.Verdicts) != 3 ||
		again.Verdicts[2].At != 8700*time.Millisecond {
		t.Errorf("the fork of the fork begins with %+v", again)
	}
	early, err := calls.ForkAt(c, 2)
	if err != nil || len(early.Turns) != 1 || early.At != time.Second || len(early.Verdicts) != 0 {
		t.Errorf("a fork within what was inherited begins with %+v, %v", early, err)
	}
}

func TestNoForkOfWhatIsOver(t *testing.T) {
	events := talk("call_a", ada, 2)
	events[len(events)-1].Body = parley.Verdict{Exchange: 2, Progress: 10, Complete: true}
	if _, err := calls.ForkAt(calls.Fold(events), 5); !errors.Is(err, calls.ErrTurn) {
		t.Errorf("got %v, want ErrTurn", err)
	}
	if _, err := calls.ForkAt(calls.Fold(events), 4); err != nil {
		t.Error(err)
	}
}

func TestStoreKeepsUsersApart(t *testing.T) {
	store, _ := open(t)
	ctx := context.Background()
	for _, call := range []struct {
		id    parley.CallID
		owner string
	}{{"call_a", ada}, {"call_b", bob}, {"call_c", ""}} {
		keep(t, store, call.id, call.owner)
	}
	for _, tc := range []struct {
		owner string
		call  parley.CallID
	}{{bob, "call_a"}, {"", "call_a"}, {"", "call_c"}, {ada, "call_none"}, {ada, "../call_a"}, {ada, ""}} {
		if _, err := store.Events(ctx, tc.owner, tc.call); !errors.Is(err, calls.ErrNotFound) {
			t.Errorf("events of %s for %q = %v, want ErrNotFound", tc.call, tc.owner, err)
		}
		if err := store.Append(ctx, tc.owner, tc.call, parley.Rated{Stars: 1}); !errors.Is(err, calls.ErrNotFound) {
			t.Errorf("append to %s for %q = %v, want ErrNotFound", tc.call, tc.owner, err)
		}
		if _, err := store.Delete(ctx, tc.owner, tc.call); !errors.Is(err, calls.ErrNotFound) {
			t.Errorf("delete %s for %q = %v, want ErrNotFound", tc.call, tc.owner, err)
		}
	}
	for owner, want := range map[string]int{ada: 1, bob: 1, "": 0, "nobody": 0, calls.Operator: 3} {
		if p, err := store.List(ctx, calls.Query{Owner: owner}); err != nil || len(p.Calls) != want {
			t.Errorf("list of %q = %d calls, %v, want %d", owner, len(p.Calls), err, want)
		}
	}
	r, err := store.Delete(ctx, ada, "call_b", "call_a")
	if err != nil || !slices.Equal(r.Calls, []parley.CallID{"call_a"}) || r.Events == 0 || r.Bytes == 0 {
		t.Errorf("delete both = %+v, %v, want Ada's alone", r, err)
	}
	if _, err := store.Events(ctx, bob, "call_b"); err != nil {
		t.Errorf("Bob's call is gone: %v", err)
	}
}

func open(t testing.TB) (store *calls.Files, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "calls")
	dir, err := journal.OpenDir(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	return calls.NewFiles(dir, nil), path
}

func keep(t testing.TB, store *calls.Files, call parley.CallID, owner string) {
	t.Helper()
	if owner == "" {
		owner = calls.Operator
	}
	if err := store.Import(context.Background(), owner, talk(call, owner, 3, left(call))); err != nil {
		t.Fatal(err)
	}
}

func TestStoreAppendsOnlyToWhatIsOver(t *testing.T) {
	store, _ := open(t)
	ctx := context.Background()
	running := talk("call_a", ada, 1)
	for i := range running {
		running[i].At = time.Now()
	}
	if err := store.Import(ctx, ada, running); err != nil {
		t.Fatal(err)
	}
	if err := store.Append(ctx, ada, "call_a", parley.Rated{Stars: 1}); !errors.Is(err, calls.ErrUnderWay) {
		t.Errorf("append = %v, want ErrUnderWay", err)
	}
	if _, err := store.Delete(ctx, ada, "call_a"); !errors.Is(err, calls.ErrUnderWay) {
		t.Errorf("delete = %v, want ErrUnderWay", err)
	}
	keep(t, store, "call_b", ada)
	if err := store.Append(ctx, ada, "call_b", parley.Rated{Stars: 2}, parley.Rated{Stars: 5}); err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(ctx, ada, "call_b")
	if c := calls.Fold(events); err != nil || c.Rated == nil || c.Rated.Stars != 5 || c.Length != 7*time.Second {
		t.Errorf("got %+v, %v", c, err)
	}
}

func TestListPages(t *testing.T) {
	store, _ := open(t)
	ctx := context.Background()
	var want []parley.CallID
	for i := range 7 {
		id := parley.CallID(fmt.Sprintf("call_%d", i))
		events := talk(id, ada, 1, left(id))
		for j := range events {
			events[j].At = events[j].At.Add(time.Duration(i/2) * time.Hour) // some begin together
			if i > 4 {
				events[j].At = time.Time{} // and of some that is not known
			}
		}
		if err := store.Import(ctx, ada, events); err != nil {
			t.Fatal(err)
		}
		want = append(want, id)
	}
	var got []parley.CallID
	for q := (calls.Query{Owner: ada, Limit: 1}); ; {
		p, err := store.List(ctx, q)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range p.Calls {
			got = append(got, s.Call)
		}
		if q.Cursor = p.Next; p.Next == "" {
			break
		}
	}
	all, err := calls.ListAll(ctx, store, calls.Query{Owner: ada, Limit: 2})
	if err != nil || !slices.EqualFunc(all, got, func(s calls.Summary, id parley.CallID) bool { return s.Call == id }) {
		t.Errorf("all are %v, %v; the pages have %v", all, err, got)
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the pages have %v, want %v", got, want)
	}
	for _, q := range []calls.Query{{Owner: ada, Limit: -1}, {Owner: ada, Limit: 501}, {Owner: ada, Cursor: "?"}, {Owner: ada,
		Cursor: "eA"}} {
		if _, err := store.List(ctx, q); !errors.Is(err, calls.ErrQuery) {
			t.Errorf("list %+v = %v, want ErrQuery", q, err)
		}
	}
	for _, q := range []calls.Query{{Scene: "other"}, {Outcome: parley.Won}, {Since: began.Add(99 * time.Hour)}} {
		q.Owner = ada
		if p, err := store.List(ctx, q); err != nil || len(p.Calls) != 0 {
			t.Errorf("list %+v = %v, %v, want none", q, p, err)
		}
	}
}

func TestStoreTakesDamagedJournals(t *testing.T) {
	store, path := open(t)
	keep(t, store, "call_a", ada)
	name := filepath.Join(path, "call_a.jsonl")
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.SplitAfter(string(text), "\n")
	lines[3] = "}{ no event\n"
	if err := os.WriteFile(name, []byte(strings.Join(lines, "")+`{"call":"call_a","torn`), 0o600); err != nil {
		t.Fatal(err)
	}
	events, err := store.Events(context.Background(), ada, "call_a")
	if err != nil || len(events) != len(lines)-2 {
		t.Errorf("got %d events, %v, want %d", len(events), err, len(lines)-2)
	}
}

func TestImportRefuses(t *testing.T) {
	store, _ := open(t)
	ctx := context.Background()
	keep(t, store, "call_a", ada)
	good := talk("call_b", ada, 1, left("call_b"))
	for name, tc := range map[string]struct {
		owner  string
		events []parley.Event
		want   error
	}{
		"nothing":           {ada, nil, calls.ErrEvents},
		"without a start":   {ada, good[1:], calls.ErrEvents},
		"two calls":         {ada, append(slices.Clone(good), talk("call_c", ada, 1)...), calls.ErrEvents},
		"a path for an id":  {ada, talk("../call_d", ada, 1), calls.ErrEvents},
		"one that is there": {bob, talk("call_a", bob, 1), calls.ErrExists},
		"for nobody":        {"", good, calls.ErrEvents},
	} {
		if err := store.Import(ctx, tc.owner, tc.events); !errors.Is(err, tc.want) {
			t.Errorf("%s: got %v, want %v", name, err, tc.want)
		}
	}
	if err := store.Import(ctx, bob, good); err != nil { // a stranger's becomes one's own
		t.Fatal(err)
	}
	if _, err := store.Events(ctx, ada, "call_b"); !errors.Is(err, calls.ErrNotFound) {
		t.Errorf("the call is still its first owner's: %v", err)
	}
}

func TestForksOfForks(t *testing.T) {
	from := func(call, parent parley.CallID) calls.Summary {
		s := calls.Summary{Call: call}
		if parent != "" {
			s.From = &parley.Origin{Call: parent, Turn: 1}
		}
		return s
	}
	all := []calls.Summary{from("d", "c"), from("c", "b"), from("b", "a"), from("a", ""), from("x", "y"), from("z", "z")}
	got := calls.Forks(all, "b")
	slices.Sort(got)
	if !slices.Equal(got, []parley.CallID{"c", "d"}) {
		t.Errorf("got %v, want c and d", got)
	}
}

// An hour of talk has 700 turns (a turn of either side each 5 s).
func BenchmarkList5000(b *testing.B) {
	store, _ := open(b)
	for i := range 5000 {
		keep(b, store, parley.CallID(fmt.Sprintf("call_%04d", i)), ada)
	}
	if _, err := store.List(context.Background(), calls.Query{Owner: ada}); err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if p, err := store.List(context.Background(), calls.Query{Owner: ada, Limit: 500}); err != nil || len(p.Calls) != 500 {
			b.Fatal(err)
		}
	}
}
