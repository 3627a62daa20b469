package openai_test

import (
	"encoding/json"
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
	"parley/engine/openaihttp"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

// judged is a request of the judge's, played one of a role's.
func judged() llm.Request {
	r := ask("Judge it. Answer with JSON.")
	r.MaxTokens, r.Schema = 300, &llm.Schema{Name: "finding", JSON: json.RawMessage(`{"type":"object"}`)}
	return r
}

func played() llm.Request {
	r := asked()
	r.Tools[0].Optional = true
	r.Sides = talkers
	return r
}

// refusing is a service that answers what takes holds of the fields of a request, and
// refuses the rest with a status and a text.
func refusing(status int, text string, takes func(f map[string]json.RawMessage) bool) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var f map[string]json.RawMessage
		_ = json.NewDecoder(r.Body).Decode(&f)
		switch {
		case !takes(f):
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		case string(f["stream"]) != "true":
			openaitest.Raw("application/json", `{"choices":[{"message":{"content":"ok"},"finish_reason":"stop"}]}`)(w, r)
		default:
			openaitest.Text("ok")(w, r)
		}
	}
}

// without takes requests that have none of some fields.
func without(fields ...string) func(map[string]json.RawMessage) bool {
	return func(f map[string]json.RawMessage) bool {
		return !slices.ContainsFunc(fields, func(name string) bool { _, has := f[name]; return has })
	}
}

// TestWhatIsOptionalIsOptional holds which smaller request an answer is got with, that
// nothing else is left out of it, that it is remembered, and said in words.
func TestWhatIsOptionalIsOptional(t *testing.T) {
	const deepseek = `{"error":{"message":"This response_format type is unavailable now","type":"invalid_request_error","param":null,"code":"invalid_request_error"}}`
	noSchema := func(f map[string]json.RawMessage) bool {
		return !strings.Contains(string(f["response_format"]), "json_schema")
	}
	for name, c := range map[string]struct {
		request llm.Request
		status  int
		text    string
		takes   func(map[string]json.RawMessage) bool
		asked   int
		says    string
	}{
		"DeepSeek, JSON alone": {judged(), 400, deepseek, noSchema, 2, "response format: json_object instead of a schema"},
		"no format at all": {judged(), 400, deepseek, without("response_format"), 3,
			"response format: none, the prompt alone asks for JSON"},
		"no format, unreasoned": {judged(), 400, `{"error":"bad request"}`, without("response_format"), 4,
			"response format: none, the prompt alone asks for JSON"},
		"no schema, unreasoned": {judged(), 422, ``, noSchema, 3, "response format: json_object instead of a schema"},
		"tools, unreasoned":     {played(), 400, `nope`, without("tools"), 3, "tools: not offered"},
		"tools, OpenRouter": {played(),
			404, `{"error":{"message":"No endpoints found that support tool use.","code":404}}`, without("tools"), 2, "tools: not offered"},
		"tools, llama.cpp": {played(),
			500, `{"error":{"code":500,"message":"tools param requires --jinja flag","type":"server_error"}}`, without("tools"), 2,
			"tools: not offered"},
		"stop": {played(),
			400, `{"error":{"message":"'stop' is not supported with this model","param":"stop"}}`, without("stop"), 2,
			"stop: not sent, answers are ended here"},
		"stream": {played(), 501, `{"error":{"message":"streaming is not implemented"}}`,
			func(f map[string]json.RawMessage) bool { return string(f["stream"]) != "true" }, 2, "answers are not streamed"},
		"stream, unreasoned": {judged(), 400, ``, func(f map[string]json.RawMessage) bool { return string(f["stream"]) != "true" },
			8, "answers are not streamed"},
		"both bounds, unreasoned": {judged(), 400, ``, without("max_tokens", "max_completion_tokens"), 6,
			"the length of answers is not bounded"},
		"two, unreasoned": {judged(), 400, ``, without("response_format", "temperature"), 9,
			"token counts are estimated: stream_options is left out; response format: none, the prompt alone asks for JSON; " +
				"the length of answers is not bounded; temperature: left to the service; answers are not streamed"},
		"either of two": {judged(), 400, ``, func(f map[string]json.RawMessage) bool {
			return f["response_format"] == nil || f["temperature"] == nil
		}, 4, "response format: none, the prompt alone asks for JSON"},
		"media type": {played(), 415, `{"detail":"temperature"}`, without("temperature"), 2, "temperature: left to the service"},
	} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(t)
			s.Always(refusing(c.status, c.text, c.takes))
			var log strings.Builder
			e := newEngine(t, openai.Config{Service: at(s.URL), Log: slog.New(slog.NewTextHandler(&log, nil))})
			for range 3 {
				if got := read(t, e, c.request); got.err != nil || strings.Join(got.pieces, "") != "ok" {
					t.Fatalf("%q, %v", got.pieces, got.err)
				}
			}
			if n := len(s.Requests()); n != c.asked+2 {
				t.Errorf("asked %d times for three answers, want %d: the refusal is remembered", n, c.asked+2)
			}
			if says := strings.Join(e.Dialect(), "; "); says != c.says {
				t.Errorf("Dialect = %s, want %s", says, c.says)
			}
			if said := strings.Count(log.String(), "in other words"); said != 1 || !strings.Contains(log.String(), c.says) {
				t.Errorf("said %d times: %s", said, &log)
			}
		})
	}
}

// TestRefusalsAboutSomethingElse teach nothing, and cost no more requests.
func TestRefusalsAboutSomethingElse(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		text   string
		want   error
	}{
		"no such model":    {404, `{"error":{"message":"The model 'stream' does not exist","code":"model_not_found"}}`, engine.ErrModel},
		"no such page":     {404, `404 page not found`, engine.ErrModel},
		"a bad key":        {401, `{"error":{"message":"no stop, no tools","code":"invalid_api_key"}}`, engine.ErrKey},
		"a forbidden key":  {403, `stream_options`, engine.ErrKey},
		"the content":      {400, `{"error":{"message":"filtered","code":"content_filter"}}`, engine.ErrRequest},
		"the policy":       {400, `{"error":{"message":"no","code":"content_policy_violation"}}`, engine.ErrRequest},
		"too many":         {429, `{"error":{"message":"tools"}}`, engine.ErrBusy},
		"the service":      {500, `{"error":{"message":"stream broke"}}`, engine.ErrService},
		"the decommission": {400, `{"error":{"message":"temperature","code":"model_decommissioned"}}`, engine.ErrModel},
	} {
		s := openaitest.New(t)
		s.Always(refusing(c.status, c.text, func(map[string]json.RawMessage) bool { return false }))
		e := newEngine(t, openai.Config{Service: at(s.URL)})
		if got := read(t, e, played()); !errors.Is(got.err, c.want) || len(s.Requests()) != 1 {
			t.Errorf("%s: %v after %d requests, want %v after one", name, got.err, len(s.Requests()), c.want)
		}
		if says := e.Dialect(); len(says) > 0 {
			t.Errorf("%s taught %q", name, says)
		}
	}
}

// TestUnreasonedRefusalOfWhatIsTakenIsNotClimbed holds that a service that has
// answered everything is not asked again and again when it refuses what was said.
func TestUnreasonedRefusalOfWhatIsTakenIsNotClimbed(t *testing.T) {
	s := openaitest.New(t)
	takes := true
	var mu sync.Mutex
	s.Always(refusing(400, `no`, func(map[string]json.RawMessage) bool { mu.Lock(); defer mu.Unlock(); return takes }))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	read(t, e, played())
	mu.Lock()
	takes = false
	mu.Unlock()
	for i, want := range []int{1, 1, 9} { // from the third on it is no longer believed
		before := len(s.Requests())
		if got := read(t, e, played()); got.err == nil || len(s.Requests())-before != want || len(e.Dialect()) > 0 {
			t.Errorf("refusal %d: %v, asked %d times, want %d; Dialect = %q", i+1, got.err, len(s.Requests())-before, want, e.Dialect())
		}
	}
}

// TestDialectChangesInTheMiddleOfADay has a service refuse from noon on what it took,
// and take it again hours later: one request an hour is asked in full.
func TestDialectChangesInTheMiddleOfADay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		refuses, asked := "", 0
		service := transport(func(r *http.Request) *http.Response {
			asked++
			body, _ := io.ReadAll(r.Body)
			if refuses != "" && strings.Contains(string(body), `"`+refuses+`":`) {
				return respond(400, `{"error":{"message":"no"}}`)
			}
			return respond(200, saying("ok")+ending)
		})
		e := newEngine(t, openai.Config{Service: openaihttp.Config{BaseURL: "http://canned/v1", HTTP: &http.Client{Transport: service}}})
		hour := func(want int, says string) {
			t.Helper()
			asked = 0
			for range 3 {
				if got := read(t, e, played()); got.err != nil {
					t.Fatal(got.err)
				}
			}
			if got := strings.Join(e.Dialect(), "; "); asked != want || got != says {
				t.Errorf("asked %d times, want %d; Dialect = %s, want %s", asked, want, got, says)
			}
			time.Sleep(61 * time.Minute)
		}
		hour(3, "")
		refuses = "temperature"
		for range 2 { // taken once: believed twice
			if got := read(t, e, played()); got.err == nil {
				t.Fatal("the refusal was not told")
			}
		}
		hour(9, "temperature: left to the service") // seven for the first
		hour(4, "temperature: left to the service") // one in full
		refuses = ""
		hour(3, "")
	})
}

// TestRefusalOfEverythingIsNotClimbedEachTime has a service refuse all there is without a
// reason, as one that is closed to an account: it is asked in all words once a minute,
// else once, and answers as before when it takes requests again.
func TestRefusalOfEverythingIsNotClimbedEachTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		takes, asked := false, 0
		service := transport(func(*http.Request) *http.Response {
			asked++
			if !takes {
				return respond(400, "no")
			}
			return respond(200, saying("ok")+ending)
		})
		e := newEngine(t, openai.Config{Service: openaihttp.Config{BaseURL: "http://canned/v1", HTTP: &http.Client{Transport: service}}})
		for range 60 { // ten minutes
			if got := read(t, e, played()); got.err == nil {
				t.Fatal("the refusal was not told")
			}
			time.Sleep(10 * time.Second)
		}
		if most := 60 + 11*13; asked > most {
			t.Errorf("asked %d times for 60 requests in ten minutes, want %d at most", asked, most)
		}
		takes, asked = true, 0
		if got := read(t, e, played()); got.err != nil || asked != 1 || len(e.Dialect()) > 0 {
			t.Errorf("then: %v, asked %d times, Dialect = %q", got.err, asked, e.Dialect())
		}
	})
}

type transport func(*http.Request) *http.Response

func (f transport) RoundTrip(r *http.Request) (*http.Response, error) { return f(r), nil }

func respond(status int, body string) *http.Response {
	return &http.Response{StatusCode: status, Header: http.Header{}, Body: io.NopCloser(strings.NewReader(body))}
}

// TestTwoDialectsAtOnce has two engines and many requests in one process: what one
// service refuses is not left out of another's.
func TestTwoDialectsAtOnce(t *testing.T) {
	plain, picky := openaitest.New(t), openaitest.New(t)
	plain.Always(openaitest.Text("ok"))
	picky.Always(refusing(400, `{"error":{"message":"unknown field temperature"}}`, without("temperature")))
	engines := []*openai.Engine{newEngine(t, openai.Config{Service: at(plain.URL)}), newEngine(t, openai.Config{Service: at(picky.URL)})}
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			r := played()
			if i%4 > 1 {
				r = judged()
			}
			if got := read(t, engines[i%2], r); got.err != nil || strings.Join(got.pieces, "") != "ok" {
				t.Errorf("%q, %v", got.pieces, got.err)
			}
		})
	}
	wg.Wait()
	if a, b := engines[0].Dialect(), engines[1].Dialect(); len(a) > 0 || len(b) != 1 {
		t.Errorf("Dialect = %q and %q, want the second alone to leave one out", a, b)
	}
	for _, r := range plain.Requests() {
		if !strings.Contains(string(r.Body), `"temperature":`) {
			t.Fatal("a service that takes it was asked without a temperature")
		}
	}
}
