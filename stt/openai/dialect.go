package openai

import (
	"errors"
	"strings"

	"parley/engine"
	"parley/engine/openaihttp"
)

// dialect is what the service is not asked for.
type dialect uint32

const (
	noStream dialect = 1 << iota // stream=true
	noWords                      // response_format=verbose_json with word times
	noPrompt
)

// dialectOf is what is known before the first request: OpenAI's gpt models give
// no word times.
func dialectOf(c Config) dialect {
	var d dialect
	if c.Whole {
		d |= noStream
	}
	if strings.HasPrefix(c.Model, "gpt-") {
		d |= noWords
	}
	return d
}

// without is d without what the refusal err is about, or without the next best
// guess if it does not say; d itself if nothing is left to leave out.
func (d dialect) without(err error) dialect {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) || !errors.Is(err, engine.ErrRequest) {
		return d
	}
	for _, part := range []struct {
		bit   dialect
		words []string
	}{
		{noWords, []string{"timestamp_granularities", "response_format", "verbose_json"}},
		{noStream, []string{"stream"}},
		{noPrompt, []string{"prompt"}},
	} {
		for _, word := range part.words {
			if d&part.bit == 0 && (refusal.Param == word || refusal.Mentions(word)) {
				return d | part.bit
			}
		}
	}
	if refusal.Param != "" {
		return d
	}
	for _, bit := range []dialect{noWords, noStream, noPrompt} {
		if d&bit == 0 {
			return d | bit
		}
	}
	return d
}
