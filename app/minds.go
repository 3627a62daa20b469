package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"parley"
	"parley/agent"
	"parley/app/engineconfig"
	"parley/app/metrics"
	"parley/engine/failover"
	"parley/llm"
	"parley/scenarios"
)

// Minds play characters by text alone, without a room, ears or a voice. They are
// safe for concurrent use.
type Minds struct{ engines *Engines }

// OpenMinds opens what thinks in the configuration's plan; what is missing is a
// SetupError that says what to do. It asks services that were named without a
// model what they have, which blocks for a second at most.
func OpenMinds(ctx context.Context, c Config) (*Minds, error) {
	chosen, err := c.Plan.Choose(ctx, engineconfig.Neighbourhood{Folder: c.Models}, engineconfig.LLM)
	if err != nil {
		return nil, SetupError{err}
	}
	opened, err := c.Plan.Open(chosen, c.resources())
	if err != nil {
		return nil, SetupError{err}
	}
	slog.Info("engines, in order", "llm", chosen[engineconfig.LLM])
	e := &Engines{scripted: opened.Offline[engineconfig.LLM], prices: c.Plan.Prices, opened: opened}
	e.seatThinking()
	e.thinking.Load()
	return &Minds{e}, nil
}

// Settle waits for models that are being loaded, until ctx ends and for five minutes at
// most; say is told the names of those that take longer.
func (m *Minds) Settle(ctx context.Context, say func(engine string)) {
	settle(ctx, m.engines.thinking, say)
}

// MindOf is the character of a scene for one conversation; o is told of the engines that
// serve it and may be nil.
func (m *Minds) MindOf(s scenarios.Scenario, d parley.Dispatch, o failover.Observer) (agent.Mind, error) {
	engine, err := m.engines.llmFor(s, o)
	if err != nil {
		return nil, SetupError{fmt.Errorf("%w; set OPENAI_API_KEY or choose a language model with --llm", err)}
	}
	return mindOf(s, d, engine, slog.Default())
}

// ErrNoModel means that the plan has no language model, but scripts alone.
var ErrNoModel = errors.New("there is no language model: set OPENAI_API_KEY or choose one with --llm")

// Model is the language model of the plan by itself, in the order of its services;
// ErrNoModel as a SetupError means that there is none.
func (m *Minds) Model() (llm.Engine, error) {
	if m.engines.services == nil {
		return nil, SetupError{ErrNoModel}
	}
	return m.engines.services.ForCall(nil), nil
}

// watchedBy has m tell of the language models.
func (m *Minds) watchedBy(to *metrics.Metrics) {
	if s := m.engines.services; s != nil {
		to.WatchEngines(engineconfig.LLM, s)
	}
}

// Close closes the engines. Nobody may answer any more.
func (m *Minds) Close() error {
	m.engines.thinking.Close()
	if s := m.engines.services; s != nil && s != m.engines.thinking {
		s.Close()
	}
	return m.engines.opened.Close()
}

// settle waits for the models of a list that are being loaded, until ctx ends: whoever
// began a command has nothing else meanwhile.
func settle(ctx context.Context, t *failover.Thinking, say func(engine string)) {
	defer t.Watch(func(l failover.Load) {
		if !l.Over {
			say(l.Engine)
		}
	})()
	t.Settle(ctx)
}
