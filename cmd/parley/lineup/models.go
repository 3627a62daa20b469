package lineup

import (
	"parley/stt"
	ears "parley/stt/sherpa"
	"parley/tts"
	voice "parley/tts/sherpa"
	"parley/weights"
)

// A model's engine is called after the model: "sherpa:kokoro-en".
type (
	modelEars struct {
		*ears.Engine
		name string
	}
	modelVoice struct {
		*voice.Engine
		name string
	}
)

func (m modelEars) Name() string  { return m.name }
func (m modelVoice) Name() string { return m.name }

func openSherpaEars(model string, r Resources) (stt.Engine, error) {
	dir, err := weights.Find(r.Models, model)
	if err != nil {
		return nil, err
	}
	e, err := ears.Open(ears.Options{Dir: dir, Punctuation: punctuation(r)})
	if err != nil {
		return nil, err
	}
	return modelEars{e, Sherpa + ":" + model}, nil
}

// punctuation is the folder of an installed model that adds it, "" if there is
// none.
func punctuation(r Resources) string {
	for _, m := range weights.Catalogue() {
		if m.Role == weights.Punctuation && weights.Look(r.Models, m).State == weights.Here {
			if dir, err := weights.Find(r.Models, m.Name); err == nil {
				return dir
			}
		}
	}
	return ""
}

func openSherpaVoice(model string, r Resources) (tts.Engine, error) {
	dir, err := weights.Find(r.Models, model)
	if err != nil {
		return nil, err
	}
	e, err := voice.Open(voice.Options{Dir: dir})
	if err != nil {
		return nil, err
	}
	return modelVoice{e, Sherpa + ":" + model}, nil
}
