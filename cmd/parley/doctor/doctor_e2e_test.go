package doctor

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"parley/app"
	"parley/app/apptest"
	"parley/app/embedded/embeddedtest"
	"parley/cmd/cmdline"
	"parley/engine/servicetest"
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
	if code := cmdline.Parley.Run(t.Context(), doctorArgs(t, "--llm", "understudy"), &out, &complaint, Command()); code != cmdline.ExitOK {
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
	if code := cmdline.Parley.Run(t.Context(), doctorArgs(t), &out, &complaint, Command()); code != cmdline.ExitFailed {
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
	if code := cmdline.Parley.Run(t.Context(), args, &out, &complaint, Command()); code != cmdline.ExitOK {
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

// TestDeepDoctor: what is wanting of a service is a note, with what follows from it, and
// the status is that of a call that can be held.
func TestDeepDoctor(t *testing.T) {
	played := playedService(t, "Ollama, a model without tools")
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", played.URL)
	args := doctorArgs(t, "--deep", "--llm", "openai:"+played.Chat.Model, "--checker", "openai:"+played.Chat.Model)
	var out, complaint bytes.Buffer
	if code := cmdline.Parley.Run(t.Context(), args, &out, &complaint, Command()); code != cmdline.ExitOK {
		t.Errorf("status %d, want 0:\n%s%s", code, &out, &complaint)
	}
	for _, want := range []string{
		"ok    llm, first word", "ok    llm, schema", "note  llm, tools", "called no tool", "ok    checker, verdict",
		"llm openai:gemma3:4b:\n  Without tools a role", "  Tools: not offered.", "All well",
		fmt.Sprintf("The services were asked %d times for this", played.Asked()-1), // once again without the tools
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in:\n%s", want, &out)
		}
	}
	t.Logf("\n%s", &out)
}

// TestDeepDoctorOfWhatDoesNotAnswer: the rest is not tried, and the status is 1.
func TestDeepDoctorOfWhatDoesNotAnswer(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "")
	t.Setenv("OPENAI_BASE_URL", "http://"+embeddedtest.SteadyAddress(t)+"/v1")
	var out, complaint bytes.Buffer
	args := doctorArgs(t, "--deep", "--json", "--llm", "openai:m", "--checker", "understudy")
	if code := cmdline.Parley.Run(t.Context(), args, &out, &complaint, Command()); code != cmdline.ExitFailed {
		t.Errorf("status %d, want 1", code)
	}
	var results []struct {
		Check, What, Found string
		OK, Note           bool
	}
	if err := json.Unmarshal(out.Bytes(), &results); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range results {
		if r.Check != "llm" {
			continue
		}
		seen[r.What] = true
		if first := r.What == "first word"; r.OK == first || r.Note == first || !first && r.Found != "not tried, as it does not answer" {
			t.Errorf("%+v", r)
		}
	}
	if len(seen) != 5 {
		t.Errorf("checks of the model: %v, want 5", seen)
	}
}

func playedService(t *testing.T, name string) *servicetest.Played {
	t.Helper()
	for _, s := range servicetest.Services() {
		if s.Name == name {
			return servicetest.Play(t, s, Sentence)
		}
	}
	t.Fatalf("no service %q is played", name)
	return nil
}
