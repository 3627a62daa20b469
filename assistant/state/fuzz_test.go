package state_test

import (
	"encoding/json"
	"testing"
	"time"

	"parley/assistant/state"
)

// FuzzDecode holds that any event that can be read is written as it was read, and
// folds into any state without a fault, the same whether it was read or is new.
func FuzzDecode(f *testing.F) {
	l := newLife(f, 5)
	for range 150 {
		l.live()
	}
	for _, c := range l.log {
		for i, raw := range c.events {
			f.Add(c.kinds[i], []byte(raw))
		}
	}
	f.Add("task.listed", []byte(`{"ids":["","t1","t1"]}`))
	f.Add("task.created", []byte(`{"task":{"id":"t99999999999999999999"}}`))
	f.Add("reminder.fired", []byte(`{"id":"r1","next":null}`))
	f.Add("of.later", []byte(`null`))
	f.Fuzz(func(t *testing.T, kind string, raw []byte) {
		e, err := state.Decode(kind, raw)
		if err != nil || !json.Valid(raw) {
			return
		}
		text := asJSON(t, e)
		again, err := state.Decode(kind, json.RawMessage(text))
		if err != nil {
			t.Fatalf("%s is written as %s, which is none: %v", raw, text, err)
		}
		if got := asJSON(t, again); got != text || state.Kind(again) != kind {
			t.Fatalf("%s is written as %s, then as %s", raw, text, got)
		}
		one, two := aLittle(t), aLittle(t)
		one.Apply(one.Rev+1, tuesday, e, e)
		two.Apply(two.Rev+1, tuesday, again, again)
		equal(t, "the fold", one.State, two.State)
		one.Patch(one.Rev)
		one.View()
		snapshot, err := one.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "what was restored", state.Restore(one.Rev, snapshot), one.State)
	})
}

// aLittle is a user of whom a little is kept.
func aLittle(t testing.TB) *user {
	u := newUser(t).add("milk", "bread")
	u.must(state.ListTasks{IDs: []string{"t2"}}, state.Receive{Text: "hello"}, state.Keep{state.FlightsFound{Trip: "p3"}})
	return u
}

// FuzzRestore holds that of any bytes there is a state or none, and that commands
// and events find their way in any state.
func FuzzRestore(f *testing.F) {
	l := newLife(f, 6)
	for i := range 12 {
		if l.live(); i%3 == 0 {
			f.Add([]byte(asJSON(f, l.State)), uint64(i))
		}
	}
	f.Add([]byte(`{"rev":1,"listings":[{}],"tasks":[{},{}],"turns":[{}],"confirms":[{"expires":"2020-01-01T00:00:00Z"}]}`), uint64(1))
	f.Add([]byte(`{"rev":1,"reminders":[{"id":"r1","at":"2020-01-01T00:00:00Z","rule":"FREQ=DAILY","zone":"x","status":"fired"}]}`), uint64(2))
	f.Fuzz(func(t *testing.T, body []byte, seed uint64) {
		var head struct {
			Rev uint64 `json:"rev"`
		}
		_ = json.Unmarshal(body, &head) // what is no JSON is no snapshot
		if state.Restore(head.Rev, body) != nil {
			t.Fatalf("%q is a snapshot", body)
		}
		s := state.Restore(head.Rev, pack(t, "1", string(body)))
		if s == nil {
			return
		}
		snapshot, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		equal(t, "what was restored", state.Restore(s.Rev, snapshot), s)
		l := newLife(t, seed)
		l.State = s
		for range 5 {
			if l.LastID < 0 || l.LastID > 1<<30 || s.Rev > 1<<60 {
				return
			}
			l.wait(time.Minute)
			l.live()
		}
	})
}
