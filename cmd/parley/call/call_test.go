package call

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/cmd/cmdline"
	"parley/web"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

func TestCallRefusesBadUse(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty.txt")
	if err := os.WriteFile(empty, []byte("# nothing to say\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	closed := httptest.NewServer(http.NotFoundHandler())
	closed.Close()
	const scenario = "riskyProjectApproval"
	for _, c := range []struct {
		args   []string
		status int
		says   string
	}{
		{nil, cmdline.ExitSetup, "name one scenario"},
		{[]string{scenario, "and", "more"}, cmdline.ExitSetup, "name one scenario"},
		{[]string{"noSuchScene"}, cmdline.ExitSetup, "use smallTalkLift, lastInvoice, "},
		{[]string{scenario, "--end", "draw"}, cmdline.ExitSetup, "use lose, stall, win"},
		{[]string{scenario, "--script", empty}, cmdline.ExitSetup, "has no lines"},
		{[]string{scenario, "--script", "/no/such/file"}, cmdline.ExitSetup, "read script"},
		{[]string{scenario, "--say", "wav:/no/such/file"}, cmdline.ExitSetup, "line 1"},
		{[]string{scenario, "--expect", "glory"}, cmdline.ExitSetup, "use won, lost"},
		{[]string{scenario, "--log", "loud"}, cmdline.ExitSetup, "use debug, info"},
		{[]string{scenario, "--livekit-url", "ws://127.0.0.1:1"}, cmdline.ExitSetup, "needs its key"},
		{[]string{scenario, "--no-such-flag"}, cmdline.ExitSetup, "--help"},
		{[]string{scenario, "--events", "/no/such/folder/events"}, cmdline.ExitSetup, "save events"},
		{[]string{scenario, "--server", closed.URL}, cmdline.ExitFailed, "start `parley serve` first"},
	} {
		var out, complaint strings.Builder
		status := cmdline.Parley.Run(t.Context(), append([]string{"parley", "call"}, c.args...), &out, &complaint, Command())
		got := complaint.String()
		if status != c.status || !strings.Contains(got, c.says) || strings.Count(got, "\n") != 1 {
			t.Errorf("parley call %q: status %d, said %q; want %d and one line with %q", c.args, status, got, c.status, c.says)
		}
	}
}

func TestAccessAsksTheServer(t *testing.T) {
	var asked int
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked++
		switch r.URL.Path {
		case "/refuses/api/calls":
			http.Error(w, `{"error":"there is no such scenario","field":"scenario"}`, http.StatusNotFound)
		case "/fails/api/calls":
			http.Error(w, "<html>", http.StatusBadGateway)
		case "/other/api/calls":
			_, _ = w.Write([]byte("hello"))
		case "/slow/api/calls":
			if asked < 3 {
				http.Error(w, `{"error":"no agent"}`, http.StatusServiceUnavailable)
				return
			}
			_, _ = w.Write([]byte(`{"url":"ws://livekit","token":"t","room":"r","identity":"i"}`))
		}
	}))
	defer server.Close()
	for _, c := range []struct {
		path, says string
		want       web.CallReply
	}{
		{"/refuses", "there is no such scenario", web.CallReply{}},
		{"/fails", "502", web.CallReply{}},
		{"/other", "no Parley", web.CallReply{}},
		{"/slow/", "", web.CallReply{URL: "ws://livekit", Token: "t", Room: "r", Identity: "i"}},
	} {
		asked = 0
		got, err := options{server: server.URL + c.path}.access(t.Context())
		if got != c.want || (err == nil) != (c.says == "") || err != nil && !strings.Contains(err.Error(), c.says) {
			t.Errorf("access to %s = %+v, %v; want %+v, %q", c.path, got, err, c.want, c.says)
		}
	}
}

func TestAccessSignsItsOwnToken(t *testing.T) {
	o := options{
		dispatch: parley.Dispatch{Scenario: "riskyProjectApproval"},
		livekit:  app.LiveKitConfig{URL: "ws://livekit:7880", Key: "key", Secret: strings.Repeat("s", 32)},
	}
	got, err := o.access(t.Context())
	if err != nil || got.URL != o.livekit.URL || strings.Count(got.Token, ".") != 2 || got.Room == "" {
		t.Errorf("access = %+v, %v; want a token for a room at %s", got, err, o.livekit.URL)
	}
}

// A server that is only starting is asked again; one without a seat is not.
func TestCallAccessRefused(t *testing.T) {
	for _, tt := range []struct {
		status      int
		again, body string
		wait        bool
		says        string
	}{
		{503, "2", `{"error":"there is no connection to LiveKit"}`, true, "no connection"},
		{503, "60", `{"error":"All 4 seats are taken; try again in about a minute"}`, false, "All 4 seats are taken"},
		{503, "", ``, true, "503"},
		{429, "3", `{"error":"too many"}`, false, "too many"},
		{404, "", `{"error":"there is no such scenario"}`, false, "no such scenario"},
	} {
		w := httptest.NewRecorder()
		if tt.again != "" {
			w.Header().Set("Retry-After", tt.again)
		}
		w.WriteHeader(tt.status)
		_, _ = w.WriteString(tt.body)
		_, err := readAccess(w.Result())
		if err == nil || errors.Is(err, errNoAgent) != tt.wait || !strings.Contains(err.Error(), tt.says) {
			t.Errorf("%d, Retry-After %q: %v; want it to wait: %t, and to say %q", tt.status, tt.again, err, tt.wait, tt.says)
		}
	}
}
