package failover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"time"

	"parley"
	"parley/engine"
	"parley/llm"
)

// answer implements llm.Stream for the rung that spoke first. It runs on the
// caller's goroutine; the gap budget is a timer that cancels the request.
type answer struct {
	list    *list
	who     *caller
	parent  context.Context //nolint:containedctx // the caller's
	attempt *attempt
	stream  llm.Stream
	ready   []llm.Delta
	gap     *time.Timer
	left    time.Duration // of the gap budget

	prompt, written int // bytes
	usage           *llm.Usage
	err             error
}

var errGivenUp = errors.New("the answer was closed")

func newAnswer(parent context.Context, l *list, who *caller, won result[*opening], prompt int) *answer {
	a := &answer{
		list: l, who: who, parent: parent, attempt: won.attempt, stream: won.value.stream, ready: won.value.deltas,
		left: l.budgets.Gap, prompt: prompt,
	}
	a.gap = time.AfterFunc(time.Hour, func() { won.cancel(engine.ErrSlow) })
	a.gap.Stop()
	for _, d := range a.ready {
		a.take(d)
	}
	return a
}

// Next implements llm.Stream.
func (a *answer) Next() (llm.Delta, error) {
	for {
		if a.err != nil {
			return llm.Delta{}, a.err
		}
		if err := a.parent.Err(); err != nil {
			a.finish(err)
			continue
		}
		if len(a.ready) > 0 {
			d := a.ready[0]
			a.ready = a.ready[1:]
			return d, nil
		}
		begun := time.Now()
		a.gap.Reset(a.left)
		d, err := a.stream.Next()
		a.gap.Stop()
		if err != nil {
			a.finish(a.explain(err))
			continue
		}
		if d == (llm.Delta{}) { // a keep-alive buys no time
			a.left -= time.Since(begun)
			continue
		}
		a.left = a.list.budgets.Gap
		a.take(d)
		return d, nil
	}
}

func (a *answer) take(d llm.Delta) {
	a.written += len(d.Text)
	if d.Call != nil {
		a.written += len(d.Call.Name) + len(d.Call.Arguments)
	}
	if d.Usage != nil {
		a.usage = d.Usage
	}
}

// explain is what the caller is told of an error in mid-answer; the rung is
// noted for it.
func (a *answer) explain(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	if a.parent.Err() != nil {
		return a.parent.Err()
	}
	name := a.list.rungs[a.attempt.rung].name()
	switch {
	case errors.Is(context.Cause(a.attempt.ctx), engine.ErrSlow) && !errors.Is(err, engine.ErrSlow):
		err = fmt.Errorf("%w: %s paused for %v in mid-answer", engine.ErrSlow, name, a.list.budgets.Gap)
	case !errors.Is(err, engine.ErrSlow) && !errors.Is(err, engine.ErrCut):
		err = fmt.Errorf("%w: %s: %w", engine.ErrCut, name, err)
	}
	a.who.failed(a.attempt.rung, err)
	a.list.fail(a.attempt.rung, err)
	return err
}

// Close implements llm.Stream.
func (a *answer) Close() error {
	if a.err == nil {
		a.finish(errGivenUp)
	}
	return nil
}

// finish settles what Next returns from now on and tells what it has cost.
func (a *answer) finish(err error) {
	a.err = err
	a.gap.Stop()
	a.attempt.cancel(nil)
	_ = a.stream.Close() // nothing is left to lose
	u := parley.Usage{Prompt: a.prompt / bytesPerToken, Completion: (a.written + bytesPerToken - 1) / bytesPerToken, Estimated: true}
	if a.usage != nil {
		u = parley.Usage{Prompt: a.usage.Prompt, Cached: a.usage.Cached, Completion: a.usage.Completion}
	}
	a.who.used(a.list, a.attempt.rung, u)
}
