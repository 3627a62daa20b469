package calls

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v3"

	"parley"
	"parley/app/apptest"
	"parley/calls"
	"parley/cmd/cmdline"
	"parley/debrief"
	"parley/journal"
	"parley/language/languagetest"
)

func TestMain(m *testing.M) { apptest.Main(m, nil) }

const ada, bob = "ada-0123456789abcdef", "bob-0123456789abcdef"

// folder is a data folder with calls of ada and of bob.
type folder struct {
	path string
	key  journal.UserKey
	dir  *journal.Dir
}

func newFolder(t *testing.T) folder {
	t.Helper()
	f := folder{path: t.TempDir()}
	var err error
	if f.key, err = journal.LoadUserKey(filepath.Join(f.path, "user.key")); err == nil {
		f.dir, err = journal.OpenDir(filepath.Join(f.path, "calls"))
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := f.dir.Close(); err != nil {
			t.Error(err)
		}
	})
	return f
}

// keep has a user hold a call of two exchanges that began so long ago.
func (f folder) keep(t *testing.T, call parley.CallID, user string, ago time.Duration, bodies ...parley.Body) {
	t.Helper()
	const s = time.Second
	told := append([]parley.Body{
		parley.Started{Dispatch: parley.Dispatch{Scenario: "riskyProjectApproval", User: f.key.Alias(user)}, Botname: "Sterling"},
		parley.Said{Turn: parley.Turn{Number: 1, Role: parley.Character, Text: "So. Tell me."}, End: 2 * s, Why: parley.WhyOpening},
		parley.Heard{Turn: parley.Turn{Number: 2, Role: parley.User, Text: "it is \x1b[31mbold"}, Start: 3 * s, End: 4 * s,
			Confidence: 0.81},
		parley.Said{Turn: parley.Turn{Number: 3, Role: parley.Character, Text: "A fine word."}, Start: 5 * s, End: 6 * s},
		parley.Verdict{Exchange: 1, Progress: 0, Turns: parley.JudgedTurns{User: 2, Character: 3}, Held: "risk"},
		parley.Hint{Level: 1, Text: "What could go wrong?", Remaining: 2, Turn: 3},
		parley.Heard{Turn: parley.Turn{Number: 4, Role: parley.User, Text: "the supplier may be late", Typed: true}, Start: 9 * s,
			End: 9 * s},
		parley.Reaction{Emoji: "🤨", Label: "raises an eyebrow"},
		parley.Said{Turn: parley.Turn{Number: 5, Role: parley.Character, Text: "At least you say it."}, Start: 10 * s, End: 12 * s},
		parley.Verdict{
			Exchange: 2, Progress: 3, Checks: []string{"risk"}, Turns: parley.JudgedTurns{User: 4, Character: 5},
			Met: []parley.Met{{Check: "risk", Turn: 4, Quote: "may be late"}}, BadEnding: "threat", Strike: 1, Strikes: 2,
		},
	}, bodies...)
	began := time.Now().Add(-ago)
	for i, b := range told {
		at := began.Add(time.Duration(i) * s)
		if err := f.dir.Append(parley.Event{Call: call, Seq: uint64(i + 1), At: at, Body: b}); err != nil {
			t.Fatal(err)
		}
	}
}

func lost(call parley.CallID) parley.Body {
	return parley.Ending{Outcome: parley.Lost, Call: call, Reason: "Sterling ended it."}
}

// run runs `parley calls` on the folder with an input and is what it says.
func (f folder) run(t *testing.T, args ...string) (out, errs string, status int) {
	t.Helper()
	var stdout, stderr bytes.Buffer
	command := Command()
	command.Before = func(ctx context.Context, c *cli.Command) (context.Context, error) {
		c.Root().Reader = strings.NewReader("")
		return ctx, nil
	}
	t.Setenv("PARLEY_DATA", f.path)
	status = cmdline.Parley.Run(t.Context(), append([]string{"parley", "calls"}, args...), &stdout, &stderr, command)
	return stdout.String(), stderr.String(), status
}

// ok is what a command prints that works, each of want in it.
func (f folder) ok(t *testing.T, args []string, want ...string) string {
	t.Helper()
	out, errs, status := f.run(t, args...)
	if status != cmdline.ExitOK {
		t.Fatalf("%q: status %d: %s", args, status, errs)
	}
	for _, w := range want {
		if !strings.Contains(out, w) {
			t.Errorf("%q: no %q in:\n%s", args, w, out)
		}
	}
	return out
}

// refused is a command that ends with a status and one line that says why.
func (f folder) refused(t *testing.T, status int, says string, args ...string) {
	t.Helper()
	out, errs, got := f.run(t, args...)
	if got != status || !strings.Contains(errs, says) || strings.Count(errs, "\n") != 1 || out != "" {
		t.Errorf("%q: status %d, printed %q, said %q; want %d and one line with %q", args, got, out, errs, status, says)
	}
}

func listed(t *testing.T, out string) (ids []parley.CallID) {
	t.Helper()
	var page calls.Page
	if err := json.Unmarshal([]byte(out), &page); err != nil {
		t.Fatalf("%v in %s", err, out)
	}
	for _, s := range page.Calls {
		ids = append(ids, s.Call)
	}
	return ids
}

// two are calls of both users, a fork, and one under way.
func two(t *testing.T) folder {
	t.Helper()
	f := newFolder(t)
	f.keep(t, "call_aaa1", ada, 72*time.Hour, lost("call_aaa1"))
	f.keep(t, "call_aab2", bob, 48*time.Hour, parley.Ending{Outcome: parley.Left, Call: "call_aab2"}, parley.Rated{Stars: 4})
	f.keep(t, "call_ccc3", ada, time.Hour)
	f.keep(t, "call_now4", ada, 10*time.Second)
	return f
}

func TestList(t *testing.T) {
	f := two(t)
	out := f.ok(t, []string{"list"}, "CALL", "WHEN", "FORK OF", "riskyProjectApproval", "lost", "3/10", "0:14", "cut off", "under way")
	if first := strings.Index(out, "call_now4"); first < 0 || first > strings.Index(out, "call_aaa1") {
		t.Errorf("not newest first:\n%s", out)
	}
	for _, tt := range []struct {
		args string
		want []parley.CallID
	}{
		{"", []parley.CallID{"call_now4", "call_ccc3", "call_aab2", "call_aaa1"}},
		{"--user " + bob, []parley.CallID{"call_aab2"}},
		{"--user " + ada + "x", nil},
		{"--outcome lost", []parley.CallID{"call_aaa1"}},
		{"--outcome cut_off", []parley.CallID{"call_ccc3"}},
		{"--since 60h", []parley.CallID{"call_now4", "call_ccc3", "call_aab2"}},
		{"--since 1d", []parley.CallID{"call_now4", "call_ccc3"}},
		{"--scene nope", nil},
		{"--limit 1", []parley.CallID{"call_now4"}},
	} {
		if got := listed(t, f.ok(t, append([]string{"list", "--json"}, strings.Fields(tt.args)...))); !slices.Equal(got, tt.want) {
			t.Errorf("list %s: %q, want %q", tt.args, got, tt.want)
		}
	}
	f.ok(t, []string{"list", "--scene", "nope"}, "None.")
}

func TestListGoesOn(t *testing.T) {
	f := two(t)
	out := f.ok(t, []string{"list", "--limit", "3"}, "--cursor ")
	_, cursor, _ := strings.Cut(out, "--cursor ")
	if got := listed(t, f.ok(t, []string{"list", "--json", "--cursor", strings.TrimSpace(cursor)})); !slices.Equal(got,
		[]parley.CallID{"call_aaa1"}) {
		t.Errorf("the next page has %q", got)
	}
}

func TestSince(t *testing.T) {
	now := time.Date(2026, 11, 27, 12, 0, 0, 0, time.FixedZone("", 3600))
	for text, want := range map[string]time.Time{
		"": {}, "7d": now.AddDate(0, 0, -7), "0d": now, "90m": now.Add(-90 * time.Minute),
		"2026-11-20":           time.Date(2026, 11, 20, 0, 0, 0, 0, now.Location()),
		"2026-11-20T08:00:00Z": time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC),
	} {
		if got, err := since(text, now); err != nil || !got.Equal(want) {
			t.Errorf("since %q is %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"yesterday", "-1d", "-5h", "9999999999d", "d", "2026-13-01"} {
		if got, err := since(text, now); err == nil {
			t.Errorf("since %q is %v", text, got)
		}
	}
}

func TestShow(t *testing.T) {
	f := two(t)
	out := f.ok(t, []string{"show", "aaa"},
		"call_aaa1: riskyProjectApproval", "lost, 3/10, 2 exchanges, 1 hint", "0:03 You       it is bold  [heard with 0.81]",
		"0/10 –  held back: risk", "hint 1: What could go wrong?", "the supplier may be late  [typed]", "[raises an eyebrow]",
		`3/10 ▲3  met: risk ("may be late")  slip: threat (1 of 2)`, "lost: Sterling ended it.")
	if strings.Contains(out, "\x1b") {
		t.Errorf("the terminal is steered by %q", out)
	}
	if hint := strings.Index(out, "hint 1"); hint < strings.Index(out, "A fine word") || hint > strings.Index(out, "may be late  [typed]") {
		t.Errorf("the hint stands elsewhere:\n%s", out)
	}
	f.ok(t, []string{"show", "call_aab2"}, "rated 4 of 5")
	f.ok(t, []string{"show", "call_now4"}, "under way")
	events := f.ok(t, []string{"show", "--events", "call_aaa1"})
	var first parley.Event
	lines := strings.Split(strings.TrimSpace(events), "\n")
	if err := json.Unmarshal([]byte(lines[0]), &first); err != nil || len(lines) != 11 || first.Body.Kind() != parley.KindStarted {
		t.Errorf("%d events, the first %+v, %v", len(lines), first, err)
	}
}

// A fork shows what it has of its parent, which may be gone.
func TestShowFork(t *testing.T) {
	f := two(t)
	f.fork(t, "call_fork5", "call_aaa1", 4)
	f.ok(t, []string{"list"}, "call_aaa1 at turn 4")
	f.ok(t, []string{"show", "call_fork5"}, "goes on from call_aaa1 at turn 4", "A fine word.", "from here on it is this call", "I am back")
}

// fork is a fork of a call of ada's, in which the user says one thing, and what else is
// told of it.
func (f folder) fork(t *testing.T, call, parent parley.CallID, turn int, bodies ...parley.Body) {
	t.Helper()
	events, _, err := f.dir.Load(parent)
	if err != nil {
		t.Fatal(err)
	}
	in, err := calls.ForkAt(calls.Fold(events), turn)
	if err != nil {
		t.Fatal(err)
	}
	said := in.Turns[len(in.Turns)-1].Turn
	told := append([]parley.Body{
		parley.Started{Dispatch: parley.Dispatch{
			Scenario: "riskyProjectApproval", User: f.key.Alias(ada), From: &parley.Origin{Call: parent, Turn: turn},
		}, Botname: "Sterling"},
		in,
		parley.Said{Turn: said, End: time.Second},
		parley.Heard{Turn: parley.Turn{Number: said.Number + 1, Role: parley.User, Text: "I am back"}, Start: 2 * time.Second,
			End: 3 * time.Second},
	}, bodies...)
	for i, b := range append(told, parley.Ending{Outcome: parley.Left, Call: call}) {
		at := time.Now().Add(-time.Hour)
		if err := f.dir.Append(parley.Event{Call: call, Seq: uint64(i + 1), At: at, Body: b}); err != nil {
			t.Fatal(err)
		}
	}
}

// As JSON a call is what GET /api/calls/{id} answers.
func TestShowJSON(t *testing.T) {
	f := two(t)
	var v debrief.CallView
	if err := json.Unmarshal([]byte(f.ok(t, []string{"show", "--json", "aaa1"})), &v); err != nil {
		t.Fatal(err)
	}
	if v.Summary.Call != "call_aaa1" || v.Summary.Bytes == 0 || v.Botname != "Sterling" ||
		len(v.Turns) != 5 || v.Turns[1].Confidence != 0.81 ||
		v.Turns[3].T != 9 || !v.Turns[3].Typed {
		t.Errorf("got %+v", v)
	}
}

// What cannot be read of a journal is left out and said.
func TestDamagedJournal(t *testing.T) {
	f := two(t)
	file := filepath.Join(f.path, "calls", "call_aaa1.jsonl")
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text = bytes.Replace(text, []byte(`"kind":"said"`), []byte(`"kind":said"`), 1)
	if err := os.WriteFile(file, text, 0o600); err != nil {
		t.Fatal(err)
	}
	out, errs, status := f.run(t, "show", "call_aaa1")
	if status != cmdline.ExitOK || !strings.Contains(errs, "1 line of the journal of call_aaa1 cannot be read") ||
		!strings.Contains(out, "A fine word.") {
		t.Errorf("status %d, %q, said %q", status, out, errs)
	}
}

func TestDelete(t *testing.T) {
	f := two(t)
	f.fork(t, "call_fork5", "call_aaa1", 4)
	f.refused(t, cmdline.ExitSetup, "say --yes to delete 2 calls", "delete", "call_aaa1")
	f.refused(t, cmdline.ExitSetup, "say --yes to delete 1 call", "delete", "--forks", "keep", "call_aaa1")
	f.refused(t, cmdline.ExitFailed, "nothing is deleted: the call is not over", "delete", "--yes", "call_aaa1", "call_now4")
	f.refused(t, cmdline.ExitSetup, "there is no call", "delete", "--yes", "--user", bob, "call_aaa1")
	f.ok(t, []string{"delete", "--yes", "aab2"}, "Deleted 1 call: 12 events", "Receipt receipt_")
	var receipt calls.Receipt
	out := f.ok(t, []string{"delete", "--yes", "--json", "call_aaa1", "aaa1"})
	if err := json.Unmarshal([]byte(out), &receipt); err != nil || !slices.Equal(receipt.Calls, []parley.CallID{"call_aaa1",
		"call_fork5"}) {
		t.Errorf("receipt %+v, %v", receipt, err)
	}
	if got := listed(t, f.ok(t, []string{"list", "--json"})); !slices.Equal(got, []parley.CallID{"call_now4", "call_ccc3"}) {
		t.Errorf("%q are left", got)
	}
}

func TestDeleteKeepsForks(t *testing.T) {
	f := two(t)
	f.fork(t, "call_fork5", "call_aaa1", 4)
	f.ok(t, []string{"delete", "--yes", "--forks", "keep", "call_aaa1"})
	f.ok(t, []string{"show", "call_fork5"}, "A fine word.")
}

func TestAsk(t *testing.T) {
	all := []calls.Summary{{Call: "call_a", Scene: "riskyProjectApproval"}, {Call: "call_b"}}
	for answer, want := range map[string]error{"y\n": nil, " YES \n": nil, "yes": nil, "": errNotSure, "\n": errNotSure,
		"nay\n": errNotSure, "yes, but not that one\n": errNotSure} {
		var out strings.Builder
		err := ask(strings.NewReader(answer), &out, all, []parley.CallID{"call_a"}, []parley.CallID{"call_c"})
		if !errors.Is(err, want) || !strings.Contains(out.String(), "call_a") || strings.Contains(out.String(), "call_b") ||
			!strings.Contains(out.String(), "1 call goes on from there and is kept") {
			t.Errorf("%q: %v, want %v, asked %q", answer, err, want, out.String())
		}
	}
}

// TestReader: a refusal deletes no call.
func TestReader(t *testing.T) {
	languagetest.Reader(t, languagetest.All, func(said string) bool {
		return ask(strings.NewReader(said+"\n"), io.Discard, nil, []parley.CallID{"call_a", "call_b", "call_c"}, nil) == nil
	})
}

func TestCallsRefuse(t *testing.T) {
	f := two(t)
	for _, tt := range []struct{ says, args string }{
		{"there is no call", "show call_zzz"},
		{`may be any of 2 calls (call_aab2, call_aaa1, …): give more`, "show aa"},
		{"which call?", "show"},
		{"which call?", "show a b"},
		{"there is no call", "show --user " + bob + " call_aaa1"},
		{"a secret of 16 to 64", "list --user bob"},
		{"has at least 32 characters", "list --user-key short --user " + bob},
		{"such as 7d", "list --since 2d12h"},
		{"use won, lost", "list --outcome glory"},
		{"choose 1 to 500", "list --limit 0"},
		{"limit must be 1 to 500", "list --limit 501"},
		{"bad query", "list --cursor ???"},
		{"show call_a` shows", "list call_a"},
		{"name the data folder with --data", "list --data /no/such/folder"},
		{"which calls?", "delete"},
		{"use keep or delete", "delete --forks burn call_aaa1"},
		{"there is no command", "bury"},
		{"--help", "list --nope"},
		{"use debug, info", "list --log loud"},
	} {
		f.refused(t, cmdline.ExitSetup, tt.says, strings.Fields(tt.args)...)
	}
	if _, err := os.Stat("/no/such/folder"); err == nil {
		t.Error("a folder was made")
	}
}

func TestAmbiguousNamesAFew(t *testing.T) {
	var all []calls.Summary
	for i := range 9 {
		all = append(all, calls.Summary{Call: parley.CallID(fmt.Sprintf("call_x%d", i))})
	}
	if _, err := named(all, "x"); err == nil || !strings.Contains(err.Error(), "9 calls") || strings.Contains(err.Error(), "x5") {
		t.Errorf("said %v", err)
	}
	if s, err := named(append(all, calls.Summary{Call: "call_x"}), "call_x"); err != nil || s.Call != "call_x" {
		t.Errorf("a whole id that others begin with is %v, %v", s.Call, err)
	}
	if _, err := named(all, ""); err == nil {
		t.Error("nothing names a call")
	}
}
