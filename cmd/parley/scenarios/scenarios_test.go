package scenarios

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley"
	"parley/app/apptest"
	"parley/cmd/cmdline"
	"parley/engine/openaihttp/openaitest"
	"parley/learner"
	"parley/scenarios"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

// run is `parley scenarios` with arguments, in a world without keys.
func run(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, complaint strings.Builder
	code = cmdline.Parley.Run(t.Context(), append([]string{"parley", "scenarios"}, args...), &out, &complaint, Command())
	return code, out.String(), complaint.String()
}

// own writes an author's scene of five fields.
func own(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "bike.json")
	err := os.WriteFile(path, []byte(`{"goal":"Ana lends the user her bike","character":["You are Ana, a courier"],"botname":"Ana",
		"negprompt":["Agree ONLY if the user promises to bring it back"],"opening":"My bike? I need that bike."}`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestList(t *testing.T) {
	library, err := scenarios.Embedded()
	if err != nil {
		t.Fatal(err)
	}
	code, out, complaint := run(t, "list")
	if lines := strings.Count(out, "\n"); code != cmdline.ExitOK || lines != 1+len(library.List()) {
		t.Errorf("exit %d, %d lines: %s", code, lines, complaint)
	}
	var rows []listed
	code, out, _ = run(t, "list", "--json", "--scenarios", filepath.Dir(own(t)))
	if err := json.Unmarshal([]byte(out), &rows); err != nil || code != cmdline.ExitOK || len(rows) != 1+len(library.List()) {
		t.Fatalf("exit %d, %d rows, %v", code, len(rows), err)
	}
	for _, r := range rows {
		if r.Offline != (r.ID != "bike") {
			t.Errorf("%s offline: %v", r.ID, r.Offline)
		}
	}
}

func TestLintShowsFaultsAndPrompts(t *testing.T) {
	code, out, complaint := run(t, "lint", own(t))
	if code != cmdline.ExitOK {
		t.Fatalf("exit %d: %s", code, complaint)
	}
	for _, want := range []string{"bike: warning: setting: is empty", "# bike: the character's prompt", "You are Ana, a courier",
		"# bike: the checker's prompt", "You judge"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing:\n%s", want, out)
		}
	}
	code, out, _ = run(t, "lint", "--all", "--json")
	var all []linted
	if err := json.Unmarshal([]byte(out), &all); err != nil || len(all) < 3 {
		t.Fatalf("%d scenes, %v", len(all), err)
	}
	if code != cmdline.ExitOK {
		t.Errorf("the scenes built in have faults: %s", out)
	}
}

// TestTheDocumentedScene plays the scene that docs/scenarios.md prints to the win and to
// the loss that it prints, and lint finds no fault with it.
func TestTheDocumentedScene(t *testing.T) {
	page, err := os.ReadFile("../../../docs/scenarios.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, found := strings.Cut(string(page), "### A small scene, whole")
	blocks := strings.Split(section, "\n```")
	if !found || len(blocks) < 7 {
		t.Fatal("the page has no such section with a scene, lines that win and lines that lose")
	}
	path := filepath.Join(t.TempDir(), "bike.json")
	if err := os.WriteFile(path, []byte(strings.TrimPrefix(blocks[1], "json\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, complaint := run(t, "lint", "--json", path); code != cmdline.ExitOK {
		t.Errorf("exit %d: %s\n%s", code, complaint, out)
	}
	t.Cleanup(func() { Input = os.Stdin })
	for i, want := range map[int]string{3: "Won in 4 exchanges.", 5: "Lost after 3 exchanges."} {
		Input = strings.NewReader(blocks[i])
		if code, out, complaint := run(t, "try", path); code != cmdline.ExitOK || !strings.Contains(out, want) {
			t.Errorf("exit %d: %s\n%s lacks %q", code, complaint, out, want)
		}
	}
}

// TestAMisspeltFieldIsToldWithTheRightOne by every command that reads an author's file.
func TestAMisspeltFieldIsToldWithTheRightOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "bike.json")
	if err := os.WriteFile(path, []byte(`{"openning":"x","understudy":{"beats":[{"id":"a","exmaples":[]}]}}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"lint", "show", "try", "ci"} {
		code, _, complaint := run(t, command, path)
		for _, want := range []string{
			`bike.json: openning: unknown field: did you mean "opening"?`,
			`bike.json: understudy.beats[0].exmaples: unknown field: did you mean "examples"?`,
		} {
			if code != cmdline.ExitSetup || !strings.Contains(complaint, want) {
				t.Errorf("%s: exit %d: %s\nlacks %s", command, code, complaint, want)
			}
		}
	}
}

func TestShow(t *testing.T) {
	code, out, complaint := run(t, "show", "riskyProjectApproval")
	for _, want := range []string{"Your goal\n  Get Sterling to", "Ends badly when", "Trains\n  Back it with facts and figures, "} {
		if code != cmdline.ExitOK || !strings.Contains(out, want) {
			t.Errorf("exit %d: %s\n%s lacks %q", code, complaint, out, want)
		}
	}
}

// TestTry wins a scene by the lines of its built-in call, and asks for a hint.
func TestTry(t *testing.T) {
	lines, err := scenarios.CallScript("riskyProjectApproval", "win")
	if err != nil {
		t.Fatal(err)
	}
	Input = strings.NewReader("/hint\n\n" + strings.Join(lines, "\n") + "\nand more\n")
	t.Cleanup(func() { Input = os.Stdin })
	code, out, complaint := run(t, "try", "riskyProjectApproval", "--username", "Vlad")
	for _, want := range []string{"Won in ", "hint: ", "+return"} {
		if code != cmdline.ExitOK || !strings.Contains(out, want) {
			t.Errorf("exit %d: %s\n%s lacks %q", code, complaint, out, want)
		}
	}
	Input = strings.NewReader("hello")
	if code, out, _ := run(t, "try", "riskyProjectApproval"); code != cmdline.ExitOK || strings.Contains(out, "Won") {
		t.Errorf("exit %d after the input's end:\n%s", code, out)
	}
	Input = strings.NewReader("hello\n" + strings.Repeat("not ", 20_000))
	code, _, complaint = run(t, "try", "riskyProjectApproval")
	if code == cmdline.ExitOK || !strings.Contains(complaint, "say it in several") {
		t.Errorf("exit %d after a line of 80,000 bytes: %s", code, complaint)
	}
}

// TestTrySaysWhoStandsIn has a model that breaks off each answer and judges nothing: the
// understudy plays on, and the player is told of both.
func TestTrySaysWhoStandsIn(t *testing.T) {
	t.Setenv("PARLEY_LLM_KEY", openaitest.Key)
	t.Setenv("PARLEY_CHECKER_KEY", openaitest.Key)
	s := openaitest.New(t)
	s.Always(openaitest.CutAfter("Well, I"))
	Input = strings.NewReader("Hello.\nWhat do you need?\nI see.\n")
	t.Cleanup(func() { Input = os.Stdin })
	code, out, complaint := run(t, "try", "riskyProjectApproval", "--llm", "openai:m1,understudy", "--llm-url", s.URL,
		"--checker", "openai:m1,understudy", "--checker-url", s.URL)
	for _, want := range []string{"understudy answers now", "openai:m1 gave no verdict: the scene's script judges in its place"} {
		if code != cmdline.ExitOK || strings.Count(out, want) != 1 {
			t.Errorf("exit %d: %s\n%s\nhas not once %q", code, complaint, out, want)
		}
	}
	if len(s.Requests()) == 0 {
		t.Error("no request reached the model")
	}
	if strings.Contains(out+complaint, "openai:m1: openai:m1") {
		t.Errorf("an engine is named twice: %s\n%s", out, complaint)
	}
}

func TestCIWritesItsReports(t *testing.T) {
	dir := t.TempDir()
	report, page := filepath.Join(dir, "ci.json"), filepath.Join(dir, "ci.html")
	code, out, complaint := run(t, "ci", "smallTalkLift", "--runs", "2", "--json", report, "--html", page)
	if !strings.Contains(out, "smallTalkLift") || !strings.Contains(out, "winnable") || code == cmdline.ExitSetup {
		t.Fatalf("exit %d: %s\n%s", code, complaint, out)
	}
	var trials []learner.Trial
	data, err := os.ReadFile(report)
	if err != nil || json.Unmarshal(data, &trials) != nil || len(trials) != 1 {
		t.Fatalf("%d trials, %v", len(trials), err)
	}
	if want := trials[0].Green(); (code == cmdline.ExitOK) != want {
		t.Errorf("exit %d with all badges: %v", code, want)
	}
	if html, err := os.ReadFile(page); err != nil || !strings.HasPrefix(string(html), "<!doctype html>") {
		t.Errorf("the page begins %.20q, %v", html, err)
	}
}

func TestSaysWhatToDo(t *testing.T) {
	scene := own(t)
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"no scene":       {[]string{"lint"}, "which scene?"},
		"unknown scene":  {[]string{"show", "nobody"}, "parley scenarios list"},
		"no file":        {[]string{"lint", "nobody.json"}, "nobody.json"},
		"two scenes":     {[]string{"try", "smallTalkLift", "badNewsDaughter"}, "one scene at a time"},
		"no runs":        {[]string{"ci", "--all", "--runs", "0"}, "--runs must be at least 1"},
		"needs a model":  {[]string{"try", scene}, "--llm"},
		"nothing to run": {[]string{"play"}, "parley scenarios --help"},
	} {
		t.Run(name, func(t *testing.T) {
			if code, _, complaint := run(t, c.args...); code != cmdline.ExitSetup || !strings.Contains(complaint, c.want) {
				t.Errorf("exit %d, want %d: %s lacks %q", code, cmdline.ExitSetup, complaint, c.want)
			}
		})
	}
}

// A scene that somebody else wrote says what it likes and does nothing to the terminal.
func TestAScenesTextSteersNoTerminal(t *testing.T) {
	path := filepath.Join(t.TempDir(), "evil.json")
	err := os.WriteFile(path, []byte(`{"title":"A\u001b[2Jtitle\u202e","goal":"Ana\u001b]0;owned\u0007 lends the user her bike",
		"character":["You are Ana\u009b31m, a courier"],"botname":"Ana",
		"negprompt":["Agree ONLY if the user\u2066 promises to bring it back"],
		"opening":"My bike?\u001b[31m I need that bike."}`), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"list", "--scenarios", filepath.Dir(path)}, {"list", "--json", "--scenarios", filepath.Dir(path)},
		{"show", path}, {"lint", path}, {"lint", "--json", path},
	} {
		_, out, complaint := run(t, args...)
		if out == "" || parley.Plain(out+complaint) != out+complaint {
			t.Errorf("%q prints %q, %q", args, out, complaint)
		}
		if args[0] == "show" && !strings.Contains(out, "Atitle (evil)") {
			t.Errorf("the title is not shown: %s", out)
		}
	}
}
