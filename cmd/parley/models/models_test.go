package models

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/app/apptest"
	"parley/cmd/cmdline"
	"parley/engine/models"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

// runModels runs `parley models` with a folder and returns what it printed.
func runModels(t *testing.T, dir string, args ...string) (status int, out, complaint string) {
	t.Helper()
	var stdout, stderr strings.Builder
	status = cmdline.Parley.Run(t.Context(), append([]string{"parley", "models", args[0], "--models", dir}, args[1:]...), &stdout, &stderr, Command())
	return status, stdout.String(), stderr.String()
}

// sileroFolder is a folder with the real VAD model, as people copy it.
func sileroFolder(t *testing.T) string {
	t.Helper()
	raw, err := os.ReadFile("../../../models/silero_vad.onnx")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "silero_vad.onnx"), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

const listShown = `NAME       ROLE         LANGUAGES     SIZE      LICENCE  STATE
streams    stt          en            127.9 MB  MIT      here
tongues    stt          25 languages  487.2 MB  MIT      partial, 1.5 MB kept
by-hand    tts          en-GB zh      67.2 MB   MIT      here, not checked
unproven   punctuation  en            ?         MIT      not here, unverified
first-use  punctuation  en            ?         MIT      here, unverified
harmed     vad          multi         2.3 MB    MIT      broken
`

func TestModelsListTable(t *testing.T) {
	var out strings.Builder
	err := printTable(&out, []entry{
		{Name: "streams", Role: "stt", Languages: []string{"en"}, Bytes: 127887156, Licence: "MIT", State: "here", Verified: true, Checked: true},
		{
			Name: "tongues", Role: "stt", Languages: make([]string, 25), Bytes: 487170055, Licence: "MIT",
			State: "partial", Kept: 1500000, Verified: true,
		},
		{Name: "by-hand", Role: "tts", Languages: []string{"en-GB", "zh"}, Bytes: 67230653, Licence: "MIT", State: "here", Verified: true},
		{Name: "unproven", Role: "punctuation", Languages: []string{"en"}, Licence: "MIT", State: "not here"},
		{Name: "first-use", Role: "punctuation", Languages: []string{"en"}, Licence: "MIT", State: "here"},
		{Name: "harmed", Role: "vad", Languages: []string{"multi"}, Bytes: 2327524, Licence: "MIT", State: "broken", Verified: true},
	})
	if got := out.String(); err != nil || got != listShown {
		t.Errorf("error %v, table:\n%s\nwant:\n%s", err, got, listShown)
	}
}

func TestModelsList(t *testing.T) {
	dir := sileroFolder(t)
	status, out, _ := runModels(t, dir, "list")
	if status != cmdline.ExitOK || !strings.Contains(out, "Folder: "+dir) || strings.Count(out, "\n") != len(models.Catalogue())+3 {
		t.Errorf("status %d, want a line a model and the folder:\n%s", status, out)
	}
	status, out, _ = runModels(t, dir, "list", "--json")
	var list []entry
	if err := json.Unmarshal([]byte(out), &list); status != cmdline.ExitOK || err != nil || len(list) != len(models.Catalogue()) {
		t.Fatalf("status %d, %v, %d models in:\n%s", status, err, len(list), out)
	}
	for _, m := range list {
		want := "not here"
		if m.Name == "silero-vad" {
			want = "here"
		}
		if m.State != want {
			t.Errorf("%s is %s, want %s", m.Name, m.State, want)
		}
	}
}

func TestModelsFromPullToPath(t *testing.T) {
	from, dir := sileroFolder(t), filepath.Join(t.TempDir(), "models")
	at := filepath.Join(dir, "silero_vad.onnx")
	for _, c := range []struct {
		args   []string
		status int
		out    string
		words  []string // of the complaint
	}{
		{[]string{"path", "silero-vad"}, cmdline.ExitFailed, "", []string{"is not in " + dir, "parley models pull silero-vad"}},
		{[]string{"verify"}, cmdline.ExitOK, "no model is in " + dir + "\n", nil},
		{[]string{"verify", "silero-vad"}, cmdline.ExitFailed, "", []string{"1 of 1 models are bad"}},
		{[]string{"pull", "--from", t.TempDir(), "silero-vad"}, cmdline.ExitFailed, "", []string{"holds neither silero_vad.onnx", "https://github.com/snakers4"}},
		{[]string{"pull", "--from", from, "silero-vad"}, cmdline.ExitOK, "silero-vad is here (MIT)\n", nil},
		{[]string{"pull", "--from", from, "silero-vad"}, cmdline.ExitOK, "silero-vad is here already\n", nil},
		{[]string{"verify"}, cmdline.ExitOK, "silero-vad: good\n", nil},
		{[]string{"path", "silero-vad"}, cmdline.ExitOK, at + "\n", nil},
	} {
		status, out, complaint := runModels(t, dir, c.args...)
		if status != c.status || c.out != "" && out != c.out {
			t.Errorf("%v: status %d, printed %q and %q; want %d and %q", c.args, status, out, complaint, c.status, c.out)
		}
		for _, w := range c.words {
			if !strings.Contains(complaint, w) {
				t.Errorf("%v: complaint %q, want it to name %q", c.args, complaint, w)
			}
		}
	}
	if err := os.Truncate(at, 5000); err != nil {
		t.Fatal(err)
	}
	status, out, _ := runModels(t, dir, "verify", "silero-vad")
	said := strings.Contains(out, "silero_vad.onnx is cut short") && strings.Contains(out, "parley models pull silero-vad")
	if status != cmdline.ExitFailed || !said {
		t.Errorf("verify of a cut model: status %d, printed %q", status, out)
	}
}

func TestModelsMisuse(t *testing.T) {
	for _, args := range [][]string{
		{"pull"}, {"path"}, {"path", "silero-vad", "kokoro-en"}, {"pull", "hal-9000"}, {"verify", "hal-9000"}, {"list", "--yaml"},
	} {
		if status, _, complaint := runModels(t, t.TempDir(), args...); status != cmdline.ExitSetup || complaint == "" {
			t.Errorf("%v: status %d, complaint %q; want %d and one", args, status, complaint, cmdline.ExitSetup)
		}
	}
	var stdout, stderr strings.Builder
	if status := cmdline.Parley.Run(t.Context(), []string{"parley", "models", "fetch"}, &stdout, &stderr, Command()); status != cmdline.ExitSetup {
		t.Errorf("an unknown command: status %d, complaint %q", status, stderr.String())
	}
}
