package failover

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/engine"
	"parley/llm"
)

// Thinking is an llm.Engine of several. The checker's is one with budgets of
// its own. It is safe for concurrent use and shared by all calls.
type Thinking struct {
	*list
	engines []llm.Engine
}

var (
	_ llm.Engine   = (*Thinking)(nil)
	_ llm.Windowed = (*Thinking)(nil)
	_ llm.Adapting = (*Thinking)(nil)
)

// NewThinking makes one engine of the providers, the preferred first. It panics
// without any. Close it after use; the providers remain the caller's.
func NewThinking(o Options, providers ...llm.Engine) *Thinking {
	t := &Thinking{engines: providers}
	t.list = newList(o, Options{Role: "llm", Budgets: thinkingBudgets, Probe: t.probe}, providers)
	return t
}

// Subset is a list of some of t's providers, with what is known of them and the loads of
// their models in common. Close it, too, and before t: who is left may begin anew what
// the other's end has ended. It panics if a provider is none of t's.
func (t *Thinking) Subset(o Options, providers ...llm.Engine) *Thinking {
	only := NewThinking(o, providers...)
	only.loads = t.loads
	for i, e := range providers {
		only.list.providers[i] = t.list.providers[slices.Index(t.engines, e)]
	}
	return only
}

// Window implements llm.Windowed: the smallest window known of its providers, so
// that a request fits whichever answers; 0 if none is known.
func (t *Thinking) Window() int {
	least := 0
	for _, e := range t.engines {
		w, ok := e.(llm.Windowed)
		if !ok {
			continue
		}
		if n := w.Window(); n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	return least
}

// Dialect implements llm.Adapting: what each of its providers has learnt, behind its
// name.
func (t *Thinking) Dialect() []string {
	var all []string
	for _, e := range t.engines {
		a, ok := e.(llm.Adapting)
		if !ok {
			continue
		}
		for _, says := range a.Dialect() {
			all = append(all, e.Name()+": "+says)
		}
	}
	return all
}

// Chat implements llm.Engine. It returns when a provider has written its first
// words, or thoughts: until then a failure, or an empty answer, moves on to the next.
// If some
// had nothing to say and no other has, the answer is empty. After that the answer
// is that provider's to its end: a failure then is engine.ErrCut, a pause longer
// than the budget engine.ErrSlow.
func (t *Thinking) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	return t.ForCall(nil).Chat(ctx, r)
}

// ForCall is the engine for one call, whose switches and usage go to o; o may be
// nil. It needs no closing.
func (t *Thinking) ForCall(o Observer) llm.Engine { return thinkingCall{t, newCall(o)} }

type thinkingCall struct {
	*Thinking
	call *call
}

func (c thinkingCall) Chat(ctx context.Context, q llm.Request) (llm.Stream, error) {
	r := c.list.request(ctx, c.call, nil)
	a := &answer{list: c.list, call: c.call, parent: ctx, prompt: promptBytes(q)}
	for try := r.next(); try != nil; try = r.next() {
		err := c.list.guard(try.provider, func() error { return c.open(r, try, q, a) })
		if err == nil {
			a.attempt = try
			return a, nil
		}
		if try.given() {
			a.charge(try.provider)
		}
		r.fail(try, err)
		a.ready, a.written, a.usage = nil, 0, nil
	}
	silent := func(err error) bool { return errors.Is(err, errNothing) }
	if ctx.Err() == nil && slices.ContainsFunc(r.errs, silent) { // nobody has more to say
		return &answer{list: c.list, err: io.EOF}, nil
	}
	return nil, r.refusal()
}

// open asks one provider and waits for its first words.
func (t *Thinking) open(r *request, try *attempt, q llm.Request, a *answer) error {
	stream, err := t.engines[try.provider].Chat(try.ctx, q)
	if err != nil {
		return err
	}
	for {
		d, err := stream.Next()
		if err == nil && !empty(d) {
			a.ready = append(a.ready, d)
			a.take(d)
		}
		spoken := d.Call != nil || d.Thinking || strings.TrimSpace(d.Text) != ""
		switch {
		case err == nil && !spoken:
			continue
		case err == nil && r.began(try):
			a.stream = stream
			return nil
		case err == nil:
			err = engine.ErrSlow
		case errors.Is(err, io.EOF):
			err = r.nothing(try)
		}
		_ = stream.Close() // the error is told already
		return err
	}
}

// probe asks for a word. Who writes one is well; the end of the answer is waited for as
// long as a pause in one may last, as its connection can then serve the next request.
func (t *Thinking) probe(ctx context.Context, provider int) error {
	within, enough := context.WithCancel(ctx)
	defer enough()
	stream, err := t.engines[provider].Chat(within, llm.Request{
		Messages: []llm.Message{{Speaker: llm.User, Text: "ok"}}, MaxTokens: 1,
	})
	if err != nil {
		return err
	}
	defer stream.Close()
	for written := false; ; {
		d, err := stream.Next()
		switch {
		case errors.Is(err, io.EOF), within.Err() != nil && ctx.Err() == nil:
			return nil
		case err != nil:
			return err
		case !written && (d.Text != "" || d.Thinking || d.Call != nil):
			written = true
			defer time.AfterFunc(t.list.budgets.Gap, enough).Stop()
		}
	}
}

// answer implements llm.Stream for the provider that answers. The gap budget is
// the attempt's timer, which runs while Next waits.
type answer struct {
	list    *list
	call    *call
	parent  context.Context //nolint:containedctx // the caller's
	attempt *attempt
	stream  llm.Stream
	ready   []llm.Delta

	prompt, written int // bytes
	usage           *llm.Usage
	err             error // of Next from now on
}

var errGivenUp = errors.New("the answer was closed")

// Next implements llm.Stream.
func (a *answer) Next() (llm.Delta, error) {
	if a.err == nil && a.parent.Err() != nil {
		a.finish(a.parent.Err())
	}
	if a.err != nil {
		return llm.Delta{}, a.err
	}
	if len(a.ready) > 0 {
		d := a.ready[0]
		a.ready = a.ready[1:]
		return d, nil
	}
	a.attempt.timer.Reset(a.list.budgets.Gap)
	defer a.attempt.timer.Stop()
	for {
		d, err := a.stream.Next()
		if err != nil {
			a.finish(a.explain(err))
			return llm.Delta{}, a.err
		}
		if !empty(d) { // a keep-alive buys no time
			a.take(d)
			return d, nil
		}
	}
}

func empty(d llm.Delta) bool { return d == (llm.Delta{}) }

// take counts what a piece of the answer costs.
func (a *answer) take(d llm.Delta) {
	a.written += len(d.Text)
	if d.Call != nil {
		a.written += len(d.Call.Name) + len(d.Call.Arguments)
	}
	if d.Usage != nil {
		a.usage = d.Usage
	}
}

// explain is what the caller is told of an error in mid-answer; the provider is
// noted for it.
func (a *answer) explain(err error) error {
	if errors.Is(err, io.EOF) {
		return io.EOF
	}
	if a.parent.Err() != nil {
		return a.parent.Err()
	}
	name := a.list.providers[a.attempt.provider].name()
	switch {
	case errors.Is(context.Cause(a.attempt.ctx), engine.ErrSlow) && !errors.Is(err, engine.ErrSlow):
		err = fmt.Errorf("%w: %s paused for %v in mid-answer", engine.ErrSlow, name, a.list.budgets.Gap)
	case !errors.Is(err, engine.ErrSlow) && !errors.Is(err, engine.ErrCut):
		err = fmt.Errorf("%w: %w", engine.ErrCut, engine.Named(name, err))
	}
	a.call.failed(a.attempt.provider, 1)
	a.list.fail(a.attempt.provider, err)
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
	a.attempt.timer.Stop()
	a.attempt.cancel(nil)
	_ = a.stream.Close() // nothing is left to lose
	a.charge(a.attempt.provider)
}

// bytesPerToken is the usual estimate for English text.
const bytesPerToken = 4

// charge tells what the provider has cost, by its own account if it gave one.
func (a *answer) charge(provider int) {
	u := parley.Usage{Prompt: a.prompt / bytesPerToken, Completion: (a.written + bytesPerToken - 1) / bytesPerToken, Estimated: true}
	if a.usage != nil {
		u = parley.Usage{Prompt: a.usage.Prompt, Cached: a.usage.Cached, Completion: a.usage.Completion}
	}
	a.call.used(a.list, provider, u)
}

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
