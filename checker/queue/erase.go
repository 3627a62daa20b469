package queue

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/streams"
)

// Erase overwrites and deletes all that the streams hold of calls: exchanges,
// verdicts and dead letters. What a worker publishes of an exchange that it judges
// meanwhile goes as well: the exchanges go first, and it takes back what it publishes
// then. The error is of NATS.
func Erase(ctx context.Context, js jetstream.JetStream, calls ...parley.CallID) error {
	for _, call := range calls {
		if !isToken(call) {
			continue // nothing was ever sent of it
		}
		all := func([]byte) bool { return true }
		for _, from := range []struct{ stream, prefix string }{
			{ChecksStream, checkPrefix}, {VerdictsStream, verdictPrefix}, {DeadStream, deadPrefix},
		} {
			if err := eraseWhere(ctx, js, from.stream, from.prefix+string(call), all); err != nil {
				return fmt.Errorf("erase %s from %s: %w", call, from.stream, err)
			}
		}
	}
	return nil
}

// EraseUsers overwrites and deletes the exchanges that name a user by their id,
// as those of an earlier version do.
func EraseUsers(ctx context.Context, js jetstream.JetStream) error {
	for name, subject := range map[string]string{ChecksStream: checkPrefix + "*", DeadStream: deadPrefix + "*"} {
		if err := eraseWhere(ctx, js, name, subject, namesUser); err != nil {
			return fmt.Errorf("erase user ids from %s: %w", name, err)
		}
	}
	return nil
}

func namesUser(data []byte) bool {
	var e struct {
		User string `json:"user"`
	}
	return json.Unmarshal(data, &e) == nil && e.User != ""
}

func eraseWhere(ctx context.Context, js jetstream.JetStream, name, subject string, which func(data []byte) bool) error {
	stream, err := streams.Find(ctx, js, name)
	if err != nil {
		return err
	}
	for from := uint64(1); ; {
		msg, err := stream.GetMsg(ctx, from, jetstream.WithGetMsgSubject(subject))
		if errors.Is(err, jetstream.ErrMsgNotFound) {
			return nil
		}
		if err != nil {
			return err
		}
		from = msg.Sequence + 1
		if !which(msg.Data) {
			continue
		}
		if err := stream.SecureDeleteMsg(ctx, msg.Sequence); err != nil && !errors.Is(err, jetstream.ErrMsgNotFound) {
			return err
		}
	}
}
