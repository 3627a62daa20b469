//go:build !race

package openai_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/media"
	"parley/tts/openai"
)

// heardBodies say the second of speech: each is played whole, whatever type it comes as.
func heardBodies(t *testing.T) map[string][]byte {
	pcm := speech(t)
	same := func(s int16) int16 { return s }
	pcm24 := at(pcm, 24000)
	const guid = "\x16\x00\x10\x00\x04\x00\x00\x00\x01\x00\x00\x00\x00\x00\x10\x00\x80\x00\x00\xaa\x00\x38\x9b\x71"
	list := "LIST\x05\x00\x00\x00INFOx\x00fact\x04\x00\x00\x00\x00\x00\x00\x00bext\x03\x00\x00\x00abc\x00"
	short := func(n int) uint32 { return uint32(n / 3 &^ 1) }
	mono := form{format: 1, channels: 1, rate: 16000, bits: 16}
	with := func(change func(*form)) form { f := mono; change(&f); return f }
	mp3 := sampled(t, "cbr-24k.mp3")
	return map[string][]byte{
		"pcm, as was asked":             le(pcm24),
		"pcm in network order":          be(pcm24),
		"pcm of two channels":           interleaved(pcm24, same),
		"pcm of the left alone":         interleaved(pcm24, func(int16) int16 { return 0 }),
		"pcm in network order, stereo":  swapped(interleaved(pcm24, same)),
		"WAV":                           plain(pcm, 24000, nil),
		"WAV of 8 bits":                 with(func(f *form) { f.bits = 8 }).wav(of(pcm, 1, 8)),
		"WAV of 24 bits":                with(func(f *form) { f.bits = 24 }).wav(of(pcm, 1, 24)),
		"WAV of 32 bits":                with(func(f *form) { f.bits = 32 }).wav(of(pcm, 1, 32)),
		"WAV of floats":                 with(func(f *form) { f.format, f.bits = 3, 32 }).wav(of(pcm, 3, 32)),
		"WAV of doubles":                with(func(f *form) { f.format, f.bits = 3, 64 }).wav(of(pcm, 3, 64)),
		"WAV of the extensible format":  with(func(f *form) { f.format, f.extra = 0xfffe, guid }).wav(le(pcm)),
		"A-law":                         sampled(t, "alaw.wav"),
		"µ-law":                         sampled(t, "mulaw.wav"),
		"WAV without a length":          plain(pcm, 24000, says(0)),
		"WAV of endless length":         plain(pcm, 24000, says(math.MaxUint32)),
		"WAV of 2e9 bytes":              plain(pcm, 24000, says(2e9)),
		"WAV of 0x7ffff000 bytes":       plain(pcm, 24000, says(0x7ffff000)),
		"WAV that says too much":        plain(pcm, 24000, func(n int) uint32 { return uint32(2*n + 1) }),
		"WAV that says too little":      plain(pcm, 24000, short),
		"RF64":                          with(func(f *form) { f.kind, f.length = "RF64", says(math.MaxUint32) }).wav(le(pcm)),
		"BW64 of stereo":                with(func(f *form) { f.kind, f.channels = "BW64", 2 }).wav(interleaved(pcm, same)),
		"WAV with chunks before":        with(func(f *form) { f.before = list }).wav(le(pcm)),
		"WAV with chunks behind":        append(with(func(f *form) { f.bits = 8 }).wav(of(pcm[:15999], 1, 8)), "\x00"+list...),
		"WAV, endless, notes behind":    append(plain(pcm, 16000, says(2e9)), "LIST\x0e\x00\x00\x00INFOINAM\x02\x00\x00\x00x\x00"...),
		"a WAV for each 0.1 s":          pieces(pcm, 1600, nil, 24000),
		"a WAV for each 0.1 s, endless": pieces(pcm, 1600, says(math.MaxUint32), 24000),
		"a WAV for each 0.1 s, of 2e9":  pieces(pcm, 1600, says(2e9), 24000),
		"WAVs of two rates":             pieces(pcm, 8000, nil, 24000, 48000),
		"MP3":                           mp3,
		"MP3 of two channels, VBR":      sampled(t, "vbr-xing-stereo-44k.mp3"),
		"MP3 of MPEG-2 behind a tag":    sampled(t, "id3-mpeg2-22k.mp3"),
		"MP3 of MPEG-2.5":               sampled(t, "mpeg25-8k.mp3"),
		"MP3 of MPEG-1, LAME's header":  sampled(t, "lame-32k.mp3"),
		"MP3 behind a picture":          tagged(300<<10, mp3),
		"Ogg Opus":                      sampled(t, "opus.opus"),
		"Ogg Opus of two channels":      sampled(t, "opus-stereo.ogg"),
	}
}

// fine gives samples of 32 bits the half that those of 16 lack.
func fine(b []byte) []byte {
	for i, c := range random(len(b), 5) {
		if i%4 < 2 {
			b[i] = c
		}
	}
	return b
}

func swapped(b []byte) []byte {
	for i := 0; i+1 < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return b
}

// types are what a service may call an answer.
var types = []string{"audio/pcm", "audio/L16", "audio/wav", "audio/mpeg", "application/octet-stream", ""}

func TestWhatABodyIsItsBytesSay(t *testing.T) {
	want := speech(t)
	for name, b := range heardBodies(t) {
		var first []int16
		for _, kind := range types {
			got, err := speak(t, newEngine(t, serve(t, body(kind, b)), openai.Config{}))
			switch {
			case err != nil || !lasts(got):
				t.Errorf("%s as %q: %d samples, %v; want a second", name, kind, len(got), err)
			case first != nil && !slices.Equal(got, first):
				t.Errorf("%s as %q is not what it is as %q", name, kind, types[0])
			case first == nil:
				if like := likeness(got, want); like < 0.95 {
					t.Errorf("%s as %q: likeness %.3f to what was said, want 0.95", name, kind, like)
				}
				first = got
			}
		}
	}
}

// foreignBodies are refused with these words, before a sample is played.
func foreignBodies(t *testing.T) map[string]struct {
	b    []byte
	says string
} {
	type refused = struct {
		b    []byte
		says string
	}
	pcm := at(speech(t)[2400:], 24000)
	var zip bytes.Buffer
	w := gzip.NewWriter(&zip)
	_, _ = w.Write(le(pcm)) // a Buffer takes everything
	_ = w.Close()
	wide := func(s string) (b []byte) {
		for _, c := range []byte(s) {
			b = append(b, c, 0)
		}
		return b
	}
	prose := strings.Repeat("The voice you asked for is not available in your plan. ", 60)
	mp3 := sampled(t, "cbr-24k.mp3")
	inWAV := func(b []byte) []byte { return form{format: 1, channels: 1, rate: 24000, bits: 16}.wav(b) }
	return map[string]refused{
		"FLAC": {sampled(t, "speech.flac"), "FLAC"}, "FLAC in Ogg": {sampled(t, "flac.ogg"), "FLAC"},
		"Vorbis": {sampled(t, "vorbis.ogg"), "Vorbis"}, "Speex": {sampled(t, "speex.ogg"), "Speex"},
		"AAC": {sampled(t, "aac.adts"), "AAC"}, "AAC behind a tag": {tagged(5000, sampled(t, "aac.adts")), "AAC"},
		"AAC in MP4": {sampled(t, "aac.m4a"), "MP4"}, "WebM": {sampled(t, "opus.webm"), "WebM"},
		"AIFF": {sampled(t, "speech.aiff"), "AIFF"}, "AU": {sampled(t, "speech.au"), "AU"},
		"CAF": {sampled(t, "opus.caf"), "CAF"}, "WMA": {sampled(t, "speech.wma"), "WMA"},
		"ADPCM in WAV": {sampled(t, "adpcm.wav"), "format 2"}, "MP3 in WAV": {sampled(t, "mp3-in.wav"), "format 85"},
		"gzip": {zip.Bytes(), "gzip"}, "encrypted": {random(60000, 1), "no known kind"},
		"noise in WAV": {inWAV(random(60000, 2)), "something else"}, "MP3 called samples in WAV": {inWAV(mp3), "something else"},
		"an MP3 from its middle": {mp3[50:], "no known kind"}, "an MP4 from its middle": {sampled(t, "aac.m4a")[1500:], "no known kind"},
		"pcm of 8 bits": {of(pcm, 1, 8), "no samples of 16 bits"}, "pcm of 24 bits": {of(pcm, 1, 24), "24 bits"},
		"pcm of 32 bits": {fine(of(pcm, 1, 32)), "32 bits"}, "pcm of floats": {of(pcm, 3, 32), "floating point"},
		"pcm from its second byte": {le(pcm)[1:], "middle of one"}, "raw A-law": {sampled(t, "alaw.wav")[58:], ""},
		"raw µ-law": {sampled(t, "mulaw.wav")[58:], ""}, "big-endian WAV": {append([]byte("RIFX"), inWAV(be(pcm))[4:]...), "big-endian"},
		"JSON": {[]byte(`{"error":"no such voice"}`), "JSON"}, "a list": {[]byte("\n [" + strings.Repeat(`{"a":1},`, 900) + "{}]"), "JSON"},
		"a web page": {[]byte("<!DOCTYPE html>" + prose), "web page"}, "XML": {[]byte("<?xml version='1.0'?><Error/>"), "XML"},
		"prose": {[]byte(prose), "text"}, "prose in UTF-16": {wide(prose), "text"},
		"prose in Latin 1": {[]byte(prose + "\xe9t\xe9"), "text"},
		"an empty body":    {nil, "no audio"}, "a header alone": {inWAV(nil), "no audio"}, "a tag alone": {tagged(5000, nil), "no audio"},
		"Ogg cut in its tags": {sampled(t, "opus.opus")[:400], ""}, "seven bytes": {[]byte("\x07\x06\x05\x04\x03\x02\x01"), "too few"},
	}
}

func TestNothingIsPlayedAsSamplesOfAnother(t *testing.T) {
	for name, tt := range foreignBodies(t) {
		for _, kind := range types {
			got, err := speak(t, newEngine(t, serve(t, body(kind, tt.b)), openai.Config{}))
			if len(got) != 0 {
				t.Errorf("%s as %q: %d samples played, %v", name, kind, len(got), err)
			}
			if !errors.Is(err, engine.ErrJunk) && !errors.Is(err, engine.ErrCut) || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("%s as %q: %v, want junk with %q", name, kind, err, tt.says)
			}
		}
	}
}

// TestWhatGoesOnAsSomethingElse has speech followed by what is none: the speech is played
// and nothing else.
func TestWhatGoesOnAsSomethingElse(t *testing.T) {
	pcm := speech(t)
	for name, tail := range map[string][]byte{
		"MP3": sampled(t, "cbr-24k.mp3"), "encrypted": random(20000, 4), "AAC": sampled(t, "aac.adts"),
		"JSON": []byte(strings.Repeat(`{"error":"x"}`, 300)),
	} {
		for form, b := range map[string][]byte{
			"pcm": le(at(pcm, 24000)), "WAV": plain(pcm, 24000, nil), "endless WAV": plain(pcm, 24000, says(0)),
			"MP3":  sampled(t, "lame-32k.mp3"),
			"Opus": sampled(t, "opus.opus"),
		} {
			if name == "MP3" && form == "MP3" {
				continue // which is one stream behind another
			}
			got, err := speak(t, newEngine(t, serve(t, body("audio/pcm", slices.Concat(b, tail))), openai.Config{}))
			if extra := len(got) - len(pcm); extra > 1600 || !lasts(got) || likeness(got, pcm) < 0.95 {
				t.Errorf("%s, then %s: %d samples of %d, likeness %.3f, %v", form, name, len(got), len(pcm), likeness(got, pcm), err)
			}
			if err == nil && form != "MP3" {
				t.Errorf("%s, then %s: no error", form, name)
			}
		}
	}
}

// TestAVoiceThatNeverEnds is left after ten times what its text can take.
func TestAVoiceThatNeverEnds(t *testing.T) {
	second := le(at(speech(t), 24000))
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			_, _ = w.Write(second) // the client may have gone
		}
	})
	got, err := speak(t, newEngine(t, url, openai.Config{}))
	if d := media.Duration(len(got)); !errors.Is(err, engine.ErrJunk) || d > 37*time.Second || d < 35*time.Second {
		t.Errorf("%v of audio for %q, %v; want 36 s and ErrJunk", d, "Hello.", err)
	}
}
