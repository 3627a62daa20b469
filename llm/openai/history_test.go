package openai_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

// talk is a conversation of that many exchanges, each of some 70 tokens, and a
// newest turn of the user's.
func talk(exchanges int) llm.Request {
	m := []llm.Message{{Speaker: llm.System, Text: "be brief"}, {Speaker: llm.Assistant, Text: "opening"}}
	for i := range exchanges {
		m = append(m,
			llm.Message{Speaker: llm.User, Text: fmt.Sprintf("u%d %s", i, strings.Repeat("word ", 20))},
			llm.Message{Speaker: llm.Assistant, Text: fmt.Sprintf("a%d %s", i, strings.Repeat("word ", 20))})
	}
	return llm.Request{Messages: append(m, llm.Message{Speaker: llm.User, Text: "newest"}), MaxTokens: 40}
}

// holding is a service whose window holds that many tokens, one for every three
// letters of what it is sent.
func holding(tokens, status int, text string) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct{ Messages []struct{ Content string } }
		_ = json.NewDecoder(r.Body).Decode(&asked)
		letters := 0
		for _, m := range asked.Messages {
			letters += len(m.Content)
		}
		if letters <= tokens*3 {
			openaitest.Text("ok")(w, r)
			return
		}
		w.WriteHeader(status)
		_, _ = fmt.Fprint(w, text)
	}
}

// kept checks that a conversation lost nothing but its oldest exchanges, and
// returns how many of those are left.
func kept(t *testing.T, sent string) int {
	t.Helper()
	if !strings.HasPrefix(sent, "system(be brief) assistant(opening) user(") || !strings.HasSuffix(sent, "user(newest)") {
		t.Fatalf("not the prompt, the opening, exchanges and the newest turn: %s", sent)
	}
	n := strings.Count(sent, "assistant(a")
	if n != strings.Count(sent, "user(u") || n > 0 && !strings.Contains(sent, "assistant(opening) user(u") {
		t.Fatalf("parts of exchanges are left: %s", sent)
	}
	return n
}

// TestLongCallFitsTheWindow holds that what is sent stays within the context
// window of the model, however long the call.
func TestLongCallFitsTheWindow(t *testing.T) {
	s := openaitest.New(t)
	s.Always(holding(4000, 400, `{"error":{"code":"context_length_exceeded"}}`))
	e := newEngine(t, openai.Config{Service: at(s.URL), Window: 4000})
	last, cuts := 0, 0
	for n := range 200 {
		if got := read(t, e, talk(n)); got.err != nil {
			t.Fatalf("after %d exchanges: %v", n, got.err)
		}
		all := s.Requests()
		left := kept(t, said(t, all[len(all)-1]))
		if len(all) != n+1 || n < 50 && left != n || n > 100 && left < 45 {
			t.Fatalf("after %d exchanges %d are sent in %d requests", n, left, len(all))
		}
		if left != last+1 {
			cuts++
		}
		last = left
	}
	if cuts > 50 {
		t.Errorf("the beginning of what is sent changed %d times in 200 turns: nothing of it can be kept read", cuts)
	}
}

// TestWindowIsLearnt holds that a service whose window is smaller than thought
// costs a caller a second request, once, and no answer: what is sent is halved, or
// as long as the service says it may be.
func TestWindowIsLearnt(t *testing.T) {
	for name, c := range map[string]struct {
		status int
		text   string
		told   bool
	}{
		"OpenAI": {400, `{"error":{"message":"Your input exceeds it.","type":"invalid_request_error","param":"messages","code":"context_length_exceeded"}}`, false},
		"vLLM": {400, `{"object":"error","message":"This model's maximum context length is 6000 tokens. However, you requested 9500 tokens ` +
			`(9300 in the messages, 200 in the completion).","type":"BadRequestError","param":null,"code":400}`, true},
		"llama.cpp": {500, `{"error":{"code":500,"message":"the request exceeds the available context size. try increasing the context size",` +
			`"type":"exceed_context_size_error","n_prompt_tokens":14429,"n_ctx":6000}}`, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(t)
			s.Always(holding(6000, c.status, c.text))
			e := newEngine(t, openai.Config{Service: at(s.URL)})
			for range 3 {
				if got := read(t, e, talk(120)); got.err != nil {
					t.Fatal(got.err)
				}
			}
			all := s.Requests()
			if left := kept(t, said(t, all[len(all)-1])); len(all) != 4 || left < 50 || c.told && left < 70 {
				t.Errorf("%d requests for three answers, %d exchanges in the last, want 4 and half of 120, or 6,000 tokens", len(all), left)
			}
			if w := e.Window(); w >= openai.DefaultWindow || c.told && w != 6000 {
				t.Errorf("Window = %d, want what was learnt", w)
			}
		})
	}
}

// TestNothingToLeaveOut holds that a conversation that cannot be shorter is
// refused after one request, and costs later ones nothing.
func TestNothingToLeaveOut(t *testing.T) {
	s := openaitest.New(t, openaitest.Status(400, "context_length_exceeded"))
	s.Always(openaitest.Text("ok"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	if got := read(t, e, ask("hello")); got.err == nil || len(s.Requests()) != 1 {
		t.Errorf("error = %v after %d requests, want the refusal of one", got.err, len(s.Requests()))
	}
	if got := read(t, e, talk(100)); got.err != nil {
		t.Fatal(got.err)
	}
	if left := kept(t, said(t, s.Requests()[1])); left != 100 {
		t.Errorf("%d of 100 exchanges were sent after somebody else's refusal", left)
	}
}
