package sound_test

import (
	"bytes"
	"errors"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
	"testing/iotest"

	"parley/media"
	"parley/media/sound"
)

// plainly is b as samples of 16 bits from its first byte on, one or two channels in either
// order: all that a body without a mark may be played as.
func plainly(b []byte, rate int) (all [][]int16) {
	turned := bytes.Clone(b)
	for i := 0; i+1 < len(turned); i += 2 {
		turned[i], turned[i+1] = turned[i+1], turned[i]
	}
	for _, b := range [][]byte{b, turned} {
		for channels := 1; channels <= 2; channels++ {
			re := media.NewResampler(rate)
			mono := media.WAVLayout{Channels: channels, Rate: rate, Bits: 16}.Mix(nil, b)
			all = append(all, re.Flush(re.Append(nil, mono)))
		}
	}
	return all
}

// marked reports whether b begins as something that is not samples.
func marked(b []byte) bool {
	for _, mark := range []string{"RIFF", "RF64", "BW64", "OggS", "ID3", "fLaC", "\x1aE\xdf\xa3", "FORM", ".snd", "\x1f\x8b\x08", "<html"} {
		if bytes.HasPrefix(b, []byte(mark)) {
			return true
		}
	}
	return bytes.HasPrefix(b, []byte{0xff}) && len(b) > 1 && b[1]&0xe0 == 0xe0
}

// whiteNoise returns the loudest of 20 ms in which neighbours are as far apart as numbers at
// random are, as a share of full scale.
func whiteNoise(pcm []int16) (most float64) {
	for part := range slices.Chunk(pcm, media.FrameSamples) {
		if len(part) < media.FrameSamples {
			break
		}
		level, step := 0.0, 0.0
		for i, s := range part[1:] {
			level += math.Abs(float64(s))
			step += math.Abs(float64(s) - float64(part[i]))
		}
		most = max(most, min(level, step)/float64(len(part))/(1<<15))
	}
	return most
}

// FuzzStream decodes any body: it must end; be the same however the bytes come; what is played
// of a body without a mark is what its bytes plainly are, from the first on; and nothing of
// any is noise at full scale.
func FuzzStream(f *testing.F) {
	for _, b := range forms(f) {
		f.Add(b[:min(len(b), 4000)], 16000)
	}
	for _, name := range []string{
		"speech.flac", "vorbis.ogg", "aac.adts", "aac.m4a", "opus.webm", "speech.aiff", "adpcm.wav", "mulaw.wav", "opus-stereo.ogg",
	} {
		f.Add(file(f, name)[:1500], 24000)
	}
	b, _ := samples(f)
	f.Add(slices.Concat(b[6400:8000], file(f, "cbr-24k.mp3")[:2000]), 24000)
	f.Add(slices.Concat(wav(16000, 800, b[6400:7200]), []byte("LIST\x04\x00\x00\x00abcd"), wav(8000, 3, b[6400:7200])), 8000)
	r := rand.New(rand.NewPCG(1, 1))
	noise := make([]byte, 3000)
	for i := range noise {
		noise[i] = byte(r.Uint32())
	}
	f.Add(noise, 24000)
	f.Add(wav(24000, 0, noise), 24000)
	f.Fuzz(func(t *testing.T, b []byte, rate int) {
		whole, err := decode(t, bytes.NewReader(b), sound.Raw{Rate: rate})
		split, splitErr := decode(t, iotest.OneByteReader(bytes.NewReader(b)), sound.Raw{Rate: rate})
		if (err == nil) != (splitErr == nil) || !slices.Equal(whole, split) {
			t.Errorf("%d samples, %v; byte by byte %d, %v", len(whole), err, len(split), splitErr)
		}
		var odd sound.Error
		if err != nil && !errors.As(err, &odd) && !errors.Is(err, sound.ErrNothing) && !errors.Is(err, io.ErrUnexpectedEOF) {
			t.Errorf("error %v of no known kind", err)
		}
		if most := whiteNoise(whole); most > 0.4 {
			t.Errorf("noise of %.2f of full scale is played, %v", most, err)
		}
		if marked(b) || len(whole) == 0 {
			return
		}
		if !slices.ContainsFunc(plainly(b, rate), func(plain []int16) bool {
			same := max(len(whole)-40, 0) // the resampler's end
			return same <= len(plain) && slices.Equal(whole[:same], plain[:same])
		}) && !bytes.Contains(b, []byte("WAVE")) && !bytes.Contains(b, []byte("LIST")) {
			t.Errorf("%d samples are not those of the bytes", len(whole))
		}
	})
}
