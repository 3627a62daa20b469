package state_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/state"
)

// berlin is where the users of the tests live.
var berlin = zoneOf("Europe/Berlin")

func zoneOf(name string) *time.Location {
	zone, err := time.LoadLocation(name)
	if err != nil {
		panic(err)
	}
	return zone
}

// tuesday is 24 November 2026 at ten in the morning.
var tuesday = time.Date(2026, 11, 24, 10, 0, 0, 0, berlin)

// stored is a commit as the log has it.
type stored struct {
	rev    uint64
	kinds  []string
	events []json.RawMessage
}

// user is one user as a host serves them, without the log's server.
type user struct {
	testing.TB
	*state.State
	now time.Time
	log []stored
}

func newUser(t testing.TB) *user { return &user{TB: t, State: &state.State{}, now: tuesday} }

// do decides commands and folds in what comes of them, as one commit of an action.
// It holds that to decide changes nothing.
func (u *user) do(action string, commands ...state.Command) ([]state.Event, error) {
	u.Helper()
	before := ""
	if len(u.log) < 100 { // and not for ever, as it takes long
		before = asJSON(u, u.State)
	}
	events, err := state.Decide(u.State, u.now, commands...)
	if before != "" && asJSON(u, u.State) != before {
		u.Fatalf("to decide %T has changed the state: %s", commands, apart(asJSON(u, u.State), before))
	}
	if err != nil || len(events) == 0 {
		return events, err
	}
	all := append([]state.Event{state.ActionDone{Action: action, At: u.now}}, events...)
	c := stored{rev: u.Rev + 2} // commits of others lie between
	for _, e := range all {
		c.kinds, c.events = append(c.kinds, state.Kind(e)), append(c.events, json.RawMessage(asJSON(u, e)))
	}
	u.log = append(u.log, c)
	u.Apply(c.rev, u.now, all...)
	return events, nil
}

// must does commands that are not refused.
func (u *user) must(commands ...state.Command) []state.Event {
	u.Helper()
	events, err := u.do("", commands...)
	if err != nil {
		u.Fatalf("%+v: %v", commands, err)
	}
	return events
}

// wait lets time pass.
func (u *user) wait(d time.Duration) { u.now = u.now.Add(d) }

// add adds tasks by their titles.
func (u *user) add(titles ...string) *user {
	u.Helper()
	for _, title := range titles {
		u.must(state.AddTask{Task: parley.Task{Title: title}})
	}
	return u
}

// fold applies commits as they are read from the log.
func fold(t testing.TB, s *state.State, log []stored) *state.State {
	t.Helper()
	for _, c := range log {
		var events []state.Event
		var at time.Time
		for i, raw := range c.events {
			e, err := state.Decode(c.kinds[i], raw)
			if err != nil {
				t.Fatal(err)
			}
			if done, ok := e.(state.ActionDone); ok {
				at = done.At
			}
			events = append(events, e)
		}
		s.Apply(c.rev, at, events...)
	}
	return s
}

func asJSON(t testing.TB, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// kinds are those of events, in order.
func kinds(events []state.Event) string {
	var all []string
	for _, e := range events {
		all = append(all, state.Kind(e))
	}
	return strings.Join(all, " ")
}

// row is one command on a user, and what comes of it.
type row struct {
	name    string
	command state.Command
	want    error  // that is wrapped
	kinds   string // of the events
}

// run does each row on a user of its own, and returns them in order.
func run(t *testing.T, begin func(*user), rows []row) []*user {
	t.Helper()
	var all []*user
	for _, r := range rows {
		u := newUser(t)
		begin(u)
		before := asJSON(t, u.State)
		events, err := u.do("", r.command)
		if !errors.Is(err, r.want) || (err != nil) != (r.want != nil) || kinds(events) != r.kinds {
			t.Errorf("%s: %q and %v, want %q and %v", r.name, kinds(events), err, r.kinds, r.want)
		}
		if (r.want != nil || r.kinds == "") && asJSON(t, u.State) != before {
			t.Errorf("%s: what does nothing has changed the state", r.name)
		}
		all = append(all, u)
	}
	return all
}

func titles(u *user) string {
	var all []string
	for _, t := range u.Tasks {
		all = append(all, t.ID+" "+t.Title)
	}
	return strings.Join(all, ", ")
}

func to[T any](v T) *T { return &v }

func equal(t testing.TB, what string, got, want any) {
	t.Helper()
	if g, w := asJSON(t, got), asJSON(t, want); g != w {
		t.Fatalf("%s: %s", what, apart(g, w))
	}
}

// apart is where two texts differ first.
func apart(got, want string) string {
	i := 0
	for i < min(len(got), len(want)) && got[i] == want[i] {
		i++
	}
	part := func(s string) string { return s[max(0, i-200):min(len(s), i+100)] }
	return fmt.Sprintf("from byte %d on it is\n…%s…\nwant\n…%s…", i, part(got), part(want))
}

func ids[E any](all []E, id func(E) string) string {
	var out []string
	for _, e := range all {
		out = append(out, id(e))
	}
	return strings.Join(slices.Clip(out), " ")
}
