package scenarios

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

func TestParseTurnTaking(t *testing.T) {
	got, err := Parse("s.json", []byte(with(`"fillers":["So..."],"nods":["Mm-hm."],"uninterruptible":["nudge","opening"],
		"timing":{"sure_delay_ms":250,"min_delay_ms":450,"open_delay_ms":1500,"transcript_wait_ms":1000,"hold_ms":120,
		"yield_ms":600,"false_start_ms":900,"filler_ms":1200,"away_s":45,"silent_s":50,"abandoned_s":300,"soft_hold_ms":400}`)))
	if err != nil {
		t.Fatal(err)
	}
	want := Timing{
		SureDelayMS: 250, MinDelayMS: 450, OpenDelayMS: 1500, TranscriptWaitMS: 1000, HoldMS: 120, YieldMS: 600,
		FalseStartMS: 900, FillerMS: 1200, AwayS: 45, SilentS: 50, AbandonedS: 300, SoftHoldMS: 400,
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
	if len(s.Fillers) < 2 || len(s.Nods) != 0 || s.Timing != (Timing{}) {
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
