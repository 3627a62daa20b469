//go:build !race

// These judge many sentences on one goroutine: the race detector would see nothing
// in them and take ten times as long.

package eval

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"parley/app/apptest"
	"parley/checker/eval"
	"parley/cmd/cmdline"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

// evaluate runs `measure eval` with arguments.
func evaluate(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, complaint strings.Builder
	code = cmdline.Measure.Run(t.Context(), append([]string{"measure", "eval"}, args...), &out, &complaint, Command())
	return code, out.String(), complaint.String()
}

func TestEvalAndCompare(t *testing.T) {
	dir := t.TempDir()
	offline, scripted := filepath.Join(dir, "offline.json"), filepath.Join(dir, "scripted.json")
	for judge, path := range map[string]string{"offline": offline, "scripted": scripted} {
		html := strings.TrimSuffix(path, ".json") + ".html"
		code, out, complaint := evaluate(t, "checker", "--judge", judge, "--scenario", "smallTalkLift", "--injections", "7", "--scatter",
			"--hard", "--json", path, "--html", html)
		if code != cmdline.ExitOK || !strings.Contains(out, "weighted kappa on bands") || !strings.Contains(out, "7 injections") {
			t.Fatalf("%s: exit %d: %s\n%s", judge, code, complaint, out)
		}
		if page, err := os.ReadFile(html); err != nil || !strings.HasPrefix(string(page), "<!doctype html>") {
			t.Errorf("the page begins %.20q, %v", page, err)
		}
	}
	r, err := eval.Read(scripted)
	if err != nil || !r.Simulated || r.Judge != "scripted" || r.Set.Scenarios != 1 {
		t.Errorf("report of %s, %+v, %v", r.Judge, r.Set, err)
	}
	if f, _ := eval.Find(r.Figures, "tokens-read"); f.Value == 0 {
		t.Error("the simulated model's tokens were not counted on their way")
	}
	page := filepath.Join(dir, "compare.html")
	code, out, complaint := evaluate(t, "compare", offline, scripted, "--html", page)
	if code != cmdline.ExitOK || !strings.Contains(out, "A: understudy") || !strings.Contains(out, "B: scripted") {
		t.Errorf("compare: exit %d: %s\n%s", code, complaint, out)
	}
	if _, err := os.Stat(page); err != nil {
		t.Error(err)
	}
}

func TestEvalStrictFails(t *testing.T) {
	code, _, complaint := evaluate(t, "checker", "--judge", "offline", "--scenario", "smallTalkLift", "--injections", "0", "--strict")
	if code != cmdline.ExitFailed || !strings.Contains(complaint, "gates missed: ") {
		t.Errorf("exit %d: %s", code, complaint)
	}
}

func TestEvalSaysWhatToDo(t *testing.T) {
	empty, report := t.TempDir(), filepath.Join(t.TempDir(), "other.json")
	if b, err := json.Marshal(map[string]int{"cpus": 2}); err != nil || os.WriteFile(report, b, 0o600) != nil {
		t.Fatal("no report")
	}
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"judge":       {[]string{"checker", "--judge", "jury"}, "use configured, offline, scripted or labels"},
		"scenario":    {[]string{"checker", "--judge", "offline", "--scenario", "none"}, "it has "},
		"repeats":     {[]string{"checker", "--repeats", "0"}, "--repeats must be at least 1"},
		"budget":      {[]string{"checker", "--budget", "0s"}, "--budget must be more than 0"},
		"set":         {[]string{"checker", "--set", empty}, "docs/evaluation.md"},
		"argument":    {[]string{"checker", "offline"}, "measure eval checker --help"},
		"html":        {[]string{"checker", "--judge", "offline", "--injections", "0", "--html", empty}, "--html: "},
		"one report":  {[]string{"compare", report}, "which two reports?"},
		"no report":   {[]string{"compare", report, report}, "measure eval checker --json"},
		"no command":  {[]string{"judge"}, "measure eval --help"},
		"no checkers": {[]string{"checker", "--checker", "nobody"}, "nobody"},
	} {
		t.Run(name, func(t *testing.T) {
			if code, _, complaint := evaluate(t, c.args...); code != cmdline.ExitSetup || !strings.Contains(complaint, c.want) {
				t.Errorf("exit %d, want %d: %s lacks %q", code, cmdline.ExitSetup, complaint, c.want)
			}
		})
	}
}

// A judge that is not there ends the run soon, and the error says what to try.
func TestEvalOfAJudgeThatIsNotThere(t *testing.T) {
	code, _, complaint := evaluate(t, "checker", "--checker", "openai", "--checker-url", "http://127.0.0.1:1/v1", "--checker-model", "none",
		"--scenario", "smallTalkLift", "--injections", "0")
	if code != cmdline.ExitSetup || !strings.Contains(complaint, "parley doctor") {
		t.Errorf("exit %d: %s", code, complaint)
	}
}

func TestProgressSaysHowFarItIs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out strings.Builder
		p := newProgress(&out)
		if got, want := p.text(5, 20), "judging [#####...............] 5 of 20"; got != want {
			t.Errorf("text = %q, want %q", got, want)
		}
		p.tell(1, 20)
		if out.Len() > 0 {
			t.Errorf("a line was said at once: %q", &out)
		}
		time.Sleep(4 * time.Second)
		if got, want := p.text(5, 20), "judging [#####...............] 5 of 20, 12s left"; got != want {
			t.Errorf("text = %q, want %q", got, want)
		}
		time.Sleep(time.Second)
		if p.tell(2, 20); !strings.Contains(out.String(), "2 of 20") {
			t.Errorf("said %q, want the progress", &out)
		}
	})
}
