package timer_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded/embeddedtest"
	"parley/engine/enginetest"
	"parley/journal/timer"
)

func TestTimersSurviveARestartOfTheServer(t *testing.T) {
	f := newFallible(t)
	timers, calls := open(t, f.dial()), newFiring()
	set(t, timers, "moved", 300*time.Millisecond)
	set(t, timers, "moved", time.Second)
	set(t, timers, "gone", time.Second)
	set(t, timers, "missed", 100*time.Millisecond) // due before any Run
	set(t, timers, "r", time.Second)
	if err := timers.Cancel(t.Context(), "o", "gone"); err != nil {
		t.Fatal(err)
	}
	f.Stop()
	f.Start()
	run(t, open(t, f.dial()), calls.fire)
	calls.names(t, "missed")
	calls.names(t, "moved", "r")
	emptied(t, timers)
	if len(calls) != 0 {
		t.Errorf("fired %+v too", calls.next(t))
	}
}

// What is on the disk while the server runs is what kill -9 leaves.
func TestTimersSurviveTheDeathOfTheServer(t *testing.T) {
	dir, left := t.TempDir(), t.TempDir()
	timers := open(t, embeddedtest.Connect(t, embeddedtest.StartNATS(t, dir)))
	set(t, timers, "moved", 300*time.Millisecond)
	set(t, timers, "moved", time.Second)
	set(t, timers, "gone", time.Second)
	set(t, timers, "r", time.Second)
	if err := timers.Cancel(t.Context(), "o", "gone"); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	calls := newFiring()
	timers = open(t, embeddedtest.Connect(t, embeddedtest.StartNATS(t, left)))
	run(t, timers, calls.fire)
	calls.names(t, "moved", "r")
	emptied(t, timers)
	if len(calls) != 0 {
		t.Errorf("fired %+v too", calls.next(t))
	}
}

// Run and Set go on over the same connection.
func TestRunRidesOutARestart(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	told := make(teller, 8)
	timers, calls := open(t, js, func(c *timer.Config) { c.Log = slog.New(told) }), newFiring()
	run(t, timers, calls.fire)
	set(t, timers, "before", 0)
	calls.names(t, "before")
	f.Stop()
	disconnected(t, js)
	clock := enginetest.Start()
	for what, err := range map[string]error{
		"Set":       timers.Set(t.Context(), "o", "r", time.Now()),
		"Cancel":    timers.Cancel(t.Context(), "o", "r"),
		"CancelAll": timers.CancelAll(t.Context(), "o"),
	} {
		if !errors.Is(err, timer.ErrUnavailable) {
			t.Errorf("%s without a server = %v, want ErrUnavailable", what, err)
		}
	}
	if l := clock.Lapse(); l.Own > time.Second {
		t.Errorf("that was known after %v, want at once", l.Took)
	}
	f.Start()
	connected(t, js)
	clock = enginetest.Start()
	set(t, timers, "after", 0)
	calls.names(t, "after")
	if l := clock.Lapse(); l.Own > 3*time.Second {
		t.Errorf("fired %v after the server was back, want at most 3 s", l.Took)
	}
	for _, want := range []string{"timers are out of reach", "timers are in reach again"} {
		if got := next(t, (<-chan string)(told)); !strings.HasPrefix(got, want) {
			t.Errorf("the log has %q, want %q", got, want)
		}
	}
	if l := clock.Lapse(); l.Own > 5*time.Second {
		t.Errorf("the log told of it after %v", l.Took)
	}
}

// teller sends the messages of a log.
type teller chan string

func (teller) Enabled(context.Context, slog.Level) bool { return true }
func (c teller) WithAttrs([]slog.Attr) slog.Handler     { return c }
func (c teller) WithGroup(string) slog.Handler          { return c }
func (c teller) Handle(_ context.Context, r slog.Record) error {
	c <- r.Message
	return nil
}

func TestRunMakesTheStreamOfAServerThatLostItsDisk(t *testing.T) {
	f := newFallible(t)
	js := f.dial()
	timers, calls := open(t, js), newFiring()
	run(t, timers, calls.fire)
	f.Stop()
	f.Dir = t.TempDir()
	f.Start()
	connected(t, js)
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	for over := time.Now().Add(deadline); ; {
		err := timers.Set(t.Context(), "o", "r", time.Now())
		if err == nil {
			break
		}
		if !errors.Is(err, timer.ErrUnavailable) || time.Now().After(over) {
			t.Fatalf("Set = %v", err)
		}
		<-tick.C
	}
	calls.names(t, "r")
}

func TestRunEndsWithItsConnection(t *testing.T) {
	js := server(t)
	timers := open(t, js)
	done := make(chan error, 1)
	go func() { done <- timers.Run(t.Context(), newFiring().fire) }()
	set(t, timers, "r", 0)
	js.Conn().Close()
	if err := next(t, done); !errors.Is(err, timer.ErrUnavailable) {
		t.Errorf("Run = %v, want ErrUnavailable", err)
	}
	if _, err := timer.Open(t.Context(), js, timer.Config{Name: "T"}); !errors.Is(err, timer.ErrUnavailable) {
		t.Errorf("Open = %v, want ErrUnavailable", err)
	}
}

// The process is gone without a word: it neither acknowledges nor gives back.
func TestAnotherProcessFiresWhatADeadOneBegan(t *testing.T) {
	f := newFallible(t)
	dying := f.dial()
	theirs := open(t, dying)
	began, release := make(chan struct{}), make(chan struct{})
	done := make(chan error, 1)
	go func() {
		done <- theirs.Run(t.Context(), func(context.Context, string, string, time.Time) error {
			close(began)
			<-release
			return nil
		})
	}()
	timers := open(t, f.dial())
	at := set(t, timers, "r", 0)
	next(t, began)
	dying.Conn().Close()
	calls := newFiring()
	run(t, timers, calls.fire)
	if got := calls.next(t); got.name != "r" || !got.due.Equal(at) || got.late-got.held > 3*time.Second {
		t.Errorf("fired %+v, want r at %v and at most AckWait and what is usual late", got, at)
	}
	emptied(t, timers)
	close(release)
	if err := next(t, done); !errors.Is(err, timer.ErrUnavailable) {
		t.Errorf("Run of the dead = %v", err)
	}
	if len(calls) != 0 {
		t.Error("fired twice by the living")
	}
}

// A timer that kills its processes is not fired for ever.
func TestTimerThatKillsItsProcessesIsGivenUp(t *testing.T) {
	js := server(t)
	timers := open(t, js, func(c *timer.Config) { c.AckWait = 100 * time.Millisecond })
	set(t, timers, "r", 0)
	consumer, err := js.Consumer(t.Context(), "TIMERS", "fire")
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 { // taken and never settled
		if _, err := consumer.Next(jetstream.FetchMaxWait(deadline)); err != nil {
			t.Fatalf("delivery %d: %v", i, err)
		}
	}
	calls := newFiring()
	run(t, timers, calls.fire)
	emptied(t, timers)
	if len(calls) != 0 {
		t.Error("fired a sixth time")
	}
}

func TestForeignMessagesAreDropped(t *testing.T) {
	js := server(t)
	timers, calls := open(t, js), newFiring()
	for _, subject := range []string{"TIMERS.due.o.r.soon", "TIMERS.due.o.r.007", "TIMERS.due.o.r.-1", "TIMERS.due.o.é.1"} {
		if _, err := js.Publish(t.Context(), subject, []byte("junk")); err != nil {
			t.Fatal(err)
		}
	}
	run(t, timers, calls.fire)
	set(t, timers, "r", 0)
	calls.names(t, "r")
	emptied(t, timers)
	if len(calls) != 0 {
		t.Errorf("fired %+v", calls.next(t))
	}
}

// The server waits a quarter of a second before it looks at its clock for a timer
// whose time has passed, unless it is made to.
func TestRunMakesTheServerLookAtItsClock(t *testing.T) {
	timers, calls := open(t, server(t)), newFiring()
	timers.Look(10 * time.Millisecond)
	run(t, timers, calls.fire)
	enginetest.Within(t, 200*time.Millisecond, "firing", func() enginetest.Lapse {
		clock := enginetest.Start()
		set(t, timers, "r", 0)
		calls.next(t)
		return clock.Lapse()
	})
}

func TestServerWithoutSchedulesIsRefused(t *testing.T) {
	conn := server(t).Conn()
	sub, err := conn.Subscribe("OLD.STREAM.CREATE.T", func(m *nats.Msg) {
		_ = m.Respond([]byte(`{"type":"io.nats.jetstream.api.v1.stream_create_response","config":{"name":"T"},"state":{}}`))
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sub.Unsubscribe() }()
	js, err := jetstream.NewWithAPIPrefix(conn, "OLD")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := timer.Open(t.Context(), js, timer.Config{Name: "T"}); !errors.Is(err, timer.ErrUnavailable) {
		t.Errorf("Open = %v, want ErrUnavailable", err)
	}
}

// A stream of an earlier version has other limits.
func TestOpenBringsTheStreamUpToDate(t *testing.T) {
	js := server(t)
	if _, err := js.CreateStream(t.Context(), jetstream.StreamConfig{
		Name: "TIMERS", Subjects: []string{"TIMERS.due.*.*.*"}, Retention: jetstream.WorkQueuePolicy, MaxMsgSize: 10,
	}); err != nil {
		t.Fatal(err)
	}
	timers, calls := open(t, js), newFiring()
	run(t, timers, calls.fire)
	set(t, timers, "r", 0)
	calls.names(t, "r")
}

// What Run asks of the server twice a minute.
func BenchmarkUpdate(b *testing.B) {
	js := server(b)
	open(b, js)
	b.ReportAllocs()
	for b.Loop() {
		stream, err := js.Stream(b.Context(), "TIMERS")
		if err == nil {
			_, err = js.UpdateStream(b.Context(), stream.CachedInfo().Config)
		}
		if err != nil {
			b.Fatal(err)
		}
	}
}
