package failover_test

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley"
	"parley/engine"
	"parley/engine/failover"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const ms = time.Millisecond

// trouble is what a fake engine does to a request.
type trouble string

const (
	none    trouble = "none"
	refused trouble = "refused"
	key     trouble = "401"
	busy    trouble = "429"
	service trouble = "500"
	hang    trouble = "hang before the first byte"
	stall   trouble = "hang in the middle"
	cut     trouble = "cut in the middle"
	junk    trouble = "junk"
	broken  trouble = "panic"
	unknown trouble = "unknown"
)

var troubles = []trouble{refused, key, busy, service, hang, stall, cut, junk, broken, unknown}

var errRefused = fmt.Errorf("%w: connection refused", engine.ErrAway)

// before is the error with which a request fails at once, or nil.
func (f trouble) before() error {
	switch f {
	case refused:
		return errRefused
	case key:
		return fmt.Errorf("chat: %w", engine.ErrKey)
	case busy:
		return engine.WithRetryAfter(fmt.Errorf("chat: %w", engine.ErrBusy), 5*time.Second)
	case service:
		return fmt.Errorf("chat: %w", engine.ErrService)
	case junk:
		return fmt.Errorf("chat: %w", engine.ErrJunk)
	case broken:
		panic("an engine's bug")
	case unknown:
		return errors.New("nobody knows why")
	default:
		return nil
	}
}

// script are the troubles of a fake engine's requests, one after the other; the
// last goes on for ever.
type script struct {
	mu       sync.Mutex
	list     []trouble
	requests int
	contexts []context.Context
}

func (m *script) next(ctx context.Context) trouble {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.requests++
	m.contexts = append(m.contexts, ctx)
	if len(m.list) == 0 {
		return none
	}
	now := m.list[0]
	if len(m.list) > 1 {
		m.list = m.list[1:]
	}
	return now
}

func (m *script) count() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.requests
}

// pending is how many requests go on.
func (m *script) pending() (n int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, ctx := range m.contexts {
		if ctx.Err() == nil {
			n++
		}
	}
	return n
}

// wait is a sleep that ends with ctx.
func wait(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// watcher is an Observer that remembers.
type watcher struct {
	mu       sync.Mutex
	switches []failover.Switch
	usage    map[string]parley.Usage
}

func (w *watcher) Switched(s failover.Switch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.switches = append(w.switches, s)
}

func (w *watcher) Used(u parley.Usage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.usage == nil {
		w.usage = map[string]parley.Usage{}
	}
	sum := w.usage[u.Engine]
	sum.Requests += u.Requests
	sum.Retries += u.Retries
	sum.Prompt += u.Prompt
	sum.Completion += u.Completion
	sum.Audio += u.Audio
	sum.Characters += u.Characters
	sum.Estimated = sum.Estimated || u.Estimated
	w.usage[u.Engine] = sum
}

func (w *watcher) seen() ([]failover.Switch, map[string]parley.Usage) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.switches, w.usage
}

// quietly keeps the log of panics out of the test's output.
func quietly(o failover.Options) failover.Options {
	o.Log = slog.New(slog.DiscardHandler)
	return o
}
