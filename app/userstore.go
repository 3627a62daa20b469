package app

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/app/metrics"
	"parley/assistant"
	"parley/calls"
	"parley/checker/queue"
	"parley/journal"
)

// userStore is what is kept of users: their pause profiles, the journals of their
// calls and, for a while, what the checker's streams hold of those. It is safe for
// concurrent use.
type userStore struct {
	key      journal.UserKey
	profiles *journal.Profiles
	calls    *journal.Dir
	// files are the calls by user, over calls; passing are those that are not kept.
	files   *calls.Files
	passing *passing
	scenes  *calls.Scenes
	js      jetstream.JetStream
	// assistants keep what users told them.
	assistants *assistant.Host
}

// openUserStore opens what the data folder keeps. User ids that an earlier version
// kept in it, or in the streams, are replaced or erased. The caller closes calls.
func openUserStore(ctx context.Context, c Config, js jetstream.JetStream) (*userStore, error) {
	s := &userStore{profiles: journal.NewProfiles(filepath.Join(c.Data, "users"), nil), js: js, passing: newPassing()}
	var err error
	if s.key, err = userKey(c); err != nil {
		return nil, SetupError{err}
	}
	if s.calls, err = journal.OpenDir(filepath.Join(c.Data, "calls")); err != nil {
		return nil, SetupError{err}
	}
	s.files = calls.NewFiles(s.calls, s.eraseFrom)
	if s.scenes, err = calls.OpenScenes(filepath.Join(c.Data, "scenes")); err != nil {
		return nil, SetupError{errors.Join(err, s.calls.Close())}
	}
	if err := errors.Join(s.calls.Alias(s.key, s.profiles), queue.EraseUsers(ctx, js)); err != nil {
		slog.Error("user ids of an earlier version are still in what is kept; the next start tries again", "err", err)
	}
	return s, nil
}

// loadUserKey is the key that the data folder keeps, made if missing.
func loadUserKey(data string) (journal.UserKey, error) {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return journal.UserKey{}, err
	}
	return journal.LoadUserKey(filepath.Join(data, "user.key"))
}

// check looks at what the data folder keeps and tells of what is damaged: damaged takes
// its kind.
func (s *userStore) check(ctx context.Context, damaged func(kind string)) {
	err := errors.Join(
		s.calls.Check(ctx, func(d journal.Damage) {
			slog.Error("a journal of a call is damaged: the line cannot be trusted; put the file back from a backup, or leave it",
				"file", d.File, "line", d.Line, "torn", d.Torn)
			damaged(metrics.JournalDamaged)
		}),
		s.profiles.Check(ctx, func(d journal.Damage) {
			slog.Error("a profile of a user is damaged and will be dropped: how long they pause is learnt anew", "file", d.File)
			damaged(metrics.ProfileDamaged)
		}))
	if err != nil {
		slog.Warn("what is kept could not be looked at", "err", err)
	}
}

// pruneEvery is how often journals that are too old are looked for.
const pruneEvery = time.Hour

// prune deletes journals that nothing was written to for age, 0 keeps all, and the
// scenes that no journal names any more, now and every hour until ctx ends.
func (s *userStore) prune(ctx context.Context, age time.Duration) {
	tick := time.NewTicker(pruneEvery)
	defer tick.Stop()
	for {
		if age > 0 {
			if err := s.calls.Prune(age); err != nil {
				slog.Warn("old journals are still there", "err", err)
			}
		}
		if err := s.scenes.Prune(ctx, s.files); err != nil && ctx.Err() == nil {
			slog.Warn("scenes that no call names are still there", "err", err)
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

// errNATSAway is of a user who cannot be forgotten now.
var errNATSAway = errors.New("there is no connection to NATS: nothing is deleted")

// forget deletes all that is kept of the user with an id and tells what is gone of
// their calls; parley.ErrUser means that it cannot be one. Of a call under way nothing
// more is kept. While NATS is away nothing is deleted: the journals tell which calls to
// look for there.
func (s *userStore) forget(user string) (calls.Receipt, error) {
	if !parley.IsUser(user) {
		return calls.Receipt{}, parley.ErrUser
	}
	if !s.js.Conn().IsConnected() {
		return calls.Receipt{}, errNATSAway
	}
	alias := s.key.Alias(user)
	receipt := calls.NewReceipt()
	own, err := s.summaries(context.Background(), alias)
	if err != nil {
		return receipt, err
	}
	s.passing.forget(alias)
	gone, err := s.calls.Erase(alias)
	receipt.Calls, receipt.At = append(receipt.Calls, gone...), time.Now().UTC()
	for _, c := range own {
		receipt.Events, receipt.Bytes = receipt.Events+c.Events, receipt.Bytes+c.Bytes
	}
	return receipt, errors.Join(err, s.profiles.Delete(alias), s.erase(gone...), s.eraseState(alias))
}

// Kinds of the ledger that can be deleted by themselves. What the checkers' streams hold
// of calls goes with those.
const (
	kindCalls     = "calls"
	kindProfile   = "profile"
	kindAssistant = "assistant"
)

// burn implements web.Config.Burn. While a call of the user's is under way, which would
// bring back what it knows, neither their calls nor their profile are deleted; while NATS
// is away nothing is.
func (s *userStore) burn(ctx context.Context, user, kind string) (r calls.Receipt, err error) {
	if !s.js.Conn().IsConnected() {
		return r, errNATSAway
	}
	alias := s.key.Alias(user)
	switch kind {
	case kindCalls:
		r, err = s.burnCalls(ctx, alias)
	case kindProfile:
		r, err = s.burnProfile(ctx, alias)
	case kindAssistant:
		var record journal.Receipt
		record, err = s.assistants.Erase(ctx, alias)
		r = calls.NewReceipt()
		r.Events, r.Bytes = record.Commits, int64(record.Bytes)
	}
	if err == nil && r.Bytes == 0 {
		err = calls.ErrNotFound
	}
	r.Kind = kind
	return r, err
}

func (s *userStore) burnCalls(ctx context.Context, alias string) (calls.Receipt, error) {
	own, err := s.allOver(ctx, alias)
	if err != nil {
		return calls.Receipt{}, err
	}
	gone := make([]parley.CallID, len(own))
	for i, c := range own {
		gone[i] = c.Call
	}
	return s.delete(ctx, alias, gone)
}

func (s *userStore) burnProfile(ctx context.Context, alias string) (calls.Receipt, error) {
	if _, err := s.allOver(ctx, alias); err != nil {
		return calls.Receipt{}, err
	}
	size, err := s.profiles.Reset(alias)
	r := calls.NewReceipt()
	r.Bytes = size.Bytes
	return r, err
}

// allOver are all calls of the user with an alias, also those of which nothing is kept;
// calls.ErrUnderWay means that one of them is not over.
func (s *userStore) allOver(ctx context.Context, alias string) ([]calls.Summary, error) {
	own, err := s.summaries(ctx, alias)
	if err != nil {
		return nil, err
	}
	own = append(own, s.passing.summaries(alias)...)
	if slices.ContainsFunc(own, func(c calls.Summary) bool { return c.Outcome == "" }) {
		return nil, calls.ErrUnderWay
	}
	return own, nil
}

// eraseState deletes what assistants keep of a user.
func (s *userStore) eraseState(alias string) error {
	ctx, cancel := context.WithTimeout(context.Background(), eraseTimeout)
	defer cancel()
	_, err := s.assistants.Erase(ctx, alias)
	return err
}

// erase deletes what the streams hold of calls.
func (s *userStore) erase(calls ...parley.CallID) error {
	return s.eraseFrom(context.Background(), calls...)
}

// eraseFrom is erase within a context, for 10 s at most.
func (s *userStore) eraseFrom(ctx context.Context, calls ...parley.CallID) error {
	if len(calls) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(ctx, eraseTimeout)
	defer cancel()
	return queue.Erase(ctx, s.js, calls...)
}
