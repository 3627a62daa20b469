package journal

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// What the server does with a block of messages that it cannot read to its end is to
// cut it off there, and to say nothing (nats-server 2.15, rebuildStateFromBufLocked).
// So what was acknowledged is noted in files of other streams: the sequence of an
// owner's newest commit as a mark, and the secrets twice.

// ErrCut is ErrDamaged of a record whose last commits the store has lost.
var ErrCut = fmt.Errorf("%w: its end is missing", ErrDamaged)

const (
	// doubtPause and doubtTries are how often it is asked again for commits that
	// should be there: a server that has just begun to lead may be behind.
	doubtPause = 150 * time.Millisecond
	doubtTries = 3
	// baseHeader is of a commit that holds all that came before it.
	baseHeader = "Parley-Base"
)

func (l *Log) markOf(id string) string { return l.name + ".mark." + id }

// mark notes the sequence of a record's newest commit. It does not wait: a mark that
// gets lost is one commit of which nobody could say that it is missing.
func (l *Log) mark(id string, seq uint64) {
	_ = l.nc.Publish(l.markOf(id), []byte(strconv.FormatUint(seq, 10))) // as above
}

// marked is the sequence that was noted last, 0 for none.
func (l *Log) marked(ctx context.Context, id string) (uint64, error) {
	m, err := l.marks.last(ctx, l.markOf(id))
	if err != nil {
		return 0, err
	}
	seq, err := strconv.ParseUint(string(m.Data), 10, 64)
	if err != nil {
		return 0, nil //nolint:nilerr // no mark, or none that can be read
	}
	return seq, nil
}

// snapshot is what was saved last, and at which commit; 0 for none that opens.
func (l *Log) snapshot(ctx context.Context, s *secret) (uint64, []byte, error) {
	subject := l.snapshotOf(s.id)
	m, err := l.snapshots.last(ctx, subject)
	if err != nil {
		return 0, nil, err
	}
	plain, err := s.open(subject, m.Data)
	if err != nil || len(plain) < 8 {
		return 0, nil, nil //nolint:nilerr // the record can be read without it
	}
	return binary.BigEndian.Uint64(plain), plain[8:], nil
}

// complete returns the record's last commit, whose sequence is 0 if there is none, or
// ErrCut if one with the sequence known was there, or later ones.
func (l *Log) complete(ctx context.Context, s *secret, known uint64) (*jetstream.RawStreamMsg, error) {
	for try := 1; ; try++ {
		last, err := l.commits.last(ctx, l.commitsOf(s.id))
		if err != nil || last.Sequence >= known {
			return last, err
		}
		if try == doubtTries {
			return last, ErrCut
		}
		select {
		case <-ctx.Done():
			return nil, fmt.Errorf("%w: %w", ErrUnavailable, ctx.Err())
		case <-time.After(doubtPause):
		}
	}
}

// begun says why a record has no commit although its owner had one: ErrCut if it is
// noted anywhere that it had any, else ErrErased. Then its first commit is yet to come,
// and the one known was of a record before it: those have lower sequences, so a record
// that has commits lacks its own.
func (l *Log) begun(ctx context.Context, s *secret) error {
	mark, err := l.marked(ctx, s.id)
	if err != nil {
		return err
	}
	at, _, err := l.snapshot(ctx, s)
	switch {
	case err != nil:
		return err
	case max(mark, at) > 0:
		return ErrCut
	}
	return ErrErased
}

// Rest is what is left of a damaged record.
type Rest struct {
	// Last is the sequence of the last commit left, 0 for none.
	Last uint64
	// At is the commit that Snapshot was saved at; 0 and nil for none.
	At       uint64
	Snapshot []byte
	// Commits are those that can be read, those that the snapshot holds among them.
	Commits []Commit
	// Whole is set if the snapshot holds all that is known to have been acknowledged.
	Whole bool
}

// Salvage returns what is left of a record that is damaged. Of one that is whole it
// returns the same as Snapshot and Read. The error is ErrUnavailable, ErrNone, or
// ErrDamaged if the owner's secret cannot be read.
func (r *Record) Salvage(ctx context.Context) (Rest, error) {
	rest, err := r.salvage(ctx)
	if err != nil {
		return Rest{}, fmt.Errorf("salvage record: %w", err)
	}
	return rest, nil
}

func (r *Record) salvage(ctx context.Context) (rest Rest, err error) {
	s, err := r.fresh(ctx)
	if err != nil {
		return rest, err
	}
	if rest.At, rest.Snapshot, err = r.log.snapshot(ctx, s); err != nil {
		return rest, err
	}
	mark, err := r.log.marked(ctx, s.id)
	if err != nil {
		return rest, err
	}
	subject := r.log.commitsOf(s.id)
	for m, err := range r.log.commits.all(ctx, subject) {
		if err != nil {
			return rest, err
		}
		rest.Last = m.Sequence
		if c, err := s.commit(subject, m); err == nil {
			rest.Commits = append(rest.Commits, c)
		}
	}
	rest.Whole = rest.At > 0 && rest.At >= max(mark, rest.Last)
	return rest, nil
}

// Reset takes data for all that a damaged record holds: it becomes the snapshot at
// last, the commit that Salvage found last, which the owner's next Append follows. It
// is for a record of which last is not 0; one of which no commit is left is begun
// again by Rebase. It returns ErrConflict if somebody else did so meanwhile, and the
// errors of Save.
func (r *Record) Reset(ctx context.Context, last uint64, data []byte) error {
	s, err := r.secret(ctx)
	if err == nil {
		var now *jetstream.RawStreamMsg
		now, err = r.log.commits.last(ctx, r.log.commitsOf(s.id))
		if err == nil && now.Sequence != last {
			err = ErrConflict
		}
	}
	if err == nil {
		err = r.save(ctx, last, data)
	}
	if err == nil {
		_, err = r.log.marks.publish(ctx, r.log.markOf(s.id), []byte(strconv.FormatUint(last, 10)))
	}
	if err != nil {
		return fmt.Errorf("reset record: %w", err)
	}
	return nil
}

// Rebase is Append of events that hold all that the record is to hold: Read looks at no
// commit before them. Its note of the newest commit takes the place of any other.
func (r *Record) Rebase(ctx context.Context, after uint64, events ...Event) (uint64, error) {
	seq, err := r.append(ctx, after, nats.Header{baseHeader: {"1"}}, events)
	if err != nil {
		return 0, fmt.Errorf("rebase record: %w", err)
	}
	return seq, nil
}

// keyOf is where the copy of a secret is.
func (l *Log) keyOf(digest, id string) string { return l.name + ".key." + digest + "." + id }

// copySecret keeps a secret a second time, in another file than the first. Of one that
// was erased meanwhile nothing is kept: Erase deletes the copy first.
func (l *Log) copySecret(ctx context.Context, subject string, body []byte) error {
	digest, id := digestOf(subject), idOf(&jetstream.RawStreamMsg{Subject: subject})
	seq, err := l.keys.publish(ctx, l.keyOf(digest, id), body,
		jetstream.WithExpectLastSequenceForSubject(0, l.keyOf(digest, id)))
	if errors.Is(err, ErrConflict) {
		return nil // it is there
	}
	if err != nil {
		return err
	}
	still, err := l.secrets.last(ctx, subject)
	if err == nil && still.Sequence == 0 {
		return errors.Join(ErrErased, l.keys.overwrite(ctx, seq))
	}
	return err
}

// restoreSecret puts a secret back that the store has lost, from its copy, and returns
// it; ErrNone if there is no copy either. Erase deletes the copy first, so what has one
// and is missing was not erased.
func (l *Log) restoreSecret(ctx context.Context, digest, id string) (*secret, error) {
	m, err := l.keys.last(ctx, l.keyOf(digest, id))
	if err != nil {
		return nil, err
	}
	if m.Sequence == 0 {
		return nil, ErrNone
	}
	s, err := decodeSecret(m)
	if err != nil {
		return nil, err
	}
	subject := l.secretOf(digestOf(m.Subject), s.id)
	_, err = l.secrets.publish(ctx, subject, m.Data, jetstream.WithExpectLastSequenceForSubject(0, l.secretOf(digestOf(m.Subject), "*")))
	if err != nil && !errors.Is(err, ErrConflict) {
		return nil, err
	}
	if err == nil {
		l.damaged("key", "the store had lost the key of a record; it was put back from its copy", "record", s.id)
	}
	return s, nil
}

// copySecrets makes the copies that are missing: those of an earlier version's records,
// and those that the store has lost. It compares how many there are.
func (l *Log) copySecrets(ctx context.Context) error {
	secrets, err := l.secrets.count(ctx)
	if err != nil {
		return err
	}
	keys, err := l.keys.count(ctx)
	if err != nil || keys >= secrets {
		return err
	}
	for m, err := range l.secrets.all(ctx, l.secretOf("*", "*")) {
		if err == nil {
			err = l.copySecret(ctx, m.Subject, m.Data)
		}
		if err != nil && !errors.Is(err, ErrErased) {
			return err
		}
	}
	return nil
}
