package openaihttp_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"parley/engine/openaihttp"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// key is what no message may hold.
const key = "sk-test-5up3r53cr3t"

// serve starts a service that answers with f.
func serve(t testing.TB, f http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(f)
	t.Cleanup(func() {
		s.CloseClientConnections()
		s.Close()
	})
	return s
}

func client(t testing.TB, c openaihttp.Config) *openaihttp.Client {
	t.Helper()
	if c.Key == "" {
		c.Key = key
	}
	s, err := openaihttp.New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// fetch posts to the service and reads the whole answer.
func fetch(t testing.TB, c *openaihttp.Client) (string, error) {
	t.Helper()
	resp, err := c.Post(t.Context(), "audio/speech", "application/json", strings.NewReader(`{"input":"hello"}`))
	if err != nil {
		return "", err
	}
	defer func() { _ = resp.Body.Close() }()
	text, err := io.ReadAll(resp.Body)
	return string(text), err
}

// mustSay checks that err says all of what and gives nothing away.
func mustSay(t testing.TB, err error, what ...string) {
	t.Helper()
	if err == nil {
		t.Error("no error")
		return
	}
	for _, w := range what {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error = %v, want it to say %q", err, w)
		}
	}
	for _, secret := range []string{key, "Bearer", "hello", "api_key="} {
		if strings.Contains(err.Error(), secret) {
			t.Errorf("error repeats %q: %v", secret, err)
		}
	}
}
