package doctor

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/cmd/parley/cmdline"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

// doctorArgs are those of a doctor on free ports.
func doctorArgs(t *testing.T, more ...string) []string {
	t.Helper()
	port := func() string {
		addr := embeddedtest.SteadyAddress(t)
		return addr[strings.LastIndexByte(addr, ':')+1:]
	}
	return append([]string{
		"parley", "doctor", "--log", "error", "--data", t.TempDir(), "--models", apptest.Models(t),
		"--http", embeddedtest.SteadyAddress(t), "--livekit-port", port(), "--livekit-udp-port", port(),
		"--stt", "sphinx", "--tts", "flite",
	}, more...)
}

func TestDoctorFindsTheOfflineSetWell(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "")
	var out, complaint bytes.Buffer
	if code := cmdline.Run(t.Context(), doctorArgs(t, "--llm", "understudy"), &out, &complaint, Command()); code != cmdline.ExitOK {
		t.Errorf("status %d, want 0:\n%s%s", code, &out, &complaint)
	}
	for _, want := range []string{
		"ok  disk", "ok  vad", "ok  livekit", "ok  nats", "ok  tts      flite", "ok  stt      sphinx",
		"ok  llm      understudy", "ok  checker  understudy", "All well",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, &out)
		}
	}
	t.Logf("\n%s", &out)
}

func TestDoctorTellsOfADeadPort(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-secret")
	dead := "http://" + embeddedtest.SteadyAddress(t) + "/v1"
	t.Setenv("OPENAI_BASE_URL", dead)
	var out, complaint bytes.Buffer
	if code := cmdline.Run(t.Context(), doctorArgs(t), &out, &complaint, Command()); code != cmdline.ExitFailed {
		t.Errorf("status %d, want 1", code)
	}
	for _, want := range []string{
		"FAIL  llm      openai:gpt-4o-mini", "FAIL  checker  openai:gpt-4o-mini", "ok    llm      understudy",
		"reach " + strings.TrimSuffix(dead, "/v1"), "2 of 13 checks failed",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, &out)
		}
	}
	if strings.Contains(out.String()+complaint.String(), "sk-secret") {
		t.Error("the key is shown")
	}
}

// TestDoctorOfAServer examines servers that run already, as JSON.
func TestDoctorOfAServer(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "")
	s := apptest.Start(t)
	var out, complaint bytes.Buffer
	args := doctorArgs(t, "--llm", "understudy", "--json", "--http", strings.TrimPrefix(s.URL, "http://"),
		"--livekit-url", s.LiveKit.URL, "--livekit-api-key", s.LiveKit.Key, "--livekit-api-secret", s.LiveKit.Secret)
	if code := cmdline.Run(t.Context(), args, &out, &complaint, Command()); code != cmdline.ExitOK {
		t.Errorf("status %d, want 0:\n%s%s", code, &out, &complaint)
	}
	var results []struct {
		Check, Of, Found string
		OK               bool
	}
	if err := json.Unmarshal(out.Bytes(), &results); err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, r := range results {
		if !r.OK {
			t.Errorf("%+v", r)
		}
		found[r.Check+" "+r.Of] = r.Found
	}
	if got := found["livekit "+s.LiveKit.URL]; got != "joined a room" {
		t.Errorf("livekit: %q", got)
	}
	if got := found["port tcp "+strings.TrimPrefix(s.URL, "http://")]; got != "in use by a running Parley" {
		t.Errorf("port: %q", got)
	}
}

// TestDoctorTellsOfAWrongLiveKitKey: the server is there, the key is not its own.
func TestDoctorTellsOfAWrongLiveKitKey(t *testing.T) {
	s := apptest.Start(t)
	check := checkLiveKit(app.Config{LiveKit: app.LiveKitConfig{
		URL: s.LiveKit.URL, Key: s.LiveKit.Key, Secret: strings.Repeat("x", 32),
	}})
	_, err := check.Run(t.Context())
	if err == nil || !strings.Contains(err.Error(), s.LiveKit.URL) {
		t.Errorf("got %v, want an error that names %s", err, s.LiveKit.URL)
	}
}
