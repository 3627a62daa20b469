package openai_test

import (
	"encoding/json"
	"slices"
	"strings"
	"sync"
	"testing"

	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

func TestTextComesInPieces(t *testing.T) {
	s := openaitest.New(t, openaitest.Text("Hmm, ", "show me ", "the figures."))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	got := read(t, e, ask("hello"))
	if want := []string{"Hmm, ", "show me ", "the figures."}; !slices.Equal(got.pieces, want) || got.err != nil {
		t.Errorf("answer = %q, %v, want %q", got.pieces, got.err, want)
	}
	if got := e.Name(); got != "openai:scripted" {
		t.Errorf("Name = %q", got)
	}
}

func TestToolCallComesWhole(t *testing.T) {
	s := openaitest.New(t, openaitest.Call("call_7", "emoji_reaction", `{"emoji":`, `"🤨","la`, `bel":"frowns"}`))
	got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
	want := []llm.ToolCall{{ID: "call_7", Name: "emoji_reaction", Arguments: `{"emoji":"🤨","label":"frowns"}`}}
	if !slices.Equal(got.calls, want) || got.err != nil {
		t.Errorf("calls = %+v, %v, want %+v", got.calls, got.err, want)
	}
}

func TestRequestOnTheWire(t *testing.T) {
	s := openaitest.New(t)
	s.Always(openaitest.Text("ok"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	schema := json.RawMessage(`{"type":"object","additionalProperties":false}`)
	r := llm.Request{
		Messages: []llm.Message{
			{Speaker: llm.System, Text: "be brief"},
			{Speaker: llm.Assistant, Calls: []llm.ToolCall{{ID: "c1", Name: "emoji_reaction", Arguments: "{}"}}},
			{Speaker: llm.ToolReply, Text: "shown", ReplyTo: "c1"},
		},
		Tools:     []llm.Tool{{Name: "emoji_reaction", Description: "react", Parameters: schema}, {Name: "bare"}},
		MaxTokens: 40, Schema: &llm.Schema{Name: "verdict", JSON: schema},
	}
	if got := read(t, e, r); got.err != nil {
		t.Fatal(got.err)
	}
	body := string(s.Requests()[0].Body)
	for _, want := range []string{
		`"stream":true`, `"temperature":0`, `"max_tokens":40`, `"model":"scripted"`,
		`{"role":"system","content":"be brief"}`,
		`"tool_calls":[{"id":"c1","type":"function","function":{"name":"emoji_reaction","arguments":"{}"}}]`,
		`{"role":"tool","content":"shown","tool_call_id":"c1"}`,
		`"response_format":{"type":"json_schema","json_schema":{"name":"verdict","schema":` + string(schema) + `,"strict":true}}`,
		`"name":"bare","parameters":{"type":"object","properties":{}}`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("request lacks %s\nin %s", want, body)
		}
	}
}

func TestReasoningModelsGetNoTemperature(t *testing.T) {
	s := openaitest.New(t, openaitest.Text("ok"))
	r := ask("hello")
	r.Temperature, r.MaxTokens = 0.8, 40
	if got := read(t, newEngine(t, openai.Config{Service: at(s.URL), Model: "gpt-5-mini"}), r); got.err != nil {
		t.Fatal(got.err)
	}
	fields := s.Requests()[0].Fields()
	if _, sent := fields["temperature"]; sent {
		t.Error("temperature was sent")
	}
	if got := string(fields["max_completion_tokens"]); got != "1540" {
		t.Errorf("max_completion_tokens = %q, want 40 and 1500 for what is hidden", got)
	}
}

func TestConnectionIsKept(t *testing.T) {
	s := openaitest.New(t)
	s.Always(openaitest.Text("ok"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	for range 5 {
		if got := read(t, e, ask("hello")); got.err != nil {
			t.Fatal(got.err)
		}
	}
	if got := s.Connections(); got != 1 {
		t.Errorf("5 answers took %d connections, want 1", got)
	}
}

func TestConcurrentChats(t *testing.T) {
	s := openaitest.New(t)
	s.Always(openaitest.Text("one ", "two ", "three"))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	var wg sync.WaitGroup
	for range 32 {
		wg.Go(func() {
			got := read(t, e, ask("count"))
			if strings.Join(got.pieces, "") != "one two three" || got.err != nil {
				t.Errorf("answer = %q, %v", got.pieces, got.err)
			}
		})
	}
	wg.Wait()
}

func TestOddServicesAreUnderstood(t *testing.T) {
	for name, body := range map[string]string{
		"no finish reason":   "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\ndata: [DONE]\n\n",
		"no end mark":        "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"},\"finish_reason\":\"stop\"}]}\n\n",
		"no last line break": "data: {\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\ndata: [DONE]",
		"comments and no space": ": ping\n\ndata:{\"choices\":[]}\n\n" +
			"data:{\"choices\":[{\"delta\":{\"content\":\"hi\"}}]}\n\ndata:[DONE]\n",
	} {
		t.Run(name, func(t *testing.T) {
			s := openaitest.New(t, openaitest.Raw("text/event-stream", body))
			got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
			if !slices.Equal(got.pieces, []string{"hi"}) || got.err != nil {
				t.Errorf("answer = %q, %v, want hi", got.pieces, got.err)
			}
		})
	}
}

func TestFinishIsTold(t *testing.T) {
	for name, c := range map[string]struct {
		reply openaitest.Reply
		want  llm.Finish
	}{
		"stop": {openaitest.Text("ok"), llm.Stopped}, "length": {openaitest.Ends("length", "ok"), llm.Length},
		"tool calls": {openaitest.Call("c", "n", "{}"), llm.Called}, "a local word": {openaitest.Ends("eos", "ok"), llm.Stopped},
		"filtered":     {openaitest.Ends("content_filter", "ok"), llm.Filtered},
		"the end mark": {openaitest.Raw("text/event-stream", "data: [DONE]\n\n"), llm.Stopped},
		"calls, but stop": {openaitest.Raw("text/event-stream", `data: {"choices":[{"delta":{"tool_calls":[{"id":"c","function":{"name":"n"}}]},`+
			`"finish_reason":"stop"}]}`+"\n\n"), llm.Called},
	} {
		got := read(t, newEngine(t, openai.Config{Service: at(openaitest.New(t, c.reply).URL)}), ask("hello"))
		if filtered := c.want == llm.Filtered; got.finish != c.want || (got.err != nil) != filtered {
			t.Errorf("%s: %q with %v, want %q", name, got.finish, got.err, c.want)
		}
	}
}

// TestAnswerStopsWhereAsked has a service pass the request's stop over, however
// the answer is cut, and one refuse it.
func TestAnswerStopsWhereAsked(t *testing.T) {
	const text = "Well, no. User: but why? END"
	r := ask("hello")
	r.Stop = []string{"END", "User:"}
	for cut := range text {
		s := openaitest.New(t, openaitest.Text(text[:cut], text[cut:]))
		got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), r)
		if said := strings.Join(got.pieces, ""); said != "Well, no. " || got.err != nil || got.finish != llm.Stopped {
			t.Errorf("cut at %d: %q, %v, %q, want it to end before User:", cut, said, got.err, got.finish)
		}
		if sent := string(s.Requests()[0].Fields()["stop"]); sent != `["END","User:"]` {
			t.Errorf("stop = %s on the wire", sent)
		}
	}
	s := openaitest.New(t)
	s.Always(openaitest.Refusing("stop", 400, `{"error":{"param":"stop","code":"unsupported_parameter"}}`, openaitest.Text("Well, Use", "r: why? EN")))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	for range 2 {
		if got := read(t, e, r); strings.Join(got.pieces, "") != "Well, " || got.err != nil {
			t.Errorf("refused: %q, %v, want it to end before User:", got.pieces, got.err)
		}
	}
	if n := len(s.Requests()); n != 3 {
		t.Errorf("%d requests for two answers, want 3: the refusal is remembered", n)
	}
	s = openaitest.New(t, openaitest.Text("It is the Us", "e", "r EN"))
	if got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), r); strings.Join(got.pieces, "") != "It is the User EN" {
		t.Errorf("%q, want what only begins like a stop to be whole", got.pieces)
	}
}

// TestToolsInRounds has a model call twice before it answers, without ids of its
// own: each call gets one that no other has, and its reply goes back with it.
func TestToolsInRounds(t *testing.T) {
	nameless := func(name string) openaitest.Reply {
		return openaitest.Raw("text/event-stream", `data: {"choices":[{"delta":{"tool_calls":[{"function":{"name":"`+name+
			`","arguments":"{}"}}]},"finish_reason":"stop"}]}`+"\n\n")
	}
	s := openaitest.New(t, nameless("look"), nameless("touch"), openaitest.Text("It is warm."))
	e := newEngine(t, openai.Config{Service: at(s.URL)})
	r := ask("what is it?")
	r.Tools = []llm.Tool{{Name: "look"}, {Name: "touch"}}
	for _, found := range []string{"a stone", ""} {
		got := read(t, e, r)
		if got.err != nil || len(got.calls) != 1 || got.finish != llm.Called {
			t.Fatalf("calls = %+v, %v, %q", got.calls, got.err, got.finish)
		}
		r.Messages = append(r.Messages, llm.Message{Speaker: llm.Assistant, Calls: got.calls},
			llm.Message{Speaker: llm.ToolReply, ReplyTo: got.calls[0].ID, Text: found})
	}
	if got := read(t, e, r); strings.Join(got.pieces, "") != "It is warm." || got.err != nil {
		t.Errorf("answer = %q, %v", got.pieces, got.err)
	}
	const want = `{"role":"assistant","tool_calls":[{"id":"call_0","type":"function","function":{"name":"look","arguments":"{}"}}]},` +
		`{"role":"tool","content":"a stone","tool_call_id":"call_0"},` +
		`{"role":"assistant","tool_calls":[{"id":"call_1","type":"function","function":{"name":"touch","arguments":"{}"}}]},` +
		`{"role":"tool","content":"(no result)","tool_call_id":"call_1"}]`
	if sent := string(s.Requests()[2].Body); !strings.Contains(sent, want) {
		t.Errorf("request lacks %s\nin %s", want, sent)
	}
}
