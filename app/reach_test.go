package app

import (
	"context"
	"errors"
	"log/slog"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// TestReachOfAServerThatHangs: it is not ready before its first answer, nor while it
// hangs; the log hears of it at the start and when it changes, not each time.
func TestReachOfAServerThatHangs(t *testing.T) {
	var log levels
	before := slog.Default()
	slog.SetDefault(slog.New(&log))
	defer slog.SetDefault(before)
	synctest.Test(t, func(t *testing.T) {
		var hangs atomic.Bool
		hangs.Store(true)
		asked := 0
		r := &reach{server: "the store", why: errStore, ask: func(ctx context.Context) (why, cause error) {
			asked++
			if hangs.Load() {
				<-ctx.Done()
				return errStore, ctx.Err()
			}
			return nil, nil
		}}
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- r.run(ctx) }()
		wants := func(after time.Duration, want error, lines int) {
			t.Helper()
			time.Sleep(after)
			synctest.Wait()
			if got := r.ready(); !errors.Is(got, want) || (want == nil) != (got == nil) {
				t.Errorf("ready() = %v, want %v", got, want)
			}
			if got := log.all(); len(got) != lines {
				t.Errorf("the log has %v, want %d lines", got, lines)
			}
		}
		wants(0, errStore, 0)
		wants(reachTimeout, errStore, 1)
		wants(10*reachTimeout, errStore, 1)
		hangs.Store(false)
		wants(reachTimeout+reachEvery, nil, 2)
		hangs.Store(true)
		wants(reachTimeout+reachEvery, errStore, 3)
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if asked < 3 {
			t.Errorf("asked %d times", asked)
		}
	})
	if want := []slog.Level{slog.LevelWarn, slog.LevelInfo, slog.LevelWarn}; !slices.Equal(log.all(), want) {
		t.Errorf("the log has %v, want %v", log.all(), want)
	}
}

// levels are those of what is logged.
type levels struct {
	slog.Handler // never asked

	mu   sync.Mutex
	seen []slog.Level
}

func (*levels) Enabled(context.Context, slog.Level) bool { return true }

func (l *levels) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.seen = append(l.seen, r.Level)
	return nil
}

func (l *levels) all() []slog.Level {
	l.mu.Lock()
	defer l.mu.Unlock()
	return slices.Clone(l.seen)
}

// TestReadinessWhileStarting: a role is not ready before it has begun, whatever its
// parts say, and gives no tokens.
func TestReadinessWhileStarting(t *testing.T) {
	var r readiness
	if got := r.report(); got.Ready || len(got.Parts) != 1 || got.Parts[0].Name != "process" || r.takesCalls() == nil {
		t.Errorf("at the start: %+v, calls %v", got, r.takesCalls())
	}
	away := errors.New("away")
	r.need(part{name: "nats", well: "connected", state: func() error { return nil }})
	if got := r.report(); got.Ready || got.Error != errStarting.Error() {
		t.Errorf("while it opens: %+v", got)
	}
	r.begin(part{name: "store", well: "there", state: func() error { return away }})
	if got := r.report(); got.Ready || got.Error != "away" || got.Parts[0].State != "connected" {
		t.Errorf("a part is away: %+v", got)
	}
	if err := r.takesCalls(); err != nil {
		t.Errorf("calls need no such part: %v", err)
	}
	r.need(part{name: "agent", state: func() error { return away }, calls: true})
	if err := r.takesCalls(); !errors.Is(err, away) {
		t.Errorf("calls need an agent: %v", err)
	}
}
