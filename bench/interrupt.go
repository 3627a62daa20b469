package bench

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/bench/stub"
	"parley/caller"
	"parley/report"
)

// longReply is an answer there is time to interrupt: nine seconds of it.
const longReply = "That is a fair point, but I would need to see the numbers for the last two quarters before I say anything " +
	"more about it, and I would want to know who made them and what was left out. We have been here before. Two years ago " +
	"we did what you propose to do now and it took us most of a year to put things right again."

const (
	// intoReply is how far into a reply the user speaks up, at the least.
	intoReply = time.Second
	// yieldWait bounds the wait for silence after that.
	yieldWait = 6 * time.Second
)

// Interrupt measures how the character falls silent when the user speaks up.
func Interrupt() Measurement {
	return Measurement{
		Name:  "interrupt",
		About: "from the user's first voiced packet over the character to a quieter one, and to silence",
		Run:   runInterrupt,
	}
}

// yields are what interruptions came to.
type yields struct {
	ducked, silent []time.Duration
	// ignored counts the interruptions after which the character went on, between
	// those that came between two of its sentences: nothing was there to silence.
	ignored, between int
	// of are the yields to each clip.
	of map[string][]caller.Yield
}

// table shows the slowest yield to each clip: speech differs in how soon it can
// be told from noise.
func (y *yields) table(clips []caller.Clip) report.Table {
	t := report.Table{Title: "the slowest by what was said, in ms", Head: []string{"clip", "ducked", "silent", "samples"}}
	for i, c := range clips {
		var slowest caller.Yield
		for _, s := range y.of[c.Text] {
			slowest = caller.Yield{Ducked: max(slowest.Ducked, s.Ducked), Silent: max(slowest.Silent, s.Silent)}
		}
		t.Rows = append(t.Rows, []string{
			objections[i].voice + ": " + c.Text, report.MS(slowest.Ducked, 0), report.MS(slowest.Silent, 0),
			fmt.Sprint(len(y.of[c.Text])),
		})
	}
	return t
}

func (y *yields) count() int { return len(y.silent) + y.ignored }

func runInterrupt(ctx context.Context, env *Env) (r report.Result, err error) {
	clips, err := record(ctx, append(statements[:1:1], objections...))
	if err != nil {
		return r, err
	}
	p, err := env.Start(ctx, EnginesOf(stub.Kit{
		STT: stub.STT{Utterances: utterances(clips)}, LLM: stub.LLM{Reply: longReply},
	}))
	if err != nil {
		return r, fmt.Errorf("measure interruptions: %w", err)
	}
	defer func() { err = errors.Join(err, p.Close()) }()
	y := yields{of: map[string][]caller.Yield{}}
	n := env.Samples
	for i := 0; y.count() < n && y.between <= n; i++ {
		// A call's recogniser hears the clips in order, from the first.
		some := clips[:min(len(clips), 1+n-y.count())]
		if err := interruptedCall(ctx, p, i, some, &y, func() { env.Progress("interruptions", y.count()+1, n) }); err != nil {
			return r, fmt.Errorf("measure interruptions: %w", err)
		}
	}
	r = report.Result{
		Name:  "interrupt",
		Title: "after the onset of the user's speech over a long reply, as the caller hears it",
		Figures: []report.Figure{
			quantile("ducked p50", y.ducked, 0.5).AtMost(60),
			quantile("ducked p95", y.ducked, 0.95),
			quantile("silent p50", y.silent, 0.5).AtMost(190),
			quantile("silent p95", y.silent, 0.95).AtMost(300),
			report.Count("ignored", y.ignored, y.count()).AtMost(0),
		},
		Tables: []report.Table{y.table(clips[1:])},
	}
	if len(y.silent) == 0 {
		return r, errors.New("measure interruptions: the character never gave way")
	}
	return r, nil
}

// interruptedCall asks once and then interrupts every answer.
func interruptedCall(ctx context.Context, p Product, number int, clips []caller.Clip, y *yields, before func()) error {
	c, err := join(ctx, p, number)
	if err != nil {
		return err
	}
	defer c.Leave()
	if err := floor(ctx, c.Caller); err != nil {
		return err
	}
	said, err := c.Say(ctx, clips[0].PCM, nil)
	if err != nil {
		return err
	}
	for i, clip := range clips[1:] {
		before()
		from := said.End
		// Another place within a frame and a word each time.
		depth := intoReply + time.Duration(i)*137*time.Millisecond
		if said, err = interrupt(ctx, c.Caller, from, depth, clip, y); err != nil {
			return err
		}
	}
	return nil
}

// interrupt waits until the answer to what ended at from has been heard for
// depth, says clip over it and notes how the character gave way.
func interrupt(
	ctx context.Context, c *caller.Caller, from time.Time, depth time.Duration, clip caller.Clip, y *yields,
) (caller.Sent, error) {
	began, err := voice(ctx, c, from, answerWait)
	if err != nil {
		return caller.Sent{}, err
	}
	speaking, stop := context.WithTimeoutCause(ctx, floorWait, errors.New("the character does not go on"))
	defer stop()
	err = c.Until(speaking, func(v caller.View) bool { return v.Now.Sub(began) >= depth && v.Frames.Speaking(v.Now) })
	if err != nil {
		return caller.Sent{}, err
	}
	said, err := c.Say(ctx, clip.PCM, nil)
	if err != nil {
		return caller.Sent{}, err
	}
	giving, cancel := context.WithTimeoutCause(ctx, yieldWait, errUnanswered)
	defer cancel()
	var gave caller.Yield
	spoke := false
	err = c.Until(giving, func(v caller.View) (ok bool) {
		spoke = v.Frames.Speaking(said.Onset)
		gave, ok = v.Frames.Yield(said.Onset, v.Now)
		return ok
	})
	switch {
	case errors.Is(err, errUnanswered) && !spoke:
		y.between++
	case errors.Is(err, errUnanswered):
		y.ignored++
	case err != nil:
		return caller.Sent{}, err
	default:
		y.ducked, y.silent = append(y.ducked, gave.Ducked), append(y.silent, gave.Silent)
		y.of[clip.Text] = append(y.of[clip.Text], gave)
	}
	return said, nil
}
