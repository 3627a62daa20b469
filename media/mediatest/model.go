package mediatest

import (
	"os"
	"path/filepath"
	"testing"

	"parley/media"
	"parley/media/vad"
)

// VADModelPath is where the VAD model lies: in PARLEY_MODELS, or in the folder
// models beside go.mod. It fails the test if the model was not fetched.
func VADModelPath(t testing.TB) string {
	t.Helper()
	dir := os.Getenv("PARLEY_MODELS")
	if dir == "" {
		dir = filepath.Join(moduleRoot(t), "models")
	}
	path := filepath.Join(dir, vad.ModelFile)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("no VAD model (%v): run `make setup`", err)
	}
	return path
}

// OpenVADModel opens the model for the length of the test.
func OpenVADModel(t testing.TB) *vad.Model {
	t.Helper()
	m, err := vad.OpenModel(VADModelPath(t))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Errorf("close VAD model: %v", err)
		}
	})
	return m
}

func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			t.Fatal("no go.mod above the test's folder; set PARLEY_MODELS")
		}
		dir = parent
	}
}

// Speech is the recording of that name in testdata.
func Speech(t testing.TB, name string) []int16 {
	t.Helper()
	pcm, err := media.ReadWAV(filepath.Join(moduleRoot(t), "media", "mediatest", "testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return pcm
}
