// Package openai is an llm.Engine for any service that speaks the OpenAI chat
// API: OpenAI itself, Azure, vLLM, Ollama, llama.cpp and others, chosen by URL
// and model name. It streams, keeps time budgets, learns how the model wants to
// be asked, keeps conversations within its context window, tells words from all else
// that a model writes, and turns every failure into one of the errors of package
// engine, in words that never hold the key or speech.
//
// An answer is whole where its body ends whole (its length reached, its last chunk
// come, its HTTP/2 stream closed), with or without a finish reason and an end mark. A
// body that ends with its connection, as of HTTP/1.0, is taken for whole: nothing
// tells.
package openai

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync/atomic"
	"time"

	"parley/engine/openaihttp"
	"parley/llm"
	"parley/llm/words"
)

// Config says which service to ask and how long to wait for it.
type Config struct {
	// Service says where and as whom.
	Service openaihttp.Config
	// Model is the model's name as the service knows it; required.
	Model string
	// FirstToken bounds the wait for the first word, NextToken each later
	// pause; 0 means llm.FirstTokenBudget and llm.NextTokenBudget. Only time
	// spent inside Chat and Next counts.
	FirstToken, NextToken time.Duration
	// Window is how many tokens the model can read at once, its answer included;
	// 0 means DefaultWindow. A conversation that is longer by estimate loses its
	// oldest exchanges. A service that finds it too long still is sent half as
	// much from then on.
	Window int
	// Log is told what the service refuses; nil means slog.Default().
	Log *slog.Logger
}

// Engine is one model of one service. It is safe for concurrent use and holds
// nothing but idle connections and what it has learnt of the service.
type Engine struct {
	service     *openaihttp.Client
	model       string
	address     string // of the service and the model, for what is given back to it alone
	first, next time.Duration
	log         *slog.Logger
	learnt      learnt
	// window is Config.Window, or less where the service refused that.
	window atomic.Int64
}

var (
	_ llm.Engine   = (*Engine)(nil)
	_ llm.Windowed = (*Engine)(nil)
	_ llm.Adapting = (*Engine)(nil)
)

// New checks c and makes an Engine of it. It asks the service nothing: a wrong
// key or model shows at the first Chat.
func New(c Config) (*Engine, error) {
	if c.Model == "" {
		return nil, errors.New("name the model to ask")
	}
	client, err := openaihttp.New(c.Service)
	if err != nil {
		return nil, fmt.Errorf("openai:%s: %w", c.Model, err)
	}
	e := &Engine{
		service: client, model: c.Model, address: c.Service.BaseURL + " " + c.Model, log: logOr(c.Log),
		first: orElse(c.FirstToken, llm.FirstTokenBudget), next: orElse(c.NextToken, llm.NextTokenBudget),
	}
	e.learnt.base = dialectOf(c.Model)
	e.learnt.now = e.learnt.base
	e.window.Store(int64(orElse(c.Window, DefaultWindow)))
	return e, nil
}

// Name implements llm.Engine.
func (e *Engine) Name() string { return "openai:" + e.model }

// Close drops idle connections; answers on their way go on.
func (e *Engine) Close() { e.service.Close() }

// Warm opens a connection before the first turn needs one; see
// openaihttp.Client.Warm.
func (e *Engine) Warm(ctx context.Context) error {
	if err := e.service.Warm(ctx); err != nil {
		return fmt.Errorf("%s: %w", e.Name(), err)
	}
	return nil
}

// Chat implements llm.Engine. It returns engine.ErrSlow if the service does not
// accept the request within the FirstToken budget; what is left of the budget
// is for the first word.
func (e *Engine) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	within, budget := openaihttp.NewBudget(ctx, e.first, e.next)
	s := &stream{
		engine: e, parent: ctx, budget: budget, stops: stops{texts: r.Stop}, calls: calls{tools: r.Tools},
		keeps: len(r.Tools) > 0,
	}
	for _, m := range r.Messages {
		s.calls.before += len(m.Calls)
	}
	body, asked, err := e.ask(within, r)
	budget.Stop()
	if err != nil {
		budget.End()
		return nil, s.explain(err)
	}
	s.dialect, s.words = asked, words.New(r, asked.has(inside))
	s.body, s.events = body, openaihttp.NewEvents(body)
	return s, nil
}

// Window implements llm.Windowed.
func (e *Engine) Window() int { return int(e.window.Load()) }

func orElse[T int | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}
