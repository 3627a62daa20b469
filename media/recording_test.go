package media_test

import (
	"encoding/binary"
	"errors"
	"math"
	"os"
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/playout"
)

func element(id uint32, body []byte) []byte {
	b := binary.BigEndian.AppendUint32(nil, id)
	for b[0] == 0 {
		b = b[1:]
	}
	b = binary.BigEndian.AppendUint32(b, 1<<28|uint32(len(body)))
	return append(b, body...)
}

// hum is a tone.
func hum(hz float64, rate int, d time.Duration) []int16 {
	pcm := make([]int16, int(d.Seconds()*float64(rate)))
	for i := range pcm {
		pcm[i] = int16(8000 * math.Sin(2*math.Pi*hz*float64(i)/float64(rate)))
	}
	return pcm
}

// webm is a tone as MediaRecorder writes it: of unknown size.
func webm(t testing.TB, codec string, d time.Duration) []byte {
	t.Helper()
	pack, err := playout.NewPacker()
	if err != nil {
		t.Fatal(err)
	}
	unknown := []byte{0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}
	b := element(0x1A45DFA3, element(0x4282, []byte("webm")))
	b = append(append(b, 0x18, 0x53, 0x80, 0x67), unknown...)
	b = append(b, element(0x1654AE6B, element(0xAE, append(element(0xD7, []byte{1}), element(0x86, []byte(codec))...)))...)
	b = append(append(b, 0x1F, 0x43, 0xB6, 0x75), unknown...)
	for pcm := hum(440, media.SampleRate, d); len(pcm) >= media.FrameSamples; pcm = pcm[media.FrameSamples:] {
		opus, err := pack.Pack(playout.Frame{PCM: pcm[:media.FrameSamples], Voiced: true})
		if err != nil {
			t.Fatal(err)
		}
		b = append(b, element(0xA3, append([]byte{0x81, 0, 0, 0x80}, opus...))...)
	}
	return b
}

// hertz counts rising zero crossings in all but the first 100 ms.
func hertz(pcm []int16) float64 {
	pcm = pcm[media.SampleRate/10:]
	n := 0
	for i := 1; i < len(pcm); i++ {
		if pcm[i-1] < 0 && pcm[i] >= 0 {
			n++
		}
	}
	return float64(n) / media.Duration(len(pcm)).Seconds()
}

func TestDecodeWebM(t *testing.T) {
	whole := webm(t, "A_OPUS", time.Second)
	for name, c := range map[string]struct {
		b    []byte
		want time.Duration
	}{
		"whole":      {whole, time.Second},
		"broken off": {whole[:len(whole)-5], 980 * time.Millisecond},
		"too long":   {webm(t, "A_OPUS", 3*time.Second), 2 * time.Second},
	} {
		pcm, err := media.DecodeWebM(c.b, 2*time.Second)
		if err != nil || media.Duration(len(pcm)) != c.want {
			t.Errorf("%s: %v, %v, want %v", name, media.Duration(len(pcm)), err, c.want)
			continue
		}
		if got := hertz(pcm); math.Abs(got-440) > 5 {
			t.Errorf("%s: the tone is at %.0f Hz, want 440", name, got)
		}
	}
	for name, b := range map[string][]byte{"other codec": webm(t, "A_VORBIS", time.Second), "no file": []byte("RIFFxxxx"), "nothing": nil} {
		if _, err := media.DecodeWebM(b, time.Second); !errors.Is(err, media.ErrRecording) {
			t.Errorf("%s: %v, want ErrRecording", name, err)
		}
	}
}

// A recording of Chromium's MediaRecorder: a second of its test tone.
func TestDecodeWhatABrowserRecorded(t *testing.T) {
	b, err := os.ReadFile("mediatest/testdata/mediarecorder.webm")
	if err != nil {
		t.Fatal(err)
	}
	pcm, err := media.DecodeWebM(b, 10*time.Second)
	if err != nil || len(pcm) < media.SampleRate*9/10 || len(pcm) > media.SampleRate*3/2 {
		t.Fatalf("%v, %v, want about a second", media.Duration(len(pcm)), err)
	}
	if got := hertz(pcm); math.Abs(got-300) > 10 {
		t.Errorf("the tone is at %.0f Hz, want 300", got)
	}
}

func TestDecodePCM(t *testing.T) {
	var b []byte
	for _, s := range hum(440, 48000, time.Second) {
		for _, channel := range []int16{s, s / 2} {
			b = binary.LittleEndian.AppendUint16(b, uint16(channel))
		}
	}
	pcm, err := media.DecodePCM(b, 48000, 2, 10*time.Second)
	if err != nil || len(pcm) != media.SampleRate || math.Abs(hertz(pcm)-440) > 5 {
		t.Errorf("%d samples at %.0f Hz, %v", len(pcm), hertz(pcm), err)
	}
	if pcm, _ := media.DecodePCM(b, 48000, 2, 300*time.Millisecond); media.Duration(len(pcm)) != 300*time.Millisecond {
		t.Errorf("%v, want 300 ms at most", media.Duration(len(pcm)))
	}
	for _, form := range [][2]int{{0, 1}, {48000, 0}, {1, 1}, {48000, 99}, {-8000, 1}} {
		if _, err := media.DecodePCM(b, form[0], form[1], time.Second); !errors.Is(err, media.ErrRecording) {
			t.Errorf("%v: %v, want ErrRecording", form, err)
		}
	}
}

func TestOverlap(t *testing.T) {
	const ms = time.Millisecond
	chirp := make([]int16, 3*media.SampleRate)
	for i := range chirp {
		s := float64(i) / media.SampleRate
		chirp[i] = int16(6000 * math.Sin(2*math.Pi*(200*s+90*s*s)))
	}
	silence := make([]int16, media.SampleRate)
	cut := media.Samples(time.Second)
	for _, overlap := range []time.Duration{0, 100 * ms, 333 * ms, 900 * ms} {
		from := cut - media.Samples(overlap)
		got := media.Overlap(chirp[:cut], chirp[from:][:media.Samples(time.Second)])
		if d := got - media.Samples(overlap); d > 8 || d < -8 {
			t.Errorf("overlap of %v found as %v", overlap, media.Duration(got))
		}
	}
	// Mains hum is alike wherever one looks, and what was said in it is no hum.
	hummed := hum(50, media.SampleRate, 2*time.Second)
	said := slices.Concat(hummed[:cut], chirp[:cut], hummed[:media.Samples(200*ms)])
	for i := range said[2*cut:] { // a little of another sound is in its end
		said[2*cut+i] += chirp[cut+i] / 8
	}
	if got := media.Overlap(said, hummed[:media.Samples(300*ms)]); got > media.Samples(200*ms) {
		t.Errorf("overlap of %v found in 200 ms of hum", media.Duration(got))
	}
	for name, pair := range map[string][2][]int16{"silence": {silence, silence}, "nothing": {nil, nil}, "nothing before": {nil, chirp}, "silence before": {silence, chirp}} {
		if got := media.Overlap(pair[0], pair[1]); got != 0 {
			t.Errorf("%s: overlap of %v, want none", name, media.Duration(got))
		}
	}
}

// FuzzDecodeWebM decodes what may come from anybody.
func FuzzDecodeWebM(f *testing.F) {
	f.Add(webm(f, "A_OPUS", 100*time.Millisecond))
	f.Add([]byte{0x1A, 0x45, 0xDF, 0xA3, 0xA3, 0x01, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff})
	f.Fuzz(func(t *testing.T, b []byte) {
		pcm, err := media.DecodeWebM(b, time.Second)
		if len(pcm) > media.SampleRate {
			t.Errorf("%d samples, want a second at most", len(pcm))
		}
		if err == nil && !media.IsWebM(b) {
			t.Error("taken without a header")
		}
	})
}
