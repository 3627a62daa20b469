package metrics_test

import (
	"strings"
	"testing"
	"time"

	"parley/app/apptest"
	"parley/app/engineconfig"
	"parley/app/metrics"
	"parley/engine/failover"
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

// account is a list of engines of which only its account is known.
type account []failover.Stats

func (a account) Stats() []failover.Stats { return a }

func TestEnginesAreTold(t *testing.T) {
	m := metrics.New()
	m.WatchEngines(engineconfig.TTS, account{
		{Name: "openai:tts-1", P50: 210 * time.Millisecond, P95: 480 * time.Millisecond, Requests: 40,
			Failures: map[string]int{"slow": 2, "cut": 1}, Well: true},
		{Name: "flite", Requests: 2, Failures: map[string]int{"key": 7}},
	})
	// The same engine in a second list, where its circuit is open and it is asked less.
	m.WatchEngines(engineconfig.TTS, account{
		{Name: "openai:tts-1", P50: 900 * time.Millisecond, P95: time.Second, Requests: 9, Failures: map[string]int{"slow": 5}},
		{Name: "bad \xff name", Well: true}, {Name: "bad \xff name", Well: true},
	})
	got := apptest.Scrape(t, apptest.ServeMetrics(t, m))
	for _, want := range []string{
		`parley_engine_up{engine="openai:tts-1",role="tts"} 0`,
		`parley_engine_requests_total{engine="openai:tts-1",role="tts"} 49`,
		`parley_engine_failures_total{engine="openai:tts-1",kind="slow",role="tts"} 7`,
		`parley_engine_failures_total{engine="openai:tts-1",kind="cut",role="tts"} 1`,
		`parley_engine_failures_total{engine="openai:tts-1",kind="key",role="tts"} 0`,
		`parley_engine_failures_total{engine="flite",kind="key",role="tts"} 7`,
		`parley_engine_first_byte_seconds{engine="openai:tts-1",quantile="0.5",role="tts"} 0.21`,
		`parley_engine_first_byte_seconds{engine="openai:tts-1",quantile="0.95",role="tts"} 0.48`,
		"parley_engine_up{engine=\"bad \uFFFD name\",role=\"tts\"} 1",
	} {
		if !got[want] {
			t.Errorf("Prometheus does not get %s", want)
		}
	}
	for line := range got {
		if strings.HasPrefix(line, `parley_engine_first_byte_seconds{engine="flite"`) {
			t.Errorf("Prometheus gets %s of an engine not measured", line)
		}
	}
}

// What real lists count gets to Prometheus: a key refused opens the circuit,
// and the next in the list answers.
func TestListsAreTold(t *testing.T) {
	open := func(model string, s *openaitest.Server) *openai.Engine {
		e, err := openai.New(openai.Config{Service: openaihttp.Config{BaseURL: s.URL, Key: openaitest.Key}, Model: model})
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(e.Close)
		return e
	}
	sick, well := openaitest.New(t), openaitest.New(t)
	sick.Always(openaitest.Status(401, "invalid_api_key"))
	well.Always(openaitest.Text("Good."))
	models := failover.NewThinking(failover.Options{Role: string(engineconfig.Checker)}, open("sick", sick), open("well", well))
	t.Cleanup(models.Close)
	m := metrics.New()
	m.WatchEngines(engineconfig.Checker, models)
	url := apptest.ServeMetrics(t, m)
	const up = `parley_engine_up{engine="openai:sick",role="checker"} `
	if !apptest.Scrape(t, url)[up+"1"] {
		t.Error("an engine never asked is not up")
	}
	stream, err := models.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Speaker: llm.User, Text: "How is it?"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Close()
	apptest.Eventually(t, func() bool { return apptest.Scrape(t, url)[up+"0"] }) // a probe is refused, too
	got := apptest.Scrape(t, url)
	for _, want := range []string{
		`parley_engine_up{engine="openai:well",role="checker"} 1`,
		`parley_engine_requests_total{engine="openai:sick",role="checker"} 1`,
		`parley_engine_requests_total{engine="openai:well",role="checker"} 1`,
		`parley_engine_failures_total{engine="openai:well",kind="key",role="checker"} 0`,
	} {
		if !got[want] {
			t.Errorf("Prometheus does not get %s", want)
		}
	}
	if none := `parley_engine_failures_total{engine="openai:sick",kind="key",role="checker"} 0`; got[none] {
		t.Errorf("Prometheus gets %s", none)
	}
}
