package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/llm"
)

// maxAttempts bounds how often one request is put in other words: enough to leave out
// each parameter for itself, and all of them.
const maxAttempts = 14

// asking is one request on its way to a service that may want it in other words.
type asking struct {
	engine  *Engine
	request llm.Request
	dialect dialect
	window  int
	// base is the dialect that the rungs of a ladder start from, vain what was left
	// out on it to no avail.
	base, vain dialect
	climbing   bool
}

// ask sends r, and again without what the service refuses, and remembers what
// got it an answer; that it was refused as a whole teaches nothing. The request is
// go-openai's, the sending is not: its client drops a temperature of 0, and its stream
// tells no end from a cut (docs/decisions.md).
func (e *Engine) ask(ctx context.Context, r llm.Request) (io.ReadCloser, dialect, error) {
	a := &asking{engine: e, request: r, dialect: e.learnt.begin(time.Now()), window: int(e.window.Load())}
	var first error
	for range maxAttempts {
		q := e.translate(r, a.dialect, a.window)
		body, err := json.Marshal(q)
		if err != nil {
			return nil, 0, fmt.Errorf("%w: write it as JSON: %w", engine.ErrRequest, err)
		}
		sent := sentIn(r, body) &^ (a.dialect & noExtra)
		resp, err := e.service.Post( //nolint:bodyclose // the stream closes it
			ctx, "chat/completions", "application/json", bytes.NewReader(body))
		if err == nil {
			e.tell(e.learnt.answered(a.dialect, sent, time.Now()))
			e.narrow(a.window)
			return text{openaihttp.Text(resp), resp.Body}, a.dialect, nil
		}
		if first == nil || ctx.Err() != nil {
			first = err
		}
		if ctx.Err() != nil || !a.again(err, sent, len(q.Messages)) {
			break
		}
	}
	e.learnt.failed(a.known(), a.vain, ctx.Err() != nil, time.Now())
	return nil, 0, first
}

// text is a body that is read as text.
type text struct {
	io.Reader
	io.Closer
}

// again puts the request in other words after a refusal; false means that there are
// none.
func (a *asking) again(err error, sent dialect, messages int) bool {
	if long, told := tooLong(err); long {
		if told < minWindow || told >= a.window {
			told = max(min(a.window, size(a.request)+bound(a.request, a.dialect))/2, minWindow)
		}
		a.window = told
		return len(a.engine.translate(a.request, a.dialect, a.window).Messages) < messages // else there is nothing to leave out
	}
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) {
		return false
	}
	if order := orderOf(refusal, a.dialect); order != 0 {
		a.dialect |= order
		return true
	}
	flag := named(refusal, sent)
	if flag == 0 && a.extras(refusal, sent) {
		flag = noExtra
	}
	if flag != 0 {
		a.dialect, a.climbing = a.known()|flag, false
		return true
	}
	return unreasoned(refusal) && !a.engine.learnt.rests(time.Now()) && a.climb(sent)
}

// known is the dialect without what was left out only to see.
func (a *asking) known() dialect {
	if a.climbing {
		return a.base
	}
	return a.dialect
}

// climb leaves out the next of what may be refused.
func (a *asking) climb(sent dialect) bool {
	if !a.climbing {
		a.climbing, a.base = true, a.dialect
		_, a.vain = a.engine.learnt.suspects(sent)
	}
	full := sentIn(a.request, a.written(a.base))
	suspects, _ := a.engine.learnt.suspects(full)
	if slices.ContainsFunc(a.request.Tools, func(t llm.Tool) bool { return !t.Optional }) {
		suspects &^= noTools
	}
	next, vain, ok := ladder(a.base, suspects, a.vain)
	if ok {
		a.dialect, a.vain = next, vain
	}
	return ok
}

// written is the request in a dialect.
func (a *asking) written(d dialect) []byte {
	b, _ := json.Marshal(a.engine.translate(a.request, d, a.window)) // it was written before
	return b
}

// extras reports whether a refusal names a field that the service has put beside a
// message itself.
func (a *asking) extras(refusal *openaihttp.Refusal, sent dialect) bool {
	if !sent.has(noExtra) || refusal.Status != http.StatusBadRequest && refusal.Status != http.StatusUnprocessableEntity {
		return false
	}
	names := func(x *llm.Extra) bool {
		var fields map[string]json.RawMessage
		if x == nil || json.Unmarshal(x.Fields, &fields) != nil {
			return false
		}
		for name := range fields {
			if refusal.Names(name) >= 0 {
				return true
			}
		}
		return false
	}
	return slices.ContainsFunc(a.request.Messages, func(m llm.Message) bool {
		return names(m.Extra) || slices.ContainsFunc(m.Calls, func(c llm.ToolCall) bool { return names(c.Extra) })
	})
}

// narrow remembers a window that got an answer where a larger one did not.
func (e *Engine) narrow(to int) {
	for {
		was := e.window.Load()
		if int64(to) >= was || e.window.CompareAndSwap(was, int64(to)) {
			return
		}
	}
}
