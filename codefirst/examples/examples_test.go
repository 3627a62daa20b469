package examples_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"parley/codefirst/examples"
	"parley/codefirst/sandbox"
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

// Each file of code belongs to an example, and no reply in it fails to compile but for
// those of security, most of which are refused for what they are.
func TestCodeOfExamplesCompiles(t *testing.T) {
	paths, err := filepath.Glob("code/*.tsx")
	if err != nil || len(paths) < len(examples.All()) {
		t.Fatalf("%d files of code, %v", len(paths), err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".tsx")
		if !slices.ContainsFunc(examples.All(), func(e examples.Example) bool { return strings.HasPrefix(name, e.Name) }) {
			t.Errorf("%s belongs to no example", path)
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for reply := range strings.SplitSeq(string(text), "\n// ---\n") {
			if _, err := sandbox.Compile(reply); err != nil && name != "security" {
				t.Errorf("%s: %v\n%s", path, err, reply)
			}
		}
	}
}
