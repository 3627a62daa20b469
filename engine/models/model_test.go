package models

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func sum(b []byte) string {
	s := sha256.Sum256(b)
	return hex.EncodeToString(s[:])
}

// targz packs entries; content nil makes a folder.
func targz(t testing.TB, entries ...tar.Header) []byte {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	w := tar.NewWriter(z)
	for _, h := range entries {
		content := []byte(h.PAXRecords["TEST.content"])
		h.PAXRecords = nil
		h.Size, h.Mode = int64(len(content)), 0o644
		if h.Typeflag == 0 {
			h.Typeflag = tar.TypeReg
		}
		if err := w.WriteHeader(&h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write(content); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(w.Close(), z.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// entry is a file of an archive.
func entry(name, content string) tar.Header {
	return tar.Header{Name: name, PAXRecords: map[string]string{"TEST.content": content}}
}

func finePacked(t testing.TB) []byte {
	t.Helper()
	entries := []tar.Header{{Name: "m/", Typeflag: tar.TypeDir}}
	for _, name := range slices.Sorted(maps.Keys(fine)) {
		entries = append(entries, entry(name, string(fine[name])))
	}
	return targz(t, entries...)
}

// modelAt is the model whose archive h serves.
func modelAt(h *host) Model {
	return Model{
		Name: "m-en", Role: STT, Kind: "zipformer", Languages: []string{"en"}, Licence: "MIT", Place: "m",
		Files: []string{"model.onnx", "tokens.txt"},
		Parts: []Part{{Address: h.URL + "/m.tar.gz", Size: int64(len(h.body)), SHA256: sum(h.body), Source: "the test"}},
	}
}

// wantWhole checks that the model is at its place with its content, and that
// nothing of the work is left.
func wantWhole(t *testing.T, p *Puller, m Model) {
	t.Helper()
	got := make(map[string][]byte)
	root := os.DirFS(p.Dir)
	for name := range fine {
		content, err := os.ReadFile(filepath.Join(p.Dir, filepath.FromSlash(name)))
		if err != nil {
			t.Fatal(err)
		}
		got[name] = content
	}
	if !maps.EqualFunc(got, fine, bytes.Equal) {
		t.Errorf("the model holds other files than were packed")
	}
	if _, err := root.Open(".weights/m-en"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the working folder is still there: %v", err)
	}
	if held, err := Verify(t.Context(), p.Dir, m, nil); !held || err != nil {
		t.Errorf("Verify = %v, %v; want it held and good", held, err)
	}
}

// wantNothing checks that no model is visible.
func wantNothing(t *testing.T, p *Puller) {
	t.Helper()
	entries, err := os.ReadDir(p.Dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != hidden {
			t.Errorf("%s is visible in the models folder", e.Name())
		}
	}
}

// wantError checks a pull's error: its sentinel and words of its text.
func wantError(t *testing.T, err, sentinel error, words ...string) {
	t.Helper()
	if !errors.Is(err, sentinel) {
		t.Fatalf("error = %v, want one that is %q", err, sentinel)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("error = %q, want it to name %q", err, w)
		}
	}
}
