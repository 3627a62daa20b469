package bench

import (
	"slices"
	"testing"
	"time"

	"parley/report"
)

// flat is a level whose answers all take so long.
func flat(calls int, took time.Duration) level {
	return level{
		calls: calls, responses: responses{took: []time.Duration{took, took}},
		agent: 0.04 * float64(calls), memory: int64(40+5*calls) << 20,
	}
}

func figures(r report.Result) map[string]report.Figure {
	m := map[string]report.Figure{}
	for _, f := range r.Figures {
		m[f.Name] = f
	}
	return m
}

func TestCurve(t *testing.T) {
	ms := time.Millisecond
	c := curve{base: 40 << 20, levels: []level{flat(1, 600*ms), flat(8, 630*ms), flat(16, 1201*ms)}}
	r := c.result()
	f := figures(r)
	for name, want := range map[string]float64{
		"memory without calls": 40, "1 call: response p50": 600, "8 calls: response p95": 630, "8 calls: p95 to one call's": 1.05,
		"8 calls: per call": 0.04, "8 calls: memory per call": 5, "8 calls: errors": 0, "calls held": 8,
	} {
		if got, ok := f[name]; !ok || got.Value < want-1e-9 || got.Value > want+1e-9 || got.Missed() {
			t.Errorf("%s = %+v, want %v and no target missed", name, got, want)
		}
	}
	want := []string{"16", "1201", "1201", "0.64", "0.040", "120", "5.0", "0.00", "2", "0"}
	if got := r.Tables[0].Rows[2]; !slices.Equal(got, want) {
		t.Errorf("row = %q, want %q", got, want)
	}
}

func TestCurveBreaks(t *testing.T) {
	ms := time.Millisecond
	one := flat(1, 600*ms)
	slow, faulty, mute := flat(2, 1300*ms), flat(2, 600*ms), flat(2, 600*ms)
	faulty.faults, mute.unanswered = 1, 1
	for name, l := range map[string]level{"slow": slow, "faulty": faulty, "mute": mute} {
		c := curve{levels: []level{one, l}}
		if !c.broken() || c.held() != 1 {
			t.Errorf("%s: broken %v, holds %d, want true and 1", name, c.broken(), c.held())
		}
	}
	if c := (curve{levels: []level{one, flat(2, 1100*ms)}}); c.broken() || c.held() != 2 {
		t.Errorf("twice as slow at the most: broken %v, holds %d, want false and 2", c.broken(), c.held())
	}
}

func TestCurveMissesItsTargets(t *testing.T) {
	ms := time.Millisecond
	eight, thirtyTwo := flat(8, 700*ms), flat(32, 670*ms)
	eight.agent, eight.memory, eight.cutIns = 0.8, 300<<20, 1
	f := figures(curve{base: 61 << 20, levels: []level{flat(1, 600*ms), eight, thirtyTwo}}.result())
	for _, name := range []string{
		"memory without calls", "8 calls: p95 to one call's", "8 calls: per call", "8 calls: memory per call", "8 calls: errors",
		"32 calls: p95 to one call's",
	} {
		if got := f[name]; !got.Missed() {
			t.Errorf("%s = %+v, want its target missed", name, got)
		}
	}
}
