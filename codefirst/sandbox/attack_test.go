//go:build !race

// Attacks are held to the time and memory that a user's process has; each is a
// process of its own, and the race detector sees none of the machine's C.

package sandbox_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/codefirst/sandbox"
	"parley/engine/enginetest"
)

func codeOf(t *testing.T, all []attack, name string) string {
	t.Helper()
	i := slices.IndexFunc(all, func(a attack) bool { return a.Name == name })
	if i < 0 {
		t.Fatalf("no attack %q", name)
	}
	return all[i].Code
}

// slowSlice is set for a child whose code has the slice that users' code has.
const slowSlice = "PARLEY_SANDBOX_SLICE"

func init() { attackChild = attacked }

// attacked runs the code of an attack and prints what came of it.
func attacked(code string) {
	p, err := sandbox.Compile(code)
	if err == nil {
		var out sandbox.Outcome
		limits := sandbox.Limits{Wall: 2 * time.Second, Slice: 200 * time.Millisecond}
		if os.Getenv(slowSlice) != "" {
			limits.Slice = 0
		}
		out, err = sandbox.NewQuickJS().Run(context.Background(), p, room(limits), &host{})
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
	// What loops is stopped by the slice, whatever that is; these two also by the default.
	all = append(all, attack{"promise flood, default slice", codeOf(t, all, "promise flood")},
		attack{"labels, default slice", codeOf(t, all, "labels")})
	var mu sync.Mutex
	var slowest time.Duration
	var biggest int
	t.Cleanup(func() {
		t.Logf("%d attacks; the slowest took %v, the biggest %d MiB", len(all), slowest.Round(time.Millisecond), biggest>>10)
	})
	for _, a := range all {
		t.Run(a.Name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute) // what it computes is bounded below
			defer cancel()
			cmd := exec.CommandContext(ctx, os.Args[0])
			cmd.Env = append(os.Environ(), childCode+"="+a.Code)
			if strings.HasSuffix(a.Name, ", default slice") {
				cmd.Env = append(cmd.Env, slowSlice+"=1")
			}
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

// longestStep is how long this machine computes for what nothing interrupts: one
// spread of an array as big as memory lets it be.
func longestStep(t *testing.T) time.Duration {
	t.Helper()
	p, err := sandbox.Compile("const a = new Array(9e5).fill(0); [...a]")
	if err != nil {
		t.Fatal(err)
	}
	fastest := time.Duration(math.MaxInt64)
	for range 3 {
		begun := enginetest.Computed(t)
		if _, err := sandbox.NewQuickJS().Run(t.Context(), p, room(sandbox.Limits{Slice: 10 * time.Second}), &host{}); err != nil {
			t.Fatal(err)
		}
		fastest = min(fastest, enginetest.Computed(t)-begun)
	}
	return fastest
}

func TestRunsAreCancelledAtOnce(t *testing.T) {
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
	atOnce := max(200*time.Millisecond, 2*longestStep(t))
	var slowest time.Duration
	for i := range 200 {
		p, err := sandbox.Compile(programs[i%len(programs)])
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancelCause(t.Context())
		instant := rand.N(30 * time.Millisecond)
		var cut time.Duration
		time.AfterFunc(instant, func() {
			cut = enginetest.Computed(t)
			cancel(errCut)
		})
		limits := sandbox.Limits{Calls: 50_000, Yields: 50_000, Slice: 10 * time.Second}
		_, err = sandbox.NewQuickJS().Run(ctx, p, room(limits), &host{})
		took := enginetest.Computed(t) - cut
		slowest = max(slowest, took)
		if !errors.Is(err, errCut) {
			t.Errorf("%s: %v", programs[i%len(programs)], err)
		}
		if took > atOnce {
			t.Errorf("%s, cut after %v, computed for %v more", programs[i%len(programs)], instant, took)
		}
	}
	t.Logf("200 cancellations; the slowest computed for %v more, of %v", slowest, atOnce)
	if after := runtime.NumGoroutine(); after > before+2 {
		t.Errorf("%d goroutines before, %d after", before, after)
	}
}
