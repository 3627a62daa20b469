package sherpa

import (
	so "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx"

	"parley/media"
)

// minWhole is the least audio that a whole-utterance model is given, in samples:
// the networks have windows, and ONNX Runtime ends the process if one finds less
// than it is wide.
const minWhole = media.SampleRate

// offline is a model of a kind that hears whole utterances.
type offline struct {
	recogniser *so.OfflineRecognizer
	biased     bool
}

var _ model = (*offline)(nil)

func loadOffline(l files, language string, threads int) (model, error) {
	c := so.OfflineRecognizerConfig{
		FeatConfig:     so.FeatureConfig{SampleRate: media.SampleRate, FeatureDim: 80},
		DecodingMethod: "greedy_search",
	}
	m := &c.ModelConfig
	m.Tokens, m.NumThreads, m.Provider = l.tokens, threads, "cpu"
	switch l.kind {
	case Whisper:
		m.Whisper = so.OfflineWhisperModelConfig{
			Encoder: l.paths["encoder"], Decoder: l.paths["decoder"], Language: language, Task: "transcribe",
		}
	case Moonshine:
		m.Moonshine = so.OfflineMoonshineModelConfig{
			Preprocessor: l.paths["preprocessor"], Encoder: l.paths["encoder"], UncachedDecoder: l.paths["uncached"],
			CachedDecoder: l.paths["cached"], MergedDecoder: l.paths["merged"],
		}
	case SenseVoice:
		m.SenseVoice = so.OfflineSenseVoiceModelConfig{Model: l.paths["model"], Language: language, UseInverseTextNormalization: 1}
	case Paraformer:
		m.Paraformer.Model = l.paths["model"]
	case NeMoCTC:
		m.NemoCTC.Model = l.paths["model"]
	case ZipformerCTC:
		m.ZipformerCtc.Model = l.paths["model"]
	default:
		m.Transducer = so.OfflineTransducerModelConfig{Encoder: l.paths["encoder"], Decoder: l.paths["decoder"], Joiner: l.paths["joiner"]}
		m.ModelType = map[Kind]string{Transducer: "transducer", NeMoTransducer: "nemo_transducer"}[l.kind]
	}
	out := &offline{biased: l.biased()}
	if out.biased {
		m.ModelingUnit, m.BpeVocab = "bpe", l.bpe
		c.DecodingMethod, c.MaxActivePaths, c.HotwordsScore = beamSearch, beamPaths, phraseScore
	}
	if out.recogniser = so.NewOfflineRecognizer(&c); out.recogniser == nil {
		return nil, errLoad
	}
	return out, nil
}

func (m *offline) begin(phrases []string) (piece, error) {
	return &offlinePiece{m: m, phrases: phrases}, nil
}

func (m *offline) stream(phrases []string) *so.OfflineStream {
	if m.biased && len(phrases) > 0 {
		return offlineBiased(m.recogniser, phrases)
	}
	return so.NewOfflineStream(m.recogniser)
}

func (m *offline) free() { so.DeleteOfflineRecognizer(m.recogniser) }

// offlinePiece keeps the audio: the model hears all of it at once.
type offlinePiece struct {
	m       *offline
	phrases []string
	pcm     []float32
}

func (p *offlinePiece) write(pcm []float32) { p.pcm = append(p.pcm, pcm...) }

func (p *offlinePiece) interim() string { return p.decode(p.pcm).text }

func (p *offlinePiece) end() outcome { return p.decode(append(p.pcm, silence...)) }

func (p *offlinePiece) decode(pcm []float32) outcome {
	if short := minWhole - len(pcm); short > 0 {
		pcm = append(pcm[:len(pcm):len(pcm)], make([]float32, short)...)
	}
	s := p.m.stream(p.phrases)
	if s == nil {
		return outcome{}
	}
	defer so.DeleteOfflineStream(s)
	s.AcceptWaveform(media.SampleRate, pcm)
	p.m.recogniser.Decode(s)
	r := s.GetResult()
	return outcome{text: r.Text, tokens: r.Tokens, starts: r.Timestamps, logs: r.YsLogProbs}
}

func (p *offlinePiece) free() { p.pcm = nil }
