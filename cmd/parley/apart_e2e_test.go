package main

import (
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/cmd/cmdline"
)

// composedRole is a role that runs as docker-compose.yml has it.
type composedRole struct {
	*apptest.Part
	// ops is its PARLEY_OPS.
	ops string
}

// startRole starts a service of docker-compose.yml as a process of this machine: with
// its command, and with its variables as Compose makes them of set. What names other
// containers, or an address or a folder in its own, is this machine's, by moved.
func startRole(t *testing.T, service string, set map[string]string, moved ...string) composedRole {
	t.Helper()
	services, _ := composed(t)
	r := composedRole{ops: embeddedtest.SteadyAddress(t)}
	moves := strings.NewReplacer(append(moved, "0.0.0.0:9090", r.ops)...)
	var env []string
	for _, entry := range services[service].inEnvironment(t, set) {
		env = append(env, moves.Replace(entry))
	}
	env = append(env, "PARLEY_DATA="+moves.Replace("/data"), "PARLEY_MODELS="+apptest.Models(t)) // as the image does
	r.Part = apptest.StartPart(t, "parley", false, env, services[service].Command...)
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("%s said:\n%s", service, r.Said.String())
		}
	})
	return r
}

// health is what the health check of docker-compose.yml finds.
func (r composedRole) health(t *testing.T) (code int, said string) {
	t.Helper()
	var out strings.Builder
	code = run(t.Context(), []string{"parley", "health", "--ops", r.ops}, &out, &out)
	return code, out.String()
}

// withoutNATS is what health says of it, in a table as wide as its widest word.
var withoutNATS = regexp.MustCompile(`(?m)^NOT +nats`)

// TestRolesApart runs agent, checker and web with the arguments and variables of
// docker-compose.yml against servers they did not start, and makes a call.
func TestRolesApart(t *testing.T) {
	livekit, err := embedded.StartLiveKit(embedded.LiveKitConfig{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := livekit.Close(); err != nil {
			t.Error(err)
		}
	})
	nats, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	page := embeddedtest.SteadyAddress(t)
	moved := []string{
		"ws://livekit:7880", livekit.URL, "ws://127.0.0.1:7880", livekit.URL, "nats://nats:4222", nats.URL(),
		"0.0.0.0:8080", page, "/data", t.TempDir(),
	}
	set := map[string]string{
		"LIVEKIT_API_KEY": livekit.Key, "LIVEKIT_API_SECRET": livekit.Secret, "PARLEY_DECODERS": "1", "PARLEY_USER_MESSAGES": "1",
		"PARLEY_LLM": "understudy", "PARLEY_CHECKER": `"understudy, "`,
		"PARLEY_TRUSTED_PROXIES": `"10.0.0.0/8, ,fd00::/8"`, "PARLEY_HOSTS": "practice.example, parley.example",
	}
	roles := map[string]composedRole{}
	for _, service := range []string{"agent", "checker", "web"} {
		roles[service] = startRole(t, service, set, moved...)
	}
	for _, r := range roles {
		apptest.Eventually(t, func() bool { code, _ := r.health(t); return code == cmdline.ExitOK })
	}
	s := &apptest.Server{App: &app.App{
		URL: "http://" + page, LiveKit: app.LiveKitConfig{URL: livekit.URL, Key: livekit.Key, Secret: livekit.Secret},
	}}
	r, err := s.CallWith(t, parley.Dispatch{Scenario: apptest.Scene}, "The biggest risk is that our supplier is late this year.")
	if err != nil {
		t.Fatal(err)
	}
	apptest.Eventually(t, func() bool {
		got := apptest.Scrape(t, "http://"+roles["agent"].ops+"/metrics")
		return got[`parley_calls_total{outcome="left"} 1`] && got[`parley_response_latency_seconds_count{stage="total"} 1`]
	})
	if r.Exchanges != 1 || len(r.Verdicts) != 1 || r.Outcome != parley.Left {
		t.Errorf("%d exchanges, %d verdicts, outcome %q; want 1, 1, left", r.Exchanges, len(r.Verdicts), r.Outcome)
	}
	askAtPage(t, s.URL)
	if err := nats.Close(); err != nil {
		t.Fatal(err)
	}
	for service, r := range roles {
		apptest.Eventually(t, func() bool {
			code, said := r.health(t)
			return code == cmdline.ExitFailed && withoutNATS.MatchString(said)
		})
		if code := r.End(); code != cmdline.ExitOK {
			t.Errorf("%s ends with status %d", service, code)
		}
	}
}

// askAtPage sends messages to an assistant until it is too many, as --user-messages
// says, and asks under names that the page has and has not, as --hosts says.
func askAtPage(t *testing.T, url string) {
	t.Helper()
	var got []int
	for range 2 {
		reply, err := http.Post(url+"/api/chat", "application/json",
			strings.NewReader(`{"message":"add task buy milk","sessionId":"a-session-of-this-test"}`))
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		got = append(got, reply.StatusCode)
	}
	for _, host := range []string{"parley.example", "evil.example"} {
		r, err := http.NewRequest(http.MethodGet, url+"/api/status", nil)
		if err != nil {
			t.Fatal(err)
		}
		r.Host = host
		reply, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		_ = reply.Body.Close()
		got = append(got, reply.StatusCode)
	}
	want := []int{http.StatusOK, http.StatusTooManyRequests, http.StatusOK, http.StatusMisdirectedRequest}
	if !slices.Equal(got, want) {
		t.Errorf("two messages and two names are answered with %d, want %d", got, want)
	}
}
