package quality

import (
	"strings"
	"testing"
	"time"
)

func TestSummaryCounts(t *testing.T) {
	var seen []Observation
	add := func(n int, x Observation) {
		for range n {
			seen = append(seen, x)
		}
	}
	add(96, Observation{Kind: Pause, Fixture: "and-1", Condition: "clean", Pause: PauseTimes[0]})
	add(1, Observation{Kind: Pause, Fixture: "and-2", Condition: "loss-5", Pause: PauseTimes[4], Failed: true})
	add(3, Observation{Kind: Pause, Fixture: "clause-1", Condition: "loss-5", Pause: PauseTimes[4], Hard: true, Failed: true})
	add(19, Observation{Kind: Complete, Fixture: "yes", Took: 600 * time.Millisecond})
	add(1, Observation{Kind: Complete, Fixture: "no", Failed: true})
	add(10, Observation{Kind: Backchannel, Fixture: "yeah", Took: 300 * time.Millisecond})
	add(10, Observation{Kind: Interruption, Fixture: "stop", Took: 250 * time.Millisecond})
	add(30, Observation{Kind: Caption, Off: -1})
	add(1, Observation{Kind: Caption, Off: 3, Failed: true})
	add(6, Observation{Kind: Waste, Condition: "loss-5"})
	add(2, Observation{Kind: Waste, Condition: "loss-5", Off: 2, Failed: true})
	r := Summary(seen, 2)
	for _, want := range []struct {
		name    string
		value   float64
		samples int
		missed  bool
	}{
		{"false cut-ins", 4, 100, true},
		{"false cut-ins, clause whole", 100, 3, false},
		{"late answers", 5, 20, false},
		{"answer p95", 600, 19, false},
		{"false yields to backchannels", 0, 10, false},
		{"held for backchannels p95", 300, 10, false},
		{"missed interruptions", 0, 10, false},
		{"silent after interruption p50", 250, 10, false},
		{"answers wasted a turn", 0.5, 8, true},
		{"captions off p95", 1, 31, false},
		{"captions off most", 3, 31, true},
	} {
		found := false
		for _, f := range r.Figures {
			if f.Name != want.name {
				continue
			}
			found = true
			if f.Value != want.value || f.Samples != want.samples || f.Missed() != want.missed {
				t.Errorf("%s = %v of %d, missed %v; want %v of %d, %v",
					f.Name, f.Value, f.Samples, f.Missed(), want.value, want.samples, want.missed)
			}
		}
		if !found {
			t.Errorf("there is no figure %q", want.name)
		}
	}
	var text []string
	for _, table := range r.Tables {
		for _, row := range table.Rows {
			text = append(text, table.Title+": "+strings.Join(row, " "))
		}
	}
	all := strings.Join(text, "\n")
	for _, want := range []string{"failures by condition: loss-5 4/4", "pauses cut by length: 1s 1/1 3/3", "fixtures that failed: pause/clause-1 3/3 loss-5"} {
		if !strings.Contains(all, want) {
			t.Errorf("the tables do not say %q:\n%s", want, all)
		}
	}
	if len(r.Notes) != 1 || len(Summary(seen, 0).Notes) != 0 {
		t.Errorf("notes = %q, want one on stalls", r.Notes)
	}
}
