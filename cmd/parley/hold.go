package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"parley"
	"parley/agent"
	"parley/checker/queue"
	"parley/media/echo"
	"parley/media/playout"
	"parley/media/vad"
	"parley/room"
	"parley/rpc"
	"parley/scenarios"
)

// desk holds calls: all that the calls of one agent process share.
type desk struct {
	library *scenarios.Library
	engines *engines
	// queue leads to the checkers.
	queue   jetstream.JetStream
	memory  *memory
	metrics *metrics
	// scene is the id of the scenario of dispatches that name none.
	scene string
	// wheel is the clock of every call here.
	wheel *playout.Wheel
	log   *slog.Logger
}

// visit is how long a job waits for its user: as long as LiveKit keeps a room open
// to which nobody comes, unless told otherwise.
const visit = 5 * time.Minute

// refusal is how long a caller who cannot be served has to show up, be told and
// read it.
const refusal = 15 * time.Second

// hold does one job: it joins the room, holds the conversation and says
// goodbye. A job that asks for something impossible is told so in the room.
func (d *desk) hold(ctx context.Context, job *room.Job) error {
	id := parley.NewCallID()
	log := d.log.With("call", id, "room", job.Room)
	dispatch, scenario, err := d.order(job.Metadata)
	if err != nil {
		log.Warn("call refused", "err", err)
		d.metrics.over(refused)
		d.refuse(ctx, job, id, "This call cannot be held: "+err.Error()+".")
		return err
	}
	alias := d.memory.key.Alias(dispatch.User)
	c, err := d.call(id, dispatch, alias, scenario)
	if err != nil {
		return err
	}
	held := false
	defer func() { c.release(held) }()
	go d.engines.warm(context.WithoutCancel(ctx))
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	unvisited := time.AfterFunc(visit, func() { giveUp(room.ErrNobody) })
	defer unvisited.Stop()
	c.session.Prepare(ctx)
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Scenario: scenario.ID, Engines: d.engines.names(),
		Handlers: handlers(c.session), Log: d.log,
	})
	if err != nil {
		return err
	}
	unvisited.Stop()
	ctx, stop := inPlainWords(ctx, stage.Gone())
	defer stop()
	go c.review(ctx)
	log.Info("call started", "scenario", scenario.ID)
	held = true
	ending := d.metrics.count(func() parley.Ending { return c.session.Run(ctx, stage) })
	d.remember(id, alias, c.session.Habits()) //nolint:contextcheck // a call that was cut short is remembered, too
	log.Info("call ended", "outcome", ending.Outcome)
	if ending.Outcome == parley.Failed && ctx.Err() == nil {
		return errors.New(ending.Reason)
	}
	return nil
}

// Why a call is ended from outside, as the user is told.
var (
	errStopping = errors.New("the server is shutting down; please call again in a moment")
	errRemoved  = errors.New("the call was ended by the server")
)

// parting is how long the room may take to tell that the user has left, after
// the server has ended the job: the two come by different ways in any order. A
// user whom the server only takes the agent away from is told after it; the
// server leaves 3 s for that.
const parting = time.Second

// inPlainWords is ctx with a cause the user understands. When the server ends
// the job because the user has gone, or the room with them, it does not end:
// that tells itself.
func inPlainWords(ctx context.Context, gone <-chan struct{}) (context.Context, context.CancelFunc) {
	plain, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	unlink := context.AfterFunc(ctx, func() {
		if errors.Is(context.Cause(ctx), room.ErrDraining) {
			cancel(errStopping)
			return
		}
		select {
		case <-gone:
		case <-plain.Done():
		case <-time.After(parting):
			cancel(errRemoved)
		}
	})
	return plain, func() {
		unlink()
		cancel(nil)
	}
}

// order reads what the job asks for.
func (d *desk) order(metadata string) (parley.Dispatch, scenarios.Scenario, error) {
	dispatch, err := parley.ParseDispatch(metadata)
	if err != nil {
		return dispatch, scenarios.Scenario{}, err
	}
	dispatch.Scenario = cmp.Or(dispatch.Scenario, d.scene)
	s, ok := d.library.Get(dispatch.Scenario)
	if !ok {
		return dispatch, s, fmt.Errorf("there is no scenario %q", dispatch.Scenario)
	}
	return dispatch, s, d.engines.plays(s)
}

// allTaken is what a caller without a seat is told.
const allTaken = "All seats are taken just now. Please call again in a few minutes."

// busy does one job for which there is no seat.
func (d *desk) busy(ctx context.Context, job *room.Job) error {
	id := parley.NewCallID()
	d.log.Warn("call refused: all seats are taken", "call", id, "room", job.Room)
	d.metrics.over(refused)
	d.refuse(ctx, job, id, allTaken)
	return nil
}

// refuse tells the caller, if one comes, why there will be no conversation.
func (d *desk) refuse(ctx context.Context, job *room.Job, id parley.CallID, why string) {
	ctx, cancel := context.WithTimeout(ctx, refusal)
	defer cancel()
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Engines: d.engines.names(), Log: d.log,
		Handlers: room.Handlers{Gone: func(string) { cancel() }},
	})
	if err == nil {
		err = stage.Refuse(ctx, parley.Ending{Outcome: parley.Failed, Call: id, Reason: why})
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		d.log.Info("refusal not confirmed", "call", id, "err", err)
	}
}

// call is a session and what was opened for it alone.
type call struct {
	session  *agent.Session
	checks   *queue.Client
	detector *vad.Detector
	denoiser *echo.Denoiser
	log      *slog.Logger
}

// call opens what a call needs. The session knows its user by an alias alone.
func (d *desk) call(id parley.CallID, dispatch parley.Dispatch, alias string, s scenarios.Scenario) (*call, error) {
	seen := &witness{prices: d.engines.prices}
	mind, err := d.engines.mind(s, seen)
	if err != nil {
		return nil, err
	}
	c := &call{log: d.log.With("call", id), checks: queue.NewClient(d.queue, id, d.log)}
	c.checks.LeftOut = d.metrics.leftOut.Inc
	if c.detector, err = d.engines.vad.NewDetector(); err != nil {
		return nil, err
	}
	if c.denoiser, err = echo.NewDenoiser(); err != nil {
		c.free()
		return nil, err
	}
	recogniser := d.engines.recogniser(dispatch, seen)
	dispatch.User = alias
	c.session = agent.New(agent.Config{
		Call: id, Dispatch: dispatch, Scenario: s,
		STT: recogniser, LLM: mind, TTS: d.engines.speaking.For(seen),
		Detector: c.detector, Denoiser: c.denoiser,
		Reviewer: c.checks, Journal: d.memory.calls, Wheel: d.wheel, Log: d.log,
		Habits: d.recall(alias), Meter: d.metrics, Echo: echo.New(),
		TurnModel: d.engines.turnModel(), Pace: &d.engines.pace, Marks: &d.engines.marks,
		Lines: &d.engines.lines, Waste: d.engines.waste(mind),
	})
	seen.session.Store(c.session)
	return c, nil
}

// review takes the session's exchanges to the checkers and their verdicts back
// until ctx ends.
func (c *call) review(ctx context.Context) {
	defer func() {
		if p := recover(); p != nil { // a call without verdicts goes on
			c.log.Error("panic in the verdicts of a call", "panic", fmt.Sprintf("%T", p))
		}
	}()
	if err := c.checks.Run(ctx, c.session.Rule); err != nil && ctx.Err() == nil {
		c.log.Error("verdicts do not come", "err", err)
	}
}

// release frees what was opened for the call, when nothing uses it any more: an
// engine that ignores its context may keep the ear of a call that was held.
func (c *call) release(held bool) {
	select {
	case <-c.session.Settled():
		held = false
	default:
	}
	if !held {
		c.free()
		return
	}
	go func() {
		<-c.session.Settled()
		c.free()
	}()
}

func (c *call) free() {
	if err := c.detector.Close(); err != nil {
		c.log.Error("close voice detector", "err", err)
	}
	if c.denoiser != nil {
		c.denoiser.Close()
	}
}

// handlers bring what the user does into the session.
func handlers(s *agent.Session) room.Handlers {
	return room.Handlers{
		Audio: s.Hear, Subscribed: s.Subscribed,
		Text: func(text string) {
			_ = s.Type(text) // room has bounded it; too fast a flood is dropped
		},
		Hint: func() (parley.Hint, error) {
			h, err := s.Hint()
			if errors.Is(err, agent.ErrNoHint) {
				return h, rpc.ErrNoHints
			}
			return h, err
		},
		StartTurn: s.Press, EndTurn: s.Release, CancelTurn: s.Withdraw,
		Patience: func(seconds int) error { return s.SetPatience(time.Duration(seconds) * time.Second) },
		EndCall:  func() { s.Hangup(parley.Left, "You ended the call.") },
		Gone:     func(reason string) { s.Hangup(parley.Left, reason) },
	}
}
