package sherpa

import (
	"errors"

	so "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx"

	"parley/media"
)

// model is a loaded model. Its methods are safe for concurrent use, but none may
// run during or after free.
type model interface {
	// begin starts a piece of an utterance, biased towards phrases if the model
	// can be.
	begin(phrases []string) (piece, error)
	// free frees the model, whose pieces are all freed.
	free()
}

// piece decodes a stretch of speech that the model hears at once. It is used by
// one goroutine at a time.
type piece interface {
	// write adds 16 kHz samples of -1 to 1; it copies pcm if it keeps it.
	write(pcm []float32)
	// interim is the text so far.
	interim() string
	// end is the outcome, after which the piece only may be freed.
	end() outcome
	free()
}

// float converts pcm into dst, which is as long.
func float(dst []float32, pcm []int16) {
	for i, s := range pcm {
		dst[i] = float32(s) / (1 << 15)
	}
}

// silence follows the last word of a piece: recognisers look ahead before they
// give a token.
var silence = make([]float32, media.SampleRate*6/10)

// errLoad means that sherpa-onnx would not load the models; it says why on
// standard error.
var errLoad = errors.New("sherpa-onnx refused it")

// online is a model of a streaming kind.
type online struct {
	recogniser *so.OnlineRecognizer
	biased     bool
}

var _ model = (*online)(nil)

func loadOnline(l files, threads int) (model, error) {
	c := so.OnlineRecognizerConfig{
		FeatConfig:     so.FeatureConfig{SampleRate: media.SampleRate, FeatureDim: 80},
		DecodingMethod: "greedy_search",
	}
	c.ModelConfig.Tokens, c.ModelConfig.NumThreads, c.ModelConfig.Provider = l.tokens, threads, "cpu"
	c.ModelConfig.Transducer = so.OnlineTransducerModelConfig{
		Encoder: l.paths["encoder"], Decoder: l.paths["decoder"], Joiner: l.paths["joiner"],
	}
	m := &online{biased: l.biased()}
	if m.biased {
		c.ModelConfig.ModelingUnit, c.ModelConfig.BpeVocab = "bpe", l.bpe
		c.DecodingMethod, c.MaxActivePaths, c.HotwordsScore = beamSearch, beamPaths, phraseScore
	}
	if m.recogniser = so.NewOnlineRecognizer(&c); m.recogniser == nil {
		return nil, errLoad
	}
	return m, nil
}

func (m *online) begin(phrases []string) (piece, error) {
	s := m.stream(phrases)
	if s == nil {
		return nil, errStream
	}
	return &onlinePiece{m, s}, nil
}

func (m *online) stream(phrases []string) *so.OnlineStream {
	if m.biased && len(phrases) > 0 {
		return onlineBiased(m.recogniser, phrases)
	}
	return so.NewOnlineStream(m.recogniser)
}

func (m *online) free() { so.DeleteOnlineRecognizer(m.recogniser) }

// errStream means that sherpa-onnx made no stream.
var errStream = errors.New("sherpa-onnx opened no stream")

type onlinePiece struct {
	m *online
	s *so.OnlineStream
}

func (p *onlinePiece) write(pcm []float32) {
	if len(pcm) > 0 {
		p.s.AcceptWaveform(media.SampleRate, pcm)
	}
	p.decode()
}

func (p *onlinePiece) decode() {
	for p.m.recogniser.IsReady(p.s) {
		p.m.recogniser.Decode(p.s)
	}
}

func (p *onlinePiece) interim() string { return p.m.recogniser.GetResult(p.s).Text }

func (p *onlinePiece) end() outcome {
	p.s.AcceptWaveform(media.SampleRate, silence)
	p.s.InputFinished()
	p.decode()
	r := p.m.recogniser.GetResult(p.s)
	return outcome{text: r.Text, tokens: r.Tokens, starts: r.Timestamps}
}

func (p *onlinePiece) free() { so.DeleteOnlineStream(p.s) }

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
			CachedDecoder: l.paths["cached"],
		}
	case SenseVoice:
		m.SenseVoice = so.OfflineSenseVoiceModelConfig{Model: l.paths["model"], Language: language, UseInverseTextNormalization: 1}
	default:
		m.Transducer = so.OfflineTransducerModelConfig{Encoder: l.paths["encoder"], Decoder: l.paths["decoder"], Joiner: l.paths["joiner"]}
		m.ModelType = "nemo_transducer"
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
