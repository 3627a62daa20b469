package embedded

import (
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/nats-io/nats-server/v2/server"
)

// natsLog hands warnings and errors of the NATS server to slog and keeps the
// last serious one as the cause of a failed start.
type natsLog struct {
	// fatal is set when the server gave up.
	fatal atomic.Bool
	// hurt is signalled when the server could not write.
	hurt chan<- struct{}

	mu   sync.Mutex
	last string
}

var _ server.Logger = (*natsLog)(nil)

func (l *natsLog) cause() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == "" {
		return "it did not become ready"
	}
	return l.last
}

func (l *natsLog) keep(format string, v []any) string {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.last = fmt.Sprintf(format, v...)
	return l.last
}

// Warnf implements server.Logger.
func (l *natsLog) Warnf(format string, v ...any) {
	slog.Warn("nats", "message", fmt.Sprintf(format, v...))
}

// unwritten are words of the errors after which a stream, a consumer or all of
// JetStream takes no more: its store keeps a failed write and returns it for
// ever (nats-server 2.15: setWriteErr in filestore.go and jetstream_cluster.go,
// handleOutOfSpace in jetstream.go).
var unwritten = []string{"write error", "no space left", "will be DISABLED"}

// Errorf implements server.Logger.
func (l *natsLog) Errorf(format string, v ...any) {
	text := l.keep(format, v)
	slog.Error("nats", "message", text)
	if slices.ContainsFunc(unwritten, func(words string) bool { return strings.Contains(text, words) }) {
		select {
		case l.hurt <- struct{}{}:
		default:
		}
	}
}

// Fatalf implements server.Logger. The server returns after it; StartNATS then
// reports the cause, so it is not logged here too.
func (l *natsLog) Fatalf(format string, v ...any) {
	l.keep(format, v)
	l.fatal.Store(true)
}

// Noticef implements server.Logger and drops the line.
func (l *natsLog) Noticef(string, ...any) {}

// Debugf implements server.Logger and drops the line.
func (l *natsLog) Debugf(string, ...any) {}

// Tracef implements server.Logger and drops the line.
func (l *natsLog) Tracef(string, ...any) {}
