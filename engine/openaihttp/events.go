package openaihttp

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Bounds on what one streamed answer may make us read: the longest reply is 40
// KiB on the wire, the longest event a tool call sent whole.
const (
	maxStreamBytes = 8 << 20
	maxEventBytes  = 2 << 20
)

// Events reads server-sent events whose data is JSON, or JSON values alone or in a list, as
// services send that do not stream. Lines end and data goes on over several as the HTML standard
// has it (9.2.6); the empty line behind each event may be missing. go-openai's reader is
// not used (docs/decisions.md): it tells no announced end from a cut and loses errors.
type Events struct {
	body  *bufio.Reader
	lines *bufio.Scanner
	// cut is set once the last line has no end, and feed after one that ended with a
	// carriage return, whose line feed may come.
	cut, feed bool
	searched  int    // bytes of the next line known to hold no end of it
	data      []byte // of the event so far, which no single line holds
	// values is set of a body of JSON values alone, list while they stand in a list.
	values      *json.Decoder
	list, begun bool
}

// ErrDone is the end mark.
var ErrDone = errors.New("data: [DONE]")

// NewEvents reads body.
func NewEvents(body io.Reader) *Events {
	e := &Events{body: bufio.NewReader(io.LimitReader(body, maxStreamBytes))}
	e.lines = bufio.NewScanner(e.body)
	e.lines.Buffer(nil, maxEventBytes)
	e.lines.Split(e.split)
	return e
}

// HoldsValues reports whether the body holds JSON values alone.
func (e *Events) HoldsValues() bool { return e.values != nil }

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
	e.data = e.data[:0]
	for e.lines.Scan() {
		line := bytes.TrimSpace(e.lines.Bytes())
		data, ok := bytes.CutPrefix(line, []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case len(line) == 0 && len(e.data) > 0 && !e.cut:
			return e.data, nil
		case !ok || len(data) == 0:
		case len(e.data) == 0 && string(data) == "[DONE]":
			return nil, ErrDone
		case len(e.data) == 0 && json.Valid(data):
			return data, nil
		case len(e.data)+len(data) >= maxEventBytes:
			return nil, errEndless
		default:
			e.data = append(append(e.data, data...), '\n')
		}
	}
	switch err := e.lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return nil, errEndless
	case err != nil:
		return nil, err
	case bytes.HasPrefix([]byte("[DONE]"), bytes.TrimSpace(e.data)): // nothing, or most of the mark
		return nil, io.EOF
	case json.Valid(e.data):
		return e.data, nil
	}
	return nil, io.ErrUnexpectedEOF
}

var errEndless = Junk(fmt.Sprintf("an event of more than %d bytes", maxEventBytes))

// begin leaves out what may stand before the first event, and looks at what it is.
func (e *Events) begin() error {
	for {
		c, err := e.body.Peek(1)
		if err != nil {
			return err
		}
		switch c[0] {
		case 0xEF, 0xBB, 0xBF, ' ', '\t', '\r', '\n': // the mark of UTF-8, or space
			_, _ = e.body.Discard(1) // it was there
			continue
		case '{', '[':
			e.values = json.NewDecoder(e.body)
			if e.list = c[0] == '['; e.list {
				_, _ = e.values.Token() // it is there
			}
		}
		e.begun = true
		return nil
	}
}

// value is the next of JSON values alone.
func (e *Events) value() ([]byte, error) {
	if e.list && !e.values.More() {
		if end, err := e.values.Token(); err != nil || end != json.Delim(']') {
			return nil, io.ErrUnexpectedEOF
		}
		e.list = false
		return nil, io.EOF
	}
	var v json.RawMessage
	err := e.values.Decode(&v)
	if wrong := (*json.SyntaxError)(nil); errors.As(err, &wrong) {
		err = Junk("no whole JSON")
	}
	return v, err
}

// split is a bufio.SplitFunc for lines that end with a line feed, a carriage return or
// both. A line is there with its carriage return, whether or not more follows.
func (e *Events) split(data []byte, atEOF bool) (advance int, line []byte, err error) {
	skip := 0
	if e.feed && len(data) > 0 {
		if e.feed = false; data[0] == '\n' {
			skip = 1
		}
	}
	rest := data[skip:]
	if end := bytes.IndexAny(rest[e.searched:], "\r\n"); end >= 0 {
		end += e.searched
		e.feed, e.searched = rest[end] == '\r', 0
		return skip + end + 1, rest[:end], nil
	}
	if e.cut = atEOF && len(rest) > 0; e.cut {
		e.searched = 0
		return len(data), rest, nil
	}
	e.searched = len(rest)
	return skip, nil, nil
}
