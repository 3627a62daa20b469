package engineconfig

import (
	"path"
	"slices"

	"parley/engine/models"
	"parley/stt"
	sttsherpa "parley/stt/sherpa"
	"parley/tts"
	ttssherpa "parley/tts/sherpa"
)

// A model's engine is called after the model, "sherpa:kokoro-en", and knows the
// languages that the catalogue says it does.
type (
	modelSTT struct {
		*sttsherpa.Engine
		model string
	}
	modelTTS struct {
		*ttssherpa.Engine
		model string
	}
)

func (m modelSTT) Name() string        { return Sherpa + ":" + m.model }
func (m modelSTT) Languages() []string { return languagesOf(m.model) }
func (m modelTTS) Name() string        { return Sherpa + ":" + m.model }
func (m modelTTS) Languages() []string { return languagesOf(m.model) }

// languagesOf are those of a model as BCP 47 tags, nil for many and for a model
// of the user's own.
func languagesOf(model string) []string {
	m, err := models.Lookup(model)
	if err != nil || slices.Contains(m.Languages, "multi") {
		return nil
	}
	return m.Languages
}

// kindOf is the kind of a model: the catalogue's, or of one of the user's own the name of
// the folder that it lies in.
func kindOf(model string) string {
	if m, err := models.Lookup(model); err == nil {
		return m.Kind
	}
	return path.Dir(model)
}

func openSherpaSTT(model string, r Resources) (stt.Engine, error) {
	dir, err := models.Find(r.Models, model)
	if err != nil {
		return nil, err
	}
	e, err := sttsherpa.Open(sttsherpa.Options{Dir: dir, Kind: sttsherpa.Kind(kindOf(model)), Punctuation: punctuation(r)})
	if err != nil {
		return nil, err
	}
	return modelSTT{e, model}, nil
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

func openSherpaTTS(model string, r Resources) (tts.Engine, error) {
	dir, err := models.Find(r.Models, model)
	if err != nil {
		return nil, err
	}
	e, err := ttssherpa.Open(ttssherpa.Options{Dir: dir, Kind: ttssherpa.Kind(kindOf(model))})
	if err != nil {
		return nil, err
	}
	return modelTTS{e, model}, nil
}
