package timer_test

import (
	"context"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"parley/app/embedded/embeddedtest"
	"parley/engine/enginetest"
	"parley/journal/timer"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	// deadline bounds what a test waits for; nothing comes near it.
	deadline = 2 * time.Minute
	// lateness is what a timer may be late, beside the time that this process could
	// have run and others had the processors.
	lateness = 1500 * time.Millisecond
)

// fired is a call of a fire function.
type fired struct {
	owner, name string
	due         time.Time
	late        time.Duration // after due
	held        time.Duration // for which others had the processors, in all tests so far
	at          time.Time
}

// process is the clock of all tests.
var process = enginetest.Start()

// isLate says that nothing explains when it was fired.
func (f fired) isLate() bool { return f.late < 0 || f.late > lateness && f.late-f.held > lateness }

// firing is a fire function that tells of its calls.
type firing chan fired

func newFiring() firing { return make(firing, 1<<14) }

func (f firing) fire(_ context.Context, owner, name string, due time.Time) error {
	l := process.Lapse()
	f <- fired{owner, name, due, time.Since(due), l.Took - l.Own, time.Now()}
	return nil
}

// next is the next call.
func (f firing) next(t testing.TB) fired {
	t.Helper()
	return next(t, f)
}

// names fails the test unless the next calls are for these timers, in any order
// and in time.
func (f firing) names(t testing.TB, want ...string) {
	t.Helper()
	var got []string
	for range want {
		call := f.next(t)
		got = append(got, call.name)
		if call.isLate() {
			t.Errorf("%s was fired %v late, want at most %v", call.name, call.late, lateness)
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("fired %v, want %v", got, want)
	}
}

func next[T any](t testing.TB, c <-chan T) T {
	t.Helper()
	select {
	case v := <-c:
		return v
	case <-time.After(deadline):
		t.Fatal("nothing came")
		panic("unreachable")
	}
}

// server is a NATS server and a connection to it until the test ends.
func server(t testing.TB) jetstream.JetStream {
	t.Helper()
	return embeddedtest.Connect(t, embeddedtest.StartNATS(t, t.TempDir()))
}

// open opens the timers of a server, whose pauses are short.
func open(t testing.TB, js jetstream.JetStream, configs ...func(*timer.Config)) *timer.Timers {
	t.Helper()
	c := timer.Config{Name: "TIMERS", AckWait: time.Second}
	for _, f := range configs {
		f(&c)
	}
	timers, err := timer.Open(t.Context(), js, c)
	if err != nil {
		t.Fatal(err)
	}
	timers.Hasten(time.Millisecond, timer.Patience)
	return timers
}

type fireFunc = func(ctx context.Context, owner, name string, due time.Time) error

// run runs timers until the test ends or stop is called.
func run(t testing.TB, timers *timer.Timers, fire fireFunc) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- timers.Run(ctx, fire) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Run = %v", err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// set sets a timer of the owner "o" and returns when it is due.
func set(t testing.TB, timers *timer.Timers, name string, in time.Duration) time.Time {
	t.Helper()
	at := time.Now().Add(in)
	if err := timers.Set(t.Context(), "o", name, at); err != nil {
		t.Fatalf("Set(%s) = %v", name, err)
	}
	return at
}

// emptied waits until the stream holds nothing.
func emptied(t testing.TB, timers *timer.Timers) {
	t.Helper()
	left(t, timers, 0)
}

// left waits until the stream holds n messages.
func left(t testing.TB, timers *timer.Timers, n uint64) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for over := time.After(deadline); ; {
		state, err := timers.State(t.Context())
		if err == nil && state.Msgs == n {
			return
		}
		select {
		case <-tick.C:
		case <-over:
			t.Fatalf("%d messages are left, %v; want %d", state.Msgs, err, n)
		}
	}
}

// fallible is a NATS server that can be taken away and brought back.
type fallible struct {
	*embeddedtest.Fallible
	t testing.TB
}

func newFallible(t testing.TB) *fallible {
	t.Helper()
	return &fallible{embeddedtest.NewFallible(t, t.TempDir()), t}
}

// dial connects over TCP, as a process of its own does.
func (f *fallible) dial() jetstream.JetStream {
	f.t.Helper()
	conn, err := nats.Connect(f.URL, nats.MaxReconnects(-1), nats.ReconnectWait(50*time.Millisecond))
	if err != nil {
		f.t.Fatal(err)
	}
	closed := make(chan struct{})
	conn.SetClosedHandler(func(*nats.Conn) { close(closed) })
	f.t.Cleanup(func() {
		conn.Close()
		<-closed
	})
	js, err := jetstream.New(conn)
	if err != nil {
		f.t.Fatal(err)
	}
	return js
}

// disconnected waits until js knows that its server is away.
func disconnected(t testing.TB, js jetstream.JetStream) {
	t.Helper()
	status := js.Conn().StatusChanged(nats.RECONNECTING, nats.DISCONNECTED)
	defer js.Conn().RemoveStatusListener(status)
	if js.Conn().IsConnected() {
		next(t, status)
	}
}

// connected waits until js knows that its server is back.
func connected(t testing.TB, js jetstream.JetStream) {
	t.Helper()
	status := js.Conn().StatusChanged(nats.CONNECTED)
	defer js.Conn().RemoveStatusListener(status)
	if !js.Conn().IsConnected() {
		next(t, status)
	}
}
