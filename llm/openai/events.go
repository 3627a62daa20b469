package openai

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	api "github.com/sashabaranov/go-openai"
)

// Bounds on what one answer may make us read: the longest reply is 40 KiB on
// the wire, the longest event a tool call sent whole.
const (
	maxAnswerBytes = 8 << 20
	maxEventBytes  = 1 << 20
)

// junk says what an answer holds instead of the API's form.
type junk string

// Error implements error.
func (j junk) Error() string { return string(j) }

// event is what is read of one chunk, in go-openai's types where they matter;
// its own chunk takes twice the allocations. Services differ in where an error
// stands.
type event struct {
	Object  string
	Choices []choice
	Usage   *api.Usage
	Error   json.RawMessage
}

// choice is the answer's next piece.
type choice struct {
	Delta struct {
		Content   string
		ToolCalls []api.ToolCall `json:"tool_calls"`
		// Reasoning is what the model thinks, under the two names in use; it is
		// nobody's to hear.
		Reasoning        string
		ReasoningContent string `json:"reasoning_content"`
	}
	FinishReason api.FinishReason `json:"finish_reason"`
}

func (e event) failed() bool {
	return len(e.Error) > 0 && string(e.Error) != "null" || e.Object == "error"
}

// events reads server-sent events whose data is a line of JSON each. go-openai's
// reader is not used: it tells no announced end from a cut, loses an error
// that follows a comment and gives up after 300 comments.
type events struct {
	lines *bufio.Reader
	long  []byte // a line that outgrew the reader's buffer
}

// errDone is the end mark.
var errDone = errors.New("data: [DONE]")

func newEvents(body io.Reader) *events {
	return &events{lines: bufio.NewReader(io.LimitReader(body, maxAnswerBytes))}
}

// next returns the data of the next event, good until the next call. It returns
// errDone at the end mark and io.EOF where the body ends without one, be it in
// the middle of a line.
func (e *events) next() ([]byte, error) {
	for {
		line, err := e.line()
		data, ok := bytes.CutPrefix(bytes.TrimSpace(line), []byte("data:"))
		data = bytes.TrimSpace(data)
		switch {
		case err != nil && !errors.Is(err, io.EOF):
			return nil, err
		case ok && string(data) == "[DONE]":
			return nil, errDone
		case ok && len(data) > 0 && (err == nil || json.Valid(data)):
			return data, nil
		case err != nil:
			return nil, io.EOF
		}
	}
}

func (e *events) line() ([]byte, error) {
	line, err := e.lines.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		return line, err
	}
	e.long = e.long[:0]
	for errors.Is(err, bufio.ErrBufferFull) {
		if e.long = append(e.long, line...); len(e.long) > maxEventBytes {
			return nil, junk(fmt.Sprintf("an event of more than %d bytes", maxEventBytes))
		}
		line, err = e.lines.ReadSlice('\n')
	}
	e.long = append(e.long, line...)
	return e.long, err
}
