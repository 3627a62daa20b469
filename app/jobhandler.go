package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
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
	told := ctx // when the job is to end
	id := parley.NewCallID()
	log := m.log.With("call", id, "room", job.Room)
	dispatch, scenario, err := m.read(job)
	alias := m.store.key.Alias(dispatch.User)
	var past *parley.Inherited
	if err == nil {
		past, err = m.past(ctx, &dispatch, alias)
	}
	if err != nil {
		log.Warn("call refused", "err", err)
		m.metrics.Ended(metrics.Refused)
		m.refuse(ctx, job, id, parley.Phrase("This call cannot be held: "+err.Error()+"."))
		return err
	}
	c, err := m.open(id, dispatch, alias, scenario, past)
	if err != nil {
		return err
	}
	ran := false
	defer func() { c.release(ran) }()
	go m.engines.warm(context.WithoutCancel(ctx))
	ctx, giveUp := context.WithCancelCause(ctx)
	defer giveUp(nil)
	held := m.held.enter(id, job.Room, giveUp)
	defer m.held.leave(held)
	elsewhere := m.asksHolder(ctx, held)
	abandoned := time.AfterFunc(visitTimeout, func() { giveUp(worker.ErrNobody) })
	defer abandoned.Stop()
	c.session.Prepare(ctx)
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Scenario: scenario.ID, Engines: c.engines(m.engines.names()), AgentName: m.name,
		Handlers: handlers(c.session), Waits: dispatch.Resumable, Log: m.log,
	})
	if err != nil {
		return err
	}
	abandoned.Stop()
	if !m.mine(ctx, held, stage, elsewhere) {
		log.Info("call left to another agent")
		return nil
	}
	if err := m.stillThere(ctx, log, dispatch, alias, id, stage); err != nil {
		return err
	}
	ctx, stop := withUserCause(ctx, stage)
	defer stop()
	defer m.engines.watch(scenario, c.session)()
	go c.beside(ctx, stage)
	log.Info("call started", "scenario", scenario.ID)
	ran = true
	m.held.begin(held, c.session, stage)
	ending := m.metrics.Call(func() parley.Ending { return c.session.Run(ctx, stage) })
	m.closeAfter(told, log, job, stage, dispatch.Resumable)
	m.experience.keep()
	m.remember(id, dispatch, alias, c.session.Profile()) //nolint:contextcheck // a call that was cut short is remembered, too
	log.Info("call ended", "outcome", ending.Outcome)
	if ending.Outcome == parley.Failed && ctx.Err() == nil {
		return errors.New(ending.Reason)
	}
	return nil
}

// closeAfter has a job's room closed once the job's outcome is reported, while the agent is
// still there: the name may be another room's later. A room stays that is not waited in.
// ctx is the job's.
func (m *callManager) closeAfter(ctx context.Context, log *slog.Logger, job *worker.Job, stage *room.Call, resumable bool) {
	if !stage.Forsaken() && !resumable {
		return
	}
	job.AfterReport(func() {
		if !stage.Forsaken() {
			hearOut(ctx, stage.Gone())
		}
		m.closeRoom(context.WithoutCancel(ctx), log, job.Room)
	})
}

// hearOutLimit is how long a room that waits for nobody any more is left open for its
// user: the page leaves it 1.5 s after the end.
const hearOutLimit = 3 * time.Second

// hearOut returns when the user of a call that is over is gone, or has had the time to
// hear its last word; at once when the worker ends and has told the job so: it does not
// wait for as long as that and the telling of a user who does not answer take together.
func hearOut(ctx context.Context, gone <-chan struct{}) {
	ends := make(chan struct{})
	defer context.AfterFunc(ctx, func() {
		if errors.Is(context.Cause(ctx), worker.ErrDraining) {
			close(ends)
		}
	})()
	select {
	case <-gone:
	case <-ends:
	case <-time.After(hearOutLimit):
	}
}

// closeRoom closes a room whose user did not come back to it, for the next time that
// they do: they make it anew then, and an agent comes.
func (m *callManager) closeRoom(ctx context.Context, log *slog.Logger, name string) {
	if err := m.rooms.Close(ctx, name); err != nil {
		log.Warn("a room without people is left open", "err", err)
	}
}

// leaveGrace is how long the room may take to report that the user has left after
// the server has ended the job: the two arrive independently, in any order. Only
// then is it taken that the server removed the agent alone, and the user told; the
// server leaves 3 s for that.
const leaveGrace = time.Second

// withUserCause is ctx with a cause that can be told to the user. It does not end
// when the server ends the job because the user has gone, or the room with them:
// the session learns that from the room. It ends when the call gives way to another
// agent's.
func withUserCause(ctx context.Context, stage *room.Call) (context.Context, context.CancelFunc) {
	plain, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	go func() {
		select {
		case <-stage.Yielded():
			cancel(room.ErrRival)
		case <-plain.Done():
		}
	}()
	unlink := context.AfterFunc(ctx, func() {
		if errors.Is(context.Cause(ctx), worker.ErrDraining) {
			cancel(parley.EndedStopping)
			return
		}
		select {
		case <-stage.Gone():
		case <-plain.Done():
		case <-time.After(leaveGrace):
			cancel(parley.EndedRemoved)
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
	if refusal := m.engines.canPlay(s, dispatch.Mode); refusal != nil { // nil of its type is no nil error
		return dispatch, s, refusal
	}
	return dispatch, s, nil
}

// turnAway does one job for which there is no seat.
func (m *callManager) turnAway(ctx context.Context, job *worker.Job, why parley.Phrase) error {
	id := parley.NewCallID()
	m.log.Warn("call refused", "call", id, "room", job.Room, "why", why)
	m.metrics.Ended(metrics.Refused)
	m.refuse(ctx, job, id, why)
	return nil
}

// refuse tells the caller, if one comes, why there will be no conversation.
func (m *callManager) refuse(ctx context.Context, job *worker.Job, id parley.CallID, why parley.Phrase) {
	ctx, cancel := context.WithTimeout(ctx, refusalTimeout)
	defer cancel()
	held := &heldCall{id: refusing, room: job.Room} // in no list: it holds nobody off
	elsewhere := m.asksHolder(ctx, held)
	stage, err := room.JoinCall(ctx, room.CallConfig{
		Job: job, ID: id, Engines: m.engines.names(), Log: m.log, AgentName: m.name,
		Handlers: room.Handlers{Gone: func(parley.Phrase) { cancel() }},
	})
	if err == nil {
		if alone, _ := m.alone(ctx, held, stage, elsewhere); !alone {
			return
		}
		err = stage.Refuse(ctx, parley.Ending{Outcome: parley.Failed, Call: id, Reason: why.Words(""), Code: why.Name()})
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		m.log.Info("refusal not confirmed", "call", id, "err", err)
	}
}

// handlers bring what the user does into the session.
func handlers(s *agent.Session) room.Handlers {
	return room.Handlers{
		Audio: s.Hear, Subscribed: s.Subscribed, Alone: s.SetAlone, Missing: s.Missing,
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
		Patience:  func(seconds int) error { return s.SetPatience(time.Duration(seconds) * time.Second) },
		StillHere: s.StillHere, Pause: s.Pause, NoLimit: s.NoLimit,
		MoreTime: func() (time.Duration, error) {
			more, err := s.MoreTime()
			if errors.Is(err, agent.ErrNoTime) {
				return 0, rpc.ErrNoTime
			}
			return more, err
		},
		EndCall: func() { s.Hangup(parley.Left, parley.EndedByUser) },
		Gone:    func(why parley.Phrase) { s.Hangup(parley.Left, why) },
	}
}
