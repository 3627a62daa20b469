package vad_test

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"parley/media"
	"parley/media/mediatest"
	"parley/media/vad"
)

// windows runs pcm through a new VAD in uneven pieces.
func windows(t testing.TB, m *vad.Model, pcm []int16) []vad.Window {
	t.Helper()
	v, err := m.NewDetector()
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := v.Close(); err != nil {
			t.Errorf("close VAD: %v", err)
		}
	}()
	var got []vad.Window
	for piece := range slices.Chunk(pcm, 331) {
		if err := v.Write(piece, func(w vad.Window) { got = append(got, w) }); err != nil {
			t.Fatal(err)
		}
	}
	return got
}

func TestVADHearsSpeech(t *testing.T) {
	m := mediatest.OpenVADModel(t)
	for _, name := range []string{"wait.wav", "reason.wav"} {
		said := mediatest.Speech(t, name)
		pcm := slices.Concat(mediatest.Silence(time.Second), said, mediatest.Silence(time.Second))
		var onset, speaking time.Duration
		started, ended := 0, 0
		got := windows(t, m, pcm)
		for i, w := range got {
			if w.End != int64(i+1)*vad.WindowSamples {
				t.Fatalf("%s: window %d ends at sample %d, want %d", name, i, w.End, (i+1)*vad.WindowSamples)
			}
			if w.Started {
				if started == 0 {
					onset = media.Duration(int(w.End)) - time.Second
				}
				started++
			}
			if w.Ended {
				ended++
			}
			if w.Speech {
				speaking += media.Duration(vad.WindowSamples)
			}
		}
		if len(got) != len(pcm)/vad.WindowSamples {
			t.Errorf("%s: %d windows, want %d", name, len(got), len(pcm)/vad.WindowSamples)
		}
		if started == 0 || started != ended {
			t.Errorf("%s: speech started %d times, ended %d; want both, equally often", name, started, ended)
		}
		if onset < 0 || onset > 450*time.Millisecond {
			t.Errorf("%s: onset after %v, want within 450ms", name, onset)
		}
		if total := media.Duration(len(said)); speaking < total/2 || speaking > total+200*time.Millisecond {
			t.Errorf("%s: %v of speech found in %v", name, speaking, total)
		}
	}
}

func TestVADIgnoresTheRest(t *testing.T) {
	m := mediatest.OpenVADModel(t)
	var click []int16
	for range 20 {
		click = append(click, mediatest.Noise(5*time.Millisecond, 20000, 3)...)
		click = append(click, mediatest.Silence(120*time.Millisecond)...)
	}
	for name, pcm := range map[string][]int16{
		"silence": mediatest.Silence(3 * time.Second),
		"tone":    mediatest.Tone(3*time.Second, 440, 12000),
		"hiss":    mediatest.Noise(3*time.Second, 2000, 1),
		"roar":    mediatest.Noise(3*time.Second, 20000, 2),
		"typing":  click,
	} {
		for _, w := range windows(t, m, pcm) {
			if w.Speech {
				t.Errorf("%s: speech at %v with probability %.2f", name, media.Duration(int(w.End)), w.Prob)
				break
			}
		}
	}
}

func TestVADsShareOneModel(t *testing.T) {
	m := mediatest.OpenVADModel(t)
	pcm := mediatest.Speech(t, "wait.wav")
	want := windows(t, m, pcm)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			if got := windows(t, m, pcm); !slices.Equal(got, want) {
				t.Error("a VAD beside others judges otherwise than alone")
			}
		})
	}
	wg.Wait()
}

func TestVADOutlivesItsModel(t *testing.T) {
	m, err := vad.OpenModel(mediatest.VADModelPath(t))
	if err != nil {
		t.Fatal(err)
	}
	v, err := m.NewDetector()
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(m.Close(), m.Close()); err != nil {
		t.Errorf("Close = %v", err)
	}
	if err := v.Write(mediatest.Silence(time.Second), func(vad.Window) {}); err != nil {
		t.Errorf("Write after the model's Close = %v, want none: the VAD is open", err)
	}
	if _, err := m.NewDetector(); err == nil {
		t.Error("NewVAD after Close succeeded")
	}
	if err := errors.Join(v.Close(), v.Close()); err != nil {
		t.Errorf("Close = %v", err)
	}
	if err := v.Write(mediatest.Silence(time.Second), func(vad.Window) {}); err == nil {
		t.Error("Write after Close succeeded")
	}
}

func TestOpenVADModelRefusesOtherFiles(t *testing.T) {
	missing := filepath.Join(t.TempDir(), "absent.onnx")
	other := filepath.Join(t.TempDir(), "other.onnx")
	if err := os.WriteFile(other, []byte("not the model"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{missing, other} {
		_, err := vad.OpenModel(path)
		if !errors.Is(err, vad.ErrVADModel) || !strings.Contains(err.Error(), "make setup") {
			t.Errorf("OpenVADModel(%s) = %v, want ErrVADModel", filepath.Base(path), err)
		}
	}
}

func vadStep(tb testing.TB) func() {
	tb.Helper()
	v, err := mediatest.OpenVADModel(tb).NewDetector()
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = v.Close() })
	pcm := mediatest.Noise(media.Duration(vad.WindowSamples), 4000, 1)
	report := func(vad.Window) {}
	return func() {
		if err := v.Write(pcm, report); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestVADDoesNotAllocate(t *testing.T) {
	if got := testing.AllocsPerRun(100, vadStep(t)); got != 0 {
		t.Errorf("%v allocations per window, want 0", got)
	}
}

func BenchmarkVADWindow(b *testing.B) {
	step := vadStep(b)
	b.ReportAllocs()
	for b.Loop() {
		step()
	}
}
