package main

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker/queue"
	"parley/journal"
)

// memory is what is kept of users: how they talk, the journals of their calls
// and, for a while, what the checker's streams hold of those.
type memory struct {
	key      journal.UserKey
	profiles *journal.Profiles
	calls    *journal.Dir
	js       jetstream.JetStream // nil where there is no NATS
}

// openMemory opens what the data folder keeps. User ids that an earlier version
// kept in it, or in the streams, are replaced or erased. The caller closes calls.
func openMemory(ctx context.Context, c config, js jetstream.JetStream) (*memory, error) {
	m := &memory{profiles: journal.NewProfiles(filepath.Join(c.data, "users"), nil), js: js}
	var err error
	if c.userKey != "" {
		m.key, err = journal.NewUserKey(c.userKey)
	} else if err = os.MkdirAll(c.data, 0o700); err == nil {
		m.key, err = journal.LoadUserKey(filepath.Join(c.data, "user.key"))
	}
	if err != nil {
		return nil, setupError{err}
	}
	if m.calls, err = journal.OpenDir(filepath.Join(c.data, "calls")); err != nil {
		return nil, setupError{err}
	}
	err = m.calls.Alias(m.key, m.profiles)
	if js != nil {
		err = errors.Join(err, queue.EraseUsers(ctx, js))
	}
	if err != nil {
		slog.Error("user ids of an earlier version are still in what is kept; the next start tries again", "err", err)
	}
	return m, nil
}

// pruneEvery is how often journals that are too old are looked for.
const pruneEvery = time.Hour

// prune deletes journals that nothing was written to for age, now and every hour
// until ctx ends; 0 keeps all.
func (m *memory) prune(ctx context.Context, age time.Duration) {
	if age <= 0 {
		return
	}
	tick := time.NewTicker(pruneEvery)
	defer tick.Stop()
	for {
		if err := m.calls.Prune(age); err != nil {
			slog.Warn("old journals are still there", "err", err)
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return
		}
	}
}

// eraseTimeout bounds the deletion of what the streams hold of a user.
const eraseTimeout = 10 * time.Second

// forget deletes all that is kept of the user with an id; journal.ErrUserID
// means that it cannot be one. Of a call under way nothing more is kept.
func (m *memory) forget(user string) error {
	if _, err := parley.ParseDispatch(parley.Dispatch{Scenario: "any", User: user}.Metadata()); err != nil || user == "" {
		return journal.ErrUserID
	}
	alias := m.key.Alias(user)
	calls, err := m.calls.Erase(alias)
	return errors.Join(err, m.profiles.Delete(alias), m.erase(calls...))
}

// erase deletes what the streams hold of calls.
func (m *memory) erase(calls ...parley.CallID) error {
	if m.js == nil || len(calls) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), eraseTimeout)
	defer cancel()
	return queue.Erase(ctx, m.js, calls...)
}

// forget is memory.forget for a process that keeps nothing itself: it opens the
// data folder, and NATS if that is known, for this alone.
func (c config) forget(user string) error {
	ctx, cancel := context.WithTimeout(context.Background(), eraseTimeout)
	defer cancel()
	var js jetstream.JetStream
	if c.natsURL != "" {
		conn, queue, err := connectNATS(ctx, c.natsURL)
		if err != nil {
			return err
		}
		defer conn.Close()
		js = queue
	}
	m, err := openMemory(ctx, c, js)
	if err != nil {
		return err
	}
	return errors.Join(m.forget(user), m.calls.Close())
}

// recall is what is known of how the user with an alias talks. A call without it
// is still a call.
func (d *desk) recall(alias string) parley.Habits {
	if alias == "" {
		return parley.Habits{}
	}
	h, err := d.memory.profiles.Load(alias)
	if err != nil {
		d.log.Warn("habits not known", "err", err)
	}
	return h
}

// remember keeps what a call has learnt of how its user talks, or, if they asked
// to be forgotten meanwhile, erases what it has left.
func (d *desk) remember(call parley.CallID, alias string, h parley.Habits) {
	if alias == "" {
		return
	}
	if d.memory.profiles.Forgotten(alias) {
		if err := d.memory.erase(call); err != nil {
			d.log.Error("a forgotten call is still with the checker", "call", call, "err", err)
		}
		return
	}
	if err := d.memory.profiles.Save(alias, h); err != nil {
		d.log.Warn("habits not kept", "err", err)
	}
}
