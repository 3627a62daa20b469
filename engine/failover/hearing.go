package failover

import (
	"context"
	"errors"
	"time"

	"parley/engine"
	"parley/media"
	"parley/stt"
)

// Hearing is an stt.Engine of several. It is safe for concurrent use and shared
// by all calls.
type Hearing struct {
	*list
	engines []stt.Engine
}

var _ stt.Engine = (*Hearing)(nil)

// NewHearing makes one engine of the providers, the preferred first. It panics
// without any. Close it after use; the providers remain the caller's.
func NewHearing(o Options, providers ...stt.Engine) *Hearing {
	h := &Hearing{engines: providers}
	h.list = newList(o, Options{Role: "stt", Budgets: hearingBudgets, Probe: h.probe}, providers)
	return h
}

// Open implements stt.Engine. It returns when one of the providers is open; those
// that do not know the language are left out. The stream outlives its provider:
// each utterance's audio is kept until its final, and if the provider breaks,
// refuses the utterance or is too slow for it, the next one hears it from the
// start, once. The preferred provider is taken again with a later utterance, when
// it is well. An utterance that could not be recognised has a final with Err. Next
// fails only when no provider is left. Close waits for the provider's stream to
// close.
func (h *Hearing) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	return h.ForCall(nil).Open(ctx, o)
}

// ForCall is the engine for one call, whose switches and usage go to o; o may be
// nil. It needs no closing.
func (h *Hearing) ForCall(o Observer) stt.Engine { return hearingCall{h, newCall(o)} }

type hearingCall struct {
	*Hearing
	call *call
}

func (c hearingCall) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if !c.Knows(o.Language) {
		return nil, c.list.refusal(engine.ErrLanguage)
	}
	r := c.opening(ctx, o)
	up := c.open(r, o)
	if up == nil {
		return nil, r.refusal()
	}
	return newStream(c, o, up), nil
}

// opening is the request for a stream.
func (c hearingCall) opening(ctx context.Context, o stt.Options) *request {
	r := c.list.request(ctx, c.call, c.lacks(o.Language))
	r.opening = true
	return r
}

// open opens one provider's stream, or is nil if none opens.
func (c hearingCall) open(r *request, o stt.Options) *upstream {
	for try := r.next(); try != nil; try = r.next() {
		var stream stt.Stream
		err := c.list.guard(try.provider, func() (err error) {
			stream, err = c.engines[try.provider].Open(try.ctx, o)
			return err
		})
		switch {
		case err != nil:
		case r.began(try):
			try.cancel(nil)
			return &upstream{provider: try.provider, stream: stream}
		default:
			_ = stream.Close() // it was too slow
		}
		r.fail(try, err)
	}
	return nil
}

// probed is the silence a recogniser is probed with.
const probed = 300 * time.Millisecond

func (h *Hearing) probe(ctx context.Context, provider int) error {
	stream, err := h.engines[provider].Open(ctx, stt.Options{})
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
			return errors.Join(err, e.Err)
		}
	}
}
