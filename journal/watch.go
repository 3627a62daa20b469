package journal

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Erased is what Watch tells of a record that was erased, in the place of a
// sequence. It is greater than any.
const Erased uint64 = math.MaxUint64

// watchTimeout bounds how long the server may take to know of a Watch.
const watchTimeout = 5 * time.Second

// toldOf is where the server tells of a commit as it stores it: a process that dies
// after its commit leaves nobody behind.
func (l *Log) toldOf(id string) string { return l.name + ".told." + id }

// announceErased tells whoever watches that a record is gone.
func (l *Log) announceErased(id string) {
	m := nats.NewMsg(l.toldOf(id))
	m.Header.Set(jetstream.SequenceHeader, strconv.FormatUint(Erased, 10))
	_ = l.nc.PublishMsg(m) // it is gone all the same
}

// Watch has see told of what any process appends or erases while it runs: the
// record's id, see Record.ID, and the commit's sequence, or Erased. It is a hint:
// while the connection is away none come, and an empty id is told once it is back,
// as anything may have been missed. see is called from two goroutines and must not
// block. stop ends it; Watch returns once the server knows, or ctx's error.
func (l *Log) Watch(ctx context.Context, see func(id string, seq uint64)) (stop func(), err error) {
	prefix := l.toldOf("")
	sub, err := l.nc.Subscribe(prefix+"*", func(m *nats.Msg) {
		if seq, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64); err == nil {
			see(strings.TrimPrefix(m.Subject, prefix), seq)
		}
	})
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, watchTimeout)
		defer cancel()
		err = l.nc.FlushWithContext(ctx)
	}
	if err != nil {
		return nil, fmt.Errorf("watch the log: %w", err)
	}
	back, done := l.nc.StatusChanged(nats.CONNECTED), make(chan struct{})
	go func() {
		defer close(done)
		for range back {
			see("", 0)
		}
	}()
	return func() {
		_ = sub.Unsubscribe() // fails only where the connection is closed
		l.nc.RemoveStatusListener(back)
		<-done
	}, nil
}
