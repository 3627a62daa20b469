package quality

import (
	"context"
	"slices"
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
	// start is how long into a reply something is said over it at the earliest,
	// and between two such things.
	start = 800 * time.Millisecond
	// answerWait is how long the caller waits for an answer.
	answerWait = 8 * time.Second
	// maxAnswer is how long the caller waits for an answer to an interruption.
	maxAnswer = 4 * time.Second
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
	for _, off := range judgeCaptions(c.heard(0), c.captions()) {
		c.note(Observation{Kind: Caption, Off: off, Failed: off > 1 || off < -1})
	}
	for _, l := range c.View().Latencies {
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

// ask takes the floor, says p and waits for an answer of the length given. It
// reports whether one came.
func (c *call) ask(ctx context.Context, p part, words int) (answered bool, err error) {
	if err := c.floor(ctx); err != nil {
		return false, err
	}
	c.author.Write(words)
	l, err := c.lines.line(ctx, c.script.voice, p.fixture, p.pause)
	if err != nil {
		return false, err
	}
	began, sound, err := c.say(ctx, l, p.gain)
	if err != nil {
		return false, err
	}
	fluent := sound && c.spoken(p, l, began)
	end := began + l.End
	answered, err = c.await(ctx, end, answerWait, audibly(end))
	c.author.Write(briefly) // should anything but this question be answered
	if err != nil || p.kind != Complete || !sound || fluent {
		return answered, err
	}
	at, _ := firstAudible(c.heard(end), end, 1<<62)
	took := time.Duration(0)
	if answered {
		took = at - end
	}
	c.note(Observation{Kind: Complete, Fixture: p.fixture.ID, Took: took, Failed: !answered || took > LateAfter})
	return answered, nil
}

// spoken notes what the character did while a line was said, and reports whether
// it spoke before the line's first pause.
func (c *call) spoken(p part, l *Said, began time.Duration) (fluent bool) {
	broken, fluent := judgePauses(c.heard(began), began, l)
	for i, b := range broken {
		c.note(Observation{Kind: Pause, Fixture: p.fixture.ID, Pause: p.pause, Hard: l.Silences[i].Hard, Failed: b})
	}
	c.note(Observation{Kind: Fluent, Fixture: p.fixture.ID, Failed: fluent})
	return fluent
}

// over does p over the character's reply and reports whether the reply goes on
// for long enough to do more.
func (c *call) over(ctx context.Context, p part) (going bool, err error) {
	if err := c.wait(ctx, start); err != nil {
		return false, err
	}
	under := replies(c.heard(0))
	if len(under) == 0 || c.now()-under[len(under)-1].end > 2*breath {
		return false, nil // nothing to say it over
	}
	set := under[len(under)-1].set
	l, err := c.render(ctx, p)
	if err != nil {
		return false, err
	}
	began, sound, err := c.say(ctx, l, p.gain)
	if err != nil || !sound {
		return false, err
	}
	onset, end := began+l.Start, began+l.End
	if p.kind == Interruption {
		return false, c.interrupted(ctx, p, set, onset)
	}
	return c.backed(ctx, p, set, onset, end)
}

// render is the sound of p.
func (c *call) render(ctx context.Context, p part) (*Said, error) {
	if p.kind == Noise {
		pcm := p.burst.PCM(p.seed)
		return &Said{PCM: pcm, End: media.Duration(len(pcm))}, nil
	}
	return c.lines.line(ctx, c.script.voice, p.fixture, 0)
}

// interrupted waits for the character to fall silent.
func (c *call) interrupted(ctx context.Context, p part, set int, onset time.Duration) error {
	if err := c.wait(ctx, max(onset+3*MissedAfter-c.now(), 0)); err != nil {
		return err
	}
	took := lastOf(c.heard(onset), set, onset)
	c.note(Observation{Kind: Interruption, Fixture: p.fixture.ID, Took: took, Failed: took > MissedAfter})
	// The answer would fall into the next line; not all interruptions get one.
	_, err := c.await(ctx, onset, maxAnswer, func(heard []frame) bool {
		return slices.ContainsFunc(heard, func(f frame) bool { return f.known && f.word.Set != set })
	})
	return err
}

// backed waits until it is known whether the reply goes on.
func (c *call) backed(ctx context.Context, p part, set int, onset, end time.Duration) (going bool, err error) {
	var v verdict
	decided, err := c.await(ctx, onset, 4*giveUp, func(heard []frame) bool {
		v = judgeOver(heard, set, onset, end, c.now())
		return v.decided
	})
	if err != nil {
		return false, err
	}
	c.note(Observation{Kind: p.kind, Fixture: p.fixture.ID, Soft: p.gain < 1, Failed: !decided || v.yielded, Took: v.held})
	under := replies(c.heard(0))
	return decided && !v.yielded && under[len(under)-1].words < atLength-left, nil
}
