package assistant

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"parley/assistant/state"
	"parley/codefirst/chat"
	"parley/journal"
)

// user is one user in memory.
type user struct {
	host   *Host
	owner  string
	record *journal.Record
	// turns has room for the one answer that is being made; the next waits.
	turns chan struct{}
	// older shortens what the conversation began with, for a model that acts by code.
	older chat.Compressor
	// id is the record's, once anything is stored.
	id atomic.Pointer[string]

	// held and used are under the host's lock.
	held int
	used time.Time

	mu sync.Mutex
	// erasures counts how often they were erased while they were in memory.
	erasures int
	// state is nil until it is read, and after a fault that leaves it in doubt.
	state *state.State
	// commits are those since the last snapshot.
	commits int
	// watchers change under both locks, and may be read under either: what passes is
	// told while the state is being stored.
	watching sync.Mutex
	watchers map[*watcher]struct{}
}

// now is the state as it is here. What other hosts stored a moment ago may be
// missing.
func (u *user) now(ctx context.Context) (*state.State, error) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.load(ctx); err != nil {
		return nil, err
	}
	return u.state.Clone(), nil
}

// ErrErased means that the user was erased after what is done on their behalf had
// begun: nothing of it is kept.
var ErrErased = errors.New("everything that was kept was erased meanwhile")

// erasuresKey is of the context of what is done on behalf of a user as they were
// after so many erasures.
type erasuresKey struct{}

func asOf(ctx context.Context, erasures int) context.Context {
	return context.WithValue(ctx, erasuresKey{}, erasures)
}

// asNow is ctx for what is done on behalf of the user as they are now: once they are
// erased, by whatever host, nothing more is stored with it.
func (u *user) asNow(ctx context.Context) context.Context {
	u.mu.Lock()
	defer u.mu.Unlock()
	return asOf(ctx, u.erasures)
}

// load reads the state if it is not here, and finishes what a process that died has
// left. Under mu.
func (u *user) load(ctx context.Context) error {
	if u.state != nil {
		return nil
	}
	err := u.reload(ctx)
	if errors.Is(err, journal.ErrDamaged) {
		err = u.mend(ctx, err)
	}
	if err != nil {
		u.state = nil
		if !errors.Is(err, journal.ErrUnavailable) { // it is there and makes no sense
			id, _ := u.record.ID(ctx)
			u.host.damaged("record", "a user's record cannot be read: put the files of NATS back from a backup, "+
				"or start with --accept-losses to go on with what is left", "record", id, "err", err)
		}
		return storeError(err)
	}
	u.rearm(ctx)
	return u.recover(ctx)
}

// reload reads the state from its snapshot on. Under mu.
func (u *user) reload(ctx context.Context) error {
	seq, data, err := u.record.Snapshot(ctx)
	if err != nil {
		return err
	}
	s := state.Restore(seq, data)
	if s == nil {
		s = &state.State{}
	}
	u.state, u.commits = s, 0
	err = u.read(ctx)
	if errors.Is(err, journal.ErrErased) { // it was erased since the snapshot was read
		u.state, u.commits = &state.State{}, 0
		err = u.read(ctx)
	}
	return err
}

// read folds in what was stored since the state's revision. Under mu.
func (u *user) read(ctx context.Context) error {
	for c, err := range u.record.Read(ctx, u.state.Rev) {
		if err != nil {
			return err
		}
		events, at, err := decodeCommit(c)
		if err != nil {
			return err
		}
		u.fold(c.Seq, at, events)
	}
	was := u.id.Load()
	id, err := u.record.ID(ctx)
	if was != nil && (errors.Is(err, journal.ErrNone) || err == nil && id != *was) { // erased while the server was away
		u.erasures++
		u.host.unnamed(u)
		was = nil
	}
	if was == nil && err == nil {
		u.host.named(u, id)
	}
	return nil
}

// decodeCommit reads a commit's events and when it was decided.
func decodeCommit(c journal.Commit) ([]state.Event, time.Time, error) {
	at := c.At
	events := make([]state.Event, 0, len(c.Events))
	for _, stored := range c.Events {
		e, err := state.Decode(stored.Kind, stored.Data)
		if err != nil {
			return nil, at, err
		}
		if done, ok := e.(state.ActionDone); ok {
			at = done.At
		}
		events = append(events, e)
	}
	return events, at, nil
}

// fold folds a commit in and tells who watches. Under mu.
func (u *user) fold(seq uint64, at time.Time, events []state.Event) {
	prev := u.state.Rev
	u.state.Apply(seq, at, events...)
	u.commits++
	patch := u.state.Patch(prev)
	restored := slices.ContainsFunc(events, func(e state.Event) bool { _, ok := e.(state.Restored); return ok })
	for w := range u.watchers {
		if restored {
			w.reset()
		} else {
			w.patch(patch)
		}
	}
}

// do is Host.Do.
func (u *user) do(ctx context.Context, action string, commands ...state.Command) ([]state.Event, *state.State, error) {
	ctx, cancel := context.WithTimeout(ctx, storeTimeout)
	defer cancel()
	if action == "" {
		action = rand.Text()
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	away, sent := 0, false
	for range maxRivals {
		if err := u.load(ctx); err != nil {
			return nil, nil, doubted(err, sent)
		}
		if erasures, ok := ctx.Value(erasuresKey{}).(int); ok && erasures != u.erasures {
			return nil, nil, ErrErased
		}
		if _, again := u.state.Done(action); again {
			return nil, u.state.Clone(), nil
		}
		now := u.host.now(u.state)
		events, err := state.Decide(u.state, now, commands...)
		if err != nil || len(events) == 0 { // which only the newest state may say
			if newest, lost := u.catchUp(ctx); lost != nil {
				return nil, nil, doubted(lost, sent)
			} else if newest {
				return nil, u.state.Clone(), err
			}
			continue
		}
		err = u.store(ctx, action, now, events)
		switch {
		case err == nil:
			return events, u.state.Clone(), nil
		case errors.Is(err, journal.ErrErased):
			u.restart()
		case errors.Is(err, journal.ErrConflict):
			if _, err := u.catchUp(ctx); err != nil {
				return nil, nil, doubted(err, sent)
			}
		case errors.Is(err, journal.ErrUnavailable):
			u.drop() // whether it was stored the log will tell
			away++
			sent = sent || errors.Is(err, journal.ErrUnsure)
		default:
			return nil, nil, err
		}
		if ctx.Err() != nil || away == maxAway {
			break
		}
	}
	return nil, nil, doubted(ErrNotSaved, sent)
}

// doubted is why something is not known to be stored, where it may have been sent.
func doubted(err error, sent bool) error {
	if sent && errors.Is(err, ErrNotSaved) {
		return fmt.Errorf("%w: %w", ErrUnsure, err)
	}
	return err
}

// catchUp folds in what other hosts have stored and reports whether there was
// nothing. Under mu.
func (u *user) catchUp(ctx context.Context) (newest bool, err error) {
	rev := u.state.Rev
	switch err := u.read(ctx); {
	case errors.Is(err, journal.ErrErased):
		u.restart()
		return false, nil
	case err != nil:
		u.drop()
		return false, storeError(err)
	}
	return u.state.Rev == rev, nil
}

// drop forgets a state that is in doubt: who watches begins anew. Under mu.
func (u *user) drop() {
	u.state, u.commits = nil, 0
	for w := range u.watchers {
		w.reset()
	}
	u.watching.Lock()
	defer u.watching.Unlock()
	clear(u.watchers) // attach puts them back
}

// restart forgets a user who was erased, by this host or another. Under mu.
func (u *user) restart() {
	u.erasures++
	u.drop()
	u.host.unnamed(u)
}

// store appends the events of an action as one commit and folds them in. Clocks are
// set before and stopped after: one that rings for nothing does nothing. Under mu.
func (u *user) store(ctx context.Context, action string, now time.Time, events []state.Event) error {
	all := append([]state.Event{state.ActionDone{Action: action, At: now}}, events...)
	stored, err := encode(all)
	if err != nil {
		return err
	}
	if err := u.wind(ctx, now, events); err != nil {
		return unsent(err)
	}
	first := u.id.Load() == nil
	stopped := u.stopped(events)
	seq, err := u.record.Append(ctx, u.state.Rev, stored...)
	if err != nil {
		return err
	}
	u.fold(seq, now, all)
	for _, clock := range stopped {
		if err := u.host.cfg.Timers.Cancel(ctx, *u.id.Load(), clock); err != nil {
			u.host.log.Warn("a cancelled reminder's clock goes on", "err", err)
		}
	}
	if first {
		id, err := u.record.ID(ctx)
		if err != nil {
			return fmt.Errorf("%w: %w", journal.ErrUnavailable, err)
		}
		u.host.named(u, id)
	}
	if u.commits >= snapshotEvery {
		u.save(ctx)
	}
	return nil
}

// unsent is an error of what goes before a commit: the commit itself was not sent.
func unsent(err error) error {
	if errors.Is(err, journal.ErrUnsure) {
		return fmt.Errorf("%w: %v", journal.ErrUnavailable, err) //nolint:errorlint // it is no ErrUnsure of this commit
	}
	return err
}

// encode writes events as they are stored.
func encode(events []state.Event) ([]journal.Event, error) {
	stored := make([]journal.Event, len(events))
	for i, e := range events {
		data, err := json.Marshal(e)
		if err != nil {
			return nil, fmt.Errorf("write event %s: %w", state.Kind(e), err)
		}
		stored[i] = journal.Event{Kind: state.Kind(e), Data: data}
	}
	return stored, nil
}

// wind sets the clocks of reminders that are new or due again. Under mu.
func (u *user) wind(ctx context.Context, now time.Time, events []state.Event) error {
	for _, e := range events {
		var id string
		var at time.Time
		switch e := e.(type) {
		case state.ReminderCreated:
			id, at = e.Reminder.ID, e.Reminder.At
		case state.ReminderFired:
			if e.Next != nil {
				id, at = e.ID, *e.Next
			}
		}
		if id == "" {
			continue
		}
		if u.id.Load() == nil { // a clock goes by the record's id, which comes with the first commit
			if err := u.store(ctx, rand.Text(), now, nil); err != nil {
				return err
			}
		}
		if err := u.host.cfg.Timers.Set(ctx, *u.id.Load(), clock(id, at), at); err != nil {
			return fmt.Errorf("%w: set the clock of a reminder: %w", journal.ErrUnavailable, err)
		}
	}
	return nil
}

// clock names the clock of a reminder for one of its times. Of two hosts that give
// two reminders the same id at once one is refused; its clock must not take the
// place of the other's.
func clock(reminder string, at time.Time) string {
	return fmt.Sprintf("%s-%d", reminder, at.UnixNano())
}

// stopped are the clocks of reminders that events cancel. Under mu.
func (u *user) stopped(events []state.Event) (clocks []string) {
	for _, e := range events {
		if e, ok := e.(state.ReminderCancelled); ok {
			if r, ok := u.state.Reminder(e.ID); ok {
				clocks = append(clocks, clock(r.ID, r.At))
			}
		}
	}
	return clocks
}

// told folds in what another host has stored up to seq.
func (u *user) told(ctx context.Context, seq uint64) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.state == nil || u.state.Rev >= seq {
		return nil
	}
	_, err := u.catchUp(ctx)
	return err
}

// hibernate keeps a snapshot of who goes from memory.
func (u *user) hibernate(ctx context.Context) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.state != nil && u.commits > 0 {
		u.save(ctx)
	}
	u.state = nil
}

// save keeps a snapshot. One that fails is tried again after the next commit: it is
// a cache. Under mu.
func (u *user) save(ctx context.Context) {
	data, err := u.state.Snapshot()
	if err == nil {
		err = u.record.Save(ctx, u.state.Rev, data)
	}
	if err != nil {
		u.host.log.Warn("no snapshot of a user's state", "err", err)
		if errors.Is(err, journal.ErrTooLarge) {
			u.commits = 0 // nor of the next commits
		}
		return
	}
	u.commits = 0
}
