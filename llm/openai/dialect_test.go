package openai_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

// asked is a request that holds every optional parameter.
func asked() llm.Request {
	r := ask("hello")
	r.Temperature, r.MaxTokens, r.Tools = 0.8, 40, []llm.Tool{{Name: "emoji_reaction"}}
	return r
}

// sent says which of the optional parameters a request held.
func sent(r openaitest.Request) string {
	var names []string
	for _, name := range []string{
		"max_tokens", "max_completion_tokens", "temperature", "reasoning_effort", "stream_options", "tools",
	} {
		if v, ok := r.Fields()[name]; ok {
			if name != "stream_options" && name != "tools" {
				name += "=" + string(v)
			}
			names = append(names, name)
		}
	}
	return strings.Join(names, " ")
}

func TestModelsAreAskedInTheirWords(t *testing.T) {
	const plain = "max_tokens=40 temperature=0.8 stream_options tools"
	const thinking = `max_completion_tokens=1540 reasoning_effort="low" stream_options tools`
	const quiet = "max_completion_tokens=1540 stream_options tools"
	for model, want := range map[string]string{
		"gpt-4o-mini": plain, "llama3.2": plain, "o2-local": plain,
		"o1": thinking, "o3-mini": thinking, "o4-mini": thinking, "gpt-5": thinking, "gpt-5-mini": thinking,
		"gpt-5.1": thinking, "openai/gpt-5-nano": thinking,
		"o1-mini": quiet, "o1-preview": quiet, "gpt-5-chat-latest": quiet, "gpt-5-pro": quiet,
	} {
		s := openaitest.New(t, openaitest.Text("ok"))
		if got := read(t, newEngine(t, openai.Config{Service: at(s.URL), Model: model}), asked()); got.err != nil {
			t.Errorf("%s: %v", model, got.err)
		}
		if got := sent(s.Requests()[0]); got != want {
			t.Errorf("%s was asked with %s, want %s", model, got, want)
		}
	}
}

func TestWhatIsRefusedIsLeftOut(t *testing.T) {
	const form = `{"error":{"message":"Unsupported %s. Use 'max_completion_tokens', temperature or tools.","param":%q,"code":"unsupported_%s"}}`
	for name, c := range map[string]struct {
		model, field string
		status       int
		text, want   string
	}{
		"max_tokens": {"m", "max_tokens", 400, fmt.Sprintf(form, "parameter: 'max_tokens'", "max_tokens", "parameter"),
			"max_completion_tokens=40 temperature=0.8 stream_options tools"},
		"temperature": {"m", "temperature", 400, fmt.Sprintf(form, "value: 'temperature'", "temperature", "value"),
			"max_tokens=40 stream_options tools"},
		"effort": {"gpt-5-new", "reasoning_effort", 400, fmt.Sprintf(form, "value: 'low'", "reasoning_effort", "value"),
			"max_completion_tokens=1540 stream_options tools"},
		"named in words": {"m", "stream_options", 422, `{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"]}]}`,
			"max_tokens=40 temperature=0.8 tools"},
		"not named": {"m", "stream_options", 400, `bad request`, "max_tokens=40 temperature=0.8 tools"},
		"tools, as Ollama says it": {"m", "tools", 400, `{"error":"registry.ollama.ai/library/gemma:2b does not support tools"}`,
			"max_tokens=40 temperature=0.8 stream_options"},
		"both bounds": {"gpt-5", "max_completion_tokens", 400, `{"error":"max_completion_tokens"}`,
			`reasoning_effort="low" stream_options tools`},
	} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(t)
			s.Always(openaitest.Refusing(c.field, c.status, c.text, openaitest.Text("ok")))
			e := newEngine(t, openai.Config{Service: at(s.URL), Model: c.model})
			for range 2 {
				if got := read(t, e, asked()); got.err != nil || strings.Join(got.pieces, "") != "ok" {
					t.Fatalf("answer = %q, %v, want ok", got.pieces, got.err)
				}
			}
			all := s.Requests()
			if len(all) != 3 {
				t.Fatalf("asked %d times for two answers, want 3: the refusal is remembered", len(all))
			}
			if got := sent(all[2]); got != c.want {
				t.Errorf("asked with %s, want %s", got, c.want)
			}
		})
	}
}

func TestRefusalOfTheWholeIsNotForgiven(t *testing.T) {
	s := openaitest.New(t)
	s.Always(openaitest.Status(400, "content_filter"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	for range 2 {
		got := read(t, e, asked())
		if !errors.Is(got.err, engine.ErrRequest) || !strings.Contains(got.err.Error(), "content_filter") {
			t.Errorf("error = %v, want the refusal", got.err)
		}
	}
	if got := len(s.Requests()); got != 2 {
		t.Errorf("asked %d times, want once for each of two answers: it is about what was said", got)
	}
	s.Add(openaitest.Text("ok"))
	if got := read(t, e, asked()); got.err != nil {
		t.Fatal(got.err)
	}
	all := s.Requests()
	if got, want := sent(all[len(all)-1]), "max_tokens=40 temperature=0.8 stream_options tools"; got != want {
		t.Errorf("after a refusal that stood the model was asked with %s, want %s", got, want)
	}
	before := len(all)
	if got := read(t, e, asked()); !errors.Is(got.err, engine.ErrRequest) {
		t.Errorf("error = %v, want the refusal", got.err)
	}
	if got := len(s.Requests()) - before; got != 1 {
		t.Errorf("a service known to take every parameter was asked %d times, want once", got)
	}
}

func TestRefusalsCannotGoOnForEver(t *testing.T) {
	s := openaitest.New(t)
	all := `stream_options max_tokens max_completion_tokens temperature tools`
	s.Always(openaitest.Refusing("model", 400, all, openaitest.Text("never")))
	got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), asked())
	if n := len(s.Requests()); !errors.Is(got.err, engine.ErrRequest) || n != 7 {
		t.Errorf("error = %v after %d requests, want ErrRequest after 7: all that it can do without is left out", got.err, n)
	}
}

// TestOneWhoThinksGetsRoom holds that a model whose answer shows hidden thoughts
// is asked with room for them from then on.
func TestOneWhoThinksGetsRoom(t *testing.T) {
	const event = `data: {"choices":[{"delta":%s,"finish_reason":%q}]}` + "\n\ndata: [DONE]\n\n"
	for name, body := range map[string]string{
		"reasoning_content":          fmt.Sprintf(event, `{"reasoning_content":"hm"}`, "length"),
		"reasoning":                  fmt.Sprintf(event, `{"reasoning":"hm"}`, "stop"),
		"a tag":                      fmt.Sprintf(event, `{"content":"<think>\nhm"}`, "length"),
		"the bound before any words": fmt.Sprintf(event, `{"content":""}`, "length"),
	} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(t, openaitest.Raw("text/event-stream", body), openaitest.Text("ok"))
			e := newEngine(t, openai.Config{Service: at(s.URL)})
			for range 2 {
				if got := read(t, e, asked()); got.err != nil {
					t.Fatal(got.err)
				}
			}
			for i, want := range []string{"40", "1540"} {
				if got := string(s.Requests()[i].Fields()["max_tokens"]); got != want {
					t.Errorf("request %d bounds the answer to %s, want %s", i+1, got, want)
				}
			}
		})
	}
	s := openaitest.New(t)
	s.Always(openaitest.Text("A ", "<b>", "I think> of it"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	read(t, e, asked())
	read(t, e, asked())
	if got := string(s.Requests()[1].Fields()["max_tokens"]); got != "40" {
		t.Errorf("one who does not think gets %s, want 40", got)
	}
}

// said are the roles and texts of a request.
func said(t *testing.T, r openaitest.Request) string {
	t.Helper()
	var all []struct{ Role, Content string }
	if err := json.Unmarshal(r.Fields()["messages"], &all); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range all {
		fmt.Fprintf(&b, "%s(%s) ", m.Role, m.Content)
	}
	return strings.TrimSpace(b.String())
}

// template refuses messages as a model's template does, in its words.
func template(status int, text string, takes func(roles []string) bool) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Messages []struct{ Role string } }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		var roles []string
		for _, m := range asked.Messages {
			roles = append(roles, m.Role)
		}
		if takes(roles) {
			openaitest.Text("ok")(w, r)
			return
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, text)
	}
}

// alternate reports whether user and assistant take turns, the user first.
func alternate(roles []string) bool {
	for i, role := range roles {
		if role != []string{"user", "assistant"}[i%2] {
			return false
		}
	}
	return true
}

// TestRolesAsTheServiceWantsThem holds the order of roles that templates of
// Mistral and Gemma demand, learnt from the refusals of vLLM and llama.cpp.
func TestRolesAsTheServiceWantsThem(t *testing.T) {
	bare := alternate
	system := func(roles []string) bool { return len(roles) > 0 && roles[0] == "system" && alternate(roles[1:]) }
	first := func(roles []string) bool { return !slices.Contains(roles[1:], "system") }
	last := func(roles []string) bool { return roles[len(roles)-1] == "user" }
	const (
		vllm  = `{"object":"error","message":"Conversation roles must alternate user/assistant/user/assistant/...","type":"BadRequestError","code":400}`
		llama = `{"error":{"code":500,"message":"After the optional system message, conversation roles must alternate user and assistant roles except for tool calls and results. at row 189","type":"server_error"}}`
		gemma = `{"object":"error","message":"System role not supported","type":"BadRequestError","code":400}`
		qwen  = `{"error":{"code":500,"message":"Jinja Exception: System message must be at the beginning."}}`
		large = `{"object":"error","message":"Expected last role User or Tool (or Assistant with prefix True) for serving but got system","type":"invalid_request_error"}`
		mini  = `{"error":{"code":500,"message":"Only user, assistant and tool roles are supported, got system"}}`
	)
	const (
		merged = "system(be brief) user((The conversation begins.)) assistant(Yes?) user(hi\n\nyou) " +
			"assistant(no\n\nWell?) user(why\n\nnot yet)"
		folded = "user(be brief) assistant(Yes?) user(hi\n\nyou) assistant(no\n\nWell?) user(why\n\nnot yet)"
	)
	for name, c := range map[string]struct {
		status int
		text   string
		takes  func([]string) bool
		want   string
		asked  int
	}{
		"vLLM": {400, vllm, system, merged, 3}, "llama.cpp": {500, llama, system, merged, 3},
		"vLLM, no system at all": {400, vllm, bare, folded, 4}, "Gemma": {400, gemma, bare, folded, 3},
		"Ministral": {500, mini, bare, folded, 3},
		"Qwen":      {500, qwen, first, merged, 3}, "Mistral": {400, large, last, merged, 3},
	} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(t)
			s.Always(template(c.status, c.text, c.takes))
			e := newEngine(t, openai.Config{Service: at(s.URL)})
			r := llm.Request{Messages: []llm.Message{
				{Speaker: llm.System, Text: "be brief"}, {Speaker: llm.Assistant, Text: "Yes?"}, {Speaker: llm.User, Text: "hi"},
				{Speaker: llm.User, Text: "you"}, {Speaker: llm.Assistant, Text: "no"}, {Speaker: llm.Assistant, Text: "Well?"},
				{Speaker: llm.User, Text: "why"}, {Speaker: llm.System, Text: "not yet"},
			}}
			for range 2 {
				if got := read(t, e, r); got.err != nil {
					t.Fatal(got.err)
				}
			}
			all := s.Requests()
			if got := said(t, all[len(all)-1]); got != c.want || len(all) != c.asked {
				t.Errorf("asked %d times, at last with\n%s\nwant %d times and\n%s", len(all), got, c.asked, c.want)
			}
			if r.Messages[2].Text != "hi" {
				t.Error("the caller's messages were written to")
			}
		})
	}
}
