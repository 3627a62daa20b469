package checker

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
)

// Names on the NATS server. A subject's last token is the call's id.
const (
	ChecksStream   = "PARLEY_CHECKS"
	VerdictsStream = "PARLEY_VERDICTS"

	checkPrefix   = "check."
	verdictPrefix = "verdict."
	workers       = "checkers" // the durable consumer all workers share
)

// Limits of the streams.
const (
	// MaxExchangeBytes bounds one exchange on the wire: 20 turns of two
	// minutes are 40 KiB.
	MaxExchangeBytes = 64 << 10
	// checkAge is how long an exchange waits for a worker. Later verdicts
	// would be about a conversation that has moved on.
	checkAge = 2 * time.Minute
	// verdictAge is how long an agent that restarts finds the verdicts of its
	// calls.
	verdictAge = 10 * time.Minute
	// dedup is how long a repeated message id is recognised.
	dedup = 2 * time.Minute
	// streamBytes bounds each stream on disk: 1,000 of the largest exchanges.
	streamBytes = 64 << 20
)

// Setup creates both streams or brings them up to date. It may be called by any
// number of processes. When a stream is full the oldest message goes, since
// only the newest exchange of a call matters.
func Setup(ctx context.Context, js jetstream.JetStream) error {
	for _, c := range []jetstream.StreamConfig{
		{
			Name: ChecksStream, Subjects: []string{checkPrefix + "*"}, Retention: jetstream.WorkQueuePolicy,
			MaxAge: checkAge, MaxMsgSize: MaxExchangeBytes + 1024, // and the headers
		},
		{
			Name: VerdictsStream, Subjects: []string{verdictPrefix + "*"}, Retention: jetstream.LimitsPolicy,
			MaxAge: verdictAge, MaxMsgSize: 8 << 10,
		},
	} {
		c.Storage, c.Discard, c.MaxBytes, c.Duplicates = jetstream.FileStorage, jetstream.DiscardOld, streamBytes, dedup
		if _, err := js.CreateOrUpdateStream(ctx, c); err != nil {
			return fmt.Errorf("set up stream %s: %w", c.Name, err)
		}
	}
	return nil
}

// messageID is the same for an exchange and its verdict each time they are sent.
func messageID(call parley.CallID, exchange int) string { return fmt.Sprintf("%s:%d", call, exchange) }

// isToken reports that call can be one token of a subject.
func isToken(call parley.CallID) bool {
	return call != "" && len(call) <= 128 && strings.IndexFunc(string(call), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}) < 0
}
