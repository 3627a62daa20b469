package quality

import (
	"context"
	"fmt"
	"time"

	"parley"
	"parley/bench"
	"parley/bench/quality/beep"
	"parley/bench/quality/oracle"
	"parley/bench/stub"
	"parley/room/lk"
	"parley/rpc"
)

// firstByte is how long the character's voice takes to begin; its mind takes
// stub.DefaultFirstToken and stub.DefaultTokenEvery.
const firstByte = stub.DefaultFirstByte

// patience is what callers ask of the character, in seconds: what scenarios
// have that say nothing of it (product.md section 2, row 11).
const patience = 6

// call is one call as its caller makes it. It belongs to one goroutine.
type call struct {
	script script
	lines  *library
	oracle *oracle.Engine
	author *beep.Author
	mic    *mic
	ear    *ear
	seen   []Observation
	// void counts what was said but does not count, as the machine held the
	// caller up meanwhile.
	void int
}

// call makes the call of a script and returns what was seen in it.
func (s *stand) call(ctx context.Context, script script) (*call, error) {
	name := fmt.Sprintf("quality-%d-%s", script.seed, parley.NewCallID())
	c := &call{
		script: script, lines: s.lines, oracle: oracle.New(script.profile),
		author: &beep.Author{FirstToken: stub.DefaultFirstToken, PerToken: stub.DefaultTokenEvery},
	}
	c.ear = newEar(c.author)
	s.company.Add(name, c.author)
	s.mu.Lock()
	s.heard[name] = c.oracle
	s.mu.Unlock()
	to, err := s.product.Call(parley.Dispatch{Scenario: bench.Scene, User: name, Username: name})
	if err == nil {
		err = c.hold(ctx, lk.Config{
			URL: to.URL, Token: to.Token, Loss: script.condition.Loss, Log: to.Log,
			Topics: []string{rpc.TopicTranscription, rpc.TopicLatency}, Methods: c.methods(), Events: c.ear.events(),
		})
	}
	if err != nil {
		return nil, fmt.Errorf("call %d (%s, %s, %s): %w",
			script.seed, script.condition.Name, script.profile.Name, script.voice, err)
	}
	return c, nil
}

// methods take what the agent tells a page, and do nothing with it.
func (c *call) methods() map[string]lk.Method {
	deaf := func(string, string) (string, error) { return rpc.OK, nil }
	return map[string]lk.Method{rpc.MethodCallEnded: deaf, rpc.MethodChecker: deaf, rpc.MethodEmojiReaction: deaf}
}

// hold joins, plays the scenes and leaves.
func (c *call) hold(ctx context.Context, config lk.Config) error {
	r, err := lk.Join(ctx, config)
	if err != nil {
		return err
	}
	defer r.Leave()
	c.mic = &mic{sink: r, bed: c.lines.bed(c.script.condition, c.script.seed)}
	alive, stop := context.WithCancel(ctx)
	sent := make(chan error, 1)
	go func() {
		err := c.mic.run(alive)
		stop()
		sent <- err
	}()
	if err = c.open(alive, r); err == nil {
		err = c.play(alive)
	}
	stop()
	if failed := <-sent; failed != nil {
		return failed
	}
	return err
}

// openingWait is how long the caller waits for the character to come and open
// the call.
const openingWait = 15 * time.Second

// open waits for the character's opening and asks for patience.
func (c *call) open(ctx context.Context, r *lk.Room) error {
	c.author.Write(briefly)
	opened, err := c.await(ctx, 0, openingWait, func(heard []frame) bool {
		_, ok := firstAudible(heard, 0, 1<<62)
		return ok
	})
	if err != nil {
		return err
	}
	if !opened {
		return fmt.Errorf("the character does not open the call within %v", openingWait)
	}
	wanted, err := rpc.Encode(rpc.SetPatience{Seconds: patience})
	if err == nil {
		_, err = r.PerformRPC(ctx, c.ear.agentIdentity(), rpc.MethodSetPatience, wanted)
	}
	return err
}
