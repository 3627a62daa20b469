package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

const (
	// maxEventBytes bounds one event, the longest of which is the whole text.
	maxEventBytes = 1 << 20
	// trailer is how long a finished stream may take to end before its
	// connection is given up.
	trailer = 50 * time.Millisecond
)

// event is a server-sent event of a transcript. OpenAI's has a type and deltas;
// others send a transcript of each segment without a type.
type event struct {
	Type, Delta string
	transcript
}

// events puts a transcript together.
type events struct {
	answer
	text  strings.Builder // so far
	typed bool
	done  *heard
}

// readEvents reads a stream to its end. The JSON of each event is one line;
// comments, CRLF and other fields are passed over.
func (a answer) readEvents() (heard, error) {
	e := events{answer: a}
	lines := bufio.NewScanner(io.LimitReader(a.body, maxAnswerBytes))
	lines.Buffer(make([]byte, 0, 4096), maxEventBytes)
	any, announced := false, false
	for e.done == nil && !announced && lines.Scan() {
		data, ok := bytes.CutPrefix(lines.Bytes(), []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case !ok || len(data) == 0:
		case string(data) == "[DONE]":
			announced = true
		default:
			var v event
			if json.Unmarshal(data, &v) != nil {
				return heard{}, broken(lines)
			}
			if err := e.take(v, data); err != nil {
				return heard{}, err
			}
			any = true
		}
	}
	switch err := lines.Err(); {
	case errors.Is(err, bufio.ErrTooLong):
		return heard{}, junk("an event that does not end")
	case err != nil:
		return heard{}, err
	case e.done != nil:
		e.finish()
		return *e.done, nil
	case !any:
		return heard{}, junk("no transcript")
	case e.typed && !announced:
		return heard{}, errCut
	}
	return heard{text: tidy(e.text.String())}, nil
}

// broken is what is wrong with a line that is no JSON: the last one may be cut.
func broken(lines *bufio.Scanner) error {
	switch {
	case lines.Scan():
		return junk("an event of another form")
	case lines.Err() != nil:
		return lines.Err()
	}
	return errCut
}

func (e *events) take(v event, data []byte) error {
	switch {
	case failed(v.Error), v.Type == "error":
		return e.refuse(data)
	case v.Type == "transcript.text.delta":
		e.typed = true
		e.text.WriteString(v.Delta)
		e.grow()
	case v.Type == "transcript.text.done" && v.Text != nil:
		h := e.heard(v.transcript)
		e.done = &h
	case v.Type == "" && v.Text != nil:
		e.text.WriteString(" " + *v.Text)
		e.grow()
	}
	return nil
}

func (e *events) grow() {
	if text := tidy(e.text.String()); text != "" {
		e.show(text)
	}
}

// finish reads the end of the body, which lets the connection carry the next
// request. Nothing that goes wrong here matters.
func (e *events) finish() {
	if w, ok := e.body.(*watch); ok {
		w.left, w.next = trailer, trailer
	}
	_, _ = io.CopyN(io.Discard, e.body, maxEventBytes)
}
