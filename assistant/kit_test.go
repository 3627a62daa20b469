package assistant_test

import (
	"context"
	"errors"
	"log/slog"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"go.uber.org/goleak"

	"parley"
	"parley/app/embedded"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/assistant/trip"
	"parley/journal"
	"parley/journal/timer"
	"parley/llm"
	"parley/scenarios"
)

func TestMain(m *testing.M) {
	if dir := os.Getenv(childDir); dir != "" {
		serve(dir)
		return
	}
	if url := os.Getenv(saysYes); url != "" {
		asYes(url)
		return
	}
	goleak.VerifyTestMain(m)
}

// deadline bounds what a test waits for; nothing comes near it.
const deadline = 2 * time.Minute

// owner is a user's alias.
const owner = "u-0123456789abcdef"

// store is a NATS server on disk.
func store(t testing.TB) jetstream.JetStream {
	t.Helper()
	n, err := embedded.StartNATS(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	nc, err := n.Connect()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		nc.Close()
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	})
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	return js
}

// clock is a clock that tests set.
type clock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *clock) add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// berlin is where the users of the tests live.
var berlin = func() *time.Location {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		panic(err)
	}
	return zone
}()

// tuesday is 24 November 2026 at ten in the morning.
func tuesday() *clock { return &clock{now: time.Date(2026, 11, 24, 10, 0, 0, 0, berlin)} }

// setup is how a host is made, if not by default.
type setup struct {
	js       jetstream.JetStream
	clock    *clock
	quota    state.Quota
	flights  trip.Source
	calendar assistant.Calendar
	skills   llm.Engine
	acts     acts
	// accepts is Config.AcceptLosses, damaged Config.Damaged.
	accepts bool
	damaged func(string)
	// now is the clock if it is not one that the test sets.
	now func() time.Time
}

// served is a host and what is under it.
type served struct {
	*assistant.Host
	t     testing.TB
	js    jetstream.JetStream
	log   *journal.Log
	clock *clock
	// stop ends the host before its test does.
	stop func()
	acts acts
}

// open makes a host and runs it.
func open(t testing.TB, s setup) *served {
	t.Helper()
	if s.js == nil {
		s.js = store(t)
	}
	if s.clock == nil {
		s.clock = tuesday()
	}
	if s.now == nil {
		s.now = s.clock.Now
	}
	patient, enough := context.WithTimeout(t.Context(), time.Minute) // a shared disk takes seconds over a stream
	defer enough()
	log, err := journal.OpenLog(patient, s.js, journal.LogConfig{Name: "USERS"})
	if err != nil {
		t.Fatal(err)
	}
	timers, err := timer.Open(patient, s.js, timer.Config{Name: "TIMERS"})
	if err != nil {
		t.Fatal(err)
	}
	c := assistant.Config{
		Log: log, Timers: timers, Zone: berlin, Now: s.now, Quota: s.quota,
		Flights: s.flights, Calendar: s.calendar,
		Logger: slog.New(slog.DiscardHandler), AcceptLosses: s.accepts, Damaged: s.damaged,
	}
	c.Skills.Engine = s.skills
	h, err := assistant.New(c)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- h.Run(ctx) }()
	stop := sync.OnceFunc(func() {
		cancel()
		// A test may close the connection before Run has begun to listen.
		if err := <-done; err != nil && !errors.Is(err, nats.ErrConnectionClosed) {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return &served{h, t, s.js, log, s.clock, stop, s.acts}
}

func scene(t testing.TB, id string) scenarios.Scenario {
	t.Helper()
	l, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	s, ok := l.Get(id)
	if !ok || s.Kind != scenarios.KindAssistant {
		t.Fatalf("there is no assistant %s", id)
	}
	return s
}

// acts is how an assistant's model acts; empty is as its scene says.
type acts string

// both runs a test of what goes through a model for either way in which one acts.
func both(t *testing.T, test func(t *testing.T, by acts)) {
	t.Helper()
	for _, by := range []acts{scenarios.ActsByTools, scenarios.ActsByCode} {
		t.Run(string(by), func(t *testing.T) { test(t, by) })
	}
}

// open makes a host whose chief of staff acts in that way.
func (by acts) open(t testing.TB, s setup) *served {
	t.Helper()
	s.acts = by
	return open(t, s)
}

// scene is a built-in assistant that acts in that way.
func (by acts) scene(t testing.TB, id string) scenarios.Scenario {
	t.Helper()
	s := scene(t, id)
	if by != "" {
		s.ActsBy = string(by)
	}
	return s
}

// model is a simulated model that acts in that way.
func (by acts) model(m llm.Engine) llm.Engine {
	if by == scenarios.ActsByCode {
		return assistanttest.Coding(m)
	}
	return m
}

// say has the chief of staff answer a message, with a model or none.
func (d *served) say(text string, model llm.Engine) string {
	d.t.Helper()
	said, _ := d.send(assistant.Message{Owner: owner, Text: text, Engine: model})
	return said
}

func (d *served) send(m assistant.Message) (string, []parley.Task) {
	d.t.Helper()
	if m.Scene.ID == "" {
		m.Scene = d.acts.scene(d.t, "chiefOfStaff")
	}
	m.Engine = d.acts.model(m.Engine)
	ctx, cancel := context.WithTimeout(d.t.Context(), deadline)
	defer cancel()
	said, s, err := d.Chat(ctx, m, func(assistant.Update) {})
	if err != nil {
		d.t.Fatalf("chat: %v", err)
	}
	return said.Content, s.Tasks
}

// state is what is kept of the owner.
func (d *served) state() *state.State {
	d.t.Helper()
	s, err := d.State(d.t.Context(), owner)
	if err != nil {
		d.t.Fatal(err)
	}
	return s
}

// titles are those of tasks, with a mark for those done.
func titles(tasks []parley.Task) string {
	var all []string
	for _, t := range tasks {
		title := t.Title
		if t.Status == parley.Completed {
			title += " (done)"
		}
		all = append(all, title)
	}
	return strings.Join(all, ", ")
}

func (d *served) wantTasks(want string) {
	d.t.Helper()
	if got := titles(d.state().Tasks); got != want {
		d.t.Errorf("tasks are %q, want %q", got, want)
	}
}
