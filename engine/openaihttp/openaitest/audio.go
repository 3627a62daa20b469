package openaitest

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
	"unicode/utf8"

	"parley/media"
	"parley/stt"
	"parley/tts"
)

// NewEars starts a transcription service that hears with engine, until the test
// ends. What engine has made of a recording it is not asked again: engine must be
// comparable. Always(Heard(text)) has it answer without listening.
func NewEars(t testing.TB, engine stt.Engine) *Server {
	t.Helper()
	return start(t, "/audio/transcriptions", 40, func(w http.ResponseWriter, r *http.Request) {
		pcm, err := recording(r)
		var heard transcript
		if err == nil {
			heard, err = hearOnce(r.Context(), engine, pcm)
		}
		if err != nil {
			refuse(w, r, http.StatusInternalServerError, "server_error", "")
			return
		}
		heard.write(w, r, media.Duration(len(pcm)))
	})
}

// Heard answers text whatever is said, for what no engine could hear in time.
func Heard(text string) Reply {
	return func(w http.ResponseWriter, r *http.Request) { transcript{text: text}.write(w, r, time.Second) }
}

// Speeches hears what is told by Next, each text once: in the first recording after
// Next that no speech began with, and in all that begin as that one does, which are the
// same speech asked for again, also late, when the next is told already. The rest of a
// speech that was cut in a pause has no more words, silence none, nor has a piece too
// short for them. It is safe for use by several goroutines.
type Speeches struct {
	mu     sync.Mutex
	next   string
	spoken []speech
}

// wordTime is less than anybody needs for a word: more words in less time are taken
// for imagined by who hears (agent/heard).
const wordTime = 125 * time.Millisecond

type speech struct {
	start []int16
	text  string
}

// Next says which words the next speech has.
func (s *Speeches) Next(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.next = text
}

// Heard is the Reply of what was spoken.
func (s *Speeches) Heard(w http.ResponseWriter, r *http.Request) {
	pcm, err := recording(r)
	if err != nil {
		refuse(w, r, http.StatusBadRequest, "invalid_value", "file")
		return
	}
	transcript{text: s.words(pcm)}.write(w, r, media.Duration(len(pcm)))
}

func (s *Speeches) words(pcm []int16) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	sound := slices.IndexFunc(pcm, func(sample int16) bool { return sample != 0 })
	if sound < 0 {
		return ""
	}
	pcm = pcm[sound:]
	for _, o := range s.spoken {
		if len(pcm) >= len(o.start) && slices.Equal(o.start, pcm[:len(o.start)]) {
			return o.text
		}
	}
	if s.next == "" || media.Duration(len(pcm)) < time.Duration(len(strings.Fields(s.next)))*wordTime {
		return ""
	}
	heard := speech{pcm[:min(len(pcm), media.Samples(100*time.Millisecond))], s.next}
	s.spoken, s.next = append(s.spoken, heard), ""
	return heard.text
}

// recording is a form's file.
func recording(r *http.Request) ([]int16, error) {
	file, _, err := r.FormFile("file")
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return media.DecodeWAV(file)
}

// lengthOf is how long a form's file lasts, by its header and its size: most answers
// need not a sample of it.
func lengthOf(r *http.Request) (time.Duration, error) {
	file, head, err := r.FormFile("file")
	if err != nil {
		return 0, err
	}
	defer file.Close()
	l, data, err := media.ReadWAVHeader(file)
	if err != nil {
		return 0, err
	}
	at, err := file.Seek(0, io.SeekCurrent)
	if err != nil {
		return 0, err
	}
	if l.Float || l.Law != media.Linear || data < 0 || data > head.Size-at || data%int64(l.FrameBytes()) != 0 {
		return 0, errors.New("not PCM of the length that its header says")
	}
	return time.Duration(data) * time.Second / time.Duration(l.Rate*l.FrameBytes()), nil
}

// maxUtterance is the most that is written to a stream at once: an engine may
// drop what it cannot hear in time.
const maxUtterance = 6 * time.Second

// transcript is what the engine heard.
type transcript struct {
	text  string
	words []stt.Word
}

// recorded is a recording that an engine has heard.
type recorded struct {
	engine stt.Engine
	pcm    [sha256.Size]byte
}

var transcripts sync.Map // of transcript by recorded

// hearOnce is hear, or what it returned of the same recording.
func hearOnce(ctx context.Context, engine stt.Engine, pcm []int16) (transcript, error) {
	sum := sha256.New()
	_ = binary.Write(sum, binary.LittleEndian, pcm) // a hash takes all
	key := recorded{engine, [sha256.Size]byte(sum.Sum(nil))}
	if t, ok := transcripts.Load(key); ok {
		return t.(transcript), nil
	}
	t, err := hear(ctx, engine, pcm)
	if err == nil {
		transcripts.Store(key, t)
	}
	return t, err
}

// hear has engine transcribe pcm in utterances of at most maxUtterance.
func hear(ctx context.Context, engine stt.Engine, pcm []int16) (t transcript, err error) {
	s, err := engine.Open(ctx, stt.Options{})
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	var texts []string
	for at := 0; at < len(pcm); at += media.Samples(maxUtterance) {
		s.Begin(uint64(at))
		s.Write(pcm[at:min(at+media.Samples(maxUtterance), len(pcm))])
		s.End()
		e := stt.Event{}
		for !e.Final {
			if e, err = s.Next(ctx); err != nil {
				return t, err
			}
		}
		if e.Err != nil {
			return t, e.Err
		}
		if e.Text != "" {
			texts = append(texts, e.Text)
		}
		for _, w := range e.Words {
			w.Start, w.End = w.Start+media.Duration(at), w.End+media.Duration(at)
			t.words = append(t.words, w)
		}
	}
	t.text = strings.Join(texts, " ")
	return t, nil
}

// write gives t in the form that was asked for: word by word, or as JSON.
func (t transcript) write(w http.ResponseWriter, r *http.Request, length time.Duration) {
	if r.FormValue("stream") == "true" {
		for i, word := range strings.Fields(t.text) {
			if i > 0 {
				word = " " + word
			}
			event(w, map[string]any{"type": "transcript.text.delta", "delta": word})
		}
		event(w, map[string]any{"type": "transcript.text.done", "text": t.text})
		_, _ = io.WriteString(w, "data: [DONE]\n\n")
		return
	}
	answer := map[string]any{"text": t.text}
	if r.FormValue("response_format") == "verbose_json" {
		words := []map[string]any{}
		for _, word := range t.words {
			words = append(words, map[string]any{"word": word.Text, "start": word.Start.Seconds(), "end": word.End.Seconds()})
		}
		answer["task"], answer["duration"], answer["words"] = "transcribe", length.Seconds(), words
		answer["segments"] = []map[string]any{{"id": 0, "text": t.text, "avg_logprob": -0.2, "no_speech_prob": 0.01}}
	}
	Raw("application/json", string(encode(answer)))(w, r)
}

// NewVoice starts a speech service that speaks with engine, until the test ends.
func NewVoice(t testing.TB, engine tts.Engine) *Server {
	t.Helper()
	return start(t, "/audio/speech", 30000, Spoken(engine, 24000, 1)) // 625 ms
}

// maxInput is the API's limit, in characters.
const maxInput = 4096

// voices are the service's, by the gender that speaks them.
var voices = map[string]string{
	"alloy": "male", "ash": "male", "ballad": "male", "echo": "male", "fable": "male", "onyx": "male", "verse": "male",
	"coral": "female", "nova": "female", "sage": "female", "shimmer": "female",
}

// Spoken speaks with engine. At 24 kHz and one channel that is what was asked
// for; anything else comes as WAV whatever was asked.
func Spoken(engine tts.Engine, rate, channels int) Reply {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Model, Input, Voice string
			Format              string `json:"response_format"`
			Speed               float64
		}
		err := json.NewDecoder(r.Body).Decode(&asked)
		gender, known := voices[asked.Voice]
		switch {
		case err != nil || asked.Model == "" || asked.Input == "" || utf8.RuneCountInString(asked.Input) > maxInput:
			refuse(w, r, http.StatusBadRequest, "invalid_value", "input")
			return
		case !known:
			refuse(w, r, http.StatusBadRequest, "invalid_value", "voice")
			return
		case asked.Format != "pcm" && asked.Format != "wav":
			refuse(w, r, http.StatusBadRequest, "invalid_value", "response_format")
			return
		}
		o := output{w: w, rate: rate, channels: channels}
		o.begin(asked.Format == "wav" || rate != 24000 || channels != 1)
		err = engine.Speak(r.Context(), asked.Input, tts.Voice{Gender: gender, Rate: asked.Speed}, o.write)
		if err != nil {
			panic(http.ErrAbortHandler)
		}
	}
}

// output is the body of an answer, flushed as it is written.
type output struct {
	w              http.ResponseWriter
	rate, channels int
	last           int16
	at, sent       int // samples of the output made, of the engine's written
}

// begin sends the content type, and the header of a WAV stream without a length.
func (o *output) begin(wav bool) {
	o.w.Header().Set("Content-Type", "audio/pcm")
	if !wav {
		return
	}
	o.w.Header().Set("Content-Type", "audio/wav")
	b := append([]byte("RIFF"), 0xff, 0xff, 0xff, 0xff)
	b = append(append(b, "WAVEfmt "...), 16, 0, 0, 0, 1, 0, byte(o.channels), 0)
	b = binary.LittleEndian.AppendUint32(b, uint32(o.rate))
	b = binary.LittleEndian.AppendUint32(b, uint32(2*o.channels*o.rate))
	b = append(b, byte(2*o.channels), 0, 16, 0)
	b = append(append(b, "data"...), 0xff, 0xff, 0xff, 0xff)
	_, _ = o.w.Write(b) // the client may have gone
}

// write brings a chunk to the output's rate by drawing lines between samples,
// which is good enough for speech.
func (o *output) write(c tts.Chunk) error {
	var b []byte
	for i, s := range c.PCM {
		n := o.sent + i // s is input sample n
		for ; o.at*media.SampleRate <= n*o.rate; o.at++ {
			back := float64(n) - float64(o.at)*media.SampleRate/float64(o.rate)
			v := int16(float64(s) - back*(float64(s)-float64(o.last)))
			for range o.channels {
				b = binary.LittleEndian.AppendUint16(b, uint16(v))
			}
		}
		o.last = s
	}
	o.sent += len(c.PCM)
	_, err := o.w.Write(b)
	flush(o.w)
	return err
}
