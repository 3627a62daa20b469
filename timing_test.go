package parley_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
)

var update = flag.Bool("update", false, "write what tests compare with")

func TestEveryDelayIsATimer(t *testing.T) {
	fields := reflect.TypeFor[parley.Timing]()
	if len(parley.Timers) != fields.NumField() {
		t.Errorf("%d timers in the table, %d fields", len(parley.Timers), fields.NumField())
	}
	var all parley.Timing
	for i, timer := range parley.Timers {
		*timer.Of(&all) += time.Duration(i + 1) // two of one field would add up
		if d := timer.Default; d <= 0 || timer.Max > 0 && (d < timer.Min || d > timer.Max) {
			t.Errorf("%s: default %v is not within %v to %v", timer.Name, d, timer.Min, timer.Max)
		}
	}
	for i, timer := range parley.Timers {
		if got := *timer.Of(&all); got != time.Duration(i+1) {
			t.Errorf("%s shares its field with another timer", timer.Name)
		}
	}
}

func TestTimingInJSON(t *testing.T) {
	var got parley.Timing
	if err := json.Unmarshal([]byte(`{"min_delay":"450ms","away":"45s"}`), &got); err != nil {
		t.Fatal(err)
	}
	if want := (parley.Timing{MinDelay: 450 * time.Millisecond, Away: 45 * time.Second}); got != want {
		t.Errorf("read %+v, want %+v", got, want)
	}
	b, err := json.Marshal(got)
	var again parley.Timing
	if err != nil || json.Unmarshal(b, &again) != nil || again != got {
		t.Errorf("written as %s (%v) and read as %+v, want the same again", b, err, again)
	}
	for text, want := range map[string]string{
		`{"min_delay":450}`:        "cannot unmarshal number",
		`{"min_delay":"450"}`:      "must be a duration",
		`{"min_delay":"49ms"}`:     "must be 50ms to 10s",
		`{"overrun":"1s"}`:         "no timer",
		`{"min_delay_ms":"450ms"}`: "no timer",
	} {
		if err := json.Unmarshal([]byte(text), new(parley.Timing)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}

func TestOrFillsWhatIsNotSet(t *testing.T) {
	got := parley.Timing{BargeIn: time.Second}.FillFrom(parley.Timing{BargeIn: 2, Yield: 3}).FillFrom(parley.DefaultTiming)
	if got.BargeIn != time.Second || got.Yield != 3 || got.Away != parley.DefaultTiming.Away {
		t.Errorf("got %v, %v, %v, want the first that is set of each", got.BargeIn, got.Yield, got.Away)
	}
}

// The table in docs/turn-taking.md is written from Timers.
func TestTimersAreDocumented(t *testing.T) {
	const page, end = "docs/turn-taking.md", "<!-- end of timers -->"
	const begin = "<!-- timers: written by `go test -run TestTimersAreDocumented -update .` -->\n"
	var table strings.Builder
	table.WriteString("\n| timer | default | what is measured | why |\n|---|---|---|---|\n")
	for _, timer := range parley.Timers {
		name := "`" + timer.Name + "`"
		if timer.Max == 0 {
			name += " (fixed)"
		}
		fmt.Fprintf(&table, "| %s | %v | %s | %s |\n", name, timer.Default, timer.After, timer.Why)
	}
	table.WriteString("\n")
	b, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(b), begin)
	is, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		t.Fatalf("%s lacks the marks of the table", page)
	}
	if is == table.String() {
		return
	}
	if !*update {
		t.Fatalf("%s is not what parley.Timers says: run go test -run TestTimersAreDocumented -update .", page)
	}
	if err := os.WriteFile(page, []byte(head+begin+table.String()+end+tail), 0o644); err != nil {
		t.Fatal(err)
	}
}
