package sherpa

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"parley/engine"
	ft "parley/engine/models/folder/foldertest"
)

// broken are contents of a file that is no whole network for this package.
func brokenModels() map[string][]byte {
	model := wholeModel()
	return map[string][]byte{
		"empty": nil, "half": model[:len(model)/2], "a byte short": model[:len(model)-1], "its first byte": model[:1],
		"a page":             []byte("<!DOCTYPE html><title>404</title>"),
		"a pointer":          []byte("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n"),
		"zeros":              make([]byte, 4096),
		"not for sherpa":     bytes.ReplaceAll(model, []byte("lfr_window_shift"), []byte("lfr_window_sheep")),
		"cut between fields": model[:2],
	}
}

// TestBrokenFilesAreErrors opens folders in which a file is not what it should
// be.
func TestBrokenFilesAreErrors(t *testing.T) {
	check := func(t *testing.T, o Options, says string) {
		t.Helper()
		_, err := Open(o)
		if !errors.Is(err, engine.ErrModel) || !strings.Contains(err.Error(), says) ||
			!strings.Contains(err.Error(), "run `parley models verify "+filepath.Base(o.Dir)) {
			t.Errorf("Open = %v, want %v with %q and the command", err, engine.ErrModel, says)
		}
	}
	for name, content := range brokenModels() {
		t.Run(name, func(t *testing.T) { check(t, whole(t, content), "model.onnx") })
	}
	for name, content := range map[string]string{"a page": "<html>\n", "nothing": ""} {
		t.Run("tokens: "+name, func(t *testing.T) {
			o := whole(t, wholeModel())
			ft.Put(t, o.Dir, "tokens.txt", []byte(content))
			check(t, o, "tokens.txt")
		})
	}
}

// TestWhyFilesAreChecked shows what sherpa-onnx does with such files when nobody
// looks before: another process dies of them. If this fails, the checks may have
// become needless.
func TestWhyFilesAreChecked(t *testing.T) {
	if dir := os.Getenv("PARLEY_TEST_LOAD_UNCHECKED"); dir != "" {
		l := files{kind: SenseVoice, paths: map[string]string{"model": filepath.Join(dir, "model.onnx")}, tokens: filepath.Join(dir, "tokens.txt")}
		if m, err := loadOffline(l, "", 1); err == nil {
			m.free()
		}
		return
	}
	for name, content := range map[string][]byte{"whole": wholeModel(), "half": brokenModels()["half"]} {
		load := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestWhyFilesAreChecked$") //nolint:gosec // this test
		load.Env = append(os.Environ(), "PARLEY_TEST_LOAD_UNCHECKED="+whole(t, content).Dir)
		if err := load.Run(); (err == nil) != (name == "whole") {
			t.Errorf("loading a %s network unchecked: %v", name, err)
		}
	}
}

func TestOpenNothing(t *testing.T) {
	empty, odd := t.TempDir(), t.TempDir()
	ft.Put(t, odd, "model.onnx", ft.Smallest(map[string]string{"model_type": "cat-pictures"}))
	ft.Put(t, odd, "tokens.txt", []byte("<blk> 1\n"))
	good := streaming(t).Dir
	for name, o := range map[string]Options{
		"no folder":      {Dir: filepath.Join(empty, "sherpa-onnx-whisper-tiny.en"), Kind: Whisper},
		"an empty one":   {Dir: empty, Kind: Whisper},
		"an odd network": {Dir: odd, Kind: SenseVoice},
		"an odd kind":    {Dir: odd, Kind: "cat-pictures"},
		"no punctuation": {Dir: good, Kind: StreamingTransducer, Punctuation: filepath.Join(empty, "punct")},
		"odd points":     {Dir: good, Kind: StreamingTransducer, Punctuation: odd},
	} {
		_, err := Open(o)
		if !errors.Is(err, engine.ErrModel) || !strings.Contains(err.Error(), "run `parley models ") {
			t.Errorf("%s: Open = %v, want %v and a command", name, err, engine.ErrModel)
		}
	}
}
