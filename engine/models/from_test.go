package models

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// folderWith is a folder with an archive of that content.
func folderWith(t *testing.T, name string, content []byte) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, name), content, 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestPullFromAnArchive(t *testing.T) {
	h := newHost(t, finePacked(t))
	p, m := puller(t), modelAt(h)
	p.From = folderWith(t, "m.tar.gz", h.body)
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, m)
	if !exists(filepath.Join(p.From, "m.tar.gz")) || len(h.asked()) != 0 {
		t.Errorf("the archive was taken away, or the network asked %d times", len(h.asked()))
	}
}

func TestPullFromABadArchive(t *testing.T) {
	body := finePacked(t)
	tampered := append([]byte{}, body...)
	tampered[5000]++
	m := modelAt(newHost(t, body))
	for name, c := range map[string]struct {
		content []byte
		word    string
	}{
		"truncated": {body[:len(body)-1], "not"},
		"tampered":  {tampered, "SHA-256"},
		"empty":     {nil, "has 0 bytes"},
	} {
		p := puller(t)
		p.From = folderWith(t, "m.tar.gz", c.content)
		t.Run(name, func(t *testing.T) {
			wantError(t, p.Pull(t.Context(), m), ErrBroken, filepath.Join(p.From, "m.tar.gz"), c.word, "copy it again")
			wantNothing(t, p)
			if !exists(filepath.Join(p.From, "m.tar.gz")) {
				t.Error("the user's file was removed")
			}
		})
	}
}

func TestPullFromNothing(t *testing.T) {
	p, m := puller(t), modelAt(newHost(t, finePacked(t)))
	p.From = t.TempDir()
	wantError(t, p.Pull(t.Context(), m), ErrMissing, p.From, "m.tar.gz", m.Parts[0].Address)
	wantNothing(t, p)
}

// An unpacked model has no archive whose sum could be held to; it is taken only
// if told to be trusted, and held to what it was from then on.
func TestPullFromAnUnpackedFolder(t *testing.T) {
	h := newHost(t, finePacked(t))
	first, m := puller(t), modelAt(h)
	if err := first.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	for _, from := range []string{first.Dir, filepath.Join(first.Dir, "m")} {
		p := puller(t)
		p.From = from
		wantError(t, p.Pull(t.Context(), m), ErrUntrusted, from, "--trust")
		wantNothing(t, p)
		p.Trust = true
		if err := p.Pull(t.Context(), m); err != nil {
			t.Fatal(err)
		}
		wantWhole(t, p, m)
		if s := Look(p.Dir, m); s.State != Here || s.Checked {
			t.Errorf("Look = %+v, want here and not checked", s)
		}
	}
}

// A model whose checksum nobody has stated is held to the first that came.
func TestPullOnTrust(t *testing.T) {
	h := newHost(t, finePacked(t))
	p, m := puller(t), modelAt(h)
	m.Parts[0].SHA256, m.Parts[0].Source, m.Parts[0].Size = "", "", 0
	wantError(t, p.Pull(t.Context(), m), ErrUntrusted, "parley models pull --trust m-en")
	if len(h.asked()) != 0 {
		t.Error("it was fetched all the same")
	}
	p.Trust = true
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, m)

	if err := os.RemoveAll(filepath.Join(p.Dir, "m")); err != nil {
		t.Fatal(err)
	}
	h.change(targz(t, entry("m/model.onnx", "other weights"), entry("m/tokens.txt", "x")), `"two"`)
	p.Trust = false
	wantError(t, p.Pull(t.Context(), m), ErrBroken, "SHA-256")
	if exists(filepath.Join(p.Dir, "m")) {
		t.Error("the changed model is here")
	}
}

// Two parts make one model: an archive, and a plain file beside its files.
func TestPullOfTwoParts(t *testing.T) {
	h, vocoder := newHost(t, finePacked(t)), newHost(t, noise(5000))
	m := modelAt(h)
	m.Files = append(m.Files, "vocos.onnx")
	m.Parts = append(m.Parts, Part{Address: vocoder.URL + "/vocos-22khz.onnx", Size: 5000, SHA256: sum(vocoder.body), File: "vocos.onnx"})
	p := puller(t)
	vocoder.cuts = []int{100, 0, 0, 0}
	wantError(t, p.Pull(t.Context(), m), ErrFetch, "vocos-22khz.onnx")
	wantNothing(t, p)
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	wantWhole(t, p, m)
	if h.sentBytes() != len(h.body) || vocoder.sentBytes() != 5000 {
		t.Errorf("%d and %d bytes were sent, want each once", h.sentBytes(), vocoder.sentBytes())
	}
}

func TestPullOfOneFile(t *testing.T) {
	h := newHost(t, noise(7000))
	m := Model{Name: "vad-x", Place: "vad_x.onnx", Parts: []Part{{Address: h.URL + "/vad_x.onnx", Size: 7000, SHA256: sum(h.body)}}}
	p := puller(t)
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(p.Dir, "vad_x.onnx")); err != nil || sum(got) != sum(h.body) {
		t.Errorf("the file: %d bytes, %v", len(got), err)
	}
	if err := os.Remove(recordPath(p.Dir, m.Name)); err != nil { // as if put there by hand
		t.Fatal(err)
	}
	if held, err := Verify(t.Context(), p.Dir, m, nil); !held || err != nil {
		t.Errorf("Verify = %v, %v; want the catalogue's sum to hold it", held, err)
	}
	if err := os.Truncate(filepath.Join(p.Dir, "vad_x.onnx"), 100); err != nil {
		t.Fatal(err)
	}
	if _, err := Verify(t.Context(), p.Dir, m, nil); !errors.Is(err, ErrBroken) {
		t.Errorf("Verify of the cut file = %v, want ErrBroken", err)
	}
}
