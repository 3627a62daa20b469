package openaihttp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"parley/engine"
)

// Budget bounds how long a service may be silent within one request. Only time
// spent waiting for it counts, between Start and Stop, and not that of a slow
// listener. One goroutine at a time.
type Budget struct {
	left, next time.Duration
	since      time.Time
	timer      *time.Timer
	cancel     context.CancelCauseFunc
}

// NewBudget starts the clock of a request that has first for its beginning and
// next for each later wait, or engine.Patience of parent where that is longer, and
// returns the context to make it with, which ends with engine.ErrSlow as its
// cause. The caller calls End.
func NewBudget(parent context.Context, first, next time.Duration) (context.Context, *Budget) {
	patience := engine.Patience(parent)
	first, next = max(first, patience), max(next, patience)
	ctx, cancel := context.WithCancelCause(parent)
	timer := time.AfterFunc(first, func() { cancel(engine.ErrSlow) })
	return ctx, &Budget{left: first, next: next, since: time.Now(), timer: timer, cancel: cancel}
}

// Start lets the clock run.
func (b *Budget) Start() {
	b.since = time.Now()
	b.timer.Reset(b.left)
}

// Stop stops the clock.
func (b *Budget) Stop() {
	b.timer.Stop()
	b.left -= time.Since(b.since)
}

// Renew gives the next wait its time: something came.
func (b *Budget) Renew() { b.left = b.next }

// Limit gives the next wait, and those after it, no more than d.
func (b *Budget) Limit(d time.Duration) { b.left, b.next = d, d }

// End ends the request, if it is still under way. It may be called twice.
func (b *Budget) End() {
	b.timer.Stop()
	b.cancel(nil)
}

// Watch is body with its reads on the budget, which each byte renews.
func (b *Budget) Watch(body io.Reader) io.Reader { return &watched{body, b} }

type watched struct {
	body   io.Reader
	budget *Budget
}

// Read implements io.Reader.
func (w *watched) Read(p []byte) (int, error) {
	w.budget.Start()
	n, err := w.body.Read(p)
	if w.budget.Stop(); n > 0 {
		w.budget.Renew()
	}
	return n, err
}

// Bounds on what one streamed answer may make us read: the longest reply is 40
// KiB on the wire, the longest event a tool call sent whole.
const (
	maxStreamBytes = 8 << 20
	maxEventBytes  = 1 << 20
)

// Events reads server-sent events whose data is a line of JSON each, or JSON values
// alone, as services send that do not stream. go-openai's reader is not used
// (docs/decisions.md): it tells no announced end from a cut and loses errors.
type Events struct {
	lines *bufio.Reader
	long  []byte // a line that outgrew the reader's buffer
	// values is set of a body of JSON values alone.
	values *json.Decoder
	begun  bool
}

// ErrDone is the end mark.
var ErrDone = errors.New("data: [DONE]")

// NewEvents reads body.
func NewEvents(body io.Reader) *Events {
	return &Events{lines: bufio.NewReader(io.LimitReader(body, maxStreamBytes))}
}

// Whole reports whether the body holds JSON values alone.
func (e *Events) Whole() bool { return e.values != nil }

// Next returns the data of the next event, good until the next call. It returns
// ErrDone at the end mark, io.EOF where the body ends without one, io.ErrUnexpectedEOF
// where it ends within an event, and a Junk for an event that does not end.
func (e *Events) Next() ([]byte, error) {
	if !e.begun {
		if err := e.begin(); err != nil {
			return nil, err
		}
	}
	if e.values != nil {
		return e.value()
	}
	for {
		line, err := e.line()
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case ok && string(data) == "[DONE]":
			return nil, ErrDone
		case ok && len(data) > 0 && (err == nil || json.Valid(data)):
			return data, nil
		case ok && len(data) > 0 && !bytes.HasPrefix([]byte("[DONE]"), data):
			return nil, io.ErrUnexpectedEOF
		case err != nil:
			return nil, io.EOF
		}
	}
}

// begin leaves out what may stand before the first event, and looks at what it is.
func (e *Events) begin() error {
	for {
		c, err := e.lines.Peek(1)
		if err != nil {
			return err
		}
		switch c[0] {
		case 0xEF, 0xBB, 0xBF, ' ', '\t', '\r', '\n': // the mark of UTF-8, or space
			_, _ = e.lines.Discard(1) // it was there
			continue
		case '{':
			e.values = json.NewDecoder(e.lines)
		}
		e.begun = true
		return nil
	}
}

// value is the next of JSON values alone.
func (e *Events) value() ([]byte, error) {
	var v json.RawMessage
	err := e.values.Decode(&v)
	if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
		err = Junk("no whole JSON")
	}
	return v, err
}

func (e *Events) line() ([]byte, error) {
	line, err := e.lines.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	e.long = e.long[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		if e.long = append(e.long, line...); len(e.long) > maxEventBytes {
			return nil, Junk(fmt.Sprintf("an event of more than %d bytes", maxEventBytes))
		}
		line, err = e.lines.ReadSlice('\n')
	}
	e.long = append(e.long, line...)
	return e.long, err
}
