package quality

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/bench"
	"parley/bench/quality/beep"
	"parley/bench/quality/oracle"
	"parley/bench/stub"
	"parley/caller"
	"parley/media"
)

// firstByte is how long the character's voice takes to begin.
const firstByte = stub.DefaultFirstByte

const (
	// patience is what callers ask of the character, in seconds: what scenarios
	// have that say nothing of it.
	patience = 6
	// openingWait is how long the caller waits for the character to come and open
	// the call.
	openingWait = 15 * time.Second
	// settled is how long the character has been silent and listening when the
	// floor counts as free: longer than its own pauses.
	settled = 600 * time.Millisecond
	// floorWait is how long the character may speak on when it is the caller's
	// turn: a long reply that was not meant.
	floorWait = 40 * time.Second
)

// call is one call as its caller makes it. It belongs to one goroutine, but for
// hear.
type call struct {
	*caller.Caller
	script script
	lines  *library
	oracle *oracle.Engine
	author *beep.Author
	began  time.Time // all times run from here
	seen   []Observation
	// void counts what was said but does not count, as the machine held the
	// caller up meanwhile.
	void int

	mu     sync.Mutex
	frames []frame // only appended to
}

// call makes the call of a script and returns what was seen in it.
func (s *setup) call(ctx context.Context, script script) (*call, error) {
	name := fmt.Sprintf("quality-%d-%s", script.seed, parley.NewCallID())
	c := &call{
		script: script, lines: s.lines, oracle: oracle.New(script.profile), began: time.Now(),
		author: &beep.Author{},
	}
	s.company.Add(name, c.author)
	s.mu.Lock()
	s.heard[name] = c.oracle
	s.mu.Unlock()
	to, err := s.product.Call(parley.Dispatch{Scenario: bench.Scene, User: name, Username: name})
	if err == nil {
		to.Loss, to.Noise, to.Heard = script.condition.Loss, s.lines.bed(script.condition, script.seed), c.hear
		err = c.hold(ctx, to)
	}
	if err != nil {
		return nil, fmt.Errorf("call %d (%s, %s, %s): %w",
			script.seed, script.condition.Name, script.profile.Name, script.voice, err)
	}
	return c, nil
}

// hold joins, plays the scenes and leaves.
func (c *call) hold(ctx context.Context, to caller.Config) (err error) {
	c.author.Write(briefly)
	if c.Caller, err = caller.Join(ctx, to); err != nil {
		return err
	}
	defer c.Leave()
	opened, err := c.await(ctx, 0, openingWait, audibly(0))
	if err != nil {
		return err
	}
	if !opened {
		return fmt.Errorf("the character does not open the call within %v", openingWait)
	}
	if err := c.SetPatience(ctx, patience); err != nil {
		return err
	}
	return c.play(ctx)
}

// hear takes a frame of the character's.
func (c *call) hear(at time.Time, pcm []int16) {
	f := frame{at: at.Sub(c.began), level: media.Level(pcm)}
	if f.audible() {
		f.word, f.known = beep.Read(pcm)
	}
	if f.known {
		c.author.Heard(f.word.Set)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.frames = append(c.frames, f)
}

// heard are the frames from a time on.
func (c *call) heard(from time.Duration) []frame {
	c.mu.Lock()
	defer c.mu.Unlock()
	i, _ := slices.BinarySearchFunc(c.frames, from, func(f frame, at time.Duration) int { return int(f.at - at) })
	return c.frames[i:len(c.frames):len(c.frames)]
}

func (c *call) now() time.Duration { return time.Since(c.began) }

// errLimit is a wait that took too long.
var errLimit = errors.New("waited for long enough")

// await waits until ok holds of what was heard from from on, and reports false
// if it does not within limit.
func (c *call) await(ctx context.Context, from, limit time.Duration, ok func(heard []frame) bool) (bool, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	err := c.Until(ctx, func(caller.View) bool { return ok(c.heard(from)) })
	if errors.Is(err, errLimit) {
		return false, nil
	}
	return err == nil, err
}

// audibly is a condition of await: the character is heard from from on.
func audibly(from time.Duration) func(heard []frame) bool {
	return func(heard []frame) bool {
		_, ok := firstAudible(heard, from, 1<<62)
		return ok
	}
}

// floor waits until the floor is free.
func (c *call) floor(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, floorWait, errLimit)
	defer cancel()
	err := c.Until(ctx, func(v caller.View) bool {
		recent := c.heard(max(c.now()-settled, 0))
		return !audibly(0)(recent) && v.State().State == parley.Listening && len(recent) > 0
	})
	if errors.Is(err, errLimit) {
		return fmt.Errorf("the floor is not free after %v: %s", floorWait, account(c.View()))
	}
	return err
}

// account says what the character last did, for a call that cannot go on.
func account(v caller.View) string {
	state := v.State()
	return fmt.Sprintf("it is %q since %v, was audible %v ago, %d frames and %d captions", state.State,
		v.Now.Sub(state.At).Round(time.Millisecond), v.Now.Sub(v.Frames.LastVoiced()).Round(time.Millisecond),
		len(v.Frames), len(v.Captions))
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
func (c *call) say(ctx context.Context, l *Said, gain float64) (began time.Duration, sound bool, err error) {
	pcm := l.PCM
	if gain != 1 {
		pcm = append([]int16(nil), pcm...)
		scale(pcm, gain)
	}
	said, err := c.Say(ctx, pcm, func(at time.Time) { c.oracle.Say(at, l.Words) })
	if err != nil {
		return 0, false, err
	}
	began, sound = said.Onset.Sub(c.began), said.Stalls == 0
	if !sound {
		c.void++
	}
	return began, sound, c.wait(ctx, began+media.Duration(len(pcm))-c.now())
}

// note keeps what was seen.
func (c *call) note(o Observation) {
	o.Condition, o.Profile, o.Voice = c.script.condition.Name, c.script.profile.Name, c.script.voice
	c.seen = append(c.seen, o)
}

// captions are those of the character.
func (c *call) captions() []caption {
	var own []caption
	for _, s := range c.View().Captions {
		if s.Role == parley.Character {
			own = append(own, caption{shown: s.Shown.Sub(c.began), text: s.Text, final: s.Final})
		}
	}
	return own
}
