package caller

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"parley"
	"parley/rpc"
)

// Times of a conversation's beginning and end.
const (
	// agentWait is how long LiveKit's own front ends wait for an agent.
	agentWait = 20 * time.Second
	// linger is how long the caller waits, its lines said, for the verdict on
	// the last, and then for the ending that a deciding one leads to.
	linger = 15 * time.Second
	// goodbye bounds the wait for the agent's call_ended after hanging up.
	goodbye = 3 * time.Second
	// tail is how long the caller stays after call_ended, so that the last of
	// the character's audio is heard.
	tail = time.Second
	// reconnectWait is how long a lost connection may take to come back. The SDK
	// goes on for 61 s, which is longer than anybody waits in silence; a LiveKit
	// that restarts is back within seconds.
	reconnectWait = 10 * time.Second
	// maxRepeats is how often in a row one line is said again.
	maxRepeats = 2
)

// errEnded is a call that the agent has ended.
var errEnded = errors.New("the agent has ended the call")

// talk is a conversation under way. It belongs to the goroutine of run.
type talk struct {
	script Script
	caller *Caller
	seen   int           // events told of
	last   time.Duration // At of the last of them
	wg     sync.WaitGroup

	begun    int  // lines
	saying   bool // a line is being said
	said     Sent // the line said last
	answered bool // the character has spoken since then
	report   Report
}

func newTalk(s Script, c *Caller) *talk {
	return &talk{script: s, caller: c, report: Report{Join: time.Since(c.Began)}}
}

// run holds the call until it is over.
func (t *talk) run(ctx context.Context) error {
	joined := t.caller.Began.Add(t.report.Join)
	t.observe(Joined{t.caller.link.Identity()})
	err := t.part(ctx, t.converse(ctx))
	t.wg.Wait()
	t.responded()
	t.look()
	v := t.caller.View()
	t.report.take(v)
	if first, ok := v.Frames.Voiced(joined); ok {
		t.report.Opening = first.Sub(joined)
	}
	return err
}

// converse says the lines and waits for the verdict on the last.
func (t *talk) converse(ctx context.Context) error {
	coming, stop := context.WithTimeoutCause(ctx, agentWait, ErrNoAgent)
	defer stop()
	err := t.until(coming, func(v View) (bool, time.Time) { return v.Agent != "", time.Time{} })
	if err != nil {
		return err
	}
	talking, cancel := context.WithDeadlineCause(ctx, t.caller.Began.Add(t.script.Timeout), ErrTimeout)
	defer cancel()
	for {
		if err := t.floor(talking); err != nil {
			return err
		}
		if t.begun == len(t.script.Lines) {
			return t.linger(ctx)
		}
		t.begun++
		if err := t.say(talking, false); err != nil {
			return err
		}
	}
}

// floor waits for the floor: the character has spoken since the line begun last,
// says that it is listening and has been silent for Settle. If it has listened for
// Patience and not spoken, the line is said again, or without one the floor is
// free. Who sees their words shown was heard, and waits longer.
func (t *talk) floor(ctx context.Context) error {
	for repeats := 0; ; repeats++ {
		answered := false
		err := t.until(ctx, func(v View) (bool, time.Time) {
			answered = v.SpokeSince(t.said.End)
			patience := t.script.Patience
			if !t.said.Onset.IsZero() && v.heardSince(t.said.Onset) {
				patience = max(patience, heardPatience)
			}
			due := v.floor(t.said.End, t.script.Settle, patience)
			return !due.IsZero() && !v.Now.Before(due), due
		})
		if err != nil || answered || t.begun == 0 {
			return err
		}
		if repeats == maxRepeats {
			return ErrNoAnswer
		}
		if err := t.say(ctx, true); err != nil {
			return err
		}
	}
}

// floor is when the caller whose line ended at end may speak, or say it again, if
// nothing more happens; zero while the character does not listen.
func (v View) floor(end time.Time, settle, patience time.Duration) time.Time {
	state := v.State()
	if state.State != parley.Listening {
		return time.Time{}
	}
	since := later(state.At, v.Frames.LastVoiced())
	if v.SpokeSince(end) {
		return since.Add(settle)
	}
	return later(since, end).Add(patience)
}

func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// say says the line begun last and returns when it is said. A call that ends
// meanwhile leaves the rest unsaid.
func (t *talk) say(ctx context.Context, again bool) error {
	line := t.script.Lines[t.begun-1]
	t.observe(LineBegun{t.begun, line.Text, again})
	t.responded()
	t.saying, t.answered = true, false
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	type outcome struct {
		said Sent
		err  error
	}
	done := make(chan outcome, 1)
	t.wg.Go(func() {
		pcm, err := line.spoken(ctx, t.script.Speech, t.script.Voice)
		o := outcome{err: err}
		if err == nil {
			o.said, o.err = t.caller.Say(ctx, pcm, nil)
		}
		done <- o
		t.caller.learn(func(time.Time) Body { return nil }) // wakes until
	})
	var o outcome
	err := t.until(ctx, func(View) (bool, time.Time) {
		select {
		case o = <-done:
			return true, time.Time{}
		default:
			return false, time.Time{}
		}
	})
	if err != nil { // the call is over
		cancel()
		o = <-done
	}
	t.saying, t.said = false, o.said
	switch {
	case err != nil:
		return err
	case o.err != nil:
		return fmt.Errorf("say a line: %w", o.err)
	}
	t.look()
	t.observe(LineDone{t.begun})
	return nil
}

// linger waits for the verdict on the last line; one that decides the call is
// followed by the agent's ending.
func (t *talk) linger(ctx context.Context) error {
	enough := errors.New("no verdict")
	ctx, cancel := context.WithTimeoutCause(ctx, linger, enough)
	defer cancel()
	err := t.until(ctx, func(v View) (bool, time.Time) {
		n := len(v.Verdicts)
		return n >= t.report.Exchanges && (n == 0 || !decides(v.Verdicts[n-1].Checker)), time.Time{}
	})
	if errors.Is(err, enough) {
		return nil
	}
	return err
}

func decides(v rpc.Checker) bool { return v.IsGoalComplete || v.IsBadEndingTriggered }

// part ends the call for the reason err, nil for one that went as planned, and
// returns Run's error.
func (t *talk) part(ctx context.Context, err error) error {
	switch {
	case errors.Is(err, errEnded):
		return t.stay(ctx, nil)
	case errors.Is(err, ErrLost) || errors.Is(err, ErrNoAgent):
		return err
	}
	late := errors.New("no goodbye")
	alive, cancel := context.WithTimeoutCause(context.WithoutCancel(ctx), goodbye, late)
	defer cancel()
	if t.caller.agent() != "" {
		t.wg.Go(func() {
			if err := t.caller.HangUp(alive); err != nil && alive.Err() == nil {
				t.caller.config.Log.Warn("hang up", "err", err)
			}
		})
	}
	over := t.until(alive, func(View) (bool, time.Time) { return false, time.Time{} })
	if err == nil {
		err = context.Cause(ctx) // nil unless it ended meanwhile
	}
	switch {
	case errors.Is(over, errEnded):
		return t.stay(ctx, err)
	case errors.Is(over, late):
		return errors.Join(err, ErrLost)
	case err == nil:
		return over
	}
	return err
}

// stay hears the last of the character's audio and returns err.
func (t *talk) stay(ctx context.Context, err error) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tail)
	defer cancel()
	_ = t.wait(ctx, func(v View) (bool, time.Time) { return v.Gone != nil, time.Time{} }) // or the time is over
	return err
}

// until waits until ready is true of what the caller knows. ready is asked again
// at everything new and at the time that it returns, unless that is zero; while
// the connection is lost it is not. The error is errEnded when the agent ends the
// call, ErrLost when it is cut off, else ctx's cause.
func (t *talk) until(ctx context.Context, ready func(View) (bool, time.Time)) error {
	var over error
	err := t.wait(ctx, func(v View) (bool, time.Time) {
		switch giveUp := v.Lost.Add(reconnectWait); {
		case v.Ended != nil:
			over = errEnded
		case v.Gone != nil, !v.Lost.IsZero() && !v.Now.Before(giveUp):
			over = ErrLost
		case !v.Lost.IsZero():
			return false, giveUp
		default:
			return ready(v)
		}
		return true, time.Time{}
	})
	if over != nil {
		return over
	}
	return err
}

// wait is until, whatever has become of the call.
func (t *talk) wait(ctx context.Context, ready func(View) (bool, time.Time)) error {
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		news, _ := t.caller.wait()
		v := t.look()
		ok, again := ready(v)
		if ok {
			return nil
		}
		if !again.IsZero() {
			timer.Reset(again.Sub(v.Now))
		} else {
			timer.Stop()
		}
		select {
		case <-news:
		case <-timer.C:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// look tells of what is new and returns what the caller knows.
func (t *talk) look() View {
	events := t.caller.since(t.seen)
	t.seen += len(events)
	for _, e := range events {
		t.tell(e)
	}
	v := t.caller.View()
	if t.begun > 0 && !t.saying && !t.answered && !t.said.End.IsZero() && v.SpokeSince(t.said.End) {
		t.answered = true
		t.report.Exchanges++
	}
	return v
}

func (t *talk) observe(b Body) { t.tell(Event{time.Since(t.caller.Began), b}) }

// tell tells of an event; of two that came out of order the second is moved.
func (t *talk) tell(e Event) {
	e.At = max(e.At, t.last)
	t.last = e.At
	t.script.Observe(e)
}

// responded notes how long the character took to answer the last line.
func (t *talk) responded() {
	if t.said.Voiced.IsZero() {
		return
	}
	if at, ok := t.caller.View().Frames.Voiced(t.said.Voiced); ok {
		t.report.Responses = append(t.report.Responses, at.Sub(t.said.Voiced))
	}
	t.said.Voiced = time.Time{}
}
