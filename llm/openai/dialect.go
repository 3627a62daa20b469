package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"

	"parley/fault"
	"parley/llm"
	"parley/service"
)

// dialect is what a model and its service do not take, a set of the flags
// below. It starts from the model's name and grows by what is refused.
type dialect uint32

const (
	noUsage       dialect = 1 << iota // stream_options
	noMaxTokens                       // max_tokens
	noMaxComplete                     // max_completion_tokens
	noTemperature                     // temperature
	noEffort                          // reasoning_effort
	noTools                           // tools
	// takesUsage is set once an answer came though stream_options was sent.
	takesUsage
)

// parameters are the optional ones by their names in the API.
var parameters = []struct {
	name string
	flag dialect
}{
	{"stream_options", noUsage}, {"max_tokens", noMaxTokens}, {"max_completion_tokens", noMaxComplete},
	{"temperature", noTemperature}, {"reasoning_effort", noEffort}, {"tools", noTools},
}

func (d dialect) has(flag dialect) bool { return d&flag != 0 }

// dialectOf knows OpenAI's reasoning models by name: they fix the temperature
// and know only the newer name of the bound. Their chat and preview variants,
// and all others, think at no length that could be chosen.
func dialectOf(model string) dialect {
	if _, name, found := strings.Cut(model, "/"); found {
		model = name // resellers put the maker's name in front
	}
	for _, family := range []string{"o1", "o3", "o4", "gpt-5", "gpt-6"} {
		if !strings.HasPrefix(model, family) {
			continue
		}
		for _, variant := range []string{"-chat", "-mini", "-preview", "-pro"} {
			if strings.HasPrefix(model[len(family):], variant) && (variant != "-mini" || family == "o1") {
				return noMaxTokens | noTemperature | noEffort
			}
		}
		return noMaxTokens | noTemperature
	}
	return noEffort
}

// maxAttempts bounds how often one request is put in other words.
const maxAttempts = 4

// ask sends r, and again without what the service refuses, and remembers what
// got it an answer. The request is go-openai's, the sending is not: go-openai
// refuses by model name what a service may well take, and package service sees
// to the key, the headers and the faults.
func (e *Engine) ask(ctx context.Context, r llm.Request) (io.ReadCloser, error) {
	d := dialect(e.learned.Load())
	var first error
	for range maxAttempts {
		body, err := json.Marshal(translate(e.model, r, d))
		if err != nil {
			return nil, fmt.Errorf("%w: write it as JSON: %w", fault.ErrRequest, err)
		}
		resp, err := e.service.Post(ctx, "chat/completions", "application/json", bytes.NewReader(body))
		if err == nil {
			if !d.has(noUsage) {
				d |= takesUsage
			}
			e.learned.Or(uint32(d))
			return resp.Body, nil
		}
		if first == nil || ctx.Err() != nil {
			first = err
		}
		refused := refusedOf(err, body, d)
		if refused == 0 {
			break
		}
		d |= refused
	}
	return nil, first
}

// refusedOf is the parameter of body that err says the service refuses, or 0.
func refusedOf(err error, body []byte, d dialect) dialect {
	var refusal *service.Refusal
	if !errors.As(err, &refusal) ||
		refusal.Status != http.StatusBadRequest && refusal.Status != http.StatusUnprocessableEntity {
		return 0
	}
	for _, says := range []func(string) bool{
		func(name string) bool { return refusal.Param == name || strings.HasPrefix(refusal.Param, name+".") },
		refusal.Mentions,
	} {
		for _, p := range parameters {
			if says(p.name) && bytes.Contains(body, []byte(`,"`+p.name+`":`)) {
				return p.flag
			}
		}
	}
	if d.has(noUsage | takesUsage) {
		return 0
	}
	return noUsage // the one that older services know least, and do not name
}
