package assistant_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"parley/app/embedded"
	"parley/assistant"
	"parley/assistant/state"
	"parley/journal"
	"parley/journal/timer"
	"parley/scenarios"
)

var kills = flag.Int("kills", 8, "how often a process is killed after its yes")

// saysYes is the variable that makes this program a host at that NATS server, which
// answers the owner's "yes".
const saysYes = "ASSISTANT_TEST_SAYS_YES"

// asYes is that host.
func asYes(url string) {
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	nc, err := nats.Connect(url)
	fail(err)
	js, err := jetstream.New(nc)
	fail(err)
	log, err := journal.OpenLog(context.Background(), js, journal.LogConfig{Name: "USERS"})
	fail(err)
	timers, err := timer.Open(context.Background(), js, timer.Config{Name: "TIMERS"})
	fail(err)
	h, err := assistant.New(assistant.Config{
		Log: log, Timers: timers, Zone: berlin, Now: tuesday().Now, Logger: slog.New(slog.DiscardHandler),
	})
	fail(err)
	l, err := scenarios.Embedded()
	fail(err)
	s, _ := l.Get("chiefOfStaff")
	s.ActsBy = scenarios.ActsByCode
	fmt.Println("begun")
	said, _, err := h.Chat(context.Background(), assistant.Message{Owner: owner, Action: "yes", Text: "yes", Scene: s},
		func(assistant.Update) {})
	fail(err)
	fmt.Printf("said %s\n", said.Content)
	_, _ = io.Copy(io.Discard, os.Stdin)
}

// fourMore is a program that asks and then has an effect four times.
const fourMore = "await tasks.add({ title: 'Cheese' })\n" +
	"const gone = await tasks.clear({ ids: ['t1', 't2'] })\n" +
	"yield <Message>They are gone.</Message>\n" +
	"for (const title of ['Dates', 'Eggs', 'Figs', 'Figs too']) await tasks.add({ title })\n" +
	"yield <Message>Four are new.</Message>" + listen

// A process that is killed after the yes leaves a program that another brings to its
// end: each effect once, and each message told.
func TestProgramEndsAfterItsProcessWasKilled(t *testing.T) {
	took := 200 * time.Millisecond
	cut, taken := 0, 0
	for tries := 0; (cut < *kills || taken == 0) && tries < 20**kills; tries++ {
		n, err := embedded.ListenNATS(t.TempDir(), "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		js := dial(t, n.URL())
		d := open(t, setup{js: js})
		d.adds("Apples", "Bread")
		if said := d.writes("make room", fourMore); !strings.HasSuffix(said, "for good?") {
			t.Fatalf("asked %q", said)
		}
		ended, after := yesAndKill(t, n.URL(), rand.N(took))
		if ended {
			took = min(took, after)
		} else {
			cut++
			d.clock.add(3*time.Minute + time.Second)
			if _, _, err := d.Do(t.Context(), owner, "", state.Finish{}); err != nil { // reads what the process has stored
				t.Error(err)
			}
			if s := d.state(); len(s.Confirms) > 0 { // killed before the answer was stored
				took += took / 2 // on a busy machine it comes later
				if _, err := d.Confirm(t.Context(), owner, "press", s.Confirms[0].ID, true); err != nil {
					t.Error(err)
				}
			} else {
				taken += len(s.Running)
			}
			d.TakeOver(t.Context())
			d.TakeOver(t.Context()) // does it once
		}
		d.wantTasks("Cheese, Dates, Eggs, Figs, Figs too")
		s := d.state()
		var all []string
		for _, m := range s.Messages {
			all = append(all, m.Content)
		}
		told := strings.Join(all, " ")
		for _, words := range []string{"They are gone.", "Four are new."} {
			if strings.Count(told, words) != 1 {
				t.Errorf("killed after %v, %q is told %d times:\n%s", after, words, strings.Count(told, words), strings.Join(all, "\n"))
			}
		}
		if len(s.Running)+len(s.Halted)+len(s.Confirms) > 0 {
			t.Errorf("left are %d programs that run, %d that wait, %d questions", len(s.Running), len(s.Halted), len(s.Confirms))
		}
		d.stop()
		if err := n.Close(); err != nil {
			t.Error(err)
		}
	}
	if cut < *kills || taken == 0 {
		t.Errorf("%d processes were killed in time, %d programs taken over", cut, taken)
	}
	t.Logf("%d processes were killed within %v, %d of them as the program ran", cut, took, taken)
}

// yesAndKill has a process say yes and kills it so long after it has begun; it reports
// whether it was at its end, and after how long.
func yesAndKill(t *testing.T, url string, kill time.Duration) (ended bool, after time.Duration) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	process := exec.CommandContext(t.Context(), self)
	process.Env, process.Stderr = append(os.Environ(), saysYes+"="+url), os.Stderr
	in, err := process.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := process.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	told := bufio.NewReader(out)
	if line, err := told.ReadString('\n'); err != nil || line != "begun\n" {
		t.Fatalf("the process says %q, %v", line, err)
	}
	began := time.Now()
	timer := time.AfterFunc(kill, func() { _ = process.Process.Kill() }) // it may have ended
	line, err := told.ReadString('\n')
	after = time.Since(began)
	timer.Stop()
	_ = process.Process.Kill()
	_ = process.Wait() // it was killed
	return err == nil && strings.HasPrefix(line, "said "), after
}
