package servicetest

import (
	_ "embed"
	"encoding/binary"
	"encoding/json"
	"math"
	"net/http"
	"slices"
	"strings"
	"time"

	"parley/media"
)

// Ears is how a service's recogniser is asked and answers.
type Ears struct {
	Model string
	// Path is where it listens if that is not /audio/transcriptions.
	Path string
	// Refuses are fields, or values of fields, that it does not take.
	Refuses []FormRule
	// Streams is the form of its stream, where one is asked for.
	Streams Streaming
	// Silence is what it hears where there is nothing, in the form of its answer,
	// whole.
	Silence string
	// Frames what it hears; %s stands for the words.
	Frame string
}

// FormRule is a field, or a value of one, that a recogniser refuses.
type FormRule struct {
	Field, Value string // an empty Value is any
	Status       int
	Body         string
}

// Streaming is the form of a recogniser's stream.
type Streaming int

// The forms.
const (
	Unstreamed Streaming = iota // it takes no notice
	Deltas                      // OpenAI's events
	Segments                    // answers of their own, without an end mark
)

func (e *Ears) serve(w http.ResponseWriter, r *http.Request, heard string) {
	file, _, err := r.FormFile("file")
	if err != nil {
		answer(w, http.StatusBadRequest, `{"error":"no 'file' field in the request"}`)
		return
	}
	pcm, err := media.DecodeWAV(file)
	if err != nil {
		answer(w, http.StatusBadRequest, `{"error":"failed to read audio data"}`)
		return
	}
	for _, rule := range e.Refuses {
		if values := r.MultipartForm.Value[rule.Field]; len(values) > 0 && (rule.Value == "" || rule.Value == values[0]) {
			answer(w, rule.Status, rule.Body)
			return
		}
	}
	text := strings.ReplaceAll(e.Frame, "%s", heard)
	if !sounds(pcm) {
		text = e.Silence
	}
	streamed := r.FormValue("stream") == "true"
	switch {
	case streamed && e.Streams == Deltas:
		e.deltas(w, text)
	case streamed && e.Streams == Segments:
		w.Header().Set("Content-Type", "text/event-stream")
		raw(w, "data: "+text+"\n\n")
	default:
		answer(w, http.StatusOK, text)
	}
}

func (e *Ears) deltas(w http.ResponseWriter, answer string) {
	var said struct{ Text string }
	_ = json.Unmarshal([]byte(answer), &said) // the table's own
	w.Header().Set("Content-Type", "text/event-stream")
	for _, word := range strings.SplitAfter(said.Text, " ") {
		event(w, map[string]any{"type": "transcript.text.delta", "delta": word})
	}
	event(w, map[string]any{"type": "transcript.text.done", "text": said.Text})
}

// sounds reports whether any 20 ms are louder than 50 dB below full scale.
func sounds(pcm []int16) bool {
	for frame := range slices.Chunk(pcm, media.FrameSamples) {
		if media.Level(frame) < 50 {
			return true
		}
	}
	return false
}

// Voice is how a service's voice is asked and answers.
type Voice struct {
	Model string
	// Names are the voices that it has; none is any.
	Names []string
	// Unknown refuses another voice, or other formats than Takes if that is not empty.
	Unknown Rule
	Takes   []string
	// Sends is what its audio is, by the format that is asked for; "" is for others.
	Sends map[string]Sound
}

// Sound is what audio is, and what its type says that it is.
type Sound struct {
	Kind string // of the content type
	Rate int    // of PCM, in Hz
	// Length is what a WAV header says of the bytes that follow.
	Length Length
	MP3    bool
}

// Length is a WAV's.
type Length int

// The lengths.
const (
	Headerless Length = iota // no WAV
	Endless                  // 0xFFFFFFFF, as its end is not known yet
	Right
	Pieces // a WAV for each piece of the text
)

// Pitch and Spoken are of what every voice says: one tone, in Hz, and for how long.
const (
	Pitch  = 220
	Spoken = 1500 * time.Millisecond
)

// tone.mp3 is that tone at 24 kHz as LAME writes it: lame --cbr -b 32 -t -m m.
//
//go:embed testdata/tone.mp3
var toneMP3 []byte

func (v *Voice) serve(w http.ResponseWriter, body []byte) {
	var a struct {
		Model, Input, Voice string
		Format              string `json:"response_format"`
	}
	if json.Unmarshal(body, &a) != nil || a.Input == "" {
		answer(w, http.StatusBadRequest, `{"error":{"message":"input is missing","param":"input"}}`)
		return
	}
	for _, of := range []struct {
		value string
		known []string
	}{{a.Voice, v.Names}, {a.Format, v.Takes}} {
		if len(of.known) > 0 && !slices.Contains(of.known, of.value) {
			answer(w, v.Unknown.Status, strings.ReplaceAll(v.Unknown.Body, "%s", of.value))
			return
		}
	}
	s, known := v.Sends[a.Format]
	if !known {
		s = v.Sends[""]
	}
	w.Header().Set("Content-Type", s.Kind)
	raw(w, string(s.bytes()))
}

func (s Sound) bytes() []byte {
	if s.MP3 {
		return toneMP3
	}
	samples := int(Spoken.Seconds() * float64(s.Rate))
	pcm := make([]byte, 0, 2*samples)
	for n := range samples {
		v := 8000 * math.Sin(2*math.Pi*Pitch*float64(n)/float64(s.Rate))
		pcm = binary.LittleEndian.AppendUint16(pcm, uint16(int16(v)))
	}
	half := len(pcm) / 4 * 2
	switch s.Length {
	case Endless:
		return append(header(s.Rate, math.MaxUint32), pcm...)
	case Right:
		return append(header(s.Rate, uint32(len(pcm))), pcm...)
	case Pieces:
		out := append(header(s.Rate, uint32(half)), pcm[:half]...)
		return append(append(out, header(s.Rate, uint32(len(pcm)-half))...), pcm[half:]...)
	case Headerless:
	}
	return pcm
}

// header is a WAV's of 16 bit mono.
func header(rate int, length uint32) []byte {
	total := length
	if length != math.MaxUint32 {
		total += 36
	}
	b := binary.LittleEndian.AppendUint32([]byte("RIFF"), total)
	b = append(append(b, "WAVEfmt "...), 16, 0, 0, 0, 1, 0, 1, 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(2*rate))
	b = append(append(b, 2, 0, 16, 0), "data"...)
	return binary.LittleEndian.AppendUint32(b, length)
}
