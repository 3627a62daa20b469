package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/codefirst/sandbox"
)

// attack is code that is meant to do harm.
type attack struct{ Name, Code string }

func attacks(t testing.TB) []attack {
	t.Helper()
	text, err := os.ReadFile("testdata/attacks.json")
	if err != nil {
		t.Fatal(err)
	}
	var all []attack
	if err := json.Unmarshal(text, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

// childCode is the code that a child of TestAttacks runs.
const childCode = "PARLEY_SANDBOX_CODE"

// racing is set where the race detector makes the machine ten times as slow.
var racing bool

// plainBinary is this test without the race detector, for figures as a user has them.
var plainBinary = sync.OnceValues(func() (string, error) {
	if !racing {
		return os.Args[0], nil
	}
	dir, err := os.MkdirTemp("", "sandbox")
	if err != nil {
		return "", err
	}
	path := filepath.Join(dir, "sandbox.test")
	out, err := exec.CommandContext(context.Background(), "go", "test", "-c", "-o", path, ".").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("%w: %s", err, out)
	}
	return path, nil
})

func plainTest(t *testing.T) string {
	t.Helper()
	path, err := plainBinary()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// runPlain runs the test without the race detector.
func runPlain(t *testing.T) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), plainTest(t), "-test.run=^"+t.Name()+"$", "-test.v").CombinedOutput()
	if err != nil {
		t.Error(err)
	}
	t.Logf("%s", out)
}

// attacked runs the code of an attack and prints what came of it.
func attacked(code string) {
	p, err := sandbox.Compile(code)
	if err == nil {
		var out sandbox.Outcome
		out, err = sandbox.NewQuickJS().Run(context.Background(), p, room(sandbox.Limits{Wall: 2 * time.Second}), &host{})
		if err == nil && out.Fault != nil {
			err = out.Fault
		}
	}
	what := "returned"
	if err != nil {
		what = strings.ReplaceAll(err.Error(), "\n", " ")
	}
	status, _ := os.ReadFile("/proc/self/status")
	_, peak, _ := strings.Cut(string(status), "VmHWM:")
	peak, _, _ = strings.Cut(strings.TrimSpace(peak), " ")
	fmt.Printf("\nended %s %.200s\n", peak, what)
}

const (
	maxTime   = 3 * time.Second
	maxMemory = 400 << 10 // KiB
)

func TestAttacksAreStopped(t *testing.T) {
	all := attacks(t)
	if len(all) < 95 {
		t.Fatalf("%d attacks, want 95", len(all))
	}
	binary := plainTest(t)
	var mu sync.Mutex
	var slowest time.Duration
	var biggest int
	t.Cleanup(func() {
		t.Logf("%d attacks; the slowest took %v, the biggest %d MiB", len(all), slowest.Round(time.Millisecond), biggest>>10)
	})
	for _, a := range all {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
			defer cancel()
			cmd := exec.CommandContext(ctx, binary)
			cmd.Env = append(os.Environ(), childCode+"="+a.Code)
			out, err := cmd.CombinedOutput()
			_, end, found := bytes.Cut(out, []byte("\nended "))
			if err != nil || !found {
				t.Fatalf("the process died: %v\n%.2000s", err, out)
			}
			took := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			memory, what, _ := strings.Cut(strings.TrimSpace(string(end)), " ")
			kib, err := strconv.Atoi(memory)
			if err != nil {
				t.Fatalf("it says %q", out)
			}
			mu.Lock()
			slowest, biggest = max(slowest, took), max(biggest, kib)
			mu.Unlock()
			if took > maxTime || kib > maxMemory {
				t.Errorf("it took %v and %d MiB: %s", took, kib>>10, what)
			}
		})
	}
}

// errCut is why the runs of a test are cancelled.
var errCut = errors.New("cut")

func TestRunsAreCancelledAtOnce(t *testing.T) {
	if racing {
		runPlain(t)
		return
	}
	programs := []string{
		"while (true) {}", "while (true) await null", "await wait()", "try { await wait() } finally { while (true) {} }",
		"while (true) { try { await wait() } catch {} }", "while (true) yield <Message>x</Message>",
		"/^(?=(a+)+$)(a|b)+$/.test('a'.repeat(34) + '!')",
		"await Promise.all(Array.from({ length: 50 }, () => wait()))", "while (true) await ping()",
		"const f = () => Promise.resolve().then(f); f(); await wait()",
		"let s = 'x'; while (true) s = (s + s).slice(0, 1e6)",
		"const b = new Uint8Array(2e7); for (;;) new Uint8Array(b)", "const a = new Array(9e5).fill(0); for (;;) [...a]",
	}
	before := runtime.NumGoroutine()
	var slowest time.Duration
	for i := range 200 {
		p, err := sandbox.Compile(programs[i%len(programs)])
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		instant := rand.N(30 * time.Millisecond)
		var cut time.Time
		time.AfterFunc(instant, func() {
			cut = time.Now()
			cancel(errCut)
		})
		limits := sandbox.Limits{Calls: 50_000, Yields: 50_000, Slice: 10 * time.Second}
		_, err = sandbox.NewQuickJS().Run(ctx, p, room(limits), &host{})
		took := time.Since(cut)
		slowest = max(slowest, took)
		if !errors.Is(err, errCut) {
			t.Errorf("%s: %v", programs[i%len(programs)], err)
		}
		if took > 200*time.Millisecond {
			t.Errorf("%s, cut after %v, ended %v later", programs[i%len(programs)], instant, took)
		}
	}
	t.Logf("200 cancellations; the slowest took %v", slowest)
	if after := runtime.NumGoroutine(); after > before+2 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
