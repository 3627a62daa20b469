package echo_test

import (
	"slices"
	"testing"
	"time"

	"parley/media"
	"parley/media/echo"
	"parley/media/mediatest"
	"parley/media/mediatest/voices"
)

// sounds is Loudness's judgement of every frame of pcm.
func sounds(l *echo.Loudness, pcm []int16) []echo.Sound {
	var got []echo.Sound
	for frame := range slices.Chunk(pcm, media.FrameSamples) {
		got = append(got, l.Frame(frame))
	}
	return got
}

// loud counts the loud frames.
func loud(got []echo.Sound) (n int) {
	for _, s := range got {
		if s.Loud {
			n++
		}
	}
	return n
}

func TestLoudnessAbsorbsNoise(t *testing.T) {
	for name, noise := range map[string][]float64{
		"white": mediatest.WhiteNoise(4*time.Second, 1),
		"pink":  mediatest.PinkNoise(4*time.Second, 1),
	} {
		for _, amplitude := range []float64{30, 300, 1000} {
			var l echo.Loudness
			sounds(&l, mediatest.Silence(time.Second))
			sounds(&l, mediatest.Mix(mediatest.Silence(time.Second), noise, 12)) // a quiet room
			got := sounds(&l, mediatest.Mix(mediatest.Silence(4*time.Second), noise, amplitude))
			if n := loud(got[100:]); n != 0 {
				t.Errorf("%s noise of %v: %d frames loud after two seconds of it, want 0", name, amplitude, n)
			}
			if level, floor := got[199].Level, got[199].Floor; amplitude > 100 && (floor < level || floor > level+5) {
				t.Errorf("%s noise of %v: floor -%d dBov at level -%d", name, amplitude, floor, level)
			}
		}
	}
}

func TestLoudnessHearsTheFirstWord(t *testing.T) {
	word := voices.Say(t, "slt", "yes")
	var fresh echo.Loudness
	if got := sounds(&fresh, word); !got[2].Loud {
		t.Error("a call that begins with a word does not hear it")
	}
	var noisy echo.Loudness
	if n := loud(sounds(&noisy, mediatest.Mix(mediatest.Silence(time.Second), mediatest.WhiteNoise(time.Second, 1), 300))); n != 0 {
		t.Errorf("a call that begins in a noisy room hears %d loud frames, want 0", n)
	}
}

func TestLoudnessKeepsTheFloorOverDTX(t *testing.T) {
	noise := mediatest.WhiteNoise(5*time.Second, 1)
	room := mediatest.Mix(mediatest.Silence(5*time.Second), noise, 200)
	var l echo.Loudness
	sounds(&l, room)
	before := sounds(&l, room[:media.FrameSamples])[0].Floor
	sounds(&l, mediatest.Silence(5*time.Second))
	if n := loud(sounds(&l, room)); n != 0 {
		t.Errorf("%d frames of the old noise are loud after digital silence, want 0", n)
	}
	for at := 0; at < len(room); at += 50 * media.FrameSamples { // single frames are lost
		clear(room[at:][:media.FrameSamples])
	}
	if n := loud(sounds(&l, room)); n != 0 {
		t.Errorf("%d frames are loud around lost ones, want 0", n)
	}
	if after := sounds(&l, room)[249].Floor; after != before {
		t.Errorf("the floor went from -%d to -%d dBov", before, after)
	}
	var muted echo.Loudness
	sounds(&muted, mediatest.Silence(5*time.Second))
	breath := mediatest.Mix(mediatest.Silence(time.Second), mediatest.PinkNoise(time.Second, 3), 32) // -60 dBov
	if n := loud(sounds(&muted, breath)); n != 0 {
		t.Errorf("%d frames of a breath are loud after digital silence, want 0", n)
	}
}

func TestLoudnessTellsSoftTalk(t *testing.T) {
	usual, soft := voices.Say(t, "rms", voices.Sentences[0]), voices.Say(t, "rms", "mm hm")
	for i := range soft {
		soft[i] /= 8
	}
	level := func(pcm []int16) uint8 {
		var l echo.Loudness
		loudest := media.Silent
		for _, s := range sounds(&l, pcm) {
			loudest = min(loudest, s.Level)
		}
		return loudest
	}
	if a, b := level(usual), level(soft); b < a+10 {
		t.Errorf("loudest frames are -%d dBov of usual talk and -%d of soft, want 10 dB between", a, b)
	}
}

func TestLoudnessDoesNotAllocate(t *testing.T) {
	var l echo.Loudness
	frame := mediatest.Noise(media.PTime, 4000, 1)
	if got := testing.AllocsPerRun(100, func() { l.Frame(frame) }); got != 0 {
		t.Errorf("%v allocations per frame, want 0", got)
	}
}

func BenchmarkLoudnessFrame(b *testing.B) {
	var l echo.Loudness
	frame := mediatest.Noise(media.PTime, 4000, 1)
	b.ReportAllocs()
	for b.Loop() {
		l.Frame(frame)
	}
}
