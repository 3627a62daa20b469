package vad_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/media/mediatest"
	"parley/media/mediatest/voices"
	"parley/media/vad"
)

// modelFile writes a model to disk.
func modelFile(t testing.TB, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "turn.onnx")
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func openTurnModel(t testing.TB, data []byte) *vad.TurnModel {
	t.Helper()
	m, err := vad.OpenTurnModel(modelFile(t, data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := m.Close(); err != nil {
			t.Errorf("close turn model: %v", err)
		}
	})
	return m
}

func TestTurnModelAtOnce(t *testing.T) {
	m := openTurnModel(t, weighingModel())
	var wg sync.WaitGroup
	for i := range 12 {
		pcm := voices.Say(t, voices.Names[i%3], voices.Sentences[i%len(voices.Sentences)])
		want, err := m.Predict(pcm)
		if err != nil {
			t.Fatal(err)
		}
		wg.Go(func() {
			if got, err := m.Predict(pcm); err != nil || got != want {
				t.Errorf("Predict beside others = %v, %v, want %v as alone", got, err, want)
			}
		})
	}
	wg.Wait()
}

func TestTurnModelCloses(t *testing.T) {
	m := openTurnModel(t, meanModel())
	var wg sync.WaitGroup
	for range 8 { // some are under way, some come too late
		wg.Go(func() {
			if p, err := m.Predict(mediatest.Tone(time.Second, 300, 9000)); err == nil && (p <= 0 || p >= 1) {
				t.Errorf("Predict = %v, want a probability", p)
			}
		})
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil {
		t.Errorf("Close = %v", err)
	}
	wg.Wait()
	if _, err := m.Predict(nil); err == nil {
		t.Error("Predict after Close succeeded")
	}
}

func TestOpenTurnModelRefusesOtherFiles(t *testing.T) {
	if _, err := vad.OpenTurnModel(filepath.Join(t.TempDir(), "absent.onnx")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v, want fs.ErrNotExist", err)
	}
	good := weighingModel()
	in, out := end(11, "input_features", 0, 80, 800), end(12, "logits", 0, 1)
	for name, c := range map[string]struct {
		data []byte
		says string
	}{
		"empty":       {nil, "not an ONNX file"},
		"text":        {[]byte("version https://git-lfs"), "not an ONNX file"},
		"truncated":   {good[:len(good)/2], ""},
		"junk":        {slices.Concat(number(1, 8), []byte(strings.Repeat("\xff\x00junk", 99))), ""},
		"other name":  {onnxFile(mean("audio"), sigmoid, end(11, "audio", 0, 80, 800), out), "input_features"},
		"other shape": {onnxFile(mean("input_features"), sigmoid, end(11, "input_features", 0, 80, 3000), out), "800"},
		"two inputs": {onnxFile(node("Add", "sum", []string{"input_features", "b"}), mean("sum"), sigmoid,
			in, end(11, "b", 0, 80, 800), out), "2 inputs"},
		"many outputs": {onnxFile(node("Sigmoid", "logits", []string{"input_features"}), in, end(12, "logits", 0, 80, 800)), "output"},
		"unknown step": {onnxFile(mean("input_features"), node("Guess", "logits", []string{"all"}), in, out), ""},
	} {
		_, err := vad.OpenTurnModel(modelFile(t, c.data))
		if !errors.Is(err, vad.ErrTurnModel) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want ErrTurnModel and %q", name, err, c.says)
		}
	}
}

func TestTurnModelWithoutSigmoid(t *testing.T) {
	bare := onnxFile(mean("input_features"), node("Sub", "logits", []string{"all", "five"}),
		message(5, number(2, 1), text(8, "five"), message(9, []byte{0, 0, 0xa0, 0x40})),
		end(11, "input_features", 0, 80, 800), end(12, "logits", 0, 1))
	if p, err := openTurnModel(t, bare).Predict(nil); err == nil {
		t.Errorf("Predict = %v of a model that gives no probability, want an error", p)
	}
}

func FuzzOpenTurnModel(f *testing.F) {
	good := meanModel()
	f.Add(good)
	for cut := 1; cut < len(good); cut += 17 {
		f.Add(good[:cut])
	}
	f.Add(onnxFile(end(11, "input_features", 1, 80, 800), end(12, "input_features", 1, 80, 800)))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := vad.OpenTurnModel(modelFile(t, data))
		if err != nil {
			if !errors.Is(err, vad.ErrTurnModel) {
				t.Errorf("error %v, want ErrTurnModel", err)
			}
			return
		}
		if p, err := m.Predict(mediatest.Tone(100*time.Millisecond, 300, 9000)); err == nil && !(p >= 0 && p <= 1) {
			t.Errorf("Predict = %v, want a probability", p)
		}
		if err := m.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
}

func BenchmarkTurnModelFeatures(b *testing.B) {
	m := openTurnModel(b, meanModel())
	for name, pcm := range map[string][]int16{
		"2s": mediatest.Noise(2*time.Second, 9000, 1),
		"8s": mediatest.Noise(8*time.Second, 9000, 1),
	} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := m.Predict(pcm); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
