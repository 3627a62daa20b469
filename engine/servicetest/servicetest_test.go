package servicetest_test

import (
	"bytes"
	"io"
	"mime/multipart"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/engine/servicetest"
	"parley/media"
)

// TestRefusals has services refuse what they refuse, and take the same without it.
func TestRefusals(t *testing.T) {
	const user = `{"role":"user","content":"Hello, as json."}`
	const called = `{"role":"assistant","tool_calls":[{"id":"%","function":{"name":"f"}`
	history := func(id, beside, inside string) string {
		return user + "," + strings.Replace(called, "%", id, 1) + inside + "}]" + beside + "}," +
			`{"role":"tool","tool_call_id":"` + id + `","content":"done"}`
	}
	for _, tt := range []struct {
		service, more, messages string
		status                  int
		says                    string
	}{
		{"OpenAI", `,"max_tokens":9`, user, 400, "'max_tokens' is not supported"},
		{"OpenAI", `,"max_completion_tokens":9,"temperature":1`, user, 200, ""},
		{"OpenAI", `,"temperature":0.5`, user, 400, "'temperature'"},
		{"Groq", `,"response_format":{"type":"json_schema"}`, user, 400, "response format `json_schema`"},
		{"Groq", `,"response_format":{"type":"json_object"},"tools":[]`, user, 400, "cannot be combined"},
		{"DeepSeek", `,"response_format":{"type":"json_object"}`, user, 200, ""},
		{"DeepSeek", `,"response_format":{"type":"json_object"}`, `{"role":"user","content":"Hello."}`, 400, "must contain the word"},
		{"DeepSeek", "", history("a", "", ""), 400, "`reasoning_content` in the thinking mode"},
		{"DeepSeek", "", history("a", `,"reasoning_content":"hm"`, ""), 200, ""},
		{"Gemini", `,"frequency_penalty":1`, user, 400, `Unknown name \"frequency_penalty\"`},
		{"Gemini", "", history("a", "", ""), 400, "thought_signature"},
		{"Gemini", "", history("a", "", `,"extra_content":{}`), 200, ""},
		{"Mistral", `,"stream_options":{}`, user, 422, "extra_forbidden"},
		{"Mistral", "", history("call_1", "", ""), 400, "length of 9"},
		{"Mistral", "", history("D681PevKs", "", ""), 200, ""},
		{"Mistral", "", user + `,{"role":"assistant","content":"Hm."}`, 400, "Expected last role"},
		{"Mistral", "", `{"role":"assistant","content":"Hm.","reasoning_content":"x"},` + user, 422, "reasoning_content"},
		{"llama.cpp", "", user + `,{"role":"system","content":"x"}`, 500, "must be at the beginning"},
		{"vLLM", "", user + "," + user, 400, "must alternate"},
		{"vLLM", "", `{"role":"system","content":"x"},` + history("a", "", "") + `,{"role":"assistant","content":"y"},` + user, 200, ""},
		{"vLLM, no tool parser", `,"tools":[]`, user, 400, "--tool-call-parser"},
		{"LM Studio", `,"response_format":{"type":"json_object"}`, user, 400, "must be 'json_schema' or 'text'"},
		{"Ollama, a model without tools", `,"tools":[]`, user, 400, "does not support tools"},
	} {
		p := servicetest.Play(t, service(t, tt.service), "")
		asks := `{"model":"m","stream":true,"messages":[` + tt.messages + `]` + tt.more + `}`
		status, body := post(t, p, "/chat/completions", "application/json", asks)
		if status != tt.status || !strings.Contains(body, tt.says) {
			t.Errorf("%s answers %s %s with %d %.120q, want %d %q", tt.service, tt.messages, tt.more, status, body, tt.status, tt.says)
		}
	}
}

// TestLoading: a service that waits loads anew for a caller who comes back, one that
// refuses does so until it is done.
func TestLoading(t *testing.T) {
	const body = `{"messages":[{"role":"user","content":"Hello."}]}`
	waits := servicetest.Play(t, service(t, "Ollama"), "")
	waits.Cool(50 * time.Millisecond)
	begun := time.Now()
	status, _ := post(t, waits, "/chat/completions", "application/json", body)
	if took := time.Since(begun); status != 200 || took < 50*time.Millisecond {
		t.Errorf("status %d after %v, want 200 once it has loaded", status, took)
	}
	refuses := servicetest.Play(t, service(t, "llama.cpp"), "")
	refuses.Cool(time.Hour)
	status, text := post(t, refuses, "/chat/completions", "application/json", body)
	if status != 503 || !strings.Contains(text, "Loading model") {
		t.Errorf("status %d %q, want 503 while it loads", status, text)
	}
	if n := waits.Asked() + refuses.Asked(); n != 2 {
		t.Errorf("%d requests were counted, want 2", n)
	}
}

// TestEars: what sounds is heard, what does not is something else.
func TestEars(t *testing.T) {
	p := servicetest.Play(t, service(t, "whisper.cpp"), "good morning")
	loud := make([]int16, media.SampleRate)
	for i := range loud {
		loud[i] = int16(i%50) * 200
	}
	for want, pcm := range map[string][]int16{"good morning": loud, "[BLANK_AUDIO]": make([]int16, media.SampleRate)} {
		var form bytes.Buffer
		m := multipart.NewWriter(&form)
		file, _ := m.CreateFormFile("file", "speech.wav")
		_, _ = file.Write(media.AppendWAV(nil, pcm))
		_ = m.Close()
		status, body := post(t, p, "/audio/transcriptions", m.FormDataContentType(), form.String())
		if status != 200 || !strings.Contains(body, want) {
			t.Errorf("status %d, %.100q, want %q", status, body, want)
		}
	}
}

// TestTable: what the table says is complete, and each service has a name of its own.
func TestTable(t *testing.T) {
	names := map[string]bool{}
	for _, s := range servicetest.Services() {
		thinks, hears, speaks := s.Models()
		if s.Name == "" || s.Source == "" || s.Missing == "" || thinks+hears+speaks == "" || names[s.Name] {
			t.Errorf("incomplete, or a name twice: %+v", s)
		}
		names[s.Name] = true
	}
}

func service(t *testing.T, name string) servicetest.Service {
	t.Helper()
	for _, s := range servicetest.Services() {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("there is no %q", name)
	return servicetest.Service{}
}

func post(t *testing.T, p *servicetest.Played, path, kind, body string) (status int, text string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", kind)
	if p.Keyed {
		r.Header.Set("Authorization", "Bearer "+servicetest.Key)
	}
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}
