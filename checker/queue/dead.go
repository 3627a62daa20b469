package queue

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/streams"
)

// Headers of a dead letter. They hold no speech.
const (
	headerExchange = "Parley-Exchange"
	headerReason   = "Parley-Reason"
	headerAttempts = "Parley-Attempts"
	headerAt       = "Parley-At" // RFC 3339
)

// malformedBytes are kept of a message that is not an exchange.
const malformedBytes = 4 << 10

// erased reports whether a message is out of the queue meanwhile: it was erased with its
// call, of which nothing may come back, or another worker has settled it.
func (w *Worker) erased(ctx context.Context, msg jetstream.Msg) bool {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	_, err := w.checks.GetMsg(ctx, sequence(msg))
	return errors.Is(err, jetstream.ErrMsgNotFound)
}

// bury moves a message that no further try would settle to the dead letters:
// published there first, so that it is never lost. Only ids are logged.
func (w *Worker) bury(ctx context.Context, msg jetstream.Msg, c checker.Case, why Reason, attempts int, cause error) {
	if w.erased(ctx, msg) {
		w.settle(msg.Term(), c)
		return
	}
	e := c.Exchange
	letter := nats.NewMsg(deadPrefix + strings.TrimPrefix(msg.Subject(), checkPrefix))
	letter.Data = msg.Data()
	if why == Malformed {
		letter.Data = letter.Data[:min(len(letter.Data), malformedBytes)]
	}
	letter.Header.Set(headerExchange, strconv.Itoa(e.Number))
	letter.Header.Set(headerReason, string(why))
	letter.Header.Set(headerAttempts, strconv.Itoa(attempts))
	letter.Header.Set(headerAt, time.Now().UTC().Format(time.RFC3339))
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	id := fmt.Sprintf("%s:%d", letter.Subject, sequence(msg))
	ack, err := w.JS.PublishMsg(ctx, letter, jetstream.WithMsgID(id))
	if err != nil {
		w.Log.Warn("exchange not buried yet", "call", e.Call, "exchange", e.Number, "err", err)
		w.settle(msg.NakWithDelay(longestBackoff/2), c)
		return
	}
	own := ack.Sequence
	if ack.Duplicate {
		own = 0 // another worker's
	} else {
		w.Observer.Buried(why)
		w.Log.Warn("exchange given up", "call", e.Call, "exchange", e.Number, "message", sequence(msg), "reason", why, "err", cause)
	}
	w.forget(ctx, msg, DeadStream, own)
	w.settle(msg.TermWithReason(string(why)), c)
}

// DeadLetter is an exchange no worker could judge. The exchange itself, which is
// speech, stays on the server.
type DeadLetter struct {
	// Sequence is its number among the dead letters, rising with time.
	Sequence uint64        `json:"sequence"`
	Call     parley.CallID `json:"call"`
	// Exchange is 0 if the message was malformed.
	Exchange int       `json:"exchange"`
	At       time.Time `json:"at"`
	// Attempts is how often it was tried.
	Attempts int    `json:"attempts"`
	Reason   Reason `json:"reason"`
}

// Why a dead letter is not put back on the queue.
var (
	// ErrPassed means that the call has a verdict on this exchange or a newer one.
	ErrPassed = errors.New("the call has gone on past it")
	// ErrGone means that the letter is no longer there.
	ErrGone = errors.New("it is no longer there")
)

// DeadLetters are the exchanges no worker could judge, of the last DeadAge. It
// is safe for concurrent use.
type DeadLetters struct{ JS jetstream.JetStream }

// lettersAtOnce is how many headers are asked for at once.
const lettersAtOnce = 100

// List returns those of call, of all calls if it is empty, oldest first. The
// error is of NATS.
func (d DeadLetters) List(ctx context.Context, call parley.CallID) ([]DeadLetter, error) {
	subject, err := deadSubject(call)
	if err != nil {
		return nil, err
	}
	consumer, err := d.JS.OrderedConsumer(ctx, DeadStream, jetstream.OrderedConsumerConfig{
		FilterSubjects: []string{subject}, HeadersOnly: true, InactiveThreshold: 10 * time.Second,
	})
	if err != nil {
		return nil, fmt.Errorf("read the dead letters: %w", err)
	}
	info, err := consumer.Info(ctx)
	if err != nil {
		return nil, fmt.Errorf("read the dead letters: %w", err)
	}
	all := []DeadLetter{}
	for uint64(len(all)) < info.NumPending {
		batch, err := consumer.Fetch(min(lettersAtOnce, int(info.NumPending)-len(all)), jetstream.FetchMaxWait(lookBudget))
		if err != nil {
			return nil, fmt.Errorf("read the dead letters: %w", err)
		}
		before := len(all)
		for msg := range batch.Messages() {
			all = append(all, letterOf(msg))
		}
		if err := batch.Error(); err != nil {
			return nil, fmt.Errorf("read the dead letters: %w", err)
		}
		if len(all) == before {
			break // the rest went meanwhile
		}
	}
	return all, nil
}

func letterOf(msg jetstream.Msg) DeadLetter {
	h := msg.Headers()
	l := DeadLetter{
		Sequence: sequence(msg), Call: parley.CallID(strings.TrimPrefix(msg.Subject(), deadPrefix)), Reason: Reason(h.Get(headerReason)),
	}
	l.Exchange, _ = strconv.Atoi(h.Get(headerExchange)) // 0 if it was never told
	l.Attempts, _ = strconv.Atoi(h.Get(headerAttempts))
	l.At, _ = time.Parse(time.RFC3339, h.Get(headerAt))
	return l
}

// Retry puts a letter back on the queue and takes it off the dead letters. It
// leaves it where it is and wraps ErrPassed if its verdict would come too late,
// ErrExchange if no worker could ever read it, and ErrGone.
func (d DeadLetters) Retry(ctx context.Context, l DeadLetter) error {
	if err := d.retry(ctx, l); err != nil {
		return fmt.Errorf("retry exchange %d of %s: %w", l.Exchange, l.Call, err)
	}
	return nil
}

func (d DeadLetters) retry(ctx context.Context, l DeadLetter) error {
	dead, err := streams.Find(ctx, d.JS, DeadStream)
	if err != nil {
		return err
	}
	msg, err := dead.GetMsg(ctx, l.Sequence)
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return ErrGone
	}
	if err != nil {
		return err
	}
	subject := checkPrefix + strings.TrimPrefix(msg.Subject, deadPrefix)
	c, err := decodeCheck(subject, msg.Data)
	if err != nil {
		return err
	}
	e := c.Exchange
	last, err := lastVerdict(ctx, d.JS, e.Call)
	if err != nil {
		return err
	}
	if last != nil {
		if r, err := decodeRuling(last.Data, e.Call); err == nil && r.Exchange >= e.Number {
			return ErrPassed
		}
	}
	// The id it was sent with is known to the queue and would be dropped.
	id := fmt.Sprintf("%s:dead:%d", messageID(e.Call, e.Number), l.Sequence)
	if _, err := d.JS.Publish(ctx, subject, msg.Data, jetstream.WithMsgID(id)); err != nil {
		return err
	}
	if err := dead.SecureDeleteMsg(ctx, l.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return fmt.Errorf("take it off the dead letters: %w", err)
	}
	return nil
}

// Purge overwrites and deletes those of call, of all calls if it is empty, with the speech they
// hold.
func (d DeadLetters) Purge(ctx context.Context, call parley.CallID) error {
	subject, err := deadSubject(call)
	if err != nil {
		return err
	}
	all := func([]byte) bool { return true }
	if err := eraseWhere(ctx, d.JS, DeadStream, subject, all); err != nil {
		return fmt.Errorf("delete dead letters: %w", err)
	}
	return nil
}

func deadSubject(call parley.CallID) (string, error) {
	if call == "" {
		return deadPrefix + "*", nil
	}
	if !isToken(call) {
		return "", fmt.Errorf("read the dead letters: %w: call id", ErrExchange)
	}
	return deadPrefix + string(call), nil
}
