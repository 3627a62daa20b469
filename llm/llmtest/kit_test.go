package llmtest

import (
	"cmp"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/enginetest"
	"parley/llm"
)

// short is how long the kit waits for an engine that has a defect.
const short = 500 * time.Millisecond

// failing names the checks, of those whose name begins with which, that an
// engine with the defect fails.
func failing(t *testing.T, defect, which string, o Options) []string {
	t.Helper()
	o.Patience = cmp.Or(o.Patience, short)
	open := func(testing.TB) llm.Engine { return &fake{defect: defect} }
	o.Silent = func(testing.TB) llm.Engine { return &fake{defect: "silent"} }
	o.Stalled = func(testing.TB) llm.Engine { return &fake{defect: "stalls"} }
	if strings.HasPrefix(defect, "silent") {
		o.Silent = open
	}
	if strings.HasPrefix(defect, "stalls") {
		o.Stalled = open
	}
	for i := range o.Faults {
		o.Faults[i].Open = open
	}
	return enginetest.Failing(t, append(checks(open, o), hour), which, newKit(open, o))
}

func TestSoundEnginePasses(t *testing.T) {
	for _, want := range []func(llm.Request) string{echo, nil} {
		if got := failing(t, "sound", "", Options{Want: want, Finishes: true, Patience: time.Minute}); len(got) > 0 {
			t.Errorf("a sound engine fails %q", got)
		}
	}
}

// TestDefectsAreFound breaks one promise at a time; the check that is there for
// it must notice.
func TestDefectsAreFound(t *testing.T) {
	for defect, want := range map[string]string{
		"no name":                  "name",
		"one piece":                "answer",
		"pieces out of order":      "answer",
		"loses the last piece":     "answer",
		"cuts runes":               "answer",
		"nameless call":            "answer",
		"usage twice":              "answer",
		"odd usage":                "answer",
		"no reason":                "answer",
		"two reasons":              "answer",
		"odd reason":               "answer",
		"speaks past a stop":       "stop",
		"knows no tool replies":    "tool rounds",
		"a negative window":        "an hour",
		"ends in an error":         "answer",
		"ends once only":           "answer",
		"no end":                   "answer",
		"closes once only":         "answer",
		"fails on nothing":         "no messages",
		"ascii alone":              "unicode",
		"loses long histories":     "an hour",
		"crossed answers":          "answers at once",
		"speaks on after Close":    "close early",
		"closes slowly":            "close early",
		"ignores an ended context": "ended context",
		"speaks on when cancelled": "cancel between pieces",
		"text beside the error":    "cancel between pieces",
		"leaks a goroutine":        "abandon",
		"silent, slowly":           "cancel while silent",
		"silent, deaf":             "cancel while silent",
		"silent, by fault":         "cancel while silent",
		"stalls slowly":            "cancel while stalled",
		"stalls, deaf":             "cancel while stalled",
	} {
		t.Run(defect, func(t *testing.T) {
			if got := failing(t, defect, want, Options{Want: echo, Finishes: true}); !slices.Contains(got, want) {
				t.Errorf("passes %q", want)
			}
		})
	}
}

func TestEmptyAnswerIsFoundWithoutExpectation(t *testing.T) {
	o := Options{Patience: time.Second}
	open := func(testing.TB) llm.Engine { return &fake{defect: "mute"} }
	if got := (check{Name: "answer", Test: testAnswer}).Record(t, newKit(open, o)); len(got) == 0 {
		t.Error("passes though it says nothing")
	}
}

func TestFaultsMustBeReported(t *testing.T) {
	wait := 2 * time.Second
	for _, tt := range []struct {
		defect string
		fault  Fault
		fails  bool
	}{
		{"refuses", Fault{Want: engine.ErrBusy, RetryAfter: wait, Says: []string{"http://127.0.0.1"}}, false},
		{"refuses", Fault{RetryAfter: wait}, false},
		{"ends in an error", Fault{Want: engine.ErrCut, Midway: true}, true}, // it names no engine
		{"sound", Fault{}, true},
		{"silent", Fault{}, true},
		{"silent, deaf", Fault{}, true},
		{"refuses", Fault{Want: engine.ErrKey, RetryAfter: wait}, true},
		{"refuses", Fault{Want: engine.ErrBusy}, true},
		{"refuses", Fault{RetryAfter: wait, Midway: true}, true},
		{"refuses", Fault{RetryAfter: wait, Says: []string{"check the key"}}, true},
		{"refuses", Fault{RetryAfter: wait, Hides: []string{"127.0.0.1"}}, true},
		{"refuses, repeating", Fault{RetryAfter: wait}, true},
	} {
		tt.fault.Name = "x"
		o := Options{Faults: []Fault{tt.fault}}
		if !tt.fails {
			o.Patience = time.Minute
		}
		got := failing(t, tt.defect, "fault", o)
		if len(got) > 0 != tt.fails {
			t.Errorf("%q with %+v fails %q, want it to fail: %v", tt.defect, tt.fault, got, tt.fails)
		}
	}
}
