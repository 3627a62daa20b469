package openai_test

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"unicode/utf16"

	"parley/engine/openaihttp/openaitest"
	"parley/llm"
	"parley/llm/openai"
)

// chunk is one event of a stream, with delta and no finish reason.
func chunk(delta string) string {
	return `data: {"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":` + delta + `,"finish_reason":null}]}` + "\n\n"
}

// saying is a chunk of text.
func saying(text string) string {
	b, _ := json.Marshal(map[string]string{"content": text})
	return chunk(string(b))
}

const (
	ending = `data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"
	used   = `data: {"choices":[],"usage":{"prompt_tokens":10,"completion_tokens":8,"total_tokens":18}}` + "\n\n"
)

// streaming answers with body, in chunks of HTTP.
func streaming(body ...string) openaitest.Reply {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		for _, part := range body {
			_, _ = io.WriteString(w, part)
			_ = http.NewResponseController(w).Flush()
		}
	}
}

var talkers = llm.Sides{Own: []string{"Sterling"}, Others: []string{"Ada", "User"}}

// TestAnswersAsServicesWriteThem has what is only words, in the wire's true forms.
func TestAnswersAsServicesWriteThem(t *testing.T) {
	const fine = "I have seen a dozen of these."
	for name, c := range map[string]struct{ body, want string }{
		"Mistral's list of chunks": {chunk(`{"role":"assistant","content":[{"type":"thinking","thinking":[{"type":"text","text":"Unsure."}]}]}`) +
			chunk(`{"content":[{"type":"text","text":"Well, go on."}]}`) + ending, "Well, go on."},
		"parts of types nobody knows": {chunk(`{"content":[{"type":"mood","text":"sad"},{"type":"output_text","text":"Well."},"?",7,null]}`) + ending, "Well.?"},
		"a part alone":                {chunk(`{"content":{"type":"text","text":"Well."}}`) + ending, "Well."},
		"text as an object":           {chunk(`{"content":[{"type":"text","text":{"value":"Well."}}]}`) + ending, "Well."},
		"null":                        {chunk(`{"content":null}`) + saying("Well.") + ending, "Well."},
		"types that are none":         {chunk(`{"content":7,"tool_calls":"x","role":[]}`) + saying("Well.") + ending, "Well."},
		"fields of other types":       {`data: {"object":7,"choices":[{"index":"0","delta":{"content":"Well."},"finish_reason":3}],"usage":"none"}` + "\n\n" + ending, "Well."},
		"thoughts in fields": {chunk(`{"reasoning_content":"Unsure."}`) + chunk(`{"reasoning":"Unsure."}`) + chunk(`{"thinking":"Unsure."}`) +
			chunk(`{"reasoning_details":[{"type":"reasoning.text","text":"Unsure."}]}`) + saying("Well.") + ending, "Well."},
		"User:": {saying(fine+"\n\nUser: It pays back in three months.\n\nSterling: Good. Then you have my approval.") + ending, fine},
		"Ada:":  {saying(fine+"\n\nAda: It pays back in three months.\n\nSterling: Good. Then you have my approval.") + ending, fine},
		"the template's end": {saying("Why is yours different?<|im_end|>\n<|im_start|>user\nBecause it is cheap.<|im_end|>") + ending,
			"Why is yours different?"},
		"Reasoning:": {saying("Reasoning: he stalls.\n\n"+fine) + ending, fine},
		"gpt-oss": {saying("<|channel|>analysis<|message|>He stalls.<|end|><|start|>assistant"+
			"<|channel|>final<|message|>"+fine) + ending, fine},
		"in bold":        {saying("**Sterling:** "+fine) + ending, fine},
		"usage, and end": {saying("I will let you know by Friday.") + used, "I will let you know by Friday."},
		"end":            {saying("I will let you know by Friday."), "I will let you know by Friday."},
		"only the mark":  {saying("Well.") + "data: [DONE]\n\n", "Well."},
		"a mark, half":   {saying("Well.") + "data: [DO", "Well."},
		"message":        {`data: {"choices":[{"message":{"role":"assistant","content":"Well."},"finish_reason":"stop"}]}` + "\n\n", "Well."},
		"fields, BOM, CRLF": {"\ufeffid: 1\r\nevent: message\r\n" + strings.ReplaceAll(saying("Well.")+ending, "\n",
			"\r\n") + ": bye\r\n", "Well."},
		"not streamed":           {`{"id":"c","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Well."},"finish_reason":"stop"}]}`, "Well."},
		"not streamed, in lines": {"\n{\n \"choices\": [\n  {\"message\": {\"content\": \"Well.\"}}\n ],\n \"usage\": {\"prompt_tokens\": 1}\n}\n", "Well."},
		"lines of JSON":          {`{"choices":[{"delta":{"content":"We"}}]}` + "\n" + `{"choices":[{"delta":{"content":"ll."},"finish_reason":"stop"}]}` + "\n", "Well."},
		"a list":                 {`[{"choices":[{"delta":{"content":"We"}}]},` + "\n" + `{"choices":[{"delta":{"content":"ll."},"finish_reason":"stop"}]}]`, "Well."},
		"text":                   {"data: {\"choices\":[{\"text\":\"We\"}]}\n\ndata: {\"choices\":[{\"text\":\"ll.\",\"finish_reason\":\"stop\"}]}\n\n", "Well."},
		"again as a message": {saying("We") + saying("ll.") +
			`data: {"choices":[{"delta":{},"message":{"role":"assistant","content":"Well."},"finish_reason":"stop"}]}` + "\n\n", "Well."},
		"again as a delta": {saying("We") + saying("ll.") +
			`data: {"choices":[{"delta":{"content":"Well."},"finish_reason":"stop"}]}` + "\n\n", "Well."},
		"the same twice":     {saying("ha") + `data: {"choices":[{"delta":{"content":"ha"},"finish_reason":"stop"}]}` + "\n\n", "haha"},
		"an end of its own":  {saying("We") + `data: {"choices":[{"delta":{"content":"ll."},"finish_reason":"stop"}]}` + "\n\n", "Well."},
		"over several lines": {strings.ReplaceAll(saying("Well.")+ending, `"choices"`, "\ndata: \"choices\""), "Well."},
		"huge":               {saying(strings.Repeat("well ", 50000)) + ending, strings.TrimSpace(strings.Repeat("well ", 50000))},
	} {
		for way, reply := range map[string]openaitest.Reply{"chunked": streaming(c.body),
			"of a length": openaitest.Raw("application/json", c.body)} {
			r := ask("hello")
			r.Sides = talkers
			got := read(t, newEngine(t, openai.Config{Service: at(openaitest.New(t, reply).URL)}), r)
			if words := strings.TrimSpace(strings.Join(got.pieces, "")); words != c.want || got.err != nil {
				t.Errorf("%s, %s: %.200q, %v, want %.200q", name, way, words, got.err, c.want)
			}
		}
	}
}

// TestAnswersInOtherLetters has bodies that are compressed though nobody asked, or in
// another character set.
func TestAnswersInOtherLetters(t *testing.T) {
	const text = "Çok güzel, na ja."
	body := saying(text) + ending
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = io.WriteString(z, body)
	_ = z.Close()
	wide, latin := []byte{0xFF, 0xFE}, []byte{}
	for _, u := range utf16.Encode([]rune(body)) {
		wide = append(wide, byte(u), byte(u>>8))
		latin = append(latin, byte(u))
	}
	for name, c := range map[string]struct{ kind, encoding, body, want string }{
		"gzip":    {"text/event-stream", "gzip", packed.String(), text},
		"UTF-16":  {"text/event-stream", "", string(wide), text},
		"named":   {"text/event-stream; charset=utf-16le", "", string(wide[2:]), text},
		"Latin-1": {"text/event-stream; charset=ISO-8859-1", "", string(latin), text},
		"unnamed": {"text/event-stream", "", string(latin), "\ufffdok g\ufffdzel, na ja."},
	} {
		s := openaitest.New(t, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", c.kind)
			if c.encoding != "" {
				w.Header().Set("Content-Encoding", c.encoding)
			}
			_, _ = io.WriteString(w, c.body)
		})
		got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
		if words := strings.Join(got.pieces, ""); words != c.want || got.err != nil {
			t.Errorf("%s: %q, %v, want %q", name, words, got.err, c.want)
		}
	}
}

// TestBodyThatEndsWithItsConnection is HTTP/1.0's, which tells no cut from an end.
func TestBodyThatEndsWithItsConnection(t *testing.T) {
	s := openaitest.New(t, func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"+saying("Well."))
		_ = c.Close()
	})
	got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello"))
	if strings.Join(got.pieces, "") != "Well." || got.err != nil {
		t.Errorf("%q, %v, want what came", got.pieces, got.err)
	}
}

// called is a chunk of tool calls.
func called(all string) string { return chunk(`{"tool_calls":[` + all + `]}`) }

var shop = llm.Request{
	Messages: []llm.Message{{Speaker: llm.User, Text: "We are out of milk."}},
	Tools:    []llm.Tool{{Name: "tasks_add"}, {Name: "tasks_add_all"}, {Name: "look"}},
}

func TestToolCallsAsServicesWriteThem(t *testing.T) {
	const milk = `{"title":"buy oat milk"}`
	text, _ := json.Marshal(milk)
	for name, c := range map[string]struct{ body, want string }{
		"arguments as an object": {called(`{"id":"a","index":0,"type":"function","function":{"name":"tasks_add","arguments":`+milk+`}}`) + ending, "a tasks_add" + milk},
		"no index": {called(`{"id":"a","function":{"name":"tasks_add","arguments":`+string(text)+`}}`) +
			ending, "a tasks_add" + milk},
		"no index, in parts": {called(`{"id":"a","function":{"name":"tasks_","arguments":""}}`) + called(`{"function":{"name":"add"}}`) +
			called(`{"function":{"arguments":"{}"}}`) + ending, "a tasks_add{}"},
		"the name again": {called(`{"index":0,"id":"a","function":{"name":"look","arguments":"{"}}`) +
			called(`{"index":0,"id":"a","function":{"name":"look","arguments":"}"}}`) + ending, "a look{}"},
		"one index for two": {called(`{"index":0,"id":"a","function":{"name":"look","arguments":"{}"}}`) +
			called(`{"index":0,"id":"b","function":{"name":"tasks_add","arguments":"{}"}}`) + ending, "a look{}; b tasks_add{}"},
		"arguments later, by id": {called(`{"id":"a","function":{"name":"look"}},{"id":"b","function":{"name":"tasks_add"}}`) +
			called(`{"id":"b","function":{"arguments":"{\"b\":1}"}}`) + called(`{"id":"a","function":{"arguments":"{}"}}`) +
			ending, `a look{}; b tasks_add{"b":1}`},
		"an id later": {called(`{"index":0,"function":{"name":"look"}}`) + called(`{"index":0,"id":"a","function":{"arguments":"{}"}}`) +
			ending, "a look{}"},
		"no ids": {called(`{"function":{"name":"look","arguments":"{}"}},{"function":{"name":"tasks_add","arguments":"{}"}}`) +
			ending, "call_0 look{}; call_1 tasks_add{}"},
		"a whole message": {`{"choices":[{"message":{"content":null,"tool_calls":[{"id":"a","function":{"name":"look","arguments":{}}}]},"finish_reason":"tool_calls"}]}`,
			"a look{}"},
		"the old API": {chunk(`{"function_call":{"name":"look","arguments":""}}`) + chunk(`{"function_call":{"arguments":"{}"}}`) +
			ending, "call_0 look{}"},
		"all again": {called(`{"index":0,"id":"a","type":"function","function":{"name":"look","arguments":"{\"at\":"}}`) +
			called(`{"index":0,"function":{"arguments":"1}"}}`) +
			`data: {"choices":[{"message":{"tool_calls":[{"id":"a","function":{"name":"look","arguments":"{\"at\":1}"}}]},"finish_reason":"tool_calls"}]}` +
			"\n\n", `a look{"at":1}`},
		"flat":        {called(`{"id":"a","name":"look","arguments":"{}"}`) + ending, "a look{}"},
		"written out": {saying(`<tool_call>{"name":"look","arguments":{"at":"it"}}</tool_call>`) + ending, `call_0 look{"at":"it"}`},
		"no end":      {called(`{"id":"a","function":{"name":"look","arguments":"{}"}}`), "a look{}"},
		"cut":         {called(`{"id":"a","function":{"name":"look","arguments":"{\"at\":"}}`), "the answer broke off"},
		"cut by the bound": {called(`{"id":"a","function":{"name":"look","arguments":"{\"at\":"}}`) +
			`data: {"choices":[{"delta":{},"finish_reason":"length"}]}` + "\n\n", "the answer broke off"},
		"no JSON, but whole": {called(`{"id":"a","function":{"name":"look","arguments":"it"}}`) + ending, "a lookit"},
		"no name":            {called(`{"id":"a","function":{"arguments":"{}"}}`) + ending, "junk"},
	} {
		got := read(t, newEngine(t, openai.Config{Service: at(openaitest.New(t, streaming(c.body)).URL)}), shop)
		var all []string
		for _, call := range got.calls {
			all = append(all, call.ID+" "+call.Name+call.Arguments)
		}
		made := strings.Join(all, "; ")
		if got.err != nil {
			made += got.err.Error()
		}
		if !strings.Contains(made, c.want) || got.err == nil && (made != c.want || got.finish != llm.Called) {
			t.Errorf("%s: %s, finished %q, want %s", name, made, got.finish, c.want)
		}
	}
}

// demanding refuses messages with calls that lack field, which its answers have.
func demanding(field string, calls openaitest.Reply) openaitest.Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Messages []map[string]json.RawMessage
		}
		_ = json.NewDecoder(r.Body).Decode(&asked)
		for _, m := range asked.Messages {
			if m["tool_calls"] == nil {
				continue
			}
			if !strings.Contains(string(m[field])+string(m["tool_calls"]), "She wants milk.") {
				w.WriteHeader(http.StatusBadRequest)
				_, _ = fmt.Fprintf(w, `{"error":{"message":"The %s in the thinking mode must be passed back to the API."}}`, field)
				return
			}
			openaitest.Text("Done.")(w, r)
			return
		}
		calls(w, r)
	}
}

// TestWhatAServicePutsBesideGoesBack holds tools of two steps with services that want
// their fields back, and that no other service gets them.
func TestWhatAServicePutsBesideGoesBack(t *testing.T) {
	call := func(more string) string {
		return `{"index":0,"id":"call_00_x","type":"function"` + more + `,"function":{"name":"tasks_add","arguments":"{}"}}`
	}
	for name, c := range map[string]struct{ field, body, back string }{
		"DeepSeek": {"reasoning_content", chunk(`{"role":"assistant","content":null,"reasoning_content":"She wants"}`) +
			chunk(`{"reasoning_content":" milk."}`) + called(call("")) + ending, `,"reasoning_content":"She wants milk."`},
		"Gemini": {"tool_calls", called(call(`,"extra_content":{"google":{"thought_signature":"She wants milk."}}`)) + ending,
			`,"extra_content":{"google":{"thought_signature":"She wants milk."}}`},
		"OpenRouter": {"reasoning_details", chunk(`{"reasoning_details":[{"type":"reasoning.text","index":0,"format":"f","text":"She wants"}]}`) +
			chunk(`{"reasoning_details":[{"type":"reasoning.text","index":0,"format":"f","text":" milk."}]}`) +
			chunk(`{"reasoning_details":[{"type":"reasoning.encrypted","data":"x"}]}`) + called(call("")) + ending,
			`,"reasoning_details":[{"format":"f","index":0,"text":"She wants milk.","type":"reasoning.text"},{"data":"x","type":"reasoning.encrypted"}]`},
	} {
		s := openaitest.New(t)
		s.Always(demanding(c.field, streaming(c.body)))
		e := newEngine(t, openai.Config{Service: at(s.URL)})
		r := shop
		got := read(t, e, r)
		if got.err != nil || len(got.calls) != 1 {
			t.Fatalf("%s: %+v, %v", name, got.calls, got.err)
		}
		r.Messages = append(r.Messages[:1:1], llm.Message{Speaker: llm.Assistant, Calls: got.calls, Extra: got.extra},
			llm.Message{Speaker: llm.ToolReply, ReplyTo: got.calls[0].ID, Text: "added"})
		if got := read(t, e, r); strings.Join(got.pieces, "") != "Done." || got.err != nil {
			t.Errorf("%s: %q, %v, want the second step done", name, got.pieces, got.err)
		}
		if sent := string(s.Requests()[1].Body); !strings.Contains(sent, c.back) {
			t.Errorf("%s: sent back without %s:\n%s", name, c.back, sent)
		}
		stranger := openaitest.New(t, openaitest.Text("ok"))
		if got := read(t, newEngine(t, openai.Config{Service: at(stranger.URL)}), r); got.err != nil {
			t.Fatal(got.err)
		}
		if sent := string(stranger.Requests()[0].Body); strings.Contains(sent, c.back) {
			t.Errorf("%s: another service was sent %s", name, sent)
		}
	}
}

// TestLengthIsTold has an answer cut by its bound.
func TestLengthIsTold(t *testing.T) {
	s := openaitest.New(t, openaitest.Ends("length", "Well, I"))
	if got := read(t, newEngine(t, openai.Config{Service: at(s.URL)}), ask("hello")); got.finish != llm.Length || got.err != nil {
		t.Errorf("finish = %q, %v, want length", got.finish, got.err)
	}
}

// TestLabelsOfOthersAreStops holds what a service is asked to stop at: the request's
// own texts first, four at most, and no label where the model thinks.
func TestLabelsOfOthersAreStops(t *testing.T) {
	s := openaitest.New(t)
	s.Always(openaitest.Text("ok"))
	r := ask("hello")
	r.Stop, r.Sides = []string{"END"}, llm.Sides{Own: []string{"Sterling"}, Others: []string{"Ada", "User", "", "You", "Human"}}
	for model, want := range map[string]string{"m": `["END","\nAda:","\nUser:","\nYou:"]`, "gpt-5": `["END"]`} {
		if got := read(t, newEngine(t, openai.Config{Service: at(s.URL), Model: model}), r); got.err != nil {
			t.Fatal(got.err)
		}
		all := s.Requests()
		if sent := string(all[len(all)-1].Fields()["stop"]); sent != want {
			t.Errorf("%s: stop = %s, want %s", model, sent, want)
		}
	}
}
