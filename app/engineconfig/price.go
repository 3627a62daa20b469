package engineconfig

import (
	"errors"
	"math"
	"strings"
	"time"

	"parley"
)

// Price is what a service asks, in US dollars. All zero is free.
type Price struct {
	// Prompt, Cached and Completion are for a million tokens; Cached 0 counts
	// cached tokens as the others.
	Prompt     float64 `json:"prompt,omitempty"`
	Cached     float64 `json:"cached,omitempty"`
	Completion float64 `json:"completion,omitempty"`
	// Minute is for a minute of audio, Characters for a million of them.
	Minute     float64 `json:"minute,omitempty"`
	Characters float64 `json:"characters,omitempty"`
}

func (p Price) check() error {
	for _, v := range []float64{p.Prompt, p.Cached, p.Completion, p.Minute, p.Characters} {
		if v < 0 || math.IsNaN(v) || math.IsInf(v, 0) {
			return errors.New("it must be 0 or more")
		}
	}
	return nil
}

// of is what u costs.
func (p Price) of(u parley.Usage) float64 {
	cached := p.Cached
	if cached == 0 {
		cached = p.Prompt
	}
	return (float64(u.Prompt-u.Cached)*p.Prompt+float64(u.Cached)*cached+
		float64(u.Completion)*p.Completion+float64(u.Characters)*p.Characters)/1e6 +
		u.Audio.Minutes()*p.Minute
}

// Prices are by engine name, such as "openai:gpt-4o-mini".
type Prices map[string]Price

// known are OpenAI's list prices as of 2025, for an estimate when the file names
// none. Its speech is sold by the minute, which is what their page estimates for
// the token prices.
var known = Prices{
	"openai:gpt-4o-mini":            {Prompt: 0.15, Cached: 0.075, Completion: 0.60},
	"openai:gpt-4o":                 {Prompt: 2.50, Cached: 1.25, Completion: 10},
	"openai:gpt-4.1":                {Prompt: 2, Cached: 0.50, Completion: 8},
	"openai:gpt-4.1-mini":           {Prompt: 0.40, Cached: 0.10, Completion: 1.60},
	"openai:gpt-4o-mini-transcribe": {Minute: 0.003},
	"openai:gpt-4o-transcribe":      {Minute: 0.006},
	"openai:whisper-1":              {Minute: 0.006},
	"openai:gpt-4o-mini-tts":        {Minute: 0.015},
	"openai:tts-1":                  {Characters: 15},
}

// Free reports whether every one of the engines costs nothing, as far as is
// known.
func (p Prices) Free(engines ...string) bool {
	for _, e := range engines {
		any := parley.Usage{Engine: e, Requests: 1, Prompt: 1000, Completion: 1000, Characters: 1000, Audio: time.Minute}
		if cost := p.Cost(any); cost == nil || *cost > 0 {
			return false
		}
	}
	return true
}

// Cost is what u costs, nil when nobody has said the price of its engine.
// Engines of this machine cost nothing.
func (p Prices) Cost(u parley.Usage) *float64 {
	cost := 0.0
	name, _, _ := strings.Cut(u.Engine, ":")
	if _, here := local[name]; !here {
		price, ok := p[u.Engine]
		if !ok {
			return nil
		}
		cost = price.of(u)
	}
	return &cost
}
