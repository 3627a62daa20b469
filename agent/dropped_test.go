package agent_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/agent"
	"parley/agent/agenttest"
	"parley/engine/failover"
	"parley/engine/openaihttp"
	chat "parley/llm/openai"
	"parley/media/mediatest"
	voice "parley/tts/openai"
)

// piped is a listener whose connections are pipes: HTTP as it is, on virtual
// time.
type piped struct {
	conns chan net.Conn
	once  sync.Once
	done  chan struct{}
}

func (p *piped) Accept() (net.Conn, error) {
	select {
	case c := <-p.conns:
		return c, nil
	case <-p.done:
		return nil, net.ErrClosed
	}
}

func (p *piped) Close() error {
	p.once.Do(func() { close(p.done) })
	return nil
}

func (*piped) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// asked is a request that a service is working on.
type asked struct {
	body string // the newest message, or the text to speak
	// gone is how long after the call began the client gave it up, 0 if it did
	// not.
	gone time.Duration
}

// sluggish is an OpenAI-compatible service that takes its time: it answers
// nothing to a request before "late" has passed, or the client is gone.
type sluggish struct {
	began time.Time
	late  map[string]time.Duration // by the end of the path
	mu    sync.Mutex
	all   []*asked
}

func (s *sluggish) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var body struct {
		Input    string
		Messages []struct{ Content string }
	}
	_ = json.NewDecoder(r.Body).Decode(&body)
	a := &asked{body: body.Input}
	if n := len(body.Messages); n > 0 {
		a.body = body.Messages[n-1].Content
	}
	s.mu.Lock()
	s.all = append(s.all, a)
	s.mu.Unlock()
	for end, late := range s.late {
		if !strings.HasSuffix(r.URL.Path, end) || strings.HasPrefix(body.Input, "Good") {
			continue
		}
		select {
		case <-time.After(late):
		case <-r.Context().Done():
			s.mu.Lock()
			a.gone = time.Since(s.began)
			s.mu.Unlock()
			return
		}
	}
	if strings.HasSuffix(r.URL.Path, "speech") {
		_ = binary.Write(w, binary.LittleEndian, mediatest.Tone(750*time.Millisecond, 300, 8192)) // half a second at 24 kHz
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	_, _ = w.Write([]byte(`data: {"choices":[{"delta":{"content":"Not from me."},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"))
}

// serve has engines behind failover ask s in that call.
func (s *sluggish) serve(t *testing.T, c *agent.Config) (stop func()) {
	t.Helper()
	l := &piped{conns: make(chan net.Conn), done: make(chan struct{})}
	server := &http.Server{Handler: s, ReadHeaderTimeout: time.Minute}
	go func() {
		if err := server.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			t.Errorf("serve: %v", err)
		}
	}()
	transport := &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		near, far := net.Pipe()
		select {
		case l.conns <- far:
			return near, nil
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}}
	client := &http.Client{Transport: transport}
	mind, err := chat.New(chat.Config{Service: openaihttp.Config{BaseURL: "http://service/v1", HTTP: client}, Model: "m"})
	if err != nil {
		t.Fatal(err)
	}
	mouth, err := voice.New(voice.Config{Service: openaihttp.Config{BaseURL: "http://service/v1", HTTP: client}, Model: "v"})
	if err != nil {
		t.Fatal(err)
	}
	thinking := failover.NewThinking(failover.Options{}, mind)
	speaking := failover.NewSpeaking(failover.Options{}, mouth)
	c.Mind, c.TTS = agenttest.Think(c, thinking.ForCall(nil)), speaking.ForCall(nil)
	return func() {
		thinking.Close()
		speaking.Close()
		transport.CloseIdleConnections()
		_ = server.Close()
	}
}

// TestDroppedAnswerCancelsItsRequests holds that the services whose answer is not
// wanted any more, because the user went on, see that within 50 ms.
func TestDroppedAnswerCancelsItsRequests(t *testing.T) {
	for name, tt := range map[string]struct {
		late map[string]time.Duration
		on   func(c *agenttest.Call) // the user goes on
		want string                  // the request that is given up
	}{
		"model, typed": {map[string]time.Duration{"completions": 3 * time.Second},
			func(c *agenttest.Call) { c.Do("user types: and it is cheap", 0) }, "We have a plan for you."},
		"model, spoken": {map[string]time.Duration{"completions": 3 * time.Second},
			func(c *agenttest.Call) {
				c.Do("user: and it is cheap", 0)
				c.Wait(230 * ms) // the interim of the first word
			}, "We have a plan for you."},
		"voice, typed": {map[string]time.Duration{"speech": 2 * time.Second},
			func(c *agenttest.Call) { c.Do("user types: and it is cheap", 0) }, "Not from me."},
		"voice, spoken": {map[string]time.Duration{"speech": 2 * time.Second},
			func(c *agenttest.Call) {
				c.Do("user: and it is cheap", 0)
				c.Wait(230 * ms) // the interim of the first word
			}, "Not from me."},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &sluggish{began: time.Now(), late: tt.late}
				var stop func()
				c := agenttest.Start(t, func(_ *agenttest.Call, cfg *agent.Config) { stop = s.serve(t, cfg) })
				c.Wait(2 * time.Second)
				c.Say("We have a plan for you.")
				c.Wait(time.Second) // the answer is on its way
				tt.on(c)
				decided := c.Now()
				c.Wait(50 * ms)
				s.mu.Lock()
				var gone []time.Duration
				for _, a := range s.all {
					if a.body == tt.want && a.gone > 0 {
						gone = append(gone, a.gone)
					}
				}
				s.mu.Unlock()
				if len(gone) != 1 || gone[0] > decided+50*ms || gone[0] < decided-100*ms {
					t.Errorf("given up: %v, want one request within 50 ms of %v", gone, decided)
				}
				c.Ending()
				stop()
			})
		})
	}
}
