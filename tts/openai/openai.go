// Package openai is a tts.Engine for any service that speaks the OpenAI speech
// API: OpenAI itself, Azure, Kokoro-FastAPI, Speaches and others, chosen by URL
// and model name. Audio is passed on as its bytes arrive, in whatever form package
// media/sound can decode.
package openai

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	api "github.com/sashabaranov/go-openai"

	"parley/engine/openaihttp"
	"parley/media/sound"
	"parley/tts"
)

// The budgets that Config's zero values stand for. OpenAI's first byte takes
// 0.4-1.5 s; a pause is heard once what was sent ahead has been played.
const (
	FirstByteBudget = 3 * time.Second
	PauseBudget     = 1500 * time.Millisecond
)

// Config says which service to ask and how long to wait for it.
type Config struct {
	// Service says where and as whom.
	Service openaihttp.Config
	// Model is the model's name as the service knows it; required.
	Model string
	// Voices maps what a tts.Voice asks for to the service's voices: its Name,
	// its Gender, or "" for all others, in this order. Without an entry a name
	// is taken as it is and a description finds one of OpenAI's own voices.
	Voices map[string]string
	// Format is "pcm", "wav", "mp3" or "opus"; empty means the first of them that the
	// service does not refuse.
	Format string
	// PCMRate is the rate, in Hz, of the service's pcm, where its answer does
	// not tell; 0 means OpenAI's 24,000.
	PCMRate int
	// FirstByte bounds the wait for the first audio, Pause each later one; 0
	// means FirstByteBudget and PauseBudget. Time spent in emit does not count.
	FirstByte, Pause time.Duration
}

// Engine is one model of one service. It is safe for concurrent use and holds
// nothing but idle connections.
type Engine struct {
	service      *openaihttp.Client
	api          *api.Client // over service
	model        string
	voices       map[string]string
	format       string
	rate         int
	first, pause time.Duration

	formats atomic.Int32 // of package formats, how many were refused
	kind    atomic.Value // string: what the newest audio was
	mu      sync.Mutex
	refused map[string]bool // names of voices
}

var _ tts.Engine = (*Engine)(nil)

// New checks c and makes an Engine of it. It asks the service nothing: a wrong
// key or model shows at the first Speak.
func New(c Config) (*Engine, error) {
	switch {
	case c.Model == "":
		return nil, errors.New("name the speech model to ask")
	case c.Format != "" && !slices.Contains(formats, api.SpeechResponseFormat(c.Format)):
		return nil, fmt.Errorf("openai:%s: the audio format is %q, want one of %v", c.Model, c.Format, formats)
	}
	client, err := openaihttp.New(c.Service)
	if err != nil {
		return nil, fmt.Errorf("openai:%s: %w", c.Model, err)
	}
	e := &Engine{
		service: client, api: client.API(), model: c.Model, voices: maps.Clone(c.Voices), format: c.Format,
		rate: orElse(c.PCMRate, defaultRate), first: orElse(c.FirstByte, FirstByteBudget), pause: orElse(c.Pause, PauseBudget),
		refused: map[string]bool{},
	}
	if err := (sound.Raw{Rate: e.rate}).Check(); err != nil {
		return nil, fmt.Errorf("openai:%s: rate of pcm: %w", c.Model, err)
	}
	return e, nil
}

// Name implements tts.Engine.
func (e *Engine) Name() string { return "openai:" + e.model }

// Close drops idle connections; answers on their way go on.
func (e *Engine) Close() { e.service.Close() }

// Warm opens a connection before the first segment needs one; see
// openaihttp.Client.Warm.
func (e *Engine) Warm(ctx context.Context) error {
	if err := e.service.Warm(ctx); err != nil {
		return fmt.Errorf("%s: %w", e.Name(), err)
	}
	return nil
}

func orElse[T int | time.Duration](v, otherwise T) T {
	if v <= 0 {
		return otherwise
	}
	return v
}
