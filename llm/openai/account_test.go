package openai_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm/openai"
)

func TestAzurePathAndAccount(t *testing.T) {
	s := openaitest.New(t, openaitest.Text("ok"))
	got := read(t, newEngine(t, openai.Config{
		Service: openaihttp.Config{BaseURL: strings.TrimSuffix(s.URL, "/v1") + "/openai/deployments/dep", APIVersion: "2024-10-21", Organization: "org-1", Project: "proj-2", Headers: http.Header{"X-Title": {"Parley"}}},
	}), ask("hello"))
	if got.err != nil {
		t.Fatal(got.err)
	}
	r := s.Requests()[0]
	if want := "/openai/deployments/dep/chat/completions?api-version=2024-10-21"; r.Path != want {
		t.Errorf("asked %s, want %s", r.Path, want)
	}
	for name, want := range map[string]string{
		"Api-Key": openaitest.Key, "Authorization": "", "Openai-Organization": "org-1", "Openai-Project": "proj-2", "X-Title": "Parley",
	} {
		if v := r.Header.Get(name); v != want {
			t.Errorf("%s = %q, want %q", name, v, want)
		}
	}
}

func TestWarmSavesTheFirstTurnItsConnection(t *testing.T) {
	s := openaitest.New(t, openaitest.Text("ok"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	if err := e.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := read(t, e, ask("hello")); got.err != nil {
		t.Fatal(got.err)
	}
	if got := s.Connections(); got != 1 {
		t.Errorf("%d connections, want the warm one alone", got)
	}
	e.Close()
	url := openaitest.Refused()
	err := newEngine(t, openai.Config{Service: at(url)}).Warm(t.Context())
	if err == nil || !strings.Contains(err.Error(), "openai:scripted: reach "+strings.TrimSuffix(url, "/v1")) {
		t.Errorf("Warm = %v, want it to name the engine and the address", err)
	}
}

// TestUsageIsNotWaitedFor holds that a service which neither says its usage nor
// closes its answer cannot keep the end of it from the listener.
func TestUsageIsNotWaitedFor(t *testing.T) {
	s := openaitest.New(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = w.Write([]byte(`data: {"choices":[{"delta":{"content":"ok"},"finish_reason":"stop"}]}` + "\n\n"))
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	enginetest.Within(t, 400*time.Millisecond, "the end", func() enginetest.Lapse {
		clock := enginetest.Start()
		got := read(t, e, ask("hello"))
		took := clock.Lapse()
		if got.err != nil || strings.Join(got.pieces, "") != "ok" {
			t.Errorf("answer = %q, %v, want ok", got.pieces, got.err)
		}
		waitGone(t, s)
		return took
	})
}
