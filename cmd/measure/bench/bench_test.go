package bench

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/cmd/cmdline"
	"parley/cmd/terminal"
	"parley/report"
)

func TestBenchSetupFaults(t *testing.T) {
	for _, tt := range []struct {
		args []string
		says string
	}{
		{[]string{"join", "--samples", "0"}, "--samples"},
		{[]string{"join", "now"}, `"now"`},
		{[]string{"join", "--log", "loud"}, "debug, info, warn or error"},
		{[]string{"join", "--baseline", filepath.Join(t.TempDir(), "none")}, "--baseline"},
		{[]string{"join", "--models", t.TempDir()}, "make setup"},
		{[]string{"calls", "--nonsense"}, "--help"},
		{[]string{"join", "--plot", "x.svg"}, "join has none"},
	} {
		var stdout, stderr bytes.Buffer
		code := cmdline.Measure.Run(t.Context(), append([]string{"measure", "bench"}, tt.args...), &stdout, &stderr, Command())
		lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
		if last := lines[len(lines)-1]; code != cmdline.ExitSetup || !strings.Contains(last, tt.says) {
			t.Errorf("%v: status %d, stderr ends %q; want %d and %q", tt.args, code, last, cmdline.ExitSetup, tt.says)
		}
	}
}

func TestBenchHelp(t *testing.T) {
	var stdout, stderr bytes.Buffer
	if code := cmdline.Measure.Run(t.Context(), []string{"measure", "bench"}, &stdout, &stderr, Command()); code != cmdline.ExitOK {
		t.Errorf("status %d: %s", code, &stderr)
	}
	for _, name := range []string{"latency", "interrupt", "join", "checker", "calls", "quality", "endpointing", "all"} {
		if !strings.Contains(stdout.String(), "  "+name+" ") {
			t.Errorf("help does not name %q:\n%s", name, &stdout)
		}
	}
	if strings.Contains(stdout.String(), "  agent ") {
		t.Error("help names the agent's own process")
	}
}

func TestBenchJudges(t *testing.T) {
	missed := report.Report{Results: []report.Result{{Name: "join", Figures: []report.Figure{
		report.Figure{Name: "p50", Value: 500, Unit: "ms"}.AtMost(400),
	}}}}
	met := report.Report{Results: []report.Result{{Name: "join", Figures: []report.Figure{
		report.Figure{Name: "p50", Value: 300, Unit: "ms"}.AtMost(400),
	}}}}
	for _, tt := range []struct {
		name     string
		strict   bool
		baseline *report.Report
		full     report.Report
		fails    bool
		says     string
	}{
		{"met", true, nil, met, false, "Every target is met."},
		{"missed", false, nil, missed, false, "Missed: join: p50."},
		{"missed, strictly", true, nil, missed, true, "Missed: join: p50."},
		{"worse", false, &met, missed, true, "Worse: join: p50 is 500 ms, 1.67 times worse than 300 ms"},
		{"better", false, &missed, met, false, "Nothing is worse than the baseline."},
	} {
		var out strings.Builder
		err := options{strict: tt.strict, baseline: tt.baseline, out: &out}.judge(tt.full)
		if (err != nil) != tt.fails || !strings.Contains(out.String(), tt.says) {
			t.Errorf("%s: %v, said %q; want failed %v and %q", tt.name, err, &out, tt.fails, tt.says)
		}
	}
}

func TestProgress(t *testing.T) {
	var out strings.Builder
	tell := progress(terminal.NewStatusLine(&out), "[1/4] join")
	for n := range 3 {
		tell("joins", n+1, 3)
	}
	if got, want := out.String(), "[1/4] join: joins, 1 of 3\n[1/4] join: joins, 3 of 3\n"; got != want {
		t.Errorf("told %q, want %q", got, want)
	}
}

func TestBenchDrawsTheCurve(t *testing.T) {
	path := filepath.Join(t.TempDir(), "curve.svg")
	curve := report.Table{
		Title: "curve", Head: []string{"calls", "p95 ms", "core/call", "MiB/call"},
		Rows: [][]string{{"1", "650", "0.05", "7"}, {"2", "660", "0.04", "5"}},
	}
	for _, tt := range []struct {
		full  report.Report
		fails bool
	}{
		{report.Report{Results: []report.Result{{Name: curved, Tables: []report.Table{curve}}}}, false},
		{report.Report{Results: []report.Result{{Name: "join"}}}, true},
	} {
		err := options{plot: path, out: io.Discard}.judge(tt.full)
		if (err != nil) != tt.fails {
			t.Errorf("judge = %v, want failed %v", err, tt.fails)
		}
	}
	if svg, err := os.ReadFile(path); err != nil || !bytes.Contains(svg, []byte("MiB/call")) {
		t.Errorf("drew %q, %v", svg, err)
	}
}
