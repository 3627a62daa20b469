package trip_test

import (
	"context"
	"errors"
	"os"
	"sync"
	"syscall"
	"testing"
	"time"

	"parley/assistant/trip"
	"parley/assistant/trip/fixture"
	"parley/engine/enginetest"
)

func TestServerThatDiedIsStartedAgain(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("dies second"))
	search(t, m, fixture.Count)
	first := l.next()
	search(t, m, fixture.Count) // by which the first dies
	first.ends()
	second := l.next()
	if err := syscall.Kill(second.pid, syscall.SIGKILL); err != nil { // while it has nothing to do
		t.Fatal(err)
	}
	second.ends()
	search(t, m, fixture.Count)
	third := l.next()
	m.Close()
	for _, p := range []*process{first, second, third} {
		p.isGone()
	}
}

func TestServerThatDiesAtOnceFailsOneSearch(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("dies"))
	for range 3 {
		if _, err := m.Search(t.Context(), paris); !errors.Is(err, trip.ErrSource) {
			t.Errorf("Search = %v, want %v", err, trip.ErrSource)
		}
		l.next().ends()
	}
	l.noMore()
}

func TestServerThatHangsIsCut(t *testing.T) {
	t.Parallel()
	const never = time.Hour // the test ends before
	for _, c := range []struct {
		name, mode string
		timeout    time.Duration
		limit      time.Duration // of the caller
	}{
		{"at its start", "hang", time.Second, never},
		{"at its start, longer than the caller waits", "hang", 6 * time.Second, time.Second}, // it ends by the timeout
		{"with a call", "hangs", 2 * time.Second, never},
		{"with a call, longer than the caller waits", "hangs", never, 2 * time.Second},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			l := newLeash(t)
			cfg := l.config(c.mode)
			cfg.Timeout = c.timeout
			m := source(t, cfg)
			ctx, cancel := context.WithTimeout(t.Context(), c.limit)
			defer cancel()
			clock := enginetest.Start()
			_, err := m.Search(ctx, paris)
			if l := clock.Lapse(); c.limit < c.timeout && l.Own >= c.timeout {
				t.Errorf("Search took %v", l.Took)
			}
			if !errors.Is(err, trip.ErrSource) || !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("Search = %v, want %v and %v", err, trip.ErrSource, context.DeadlineExceeded)
			}
			p := l.next()
			p.ends() // without Close
			m.Close()
			p.isGone()
		})
	}
}

func TestSearchThatIsCancelledKeepsTheServer(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("hangs first"))
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	done := make(chan error, 1)
	go func() {
		_, err := m.Search(ctx, paris)
		done <- err
	}()
	l.next().line() // the call is there
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) || errors.Is(err, trip.ErrSource) {
		t.Errorf("Search = %v, want %v alone", err, context.Canceled)
	}
	search(t, m, fixture.Count)
	l.noMore()
}

func TestSearchesShareOneServer(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("chatty"))
	var searches sync.WaitGroup
	for range 16 {
		searches.Go(func() {
			for range 3 {
				if flights, err := m.Search(t.Context(), paris); err != nil || len(flights) != fixture.Count {
					t.Errorf("Search = %d flights, %v, want %d", len(flights), err, fixture.Count)
				}
			}
		})
	}
	searches.Wait()
	p := l.next()
	l.noMore()
	m.Close()
	p.isGone()
}

// TestSearchesOutliveServers: each server dies with its second call and takes the
// answer to the first along, so any of the searches may fail, but none hangs.
func TestSearchesOutliveServers(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("dies second"))
	var searches sync.WaitGroup
	for range 6 {
		searches.Go(func() {
			for range 2 {
				_, err := m.Search(t.Context(), paris)
				if err != nil && (!errors.Is(err, trip.ErrSource) || errors.Is(err, context.DeadlineExceeded)) {
					t.Errorf("Search = %v, want %v", err, trip.ErrSource)
				}
			}
		})
	}
	searches.Wait()
	search(t, m, fixture.Count)
}

func TestCloseEndsSearches(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("hangs"))
	done := make(chan error, 1)
	go func() {
		_, err := m.Search(t.Context(), paris)
		done <- err
	}()
	p := l.next()
	p.line() // the call is there
	m.Close()
	p.isGone()
	if err := <-done; !errors.Is(err, os.ErrClosed) || !errors.Is(err, trip.ErrSource) {
		t.Errorf("Search = %v, want %v and %v", err, os.ErrClosed, trip.ErrSource)
	}
	if _, err := m.Search(t.Context(), paris); !errors.Is(err, os.ErrClosed) {
		t.Errorf("Search after Close = %v, want %v", err, os.ErrClosed)
	}
	l.noMore()
}

func TestCloseLeavesNoOrphan(t *testing.T) {
	t.Parallel()
	for _, mode := range []string{"stubborn", "parent"} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			l := newLeash(t)
			m := source(t, l.config(mode))
			search(t, m, fixture.Count)
			held := []*process{l.next()}
			if mode == "parent" {
				held = append(held, l.next()) // either may be the server
			}
			clock := enginetest.Start()
			m.Close()
			if l := clock.Lapse(); l.Own > 5*time.Second {
				t.Errorf("Close took %v", l.Took)
			}
			for _, p := range held {
				p.ends()
			}
		})
	}
}

func TestCloseWhileTheServerStarts(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	m := source(t, l.config("hang"))
	done := make(chan error, 1)
	go func() {
		_, err := m.Search(t.Context(), paris)
		done <- err
	}()
	p := l.next()
	m.Close()
	p.isGone()
	if err := <-done; !errors.Is(err, os.ErrClosed) {
		t.Errorf("Search = %v, want %v", err, os.ErrClosed)
	}
}
