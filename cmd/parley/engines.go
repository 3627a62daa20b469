package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"parley"
	"parley/agent"
	"parley/llm"
	"parley/llm/openai"
	"parley/llm/understudy"
	"parley/media"
	"parley/scenarios"
	"parley/stt"
	"parley/stt/sphinx"
	"parley/tts"
	"parley/tts/flite"
)

// engines are what all calls of this process share.
type engines struct {
	stt stt.Engine
	tts tts.Engine
	// llm is nil when the understudy plays.
	llm llm.Engine
	vad *media.VADModel
	// turn is nil without a model file.
	turn *media.TurnModel
	// hear, when set, gives a call a recogniser of its own instead of stt.
	hear func(parley.Dispatch) stt.Engine

	sphinx *sphinx.Engine // nil unless opened here
}

// openEngines loads them; what is missing is a setupError that says what to do.
func openEngines(c config) (*engines, error) {
	e := &engines{}
	var err error
	if e.vad, err = media.OpenVADModel(filepath.Join(c.models, media.VADModelFile)); err != nil {
		return nil, setupError{err}
	}
	if e.sphinx, err = sphinx.Open(sphinx.Options{Decoders: c.decoders}); err != nil {
		return nil, setupError{err}
	}
	e.stt = e.sphinx
	if c.turnModel != "" {
		if e.turn, err = media.OpenTurnModel(c.turnModel); err != nil {
			return nil, setupError{err}
		}
	}
	if e.tts, err = flite.Open(); err != nil {
		return nil, setupError{err}
	}
	if e.llm, err = openModel(c.llm); err != nil {
		return nil, err
	}
	return e, nil
}

func (e *engines) close() error {
	var heard error
	if e.sphinx != nil {
		heard = e.sphinx.Close()
	}
	var turn error
	if e.turn != nil {
		turn = e.turn.Close()
	}
	return errors.Join(heard, turn, e.vad.Close())
}

// turnModel judges the ends of turns; nil without a model file.
func (e *engines) turnModel() agent.TurnModel {
	if e.turn == nil {
		return nil
	}
	return e.turn
}

// recogniser is the engine that hears a call.
func (e *engines) recogniser(d parley.Dispatch) stt.Engine {
	if e.hear != nil {
		return e.hear(d)
	}
	return e.stt
}

// mind is the engine that plays a scenario.
func (e *engines) mind(s scenarios.Scenario) (llm.Engine, error) {
	if e.llm != nil {
		return e.llm, nil
	}
	return understudy.New(s)
}

// names says which engine serves which role.
func (e *engines) names() map[string]string {
	return map[string]string{"stt": e.stt.Name(), "llm": mindName(e.llm), "tts": e.tts.Name()}
}

// mindName names a model, or the understudy where there is none.
func mindName(model llm.Engine) string {
	if model == nil {
		return "understudy"
	}
	return model.Name()
}

// openModel opens the service m names, or returns nil if it names none.
func openModel(m modelConfig) (llm.Engine, error) {
	if !m.set() {
		return nil, nil
	}
	e, err := openai.New(openai.Config{BaseURL: m.url, Key: m.key, Model: m.model})
	if err != nil {
		return nil, setupError{fmt.Errorf("language model: %w", err)}
	}
	return e, nil
}

// openScenarios loads the embedded scenes and those in the folder.
func openScenarios(c config) (*scenarios.Library, error) {
	var l *scenarios.Library
	var err error
	if c.scenarios == "" {
		l, err = scenarios.Embedded()
	} else {
		l, err = scenarios.LoadDir(c.scenarios)
	}
	if err != nil {
		return nil, setupError{err}
	}
	return l, nil
}
