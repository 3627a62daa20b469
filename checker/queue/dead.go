package queue

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
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

// bury moves a message that no further try would settle to the dead letters:
// published there first, so that it is never lost. Only ids are logged.
func (w *Worker) bury(ctx context.Context, msg jetstream.Msg, e parley.Exchange, why Reason, cause error) {
	letter := nats.NewMsg(deadPrefix + strings.TrimPrefix(msg.Subject(), checkPrefix))
	letter.Data = msg.Data()
	if why == Malformed {
		letter.Data = letter.Data[:min(len(letter.Data), malformedBytes)]
	}
	attempts := max(1, w.failures.count(sequence(msg)))
	if why == Deliveries {
		attempts = int(deliveries(msg)) //nolint:gosec // a count
	}
	letter.Header.Set(headerExchange, strconv.Itoa(e.Number))
	letter.Header.Set(headerReason, string(why))
	letter.Header.Set(headerAttempts, strconv.Itoa(attempts))
	letter.Header.Set(headerAt, time.Now().UTC().Format(time.RFC3339))
	ctx, cancel := context.WithTimeout(ctx, publishTry)
	defer cancel()
	id := fmt.Sprintf("%s:%d", letter.Subject, sequence(msg))
	ack, err := w.JS.PublishMsg(ctx, letter, jetstream.WithMsgID(id))
	if err != nil {
		slog.Warn("exchange not buried yet", "call", e.Call, "exchange", e.Number, "err", err)
		settle(msg.NakWithDelay(longestBackoff/2), e)
		return
	}
	if !ack.Duplicate {
		w.Observer.Buried(why)
		slog.Warn("exchange given up", "call", e.Call, "exchange", e.Number, "message", sequence(msg), "reason", why, "err", cause)
	}
	w.failures.forget(sequence(msg))
	w.overwrite(ctx, msg)
	settle(msg.TermWithReason(string(why)), e)
}
