package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"time"

	"parley"
	"parley/agent"
	"parley/agent/endpoint"
	"parley/cmd/parley/lineup"
	"parley/engine/failover"
	"parley/llm"
	"parley/llm/understudy"
	"parley/media"
	"parley/scenarios"
	"parley/stt"
)

// engines are what all calls of this process share.
type engines struct {
	hearing  *failover.Hearing
	speaking *failover.Speaking
	// thinking has all that can think, the understudy included; services are the
	// others, for scenarios without a script, nil if there are none.
	thinking, services *failover.Thinking
	// scripted is set when the understudy may play.
	scripted bool
	vad      *media.VADModel
	// turn is nil without a model file.
	turn *media.TurnModel
	// hear, when set, gives a call a recogniser of its own instead of hearing.
	hear   func(parley.Dispatch) stt.Engine
	prices lineup.Prices
	// pace is what calls have learnt of how fast the voices are.
	pace agent.Pace
	// marks is what calls have learnt of the marks that the recognisers write.
	marks endpoint.Experience
	// lines are what characters say again and again.
	lines agent.LineCache

	opened *lineup.Engines
}

// openEngines loads them; what is missing is a setupError that says what to do.
func openEngines(ctx context.Context, c config) (*engines, error) {
	chosen, err := c.plan.Choose(ctx, lineup.Neighbourhood{Folder: c.models}, lineup.STT, lineup.LLM, lineup.TTS)
	if err != nil {
		return nil, setupError{err}
	}
	opened, err := c.plan.Open(chosen, c.resources())
	if err != nil {
		return nil, setupError{err}
	}
	e, err := newEngines(c, opened)
	if err != nil {
		return nil, errors.Join(setupError{err}, opened.Close())
	}
	slog.Info("engines, in order", "stt", chosen[lineup.STT], "llm", chosen[lineup.LLM], "tts", chosen[lineup.TTS])
	return e, nil
}

// unhurried is how late an engine of this machine may be that is the only one: it
// does not hang, it is slow when the machine is, and what it says late is better
// than nothing.
const unhurried = 10 * time.Second

// newEngines serves what is opened in its order, and closes it at the end. On an
// error it does not.
func newEngines(c config, opened *lineup.Engines) (*engines, error) {
	ears, voices := failover.Options{}, failover.Options{}
	if opened.Here[lineup.STT] {
		ears.Budgets.Alone = unhurried
	}
	if opened.Here[lineup.TTS] {
		voices.Budgets.Alone = unhurried
	}
	e := &engines{
		hearing:  failover.NewHearing(ears, opened.STT...),
		speaking: failover.NewSpeaking(voices, opened.TTS...),
		scripted: opened.Offline[lineup.LLM], prices: c.plan.Prices, opened: opened,
	}
	services := slices.DeleteFunc(slices.Clone(opened.LLM), func(m llm.Engine) bool { return m == understudy.Cued{} })
	if e.scripted && len(services) > 0 {
		e.services = failover.NewThinking(failover.Options{}, services...)
	}
	o := failover.Options{}
	if e.scripted {
		// It answers at once and is not the model asked for, which may be slow on
		// a machine like this one: fillers cover the longer wait.
		o.Budgets = failover.Budgets{First: 2500 * time.Millisecond, Total: 3500 * time.Millisecond}
	}
	e.thinking = failover.NewThinking(o, opened.LLM...)
	if !e.scripted {
		e.services = e.thinking
	}
	var err error
	if e.vad, err = media.OpenVADModel(filepath.Join(c.models, media.VADModelFile)); err != nil {
		e.closeLists()
		return nil, err
	}
	if c.turnModel != "" {
		if e.turn, err = media.OpenTurnModel(c.turnModel); err != nil {
			e.closeLists()
			return nil, errors.Join(err, e.vad.Close())
		}
	}
	return e, nil
}

func (e *engines) closeLists() {
	e.hearing.Close()
	e.speaking.Close()
	for _, t := range []*failover.Thinking{e.thinking, e.services} {
		if t != nil {
			t.Close()
		}
	}
}

func (e *engines) close() error {
	e.closeLists()
	var turn error
	if e.turn != nil {
		turn = e.turn.Close()
	}
	return errors.Join(e.opened.Close(), turn, e.vad.Close())
}

// warmUp bounds the opening of connections before the first turn.
const warmUp = 5 * time.Second

// warm opens connections to the services, so that the first turn need not. A
// failure is package failover's to deal with.
func (e *engines) warm(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, warmUp)
	defer cancel()
	for _, warm := range []func(context.Context) error{e.thinking.Warm, e.speaking.Warm, e.hearing.Warm} {
		if err := warm(ctx); err != nil {
			slog.Debug("an engine is not warm", "err", err)
		}
	}
}

// turnModel judges the ends of turns; nil without a model file.
func (e *engines) turnModel() agent.TurnModel {
	if e.turn == nil {
		return nil
	}
	return e.turn
}

// recogniser is the engine that hears a call.
func (e *engines) recogniser(d parley.Dispatch, o failover.Observer) stt.Engine {
	if e.hear != nil {
		return e.hear(d)
	}
	return e.hearing.For(o)
}

// errNoMind means that nothing here can play a scenario.
var errNoMind = errors.New("no engine can play the scenario")

// mind is the engine that plays a scenario, for one call; o may be nil.
func (e *engines) mind(s scenarios.Scenario, o failover.Observer) (llm.Engine, error) {
	if e.scripted {
		script, err := understudy.New(s)
		if err == nil {
			return cued{e.thinking.For(o), script}, nil
		}
		if !errors.Is(err, understudy.ErrNoScript) {
			return nil, err
		}
	}
	if e.services == nil {
		return nil, fmt.Errorf("%w %s", errNoMind, s.ID)
	}
	return e.services.For(o), nil
}

// plays is nil if the engines here can hold a call of that scene, else why not
// and what to do.
func (e *engines) plays(s scenarios.Scenario) error {
	if _, err := e.mind(s, nil); err != nil {
		return fmt.Errorf("scenario %q needs a language model: set OPENAI_API_KEY or choose one with --llm", s.ID)
	}
	lacks := func(what, engine, flag string) error {
		return fmt.Errorf("scenario %q is in %q, which the %s here (%s) does not know: "+
			"choose another scenario, or an engine that knows it with %s", s.ID, s.Language, what, engine, flag)
	}
	switch {
	case e.hear == nil && !e.hearing.Knows(s.Language):
		return lacks("speech recognition", e.hearing.Name(), "--stt")
	case !e.speaking.Knows(s.Language):
		return lacks("voice", e.speaking.Name(), "--tts")
	}
	return nil
}

// cued is an engine for one call, in which the understudy knows its script.
type cued struct {
	llm.Engine
	script *understudy.Engine
}

// Chat implements llm.Engine.
func (c cued) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	return c.Engine.Chat(understudy.Cue(ctx, c.script), r)
}

// freeWaste is agent.Config.Waste where an answer costs nothing but this
// machine's time.
const freeWaste = 1

// waste is how many answers a turn may be begun for nothing: more where nobody
// pays for them.
func (e *engines) waste(mind llm.Engine) float64 {
	if e.prices.Free(mind.Name(), e.speaking.Name()) {
		return freeWaste
	}
	return agent.DefaultWaste
}

// names says which engine would serve which role now.
func (e *engines) names() map[string]string {
	return map[string]string{"stt": e.hearing.Name(), "llm": e.thinking.Name(), "tts": e.speaking.Name()}
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
