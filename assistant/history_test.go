//go:build !race

// The figures here are of time, as callers have it: without the race detector.

package assistant_test

import (
	"fmt"
	"log/slog"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/state"
	"parley/journal"
)

// past is a user with a history, and what it costs.
type past struct {
	events, commits int
	changes         int

	reads, appends  spans
	requests, bytes uint64 // of a read
	snapshot        int    // in bytes
}

func (p *past) owner() string { return fmt.Sprintf("u-%d-in-%d", p.events, p.commits) }

func (p *past) String() string {
	return fmt.Sprintf("%6d events in %5d commits: read with %d requests and %5d bytes, %5d of them the snapshot, in %v; appended to in %v",
		p.events, p.commits, p.requests, p.bytes, p.snapshot, p.reads, p.appends)
}

// commit has the user change their only task as often as makes so many events.
func (p *past) commit(d *served, events int) error {
	all := make([]state.Command, events-1) // one is the action's
	for i := range all {
		notes := fmt.Sprintf("as the dentist said the %09dth time", p.changes)
		all[i] = state.UpdateTask{ID: "t1", Notes: &notes}
		p.changes++
	}
	if p.changes == len(all) { // the first
		all[0] = state.AddTask{Task: parley.Task{Title: "call the dentist"}}
	}
	return d.stores(p.owner(), all...)
}

// sinceSnapshot is how many commits a user of TestScaleOfHistory has after it.
const sinceSnapshot = 10

// make stores the history of a user, a snapshot and some commits more.
func (p *past) make(d *served) {
	d.t.Helper()
	for range p.commits {
		if err := p.commit(d, p.events/p.commits); err != nil {
			d.t.Fatal(err)
		}
	}
	d.idle()
	record := d.log.Record(p.owner())
	at, data, err := record.Snapshot(d.t.Context())
	if err != nil || at == 0 {
		d.t.Fatalf("snapshot at %d, %v", at, err)
	}
	p.snapshot = len(data)
	for range sinceSnapshot {
		if err := p.commit(d, 2); err != nil {
			d.t.Fatal(err)
		}
	}
	d.idle()
	if err := record.Save(d.t.Context(), at, data); err != nil { // in the place of a newer one
		d.t.Fatal(err)
	}
}

// read has a host that knows nothing read the user's state, and returns that host.
func (p *past) read(t testing.TB, log *journal.Log, sent func() (requests, bytes uint64)) *assistant.Host {
	t.Helper()
	h, err := assistant.New(assistant.Config{Log: log, Now: tuesday().Now, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	requests, bytes := sent()
	p.reads = append(p.reads, times(t, 1, func(int) error {
		_, err := h.State(t.Context(), p.owner())
		return err
	})...)
	p.requests, p.bytes = sent()
	p.requests, p.bytes = p.requests-requests, p.bytes-bytes
	return h
}

// What it costs to have a user's state and to append to it does not grow with the
// commits before the snapshot, nor with the events in them.
func TestScaleOfHistory(t *testing.T) {
	few, some, many := &past{events: 100, commits: 20}, &past{events: 1000, commits: 20}, &past{events: 10_000, commits: 20}
	// With 1,000 commits all actions are there that are kept.
	long, longer := &past{events: 2000, commits: 1000}, &past{events: 2 * *manyCommits, commits: *manyCommits}
	all := []*past{few, some, many, long, longer}
	url := unsynced(t, t.TempDir())
	d := open(t, setup{js: dial(t, url)})
	for _, p := range all {
		p.make(d)
	}
	js := dial(t, url)
	log, err := journal.OpenLog(t.Context(), js, journal.LogConfig{Name: "USERS"})
	if err != nil {
		t.Fatal(err)
	}
	sent := func() (uint64, uint64) {
		s := js.Conn().Stats()
		return s.OutMsgs, s.InBytes
	}
	for range 20 {
		for _, p := range all {
			p.read(t, log, sent)
		}
	}
	for _, p := range all {
		h := p.read(t, log, sent)
		// Fewer than there are to a snapshot.
		p.appends = times(t, 30, func(int) error { return p.commit(&served{Host: h, t: t}, 2) })
		t.Log(p)
	}
	for _, pair := range [][2]*past{{few, some}, {few, many}, {long, longer}} {
		if a, b := pair[0], pair[1]; a.requests != b.requests || b.bytes > a.bytes+a.bytes/20 ||
			slower(b.reads, a.reads) || slower(b.appends, a.appends) {
			t.Errorf("it costs more:\n%v\n%v", a, b)
		}
	}
}

// slower reports that b is slower than a by more than noise. The fastest of each is
// compared: whoever shares the processors only ever makes one slower.
func slower(b, a spans) bool { return b.at(0) > a.at(0)*3/2+time.Millisecond }
