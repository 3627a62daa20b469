package journal

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Receipt says what Erase removed.
type Receipt struct {
	// Commits and Bytes count the commits that could be read before, and their
	// sealed events.
	Commits int
	Bytes   int
	// At is when it was done, by the clock of this process.
	At time.Time
}

// Size counts what is kept of the owner as Erase does, now: commits that can be read.
// Of an owner of whom nothing is kept it is zero. Its error is ErrUnavailable.
func (r *Record) Size(ctx context.Context) (Receipt, error) {
	size := Receipt{At: time.Now()}
	_, last, err := r.end(ctx)
	if err != nil {
		return Receipt{}, fmt.Errorf("size of record: %w", err)
	}
	if last.Sequence == 0 {
		return size, nil
	}
	all, _ := r.log.links(ctx, last, 0) // as far as they can be read
	size.Commits = len(all)
	for _, k := range all {
		size.Bytes += k.bytes
	}
	return size, nil
}

// Erase removes all that is kept of the owner, for ever, and returns when it is
// done. It overwrites the owner's name and key on the server's disk, with one
// block of the secrets, 8 MiB at most, that the server writes anew. Of the rest
// there stay bytes that nobody can read, at times a note of a number under the random
// id, and the SHA-256 of the name in an index,
// until the server writes that again: within three minutes, or when it ends. That
// holds for one server: replicas and backups have their own files.
//
// Commits that others append meanwhile are erased with the rest or belong to a new
// record; see Record. An owner of whom nothing is kept is no error. After
// ErrUnavailable some of it may be done: call it again.
func (r *Record) Erase(ctx context.Context) (Receipt, error) {
	receipt, err := r.erase(ctx)
	if err != nil {
		return receipt, fmt.Errorf("erase record: %w", err)
	}
	receipt.At = time.Now()
	return receipt, nil
}

func (r *Record) erase(ctx context.Context) (Receipt, error) {
	var done Receipt
	if !isOwner(r.owner) {
		return done, ErrOwner
	}
	if _, err := r.fresh(ctx); errors.Is(err, ErrUnavailable) { // which puts a secret back that was lost
		return done, err
	}
	r.known.Store(nil)
	secret, err := r.log.secrets.last(ctx, r.log.secretOf(digest(r.owner), "*")) // damaged or not
	if err != nil || secret.Sequence == 0 {
		return done, err
	}
	id := idOf(secret)
	if last, err := r.log.commits.last(ctx, r.log.commitsOf(id)); err == nil && last.Sequence > 0 {
		all, _ := r.log.links(ctx, last, 0) // what cannot be read is to go, too
		for _, k := range all {
			done.Commits++
			done.Bytes += k.bytes
		}
	}
	// What is there goes first, so that a call that is cut short can be repeated:
	// without the secret nobody knows the id. What was stored meanwhile goes last;
	// later nobody stores: Append after a commit finds none, and a first one is
	// confirmed.
	if err := r.purge(ctx, id); err != nil {
		return done, err
	}
	if err := r.eraseKeys(ctx); err != nil { // before the secret itself, see restoreSecret
		return done, err
	}
	if err := r.log.secrets.overwrite(ctx, secret.Sequence); err != nil {
		return done, err
	}
	r.log.announceErased(id)
	return done, r.purge(ctx, id)
}

// eraseKeys overwrites the copies of the owner's secrets.
func (r *Record) eraseKeys(ctx context.Context) error {
	for {
		m, err := r.log.keys.last(ctx, r.log.keyOf(digest(r.owner), "*"))
		if err != nil || m.Sequence == 0 {
			return err
		}
		if err := r.log.keys.overwrite(ctx, m.Sequence); err != nil {
			return err
		}
	}
}

// purge removes the snapshot, the commits and the mark under an id.
func (r *Record) purge(ctx context.Context, id string) error {
	if err := r.log.marks.purge(ctx, r.log.markOf(id)); err != nil { // before the commits that it says there are
		return err
	}
	if err := r.log.snapshots.purge(ctx, r.log.snapshotOf(id)); err != nil {
		return err
	}
	return r.log.commits.purge(ctx, r.log.commitsOf(id))
}
