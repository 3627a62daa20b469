package app

import (
	"os"
	"path/filepath"
	"testing"

	"parley/agent/endpoint"
)

// What one process learnt the next begins with, of the same recogniser alone.
func TestTheNextProcessKnowsTheRecogniser(t *testing.T) {
	data := t.TempDir()
	var first endpoint.Experience
	x := openExperience(data, "cloud", &first)
	for range 3 {
		first.Learn(endpoint.Marks{Right: 3})
		x.keep()
	}
	var next, other endpoint.Experience
	openExperience(data, "cloud", &next)
	openExperience(data, "another", &other)
	if next.Marks() != first.Marks() || next.Marks().Trust() <= (endpoint.Marks{}).Trust() {
		t.Errorf("the next process begins with %+v, the first ended with %+v", next.Marks(), first.Marks())
	}
	if other.Marks() != (endpoint.Marks{}) {
		t.Errorf("of another recogniser it knows %+v", other.Marks())
	}
	files, err := filepath.Glob(filepath.Join(data, "*"))
	if err != nil || len(files) != 1 {
		t.Errorf("files %q, %v", files, err)
	}
}

func FuzzExperience(f *testing.F) {
	f.Add([]byte(`{"recogniser":"cloud","calls":[{"Right":3,"Wrong":0},{"Right":-1},{"Right":1e308,"Wrong":1e308}]}`))
	f.Add([]byte(`{"calls":null`))
	f.Fuzz(func(t *testing.T, text []byte) {
		data := t.TempDir()
		if err := os.WriteFile(filepath.Join(data, "recogniser.json"), text, 0o600); err != nil {
			t.Fatal(err)
		}
		var e endpoint.Experience
		openExperience(data, "cloud", &e).keep()
		if trust := e.Marks().Trust(); !(trust > 0 && trust < 1) {
			t.Errorf("%q leaves a trust of %v", text, trust)
		}
	})
}
