package debrief_test

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"parley"
	"parley/calls"
	"parley/debrief"
	"parley/journal"
	"parley/scenarios"
)

var update = flag.Bool("update", false, "write the golden files")

const recordedCall parley.CallID = "call_iq7ic42d2v67km4s"

// now is a day after the recorded call.
var now = time.Date(2026, 11, 27, 9, 0, 0, 0, time.UTC)

func recorded(t testing.TB) calls.Call { return calls.Fold(recordedEvents(t)) }

func recordedEvents(t testing.TB) []parley.Event {
	t.Helper()
	events, err := journal.Read(filepath.Join("..", "calls", "testdata"), recordedCall)
	if err != nil {
		t.Fatal(err)
	}
	return events
}

// scene is that of the recorded call, as it was then.
func scene(t testing.TB) scenarios.Scenario {
	t.Helper()
	s, err := scenarios.LoadFile("testdata/riskyProjectApproval.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestTheRecordedCall(t *testing.T) {
	golden(t, "whole", debrief.Make(recorded(t), scene(t), debrief.Baseline{}, now))
	golden(t, "scenegone", debrief.Make(recorded(t), scenarios.Scenario{}, debrief.Baseline{}, now))
}

func golden(t *testing.T, name string, d debrief.Debrief) {
	t.Helper()
	var got bytes.Buffer
	e := json.NewEncoder(&got)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(d); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("testdata", name+".golden.json")
	if *update {
		if err := os.WriteFile(file, got.Bytes(), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got.Bytes(), want) {
		t.Errorf("%s: not as the golden file; with -update it is written anew:\n%s", name, got.Bytes())
	}
}
