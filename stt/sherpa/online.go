package sherpa

import (
	"errors"

	so "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx"

	"parley/media"
)

// errLoad means that sherpa-onnx would not load the models; it says why on
// standard error.
var errLoad = errors.New("sherpa-onnx refused it")

// online is a model of a streaming kind.
type online struct {
	recogniser *so.OnlineRecognizer
	biased     bool
	// slower corrects the times of tokens, which sherpa-onnx takes for four
	// frames of 10 ms each in all streaming CTC models.
	slower float32
}

var _ model = (*online)(nil)

func loadOnline(l files, threads int) (model, error) {
	c := so.OnlineRecognizerConfig{
		FeatConfig:     so.FeatureConfig{SampleRate: media.SampleRate, FeatureDim: 80},
		DecodingMethod: "greedy_search",
	}
	c.ModelConfig.Tokens, c.ModelConfig.NumThreads, c.ModelConfig.Provider = l.tokens, threads, "cpu"
	switch l.kind {
	case StreamingParaformer:
		c.ModelConfig.Paraformer = so.OnlineParaformerModelConfig{Encoder: l.paths["encoder"], Decoder: l.paths["decoder"]}
	case StreamingZipformerCTC:
		c.ModelConfig.Zipformer2Ctc.Model = l.paths["model"]
	case StreamingNeMoCTC:
		c.ModelConfig.NemoCtc.Model = l.paths["model"]
	default:
		c.ModelConfig.Transducer = so.OnlineTransducerModelConfig{
			Encoder: l.paths["encoder"], Decoder: l.paths["decoder"], Joiner: l.paths["joiner"],
		}
	}
	m := &online{biased: l.biased(), slower: l.slower}
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
	for i := range r.Timestamps {
		r.Timestamps[i] *= p.m.slower
	}
	return outcome{text: r.Text, tokens: r.Tokens, starts: r.Timestamps}
}

func (p *onlinePiece) free() { so.DeleteOnlineStream(p.s) }
