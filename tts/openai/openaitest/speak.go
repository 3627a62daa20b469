package openaitest

import (
	"context"
	"encoding/binary"
	"errors"
	"net/http"
	"time"
	"unicode/utf8"

	"parley/media"
	"parley/tts"
)

// voices are the service's, by the gender that speaks them.
var voices = map[string]string{
	"alloy": "male", "ash": "male", "ballad": "male", "echo": "male", "fable": "male", "onyx": "male", "verse": "male",
	"coral": "female", "nova": "female", "sage": "female", "shimmer": "female",
}

var errMidway = errors.New("midway")

// answer speaks what was asked, or fails.
func (h *Handler) answer(w http.ResponseWriter, r *http.Request, asked Request) {
	h.mu.Lock()
	h.requests = append(h.requests, asked)
	fault, refuses, pause := h.fault, h.refuses, h.pause
	h.mu.Unlock()
	select {
	case <-time.After(pause):
	case <-r.Context().Done():
		return
	}
	gender, known := voices[asked.Voice]
	switch {
	case fault.answer(w, r):
		return
	case !known:
		refuse(w, r, http.StatusBadRequest, "invalid_value", "voice")
		return
	case asked.Format == refuses || asked.Format != "pcm" && asked.Format != "wav":
		refuse(w, r, http.StatusBadRequest, "invalid_value", "response_format")
		return
	case asked.Input == "" || utf8.RuneCountInString(asked.Input) > maxInput || asked.Model == "":
		refuse(w, r, http.StatusBadRequest, "string_too_long", "input")
		return
	}
	o := output{w: w, format: asked.Format}
	if fault == WrongRate {
		o.format = "odd"
	}
	o.head()
	err := h.engine.Speak(r.Context(), asked.Input, tts.Voice{Gender: gender, Rate: asked.Speed}, func(c tts.Chunk) error {
		if (fault == HangMid || fault == CutMid) && o.sent >= media.Samples(midway) {
			return errMidway
		}
		return o.write(c.PCM)
	})
	h.end(r.Context(), fault, err)
}

func (h *Handler) end(ctx context.Context, fault Fault, err error) {
	switch {
	case fault == HangMid:
		<-ctx.Done()
	case fault == CutMid, err != nil:
		panic(http.ErrAbortHandler)
	}
}

// output is the body of an answer, flushed as it is written.
type output struct {
	w      http.ResponseWriter
	format string // "pcm", "wav", or "odd": stereo WAV at 22.05 kHz
	last   int16
	at     int // output samples made, for a rate that is not 16 kHz
	sent   int // input samples
}

func (o *output) head() {
	switch o.format {
	case "pcm":
		o.w.Header().Set("Content-Type", "audio/pcm")
	case "wav":
		o.w.Header().Set("Content-Type", "audio/wav")
		_, _ = o.w.Write(header(1, media.SampleRate)) // the client may have gone
	default:
		o.w.Header().Set("Content-Type", "audio/wav")
		_, _ = o.w.Write(header(2, 22050))
	}
}

// header is that of a WAV stream without a length.
func header(channels, rate int) []byte {
	b := append([]byte("RIFF"), 0xff, 0xff, 0xff, 0xff)
	b = append(b, "WAVEfmt "...)
	b = binary.LittleEndian.AppendUint32(b, 16)
	b = binary.LittleEndian.AppendUint16(b, 1)
	b = binary.LittleEndian.AppendUint16(b, uint16(channels))
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(2*channels*rate))
	b = binary.LittleEndian.AppendUint16(b, uint16(2*channels))
	b = binary.LittleEndian.AppendUint16(b, 16)
	b = append(b, "data"...)
	return append(b, 0xff, 0xff, 0xff, 0xff)
}

func (o *output) write(pcm []int16) error {
	var b []byte
	switch o.format {
	case "pcm":
		b = o.stretch(pcm, 24000, 1)
	case "wav":
		for _, s := range pcm {
			b = binary.LittleEndian.AppendUint16(b, uint16(s))
		}
	default:
		b = o.stretch(pcm, 22050, 2)
	}
	o.sent += len(pcm)
	_, err := o.w.Write(b)
	if f, ok := o.w.(http.Flusher); ok {
		f.Flush()
	}
	return err
}

// stretch brings pcm to a higher rate by drawing lines between samples, which
// is good enough for speech.
func (o *output) stretch(pcm []int16, rate, channels int) []byte {
	var b []byte
	for i, s := range pcm {
		n := o.sent + i // s is input sample n
		for ; o.at*media.SampleRate <= n*rate; o.at++ {
			back := float64(n) - float64(o.at)*media.SampleRate/float64(rate)
			v := int16(float64(s) - back*(float64(s)-float64(o.last)))
			for range channels {
				b = binary.LittleEndian.AppendUint16(b, uint16(v))
			}
		}
		o.last = s
	}
	return b
}
