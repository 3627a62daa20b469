// Package assistant is a character that gets things done: state kept for each user
// for ever, in a log of events that every process may append to, and a mind that
// acts on it by voice, typed in a call, and over HTTP.
//
// A Host serves the users of one process. What a user asks for is decided against
// their state by package state and appended in one commit with the revision it was
// decided on; a host that was behind reads what it missed and decides again. So any
// number of hosts may serve the same user, and none needs to own them.
package assistant

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"parley"
	"parley/assistant/skill"
	"parley/assistant/state"
	"parley/assistant/trip"
	"parley/journal"
	"parley/llm"
	"parley/tool"
)

const (
	// idleAfter is how long a user who asks for nothing stays in memory.
	idleAfter = 2 * time.Minute
	// sweepEvery is how often such are looked for.
	sweepEvery = 15 * time.Second
	// snapshotEvery is how many commits are folded again at most.
	snapshotEvery = 50
	// maxRivals is how often a command is decided again because another host was
	// first. Each time somebody's command was stored.
	maxRivals = 100
	// maxAway is how often it is tried again where the log refused it or was away.
	maxAway = 3
	// storeTimeout bounds the storing of one command.
	storeTimeout = 5 * time.Second
	// catchUpTimeout bounds how long all users are brought up to date after an outage;
	// who is still behind then hears with their next commit.
	catchUpTimeout = time.Minute
	// lastSnapshots bounds the snapshots at the end of a host: they are a cache.
	lastSnapshots = time.Second
)

// ErrNotSaved means that nothing was stored: the log could not be reached, or not in
// time.
var ErrNotSaved = errors.New("not saved: the store cannot be reached")

// ErrUnsure is an ErrNotSaved of what was sent to the log, which did not say whether it
// has it: it may be stored, or may still be. The same action asked for again settles it.
var ErrUnsure error = unsure{}

type unsure struct{}

// Error implements error.
func (unsure) Error() string {
	return "not sure whether that is saved: the store went away meanwhile; look before you say it again"
}

// Is implements what errors.Is asks: whoever tries again what is not saved does so here.
func (unsure) Is(target error) bool { return target == ErrNotSaved }

// ErrUsed means a message by the id of an action that was something else.
var ErrUsed = errors.New("this action id was used before, for something else")

// Timers are reminders' clocks; timer.Timers is one.
type Timers interface {
	Set(ctx context.Context, owner, name string, at time.Time) error
	Cancel(ctx context.Context, owner, name string) error
	CancelAll(ctx context.Context, owner string) error
	Run(ctx context.Context, fire func(ctx context.Context, owner, name string, due time.Time) error) error
}

// Config is what a Host needs. Flights may be nil, and then none are found; without
// Calendar there are the appointments of the files that users have imported.
type Config struct {
	Log    *journal.Log
	Timers Timers
	// Skills are what the language model does for the assistant beside talking; its
	// Engine is nil where there is no model.
	Skills   skill.Skills
	Flights  trip.Source
	Calendar Calendar
	// Zone is that of users who have not said theirs; nil is UTC.
	Zone  *time.Location
	Quota state.Quota
	// AcceptLosses has a record of which the store has lost some go on with what is
	// left; without it that user gets ErrDamaged.
	AcceptLosses bool
	// Damaged is told of records that the store has damaged, by what became of them;
	// nil is nobody. The log has a line of it.
	Damaged func(kind string)
	// Now is the clock; nil is time.Now.
	Now func() time.Time
	// Logger gets ids and faults, never what was said; nil is slog.Default.
	Logger *slog.Logger
}

// Host serves users. It is safe for concurrent use.
type Host struct {
	cfg   Config
	log   *slog.Logger
	tools tool.Set

	// catching is set while all users are brought up to date.
	catching atomic.Bool

	mu    sync.Mutex
	users map[string]*user
	// byID are the users in memory by the ids of their records.
	byID map[string]*user

	// leaving is set once Run is to return, ended is closed when it has.
	leaving atomic.Bool
	ended   chan struct{}
}

// New makes a host. Run keeps it; without that nothing is told of what other hosts
// store, no reminder fires and no memory is freed.
func New(c Config) (*Host, error) {
	if c.Zone == nil {
		c.Zone = time.UTC
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	if c.Logger == nil {
		c.Logger = slog.Default()
	}
	h := &Host{cfg: c, log: c.Logger, users: map[string]*user{}, byID: map[string]*user{}, ended: make(chan struct{})}
	var err error
	h.tools, err = h.toolSet()
	return h, err
}

// Run serves until ctx ends; it then keeps snapshots of who is in memory and ends the
// answers that are being written. It is called once.
func (h *Host) Run(ctx context.Context) error {
	defer close(h.ended)
	outside := ctx
	ctx, cancel := context.WithCancel(context.WithoutCancel(outside))
	defer cancel()
	defer context.AfterFunc(outside, func() { // first, so that who is cut off knows why
		h.leaving.Store(true)
		cancel()
	})()
	stop, err := h.cfg.Log.Watch(ctx, h.told)
	if err != nil && ctx.Err() != nil {
		return nil
	}
	if err != nil {
		return fmt.Errorf("listen for other hosts: %w", err)
	}
	defer stop()
	h.catchUp(ctx) // who came before
	var timers sync.WaitGroup
	timers.Go(func() {
		if err := h.cfg.Timers.Run(ctx, h.fire); err != nil && ctx.Err() == nil {
			h.log.Error("reminders do not fire", "err", err)
		}
	})
	timers.Go(func() { h.takeOvers(ctx) })
	defer timers.Wait()
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	strangers := time.NewTicker(strangersEvery)
	defer strangers.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), lastSnapshots)
			defer cancel()
			h.sweep(last, -1)
			return nil
		case <-tick.C:
			h.sweep(ctx, idleAfter)
			h.tend(ctx)
		case <-strangers.C:
			h.forgetStrangers(ctx)
		}
	}
}

// user finds or makes the user in memory and keeps it there until done is called.
func (h *Host) user(owner string) (u *user, done func()) {
	h.mu.Lock()
	defer h.mu.Unlock()
	u = h.users[owner]
	if u == nil {
		u = &user{host: h, owner: owner, record: h.cfg.Log.Record(owner), turns: make(chan struct{}, 1), watchers: map[*watcher]struct{}{}}
		h.users[owner] = u
	}
	u.held++
	return u, func() {
		h.mu.Lock()
		defer h.mu.Unlock()
		u.used = h.cfg.Now()
		h.leave(u)
	}
}

// leave is one less that holds the user. Of whom nothing is kept nothing stays in
// memory either: whoever makes up ids fills none. Under the lock.
func (h *Host) leave(u *user) {
	u.held--
	if u.held == 0 && u.id.Load() == nil && h.users[u.owner] == u {
		delete(h.users, u.owner)
	}
}

// named notes the id of a user's record.
func (h *Host) named(u *user, id string) {
	u.id.Store(&id)
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.users[u.owner] == u {
		h.byID[id] = u
	}
}

// unnamed forgets the id of a user who was erased.
func (h *Host) unnamed(u *user) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if id := u.id.Swap(nil); id != nil && h.byID[*id] == u {
		delete(h.byID, *id)
	}
}

// sweep frees the users whom nobody has held for age.
func (h *Host) sweep(ctx context.Context, age time.Duration) {
	now := h.cfg.Now()
	h.mu.Lock()
	var idle []*user
	for owner, u := range h.users {
		if u.held == 0 && now.Sub(u.used) > age {
			idle = append(idle, u)
			delete(h.users, owner)
			if id := u.id.Load(); id != nil {
				delete(h.byID, *id)
			}
		}
	}
	h.mu.Unlock()
	for _, u := range idle {
		u.hibernate(ctx)
	}
}

// told is called when any host has stored something for the user with an id, or
// erased them; without an id anything may have been stored for anybody.
func (h *Host) told(id string, seq uint64) {
	if id == "" {
		if h.catching.CompareAndSwap(false, true) {
			go func() {
				defer h.catching.Store(false)
				ctx, cancel := context.WithTimeout(context.Background(), catchUpTimeout)
				defer cancel()
				h.catchUp(ctx)
			}()
		}
		return
	}
	h.mu.Lock()
	behind := h.byID[id]
	if behind != nil {
		behind.held++
	}
	mayBeNew := behind == nil && len(h.byID) < len(h.users)
	h.mu.Unlock()
	if behind == nil && !mayBeNew {
		return
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), storeTimeout)
		defer cancel()
		if mayBeNew {
			if behind = h.newcomer(ctx, id); behind == nil {
				return
			}
		}
		if err := behind.told(ctx, seq); err != nil {
			h.log.Warn("a user's state is behind", "err", err)
		}
		h.release(behind)
	}()
}

// catchUp brings all users in memory up to date.
func (h *Host) catchUp(ctx context.Context) {
	h.each(func(u *user) {
		ctx, cancel := context.WithTimeout(ctx, storeTimeout) // their commands wait meanwhile
		defer cancel()
		if err := u.told(ctx, journal.Erased); err != nil {
			h.log.Warn("a user's state is behind", "err", err)
		}
	})
}

// tend looks after the users who stay in memory.
func (h *Host) tend(ctx context.Context) { h.each(func(u *user) { u.tend(ctx) }) }

// takeOvers looks after the programs of the users who stay in memory until ctx ends.
func (h *Host) takeOvers(ctx context.Context) {
	tick := time.NewTicker(sweepEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
			h.each(func(u *user) { h.takeOver(ctx, u) })
		}
	}
}

// each does something for every user in memory, one after the other.
func (h *Host) each(do func(*user)) {
	h.mu.Lock()
	all := slices.Collect(maps.Values(h.users))
	for _, u := range all {
		u.held++
	}
	h.mu.Unlock()
	for _, u := range all {
		do(u)
		h.release(u)
	}
}

// release ends what was not done for the user: it does not keep them in memory.
func (h *Host) release(u *user) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.leave(u)
}

// newcomer is the user of an id who came into memory before anything was kept of them,
// held; nil if there is none.
func (h *Host) newcomer(ctx context.Context, id string) *user {
	owner, err := h.cfg.Log.OwnerOf(ctx, id)
	if err != nil {
		return nil // erased already; or the next commit tells of them
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	u := h.users[owner]
	if u != nil {
		u.held++
	}
	return u
}

// now is the time in the user's zone, to the millisecond: what is stored reads back
// the same.
func (h *Host) now(s *state.State) time.Time {
	return h.cfg.Now().Round(0).Truncate(time.Millisecond).In(s.Location(h.cfg.Zone))
}

// Do carries out commands for a user in one commit, once for each action, a client's
// id; an empty action is one of its own. It returns the events that came of it, none
// where nothing had to be done or the action was carried out before, and the state
// after it. Besides the errors of commands it returns ErrNotSaved, ErrUnsure, which is one,
// and ErrDamaged.
func (h *Host) Do(ctx context.Context, owner, action string, commands ...state.Command) ([]state.Event, *state.State, error) {
	u, done := h.user(owner)
	defer done()
	return u.do(ctx, action, commands...)
}

// State is what is kept of a user. The caller may keep it and must not change it.
func (h *Host) State(ctx context.Context, owner string) (*state.State, error) {
	u, done := h.user(owner)
	defer done()
	return u.now(ctx)
}

// Size counts what is kept of a user.
func (h *Host) Size(ctx context.Context, owner string) (journal.Receipt, error) {
	return h.cfg.Log.Record(owner).Size(ctx)
}

// Erase deletes all that is kept of a user, for good. Who watches is told of a state
// of which nothing is left.
func (h *Host) Erase(ctx context.Context, owner string) (journal.Receipt, error) {
	u, done := h.user(owner)
	defer done()
	u.mu.Lock()
	defer u.mu.Unlock()
	id, none := u.record.ID(ctx)
	r, err := u.record.Erase(ctx)
	u.restart()
	if err == nil && none == nil { // clocks have ids alone, and what they ring for is gone
		if err = h.cfg.Timers.CancelAll(ctx, id); err != nil {
			err = fmt.Errorf("cancel reminders: %w", err)
		}
	}
	return r, err
}

// model reports whether there is a language model for a user now.
func (h *Host) model(engine llm.Engine, s *state.State) error {
	if engine == nil {
		return errNoModel
	}
	return h.cfg.Quota.Model(s, h.cfg.Now())
}

var errNoModel = errors.New("there is no language model")

// fire is the word of a reminder's clock that it is due; see clock.
func (h *Host) fire(ctx context.Context, id, clock string, due time.Time) error {
	name, _, _ := strings.Cut(clock, "-")
	owner, err := h.cfg.Log.OwnerOf(ctx, id)
	if errors.Is(err, journal.ErrNone) {
		return nil // erased
	}
	if err != nil {
		return err
	}
	events, s, err := h.Do(ctx, owner, "fire-"+name+"-"+fmt.Sprint(due.Unix()), state.FireReminder{ID: name, Due: due})
	if err != nil || len(events) == 0 {
		return err
	}
	if r, ok := s.Reminder(name); ok {
		u, done := h.user(owner)
		defer done()
		u.tell(parley.Passing{Type: "reminder.fired", Reminder: &r})
	}
	return nil
}
