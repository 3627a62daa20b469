package engineconfig

import (
	"slices"

	"parley/engine/models"
	"parley/stt"
	ears "parley/stt/sherpa"
	"parley/tts"
	voice "parley/tts/sherpa"
)

// A model's engine is called after the model, "sherpa:kokoro-en", and knows the
// languages that the catalogue says it does.
type (
	modelEars struct {
		*ears.Engine
		model string
	}
	modelVoice struct {
		*voice.Engine
		model string
	}
)

func (m modelEars) Name() string         { return Sherpa + ":" + m.model }
func (m modelEars) Languages() []string  { return languagesOf(m.model) }
func (m modelVoice) Name() string        { return Sherpa + ":" + m.model }
func (m modelVoice) Languages() []string { return languagesOf(m.model) }

// languagesOf are those of a model as BCP 47 tags, nil for many and for a model
// of the user's own.
func languagesOf(model string) []string {
	m, err := models.Lookup(model)
	if err != nil || slices.Contains(m.Languages, "multi") {
		return nil
	}
	return m.Languages
}

func openSherpaEars(model string, r Resources) (stt.Engine, error) {
	dir, err := models.Find(r.Models, model)
	if err != nil {
		return nil, err
	}
	e, err := ears.Open(ears.Options{Dir: dir, Punctuation: punctuation(r)})
	if err != nil {
		return nil, err
	}
	return modelEars{e, model}, nil
}

// punctuation is the folder of an installed model that adds it, "" if there is
// none.
func punctuation(r Resources) string {
	for _, m := range models.Catalogue() {
		if m.Role == models.Punctuation && models.Look(r.Models, m).State == models.Here {
			if dir, err := models.Find(r.Models, m.Name); err == nil {
				return dir
			}
		}
	}
	return ""
}

func openSherpaVoice(model string, r Resources) (tts.Engine, error) {
	dir, err := models.Find(r.Models, model)
	if err != nil {
		return nil, err
	}
	e, err := voice.Open(voice.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	return modelVoice{e, model}, nil
}
