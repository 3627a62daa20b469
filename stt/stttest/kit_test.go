package stttest

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/stt"
)

// failing names the checks, of those whose name begins with which, that an engine with
// the defect fails.
func failing(t *testing.T, defect, which string, o Options) []string {
	t.Helper()
	speech, table := recordings()
	o.Speech, o.Patience = speech, cmp.Or(o.Patience, time.Second) // for a defect
	open := func(testing.TB) stt.Engine { return &fake{defect, table} }
	for i := range o.Faults {
		o.Faults[i].Open = open
	}
	return enginetest.Failing(t, append(checks(open, o), hour), which, newKit(open, o))
}

func TestSoundEnginePasses(t *testing.T) {
	if got := failing(t, "", "", Options{Interims: true, Patience: time.Minute}); len(got) > 0 {
		t.Errorf("a sound engine fails %q", got)
	}
}

// TestDefectsAreFound breaks one promise at a time; the check that is there for
// it must notice.
func TestDefectsAreFound(t *testing.T) {
	for defect, want := range map[string]string{
		"no name":                  "name",
		"deaf":                     "words",
		"no interims":              "words",
		"words out of order":       "words",
		"not utf-8":                "words",
		"text beside error":        "words",
		"two finals":               "order",
		"swaps finals":             "order",
		"wrong id":                 "order",
		"no final":                 "order",
		"ghosts":                   "no audio",
		"hears without utterance":  "no utterance",
		"next ignores its context": "next ends with its context",
		"slow close":               "close while hearing",
		"close once only":          "close twice from anywhere",
		"no end of file":           "close twice from anywhere",
		"crossed streams":          "streams at once",
		"write waits":              "an hour",
		"keeps all audio":          "an hour",
		"leaks a goroutine":        "words",
	} {
		t.Run(defect, func(t *testing.T) {
			if got := failing(t, defect, want, Options{Interims: true}); !slices.Contains(got, want) {
				t.Errorf("passes %q", want)
			}
		})
	}
}

func TestFaultsMustBeReported(t *testing.T) {
	for _, tt := range []struct {
		defect string
		fault  Fault
		fails  bool
	}{
		{"refuses", Fault{Want: engine.ErrKey, Says: []string{"http://127.0.0.1"}}, false},
		{"refuses", Fault{}, false},
		{"", Fault{}, true},
		{"no final", Fault{}, true},
		{"refuses", Fault{Want: engine.ErrBusy}, true},
		{"refuses", Fault{Want: engine.ErrKey, Says: []string{"check the key"}}, true},
		{"refuses", Fault{Want: engine.ErrKey, Hides: []string{"sk-secret"}}, true},
	} {
		tt.fault.Name = "x"
		got := failing(t, tt.defect, "fault", Options{Faults: []Fault{tt.fault}})
		if len(got) > 0 != tt.fails {
			t.Errorf("%q with %+v fails %q, want it to fail: %v", tt.defect, tt.fault, got, tt.fails)
		}
	}
}

func TestRunNeedsSpeech(t *testing.T) {
	open := func(testing.TB) stt.Engine { return &fake{} }
	got := checks(open, Options{})[0].Record(t, newKit(open, Options{}))
	if len(got) != 1 || !strings.Contains(got[0], "Options.Speech") {
		t.Errorf("without recordings: %q, want to be told of Options.Speech", got)
	}
}
