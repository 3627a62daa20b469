package models

import (
	"context"
	"os"
	"path/filepath"
	"testing"
)

func pulled(t *testing.T) (*Puller, Model) {
	t.Helper()
	p, m := puller(t), modelAt(newHost(t, finePacked(t)))
	if err := p.Pull(t.Context(), m); err != nil {
		t.Fatal(err)
	}
	return p, m
}

func TestVerifyTellsEveryFault(t *testing.T) {
	for name, c := range map[string]struct {
		harm  func(dir string) error
		words []string
		state State
	}{
		"truncated": {func(dir string) error { return os.Truncate(filepath.Join(dir, "m/model.onnx"), 1000) },
			[]string{"model.onnx is cut short"}, Broken},
		"changed": {func(dir string) error {
			changed := append([]byte{}, fine["m/model.onnx"]...)
			changed[200_000]++
			return os.WriteFile(filepath.Join(dir, "m/model.onnx"), changed, 0o644)
		}, []string{"model.onnx is not what was pulled"}, Here},
		"removed": {func(dir string) error { return os.Remove(filepath.Join(dir, "m/tokens.txt")) },
			[]string{"tokens.txt is missing"}, Broken},
		"all of it": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "m/data/phon"), nil, 0o644)
		}, []string{"data/phon is cut short"}, Broken},
	} {
		t.Run(name, func(t *testing.T) {
			p, m := pulled(t)
			if err := c.harm(p.Dir); err != nil {
				t.Fatal(err)
			}
			if got := Look(p.Dir, m).State; got != c.state {
				t.Errorf("Look = %s, want %s", got, c.state)
			}
			held, err := Verify(t.Context(), p.Dir, m, nil)
			wantError(t, err, ErrBroken, append(c.words, "parley models pull m-en")...)
			if !held {
				t.Error("it was held to nothing")
			}
			if c.state == Broken { // pulling mends it
				if err := p.Pull(t.Context(), m); err != nil {
					t.Fatal(err)
				}
				wantWhole(t, p, m)
			}
		})
	}
}

func TestVerifyWhatIsNotThere(t *testing.T) {
	p, m := puller(t), modelAt(newHost(t, finePacked(t)))
	_, err := Verify(t.Context(), p.Dir, m, nil)
	wantError(t, err, ErrMissing, "parley models pull m-en")
}

func TestVerifyWhatWasPutThereByHand(t *testing.T) {
	p, m := pulled(t)
	if err := os.RemoveAll(filepath.Join(p.Dir, hidden)); err != nil {
		t.Fatal(err)
	}
	if held, err := Verify(t.Context(), p.Dir, m, nil); held || err != nil {
		t.Errorf("Verify = %v, %v; want it held to nothing, without an error", held, err)
	}
	if s := Look(p.Dir, m); s.State != Here || s.Checked {
		t.Errorf("Look = %+v, want here and not checked", s)
	}
}

func TestVerifyAfterTheCatalogueChanged(t *testing.T) {
	p, m := pulled(t)
	m.Parts[0].SHA256 = sum([]byte("a later release"))
	_, err := Verify(t.Context(), p.Dir, m, nil)
	wantError(t, err, ErrBroken, "m.tar.gz", "catalogue")
}

func TestVerifyWithABrokenRecord(t *testing.T) {
	for _, record := range []string{"{", `{"files": {"../../etc/passwd": {"size": 1}}}`} {
		p, m := pulled(t)
		if err := os.WriteFile(recordPath(p.Dir, m.Name), []byte(record), 0o644); err != nil {
			t.Fatal(err)
		}
		_, err := Verify(t.Context(), p.Dir, m, nil)
		wantError(t, err, ErrBroken)
	}
}

func TestVerifyStops(t *testing.T) {
	p, m := pulled(t)
	ctx, stop := context.WithCancel(t.Context())
	_, err := Verify(ctx, p.Dir, m, func(Progress) { stop() })
	wantError(t, err, context.Canceled)
}

func TestFind(t *testing.T) {
	dir := t.TempDir()
	_, err := Find(dir, "silero-vad")
	wantError(t, err, ErrMissing, dir, "run: parley models pull silero-vad")
	_, err = Find(dir, "no-such-model")
	wantError(t, err, ErrUnknown)
	_, err = Find(dir, "../"+filepath.Base(dir))
	wantError(t, err, ErrUnknown)

	for path, name := range map[string]string{"silero_vad.onnx": "silero-vad", "my-own": "my-own"} {
		if err := os.WriteFile(filepath.Join(dir, path), []byte("x"), 0o644); err != nil {
			t.Fatal(err)
		}
		if got, err := Find(dir, name); err != nil || got != filepath.Join(dir, path) {
			t.Errorf("Find(%q) = %q, %v; want %s", name, got, err, path)
		}
	}
	kitten := filepath.Join(dir, "kitten-nano-en-v0_2-fp16")
	if err := os.Mkdir(kitten, 0o755); err != nil {
		t.Fatal(err)
	}
	_, err = Find(dir, "kitten-nano-en")
	wantError(t, err, ErrMissing, kitten, "lacks model.fp16.onnx", "run: parley models pull kitten-nano-en")
}
