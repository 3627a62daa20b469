package codefirst_test

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v3"
	"go.uber.org/goleak"

	"parley/cmd/cmdline"
	"parley/cmd/parley/codefirst"
	"parley/engine/enginetest"
	"parley/language/languagetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// parley runs the command with an input, and is what it prints and its exit status.
func parley(ctx context.Context, in string, args ...string) (out, errs string, status int) {
	var stdout, stderr bytes.Buffer
	command := codefirst.Command()
	command.Before = func(ctx context.Context, c *cli.Command) (context.Context, error) {
		c.Root().Reader = strings.NewReader(in)
		return ctx, nil
	}
	status = cmdline.Parley.Run(ctx, append([]string{"parley", "codefirst"}, args...), &stdout, &stderr, command)
	return stdout.String(), stderr.String(), status
}

var times = regexp.MustCompile(`\b\d+(?:\.\d+)?(?:µs|ms|s)\b`)

func TestRunPrintsWhatCameOfAProgram(t *testing.T) {
	const ok = "// six times seven\nconst n = 6 * 7\nawait tasks.add({ title: 'x' })\nyield <Message>\n  It is\n  {n}.\n</Message>\n" +
		"return { action: 'done', success: true, result: n }"
	for _, test := range []struct {
		name, in string
		args     []string
		out, err string
		status   int
	}{
		{"a result", ok, []string{"run", "-"}, "     It is\n     42.\ndone {\"success\":true,\"result\":42}\n", "", 0},
		{"an error", "const a = null\na.b", []string{"run", "-"}, "  001 | const a = null\n> 002 | a.b\n      | ^\n",
			"cannot read property 'b' of null", 1},
		{"code that does not compile", "const = 3", []string{"run", "-"}, "", "Expected identifier", 1},
		{"no return", "const a = 1", []string{"run", "-"}, "", "not a valid return", 1},
		{"too long", "while (true) {}", []string{"run", "--timeout", "50ms", "-"}, "", "more than 50ms", 1},
		{"a pause", "await tasks.clear()", []string{"run", "-"}, "", "it waits for an answer: Shall I", 1},
		{"no file", "", []string{"run"}, "", "which program?", 2},
		{"a file that is not there", "", []string{"run", "/no/such/file"}, "", "no such file", 2},
		{"an empty file", "\n", []string{"run", "-"}, "", "the program is empty", 2},
		{"a message that is too long", strings.Repeat("x", 70_000), []string{"chat"}, "", "a message is over 65536 bytes", 1},
		{"a task without a model", "", []string{"run", "--task", "x"}, "", "needs a language model", 2},
		{"an unknown example", "", []string{"examples", "nonsense"}, "", "there is no example", 2},
		{"an unknown command", "", []string{"dance"}, "", "there is no command", 2},
	} {
		t.Run(test.name, func(t *testing.T) {
			out, errs, status := parley(t.Context(), test.in, test.args...)
			if !strings.Contains(out, test.out) || !strings.Contains(errs, test.err) || status != test.status {
				t.Errorf("printed\n%s%s, status %d; want\n%s%s, %d", out, errs, status, test.out, test.err, test.status)
			}
		})
	}
	path := filepath.Join(t.TempDir(), "a.tsx")
	if err := os.WriteFile(path, []byte(ok), 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, status := parley(t.Context(), "", "run", "--trace", path)
	const tree = "   ─ iteration 1\n   ├ the first token came T\n   ├ script wrote T\n   │   // six times seven\n   │   const n = 6 * 7\n"
	for _, part := range []string{
		tree, "   ├ line 1 // six times seven\n", "   ├ line 3 tasks.add({\"title\":\"x\"}) → {\"title\":\"x\"} T\n",
		"   ├ <Message> It is\n   │   42.\n", "   ├ the code ran T\n",
	} {
		if got := times.ReplaceAllString(out, "T"); !strings.Contains(got, part) || status != 0 {
			t.Errorf("the tree has no %q:\n%s%s", part, got, errs)
		}
	}
}

func TestJSONIsAnObjectALine(t *testing.T) {
	out, errs, status := parley(t.Context(),
		"await tasks.list()\nyield <Message>hi</Message>\nreturn { action: 'done', success: true }", "run", "--json", "-")
	kinds := map[string]int{}
	for line := range strings.Lines(out) {
		var one struct{ Kind string }
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Errorf("no JSON: %s", line)
		}
		kinds[one.Kind]++
	}
	if status != 0 || kinds["tool_call"] != 1 || kinds["yield"] != 1 || kinds["result"] != 1 || kinds["shown"] != 1 {
		t.Errorf("%v, status %d\n%s", kinds, status, errs)
	}
}

func TestChatNeedsNoModel(t *testing.T) {
	lines := "hello\nadd buy milk\nadd call Ann\nwhat is on my list?\nclear the list\n" +
		"what is on my list?\nno\nclear the list\nyes\nwhat is on my list?\n2 + 3\nxyzzy\nbye\nhello\n"
	out, errs, status := parley(t.Context(), lines, "chat")
	want := `   > hello
     Hello! I keep a list of tasks, and I add up.
     Try: add buy milk.
   > add buy milk
     One moment.
     buy milk is on your list.
   > add call Ann
     One moment.
     call Ann is on your list.
   > what is on my list?
     1. buy milk
     2. call Ann
   > clear the list
     Shall I remove 2 tasks from the list?
   > what is on my list?
     1. buy milk
     2. call Ann
   > no
     I leave them.
   > clear the list
     Shall I remove 2 tasks from the list?
   > yes
     2 tasks are gone.
   > what is on my list?
     The list is empty.
   > 2 + 3
     That makes 5.
   > xyzzy
     I did not get that. I keep tasks: add buy milk; what is on my list?; clear.
   > bye
     Goodbye.
`
	if _, got, _ := strings.Cut(out, "\n"); got != want || status != 0 {
		t.Errorf("printed\n%s%s, status %d, want\n%s", got, errs, status, want)
	}
}

// What the user says is a text of the code, whatever it looks like.
func TestChatTakesWordsForWords(t *testing.T) {
	out, errs, status := parley(t.Context(), "add ${6*7}\nadd buy `tea` ${x}\nadd \"x\" \\\nwhat is on my list?\n", "chat")
	want := "     1. ${6*7}\n     2. buy `tea` ${x}\n     3. \"x\" \\\n"
	if !strings.Contains(out, want) || strings.Contains(out, "did not work") || status != 0 {
		t.Errorf("printed\n%s%s, status %d", out, errs, status)
	}
}

func TestExamplesAreRunAndListed(t *testing.T) {
	out, _, status := parley(t.Context(), "", "examples", "--list")
	if strings.Count(out, "\n") != 22 || status != 0 {
		t.Errorf("the list is\n%s", out)
	}
	out, errs, status := parley(t.Context(), "", "examples", "chat_basic", "snapshot", "--trace")
	if strings.Count(out, "   ok (") != 2 || strings.Contains(out, "FAILED") || status != 0 || !strings.Contains(out, "[ Cats ]") {
		t.Errorf("printed\n%s%s, status %d", out, errs, status)
	}
}

func TestInterruptAbortsTheRun(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(100*time.Millisecond, cancel)
	clock := enginetest.Start()
	_, errs, status := parley(ctx, "try { await wait({ seconds: 60 }) } finally { while (true) {} }", "run", "-")
	if l := clock.Lapse(); status != 1 || !strings.Contains(errs, "canceled") || l.Own > 10*time.Second {
		t.Errorf("status %d after %v: %s", status, l.Took, errs)
	}
}

// Chat ends with its input.
func TestChatEndsWithItsInput(t *testing.T) {
	if out, errs, status := parley(t.Context(), "", "chat"); status != 0 || strings.Count(out, "\n") != 1 {
		t.Errorf("printed %q, %s, status %d", out, errs, status)
	}
}

// TestReader: a refusal takes no tasks off the list.
func TestReader(t *testing.T) {
	languagetest.Reader(t, languagetest.Some, func(said string) bool {
		out, errs, status := parley(t.Context(), "add milk\nadd bread\nadd eggs\nclear the list\n"+said+"\n", "chat")
		if status != 0 || !strings.Contains(out, "Shall I remove 3 tasks from the list?") {
			t.Errorf("%q: %s%s", said, out, errs)
		}
		return strings.Contains(out, "3 tasks are gone.")
	})
}
