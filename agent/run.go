package agent

import (
	"context"
	"errors"
	"time"

	"golang.org/x/sync/errgroup"

	"parley"
	"parley/agent/turn"
	"parley/media/playout"
)

const (
	// goodbye is how long the user's side may take to confirm the end of the call
	// and the journal to take its last events.
	goodbye = 2 * time.Second
	// parting is how long after the end of the call engines may take to notice it.
	// One that has not by then is left behind: it shall not keep a seat. On a
	// machine short of processor time that is no fault yet: some work, such as
	// the synthesis of a clause, ends only by itself.
	parting = 3 * time.Second
	// lost is how long after the end of the call an engine that is left behind has
	// ignored it for good.
	lost = time.Minute
)

// Run holds the conversation on a stage, from the opening line until the
// scenario or the user ends it, or ctx does; its cause is then told to the
// user. It says goodbye on the stage and returns how the call ended, at most
// 5 s after it did, even if an engine ignores that; see Settled. Run once.
func (s *Session) Run(ctx context.Context, on Stage) parley.Ending {
	s.stage = on
	// What Run starts outlives ctx by as long as it takes to say goodbye.
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	working, stop := context.WithCancel(own)
	defer stop()
	var work context.Context
	s.goroutines, work = errgroup.WithContext(working)

	journalled := make(chan struct{})
	go s.keepJournal(journalled)
	s.ending = s.endingOf(parley.Failed, parley.EndedFailed)
	s.playout = playout.New(s.cfg.Wheel, mouth{on, s.cfg.Echo}, s.played)
	roots := []func(context.Context) error{s.playout.Run, s.review, s.prepareLines}
	if s.cfg.STT != nil {
		roots = append(roots, s.ear.run, s.recognise)
	}
	for _, f := range roots {
		s.goroutines.Go(s.guarded(func() error { return f(work) }))
	}
	if err := s.guarded(func() error { return s.own(ctx, work) })(); err != nil {
		s.log.Error("call failed", "err", err)
	}
	stop()
	s.cfg.Marks.Learn(s.state.Marks.CountedSince(s.marks))
	late := time.After(parting)
	go s.wait()
	select { // engines that stop in time are in the last account
	case <-s.settled:
	case <-time.After(lastUsage):
	}
	s.finish(own)
	select {
	case <-s.settled:
	case <-late:
		s.log.Info("an engine has not noticed yet that its call is over; it is left behind", "engines", s.engines())
	}
	close(s.record.events)
	select {
	case <-journalled:
	case <-time.After(goodbye):
		s.log.Error("journal too slow, events may be lost")
	}
	return s.ending
}

// Settled is closed when all of the session's goroutines have ended: before Run
// returns, unless an engine ignores the end of its context.
func (s *Session) Settled() <-chan struct{} { return s.settled }

// wait closes settled, and tells of an engine that does not end.
func (s *Session) wait() {
	defer close(s.settled)
	ended := make(chan error, 1)
	go func() { ended <- s.goroutines.Wait() }()
	var err error
	select {
	case err = <-ended:
	case <-time.After(lost):
		s.log.Error("an engine ignores that its call is over", "engines", s.engines(), "for", lost)
		err = <-ended
	}
	if err != nil && !errors.Is(err, context.Canceled) {
		s.log.Error("call failed", "err", err)
	}
}

// own is the owner goroutine: it takes items in order, steps, and carries out
// the effects. ctx is the caller's, work ends when one of the session's own
// goroutines fails.
func (s *Session) own(ctx, work context.Context) error {
	s.record.note(parley.Started{
		Dispatch: s.cfg.Dispatch, Botname: s.cfg.Scenario.Botname, Engines: s.engines(),
		SceneHash: s.cfg.SceneHash, Version: s.cfg.Version,
	})
	s.goOn()
	s.apply(work, turn.Started{Opening: s.first})
	deadline := time.NewTimer(time.Hour)
	defer deadline.Stop()
	minute := time.NewTicker(usageEvery)
	defer minute.Stop()
	outer, inner := ctx.Done(), work.Done()
	for !s.state.Closed {
		deadline.Reset(s.untilDue())
		select {
		case <-outer:
			outer = nil
			s.apply(work, turn.Hangup{Outcome: parley.Failed, Reason: causeOf(ctx)})
		case <-inner:
			inner = nil
			s.apply(work, turn.Hangup{Outcome: parley.Failed, Reason: parley.EndedFailed})
		case <-s.inbox.wake:
			for _, i := range s.inbox.take() {
				s.receive(work, i)
			}
		case <-deadline.C:
			s.apply(work, turn.Tick{})
		case <-minute.C:
			s.reckon()
		}
		s.notify()
	}
	return nil
}

// untilDue is how long there is nothing to do unless something happens.
func (s *Session) untilDue() time.Duration {
	wait := time.Hour
	for _, at := range []time.Duration{s.state.Wake, s.notices.due()} {
		if at > 0 {
			wait = min(wait, max(0, at-s.now()))
		}
	}
	return wait
}

// finish tells the user and the journal how the call ended.
func (s *Session) finish(ctx context.Context) {
	s.settleAccount()
	s.record.settle()
	s.record.note(s.ending)
	ctx, cancel := context.WithTimeout(ctx, goodbye)
	defer cancel()
	if err := s.stage.Ended(ctx, s.ending); err != nil {
		s.log.Debug("the user's side did not confirm the end", "err", err)
	}
	if s.record.dropped > 0 {
		s.log.Error("journal too slow, events lost", "events", s.record.dropped)
	}
}

// keepJournal writes the call's events until their channel is closed.
func (s *Session) keepJournal(done chan<- struct{}) {
	defer close(done)
	_ = s.guarded(func() error {
		failed := false
		for e := range s.record.events {
			if err := s.cfg.Journal.Append(e); err != nil && !failed {
				failed = true
				s.log.Error("journal does not take events", "err", err)
			}
		}
		return nil
	})()
}

// review sends exchanges to the checker, one after the other.
func (s *Session) review(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case e := <-s.reviews:
			if err := s.cfg.Reviewer.Submit(ctx, e); err != nil && ctx.Err() == nil {
				s.log.Warn("checker not reached", "exchange", e.Number, "err", err)
				s.trouble("checker", err)
			}
		}
	}
}

// played is the playout's report; it runs on the wheel's goroutine.
func (s *Session) played(p playout.Played) {
	if p.TurnStart {
		s.inbox.put(turn.Audible{Reply: p.Turn, At: p.At.Sub(s.began)})
	}
	last := s.lastPlayed
	s.lastPlayed = p
	switch {
	case p.Starved, p.SegmentEnd && !p.TurnEnd:
		s.inbox.put(turn.Gap{Reply: p.Turn, On: true})
	case (last.Starved || last.SegmentEnd) && p.Turn == last.Turn && !p.TurnEnd:
		s.inbox.put(turn.Gap{Reply: p.Turn, On: false})
	}
	switch {
	case p.TurnEnd, p.Cut:
		s.inbox.put(playedOut{p.Turn, p.TurnEnd})
	case p.TextEnd != last.TextEnd || p.Segment != last.Segment || p.Turn != last.Turn:
		s.inbox.put(progressed{p.Turn})
	}
}

// trouble shows a fault to the user and keeps it.
func (s *Session) trouble(role string, err error) {
	t := trouble(role, err)
	s.stage.Trouble(t)
	s.inbox.put(noted{parley.Body(t)})
}

func (s *Session) engines() map[string]string {
	all := map[string]string{"llm": s.cfg.Mind.Name()}
	if s.cfg.STT != nil {
		all["stt"] = s.cfg.STT.Name()
	}
	if s.cfg.TTS != nil {
		all["tts"] = s.cfg.TTS.Name()
	}
	return all
}
