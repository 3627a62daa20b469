package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"log/slog"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/streams"
)

// Errors of a Log and its Records.
var (
	// ErrConflict means that the owner's last commit is another than the caller
	// knows, as somebody else appended. Nothing was stored. The caller reads on from
	// the commit it knows and decides again.
	ErrConflict = errors.New("the record has changed since it was read")
	// ErrErased is an ErrConflict that leaves nothing to read on from: the owner was
	// erased. All that the caller knows of them is void; it begins with Snapshot
	// again, or with 0.
	ErrErased = fmt.Errorf("%w: it was erased", ErrConflict)
	// ErrUnavailable means that the server was not reached, did not answer, not in
	// full, or refused.
	ErrUnavailable = errors.New("the store of records is not available")
	// ErrUnsure is an ErrUnavailable of an Append that may have stored its commit, or
	// may still.
	ErrUnsure = fmt.Errorf("%w, and may have stored it", ErrUnavailable)
	// ErrTooLarge means a commit or a snapshot of more than MaxCommit bytes.
	ErrTooLarge = errors.New("too large for a record")
	// ErrEvents means a commit of no events, or of one that has no kind or whose
	// data is not JSON.
	ErrEvents = errors.New("not the events of a commit")
	// ErrOwner means an owner's name that is empty, not UTF-8 or over 256 bytes.
	ErrOwner = errors.New("not a name of an owner")
	// ErrNone means that nothing is kept of the owner.
	ErrNone = errors.New("there is no record")
	// ErrDamaged means that a commit is torn, foreign, sealed with another key or
	// missing: between two others, or at the end, see ErrCut.
	ErrDamaged = errors.New("the record is damaged")
)

// MaxCommit bounds the events of one commit, as JSON, and the data of one
// snapshot, in bytes.
const MaxCommit = 512 << 10

// LogConfig says where a Log is and how much it may take.
type LogConfig struct {
	// Name is that of the stream of commits, such as "PARLEY_USERS". Four more
	// streams have it with an ending, and all their subjects begin with it and a
	// dot. It has letters, digits, - and _.
	Name string
	// MaxBytes bounds the commits on the server's disk; none is taken once it is
	// reached. Snapshots take a quarter of it more, the oldest going first. 0 is no
	// bound. Beside them an owner takes some 400 bytes.
	MaxBytes int64
	// Streams says how the streams are made.
	Streams streams.Config
	// Damaged is told of what the store has lost or damaged, by kind, such as "key";
	// nil is nobody. The log has a line of it. It must not block.
	Damaged func(kind string)
}

// Log keeps a record for each of its owners on JetStream: commits in order, and a
// snapshot. An owner is a name such as an alias of UserKey. All methods are safe
// for concurrent use, by any number of processes. An error wraps one of those
// above; a context that ends is wrapped beside ErrUnavailable. Without a deadline
// a request to the server may take the default of the JetStream context, 5 s.
//
// # What is kept where
//
// The stream of secrets has one message an owner, which is never changed: the
// owner's name, a random id and a random key. Its subject has the id and the
// SHA-256 of the name, so no subject holds the name. Commits and snapshots are
// under the id alone and sealed with the key (AES-256-GCM). Thus Erase overwrites
// that one message, and what the server leaves of the others is noise.
//
// # Power loss
//
// A commit that was acknowledged outlives the end of the server's process, kill -9
// too. It outlives a loss of power only if the server syncs every write to the
// disk (SyncAlways of nats-server's options, sync_interval: always in its file);
// by itself the server syncs every two minutes.
//
// # Damage
//
// Two more streams have what tells a record that is short from one that is damaged: the
// sequence of each owner's newest commit, and a copy of each secret, from which one that
// is lost is put back. Erase erases both. See ErrDamaged, ErrCut and Record.Salvage.
type Log struct {
	name                                     string
	nc                                       *nats.Conn
	commits, snapshots, secrets, marks, keys messages
	tell                                     func(kind string)
	log                                      *slog.Logger
}

// OpenLog makes the streams of a log that are missing, see streams.Open. Any
// number of processes may call it at any time. It is called again for a server
// that lost its disk.
func OpenLog(ctx context.Context, js jetstream.JetStream, c LogConfig) (*Log, error) {
	if !isName(c.Name) {
		return nil, fmt.Errorf("open log: %w", jetstream.ErrInvalidStreamName)
	}
	l := &Log{name: c.Name, nc: js.Conn(), tell: c.Damaged, log: c.Streams.Log}
	if l.log == nil {
		l.log = slog.Default()
	}
	for _, s := range []struct {
		to     *messages
		config jetstream.StreamConfig
	}{
		{&l.commits, jetstream.StreamConfig{
			Name: c.Name, Subjects: []string{l.commitsOf("*")}, Discard: jetstream.DiscardNew, MaxBytes: c.MaxBytes,
			RePublish: &jetstream.RePublish{Source: l.commitsOf("*"), Destination: l.toldOf("{{wildcard(1)}}"), HeadersOnly: true},
		}},
		{&l.snapshots, jetstream.StreamConfig{
			Name: c.Name + "_SNAPSHOTS", Subjects: []string{l.snapshotOf("*")}, Discard: jetstream.DiscardOld, MaxBytes: c.MaxBytes / 4,
			MaxMsgsPerSubject: 1,
		}},
		{&l.secrets, jetstream.StreamConfig{
			Name: c.Name + "_SECRETS", Subjects: []string{l.secretOf("*", "*")}, Discard: jetstream.DiscardNew,
		}},
		{&l.marks, jetstream.StreamConfig{
			Name: c.Name + "_MARKS", Subjects: []string{l.markOf("*")}, MaxMsgsPerSubject: 1,
		}},
		{&l.keys, jetstream.StreamConfig{
			Name: c.Name + "_KEYS", Subjects: []string{l.keyOf("*", "*")}, Discard: jetstream.DiscardNew,
		}},
	} {
		s.config.Storage, s.config.AllowDirect = jetstream.FileStorage, true
		stream, err := streams.Open(ctx, js, s.config, c.Streams)
		if err != nil {
			return nil, fmt.Errorf("open log: %w", err)
		}
		*s.to = messages{stream, js}
	}
	if err := l.copySecrets(ctx); err != nil {
		return nil, fmt.Errorf("open log: copy secrets: %w", err)
	}
	return l, nil
}

// damaged tells of what the store has lost or damaged.
func (l *Log) damaged(kind, what string, args ...any) {
	l.log.Error("the store is damaged", append(args, "what", what)...)
	if l.tell != nil {
		l.tell(kind)
	}
}

func (l *Log) commitsOf(id string) string  { return l.name + ".commit." + id }
func (l *Log) snapshotOf(id string) string { return l.name + ".snapshot." + id }
func (l *Log) secretOf(digest, id string) string {
	return l.name + ".secret." + digest + "." + id
}

// Record returns the owner's record. It asks nothing of the server.
func (l *Log) Record(owner string) *Record { return &Record{log: l, owner: owner} }

// OwnerOf returns the owner whose record has the id, see Record.ID. It returns
// ErrNone for an id that no record has, such as that of one erased. The server
// looks through the ids of all owners: 10,000 take it about a millisecond.
func (l *Log) OwnerOf(ctx context.Context, id string) (string, error) {
	if !isName(id) {
		return "", fmt.Errorf("find owner: %w", ErrNone)
	}
	s, err := l.secret(ctx, "*", id)
	if err != nil {
		return "", fmt.Errorf("find owner: %w", err)
	}
	return s.owner, nil
}

// Owners yields the owners of whom something is kept, in the order of their first
// commits. One whose first Append failed may be among them. An error is the last
// thing it yields.
func (l *Log) Owners(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for m, err := range l.secrets.all(ctx, l.secretOf("*", "*")) {
			var s *secret
			if err == nil {
				s, err = decodeSecret(m)
			}
			if err != nil {
				yield("", fmt.Errorf("list owners: %w", err))
				return
			}
			if !yield(s.owner, nil) {
				return
			}
		}
	}
}

// secret is the one of an owner's digest and a record's id, either of which may be *.
// It returns ErrNone if there is none.
func (l *Log) secret(ctx context.Context, digest, id string) (*secret, error) {
	m, err := l.secrets.last(ctx, l.secretOf(digest, id))
	if err != nil {
		return nil, err
	}
	if m.Sequence == 0 {
		return l.restoreSecret(ctx, digest, id)
	}
	return decodeSecret(m)
}

// newSecret makes the owner's secret, unless somebody else just did: then it
// returns theirs.
func (l *Log) newSecret(ctx context.Context, owner string) (*secret, error) {
	id, body := makeSecret(owner)
	subject, all := l.secretOf(digest(owner), id), l.secretOf(digest(owner), "*")
	_, err := l.secrets.publish(ctx, subject, body, jetstream.WithExpectLastSequenceForSubject(0, all))
	if errors.Is(err, ErrConflict) {
		theirs, err := l.secret(ctx, digest(owner), "*")
		if errors.Is(err, ErrNone) {
			err = ErrErased // already
		}
		return theirs, err
	}
	if err == nil {
		err = l.copySecret(ctx, subject, body)
	}
	if err != nil {
		return nil, err
	}
	return decodeSecret(&jetstream.RawStreamMsg{Subject: subject, Data: body})
}
