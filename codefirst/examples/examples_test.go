package examples_test

import (
	"strings"
	"testing"

	"go.uber.org/goleak"

	"parley/codefirst/examples"
	"parley/codefirst/scripted"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestExamplesHold(t *testing.T) {
	all := examples.All()
	if len(all) != 22 {
		t.Fatalf("%d examples, want 22", len(all))
	}
	for i, e := range all {
		t.Run(e.Name, func(t *testing.T) {
			if e.Number != i+1 || e.About == "" {
				t.Errorf("number %d, about %q", e.Number, e.About)
			}
			if err := e.Run(t.Context(), &examples.Stage{}); err != nil {
				t.Error(err)
			}
		})
	}
}

// An example whose model writes something else does not hold.
func TestExamplesCheckWhatCameOfThem(t *testing.T) {
	for _, e := range examples.All() {
		t.Run(e.Name, func(t *testing.T) {
			mute := scripted.New(strings.Split(strings.Repeat("return { action: 'think' }|", 40), "|")...)
			err := e.Run(t.Context(), &examples.Stage{Script: mute})
			if err == nil {
				t.Error("it holds whatever its code does")
			}
		})
	}
}
