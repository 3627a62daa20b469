package queue

import (
	"context"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley/streams"
)

// Names on the NATS server. A subject's last token is the call's id.
const (
	ChecksStream   = "PARLEY_CHECKS"
	VerdictsStream = "PARLEY_VERDICTS"
	DeadStream     = "PARLEY_DEAD"

	checkPrefix   = "check."
	verdictPrefix = "verdict."
	deadPrefix    = "dead."
	// Under told what the verdicts and dead streams have stored is published
	// again, in their order and without what they refused; of a dead letter the
	// headers alone.
	toldVerdict = "told.verdict."
	toldDead    = "told.dead."
	workers     = "checkers" // the durable consumer all workers share
)

// Limits of the streams.
const (
	// MaxExchangeBytes bounds one exchange on the wire: 20 turns of two
	// minutes are 40 KiB.
	MaxExchangeBytes = 64 << 10
	// maxLedgerBytes bounds the ledger beside it: twelve quotes of 240 runes.
	maxLedgerBytes = 24 << 10
	// maxVerdictBytes bounds a verdict with its ledger.
	maxVerdictBytes = 32 << 10
	// headerBytes is room for the headers of a message.
	headerBytes = 1 << 10
	// maxQueued is room for thousands of exchanges. From 32 MiB on the server keeps
	// its files in blocks of 8 MiB and not of 4, and overwriting an exchange writes
	// its block anew (nats-server 2.15, dynBlkSize and eraseMsg).
	maxQueued = 31 << 20
	// checkAge is how long an exchange waits for a worker.
	checkAge = 15 * time.Minute
	// verdictAge is how long a call may pause and still find its ledger.
	verdictAge = time.Hour
	// verdictsOfCall are kept: one call cannot push the ledgers of others out.
	verdictsOfCall = 64
	// DeadAge is how long a dead letter is kept. It holds speech.
	DeadAge = 24 * time.Hour
	// dedup is how long a repeated message id is recognised: an exchange whose worker died
	// with its verdict told is judged again as long as it waits.
	dedup = checkAge
)

// wanted are the streams that Setup makes. When one is full its oldest message goes: of a
// call only the newest matters.
func wanted() []jetstream.StreamConfig {
	all := []jetstream.StreamConfig{
		{
			Name: ChecksStream, Subjects: []string{checkPrefix + "*"}, Retention: jetstream.WorkQueuePolicy,
			MaxAge: checkAge, MaxMsgSize: MaxExchangeBytes + maxLedgerBytes + headerBytes, MaxBytes: maxQueued,
		},
		{
			Name: VerdictsStream, Subjects: []string{verdictPrefix + "*"}, Retention: jetstream.LimitsPolicy,
			MaxAge: verdictAge, MaxMsgSize: maxVerdictBytes + headerBytes, MaxBytes: 128 << 20,
			MaxMsgsPerSubject: verdictsOfCall,
			RePublish:         &jetstream.RePublish{Source: verdictPrefix + "*", Destination: toldVerdict + "{{wildcard(1)}}"},
		},
		{
			Name: DeadStream, Subjects: []string{deadPrefix + "*"}, Retention: jetstream.LimitsPolicy,
			MaxAge: DeadAge, MaxMsgSize: MaxExchangeBytes + maxLedgerBytes + 2*headerBytes, MaxBytes: 32 << 20,
			RePublish: &jetstream.RePublish{Source: deadPrefix + "*", Destination: toldDead + "{{wildcard(1)}}", HeadersOnly: true},
		},
	}
	for i := range all {
		c := &all[i]
		c.Storage, c.Discard, c.Duplicates, c.AllowDirect = jetstream.FileStorage, jetstream.DiscardOld, dedup, true
	}
	return all
}

// Setup makes the streams that are missing, see streams.Open. It may be called by
// any number of processes.
func Setup(ctx context.Context, js jetstream.JetStream, c streams.Config) error {
	for _, want := range wanted() {
		if _, err := streams.Open(ctx, js, want, c); err != nil {
			return err
		}
	}
	return nil
}
