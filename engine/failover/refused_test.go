package failover_test

import (
	"bytes"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/engine/openaihttp"
	"parley/llm"
	"parley/llm/openai"
)

// secret is the key of these tests.
const secret = "sk-secret"

// refusal is a service in memory that answers each request alike.
type refusal struct {
	mu     sync.Mutex
	status int
	header func() http.Header
	text   string
	at     []time.Time // of the requests
}

// RoundTrip implements http.RoundTripper.
func (r *refusal) RoundTrip(q *http.Request) (*http.Response, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.at = append(r.at, time.Now())
	if q.Body != nil {
		_, _ = io.Copy(io.Discard, q.Body)
	}
	return &http.Response{
		StatusCode: r.status, Header: r.header(), Body: io.NopCloser(strings.NewReader(r.text)), Request: q,
	}, nil
}

func (r *refusal) set(status int, h func() http.Header, text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.status, r.header, r.text = status, h, text
}

func (r *refusal) requests() []time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.at)
}

func with(name, value string) func() http.Header {
	return func() http.Header { return http.Header{name: {value}} }
}

// answers has r answer one word.
func (r *refusal) answers() {
	const chunk = `data: {"choices":[{"delta":{"content":"well"},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	r.set(http.StatusOK, with("Content-Type", "text/event-stream"), chunk)
}

func (r *refusal) engine(t *testing.T) llm.Engine {
	t.Helper()
	e, err := openai.New(openai.Config{
		Service: openaihttp.Config{BaseURL: "https://service.test/v1", Key: secret, HTTP: &http.Client{Transport: r}}, Model: "m",
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(e.Close)
	return e
}

// 10,000 requests a minute to a service that is over its limit, or whose key has been
// revoked, reach it a few times: as often as it asks for, within bounds, whatever it
// says. All are answered by the next engine, or refused at once; when it is well again,
// it is taken back.
func TestFloodOfRefusals(t *testing.T) {
	date := func(in time.Duration) func() http.Header {
		return func() http.Header {
			return http.Header{"Retry-After": {time.Now().Add(in).UTC().Format(http.TimeFormat)}}
		}
	}
	for name, c := range map[string]struct {
		status, most int
		wait         time.Duration // the least between two requests
		header       func() http.Header
	}{
		"a number":        {429, 4, 20 * time.Second, with("Retry-After", "20")},
		"milliseconds":    {429, 4, 20 * time.Second, with("Retry-After-Ms", "20000")},
		"a date":          {429, 4, 19 * time.Second, date(20 * time.Second)},
		"a date past":     {429, 12, 0, date(-time.Hour)},
		"a billion":       {429, 1, time.Hour, with("Retry-After", "1e9")},
		"a date far away": {429, 1, time.Hour, with("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")},
		"negative":        {429, 12, 0, with("Retry-After", "-5")},
		"garbage":         {429, 12, 0, with("Retry-After", "soon")},
		"nothing":         {429, 12, 0, with("Server", "test")},
		"the key":         {401, 12, 0, with("Server", "test")},
	} {
		for _, alone := range []bool{false, true} {
			synctest.Test(t, func(t *testing.T) {
				r := &refusal{}
				r.answers()
				engines := []llm.Engine{r.engine(t), newThinker("next", 20*ms)}
				if alone {
					engines = engines[:1]
				}
				l := thinkingOf(t, failover.Options{}, engines...)
				if s := chat(t.Context(), l); s.text != "well" {
					t.Fatalf("before: %q, %v", s.text, s.err)
				}
				r.set(c.status, c.header, `{"error":{"message":"no, not with `+secret+`"}}`)
				flood(t, l, alone)
				at := r.requests()[1:]
				if len(at) > c.most || len(at) == 0 {
					t.Errorf("%s, alone %v: %d requests of 10,000 reach the service, want at most %d", name, alone, len(at), c.most)
				}
				for i := range at[1:] {
					if gap := at[i+1].Sub(at[i]); gap < c.wait {
						t.Errorf("%s, alone %v: asked again after %v", name, alone, gap)
					}
				}
				r.answers()
				for range 20 {
					time.Sleep(time.Minute)
					_ = chat(t.Context(), l)
				}
				if s := chat(t.Context(), l); s.text != "well" {
					t.Errorf("%s, alone %v: 20 minutes after it is well again: %q, %v", name, alone, s.text, s.err)
				}
			})
		}
	}
}

// flood makes 10,000 requests in a minute, as 100 calls.
func flood(t *testing.T, l *failover.Thinking, alone bool) {
	t.Helper()
	var calls sync.WaitGroup
	for i := range 100 {
		calls.Go(func() {
			time.Sleep(time.Duration(6*i) * ms)
			call := l.ForCall(&watcher{})
			for range 100 {
				s := chat(t.Context(), call)
				if refused := errors.Is(s.err, engine.ErrBusy) || errors.Is(s.err, engine.ErrKey); refused != alone || s.first > 1100*ms {
					t.Errorf("alone %v: %q, %v after %v", alone, s.text, s.err, s.first)
					return
				}
				time.Sleep(600*ms - s.total)
			}
		})
	}
	calls.Wait()
}

// A key that is revoked in the middle of a call: the call is told once, the log once,
// with what to do and without the key.
func TestKeyRevokedIsToldOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := &refusal{}
		r.answers()
		var log bytes.Buffer
		o := failover.Options{Log: slog.New(slog.NewTextHandler(&log, nil))}
		l := failover.NewThinking(o, r.engine(t), newThinker("next", 20*ms))
		defer l.Close()
		var w watcher
		call := l.ForCall(&w)
		chat(t.Context(), call)
		r.set(http.StatusUnauthorized, with("Server", "test"), `{"error":{"message":"Incorrect API key: `+secret+`","code":"invalid_api_key"}}`)
		for range 60 {
			if s := chat(t.Context(), call); !strings.HasPrefix(s.text, "next") {
				t.Errorf("%q, %v", s.text, s.err)
			}
			time.Sleep(time.Second)
		}
		switches, _ := w.seen()
		if len(switches) != 1 || !errors.Is(switches[0].Err, engine.ErrKey) {
			t.Errorf("the call is told %+v", switches)
		}
		said := log.String()
		if strings.Count(said, "\n") != 1 || !strings.Contains(said, "check OPENAI_API_KEY") || strings.Contains(said, secret) {
			t.Errorf("logged:\n%s", said)
		}
	})
}
