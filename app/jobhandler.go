package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"parley"
	"parley/agent"
	"parley/app/metrics"
	"parley/room"
	"parley/room/worker"
	"parley/rpc"
	"parley/scenarios"
	"parley/web"
)

// visitTimeout is how long a job waits for its user: as long as LiveKit keeps a room open
// to which nobody comes, unless told otherwise.
const visitTimeout = 5 * time.Minute

// refusalTimeout is how long a caller who cannot be served has to show up, be told and
// read it.
const refusalTimeout = 15 * time.Second

// handle does one job: it joins the room, holds the conversation and says
// goodbye. It returns when the call is over; ctx's end ends it. A job that asks for
// something impossible is told so in the room.
func (m *callManager) handle(ctx context.Context, job *worker.Job) error {
	id := parley.NewCallID()
	log := m.log.With("call", id, "room", job.Room)
	dispatch, scenario, err := m.read(job)
	if err != nil {
		log.Warn("call refused", "err", err)
		m.metrics.Ended(metrics.Refused)
		m.refuse(ctx, job, id, "This call cannot be held: "+err.Error()+".")
		return err
	}
	alias := m.store.key.Alias(dispatch.User)
	c, err := m.open(id, dispatch, alias, scenario)
	if err != nil {
		return err
	}
	ran := false
	defer func() { c.release(ran) }()
	go m.engines.warm(context.WithoutCancel(ctx))
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	abandoned := time.AfterFunc(visitTimeout, func() { giveUp(worker.ErrNobody) })
	defer abandoned.Stop()
	c.session.Prepare(ctx)
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Scenario: scenario.ID, Engines: m.engines.names(),
		Handlers: handlers(c.session), Log: m.log,
	})
	if err != nil {
		return err
	}
	abandoned.Stop()
	ctx, stop := withUserCause(ctx, stage.Gone())
	defer stop()
	go c.beside(ctx, stage)
	log.Info("call started", "scenario", scenario.ID)
	ran = true
	ending := m.metrics.Call(func() parley.Ending { return c.session.Run(ctx, stage) })
	m.experience.keep()
	m.remember(id, alias, c.session.Profile()) //nolint:contextcheck // a call that was cut short is remembered, too
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

// leaveGrace is how long the room may take to report that the user has left after
// the server has ended the job: the two arrive independently, in any order. Only
// then is it taken that the server removed the agent alone, and the user told; the
// server leaves 3 s for that.
const leaveGrace = time.Second

// withUserCause is ctx with a cause that can be told to the user. It does not end
// when the server ends the job because the user has gone, or the room with them:
// the session learns that from the room.
func withUserCause(ctx context.Context, gone <-chan struct{}) (context.Context, context.CancelFunc) {
	plain, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	unlink := context.AfterFunc(ctx, func() {
		if errors.Is(context.Cause(ctx), worker.ErrDraining) {
			cancel(errStopping)
			return
		}
		select {
		case <-gone:
		case <-plain.Done():
		case <-time.After(leaveGrace):
			cancel(errRemoved)
		}
	})
	return plain, func() {
		unlink()
		cancel(nil)
	}
}

// read is what a job asks for: its dispatch and a scenario that can be played here.
func (m *callManager) read(job *worker.Job) (parley.Dispatch, scenarios.Scenario, error) {
	dispatch, err := web.ParseDispatch(m.secret, job.Room, job.Metadata)
	if err != nil {
		return dispatch, scenarios.Scenario{}, err
	}
	dispatch.Scenario = cmp.Or(dispatch.Scenario, m.scene)
	s, ok := m.library.Get(dispatch.Scenario)
	if !ok {
		return dispatch, s, fmt.Errorf("there is no scenario %q", dispatch.Scenario)
	}
	return dispatch, s, m.engines.canPlay(s)
}

// allTaken is what a caller without a seat is told.
const allTaken = "All seats are taken just now. Please call again in a few minutes."

// refuseBusy does one job for which there is no seat.
func (m *callManager) refuseBusy(ctx context.Context, job *worker.Job) error {
	id := parley.NewCallID()
	m.log.Warn("call refused: all seats are taken", "call", id, "room", job.Room)
	m.metrics.Ended(metrics.Refused)
	m.refuse(ctx, job, id, allTaken)
	return nil
}

// refuse tells the caller, if one comes, why there will be no conversation.
func (m *callManager) refuse(ctx context.Context, job *worker.Job, id parley.CallID, why string) {
	ctx, cancel := context.WithTimeout(ctx, refusalTimeout)
	defer cancel()
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Engines: m.engines.names(), Log: m.log,
		Handlers: room.Handlers{Gone: func(string) { cancel() }},
	})
	if err == nil {
		err = stage.Refuse(ctx, parley.Ending{Outcome: parley.Failed, Call: id, Reason: why})
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		m.log.Info("refusal not confirmed", "call", id, "err", err)
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
