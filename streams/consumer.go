package streams

import (
	"context"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"
)

// Consumer makes the durable consumer want of a stream if there is none of its name.
// One that is there is updated only if it takes other subjects, or gives messages up
// or holds them back where want does not; its copies and limits are its operator's.
func Consumer(
	ctx context.Context, js jetstream.JetStream, stream string, want jetstream.ConsumerConfig,
) (jetstream.Consumer, error) {
	c, err := js.Consumer(ctx, stream, want.Durable)
	if errors.Is(err, jetstream.ErrConsumerNotFound) {
		c, err = js.CreateOrUpdateConsumer(ctx, stream, want) // another process may be first
	}
	if err != nil {
		return nil, fmt.Errorf("set up consumer %s of stream %s: %w", want.Durable, stream, err)
	}
	need := c.CachedInfo().Config
	if need.FilterSubject == want.FilterSubject && need.MaxDeliver == want.MaxDeliver && need.AckWait == want.AckWait &&
		(want.MaxAckPending == 0 || need.MaxAckPending == want.MaxAckPending) {
		return c, nil
	}
	need.FilterSubject, need.MaxDeliver, need.AckWait = want.FilterSubject, want.MaxDeliver, want.AckWait
	if want.MaxAckPending != 0 {
		need.MaxAckPending = want.MaxAckPending
	}
	if c, err = js.UpdateConsumer(ctx, stream, need); err != nil {
		return nil, fmt.Errorf("update consumer %s of stream %s: %w", want.Durable, stream, err)
	}
	return c, nil
}
