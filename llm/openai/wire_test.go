package openai_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm/openai"
)

// wire is an answer with all that is hard to cut: UTF-8 of two to four bytes,
// comments, both line ends, a tool call and a chunk that is usage alone.
const wire = ": ping\r\n\r\ndata: {\"choices\":[{\"delta\":{\"content\":\"Çok güzel 🤨 \"}}]}\r\n\r\n" +
	"event: message\ndata:{\"choices\":[{\"delta\":{\"content\":\"дела 你好\"}}]}\n\n" +
	"data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"c\"," +
	"\"function\":{\"name\":\"n\",\"arguments\":\"{\\\"é\\\":1}\"}}]}}]}\n\n" +
	"data: {\"choices\":[{\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\n: between\n\n" +
	"data: {\"choices\":[],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":4}}\n\ndata: [DONE]\r\n\r\n"

// heard is an answer in one line.
func heard(a answer) string {
	return fmt.Sprintf("%s|%+v|%+v|%v", strings.Join(a.pieces, ""), a.calls, a.usage, a.err)
}

const wireHeard = `Çok güzel 🤨 дела 你好|[{ID:c Name:n Arguments:{"é":1} Extra:<nil>}]|[{Prompt:9 Cached:0 Completion:4}]|<nil>`

func TestAnswerSplitAtEveryByte(t *testing.T) {
	s := openaitest.New(t)
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	for at := range len(wire) {
		s.Add(func(w http.ResponseWriter, _ *http.Request) {
			for _, part := range []string{wire[:at], wire[at:]} {
				_, _ = io.WriteString(w, part)
				_ = http.NewResponseController(w).Flush()
			}
		})
		if got := heard(read(t, e, ask("hello"))); got != wireHeard {
			t.Fatalf("split at %d (%q): %s, want %s", at, wire[:at], got, wireHeard)
		}
	}
}

// drip is a connection that yields a byte at a time.
type drip struct{ net.Conn }

func (d drip) Read(p []byte) (int, error) { return d.Conn.Read(p[:min(len(p), 1)]) }

func TestAnswerByteByByte(t *testing.T) {
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return drip{c}, err
	}}
	defer transport.CloseIdleConnections()
	s := openaitest.New(t, openaitest.Raw("text/event-stream", wire))
	e := newEngine(t, openai.Config{Service: openaihttp.Config{BaseURL: s.URL, HTTP: &http.Client{Transport: transport}}})
	if got := heard(read(t, e, ask("hello"))); got != wireHeard {
		t.Errorf("heard %s, want %s", got, wireHeard)
	}
}

// TestAnswerCutAtEveryByte holds that what the transport cuts is never taken for
// whole, wherever it is cut, and that a body which ends within an event is not either.
func TestAnswerCutAtEveryByte(t *testing.T) {
	s := openaitest.New(t)
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	whole := strings.Index(wire, ": between")
	for at := range whole - 1 {
		s.Add(func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, wire[:at])
			_ = http.NewResponseController(w).Flush()
			panic(http.ErrAbortHandler)
		}, openaitest.Raw("text/event-stream", wire[:at]))
		if got := read(t, e, ask("hello")); !errors.Is(got.err, engine.ErrCut) {
			t.Fatalf("cut at %d (%q): %s, want ErrCut", at, wire[:at], heard(got))
		}
		got := read(t, e, ask("hello"))
		within := strings.HasPrefix(lastLine(wire[:at]), "data: {") && !strings.HasSuffix(strings.TrimRight(wire[:at], "\r\n"), "}")
		if within && got.err == nil {
			t.Fatalf("ended at %d (%q): %s, want an error", at, wire[:at], heard(got))
		}
	}
}

func lastLine(text string) string { return text[strings.LastIndexByte(text, '\n')+1:] }

func TestErrorAfterComments(t *testing.T) {
	for name, body := range map[string]string{
		"comments":    strings.Repeat(": OPENROUTER PROCESSING\n\n", 400) + `data: {"error":{"code":502,"message":"no"}}` + "\n\n",
		"event field": "event: error\n" + `data: {"error":{"message":"no","type":"server_error"}}` + "\n\n",
		"vLLM's form": `data: {"object":"error","message":"no","type":"InternalServerError","code":500}` + "\n\ndata: [DONE]\n\n",
		"error last":  `data: {"choices":[],"error":{"message":"no"}}`,
	} {
		s := openaitest.New(t, openaitest.Raw("text/event-stream", body))
		got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
		if !errors.Is(got.err, engine.ErrService) || !strings.Contains(got.err.Error(), "in mid-answer") {
			t.Errorf("%s: error = %v, want ErrService in mid-answer", name, got.err)
		}
	}
}

func TestRetryAfterReachesTheCaller(t *testing.T) {
	for header, want := range map[string][2]time.Duration{
		"3": {3 * time.Second, 3 * time.Second},
		time.Now().Add(time.Minute).UTC().Format(http.TimeFormat): {50 * time.Second, time.Minute},
	} {
		s := openaitest.New(t, openaitest.Busy(header))
		got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
		if wait := engine.RetryAfter(got.err); !errors.Is(got.err, engine.ErrBusy) || wait < want[0] || wait > want[1] {
			t.Errorf("Retry-After %s: %v with a wait of %v, want ErrBusy and %v", header, got.err, wait, want)
		}
	}
}

func TestUsage(t *testing.T) {
	for name, c := range map[string]struct {
		reply openaitest.Reply
		want  string
	}{
		"a chunk of its own": {openaitest.Metered(100, 64, 7, "ok"), "[{Prompt:100 Cached:64 Completion:7}]"},
		"none":               {openaitest.Text("ok"), "[]"},
		"with the finish": {openaitest.Raw("text/event-stream", `data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}],`+
			`"usage":{"prompt_tokens":5,"completion_tokens":1}}`+"\n\n"), "[{Prompt:5 Cached:0 Completion:1}]"},
		"in every chunk": {openaitest.Raw("text/event-stream", `data: {"choices":[{"delta":{"content":"ok"}}],"usage":{"prompt_tokens":5}}`+
			"\n\n"+`data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}`+"\n\ndata: [DONE]\n\n"),
			"[{Prompt:5 Cached:0 Completion:2}]"},
	} {
		s := openaitest.New(t, c.reply)
		got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
		if used := fmt.Sprintf("%+v", got.usage); used != c.want || strings.Join(got.pieces, "") != "ok" || got.err != nil {
			t.Errorf("%s: usage = %s of %q, %v, want %s", name, used, got.pieces, got.err, c.want)
		}
	}
}
