package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/checker"
	"parley/engine"
	"parley/scenarios"
	"parley/streams"
)

const (
	// maxTries are those of one worker before an exchange is given up.
	maxTries = 4
	// maxDeliveries are those at which workers died, were told to end, or had a
	// verdict that the server did not take: an exchange that kills its workers
	// must end too.
	maxDeliveries = 50
	// longestBackoff bounds what a service may ask for between two tries.
	longestBackoff = 10 * time.Second
	// publishPause spaces the tries to publish a verdict, publishBudget bounds all
	// of them: the judgement is made, and a server that restarts is back by then.
	publishPause  = 100 * time.Millisecond
	publishBudget = 10 * time.Second
)

// handle judges one message and settles it: acknowledged with its verdict
// published, buried, or given back for another try. stopping is closed when the
// worker is to end soon, ctx ends when it must.
func (w *Worker) handle(ctx context.Context, stopping <-chan struct{}, msg jetstream.Msg) {
	c, err := decodeCheck(msg.Subject(), msg.Data())
	s, known := w.Library.Get(c.Exchange.Scenario)
	switch {
	case errors.Is(err, errVersion):
		w.bury(ctx, msg, c, Version, 1, err)
	case err != nil:
		w.bury(ctx, msg, c, Malformed, 1, err)
	case !known:
		w.bury(ctx, msg, c, NoScene, 1, errors.New("unknown scenario"))
	case deliveries(msg) > maxDeliveries:
		w.bury(ctx, msg, c, Deliveries, deliveries(msg), errors.New("too often given to a worker"))
	default:
		again := true
		for n := 1; again; n++ {
			again = w.try(ctx, stopping, msg, s, c, n)
		}
	}
}

// try is the nth try to judge a case. It reports whether to try again, after a
// pause; the message is settled otherwise.
func (w *Worker) try(
	ctx context.Context, stopping <-chan struct{}, msg jetstream.Msg, s scenarios.Scenario, c checker.Case, n int,
) (again bool) {
	defer w.beat(msg)()
	judge, verdict, err := w.review(ctx, s, c)
	if err == nil {
		w.forget(ctx, msg, VerdictsStream, verdict)
		w.settle(msg.Ack(), c)
		return false
	}
	if ctx.Err() != nil { // cut short by the worker's end, which counts for nothing
		w.settle(msg.Nak(), c)
		return false
	}
	why := reasonOf(err)
	w.Observer.Failed(judge, why)
	if why.hopeless() || isRefused(err) || why != Queue && n == maxTries {
		w.bury(ctx, msg, c, why, n, err)
		return false
	}
	w.Log.Warn("exchange not judged yet", "call", c.Exchange.Call, "exchange", c.Exchange.Number, "try", n, "err", err)
	if why == Queue { // as while its disk is full; it has been tried for a while
		w.settle(msg.NakWithDelay(backoff(deliveries(msg), nil)), c)
		return false
	}
	select {
	case <-time.After(backoff(n, err)):
		return true
	case <-stopping:
	case <-ctx.Done():
	}
	w.settle(msg.Nak(), c)
	return false
}

// backoff grows from a quarter of a second with each try, so that all of them
// fall within a turn or two, unless the service asked for more.
func backoff(try int, err error) time.Duration {
	own := 250 * time.Millisecond << min(try-1, 3)
	return max(own, min(engine.RetryAfter(err), longestBackoff))
}

// review has a case judged, decides and publishes the verdict, whose number there it
// returns as publish does; judge names the one that was asked. A panic, which would end
// every call of the process, is an error.
func (w *Worker) review(ctx context.Context, s scenarios.Scenario, c checker.Case) (judge string, verdict uint64, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %T", errPanicked, p) // its text may hold speech
		}
	}()
	asked := w.Judge(s)
	judge = asked.Name()
	within, cancel := context.WithTimeout(ctx, orDefault(w.Patience, DefaultPatience))
	defer cancel()
	start := time.Now()
	o, err := asked.Judge(within, c)
	if err != nil {
		return judge, 0, err
	}
	v, after := checker.Decide(c, s, o)
	v.Took = time.Since(start)
	verdict, err = w.publish(ctx, ruling{version, v, after})
	return judge, verdict, err
}

// publish publishes a verdict, unless one on the exchange was before, and returns its
// number in the stream, or 0. It rides out a restart of the server.
func (w *Worker) publish(ctx context.Context, r ruling) (number uint64, err error) {
	data, err := json.Marshal(r)
	if err != nil {
		return 0, fmt.Errorf("encode verdict: %w", err)
	}
	for over := time.Now().Add(publishBudget); ; {
		ack, err := w.publishOnce(ctx, r, data)
		switch {
		case err == nil && ack.Duplicate:
			w.Observer.Duplicate()
			return 0, nil
		case err == nil:
			w.Observer.Judged(r.Verdict)
			return ack.Sequence, nil
		case isRefused(err) || time.Now().After(over) || ctx.Err() != nil:
			return 0, fmt.Errorf("%w: publish verdict: %w", errQueue, err)
		}
		select {
		case <-time.After(publishPause):
		case <-ctx.Done():
		}
	}
}

func (w *Worker) publishOnce(ctx context.Context, r ruling, data []byte) (*jetstream.PubAck, error) {
	ctx, cancel := context.WithTimeout(ctx, lookBudget)
	defer cancel()
	return w.JS.Publish(ctx, verdictPrefix+string(r.Call), data, jetstream.WithMsgID(messageID(r.Call, r.Exchange)))
}

// beat keeps the message from being delivered to others while it is handled;
// the returned function ends that. A worker that hangs is not waited for
// longer than a judgement and its publishing can take.
func (w *Worker) beat(msg jetstream.Msg) (stop func()) {
	over := make(chan struct{})
	var joined sync.WaitGroup
	joined.Go(func() {
		limit := time.After(orDefault(w.Patience, DefaultPatience) + publishBudget + 5*time.Second)
		tick := time.NewTicker(orDefault(w.AckWait, DefaultAckWait) / 3)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				_ = msg.InProgress() // without a server there is nobody to deliver it to
			case <-limit:
				return
			case <-over:
				return
			}
		}
	})
	return func() {
		close(over)
		joined.Wait()
	}
}

// forget takes what was said off the server's disk: what is only acknowledged
// stays in its files until they are full. If that is gone, it was erased with its call,
// and so is then what this worker has published for it: the message of that number in
// that stream; 0 is none. Whoever erases later erases that as well, see Erase.
func (w *Worker) forget(ctx context.Context, msg jetstream.Msg, name string, published uint64) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), lookBudget)
	defer cancel()
	if !w.erased(ctx, msg) {
		_ = w.checks.SecureDeleteMsg(ctx, sequence(msg)) // it is as gone as without, to all but the disk
		return
	}
	if published == 0 {
		return
	}
	stream, err := streams.Find(ctx, w.JS, name)
	if err == nil {
		err = stream.SecureDeleteMsg(ctx, published)
	}
	if err != nil {
		w.Log.Warn("what was published of an erased call stays until it is too old", "stream", name, "message", published, "err", err)
	}
}

func (w *Worker) settle(err error, c checker.Case) {
	if err != nil {
		w.Log.Warn("exchange not settled", "call", c.Exchange.Call, "exchange", c.Exchange.Number, "err", err)
	}
}

func deliveries(msg jetstream.Msg) int {
	if m, err := msg.Metadata(); err == nil {
		return int(m.NumDelivered) //nolint:gosec // a count
	}
	return 1
}

func sequence(msg jetstream.Msg) uint64 {
	if m, err := msg.Metadata(); err == nil {
		return m.Sequence.Stream
	}
	return 0
}
