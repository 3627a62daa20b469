package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/agent"
	"parley/app/engineconfig"
	"parley/assistant"
	"parley/assistant/calendar"
	"parley/assistant/skill"
	"parley/assistant/state"
	"parley/assistant/trip"
	"parley/engine"
	"parley/engine/failover"
	"parley/journal"
	"parley/journal/timer"
	"parley/llm"
	"parley/scenarios"
	"parley/web"
)

// Names of the assistants' streams on the NATS server.
const (
	usersStream  = "PARLEY_USERS"
	timersStream = "PARLEY_TIMERS"
)

// AssistantConfig says what assistants may use.
type AssistantConfig struct {
	// Flights starts a flight source that speaks MCP over stdio, or is its address;
	// empty is the bundled one, whose flights are made up.
	Flights string
	// Zone is that of users who have not said theirs; empty is the server's.
	Zone string
	// Quota bounds each user.
	Quota state.Quota
}

// assistants serve the users of assistants in this process: in calls and, as a
// web.Assistant, over HTTP.
type assistants struct {
	host    *assistant.Host
	library *scenarios.Library
	key     journal.UserKey
	engines *Engines
	prices  engineconfig.Prices
	flights *trip.MCP
	store   *nats.Conn
}

var _ web.Assistant = (*assistants)(nil)

// openAssistants opens the log of users. The caller runs and closes it.
func openAssistants(
	ctx context.Context, c Config, js jetstream.JetStream, e *Engines, library *scenarios.Library, key journal.UserKey,
	damaged func(kind string),
) (*assistants, error) {
	var log *journal.Log
	var timers *timer.Timers
	err := patiently(ctx, func() (err error) {
		log, err = journal.OpenLog(ctx, js, journal.LogConfig{Name: usersStream, Streams: c.streams(), Damaged: damaged})
		return err
	})
	if err != nil {
		return nil, SetupError{fmt.Errorf("set up the log of users (is JetStream on?): %w", err)}
	}
	err = patiently(ctx, func() (err error) {
		timers, err = timer.Open(ctx, js, timer.Config{Name: timersStream, Streams: c.streams(), Log: slog.Default()})
		return err
	})
	if err != nil {
		return nil, SetupError{fmt.Errorf("set up reminders: %w", err)}
	}
	zone := time.Local
	if c.Assistant.Zone != "" {
		if zone, err = time.LoadLocation(c.Assistant.Zone); err != nil {
			return nil, SetupError{fmt.Errorf("the time zone of assistants: %w", err)}
		}
	}
	a := &assistants{library: library, key: key, engines: e, prices: c.Plan.Prices, store: js.Conn()}
	if a.flights, err = openFlights(c.Assistant.Flights); err != nil { //nolint:contextcheck // it starts with the first search
		return nil, SetupError{err}
	}
	a.host, err = assistant.New(assistant.Config{
		Log: log, Timers: timers, Flights: a.flights, Zone: zone, Quota: c.Assistant.Quota,
		Skills: skill.Skills{Engine: a.engine(nil), Log: slog.Default()}, AcceptLosses: c.AcceptLosses, Damaged: damaged,
	})
	return a, err
}

// engine is the language model of assistants, nil if there is none: a scene's script
// plays none.
func (a *assistants) engine(o failover.Observer) llm.Engine {
	if a.engines.services == nil {
		return nil
	}
	return a.engines.services.ForCall(o)
}

// answerTimeout bounds the answer to a message, those before it included.
const answerTimeout = 10 * time.Minute

// readerPatience is how long who has written waits for a model that is being loaded, or
// slow, where there is no other: they see it, and can do something else. It leaves time
// of assistant.TurnTimeout for the rest.
const readerPatience = 90 * time.Second

// watchLoads tells whether the model is being loaded, until stop has returned.
func (a *assistants) watchLoads(tell func(on bool)) (stop func()) {
	if a.engines.services == nil {
		return func() {}
	}
	return a.engines.services.Watch(func(l failover.Load) { tell(!l.Over) })
}

// detached is a context for what is finished although its client goes: a message that
// is stored is answered, and a yes is acted on.
func detached(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), answerTimeout)
}

// FlightsCommand is the command of this program that serves the bundled flights.
var FlightsCommand = []string{"flights", "serve"}

// openFlights is the flight source at an address, by a command, or the bundled one.
func openFlights(source string) (*trip.MCP, error) {
	c := trip.MCPConfig{Log: slog.Default()}
	switch {
	case source == "":
		self, err := os.Executable()
		if err != nil {
			return nil, fmt.Errorf("find the bundled flights: %w", err)
		}
		c.Command = append([]string{self}, FlightsCommand...)
	case strings.HasPrefix(source, "http://"), strings.HasPrefix(source, "https://"):
		c.URL = source
	default:
		c.Command = strings.Fields(source)
	}
	return trip.NewMCP(c)
}

// mind is the mind of an assistant in a call.
func (a *assistants) mind(id parley.CallID, alias string, s scenarios.Scenario, o failover.Observer) *assistant.Call {
	return a.host.NewCall(id, alias, s, a.engine(o))
}

// close ends the flight source.
func (a *assistants) close() error {
	a.flights.Close()
	return nil
}

// reached says at once that the store has gone, which it would itself after seconds.
func (a *assistants) reached() error {
	if a.store.IsConnected() {
		return nil
	}
	return refused(assistant.ErrNotSaved)
}

// scene is the assistant's scene of an id, the task agent's for none.
func (a *assistants) scene(id string) (scenarios.Scenario, error) {
	if id == "" {
		id = "taskAgent"
	}
	s, ok := a.library.Get(id)
	if !ok || s.Kind != scenarios.KindAssistant {
		return s, &web.Refused{Status: http.StatusNotFound, Words: "there is no such assistant"}
	}
	return s, nil
}

// Chat implements web.Assistant.
func (a *assistants) Chat(
	ctx context.Context, user string, r web.ChatRequest, update func(web.ChatUpdate),
) (parley.Message, parley.AssistantState, error) {
	scene, err := a.scene(r.Scene)
	if err == nil {
		err = a.reached()
	}
	if err != nil {
		return parley.Message{}, parley.AssistantState{}, err
	}
	m := assistant.Message{
		Owner: a.key.Alias(user), Action: r.ActionID, Text: r.Message, Seen: r.Rev, Scene: scene, Engine: a.engine(nil),
		Watch: a.watchLoads,
	}
	ctx, cancel := detached(engine.Patiently(ctx, readerPatience))
	defer cancel()
	said, s, err := a.host.Chat(ctx, m, func(u assistant.Update) { update(web.ChatUpdate(u)) })
	if err != nil {
		return parley.Message{}, parley.AssistantState{}, refused(err)
	}
	return said, s.View(), nil
}

// State implements web.Assistant.
func (a *assistants) State(ctx context.Context, user string) (parley.AssistantState, error) {
	s, err := a.host.State(ctx, a.key.Alias(user))
	if err != nil {
		return parley.AssistantState{}, refused(err)
	}
	return s.View(), nil
}

// Watch implements web.Assistant.
func (a *assistants) Watch(ctx context.Context, user string, see func(web.AssistantEvent) error) error {
	if s := a.engines.services; s != nil {
		s.Load() // whoever looks is about to write
	}
	return refused(a.host.Watch(ctx, a.key.Alias(user), func(c assistant.Change) error {
		switch {
		case c.State != nil:
			return see(web.AssistantEvent{Type: "state", State: c.State})
		case c.Patch != nil:
			return see(web.AssistantEvent{Type: "patch", Patch: c.Patch})
		}
		p := c.Passing
		return see(web.AssistantEvent{Type: p.Type, MessageID: p.Message, Index: p.Index, Text: p.Text, Reminder: p.Reminder})
	}))
}

// Command implements web.Assistant.
func (a *assistants) Command(ctx context.Context, user string, c web.AssistantCommand) (uint64, error) {
	if err := a.reached(); err != nil {
		return 0, err
	}
	owner := a.key.Alias(user)
	if c.Type == "confirm" {
		ctx, cancel := detached(ctx)
		defer cancel()
		s, err := a.host.Confirm(ctx, owner, c.ActionID, c.ID, c.Yes)
		return rev(s), refused(err)
	}
	command := commandOf(c)
	if command == nil {
		return 0, &web.Refused{Status: http.StatusBadRequest, Words: "there is no such command, or it lacks a field"}
	}
	_, s, err := a.host.Do(ctx, owner, c.ActionID, command)
	return rev(s), refused(err)
}

func rev(s *state.State) uint64 {
	if s == nil {
		return 0
	}
	return s.Rev
}

// commandOf is what the page asks for, nil for what is no command.
func commandOf(c web.AssistantCommand) state.Command {
	switch c.Type {
	case "task.add":
		return addOf(c)
	case "task.complete":
		return state.CompleteTask{ID: c.ID}
	case "task.update":
		return state.UpdateTask{
			ID: c.ID, Title: c.Title, Due: c.DueDate, Priority: c.Priority, Status: c.Status, Notes: c.Notes, DependsOn: c.DependsOn,
		}
	case "task.delete":
		return state.DeleteTask{ID: c.ID}
	case "reminder.set":
		if c.At == nil {
			return nil
		}
		return state.SetReminder{Reminder: parley.Reminder{Text: c.Text, At: *c.At}}
	case "reminder.cancel":
		return state.CancelReminder{ID: c.ID}
	case "reminder.seen":
		return state.TellReminder{ID: c.ID}
	case "memory.correct":
		return state.CorrectMemory{ID: c.ID, Text: c.Text}
	case "memory.erase":
		return state.EraseMemory{ID: c.ID}
	case "profile":
		return state.SetZone{Zone: c.Zone}
	}
	return nil
}

// addOf is the command task.add.
func addOf(c web.AssistantCommand) state.Command {
	var t parley.Task
	if c.Title != nil {
		t.Title = *c.Title
	}
	if c.DueDate != nil {
		t.DueDate = *c.DueDate
	}
	if c.Priority != nil {
		t.Priority = *c.Priority
	}
	if c.Notes != nil {
		t.Notes = *c.Notes
	}
	return state.AddTask{Task: t}
}

// Import implements web.Assistant.
func (a *assistants) Import(ctx context.Context, user string, file io.Reader) (web.CalendarReply, error) {
	if err := a.reached(); err != nil {
		return web.CalendarReply{}, err
	}
	entries, problems, err := a.host.Import(ctx, a.key.Alias(user), file)
	if err != nil {
		return web.CalendarReply{}, refused(err)
	}
	reply := web.CalendarReply{Entries: len(entries), Problems: []string{}}
	for _, p := range problems {
		reply.Problems = append(reply.Problems, strings.TrimSpace(fmt.Sprintf("%s: %s %s", p.Kind, p.Title, p.Value)))
	}
	return reply, nil
}

// refused is what a user is told of an error of theirs, or of the store's; other
// errors stay as they are.
func refused(err error) error {
	told := func(status int, again time.Duration) error {
		return &web.Refused{Status: status, Words: err.Error(), RetryAfter: again}
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, assistant.ErrUnsure):
		return &web.Refused{Status: http.StatusServiceUnavailable, Words: assistant.ErrUnsure.Error(), RetryAfter: 2 * time.Second}
	case errors.Is(err, assistant.ErrDamaged):
		return &web.Refused{Status: http.StatusServiceUnavailable, Words: assistant.ErrDamaged.Error(), RetryAfter: time.Minute}
	case errors.Is(err, assistant.ErrNotSaved):
		return &web.Refused{Status: http.StatusServiceUnavailable, Words: assistant.ErrNotSaved.Error(), RetryAfter: 2 * time.Second}
	case errors.Is(err, state.ErrEmpty), errors.Is(err, state.ErrInvalid), errors.Is(err, calendar.ErrNotCalendar):
		return told(http.StatusBadRequest, 0)
	case errors.Is(err, state.ErrTooLong), errors.Is(err, calendar.ErrTooLarge):
		return told(http.StatusRequestEntityTooLarge, 0)
	case errors.Is(err, journal.ErrTooLarge):
		return &web.Refused{Status: http.StatusRequestEntityTooLarge, Words: "that is too much to be kept at once"}
	case errors.Is(err, state.ErrUnknown):
		return told(http.StatusNotFound, 0)
	case errors.Is(err, state.ErrDuplicate), errors.Is(err, assistant.ErrUsed), errors.Is(err, assistant.ErrErased):
		return told(http.StatusConflict, 0)
	case errors.Is(err, state.ErrQuota):
		return told(http.StatusTooManyRequests, time.Minute)
	case errors.Is(err, state.ErrFull):
		return told(http.StatusUnprocessableEntity, 0)
	}
	return err
}

// assistantJournal is the journal of an assistant's call: its mind reads along, from a
// goroutine of its own, so that a store that is away holds up no journal.
type assistantJournal struct {
	agent.Journal
	call   *assistant.Call
	log    *slog.Logger
	events chan parley.Event // nil before the first and after the last
}

// maxBehind is how many events of a call its mind may be behind the journal.
const maxBehind = 256

// keepTrying is for how long turns are tried again that the store does not take.
const keepTrying = 2 * time.Minute

// read gives the mind what happened until the call has ended.
func (j *assistantJournal) read(events <-chan parley.Event) {
	var away time.Time // since when the store is
	for e := range events {
		err := j.call.Happened(e)
		for errors.Is(err, assistant.ErrNotSaved) {
			if away.IsZero() {
				away = time.Now()
			}
			if time.Since(away) > keepTrying {
				break
			}
			<-time.After(time.Second)
			err = j.call.Happened(e)
		}
		if !errors.Is(err, assistant.ErrNotSaved) {
			away = time.Time{}
		}
		if err != nil {
			j.log.Error("a turn of an assistant's call is not kept", "call", e.Call, "err", err)
		}
	}
}

// Append implements agent.Journal. A call's events begin with parley.Started and end
// with parley.Ending.
func (j *assistantJournal) Append(e parley.Event) error {
	if e.Body.Kind() == parley.KindStarted {
		j.events = make(chan parley.Event, maxBehind)
		go j.read(j.events)
	}
	select {
	case j.events <- e:
	default:
		j.log.Error("a turn of an assistant's call is not kept: too many wait", "call", e.Call)
	}
	if e.Body.Kind() == parley.KindEnded && j.events != nil {
		close(j.events)
		j.events = nil
	}
	return j.Journal.Append(e)
}
