package openaihttp_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"parley/engine/openaihttp"
)

// echo notes the last request and answers an empty object.
func echo(last **http.Request, body *string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, _ := io.ReadAll(r.Body)
		*last, *body = r, string(text)
		_, _ = io.WriteString(w, "{}")
	}
}

func TestRequestOnTheWire(t *testing.T) {
	var got *http.Request
	var body string
	s := serve(t, echo(&got, &body))
	for name, c := range map[string]struct {
		config  openaihttp.Config
		url     string
		headers map[string]string
	}{
		"key": {openaihttp.Config{BaseURL: s.URL + "/v1/"}, "/v1/audio/speech", map[string]string{"Authorization": "Bearer " + key}},
		"account": {openaihttp.Config{BaseURL: s.URL + "/v1", Organization: "org-1", Project: "proj-2"}, "/v1/audio/speech",
			map[string]string{"Openai-Organization": "org-1", "Openai-Project": "proj-2"}},
		"azure": {openaihttp.Config{BaseURL: s.URL + "/openai/deployments/dep", APIVersion: "2024-10-21"},
			"/openai/deployments/dep/audio/speech?api-version=2024-10-21", map[string]string{"Api-Key": key, "Authorization": ""}},
		"azure query": {openaihttp.Config{BaseURL: s.URL + "/openai/deployments/dep?api-version=2025-01-01"},
			"/openai/deployments/dep/audio/speech?api-version=2025-01-01", map[string]string{"Api-Key": key}},
		"headers win": {openaihttp.Config{BaseURL: s.URL, Headers: http.Header{"authorization": {"Basic x"}, "X-Title": {"Parley"}}},
			"/audio/speech", map[string]string{"Authorization": "Basic x", "X-Title": "Parley"}},
	} {
		t.Run(name, func(t *testing.T) {
			if answer, err := fetch(t, client(t, c.config)); answer != "{}" || err != nil {
				t.Fatalf("answer = %q, %v", answer, err)
			}
			if got.RequestURI != c.url || body != `{"input":"hello"}` || got.Header.Get("Content-Type") != "application/json" {
				t.Errorf("asked %s with %q (%s)", got.RequestURI, body, got.Header.Get("Content-Type"))
			}
			for name, want := range c.headers {
				if v := got.Header.Get(name); v != want {
					t.Errorf("%s = %q, want %q", name, v, want)
				}
			}
		})
	}
}

func TestNoKeyIsSentWhereNoneIsGiven(t *testing.T) {
	var got *http.Request
	var body string
	s := serve(t, echo(&got, &body))
	c, err := openaihttp.New(openaihttp.Config{BaseURL: s.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := fetch(t, c); err != nil {
		t.Fatal(err)
	}
	if v, sent := got.Header["Authorization"]; sent {
		t.Errorf("Authorization = %q, want none", v)
	}
}

func TestNewRefuses(t *testing.T) {
	for name, c := range map[string]openaihttp.Config{
		"no scheme":   {BaseURL: "localhost:11434"},
		"scheme":      {BaseURL: "ftp://host/v1"},
		"no host":     {BaseURL: "http:///v1"},
		"query":       {BaseURL: "http://host/v1?api_key=" + key},
		"fragment":    {BaseURL: "http://host/v1#top"},
		"unparsable":  {BaseURL: "http://user:" + key + "@ho st/"},
		"broken key":  {BaseURL: "http://host/v1", Key: key + "\n"},
		"azure key":   {BaseURL: "http://host/v1", Key: key + "\r", APIVersion: "1"},
		"broken name": {BaseURL: "http://host/v1", Headers: http.Header{"X\n": {"a"}}},
		"broken org":  {BaseURL: "http://host/v1", Organization: "a\nb"},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := openaihttp.New(c)
			mustSay(t, err, "the ")
			if c.Key != "" && err != nil && !strings.Contains(err.Error(), "API key") {
				t.Errorf("error = %v, want it to name the API key", err)
			}
		})
	}
}

func TestAddressHoldsNoPassword(t *testing.T) {
	c := client(t, openaihttp.Config{BaseURL: "https://user:" + key + "@host:8443/v1/"})
	if got, want := c.Address(), "https://host:8443"; got != want {
		t.Errorf("Address = %q, want %q", got, want)
	}
	c = client(t, openaihttp.Config{})
	if got, want := c.Address(), "https://api.openai.com"; got != want {
		t.Errorf("Address = %q, want %q", got, want)
	}
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "", " \n": "", "🎉": "", "…": "", "**": "", "\u200b": "",
		"a\x00b\xffc": "abc", " 5 ": "5", "one\ntwo\u00a0three": "one two three", "你好": "你好",
	} {
		if got := openaihttp.Line(text); got != want {
			t.Errorf("Line(%q) = %q, want %q", text, got, want)
		}
	}
}
