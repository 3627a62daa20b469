package folder_test

import (
	"bytes"
	"errors"
	"path/filepath"
	"testing"

	"parley/engine/models/folder"
	ft "parley/engine/models/folder/foldertest"
)

// network is a whole network.
func network() []byte {
	return ft.File(map[string]string{"model_type": "zipformer2", "comment": ""},
		ft.Node("Add", "y", []string{"x", "w"}, ft.Int("axis", -1), ft.Ints("perm", 0, 1)),
		ft.Floats("w", []uint64{2}, 1, 2), ft.Integers("n", nil, 7),
		ft.Input("x", ft.Float32, 0, 2), ft.Output("y", ft.Float32, 0, 2), ft.Output("z", ft.Int64, 1))
}

func TestReadModel(t *testing.T) {
	m, err := folder.ReadModel(ft.Put(t, t.TempDir(), "a.onnx", network()))
	if err != nil {
		t.Fatal(err)
	}
	if m.Metadata["model_type"] != "zipformer2" || len(m.Metadata) != 2 {
		t.Errorf("metadata %q", m.Metadata)
	}
	if m.Outputs != 2 {
		t.Errorf("%d outputs, want y and z", m.Outputs)
	}
}

// TestEveryCutIsFound cuts a network after each of its bytes.
func TestEveryCutIsFound(t *testing.T) {
	whole := network()
	notes := 0 // cuts that only lose notes: what is left is a whole network
	for n := range whole {
		_, err := folder.ParseModel(whole[:n])
		switch {
		case err == nil:
			notes++
		case !errors.Is(err, folder.ErrCut):
			t.Errorf("cut after %d of %d bytes: %v, want %v", n, len(whole), err, folder.ErrCut)
		}
	}
	if notes > 2 {
		t.Errorf("%d cuts go unnoticed, want only those between two notes", notes)
	}
}

func TestReadModelRefuses(t *testing.T) {
	dir := t.TempDir()
	for name, tt := range map[string]struct {
		content []byte
		want    error
	}{
		"page.onnx":    {[]byte("<html><body>404</body></html>"), folder.ErrForm},
		"pointer.onnx": {[]byte("version https://git-lfs.github.com/spec/v1\noid sha256:0\n"), nil},
		"zeros.onnx":   {make([]byte, 100), folder.ErrForm},
		"ones.onnx":    {bytes.Repeat([]byte{0xff}, 100), folder.ErrForm},
		"empty.onnx":   {nil, folder.ErrCut},
	} {
		_, err := folder.ReadModel(ft.Put(t, dir, name, tt.content))
		if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", name, err, tt.want)
		}
	}
	if _, err := folder.ReadModel(filepath.Join(dir, "none.onnx")); !errors.Is(err, folder.ErrMissing) {
		t.Errorf("no file: %v, want %v", err, folder.ErrMissing)
	}
}

// TestWeightsBesideAreLookedFor reads a network whose weights lie in another
// file.
func TestWeightsBesideAreLookedFor(t *testing.T) {
	dir := t.TempDir()
	path := ft.Put(t, dir, "a.onnx", ft.File(nil, ft.Node("Add", "y", []string{"x", "w"}), ft.External("w", "a.weights"),
		ft.Input("x", ft.Float32, 1), ft.Output("y", ft.Float32, 1)))
	if _, err := folder.ReadModel(path); !errors.Is(err, folder.ErrMissing) {
		t.Errorf("without the weights: %v, want %v", err, folder.ErrMissing)
	}
	ft.Put(t, dir, "a.weights", make([]byte, 4))
	if _, err := folder.ReadModel(path); err != nil {
		t.Errorf("with the weights: %v", err)
	}
}

func FuzzParseModel(f *testing.F) {
	f.Add(network())
	f.Add(network()[:50])
	f.Add([]byte("\x3a\xff\xff\xff\xff\xff\xff\xff\xff\x01"))
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, b []byte) {
		m, err := folder.ParseModel(b)
		if err == nil && m.Outputs == 0 {
			t.Error("a network without an output")
		}
		if err != nil && !errors.Is(err, folder.ErrCut) && !errors.Is(err, folder.ErrForm) {
			t.Errorf("ParseModel = %v, want one of the errors of this package", err)
		}
	})
}
