package trip_test

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"parley"
	"parley/assistant/trip"
	"parley/assistant/trip/fixture"
)

func TestSearchOverStdio(t *testing.T) {
	t.Parallel()
	l := newLeash(t)
	var log bytes.Buffer
	cfg := l.config("chatty")
	cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
	m := source(t, cfg)
	got := encode(t, search(t, m, fixture.Count))
	if want := encode(t, options(t)); got != want {
		t.Errorf("Search = %s\nwant %s", got, want)
	}
	if n := strings.Count(got, `"example":true`); n != fixture.Count {
		t.Errorf("%d of the made-up flights say that they are examples", n)
	}
	if strings.Contains(got, "nstruction") {
		t.Error("the order of a hostile airline came through")
	}
	if log.Len() > 0 {
		t.Errorf("logged %q, want nothing", &log)
	}
	search(t, m, fixture.Count)
	p := l.next()
	l.noMore()
	m.Close()
	p.isGone()
}

func TestSearchOverHTTP(t *testing.T) {
	t.Parallel()
	var handler atomic.Pointer[mcp.StreamableHTTPHandler]
	server := fixture.NewServer()
	restart := func(o mcp.StreamableHTTPOptions) {
		for s := range server.Sessions() {
			_ = s.Close()
		}
		handler.Store(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &o))
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.Load().ServeHTTP(w, r) }))
	t.Cleanup(web.Close)
	m := source(t, trip.MCPConfig{URL: web.URL})
	for _, o := range []mcp.StreamableHTTPOptions{{}, {JSONResponse: true}, {Stateless: true}} {
		restart(o) // it does not know the session of before
		if got, want := encode(t, search(t, m, fixture.Count)), encode(t, options(t)); got != want {
			t.Errorf("Search = %s\nwant %s", got, want)
		}
		search(t, m, fixture.Count)
	}
	m.Close()
	web.Close()
	if _, err := source(t, trip.MCPConfig{URL: web.URL}).Search(t.Context(), paris); !errors.Is(err, trip.ErrSource) {
		t.Errorf("Search of no server = %v, want %v", err, trip.ErrSource)
	}
}

func TestHTTPServerThatHangsIsCut(t *testing.T) {
	t.Parallel()
	ended := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
		case <-ended:
		}
	}))
	t.Cleanup(web.Close)
	t.Cleanup(func() { close(ended) })
	m := source(t, trip.MCPConfig{URL: web.URL, Timeout: 200 * time.Millisecond})
	if _, err := m.Search(t.Context(), paris); !errors.Is(err, trip.ErrSource) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Search = %v, want %v and %v", err, trip.ErrSource, context.DeadlineExceeded)
	}
}

func TestAnswers(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		mode string
		want int
		log  string
		err  error
	}{
		{"text", fixture.Count, "", nil},
		{"200", trip.MaxOptions, "dropped=150 kept=50", nil},
		{"half", 1, "dropped=1 kept=1", nil},
		{"none", 0, "", nil},
		{"wrong", 0, "dropped=5 kept=0", trip.ErrSource},
		{"prose", 0, "", trip.ErrSource},
		{"silent", 0, "", trip.ErrSource},
		{"no tool", 0, "", trip.ErrSource},
		{"refuses", 0, "", trip.ErrSource},
		{"garbage", 0, "", trip.ErrSource},
		{"flood", 0, "", trip.ErrSource},
		{"dies", 0, "", trip.ErrSource},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			l := newLeash(t)
			var log bytes.Buffer
			cfg := l.config(c.mode)
			cfg.Log = slog.New(slog.NewTextHandler(&log, nil))
			m := source(t, cfg)
			flights, err := m.Search(t.Context(), paris)
			if len(flights) != c.want || !errors.Is(err, c.err) {
				t.Errorf("Search = %d flights, %v, want %d, %v", len(flights), err, c.want, c.err)
			}
			if err != nil && strings.ContainsAny(err.Error(), "\n\x00") {
				t.Errorf("error %q has what the server wrote", err)
			}
			if !strings.Contains(log.String(), c.log) || strings.Contains(log.String(), "SECRET") || c.log == "" && log.Len() > 0 {
				t.Errorf("logged %q, want %q alone", &log, c.log)
			}
			p := l.next()
			m.Close()
			p.isGone()
		})
	}
}

func TestRefusalIsOneShortLine(t *testing.T) {
	t.Parallel()
	_, err := source(t, newLeash(t).config("refuses")).Search(t.Context(), paris)
	var refusal *trip.Refusal
	if !errors.As(err, &refusal) {
		t.Fatalf("Search = %v, want a Refusal", err)
	}
	if n := utf8.RuneCountInString(refusal.Text); n != 200 || !strings.HasPrefix(refusal.Text, "no flights to there éé") {
		t.Errorf("Text = %q of %d characters", refusal.Text, n)
	}
	if strings.Contains(err.Error(), "no flights") {
		t.Errorf("Error = %q, which quotes the server", err)
	}
}

func TestFixtureRefusesUnknownPlaces(t *testing.T) {
	t.Parallel()
	_, err := source(t, newLeash(t).config("chatty")).Search(t.Context(), parley.Trip{To: "QQQ", Depart: "2026-03-03"})
	var refusal *trip.Refusal
	if !errors.As(err, &refusal) || !strings.HasPrefix(refusal.Text, `no flights for "QQQ": it is not among`) {
		t.Errorf("Search = %v, %+v, want a Refusal that names the place", err, refusal)
	}
}

func TestToolIsAskedForTheTripAlone(t *testing.T) {
	t.Parallel()
	for want, asked := range map[string]parley.Trip{
		`{"depart":"2026-03-03","from":"FRA","to":"PAR"}`:                       paris,
		`{"depart":"2026-03-03","from":"FRA","return":"2026-03-05","to":"PAR"}`: {From: "FRA", To: "PAR", Depart: "2026-03-03", Return: "2026-03-05"},
		`{"depart":"2026-03-03","to":"PAR"}`:                                    {To: "PAR", Depart: "2026-03-03", Reason: "a secret"},
	} {
		l := newLeash(t)
		if _, err := source(t, l.config("text")).Search(t.Context(), asked); err != nil {
			t.Errorf("Search(%+v) = %v", asked, err)
		}
		if got := l.next().line(); got != want {
			t.Errorf("the tool is given %s, want %s", got, want)
		}
	}
}

func TestCommandHasNoneOfOurKeys(t *testing.T) {
	t.Setenv("PARLEY_SECRET", "key")
	t.Setenv("PATH", "/bin")
	_, err := source(t, newLeash(t).config("environment")).Search(t.Context(), paris)
	var refusal *trip.Refusal
	if !errors.As(err, &refusal) || refusal.Text != "secret= path=/bin" {
		t.Errorf("Search = %v, %+v, want no secret and the path", err, refusal)
	}
}

func TestConfig(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		cfg  trip.MCPConfig
		want error
	}{
		{"nothing", trip.MCPConfig{}, trip.ErrConfig},
		{"both", trip.MCPConfig{Command: []string{"x"}, URL: "http://localhost"}, trip.ErrConfig},
		{"no http", trip.MCPConfig{URL: "file:///etc/passwd"}, trip.ErrConfig},
		{"no host", trip.MCPConfig{URL: "http:///x"}, trip.ErrConfig},
		{"command", trip.MCPConfig{Command: []string{"x"}}, nil},
		{"URL", trip.MCPConfig{URL: "https://localhost:1/mcp"}, nil},
	} {
		m, err := trip.NewMCP(c.cfg)
		if !errors.Is(err, c.want) {
			t.Errorf("%s: NewMCP = %v, want %v", c.name, err, c.want)
		}
		if m != nil {
			m.Close()
			m.Close()
		}
	}
	_, err := source(t, trip.MCPConfig{Command: []string{"/nowhere/flights"}}).Search(t.Context(), paris)
	if !errors.Is(err, trip.ErrSource) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Search of no program = %v, want %v and %v", err, trip.ErrSource, os.ErrNotExist)
	}
}

func TestTripIsChecked(t *testing.T) {
	t.Parallel()
	m := source(t, trip.MCPConfig{Command: []string{"/nowhere/flights"}})
	for _, asked := range []parley.Trip{
		{}, {To: "PAR"}, {To: "par", Depart: "2026-03-03"}, {To: "PARI", Depart: "2026-03-03"}, {To: "PAR", Depart: "3 March"},
		{From: "Frankfurt", To: "PAR", Depart: "2026-03-03"}, {To: "PAR", Depart: "2026-02-30"},
		{To: "PAR", Depart: "2026-03-03", Return: "2026-03-02"}, {To: "PAR", Depart: "2026-03-03", Return: "soon"},
	} {
		if _, err := m.Search(t.Context(), asked); !errors.Is(err, trip.ErrTrip) {
			t.Errorf("Search(%+v) = %v, want %v", asked, err, trip.ErrTrip)
		}
	}
}
