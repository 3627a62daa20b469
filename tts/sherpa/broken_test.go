package sherpa

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/engine"
	ft "parley/engine/models/folder/foldertest"
)

// TestBrokenFilesAreErrors opens folders in which a file is not what it should
// be. sherpa-onnx given the same files ends the process.
func TestBrokenFilesAreErrors(t *testing.T) {
	whole := ft.Smallest(kokoroNotes)
	bare := ft.Smallest(map[string]string{"model_type": "kokoro", "style_dim": "3,1,4", "n_speakers": "2"})
	for _, tt := range []struct {
		name, file string
		content    []byte
		says       string
	}{
		{"empty network", "model.onnx", nil, "ends too early"},
		{"half a network", "model.onnx", whole[:len(whole)/2], "ends too early"},
		{"a network without its last byte", "model.onnx", whole[:len(whole)-1], "ends too early"},
		{"a page instead of a network", "model.onnx", []byte("<!DOCTYPE html><title>404</title>"), "not a file of this form"},
		{"a pointer instead of a network", "model.onnx", []byte("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), "model.onnx"},
		{"a network for another program", "model.onnx", bare, "sample_rate"},
		{"half the voices", "voices.bin", make([]byte, 48), "ends too early"},
		{"other voices", "voices.bin", make([]byte, 100), "not a file of this form"},
		{"tokens without numbers", "tokens.txt", []byte("<html>\n"), "line 1"},
		{"no tokens", "tokens.txt", nil, "no token"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir := layouts["kokoro-en-v0_19"].write(t, "kokoro-en-v0_19")
			ft.Put(t, dir, tt.file, tt.content)
			_, err := Open(Options{Dir: dir, Kind: Kokoro})
			if !errors.Is(err, engine.ErrModel) {
				t.Fatalf("Open = %v, want %v", err, engine.ErrModel)
			}
			for _, says := range []string{tt.file, tt.says, "run `parley models verify kokoro-en`"} {
				if !strings.Contains(err.Error(), says) {
					t.Errorf("%q does not say %q", err, says)
				}
			}
		})
	}
}

func TestOpenNothing(t *testing.T) {
	empty, odd := t.TempDir(), t.TempDir()
	ft.Put(t, odd, "model.onnx", ft.Smallest(map[string]string{"model_type": "cat-pictures"}))
	ft.Put(t, odd, "tokens.txt", []byte("a 1\n"))
	for name, o := range map[string]Options{
		"no folder":      {Dir: filepath.Join(empty, "kokoro-en-v0_19"), Kind: Kokoro},
		"an empty one":   {Dir: empty, Kind: Kokoro},
		"an odd network": {Dir: odd, Kind: VITS},
		"an odd kind":    {Dir: odd, Kind: "cat-pictures"},
	} {
		_, err := Open(o)
		if !errors.Is(err, engine.ErrModel) || !strings.Contains(err.Error(), "run `parley models ") {
			t.Errorf("%s: Open = %v, want %v and a command", name, err, engine.ErrModel)
		}
	}
	if _, err := os.Stat(empty); err != nil {
		t.Error(err)
	}
}
