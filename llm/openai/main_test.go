package openai_test

import (
	"errors"
	"io"
	"net/http"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// client gives each test connections of its own, closed with it.
func client(t testing.TB) *http.Client {
	transport := &http.Transport{}
	t.Cleanup(transport.CloseIdleConnections)
	return &http.Client{Transport: transport}
}

// at is the service at an address.
func at(url string) openaihttp.Config { return openaihttp.Config{BaseURL: url} }

// newEngine is an engine that waits long: the machine that tests share may stand
// still for seconds.
func newEngine(t testing.TB, c openai.Config) *openai.Engine {
	t.Helper()
	if c.FirstToken == 0 {
		c.FirstToken, c.NextToken = time.Minute, time.Minute
	}
	if c.Service.HTTP == nil {
		c.Service.HTTP = client(t)
	}
	if c.Service.Key == "" {
		c.Service.Key = openaitest.Key
	}
	if c.Model == "" {
		c.Model = "scripted"
	}
	e, err := openai.New(c)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func ask(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{{Speaker: llm.User, Text: text}}}
}

// answer is a whole stream: its text pieces, its calls and how it ended (nil
// for io.EOF).
type answer struct {
	pieces []string
	calls  []llm.ToolCall
	usage  []llm.Usage
	finish llm.Finish
	extra  *llm.Extra
	unsaid bool
	err    error
}

func read(t testing.TB, e *openai.Engine, r llm.Request) answer {
	t.Helper()
	s, err := e.Chat(t.Context(), r)
	if err != nil {
		return answer{err: err}
	}
	defer func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close = %v", err)
		}
	}()
	var a answer
	for {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			return a
		}
		if err != nil {
			a.err = err
			return a
		}
		if d.Unsaid {
			a.pieces, a.unsaid = nil, true
		}
		if d.Text != "" {
			a.pieces = append(a.pieces, d.Text)
		}
		if d.Extra != nil {
			a.extra = d.Extra
		}
		if d.Usage != nil {
			a.usage = append(a.usage, *d.Usage)
		}
		if d.Finish != "" {
			a.finish = d.Finish
		}
		if d.Call != nil {
			a.calls = append(a.calls, *d.Call)
		}
	}
}
