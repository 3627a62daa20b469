package journal

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// errMissing means that the server says there is no such message.
var errMissing = fmt.Errorf("%w: a message is missing", ErrUnavailable)

// answerWithin is how long a server may take to answer what is only read before it is
// asked again. A request is lost with the server that held it, and nobody tells; servers
// that live elect another leader within 4 to 9 s (raft.go of nats-server).
const answerWithin = time.Second

// messages is what a stream holds.
type messages struct {
	stream jetstream.Stream
	js     jetstream.JetStream
}

// ready returns ErrUnavailable without a connection: what is sent then waits in
// the client and goes out much later.
func (m messages) ready() error {
	if !m.js.Conn().IsConnected() {
		return fmt.Errorf("%w: %w", ErrUnavailable, nats.ErrDisconnected)
	}
	return nil
}

// ask asks the server until it answers, again each answerWithin, as long as ctx has
// time: that of the JetStream context if it has no deadline. An error is ErrUnavailable.
func (m messages) ask(ctx context.Context, once func(context.Context) error) error {
	if err := m.ready(); err != nil {
		return err
	}
	if _, ends := ctx.Deadline(); !ends {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, m.js.Options().DefaultTimeout)
		defer cancel()
	}
	for {
		within, cancel := context.WithTimeout(ctx, answerWithin)
		err := once(within)
		cancel()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil || !errors.Is(err, context.DeadlineExceeded) {
			return fmt.Errorf("%w: %w", ErrUnavailable, err)
		}
	}
}

// publish stores a message and returns its sequence.
func (m messages) publish(ctx context.Context, subject string, data []byte, opts ...jetstream.PublishOpt) (uint64, error) {
	return m.publishMsg(ctx, &nats.Msg{Subject: subject, Data: data}, opts...)
}

// publishMsg stores a message and returns its sequence.
func (m messages) publishMsg(ctx context.Context, msg *nats.Msg, opts ...jetstream.PublishOpt) (uint64, error) {
	if err := m.ready(); err != nil {
		return 0, err
	}
	ack, err := m.js.PublishMsg(ctx, msg, opts...)
	if err == nil {
		return ack.Sequence, nil
	}
	var refused *jetstream.APIError
	if errors.As(err, &refused) && (refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequence ||
		refused.ErrorCode == jetstream.JSErrCodeStreamWrongLastSequenceConstant) {
		return 0, ErrConflict
	}
	if errors.Is(err, nats.ErrMaxPayload) { // the server takes less than MaxCommit
		return 0, fmt.Errorf("%w: %w", ErrTooLarge, err)
	}
	return 0, fmt.Errorf("%w: %w", ErrUnsure, err)
}

// count is how many messages there are.
func (m messages) count(ctx context.Context) (uint64, error) {
	var info *jetstream.StreamInfo
	err := m.ask(ctx, func(ctx context.Context) (err error) {
		info, err = m.stream.Info(ctx)
		return err
	})
	if err != nil {
		return 0, err
	}
	if info.Config.Replicas > 1 {
		info.Config.AllowDirect = false // as streams.Open has it: the handle keeps this
	}
	return info.State.Msgs, nil
}

// last is the newest message of a subject, which may have wildcards. Its sequence
// is 0 if there is none.
func (m messages) last(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	var msg *jetstream.RawStreamMsg
	err := m.ask(ctx, func(ctx context.Context) (err error) {
		msg, err = m.stream.GetLastMsgForSubject(ctx, subject)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return &jetstream.RawStreamMsg{}, nil
	}
	return msg, err
}

// get is the message with a sequence, or the next one of a subject. It returns
// errMissing if there is none.
func (m messages) get(ctx context.Context, seq uint64, opts ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
	var msg *jetstream.RawStreamMsg
	err := m.ask(ctx, func(ctx context.Context) (err error) {
		msg, err = m.stream.GetMsg(ctx, seq, opts...)
		return err
	})
	if errors.Is(err, jetstream.ErrMsgNotFound) {
		return nil, errMissing
	}
	return msg, err
}

// all yields the messages there are of a subject, oldest first.
func (m messages) all(ctx context.Context, subject string) iter.Seq2[*jetstream.RawStreamMsg, error] {
	return func(yield func(*jetstream.RawStreamMsg, error) bool) {
		last, err := m.last(ctx, subject)
		for from := uint64(1); err == nil && from <= last.Sequence; {
			var msg *jetstream.RawStreamMsg
			if msg, err = m.get(ctx, from, jetstream.WithGetMsgSubject(subject)); err != nil {
				break
			}
			if !yield(msg, nil) {
				return
			}
			from = msg.Sequence + 1
		}
		if errors.Is(err, errMissing) && m.gone(ctx, last.Sequence) {
			return // the newest ones were removed meanwhile
		}
		if err != nil {
			yield(nil, err)
		}
	}
}

// purge removes the messages of a subject. Their bytes stay on the disk.
func (m messages) purge(ctx context.Context, subject string) error {
	if err := m.ready(); err != nil {
		return err
	}
	if err := m.stream.Purge(ctx, jetstream.WithPurgeSubject(subject)); err != nil {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// overwrite removes a message and its bytes on the disk. One that is gone already
// is no error.
func (m messages) overwrite(ctx context.Context, seq uint64) error {
	if err := m.ready(); err != nil {
		return err
	}
	if err := m.stream.SecureDeleteMsg(ctx, seq); err != nil && !m.gone(ctx, seq) {
		return fmt.Errorf("%w: %w", ErrUnavailable, err)
	}
	return nil
}

// gone reports that there is no message with the sequence, or none any more.
func (m messages) gone(ctx context.Context, seq uint64) bool {
	_, err := m.get(ctx, seq)
	return errors.Is(err, errMissing)
}
