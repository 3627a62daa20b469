package engineconfig

import (
	"parley/engine/openaihttp"
	"parley/llm"
	llmopenai "parley/llm/openai"
	"parley/stt"
	sttopenai "parley/stt/openai"
	"parley/tts"
	ttsopenai "parley/tts/openai"
)

func (s Service) client() (*openaihttp.Client, error) { return openaihttp.New(s.config()) }

// The engines of services are called after the service, not the API: with two
// services in a list one must see which is meant. What else they can do, such as
// Warm, is kept.
type (
	namedLLM struct {
		*llmopenai.Engine
		loads
		name string
	}
	namedSTT struct {
		*sttopenai.Engine
		loads
		name string
	}
	namedTTS struct {
		*ttsopenai.Engine
		loads
		name string
	}
)

func (n namedLLM) Name() string { return n.name }
func (n namedSTT) Name() string { return n.name }
func (n namedTTS) Name() string { return n.name }

func openServiceLLM(p Plan, role Role, ref Ref) (llm.Engine, error) {
	s := p.Service(role, ref)
	e, err := llmopenai.New(llmopenai.Config{Service: s.config(), Model: ref.Model, Window: s.Context})
	if err != nil {
		return nil, err
	}
	return namedLLM{e, s.loads(), ref.String()}, nil
}

func openServiceSTT(p Plan, ref Ref) (stt.Engine, error) {
	s := p.Service(STT, ref)
	e, err := sttopenai.New(sttopenai.Config{Service: s.config(), Model: ref.Model})
	if err != nil {
		return nil, err
	}
	return namedSTT{e, s.loads(), ref.String()}, nil
}

func openServiceTTS(p Plan, ref Ref) (tts.Engine, error) {
	s := p.Service(TTS, ref)
	e, err := ttsopenai.New(ttsopenai.Config{Service: s.config(), Model: ref.Model, Voices: s.Voices, PCMRate: s.PCMRate})
	if err != nil {
		return nil, err
	}
	return namedTTS{e, s.loads(), ref.String()}, nil
}
