package engineconfig

import (
	"parley/engine/openaihttp"
	"parley/llm"
	chat "parley/llm/openai"
	"parley/stt"
	ears "parley/stt/openai"
	"parley/tts"
	voice "parley/tts/openai"
)

func (s Service) client() (*openaihttp.Client, error) { return openaihttp.New(s.config()) }

// The engines of services are called after the service, not the API: with two
// services in a list one must see which is meant. What else they can do, such as
// Warm, is kept.
type (
	namedMind struct {
		*chat.Engine
		name string
	}
	namedEars struct {
		*ears.Engine
		name string
	}
	namedVoice struct {
		*voice.Engine
		name string
	}
)

func (n namedMind) Name() string  { return n.name }
func (n namedEars) Name() string  { return n.name }
func (n namedVoice) Name() string { return n.name }

func openChat(p Plan, role Role, ref Ref) (llm.Engine, error) {
	s := p.Service(role, ref)
	c := s.config()
	e, err := chat.New(chat.Config{
		BaseURL: c.BaseURL, Key: c.Key, Organization: c.Organization, Project: c.Project,
		APIVersion: c.APIVersion, Headers: c.Headers, Model: ref.Model, Window: s.Context,
	})
	if err != nil {
		return nil, err
	}
	return namedMind{e, ref.String()}, nil
}

func openEars(p Plan, ref Ref) (stt.Engine, error) {
	c := p.Service(STT, ref).config()
	e, err := ears.New(ears.Config{
		BaseURL: c.BaseURL, Key: c.Key, Organization: c.Organization, Project: c.Project,
		APIVersion: c.APIVersion, Headers: c.Headers, Model: ref.Model,
	})
	if err != nil {
		return nil, err
	}
	return namedEars{e, ref.String()}, nil
}

func openVoice(p Plan, ref Ref) (tts.Engine, error) {
	s := p.Service(TTS, ref)
	c := s.config()
	e, err := voice.New(voice.Config{
		BaseURL: c.BaseURL, Key: c.Key, Organization: c.Organization, Project: c.Project,
		APIVersion: c.APIVersion, Headers: c.Headers, Model: ref.Model, Voices: s.Voices,
	})
	if err != nil {
		return nil, err
	}
	return namedVoice{e, ref.String()}, nil
}
