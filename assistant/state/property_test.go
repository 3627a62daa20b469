package state_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"parley"
	"parley/assistant/state"
)

// rounds are how many things each user of the properties does.
const rounds = 250

// What is read from the log, and a snapshot with what came after it, is the state
// that a host had, to the byte.
func TestFoldIsTheState(t *testing.T) {
	for seed := range uint64(5) {
		l := newLife(t, seed)
		var snapshots [][]byte
		for range rounds {
			n := len(l.log)
			if l.live(); len(l.log) > n {
				snapshot, err := l.Snapshot()
				if err != nil {
					t.Fatal(err)
				}
				snapshots = append(snapshots, snapshot)
			}
		}
		equal(t, fmt.Sprintf("seed %d: the fold of the log", seed), fold(t, &state.State{}, l.log), l.State)
		for k := 0; k < len(snapshots); k += 7 {
			s := state.Restore(l.log[k].rev, snapshots[k])
			if s == nil {
				t.Fatalf("seed %d: snapshot %d is none", seed, k)
			}
			equal(t, fmt.Sprintf("seed %d: the fold from snapshot %d on", seed, k), fold(t, s, l.log[k+1:]), l.State)
		}
	}
}

// page is the user's browser (web/app/src/lib/assistant/kept.ts).
type page struct{ parley.AssistantState }

func (p *page) apply(patch parley.AssistantPatch) {
	gone := map[string]bool{}
	for _, id := range patch.Gone {
		gone[id] = true
	}
	p.Rev = patch.Rev
	if patch.Zone != "" {
		p.Zone = patch.Zone
	}
	if patch.Listed != nil {
		p.Listed = patch.Listed
	}
	p.Tasks = merge(p.Tasks, patch.Tasks, gone, func(e parley.Task) string { return e.ID })
	p.Reminders = merge(p.Reminders, patch.Reminders, gone, func(e parley.Reminder) string { return e.ID })
	p.Memories = merge(p.Memories, patch.Memories, gone, func(e parley.Memory) string { return e.ID })
	p.Messages = merge(p.Messages, patch.Messages, gone, func(e parley.Message) string { return e.ID })
	p.Messages = p.Messages[max(0, len(p.Messages)-100):]
	p.Confirms = merge(p.Confirms, patch.Confirms, gone, func(e parley.Confirm) string { return e.ID })
	p.Cards = merge(p.Cards, patch.Cards, gone, func(e parley.AssistantCard) string { return e.ID })
}

func merge[E any](all, changed []E, gone map[string]bool, id func(E) string) []E {
	out := []E{}
	news := slices.Clone(changed)
	for _, e := range all {
		if gone[id(e)] {
			continue
		}
		if i := slices.IndexFunc(news, func(n E) bool { return id(n) == id(e) }); i >= 0 {
			e = news[i]
			news = slices.Delete(news, i, i+1)
		}
		out = append(out, e)
	}
	return append(out, news...)
}

// A page that applies each patch shows what a page that was just opened does.
func TestPatchesAreTheView(t *testing.T) {
	for seed := range uint64(5) {
		l := newLife(t, 100+seed)
		var p page
		if err := json.Unmarshal([]byte(asJSON(t, l.View())), &p.AssistantState); err != nil {
			t.Fatal(err)
		}
		for range rounds {
			prev := l.Rev
			l.live()
			if l.Rev == prev {
				continue
			}
			var patch parley.AssistantPatch
			if err := json.Unmarshal([]byte(asJSON(t, l.Patch(prev))), &patch); err != nil {
				t.Fatal(err)
			}
			p.apply(patch)
			equal(t, fmt.Sprintf("seed %d, revision %d: the page", seed, l.Rev), p.AssistantState, l.View())
			if patch.Prev != prev {
				t.Fatalf("seed %d: the patch follows %d, want %d", seed, patch.Prev, prev)
			}
		}
		if empty := l.Patch(l.Rev); asJSON(t, empty) != fmt.Sprintf(`{"prev":%d,"rev":%d}`, l.Rev, l.Rev) {
			t.Errorf("where nothing changed the patch is %s", asJSON(t, empty))
		}
	}
}

// A clone and a view stay what they were, and whoever changes a clone changes it
// alone, while other goroutines read.
func TestClonesAreApart(t *testing.T) {
	l := newLife(t, 7)
	for range rounds / 2 {
		l.live()
	}
	var reading sync.WaitGroup
	for range 20 {
		view := l.View()
		saw := asJSON(t, view)
		for range 10 {
			l.live()
		}
		clone, was, other := l.Clone(), asJSON(t, l.State), newLife(t, l.Rev)
		other.State, other.now = l.Clone(), l.now
		reading.Go(func() {
			for range 5 {
				if asJSON(t, clone) != was || asJSON(t, view) != saw {
					t.Error("a clone or a view has changed")
				}
			}
		})
		reading.Go(func() {
			for range 20 {
				other.live()
			}
		})
		for range 10 {
			l.live()
		}
		equal(t, "the state", l.State, fold(t, &state.State{}, l.log))
	}
	reading.Wait()
}

// A task that changes does so for nobody who had it before.
func TestChangesAreNobodyElses(t *testing.T) {
	u := newUser(t).add("milk", "bread")
	for name, take := range map[string]func() func() []parley.Task{
		"view":  func() func() []parley.Task { v := u.View(); return func() []parley.Task { return v.Tasks } },
		"clone": func() func() []parley.Task { c := u.Clone(); return func() []parley.Task { return c.Tasks } },
		"patch": func() func() []parley.Task { p := u.Patch(0); return func() []parley.Task { return p.Tasks } },
	} {
		u.must(state.UpdateTask{ID: "t1", Title: to("milk for a " + name)})
		taken := take()
		before := asJSON(t, taken())
		u.must(state.UpdateTask{ID: "t1", Title: to("bread")})
		u.must(state.DeleteTask{ID: "t2"})
		u.add("eggs for a " + name)
		if after := asJSON(t, taken()); after != before {
			t.Errorf("a %s has become %s from %s", name, after, before)
		}
		u.must(state.Keep{state.TaskCreated{Task: parley.Task{ID: "t2", Title: "bread"}}})
	}
}

// Whatever a user does, what is kept hangs together.
func TestStateHangsTogether(t *testing.T) {
	for seed := range uint64(5) {
		l := newLife(t, 200+seed)
		given := map[string]bool{}
		for range rounds {
			before := l.LastID
			l.live()
			for _, id := range l.ids() {
				var n int
				_, err := fmt.Sscan(id[1:], &n)
				if err != nil || n > l.LastID || !given[id] && n <= before {
					t.Fatalf("seed %d: %s was given after %d, to %d", seed, id, before, l.LastID)
				}
				given[id] = true
			}
			l.check()
		}
	}
}

// ids are those of all that there is.
func (l life) ids() (all []string) {
	for _, t := range l.Tasks {
		all = append(all, t.ID)
	}
	for _, r := range l.Reminders {
		all = append(all, r.ID)
	}
	for _, m := range l.Memories {
		all = append(all, m.ID)
	}
	for _, m := range l.Messages {
		all = append(all, m.ID)
	}
	for _, c := range l.Confirms {
		all = append(all, c.ID)
	}
	return all
}

// check holds what is true of every state.
func (l life) check() {
	done := map[string]bool{}
	for before := -1; before < len(done); { // all can be done in some order
		before = len(done)
		for _, t := range l.Tasks {
			if !slices.ContainsFunc(t.DependsOn, func(id string) bool { return !done[id] }) {
				done[t.ID] = true
			}
		}
	}
	if len(done) < len(l.Tasks) {
		l.Fatalf("%d tasks wait for each other, or for none that is there: %s", len(l.Tasks)-len(done), asJSON(l, l.Tasks))
	}
	for _, id := range l.Listed(0) {
		if !done[id] && id != "" {
			l.Fatalf("of the numbers %v, %s is no task", l.Listed(0), id)
		}
	}
	repeated := 0
	for _, r := range l.Reminders {
		if r.Rule != "" {
			repeated++
		}
		if r.Task != "" && !done[r.Task] {
			l.Fatalf("a reminder of %s, which is no task", r.Task)
		}
	}
	if repeated != len(l.Begun) || len(l.Confirms) > state.MaxConfirms || len(l.Messages) > 100 || len(l.Actions) > 1000 {
		l.Fatalf("%d repeated reminders, %d begun, %d questions, %d messages", repeated, len(l.Begun), len(l.Confirms), len(l.Messages))
	}
}
