package ttstest

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/tts"
)

// failing names the checks, of those whose name begins with which, that an
// engine with the defect fails.
func failing(t *testing.T, defect, which string, o Options) []string {
	t.Helper()
	o.Hear, o.Words, o.Patience = hear, true, cmp.Or(o.Patience, 3*time.Second) // for a defect
	open := func(testing.TB) tts.Engine { return fake{defect} }
	for i := range o.Faults {
		o.Faults[i].Open = open
	}
	return enginetest.Failing(t, checks(open, o), which, newKit(open, o))
}

func TestSoundEnginePasses(t *testing.T) {
	if got := failing(t, "", "", Options{Patience: time.Minute}); len(got) > 0 {
		t.Errorf("a sound engine fails %q", got)
	}
}

// TestDefectsAreFound breaks one promise at a time; the check that is there for
// it must notice.
func TestDefectsAreFound(t *testing.T) {
	for defect, want := range map[string]string{
		"no name":                    "name",
		"mumbles":                    "heard",
		"silence first":              "chunks",
		"empty chunks":               "chunks",
		"reuses its buffer":          "chunks",
		"emits elsewhere":            "chunks",
		"no word times":              "word times",
		"words past the text":        "word times",
		"words out of order":         "word times",
		"speaks punctuation":         "nothing speakable",
		"refuses voices":             "voices",
		"goes on after emit's error": "emit fails",
		"hides emit's error":         "emit fails",
		"ignores its context":        "cancel",
		"late to end":                "cancel",
		"holds the text's audio":     "an hour",
		"leaks a goroutine":          "chunks",
	} {
		t.Run(defect, func(t *testing.T) {
			if got := failing(t, defect, want, Options{}); !slices.Contains(got, want) {
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
		{"refuses late", Fault{}, true},
		{"refuses late", Fault{Midway: true}, false},
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

func TestRunNeedsEars(t *testing.T) {
	open := func(testing.TB) tts.Engine { return fake{} }
	got := checks(open, Options{})[0].Record(t, newKit(open, Options{}))
	if len(got) != 1 || !strings.Contains(got[0], "Options.Hear") {
		t.Errorf("without ears: %q, want to be told of Options.Hear", got)
	}
}
