package scenarios

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
)

func TestParseTurnTaking(t *testing.T) {
	got, err := Parse("s.json", []byte(with(`"fillers":["So..."],"nods":["Mm-hm."],"uninterruptible":["nudge","opening"],
		"timing":{"sure_delay":"250ms","min_delay":"450ms","open_delay":"1.5s","away":"45s","soft_barge_in":"400ms"}`)))
	if err != nil {
		t.Fatal(err)
	}
	want := parley.Timing{
		SureDelay: 250 * time.Millisecond, MinDelay: 450 * time.Millisecond, OpenDelay: 1500 * time.Millisecond,
		Away: 45 * time.Second, SoftBargeIn: 400 * time.Millisecond,
	}
	if got.Timing != want {
		t.Errorf("timing = %+v, want %+v", got.Timing, want)
	}
	if !reflect.DeepEqual(got.Fillers, []string{"So..."}) || !reflect.DeepEqual(got.Nods, []string{"Mm-hm."}) ||
		!reflect.DeepEqual(got.Uninterruptible, []string{LineNudge, LineOpening}) {
		t.Errorf("fillers %q, nods %q, uninterruptible %q, want those of the file", got.Fillers, got.Nods, got.Uninterruptible)
	}
}

func TestFillersByDefaultAndOff(t *testing.T) {
	s, err := Parse("s.json", []byte(least))
	if err != nil {
		t.Fatal(err)
	}
	if len(s.Fillers) < 2 || len(s.Nods) != 0 || s.Timing != (parley.Timing{}) {
		t.Errorf("by default %d fillers, %d nods, timing %+v, want some, none, none", len(s.Fillers), len(s.Nods), s.Timing)
	}
	off, err := Parse("s.json", []byte(with(`"fillers":[]`)))
	if err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(off)
	if err != nil {
		t.Fatal(err)
	}
	again, err := Parse("s.json", data)
	if err != nil || len(off.Fillers) != 0 || len(again.Fillers) != 0 {
		t.Errorf("switched off: %q, written and read again: %q, %v, want none", off.Fillers, again.Fillers, err)
	}
}

// TestEmbeddedFillers holds the small sounds of the embedded scenes to speech
// that takes no turn: no question, and nothing that could win the scene.
func TestEmbeddedFillers(t *testing.T) {
	l, err := Embedded()
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range l.List() {
		if len(s.Fillers) < 3 {
			t.Errorf("%s: %d fillers, want at least 3 so that they do not repeat", s.ID, len(s.Fillers))
		}
		for _, line := range append(append([]string(nil), s.Fillers...), s.Nods...) {
			if strings.ContainsAny(line, "?*()[]<>_#\"") || strings.Contains(s.Understudy.Agree.Quote, strings.Trim(line, ".")) {
				t.Errorf("%s: %q must be a sound of thinking or listening", s.ID, line)
			}
		}
	}
}
