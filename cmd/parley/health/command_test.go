package health

import (
	"context"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"parley/cmd/cmdline"
	"parley/web"
)

// asked runs `parley health` and returns its status and what it says.
func asked(t *testing.T, args ...string) (code int, said string) {
	t.Helper()
	var out strings.Builder
	code = cmdline.Parley.Run(t.Context(), append([]string{"parley", "health"}, args...), &out, &out, Command())
	return code, out.String()
}

func TestHealth(t *testing.T) {
	parts := []web.Part{{Name: "nats", Ready: true, State: "connected"}, {Name: "store", State: "away\x1b[31m"}}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() {
		done <- web.ServeOps(ctx, l, http.NotFoundHandler(), func() web.Readiness { return web.NewReadiness(parts...) })
	}()
	defer func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
	}()
	_, port, _ := net.SplitHostPort(l.Addr().String())
	code, said := asked(t, "--ops", l.Addr().String())
	if code != cmdline.ExitFailed || !strings.Contains(said, "NOT    store") || strings.Contains(said, "\x1b") {
		t.Errorf("a part is away: status %d, %q", code, said)
	}
	parts[1].Ready = true
	t.Setenv("PARLEY_OPS", "0.0.0.0:"+port)
	if code, said := asked(t); code != cmdline.ExitOK || !strings.Contains(said, "ready  nats   connected\n") {
		t.Errorf("all is well, by the role's own variable: status %d, %q", code, said)
	}
	parts = nil
	if code, said := asked(t, "--ops", ":"+port); code != cmdline.ExitFailed {
		t.Errorf("nothing is known: status %d, %q", code, said)
	}
}

func TestHealthOfNobody(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		_, _ = io.WriteString(w, "<html>")
	}))
	defer other.Close()
	hanging, err := net.Listen("tcp", "127.0.0.1:0") // it answers nothing
	if err != nil {
		t.Fatal(err)
	}
	defer hanging.Close()
	for _, tt := range []struct {
		name, ops string
		code      int
		says      string
	}{
		{"nobody there", "127.0.0.1:1", cmdline.ExitFailed, "nobody answers"},
		{"another server", strings.TrimPrefix(other.URL, "http://"), cmdline.ExitFailed, "no role of Parley"},
		{"one that hangs", hanging.Addr().String(), cmdline.ExitFailed, "nobody answers"},
		{"shows nothing", "", cmdline.ExitSetup, "--ops"},
		{"no address", "9090", cmdline.ExitSetup, "--ops"},
	} {
		if code, said := asked(t, "--ops", tt.ops, "--timeout", "50ms"); code != tt.code || !strings.Contains(said, tt.says) {
			t.Errorf("%s: status %d, %q; want %d that says %q", tt.name, code, said, tt.code, tt.says)
		}
	}
}
