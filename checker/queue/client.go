package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/checker"
	"parley/streams"
)

const (
	// lookBudget bounds one request to the server.
	lookBudget = time.Second
	// retryPause is how soon one that failed on a live connection is made again.
	retryPause = 200 * time.Millisecond
	// lostAfter is how long a check is out, with newer exchanges waiting, before
	// the server is asked whether it still has it: longer than a judge may take.
	lostAfter = parley.VerdictPatience + 2*time.Second
)

// Client is one call's way to the checkers. It keeps the exchanges that are still
// to be judged and the call's ledger, in memory: they end with the call.
type Client struct {
	// LeftOut, if set before the first Submit, is called for each exchange that is
	// not judged because newer ones wait. It must not block.
	LeftOut func()

	js   jetstream.JetStream
	call parley.CallID
	log  *slog.Logger
	wake chan struct{} // an exchange was submitted
	// lostAfter is the constant, but for tests.
	lostAfter time.Duration

	mu sync.Mutex
	pending

	// Of Run's goroutine:
	missed bool // verdicts may have been published unheard
	out    bool // the server did not answer the last request
}

// NewClient is the client of a call; Setup must have run once. It needs no closing.
func NewClient(js jetstream.JetStream, call parley.CallID, log *slog.Logger) *Client {
	return &Client{js: js, call: call, log: log.With("call", call), wake: make(chan struct{}, 1), missed: true, lostAfter: lostAfter}
}

// Begin has the next verdict decided on what is known of the call that this one goes on
// from. Call it before the first Submit.
func (c *Client) Begin(known checker.Ledger) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger = known
}

// Submit has e judged once Run runs, the exchanges of the call before it first. It
// never blocks, and keeps e while NATS is away; of the exchanges that wait the
// newest two are kept. An exchange of a number that was submitted before does
// nothing. The error wraps ErrExchange: e cannot be judged. It is safe for
// concurrent use.
func (c *Client) Submit(_ context.Context, e parley.Exchange) error {
	data, err := encodeExchange(e)
	if err == nil && e.Call != c.call {
		err = fmt.Errorf("%w: of another call", ErrExchange)
	}
	if err != nil {
		return fmt.Errorf("submit exchange %d of %s: %w", e.Number, c.call, err)
	}
	c.mu.Lock()
	leftOut := c.add(e.Number, data)
	c.mu.Unlock()
	if leftOut && c.LeftOut != nil {
		c.LeftOut()
	}
	select {
	case c.wake <- struct{}{}:
	default:
	}
	return nil
}

// Run sends what is submitted and calls f with each verdict, the last one there
// was before first and each with its ledger, until ctx ends; it then returns nil. f runs on this
// goroutine, with exchange numbers that only rise. It rides out any absence of
// the NATS server, also at the start. An error means a call id that cannot be
// one, or a connection that was closed. Run it once.
func (c *Client) Run(ctx context.Context, f func(parley.Verdict)) error {
	if !isToken(c.call) {
		return fmt.Errorf("follow verdicts: %w: call id", ErrExchange)
	}
	conn := c.js.Conn()
	heard := make(chan *nats.Msg, 16) // one check is out at a time
	for _, prefix := range []string{toldVerdict, toldDead} {
		sub, err := conn.ChanSubscribe(prefix+string(c.call), heard)
		if err != nil {
			return fmt.Errorf("follow verdicts of %s: %w", c.call, err)
		}
		defer func() { _ = sub.Unsubscribe() }() // it fails only on a closed connection
	}
	status := conn.StatusChanged(nats.CONNECTED, nats.CLOSED)
	defer conn.RemoveStatusListener(status)
	for {
		var soon <-chan time.Time
		if again := c.attend(ctx, f); again > 0 {
			soon = time.After(again)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-c.wake:
		case <-soon:
		case msg := <-heard:
			c.hear(msg, f)
		case s := <-status:
			if s == nats.CLOSED {
				return fmt.Errorf("follow verdicts of %s: %w", c.call, nats.ErrConnectionClosed)
			}
			c.reconnected()
		}
	}
}

// attend does what there is to do and says how soon to do it again: 0 if only
// when something happens.
func (c *Client) attend(ctx context.Context, f func(parley.Verdict)) (again time.Duration) {
	if !c.js.Conn().IsConnected() {
		return 0
	}
	var err error
	if c.missed {
		err = c.look(ctx, f)
	}
	if err == nil {
		again, err = c.send(ctx, f)
	}
	if err == nil || ctx.Err() != nil {
		c.out = false
		return again
	}
	if !c.out { // once an outage
		c.log.Warn("the checker's queue is out of reach; exchanges are kept", "err", err)
	}
	c.out = true
	return retryPause
}

// reconnected has what may have gone with the connection, or with a server that
// lost its disk, made good: verdicts unheard and the check that is out. A server
// that still has the check knows it by its id.
func (c *Client) reconnected() {
	c.missed = true
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked != nil {
		c.asked.sent = false
	}
}

// send gives the queue the exchange that is next, if it has not got it, and looks
// for it there if it has long had it and newer ones wait.
func (c *Client) send(ctx context.Context, f func(parley.Verdict)) (again time.Duration, err error) {
	for {
		c.mu.Lock()
		asked, known, more := c.asked, c.ledger, len(c.waiting) > 0
		c.mu.Unlock()
		switch { // only Run's goroutine changes what asked points to
		case asked == nil:
			return 0, nil
		case !asked.sent:
			if err := c.publish(ctx, asked, known); err != nil {
				return 0, err
			}
		case !more:
			return 0, nil
		case time.Since(asked.since) < c.lostAfter:
			return c.lostAfter - time.Since(asked.since), nil
		default:
			if err := c.find(ctx, asked, f); err != nil {
				return 0, err
			}
		}
	}
}

// Publish puts one check on the queue past any Client, for measurements and tests.
// One of the same call and number is dropped while the first can wait. The error wraps
// ErrExchange or is of NATS.
func Publish(ctx context.Context, js jetstream.JetStream, c checker.Case) error {
	data, err := encodeExchange(c.Exchange)
	if err == nil {
		_, err = publish(ctx, js, c.Exchange.Call, c.Exchange.Number, data, c.Known)
	}
	if err != nil {
		return fmt.Errorf("submit exchange %d of %s: %w", c.Exchange.Number, c.Exchange.Call, err)
	}
	return nil
}

// publish puts a check on the queue.
func publish(
	ctx context.Context, js jetstream.JetStream, call parley.CallID, number int, exchange []byte, known checker.Ledger,
) (*jetstream.PubAck, error) {
	data, err := encodeCheck(exchange, known)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	return js.Publish(ctx, checkPrefix+string(call), data, jetstream.WithMsgID(messageID(call, number)))
}

// publish puts a check on the queue. One the server will not take is given up.
func (c *Client) publish(ctx context.Context, asked *entry, known checker.Ledger) error {
	ack, err := publish(ctx, c.js, c.call, asked.number, asked.data, known)
	if isRefused(err) {
		c.log.Warn("an exchange the queue refuses is given up", "exchange", asked.number, "err", err)
		c.givenUp(asked.number)
		return nil
	}
	if err != nil {
		return fmt.Errorf("submit exchange %d: %w", asked.number, err)
	}
	asked.sent, asked.since, asked.sequence = true, time.Now(), ack.Sequence
	return nil
}

// find asks the server for a check that is long out. One that has left the queue
// has its verdict, which was missed, or never gets one: it was given up, or was
// erased with its call, or grew too old.
func (c *Client) find(ctx context.Context, asked *entry, f func(parley.Verdict)) error {
	within, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	checks, err := streams.Find(within, c.js, ChecksStream)
	if err == nil {
		_, err = checks.GetMsg(within, asked.sequence)
	}
	if err == nil {
		asked.since = time.Now()
		return nil
	}
	if !errors.Is(err, jetstream.ErrMsgNotFound) {
		return fmt.Errorf("look for exchange %d: %w", asked.number, err)
	}
	if err := c.look(ctx, f); err != nil {
		return err
	}
	c.givenUp(asked.number)
	return nil
}

// look reads the newest verdict that is stored.
func (c *Client) look(ctx context.Context, f func(parley.Verdict)) error {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	msg, err := lastVerdict(ctx, c.js, c.call)
	if err != nil {
		return err
	}
	c.missed = false
	if msg != nil {
		c.tell(msg.Data, f)
	}
	return nil
}

// hear takes what was stored of the call.
func (c *Client) hear(msg *nats.Msg, f func(parley.Verdict)) {
	if strings.HasPrefix(msg.Subject, toldVerdict) {
		c.tell(msg.Data, f)
		return
	}
	if number, err := strconv.Atoi(msg.Header.Get(headerExchange)); err == nil {
		c.givenUp(number)
	}
}

func (c *Client) tell(data []byte, f func(parley.Verdict)) {
	r, err := decodeRuling(data, c.call)
	if err != nil {
		c.log.Warn("malformed verdict dropped")
		return
	}
	c.mu.Lock()
	news := c.rule(r)
	c.mu.Unlock()
	if !news {
		return
	}
	if r.Verdict.Ledger, err = json.Marshal(r.Ledger); err != nil {
		c.log.Warn("the call cannot go on from a verdict", "err", err)
	}
	f(r.Verdict)
}

func (c *Client) givenUp(number int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.giveUp(number)
}

// lastVerdict is the last message on the verdicts of a call, nil if there is none.
func lastVerdict(ctx context.Context, js jetstream.JetStream, call parley.CallID) (*jetstream.RawStreamMsg, error) {
	verdicts, err := streams.Find(ctx, js, VerdictsStream)
	if err != nil {
		return nil, fmt.Errorf("look at the verdicts of %s: %w", call, err)
	}
	msg, err := verdicts.GetLastMsgForSubject(ctx, verdictPrefix+string(call))
	if err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, fmt.Errorf("look at the verdicts of %s: %w", call, err)
	}
	return msg, nil
}

// isRefused reports that the server will never take a message, such as for its
// size.
func isRefused(err error) bool {
	var refused *jetstream.APIError
	return errors.As(err, &refused) && refused.Code == http.StatusBadRequest
}
