package quality

import (
	"context"
	"fmt"
	"time"

	"parley/media"
)

const (
	// briefly and atLength are how many words a reply has: one second, or more
	// than anything said over it takes.
	briefly, atLength = 3, 80
	// left is how many words a reply must have left for something to be said
	// over it: what judging that takes.
	left = 25
	// settled is how long the character has been silent and listening when the
	// floor counts as free: longer than its own pauses.
	settled = 600 * time.Millisecond
	// start is how long into a reply something is said over it at the earliest,
	// and between two such things.
	start = 800 * time.Millisecond
	// answerWait is how long the caller waits for an answer.
	answerWait = 8 * time.Second
	// maxAnswer is how long the caller waits for an answer to an interruption.
	maxAnswer = 4 * time.Second
	// floorWait is how long the character may speak on when it is the caller's
	// turn: a long reply that was not meant.
	floorWait = 40 * time.Second
)

// play does the scenes one after the other.
func (c *call) play(ctx context.Context) error {
	for _, s := range c.script.scenes {
		if err := c.scene(ctx, s); err != nil {
			return err
		}
	}
	if err := c.floor(ctx); err != nil {
		return err
	}
	heard, _ := c.ear.heard(0)
	for _, off := range judgeCaptions(heard, c.ear.shown()) {
		c.note(Observation{Kind: Caption, Off: off, Failed: off > 1 || off < -1})
	}
	for _, l := range c.ear.accounts() {
		c.note(Observation{Kind: Waste, Off: l.Wasted, Failed: l.Wasted > 0})
	}
	return nil
}

func (c *call) scene(ctx context.Context, s scene) error {
	if len(s.over) == 0 {
		_, err := c.ask(ctx, s.say, briefly)
		return err
	}
	going := false
	for _, p := range s.over {
		if !going {
			answered, err := c.ask(ctx, s.say, atLength)
			if err != nil {
				return err
			}
			if !answered {
				return nil
			}
		}
		var err error
		if going, err = c.over(ctx, p); err != nil {
			return err
		}
	}
	return nil
}

// await waits until ok holds of what was heard from from on, and reports false
// if it does not within limit.
func (c *call) await(ctx context.Context, from, limit time.Duration, ok func(heard []frame) bool) (bool, error) {
	timeout := time.NewTimer(limit)
	defer timeout.Stop()
	for {
		heard, more := c.ear.heard(from)
		if ok(heard) {
			return true, nil
		}
		select {
		case <-more:
		case <-timeout.C:
			return false, nil
		case <-ctx.Done():
			return false, context.Cause(ctx)
		}
	}
}

// floor waits until the floor is free.
func (c *call) floor(ctx context.Context) error {
	free, err := c.await(ctx, max(c.ear.now()-settled, 0), floorWait, func([]frame) bool {
		now := c.ear.now()
		recent, _ := c.ear.heard(max(now-settled, 0))
		_, spoke := firstAudible(recent, 0, 1<<62)
		return !spoke && c.ear.listening() && len(recent) > 0
	})
	if err == nil && !free {
		err = fmt.Errorf("the floor is not free after %v: %s", floorWait, c.ear.account())
	}
	return err
}

// wait lets time pass.
func (c *call) wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// say says a line and returns when it began, once it is said. It is not sound if
// the machine held the caller up within it.
func (c *call) say(ctx context.Context, l *line, gain float64) (began time.Duration, sound bool, err error) {
	stalls := c.mic.stalled()
	pcm := l.pcm
	if gain != 1 {
		pcm = append([]int16(nil), pcm...)
		scale(pcm, gain)
	}
	started := make(chan time.Duration, 1)
	c.mic.say(pcm, func(at time.Time) {
		c.oracle.Say(at, l.words)
		started <- at.Sub(c.ear.began)
	})
	select {
	case began = <-started:
	case <-ctx.Done():
		return 0, false, context.Cause(ctx)
	}
	err = c.wait(ctx, media.Duration(len(pcm)))
	sound = c.mic.stalled() == stalls
	if !sound {
		c.void++
	}
	return began, sound, err
}

// note keeps what was seen.
func (c *call) note(o Observation) {
	o.Condition, o.Profile, o.Voice = c.script.condition.Name, c.script.profile.Name, c.script.voice
	c.seen = append(c.seen, o)
}
