package sherpa

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	so "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx"

	"parley/engine/models/folder"
	"parley/media"
)

// model is a loaded voice model. speak is safe for concurrent use, unless the
// model says it is alone; nothing may run during or after free.
type model interface {
	// rate is that of the audio, in Hz.
	rate() int
	// speak passes the speech of text to emit, which may keep it, until emit
	// returns false; voice is a number of voices. It passes nothing if the model
	// knows nothing of the text.
	speak(text string, voice int, speed float64, emit func([]float32) bool)
	free()
}

// errLoad means that sherpa-onnx would not load the model; it says why on
// standard error.
var errLoad = errors.New("sherpa-onnx refused it")

// loaded is a model that sherpa-onnx runs.
type loaded struct {
	tts *so.OfflineTts
	// recordings are the voices of a model that has none of its own.
	recordings [][]float32
}

var _ model = (*loaded)(nil)

// noise and spread are what VITS and Matcha were trained to be used with.
const (
	noise       = 0.667
	matchaNoise = 1
	spread      = 0.8
	// flowSteps is how often Pocket refines each frame: sherpa-onnx's default.
	flowSteps = 5
)

func load(l files, language string, threads int) (*loaded, error) {
	c := so.OfflineTtsConfig{MaxNumSentences: 1, SilenceScale: 1}
	m := &c.Model
	m.NumThreads, m.Provider = threads, "cpu"
	model, tokens := l.paths["model"], l.paths["tokens.txt"]
	switch l.kind {
	case Kokoro:
		m.Kokoro = so.OfflineTtsKokoroModelConfig{
			Model: model, Voices: l.paths["voices.bin"], Tokens: tokens, DataDir: l.espeak,
			Lexicon: l.accent(language), LengthScale: 1,
		}
		if m.Kokoro.Lexicon == "" {
			m.Kokoro.Lang = language
		}
	case Kitten:
		m.Kitten = so.OfflineTtsKittenModelConfig{
			Model: model, Voices: l.paths["voices.bin"], Tokens: tokens, DataDir: l.espeak, LengthScale: 1,
		}
	case Matcha:
		m.Matcha = so.OfflineTtsMatchaModelConfig{
			AcousticModel: model, Vocoder: l.paths["vocoder"], Tokens: tokens, DataDir: l.espeak,
			NoiseScale: matchaNoise, LengthScale: 1,
		}
	case Pocket:
		m.Pocket = so.OfflineTtsPocketModelConfig{
			LmFlow: l.paths["lm_flow"], LmMain: l.paths["lm_main"], Encoder: l.paths["encoder"], Decoder: l.paths["decoder"],
			TextConditioner: l.paths["text_conditioner"], VocabJson: l.paths["vocab.json"],
			TokenScoresJson: l.paths["token_scores.json"], VoiceEmbeddingCacheCapacity: len(l.voices),
		}
	default:
		m.Vits = so.OfflineTtsVitsModelConfig{
			Model: model, Tokens: tokens, DataDir: l.espeak,
			NoiseScale: noise, NoiseScaleW: spread, LengthScale: 1,
		}
	}
	out := &loaded{}
	for _, path := range l.voices {
		pcm, err := recording(path)
		if err != nil {
			return nil, err
		}
		out.recordings = append(out.recordings, pcm)
	}
	if out.tts = so.NewOfflineTts(&c); out.tts == nil {
		return nil, errLoad
	}
	return out, nil
}

// accent is the lexicons of a Kokoro that has them, with one of English.
func (l *files) accent(language string) string {
	english := "lexicon-us-en.txt"
	if strings.EqualFold(language, "en-GB") {
		english = "lexicon-gb-en.txt"
	}
	kept := slices.DeleteFunc(slices.Clone(l.lexicons), func(path string) bool {
		name := filepath.Base(path)
		return strings.HasSuffix(name, "-en.txt") && name != english
	})
	return strings.Join(kept, ",")
}

// recording reads the recording of a voice; few seconds are enough, and more
// make each utterance slower.
func recording(path string) ([]float32, error) {
	pcm, err := media.ReadWAV(path)
	if err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, folder.ErrForm, err)
	}
	pcm = pcm[:min(len(pcm), 15*media.SampleRate)]
	out := make([]float32, len(pcm))
	for i, s := range pcm {
		out[i] = float32(s) / (1 << 15)
	}
	return out, nil
}

func (m *loaded) rate() int { return m.tts.SampleRate() }

func (m *loaded) speak(text string, voice int, speed float64, emit func([]float32) bool) {
	c := so.GenerationConfig{Speed: float32(speed), SilenceScale: 1, Sid: voice, NumSteps: flowSteps}
	if len(m.recordings) > 0 {
		c.Sid, c.ReferenceAudio, c.ReferenceSampleRate = 0, m.recordings[voice], media.SampleRate
	}
	m.tts.GenerateWithConfig(text, &c, func(samples []float32, _ float32) bool { return emit(samples) })
}

func (m *loaded) free() { so.DeleteOfflineTts(m.tts) }
