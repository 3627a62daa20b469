package journal

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"sync/atomic"
	"unicode/utf8"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// maxOwner bounds an owner's name, in bytes.
const maxOwner = 256

// Record is a handle to what is kept of one owner. It keeps the owner's id and key
// after their first use, no commits, and needs no closing. It is safe for
// concurrent use, and there may be any number of one owner.
//
// Somebody else may erase the owner while the handle knows the old key. Then Append
// and Read report ErrErased, and Snapshot finds none; the handle has the new key by
// then, if there is a new record, and goes on with that. A commit that Append
// acknowledged is in the record that is there or was erased after it.
type Record struct {
	log   *Log
	owner string
	known atomic.Pointer[secret]
}

// Append stores one commit of these events after the commit with the sequence
// after, 0 for the owner's first, and returns its sequence. It returns ErrConflict
// if the owner's last commit is another, and ErrErased if after, or the record that
// the handle knew, was erased; then nothing is stored, as after ErrUnavailable,
// ErrTooLarge or ErrEvents, see there. A commit whose Append returned ErrUnsure, which
// is an ErrUnavailable, may be stored even after the next Read, as long as no other is:
// a caller who must not do a thing twice puts an id of it into its events.
func (r *Record) Append(ctx context.Context, after uint64, events ...Event) (uint64, error) {
	seq, err := r.append(ctx, after, nil, events)
	if err != nil {
		return 0, fmt.Errorf("append to record: %w", err)
	}
	return seq, nil
}

func (r *Record) append(ctx context.Context, after uint64, header nats.Header, events []Event) (uint64, error) {
	plain, err := encodeEvents(events)
	if err != nil {
		return 0, err
	}
	s, err := r.secret(ctx)
	if errors.Is(err, ErrNone) {
		if after > 0 {
			return 0, ErrErased
		}
		if s, err = r.log.newSecret(ctx, r.owner); err == nil {
			r.known.Store(s)
		}
	}
	if err != nil {
		return 0, err
	}
	subject := r.log.commitsOf(s.id)
	m := &nats.Msg{Subject: subject, Header: header, Data: s.seal(subject, plain)}
	seq, err := r.log.commits.publishMsg(ctx, m, jetstream.WithExpectLastSequencePerSubject(after))
	switch {
	case errors.Is(err, ErrConflict):
		if errors.Is(r.still(ctx, s), errOther) {
			err = ErrErased
		}
	case err == nil && after == 0: // one after another is under an id that was not erased
		err = r.confirm(ctx, s, r.log.commits, subject)
	}
	if err != nil {
		return 0, err
	}
	r.log.mark(s.id, seq)
	return seq, nil
}

// errOther means that a secret is not the owner's any more.
var errOther = errors.New("the owner has another secret, or none")

// still asks the server whether a secret is the owner's. It returns errOther if it
// is not.
func (r *Record) still(ctx context.Context, s *secret) error {
	now, err := r.fresh(ctx)
	if errors.Is(err, ErrNone) || err == nil && now.id != s.id {
		return errOther
	}
	return err
}

// confirm makes sure that a message was not stored under an id that was erased,
// where nobody would find it. Erase removes what is stored while it works.
func (r *Record) confirm(ctx context.Context, s *secret, in messages, subject string) error {
	err := r.still(ctx, s)
	if errors.Is(err, errOther) {
		return errors.Join(ErrErased, in.purge(ctx, subject))
	}
	return err
}

// Snapshot returns what was saved last and the sequence of the commit it was
// saved at; 0 and nil if there is none that can be used. A snapshot is a cache: one
// that is torn, foreign or sealed with another key is as good as none. The error is
// ErrUnavailable or ErrDamaged: ErrCut if it, or the note of the newest commit, is
// newer than the last commit.
func (r *Record) Snapshot(ctx context.Context) (uint64, []byte, error) {
	seq, data, err := r.snapshot(ctx)
	if err != nil {
		return 0, nil, fmt.Errorf("load snapshot: %w", err)
	}
	return seq, data, nil
}

func (r *Record) snapshot(ctx context.Context) (uint64, []byte, error) {
	s, err := r.fresh(ctx)
	if errors.Is(err, ErrNone) {
		return 0, nil, nil
	}
	if err != nil {
		return 0, nil, err
	}
	seq, data, err := r.log.snapshot(ctx, s)
	if err != nil {
		return 0, nil, err
	}
	mark, err := r.log.marked(ctx, s.id)
	if err != nil {
		return 0, nil, err
	}
	_, err = r.log.complete(ctx, s, max(seq, mark)) // asked for last: it may grow meanwhile
	if errors.Is(err, ErrCut) && errors.Is(r.still(ctx, s), errOther) {
		return 0, nil, nil // it was erased meanwhile
	}
	if err != nil {
		return 0, nil, err
	}
	return seq, data, nil
}

// Save replaces the snapshot with what the commits up to the one with the
// sequence seq have come to. Among several who save the last one wins. It returns
// ErrNone if nothing is kept of the owner, ErrErased if they were erased just now,
// ErrTooLarge or ErrUnavailable.
func (r *Record) Save(ctx context.Context, seq uint64, data []byte) error {
	if err := r.save(ctx, seq, data); err != nil {
		return fmt.Errorf("save snapshot: %w", err)
	}
	return nil
}

func (r *Record) save(ctx context.Context, seq uint64, data []byte) error {
	if len(data) > MaxCommit {
		return ErrTooLarge
	}
	s, err := r.secret(ctx)
	if err != nil {
		return err
	}
	subject := r.log.snapshotOf(s.id)
	plain := append(binary.BigEndian.AppendUint64(nil, seq), data...)
	if _, err = r.log.snapshots.publish(ctx, subject, s.seal(subject, plain)); err == nil {
		err = r.confirm(ctx, s, r.log.snapshots, subject)
	}
	return err
}

// ID returns a random id that stands for the owner in subjects of other streams,
// until Erase: one made after it is another. It has letters and digits. It may be
// an old one if somebody else erased the owner since this handle was last used.
// It returns ErrNone before the first commit.
func (r *Record) ID(ctx context.Context) (string, error) {
	s, err := r.secret(ctx)
	if err != nil {
		return "", fmt.Errorf("find id of record: %w", err)
	}
	return s.id, nil
}

// secret is the owner's, kept after its first use. It returns ErrNone if there is
// none.
func (r *Record) secret(ctx context.Context) (*secret, error) {
	if s := r.known.Load(); s != nil {
		return s, nil
	}
	if !isOwner(r.owner) {
		return nil, ErrOwner
	}
	return r.fresh(ctx)
}

// fresh is the owner's secret as the server has it now. It returns ErrNone if there
// is none.
func (r *Record) fresh(ctx context.Context) (*secret, error) {
	s, err := r.log.secret(ctx, digest(r.owner), "*")
	r.known.Store(s) // nil with an error
	return s, err
}

func isOwner(name string) bool { return name != "" && len(name) <= maxOwner && utf8.ValidString(name) }
