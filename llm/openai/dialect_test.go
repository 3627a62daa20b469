package openai_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley/fault"
	"parley/llm"
	"parley/llm/openai"
	"parley/llm/openai/openaitest"
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
		if v, ok := r.Fields[name]; ok {
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
	const thinking = `max_completion_tokens=40 reasoning_effort="low" stream_options tools`
	const quiet = "max_completion_tokens=40 stream_options tools"
	for model, want := range map[string]string{
		"gpt-4o-mini": plain, "llama3.2": plain, "o2-local": plain,
		"o1": thinking, "o3-mini": thinking, "o4-mini": thinking, "gpt-5": thinking, "gpt-5-mini": thinking,
		"gpt-5.1": thinking, "openai/gpt-5-nano": thinking,
		"o1-mini": quiet, "o1-preview": quiet, "gpt-5-chat-latest": quiet, "gpt-5-pro": quiet,
	} {
		s := openaitest.New(t, openaitest.Text("ok"))
		if got := read(t, engine(t, openai.Config{BaseURL: s.URL, Model: model}), asked()); got.err != nil {
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
			"max_completion_tokens=40 stream_options tools"},
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
			e := engine(t, openai.Config{BaseURL: s.URL, Model: c.model})
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
	s.Always(openaitest.Status(400, "context_length_exceeded"))
	e := engine(t, openai.Config{BaseURL: s.URL})
	for range 2 {
		got := read(t, e, asked())
		if !errors.Is(got.err, fault.ErrRequest) || !strings.Contains(got.err.Error(), "context_length_exceeded") {
			t.Errorf("error = %v, want the refusal", got.err)
		}
	}
	if got := len(s.Requests()); got != 4 {
		t.Errorf("asked %d times, want twice for each of two answers", got)
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
	if got := read(t, e, asked()); !errors.Is(got.err, fault.ErrRequest) {
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
	got := read(t, engine(t, openai.Config{BaseURL: s.URL}), asked())
	if n := len(s.Requests()); !errors.Is(got.err, fault.ErrRequest) || n != 4 {
		t.Errorf("error = %v after %d requests, want ErrRequest after 4", got.err, n)
	}
}
