package journal

import (
	"context"
	"sync/atomic"

	"github.com/nats-io/nats.go/jetstream"
)

// Prune keeps the most profiles that were saved last.
func (p *Profiles) Prune(most int) error { return p.prune(most) }

// Begin makes the owner's secret, as Append does before the first commit.
func (r *Record) Begin(ctx context.Context) error {
	_, err := r.log.newSecret(ctx, r.owner)
	return err
}

// Lose has the server hear every other request for commits only.
func (l *Log) Lose() { l.commits.stream = &lossy{Stream: l.commits.stream} }

type lossy struct {
	jetstream.Stream
	asked atomic.Int64
}

func (s *lossy) hear(ctx context.Context) error {
	if s.asked.Add(1)%2 == 0 {
		return nil
	}
	<-ctx.Done()
	return ctx.Err()
}

func (s *lossy) GetMsg(ctx context.Context, seq uint64, opts ...jetstream.GetMsgOpt) (*jetstream.RawStreamMsg, error) {
	if err := s.hear(ctx); err != nil {
		return nil, err
	}
	return s.Stream.GetMsg(ctx, seq, opts...)
}

func (s *lossy) GetLastMsgForSubject(ctx context.Context, subject string) (*jetstream.RawStreamMsg, error) {
	if err := s.hear(ctx); err != nil {
		return nil, err
	}
	return s.Stream.GetLastMsgForSubject(ctx, subject)
}
