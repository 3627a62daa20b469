package failover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley"
	"parley/engine"
	"parley/llm"
)

// Thinking is an llm.Engine of several. The checker's is one with budgets of
// its own. It is safe for concurrent use and shared by all calls.
type Thinking struct {
	list    *list
	engines []llm.Engine
}

var _ llm.Engine = (*Thinking)(nil)

// NewThinking makes one engine of the rungs, the preferred first. It panics
// without any. Close it after use; the rungs remain the caller's.
func NewThinking(o Options, rungs ...llm.Engine) *Thinking {
	t := &Thinking{engines: rungs}
	names := make([]func() string, len(rungs))
	for i, e := range rungs {
		names[i] = e.Name
	}
	t.list = newList("llm", o, thinkingBudgets, HedgeNext, names)
	if t.list.probe == nil {
		t.list.probe = t.probe
	}
	return t
}

// Name is that of the engine that would be asked now.
func (t *Thinking) Name() string { return t.list.rungs[t.list.best()].name() }

// Chat implements llm.Engine. It returns when a rung has written its first
// words; until then a failure, or an empty answer, moves on to the next rung. If
// some had nothing to say and no other has, the answer is empty. After that the answer
// is that rung's to its end: a failure then is fault.ErrCut, a pause longer than
// the budget fault.ErrSlow.
func (t *Thinking) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	return t.chat(ctx, r, nil)
}

// For is the engine for one call, whose switches and usage go to o; o may be
// nil. It needs no closing.
func (t *Thinking) For(o Observer) llm.Engine { return thinkingCall{t, newCaller(o)} }

// Warm connects every rung that can be, and returns what failed. Nothing
// follows from failures.
func (t *Thinking) Warm(ctx context.Context) error { return warm(ctx, t.list, t.engines) }

// Stats tells how the rungs are, in their order.
func (t *Thinking) Stats() []RungStats { return t.list.stats() }

// Close ends the probes and waits for requests to end, whose contexts the
// callers end. It may be called twice.
func (t *Thinking) Close() { t.list.close() }

type thinkingCall struct {
	*Thinking
	who *caller
}

func (c thinkingCall) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	return c.chat(ctx, r, c.who)
}

// bytesPerToken is the usual estimate for English text.
const bytesPerToken = 4

func (t *Thinking) chat(ctx context.Context, r llm.Request, who *caller) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	prompt := promptBytes(r)
	match := race[*opening]{
		list: t.list, who: who, ctx: ctx,
		ask:    func(a *attempt) (*opening, error) { return t.open(a, r) },
		drop:   func(o *opening) { _ = o.stream.Close() }, // nobody wants the rest
		charge: parley.Usage{Prompt: prompt / bytesPerToken, Estimated: true},
	}
	won, err := match.run()
	if err != nil && slices.ContainsFunc(match.errs, func(err error) bool { return errors.Is(err, errNothing) }) && ctx.Err() == nil {
		return &answer{err: io.EOF}, nil // nobody has more to say
	}
	if err != nil {
		return nil, err
	}
	return newAnswer(ctx, t.list, who, won, prompt), nil
}

// opening is an answer up to its first words.
type opening struct {
	stream llm.Stream
	deltas []llm.Delta
}

// open asks one rung and waits for its first words.
func (t *Thinking) open(a *attempt, r llm.Request) (*opening, error) {
	stream, err := t.engines[a.rung].Chat(a.ctx, r)
	if err != nil {
		return nil, err
	}
	o := &opening{stream: stream}
	for {
		d, err := stream.Next()
		if err == nil && d != (llm.Delta{}) {
			o.deltas = append(o.deltas, d)
		}
		if err == nil && speaks(d) {
			return o, nil
		}
		if err != nil {
			_ = stream.Close() // the error is told already
			if errors.Is(err, io.EOF) {
				err = fmt.Errorf("%w: %s: %w", engine.ErrJunk, t.engines[a.rung].Name(), errNothing)
			}
			return nil, err
		}
	}
}

func speaks(d llm.Delta) bool { return d.Call != nil || strings.TrimSpace(d.Text) != "" }

func promptBytes(r llm.Request) int {
	n := 0
	for _, m := range r.Messages {
		n += len(m.Text)
		for _, c := range m.Calls {
			n += len(c.Name) + len(c.Arguments)
		}
	}
	for _, t := range r.Tools {
		n += len(t.Name) + len(t.Description) + len(t.Parameters)
	}
	if r.Schema != nil {
		n += len(r.Schema.JSON)
	}
	return n
}

// probe has the rung write one token.
func (t *Thinking) probe(ctx context.Context, rung int) error {
	stream, err := t.engines[rung].Chat(ctx, llm.Request{
		Messages: []llm.Message{{Speaker: llm.User, Text: "ok"}}, MaxTokens: 1,
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	for {
		if _, err := stream.Next(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
