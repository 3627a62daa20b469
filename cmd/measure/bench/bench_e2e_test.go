//go:build !race

// The figures here are of time, as callers have it: without the race detector.

package bench

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/app/apptest"
	"parley/bench"
	"parley/bench/stub"
	"parley/cmd/cmdline"
	"parley/engine/enginetest"
	"parley/report"
)

// runBench runs `measure bench` with as few samples as there can be and returns
// what it printed and saved.
func runBench(t *testing.T, status int, args ...string) (stdout string, r report.Report) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "report.json")
	var out, log strings.Builder
	args = append(append([]string{"measure", "bench"}, args...), "--short", "--samples", "1", "--json", path,
		"--models", apptest.Models(t))
	if got := cmdline.Measure.Run(t.Context(), args, &out, &log, Command()); got != status {
		t.Fatalf("status %d, want %d; stdout:\n%s\nstderr:\n%s", got, status, &out, &log)
	}
	r, err := report.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	return out.String(), r
}

func figure(t *testing.T, r report.Report, name string) report.Figure {
	t.Helper()
	for _, f := range r.Results[0].Figures {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("no figure %q in %+v", name, r.Results[0].Figures)
	return report.Figure{}
}

// within holds a figure to what a busy machine with the race detector may make
// of it, and to what it cannot be under: the stubs take that long themselves.
func within(t *testing.T, r report.Report, name string, least, most float64) {
	t.Helper()
	if f := figure(t, r, name); f.Value < least || f.Value > most || f.Samples == 0 {
		t.Errorf("%s = %+v, want %v to %v", name, f, least, most)
	}
}

func TestBenchLatency(t *testing.T) {
	t.Parallel()
	stdout, r := runBench(t, cmdline.ExitOK, "latency")
	within(t, r, "response p50", 430, 2500)
	within(t, r, "streaming STT p50", 380, 2500)
	within(t, r, "own share p50", 0, 1500)
	within(t, r, "cut in", 0, 1)
	if !strings.Contains(stdout, "response p50") || !strings.Contains(stdout, "≤ 680 ms") {
		t.Errorf("shown:\n%s\nwant the figures with their targets", stdout)
	}
}

func TestBenchInterrupt(t *testing.T) {
	t.Parallel()
	_, r := runBench(t, cmdline.ExitOK, "interrupt")
	within(t, r, "ducked p50", 0.1, 1500)
	within(t, r, "silent p50", 20, 2500)
	if f := figure(t, r, "ignored"); f.Value != 0 {
		t.Errorf("%v of %d interruptions were ignored", f.Value, f.Samples)
	}
}

// A checker that hangs is one: no verdict comes while it does. One that does not
// rules on every exchange.
func TestBenchChecker(t *testing.T) {
	t.Parallel()
	_, r := runBench(t, cmdline.ExitOK, "checker")
	within(t, r, "healthy: response p95", 430, 2500)
	within(t, r, "hung: p95 to healthy", 0.2, 5)
	within(t, r, "away: p95 to healthy", 0.2, 5)
	within(t, r, "verdict p50", 0.01, 1500)
	within(t, r, "queue alone p50", 0.01, 1500)
	within(t, r, "one worker", 5, 1e6)
	within(t, r, "a verdict in publishes", 0.1, 1000)
	for _, name := range []string{"verdicts amiss", "verdicts missing"} {
		if f := figure(t, r, name); f.Value != 0 {
			t.Errorf("%s: %v of %d", name, f.Value, f.Samples)
		}
	}
	if f := figure(t, r, "verdict p99"); f.Samples < 20 {
		t.Errorf("%s is of %d verdicts, want 20 and more", f.Name, f.Samples)
	}
}

// A baseline with a figure that the run lacks fails it and says so; one that is
// met is replaced.
func TestBenchJoinAgainstABaseline(t *testing.T) {
	t.Parallel()
	baseline := filepath.Join(t.TempDir(), "baseline.json")
	_, r := runBench(t, cmdline.ExitOK, "join", "--write-baseline", baseline)
	within(t, r, "first audio p50", 100, 5000)
	r.Results[0].Figures = append(r.Results[0].Figures, report.Figure{Name: "first word p50", Value: 1, Unit: "ms"})
	if err := r.Write(baseline); err != nil {
		t.Fatal(err)
	}
	stdout, _ := runBench(t, cmdline.ExitFailed, "join", "--baseline", baseline, "--write-baseline", baseline+".new")
	if !strings.Contains(stdout, "Worse: join: first word p50 is not measured any more") {
		t.Errorf("shown:\n%s\nwant what is worse", stdout)
	}
	if _, err := os.Stat(baseline + ".new"); err == nil {
		t.Error("a failed run became the baseline")
	}
}

// An agent in a process of its own takes calls, uses memory, and ends.
func TestBenchAgentApart(t *testing.T) {
	t.Parallel()
	models := apptest.Models(t)
	start := startApart(models, "error")
	var used bench.Usage
	env := &bench.Env{
		Samples: 1, Short: true, Progress: func(string, int, int) {},
		Start: func(ctx context.Context, _ bench.Engines) (bench.Product, error) {
			p, err := start(ctx, stub.Kit{})
			if err == nil {
				used, err = p.Usage()
			}
			return p, err
		},
	}
	began := enginetest.Start()
	result, err := bench.Join().Run(t.Context(), env)
	if err != nil {
		t.Fatal(err)
	}
	if len(result.Figures) == 0 || result.Figures[0].Value < 100 {
		t.Errorf("joined: %+v, want a first sound after the 100ms of the stub", result.Figures)
	}
	if used.Memory < 10<<20 {
		t.Errorf("the agent holds %d bytes, want those of a voice detector and more", used.Memory)
	}
	if l := began.Lapse(); l.Own > 20*time.Second {
		t.Errorf("start, call and end took %v, want well under 20s", l.Took)
	}
}

func TestBenchAgentRefusesBadOrders(t *testing.T) {
	order, err := json.Marshal(order{Log: "error", NATS: "nats://127.0.0.1:1"})
	if err != nil {
		t.Fatal(err)
	}
	for name, in := range map[string]string{"nothing": "", "junk": "{", "no log level": "{}", "no NATS": string(order)} {
		var out, log strings.Builder
		if err := runAgent(t.Context(), strings.NewReader(in), &out, &log); err == nil || out.Len() > 0 {
			t.Errorf("%s: %v, said %q; want an error and no word", name, err, &out)
		}
	}
}
