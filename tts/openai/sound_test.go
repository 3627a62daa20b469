package openai_test

import (
	"encoding/binary"
	"errors"
	"math"
	"net/http"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/openaihttp/openaitest"
	"parley/language"
	"parley/media"
	"parley/media/mediatest"
	"parley/tts/openai"
)

// wav is a second of a 440 Hz tone as a WAV file of any form, after a chunk
// nobody knows.
func wav(format, channels, rate, bits int, length uint32) []byte {
	var data []byte
	for i := range rate {
		x := 0.25 * math.Sin(2*math.Pi*440*float64(i)/float64(rate))
		for range channels {
			data = append(data, sample(x, format, bits)...)
		}
	}
	if length == 0 {
		length = uint32(len(data))
	}
	b := append([]byte("RIFF\xff\xff\xff\xffWAVELIST\x03\x00\x00\x00abc\x00"), "fmt \x10\x00\x00\x00"...)
	b = binary.LittleEndian.AppendUint16(b, uint16(format))
	b = binary.LittleEndian.AppendUint16(b, uint16(channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate*channels*bits/8))
	b = binary.LittleEndian.AppendUint16(b, uint16(channels*bits/8))
	b = binary.LittleEndian.AppendUint16(b, uint16(bits))
	b = binary.LittleEndian.AppendUint32(append(b, "data"...), length)
	return append(b, data...)
}

func sample(x float64, format, bits int) []byte {
	switch {
	case format == 3:
		return binary.LittleEndian.AppendUint32(nil, math.Float32bits(float32(x)))
	case bits == 8:
		return []byte{byte(128 + int(math.Round(x*127)))}
	}
	v := binary.LittleEndian.AppendUint64(nil, uint64(int64(x*math.Pow(2, float64(bits-1)))))
	return v[:bits/8]
}

func TestEveryFormIsConverted(t *testing.T) {
	for name, b := range map[string][]byte{
		"16 bit 16k": wav(1, 1, 16000, 16, 0), "8 bit 8k": wav(1, 1, 8000, 8, 0), "24 bit 48k stereo": wav(1, 2, 48000, 24, 0),
		"32 bit 44.1k": wav(1, 1, 44100, 32, 0), "float 24k": wav(3, 1, 24000, 32, 0), "16 bit 22.05k": wav(1, 2, 22050, 16, 0),
		"11.025k": wav(1, 1, 11025, 16, 0), "no length": wav(1, 1, 24000, 16, math.MaxUint32),
		"and a trailer": append(wav(1, 1, 24000, 16, 0), "LIST\x04\x00\x00\x00what"...),
	} {
		got, err := speak(t, newEngine(t, serve(t, body("application/octet-stream", b)), openai.Config{}))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if d := media.Duration(len(got)); d < 990*time.Millisecond || d > 1010*time.Millisecond {
			t.Errorf("%s: a second becomes %v", name, d)
		}
		if p := mediatest.Power(got[800:15000], 440); p < 0.99 {
			t.Errorf("%s: %.3f of the power is at 440 Hz, want 0.99", name, p)
		}
		if level := media.Level(got[800:15000]); level < 14 || level > 16 { // 0.25 peak is -15 dB
			t.Errorf("%s: level -%d dB, want -15", name, level)
		}
	}
}

// TestOddAudioIsHeard has real speech come at a rate and width nobody asked for.
func TestOddAudioIsHeard(t *testing.T) {
	s := openaitest.NewVoice(t, voice(t))
	s.Always(openaitest.Spoken(voice(t), 22050, 2))
	hear := ears(t)
	for name, c := range map[string]openai.Config{"stereo at 22.05 kHz": {}, "wav": {Format: "wav"}} {
		if name == "wav" {
			s.Always(openaitest.Spoken(voice(t), 24000, 1))
		}
		pcm := speakText(t, newEngine(t, s.URL, c), "the return on investment is twenty percent in the first year")
		wrong, words := language.Misheard("the return on investment is twenty percent in the first year", hear(t, pcm))
		if wrong > 2 {
			t.Errorf("%s: %d of %d words misheard", name, wrong, words)
		}
	}
}

func TestJunkIsNamed(t *testing.T) {
	cut := wav(1, 1, 16000, 16, 0)
	for name, tt := range map[string]struct {
		kind string
		body string
		want error
		says string
	}{
		"plain text":      {"text/plain", "oops", engine.ErrJunk, "text instead of audio"},
		"a web page":      {"text/html", "<html>", engine.ErrJunk, "a web page"},
		"nothing":         {"audio/pcm", "", engine.ErrJunk, "check the voice"},
		"WAV of nothing":  {"audio/wav", string(wav(1, 1, 16000, 16, math.MaxUint32)[:56]), engine.ErrJunk, "no audio"},
		"12 bits":         {"audio/wav", string(wav(1, 1, 8000, 16, 0)[:46]) + "\x0c\x00data", engine.ErrJunk, "12 bits"},
		"an odd rate":     {"audio/pcm; rate=16001", "abcd", engine.ErrJunk, "16001 Hz"},
		"a RIFF of none":  {"audio/wav", "RIFF....AVI .....", engine.ErrJunk, "not a WAV"},
		"data, no format": {"audio/wav", "RIFF....WAVEdata\x04\x00\x00\x00abcd", engine.ErrJunk, "no format"},
		"a cut header":    {"audio/wav", string(cut[:30]), engine.ErrCut, "ended it"},
	} {
		t.Run(name, func(t *testing.T) {
			url := serve(t, body(tt.kind, []byte(tt.body)))
			_, err := speak(t, newEngine(t, url, openai.Config{}))
			if !errors.Is(err, tt.want) {
				t.Fatalf("Speak = %v, want %v", err, tt.want)
			}
			for _, say := range []string{tt.says, strings.TrimSuffix(url, "/v1"), "openai:gpt-4o-mini-tts", "check"} {
				if !strings.Contains(err.Error(), say) {
					t.Errorf("error %q does not say %q", err, say)
				}
			}
		})
	}
}

func TestSilenceBeforeSpeechIsCut(t *testing.T) {
	tone := mediatest.Tone(200*time.Millisecond, 440, 8000)
	for lead, want := range map[time.Duration]time.Duration{
		0: 0, 5 * time.Millisecond: 5 * time.Millisecond,
		300 * time.Millisecond: 10 * time.Millisecond, 900 * time.Millisecond: 400 * time.Millisecond,
	} {
		pcm := append(mediatest.Silence(lead), tone...)
		got, err := speak(t, newEngine(t, serve(t, body("audio/pcm; rate=16000", le(pcm))), openai.Config{}))
		if left := media.Duration(len(got) - len(tone)); err != nil || left < want-time.Millisecond || left > want+10*time.Millisecond {
			t.Errorf("of %v of silence %v are left, %v; want %v", lead, left, err, want)
		}
	}
}

func TestConnectionIsKept(t *testing.T) {
	conns := map[string]bool{}
	url := serve(t, func(w http.ResponseWriter, r *http.Request) {
		conns[r.RemoteAddr] = true
		body("audio/wav", append(wav(1, 1, 24000, 16, 0), "LIST\x04\x00\x00\x00what"...))(w, r)
	})
	e := newEngine(t, url, openai.Config{})
	for range 4 {
		if _, err := speak(t, e); err != nil {
			t.Fatal(err)
		}
	}
	if len(conns) != 1 {
		t.Errorf("4 segments took %d connections, want 1", len(conns))
	}
}
