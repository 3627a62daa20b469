package app

import (
	"context"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/journal"
	"parley/llm"
	"parley/scenarios"
)

// writer is a model that writes one sentence, once let is closed, or fails.
type writer struct {
	asked atomic.Int32
	fails atomic.Bool
	let   chan struct{}
}

func (*writer) Name() string { return "openai:writer" }

func (w *writer) Chat(context.Context, llm.Request) (llm.Stream, error) {
	w.asked.Add(1)
	<-w.let
	if w.fails.Load() {
		return nil, errors.New("not now")
	}
	return &written{}, nil
}

type written struct{ over bool }

func (w *written) Next() (llm.Delta, error) {
	if w.over {
		return llm.Delta{}, io.EOF
	}
	w.over = true
	return llm.Delta{Text: `{"keep":{"quote":"the risk","turn":2,"text":"Go on naming it."}}`}, nil
}

func (*written) Close() error { return nil }

const coachedUser = "u_0123456789abcdef"

// talkOf are the events of a user's call of three exchanges that is over.
func talkOf(call parley.CallID, user string) (events []parley.Event) {
	at := time.Now().Add(-time.Hour)
	note := func(b parley.Body) {
		events = append(events, parley.Event{Call: call, Seq: uint64(len(events) + 1), At: at, Body: b})
	}
	note(parley.Started{Dispatch: parley.Dispatch{Scenario: "riskyProjectApproval", User: user}, Botname: "Sterling"})
	for i := range 3 {
		start := time.Duration(i) * 10 * time.Second
		note(parley.Said{Turn: parley.Turn{Number: 2*i + 1, Role: parley.Character, Text: "And?"}, Start: start, End: start + time.Second})
		note(parley.Heard{Turn: parley.Turn{Number: 2*i + 2, Role: parley.User, Text: "the risk is the supplier"},
			Start: start + 2*time.Second,
			End:   start + 3*time.Second})
	}
	note(parley.Said{Turn: parley.Turn{Number: 7, Role: parley.Character, Text: "No."}, Start: time.Minute, End: time.Minute})
	note(parley.Ending{Outcome: parley.Lost, Call: call})
	return events
}

// withWriter are the calls of a folder and in memory, with a model.
func withWriter(t *testing.T) (*ownCalls, *writer) {
	t.Helper()
	dir, err := journal.OpenDir(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = dir.Close() })
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	w := &writer{let: make(chan struct{})}
	store := &userStore{calls: dir, files: calls.NewFiles(dir, nil), passing: newPassing()}
	return &ownCalls{store: store, library: library, model: func() llm.Engine { return w }}, w
}

// debriefed is the debrief of a call as it is now.
func debriefed(t *testing.T, o *ownCalls, call parley.CallID) debrief.Debrief {
	t.Helper()
	events, err := o.Events(t.Context(), coachedUser, call)
	if err != nil {
		t.Fatal(err)
	}
	s, _ := o.library.Get("riskyProjectApproval")
	return debrief.Make(calls.Fold(events), s, debrief.Baseline{}, time.Now())
}

// A model is asked once for what it writes of a call, however many ask, and it is kept with
// the call: in its journal, or in memory alone where nothing of it is kept.
func TestCoachIsAskedOnce(t *testing.T) {
	for _, kept := range []bool{true, false} {
		o, w := withWriter(t)
		alias := o.store.key.Alias(coachedUser)
		for _, e := range talkOf("call_a", alias) {
			var to interface{ Append(parley.Event) error } = o.store.calls
			if !kept {
				to = o.store.passing.journal(alias)
			}
			if err := to.Append(e); err != nil {
				t.Fatal(err)
			}
		}
		before := debriefed(t, o, "call_a")
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				c, err := o.coach(t.Context(), coachedUser, before)
				if err != nil || c.By != "openai:writer" || c.Keep.Text != "Go on naming it." {
					t.Errorf("kept %t: %+v, %v", kept, c, err)
				}
			})
		}
		close(w.let)
		all.Wait()
		after := debriefed(t, o, "call_a")
		if n := w.asked.Load(); n != 1 || after.Coaching.By != "openai:writer" || after.Coaching.Keep.Turn != 2 {
			t.Errorf("kept %t: asked %d times, then %+v", kept, n, after.Coaching)
		}
		if _, err := o.store.files.Events(t.Context(), alias, "call_a"); (err == nil) != kept {
			t.Errorf("kept %t: the journal: %v", kept, err)
		}
	}
}

// What failed is asked again, and nothing is kept of it, nor of a call that was deleted
// meanwhile. Who has gone is not waited for.
func TestCoachFails(t *testing.T) {
	o, w := withWriter(t)
	alias := o.store.key.Alias(coachedUser)
	if err := o.store.files.Import(t.Context(), alias, talkOf("call_a", alias)); err != nil {
		t.Fatal(err)
	}
	d := debriefed(t, o, "call_a")
	gone, leave := context.WithCancel(t.Context())
	leave()
	w.fails.Store(true)
	if c, err := o.coach(gone, coachedUser, d); !errors.Is(err, context.Canceled) || c.By != debrief.Rules {
		t.Errorf("gone: %+v, %v", c, err)
	}
	close(w.let)
	for want := int32(1); want <= 2; want++ { // the first is the one that nobody waited for
		c, err := o.coach(t.Context(), coachedUser, d)
		if err == nil || c.By != debrief.Rules || !strings.Contains(err.Error(), "not now") {
			t.Errorf("it fails: %+v, %v", c, err)
		}
	}
	w.fails.Store(false)
	if c, err := o.coach(t.Context(), coachedUser, d); err != nil || c.By != "openai:writer" {
		t.Errorf("tried again: %+v, %v", c, err)
	}
	if _, err := o.Delete(t.Context(), coachedUser, "call_a", false); err != nil {
		t.Fatal(err)
	}
	asked := w.asked.Load()
	c, err := o.coach(t.Context(), coachedUser, d)
	if !errors.Is(err, calls.ErrNotFound) || c.By != debrief.Rules || w.asked.Load() != asked {
		t.Errorf("deleted: %+v, %v", c, err)
	}
}

// What is added to a call in memory stays there, and only its user adds to it once it is
// over.
func TestAppendToWhatPasses(t *testing.T) {
	o, _ := withWriter(t)
	alias := o.store.key.Alias(coachedUser)
	events := talkOf("call_a", alias)
	j := o.store.passing.journal(alias)
	for i, e := range events {
		e.At = time.Now()
		if i == len(events)-1 {
			if err := o.Append(t.Context(), coachedUser, "call_a", parley.Rated{Stars: 4}); !errors.Is(err, calls.ErrUnderWay) {
				t.Errorf("under way: %v", err)
			}
		}
		if err := j.Append(e); err != nil {
			t.Fatal(err)
		}
	}
	if err := o.Append(t.Context(), "u_fedcba9876543210", "call_a", parley.Rated{Stars: 1}); !errors.Is(err, calls.ErrNotFound) {
		t.Errorf("another's: %v", err)
	}
	if err := o.Append(t.Context(), coachedUser, "call_a", parley.Rated{Stars: 5}); err != nil {
		t.Error(err)
	}
	got, err := o.Events(t.Context(), coachedUser, "call_a")
	if err != nil || !slices.ContainsFunc(got, func(e parley.Event) bool { return e.Body == parley.Body(parley.Rated{Stars: 5}) }) {
		t.Errorf("it has %d events, %v", len(got), err)
	}
}
