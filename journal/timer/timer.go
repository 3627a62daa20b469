// Package timer keeps timers on NATS JetStream, for reminders of users. A timer is
// set once, outlives every process and the server, and is fired by one of any
// number of processes.
//
// One stream holds the timers that wait and those that are due:
//
//	<stream>.at.<owner>.<name>.<due>  → the server, at its time →  <stream>.due.<owner>.<name>.<due>  → Run
//
// The server demands one stream for both (nats-server 2.15, message schedules). A
// message has no body: its subject says all, the due time in nanoseconds since
// 1970. The due time makes the first subject one timer's alone. As the server
// moves a timer that is due, it deletes all that is on that subject: a timer set
// anew in that moment would be lost with it.
package timer

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/streams"
)

// Errors of Timers.
var (
	// ErrToken means a name that is not 1 to 64 of the characters A-Z, a-z, 0-9, _
	// and -.
	ErrToken = errors.New("not a token")
	// ErrTime means a time before the year 1970 or after 2200.
	ErrTime = errors.New("not a time for a timer")
	// ErrFull means that the timers there are take Config.MaxBytes.
	ErrFull = errors.New("there are too many timers")
	// ErrUnavailable means that the server was not reached, did not answer or
	// refused. What was asked for may have been done all the same, or in part.
	ErrUnavailable = errors.New("the store of timers is not available")

	errOld = errors.New("the NATS server has no message schedules: it is older than 2.12")
)

const (
	// DefaultParallel is how many timers one Run fires at once.
	DefaultParallel = 16
	// DefaultAckWait is how late a timer is if the process dies that fires it.
	DefaultAckWait = 5 * time.Second
	// consumerName is that of the durable consumer all processes share.
	consumerName = "fire"
	// maxMessage bounds a message: two subjects of three tokens, and a time.
	maxMessage = 1 << 10
)

// Config says where timers are and how they are fired.
type Config struct {
	// Name is that of the stream, such as "PARLEY_TIMERS". All its subjects begin
	// with it and a dot. It is a token, see ErrToken.
	Name string
	// MaxBytes bounds the timers on the server: Set takes none once it is reached. A
	// timer takes some 300 bytes. 0 is no bound.
	MaxBytes int64
	// Parallel is how many timers one Run fires at once; 0 means DefaultParallel.
	Parallel int
	// AckWait is how soon a timer goes to another process when the one that fires it
	// dies; 0 means DefaultAckWait. All processes agree on it.
	AckWait time.Duration
	// Streams says how the stream is made.
	Streams streams.Config
	// Log is told of timers that could not be fired; nil is nobody.
	Log *slog.Logger
}

// Timers are one-shot timers, each of an owner. All methods are safe for
// concurrent use, by any number of processes. Without a deadline a request to the
// server may take the default of the JetStream context, 5 s.
//
// The names of owners and timers are ids. They stand in subjects on the server's
// disk and in log lines, so nothing a user said may be in them.
//
// A timer that was set outlives the end of the server's process, kill -9 too. It
// outlives a loss of power only if the server syncs every write to the disk; by
// itself the server syncs every two minutes.
type Timers struct {
	js       jetstream.JetStream
	cfg      Config
	log      *slog.Logger
	stream   jetstream.Stream
	consumer jetstream.Consumer
	// The constants firstPause, Patience and lookEvery, but for tests.
	pause, patience, look time.Duration
}

// Open makes the stream on the server if it is missing, see streams.Open. Any number of
// processes may call it at any time. The error wraps ErrToken or ErrUnavailable.
func Open(ctx context.Context, js jetstream.JetStream, c Config) (*Timers, error) {
	if !isToken(c.Name) {
		return nil, fmt.Errorf("open timers: stream name: %w", ErrToken)
	}
	if c.Parallel <= 0 {
		c.Parallel = DefaultParallel
	}
	if c.AckWait <= 0 {
		c.AckWait = DefaultAckWait
	}
	t := &Timers{js: js, cfg: c, log: c.Log, pause: firstPause, patience: Patience, look: lookEvery}
	if t.log == nil {
		t.log = slog.New(slog.DiscardHandler)
	}
	var err error
	if t.stream, t.consumer, err = t.setUp(ctx); err != nil {
		return nil, fmt.Errorf("open timers: %w: %w", ErrUnavailable, err)
	}
	return t, nil
}

// config is that of the stream. A due timer leaves it when it is acknowledged. It
// has no bound: the server would make room by dropping the oldest timer, as with
// schedules it refuses DiscardNew.
func (t *Timers) config() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: t.cfg.Name, Subjects: []string{t.all(waiting), t.all(due)}, Storage: jetstream.FileStorage,
		Retention: jetstream.WorkQueuePolicy, MaxMsgSize: maxMessage, AllowMsgSchedules: true,
	}
}

// setUp makes the stream and the consumer of those that are due, if they are missing. A
// stream that has what it needs is not updated: the server would race with itself where another
// process makes the consumer (nats-server 2.15, UpdateConfig and ConsumerStore).
func (t *Timers) setUp(ctx context.Context) (jetstream.Stream, jetstream.Consumer, error) {
	stream, err := streams.Open(ctx, t.js, t.config(), t.cfg.Streams)
	if err != nil {
		return nil, nil, err
	}
	if !stream.CachedInfo().Config.AllowMsgSchedules {
		return nil, nil, errOld
	}
	consumer, err := streams.Consumer(ctx, t.js, t.cfg.Name, jetstream.ConsumerConfig{
		Durable: consumerName, FilterSubject: t.all(due), AckPolicy: jetstream.AckExplicitPolicy, AckWait: t.cfg.AckWait,
		// A message the server gave up would stay; and those that pause hold up none.
		MaxDeliver: -1, MaxAckPending: -1,
	})
	if err != nil {
		return nil, nil, err
	}
	return stream, consumer, nil
}

// Set sets the owner's timer of that name, in the place of one there may be, also
// of one that is due and was not fired yet or is fired again. Run calls its fire
// function with that very time, up to a quarter of a second later; at once, by the
// same measure, if it has passed. A timer
// whose time comes as it is replaced may still be fired once.
//
// The error wraps ErrToken, ErrTime, ErrFull or ErrUnavailable. After the last
// either timer may be set, or both: call it again.
func (t *Timers) Set(ctx context.Context, owner, name string, at time.Time) error {
	if err := t.set(ctx, owner, name, at); err != nil {
		return fmt.Errorf("set timer: %w", err)
	}
	return nil
}

func (t *Timers) set(ctx context.Context, owner, name string, at time.Time) error {
	if !isToken(owner) || !isToken(name) {
		return ErrToken
	}
	if at.Before(earliest) || at.After(latest) {
		return ErrTime
	}
	if err := t.room(ctx); err != nil {
		return err
	}
	msg := nats.NewMsg(t.subject(waiting, owner, name, at))
	// jetstream.WithScheduleAt would cut the fraction of the second off.
	msg.Header.Set(jetstream.ScheduleHeader, "@at "+at.UTC().Format(time.RFC3339Nano))
	msg.Header.Set(jetstream.ScheduleTargetHeader, t.subject(due, owner, name, at))
	ack, err := t.js.PublishMsg(ctx, msg)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return t.purge(ctx, t.every(owner, name), jetstream.WithPurgeSequence(ack.Sequence)) // all before it
}

// room is nil if another timer may be set.
func (t *Timers) room(ctx context.Context) error {
	if !t.js.Conn().IsConnected() { // what is sent now would be kept and sent later
		return fmt.Errorf("%w: %w", ErrUnavailable, nats.ErrDisconnected)
	}
	if t.cfg.MaxBytes <= 0 {
		return nil
	}
	info, err := t.stream.Info(ctx)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	if info.State.Bytes >= uint64(t.cfg.MaxBytes) {
		return ErrFull
	}
	return nil
}

// Cancel takes the owner's timer of that name away, also one that is due and was
// not fired yet or is fired again. It returns nil if there is none. A timer whose
// time comes as it is cancelled may still be fired. The error wraps ErrToken or
// ErrUnavailable.
func (t *Timers) Cancel(ctx context.Context, owner, name string) error {
	if !isToken(owner) || !isToken(name) {
		return fmt.Errorf("cancel timer: %w", ErrToken)
	}
	if err := t.purge(ctx, t.every(owner, name)); err != nil {
		return fmt.Errorf("cancel timer: %w", err)
	}
	return nil
}

// CancelAll does what Cancel does for all timers of the owner. It leaves no message
// of them; the server keeps their subjects in an index until their times.
func (t *Timers) CancelAll(ctx context.Context, owner string) error {
	if !isToken(owner) {
		return fmt.Errorf("cancel timers: %w", ErrToken)
	}
	if err := t.purge(ctx, t.every(owner, "*")); err != nil {
		return fmt.Errorf("cancel timers: %w", err)
	}
	return nil
}

func (t *Timers) purge(ctx context.Context, subject string, opts ...jetstream.StreamPurgeOpt) error {
	if !t.js.Conn().IsConnected() {
		return fmt.Errorf("%w: %w", ErrUnavailable, nats.ErrDisconnected)
	}
	if err := t.stream.Purge(ctx, append(opts, jetstream.WithPurgeSubject(subject))...); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}
