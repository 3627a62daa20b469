package openai_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/stt"
	"parley/stt/openai"
)

const (
	sse  = "text/event-stream"
	json = "application/json"
)

// The events of OpenAI's stream.
const (
	deltaSo = `{"type":"transcript.text.delta","delta":"so "}`
	deltaIt = `{"type":"transcript.text.delta","delta":"it is"}`
	done    = `{"type":"transcript.text.done","text":"so it is"}`
)

// lines is a stream of events.
func lines(events ...string) string { return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n" }

func TestOddServicesAreUnderstood(t *testing.T) {
	for name, tt := range map[string]struct{ kind, body string }{
		"more fields":      {json, `{"text":" so it is ","usage":{"type":"tokens"},"words":null,"segments":[{"id":0}],"error":null}`},
		"no end mark":      {sse, lines(done)},
		"no last newline":  {sse, "data: " + done},
		"CRLF, no space":   {sse, "data:" + deltaSo + "\r\n\r\ndata:" + done + "\r\n\r\n"},
		"comments, names":  {sse, ": hi\n\nevent: transcript.text.done\nid: 7\n" + lines(done)},
		"usage and others": {sse, lines(`{"type":"transcript.text.segment","text":"nope"}`, `{"usage":{}}`, done)},
		"deltas, end mark": {sse, lines(deltaSo, deltaIt, "[DONE]")},
		"segments":         {sse, lines(`{"text":"so it"}`, `{"text":"is"}`)},
		"JSON as octets":   {"application/octet-stream", `{"text":"so\nit is"}`},
	} {
		t.Run(name, func(t *testing.T) {
			e := hear(t, newEngine(t, serve(t, body(tt.kind, tt.body)), openai.Config{}), stt.Options{})
			if e.Text != "so it is" || e.Err != nil {
				t.Errorf("final %+v, want \"so it is\"", e)
			}
		})
	}
}

func TestJunkIsNamed(t *testing.T) {
	delta := lines(deltaSo)
	for name, tt := range map[string]struct {
		kind, body string
		want       error
	}{
		"nothing":         {json, "", engine.ErrJunk},
		"no text":         {json, `{"segments":[]}`, engine.ErrJunk},
		"plain text":      {"text/plain", "so it is", engine.ErrJunk},
		"a web page":      {"text/html", "<html>", engine.ErrJunk},
		"a list":          {json, `[{"text":"so"}]`, engine.ErrJunk},
		"an error as 200": {json, `{"error":{"message":"boom","type":"server_error"}}`, engine.ErrService},
		"no event":        {sse, ": hi\n\n", engine.ErrJunk},
		"broken JSON":     {sse, "data: {oops}\n\n" + delta, engine.ErrJunk},
		"an error event":  {sse, lines(deltaSo, `{"type":"error","error":{"type":"server_error"}}`), engine.ErrService},
		"no end":          {sse, delta, engine.ErrCut},
		"a cut line":      {sse, delta + `data: {"type":"transcript.te`, engine.ErrCut},
		"an endless line": {sse, "data: " + strings.Repeat("x", 2<<20) + "\n", engine.ErrJunk},
	} {
		t.Run(name, func(t *testing.T) {
			url := serve(t, body(tt.kind, tt.body))
			e := hear(t, newEngine(t, url, openai.Config{}), stt.Options{})
			if !errors.Is(e.Err, tt.want) || e.Text != "" {
				t.Fatalf("final %q, %v; want %v", e.Text, e.Err, tt.want)
			}
			for _, say := range []string{"openai:whisper-1", strings.TrimSuffix(url, "/v1")} {
				if !strings.Contains(e.Err.Error(), say) {
					t.Errorf("error %q does not say %q", e.Err, say)
				}
			}
		})
	}
}

// TestOddWordsAreHeld shows that what a service claims of words stays within
// the contract.
func TestOddWordsAreHeld(t *testing.T) {
	text := `{"text":"a b c","words":[{"word":"a","start":-3,"end":1e300},{"word":"","start":0,"end":1},` +
		`{"word":"b","start":0.5,"end":0.1},{"word":"c","start":99,"end":100}],"segments":[{"avg_logprob":40}]}`
	e := hear(t, newEngine(t, serve(t, body(json, text)), openai.Config{}), stt.Options{})
	if len(e.Words) != 2 || e.Confidence != 1 {
		t.Fatalf("words %+v, confidence %v; want a and b, 1", e.Words, e.Confidence)
	}
	for _, w := range e.Words {
		if w.Start < 0 || w.End < w.Start || w.End > time.Second {
			t.Errorf("word %+v in a second of audio", w)
		}
	}
}

func TestConfigIsChecked(t *testing.T) {
	for name, c := range map[string]openai.Config{"no model": {}, "a URL": {Model: "m", Service: openaihttp.Config{BaseURL: "localhost"}}, "a key": {Model: "m", Service: openaihttp.Config{Key: "a\nb"}}} {
		if _, err := openai.New(c); err == nil {
			t.Errorf("%s: New takes it", name)
		}
	}
}
