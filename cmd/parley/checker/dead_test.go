package checker

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"parley"
	"parley/app/apptest"
	"parley/app/embedded"
	"parley/app/embedded/embeddedtest"
	"parley/checker"
	"parley/checker/queue"
	"parley/cmd/cmdline"
	"parley/engine/openaihttp/openaitest"
)

// TestDeadLettersByCommand has exchanges fail, looks at them, and puts them back
// when the judge is well again.
func TestDeadLettersByCommand(t *testing.T) {
	server, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Close(); err != nil {
			t.Error(err)
		}
	})
	js := apptest.Connect(t, server.URL())
	t.Setenv("NATS_URL", server.URL())
	t.Setenv("PARLEY_CHECKER_KEY", openaitest.Key)
	judge := openaitest.New(t)
	judge.Always(openaitest.Text("I cannot say."))
	roles := apptest.StartCommands(t, run, []string{"checker", "--checker", "openai", "--checker-url", judge.URL, "--checker-model", "test-judge"})
	t.Cleanup(func() { roles.Stop(t) })
	send := func(call parley.CallID, n int) {
		if err := queue.Publish(t.Context(), js, checker.Case{Exchange: talked(call, n)}); err != nil {
			t.Fatal(err)
		}
	}
	send("call_a", 1)
	send("call_b", 1)
	backlog(t, js, func(b queue.Backlog) bool { return b.Dead == 2 && b.Exchanges == 0 })
	dead(t, cmdline.ExitOK, []string{"CALL", "EXCHANGE", `"call_a"`, `"call_b"`, "unjudged"}, "list")
	var listed []queue.DeadLetter
	if err := json.Unmarshal([]byte(dead(t, cmdline.ExitOK, nil, "list", "--json", "--call", "call_a")), &listed); err != nil {
		t.Fatal(err)
	}
	if len(listed) != 1 || listed[0].Call != "call_a" || listed[0].Exchange != 1 ||
		listed[0].Reason != queue.Unjudged || listed[0].At.IsZero() {
		t.Errorf("listed %+v", listed)
	}
	judge.Always(openaitest.JSON(checker.Finding{Progress: 3, Quotes: []string{}, Checks: []string{}, Flags: []string{}}))
	send("call_b", 2) // the call goes on past its dead letter
	backlog(t, js, func(b queue.Backlog) bool { return b.Exchanges == 0 })
	dead(t, cmdline.ExitOK, []string{
		`"call_a" exchange 1: back on the queue`, `"call_b" exchange 1: skipped: the call has gone on`, "1 of 2",
	}, "retry", "--all")
	backlog(t, js, func(b queue.Backlog) bool { return b.Dead == 1 && b.Exchanges == 0 })
	for call, want := range map[parley.CallID]int{"call_a": 1, "call_b": 2} {
		if got := verdictsOn(t, js, call); len(got) != 1 || got[0] != want {
			t.Errorf("verdicts of %s on %v, want %d", call, got, want)
		}
	}
	dead(t, cmdline.ExitOK, []string{"1 deleted"}, "purge", "--call", "call_b")
	dead(t, cmdline.ExitOK, []string{"None."}, "list")
	if strings.Contains(roles.String(), "the risk is known") {
		t.Error("the log holds speech")
	}
}

// dead runs `parley checker dead` and returns what it printed, which holds no
// speech.
func dead(t *testing.T, code int, want []string, args ...string) string {
	t.Helper()
	var out bytes.Buffer
	if got := run(t.Context(), append([]string{"parley", "checker", "dead"}, args...), &out, &out); got != code {
		t.Errorf("%v: status %d, want %d:\n%s", args, got, code, &out)
	}
	for _, w := range want {
		if !strings.Contains(out.String(), w) {
			t.Errorf("%v: no %q in:\n%s", args, w, &out)
		}
	}
	if strings.Contains(out.String(), "the risk is known") {
		t.Errorf("%v prints speech:\n%s", args, &out)
	}
	return out.String()
}

func TestDeadLetterCommandsRefuse(t *testing.T) {
	t.Setenv("NATS_URL", "")
	for _, tt := range []struct{ want, args string }{
		{"which NATS?", "list"},
		{"whose?", "retry"},
		{"whose?", "retry --all --call call_a"},
		{"whose?", "purge"},
		{"is too much", "purge --all call_a"},
		{"there is no command", "bury"},
		{"--help", "list --nope"},
		{"cannot reach NATS", "list --nats-url nats://" + embeddedtest.SteadyAddress(t)},
	} {
		dead(t, cmdline.ExitSetup, []string{tt.want}, strings.Fields(tt.args)...)
	}
	dead(t, cmdline.ExitOK, []string{"--call", "--all", "put them back"}, "retry", "--help")
	var out bytes.Buffer
	for _, args := range [][]string{{"--concurrency", "0"}, {"nonsense"}} {
		if code := run(t.Context(), append([]string{"parley", "checker"}, args...), &out, &out); code != cmdline.ExitSetup {
			t.Errorf("%v: status %d, want %d:\n%s", args, code, cmdline.ExitSetup, &out)
		}
	}
}
