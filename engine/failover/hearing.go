package failover

import (
	"context"
	"errors"
	"fmt"
	"time"

	"parley/engine"
	"parley/media"
	"parley/stt"
)

// Hearing is an stt.Engine of several. It is safe for concurrent use and shared
// by all calls.
type Hearing struct {
	list    *list
	engines []stt.Engine
}

var _ stt.Engine = (*Hearing)(nil)

// NewHearing makes one engine of the rungs, the preferred first. It panics
// without any. Close it after use; the rungs remain the caller's.
func NewHearing(o Options, rungs ...stt.Engine) *Hearing {
	h := &Hearing{engines: rungs}
	names := make([]func() string, len(rungs))
	for i, e := range rungs {
		names[i] = e.Name
	}
	h.list = newList("stt", o, hearingBudgets, HedgeNext, names)
	if h.list.probe == nil {
		h.list.probe = h.probe
	}
	return h
}

// Name is that of the engine that would be opened now.
func (h *Hearing) Name() string { return h.list.rungs[h.list.best()].name() }

// Open implements stt.Engine. It returns when one of the rungs is open; those
// that do not know the language are left out. A rung that does not open, or
// breaks twice, is not opened again for this stream within half a minute. The
// stream outlives the rung: each utterance's audio is kept until its final, and
// what a rung breaks in or is too slow for, another hears from the start. The
// preferred rung is taken again with a later utterance once it is well. An
// utterance that no rung could recognise has a final with Err. Next fails only
// when no rung is left. Close waits for the rungs' streams to close.
func (h *Hearing) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	return h.open(ctx, o, nil)
}

// For is the engine for one call, whose switches and usage go to o; o may be
// nil. It needs no closing.
func (h *Hearing) For(o Observer) stt.Engine { return hearingCall{h, newCaller(o)} }

// Knows reports whether one of the rungs recognises language, a BCP 47 tag.
func (h *Hearing) Knows(language string) bool { return anyKnows(h.engines, language) }

// Warm connects every rung that can be, and returns what failed. Nothing
// follows from failures.
func (h *Hearing) Warm(ctx context.Context) error { return warm(ctx, h.list, h.engines) }

// Stats tells how the rungs are, in their order.
func (h *Hearing) Stats() []RungStats { return h.list.stats() }

// Close ends the probes and waits. Streams are their callers' to close. It may
// be called twice.
func (h *Hearing) Close() { h.list.close() }

type hearingCall struct {
	*Hearing
	who *caller
}

func (c hearingCall) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	return c.open(ctx, o, c.who)
}

func (h *Hearing) open(ctx context.Context, o stt.Options, who *caller) (stt.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !h.Knows(o.Language) {
		return nil, h.list.refusal(engine.ErrLanguage)
	}
	s := newStream(h, o, who) //nolint:contextcheck // probes outlive the opening
	s.mu.Lock()
	s.serve(nil, nil)
	s.mu.Unlock()
	total := time.NewTimer(h.list.budgets.Total)
	defer total.Stop()
	select {
	case <-total.C:
		_ = s.Close() // it never opened
		return nil, h.list.refusal(telling(s.worst(), fmt.Errorf("%w: no stream opened", engine.ErrSlow)))
	case <-s.ready:
		if err := s.failure(); err != nil {
			_ = s.Close() // it never opened
			return nil, err
		}
		return s, nil
	case <-ctx.Done():
		_ = s.Close() // it never opened
		if err := s.worst(); errors.Is(err, engine.ErrCapacity) {
			return nil, h.list.refusal(err) // it waited for a place
		}
		return nil, ctx.Err()
	}
}

// probed is the silence a resting recogniser is tried with.
const probed = 300 * time.Millisecond

func (h *Hearing) probe(ctx context.Context, rung int) error {
	stream, err := h.engines[rung].Open(ctx, stt.Options{})
	if err != nil {
		return err
	}
	defer stream.Close()
	stream.Begin(1)
	stream.Write(make([]int16, media.Samples(probed)))
	stream.End()
	for {
		e, err := stream.Next(ctx)
		if err != nil || e.Final {
			return firstOf(err, e.Err)
		}
	}
}

func firstOf(a, b error) error {
	if a != nil {
		return a
	}
	return b
}

// overdue is the error for a final that did not come in time.
func (h *Hearing) overdue(rung int) error {
	return fmt.Errorf("%w: the transcript of %s is overdue", engine.ErrSlow, h.list.rungs[rung].name())
}
