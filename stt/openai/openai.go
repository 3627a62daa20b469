// Package openai is an stt.Engine for any service that speaks the OpenAI
// transcription API: OpenAI itself, Azure, Groq, Speaches, whisper.cpp and
// others, chosen by URL and model name. An utterance is sent whole, as WAV,
// when it ends; where the service streams its answer that becomes interims.
//
// The request is our own and not go-openai's, whose transcription call knows no
// stream (docs/decisions.md).
package openai

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"time"

	"parley/engine/openaihttp"
	"parley/stt"
)

// The budgets that Config's zero values stand for. OpenAI's first word comes
// 0.3-1 s after an utterance of 5 s.
const (
	AnswerBudget = 3 * time.Second
	PauseBudget  = 1500 * time.Millisecond
)

// Config says which service to ask and how long to wait for it.
type Config struct {
	// Service says where and as whom.
	Service openaihttp.Config
	// Model is the model's name as the service knows it; required.
	Model string
	// Whole asks for answers in one piece. Otherwise a stream is asked for
	// until the service refuses one.
	Whole bool
	// Answer bounds the wait for the first of an answer, to which a third of
	// the audio's length is added, and Pause each later wait; 0 means
	// AnswerBudget and PauseBudget.
	Answer, Pause time.Duration
}

// Engine is one model of one service. It is safe for concurrent use and holds
// nothing but idle connections.
type Engine struct {
	service       *openaihttp.Client
	model         string
	answer, pause time.Duration
	learned       atomic.Uint32 // dialect
}

var _ stt.Engine = (*Engine)(nil)

// New checks c and makes an Engine of it. It asks the service nothing: a wrong
// key or model shows at the first utterance.
func New(c Config) (*Engine, error) {
	if c.Model == "" {
		return nil, errors.New("name the transcription model to ask")
	}
	client, err := openaihttp.New(c.Service)
	if err != nil {
		return nil, fmt.Errorf("openai:%s: %w", c.Model, err)
	}
	e := &Engine{
		service: client, model: c.Model,
		answer: orElse(c.Answer, AnswerBudget), pause: orElse(c.Pause, PauseBudget),
	}
	e.learned.Store(uint32(dialectOf(c)))
	return e, nil
}

// Name implements stt.Engine.
func (e *Engine) Name() string { return "openai:" + e.model }

// Open implements stt.Engine. It asks the service nothing and never waits.
func (e *Engine) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return startStream(context.WithoutCancel(ctx), e, form{language: language(o.Language), prompt: prompt(o)}), nil
}

// Close drops idle connections; answers on their way go on.
func (e *Engine) Close() { e.service.Close() }

// Warm opens a connection before the first utterance needs one; see
// openaihttp.Client.Warm.
func (e *Engine) Warm(ctx context.Context) error {
	if err := e.service.Warm(ctx); err != nil {
		return fmt.Errorf("%s: %w", e.Name(), err)
	}
	return nil
}

// language is the ISO 639 code that the API takes for a BCP 47 tag.
func language(tag string) string {
	code, _, _ := strings.Cut(strings.ReplaceAll(strings.ToLower(tag), "_", "-"), "-")
	if code == "" {
		return "en"
	}
	return code
}

func orElse(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}
