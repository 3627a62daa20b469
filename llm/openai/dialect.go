package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"parley/engine"
	"parley/engine/openaihttp"
	"parley/llm"
)

// dialect is how a model and its service want to be asked, a set of the flags
// below. It starts from the model's name and grows by what is refused and by how
// the model answers.
type dialect uint32

const (
	noUsage       dialect = 1 << iota // stream_options
	noMaxTokens                       // max_tokens
	noMaxComplete                     // max_completion_tokens
	noTemperature                     // temperature
	noEffort                          // reasoning_effort
	noTools                           // tools
	noStop                            // stop
	noSystem                          // messages of the system
	alternates                        // messages of one role side by side, the assistant's first, the system's later
	// thinks is set of a model that writes hidden tokens before its answer.
	thinks
	// inside is set of one whose answers begin in thoughts that no tag begins.
	inside
	// tried is set once an answer of words reached its bound: the next has room to
	// show whether they were thoughts. unthinking is set if they were not.
	tried
	unthinking
	// takesUsage is set once an answer came though stream_options was sent.
	takesUsage
)

// parameters are the optional ones by their names in the API.
var parameters = []struct {
	name string
	flag dialect
}{
	{"stream_options", noUsage}, {"max_tokens", noMaxTokens}, {"max_completion_tokens", noMaxComplete},
	{"temperature", noTemperature}, {"reasoning_effort", noEffort}, {"tools", noTools}, {"stop", noStop},
}

func (d dialect) has(flag dialect) bool { return d&flag != 0 }

// dialectOf knows OpenAI's reasoning models by name: they fix the temperature
// and know only the newer name of the bound. Their chat and preview variants
// think at no length that could be chosen. Others that think show it.
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
				return noMaxTokens | noTemperature | noEffort | thinks
			}
		}
		return noMaxTokens | noTemperature | thinks
	}
	return noEffort
}

// maxAttempts bounds how often one request is put in other words.
const maxAttempts = 5

// ask sends r, and again without what the service refuses, and remembers what
// got it an answer. The request is go-openai's, the sending is not: its client
// drops a temperature of 0, and its stream tells no end from a cut
// (docs/decisions.md).
func (e *Engine) ask(ctx context.Context, r llm.Request) (io.ReadCloser, error) {
	d, window := dialect(e.learned.Load()), int(e.window.Load())
	var first error
	for range maxAttempts {
		q := translate(e.model, r, d, window)
		body, err := json.Marshal(q)
		if err != nil {
			return nil, fmt.Errorf("%w: write it as JSON: %w", engine.ErrRequest, err)
		}
		resp, err := e.service.Post(ctx, "chat/completions", "application/json", bytes.NewReader(body))
		if err == nil {
			if !d.has(noUsage) {
				d |= takesUsage
			}
			e.learned.Or(uint32(d))
			e.narrow(window)
			return resp.Body, nil
		}
		if first == nil || ctx.Err() != nil {
			first = err
		}
		if long, told := tooLong(err); long {
			was := len(q.Messages)
			if told < minWindow || told >= window {
				told = max(min(window, size(r)+bound(r, d))/2, minWindow)
			}
			window = told
			if len(translate(e.model, r, d, window).Messages) < was {
				continue
			}
			break // there is nothing to leave out
		}
		refused := refusedOf(err, body, d)
		if refused == 0 {
			break
		}
		d |= refused
	}
	return nil, first
}

// narrow remembers a window that got an answer where a larger one did not.
func (e *Engine) narrow(to int) {
	for {
		was := e.window.Load()
		if int64(to) >= was || e.window.CompareAndSwap(was, int64(to)) {
			return
		}
	}
}

// windowTold finds the context window in the refusals of OpenAI and vLLM, and of
// llama.cpp.
var windowTold = regexp.MustCompile(`maximum context length is (\d+)|"n_ctx": ?(\d+)`)

// tooLong reports whether err says that the conversation exceeds the context
// window: by its code, or in the words of OpenAI, vLLM and Mistral, of llama.cpp
// (whose status is 400 or 500), of LM Studio and of TGI; window is what it is, if
// it says so.
func tooLong(err error) (long bool, window int) {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) {
		return false, 0
	}
	return slices.ContainsFunc([]string{
		"context_length_exceeded", "maximum context length", "exceed_context_size", "available context size",
		"exceed context window", "context the overflows", "max_new_tokens",
	}, refusal.Mentions), refusal.Number(windowTold)
}

// refusedOf is the parameter of body that err says the service refuses, or 0.
func refusedOf(err error, body []byte, d dialect) dialect {
	var refusal *openaihttp.Refusal
	if !errors.As(err, &refusal) {
		return 0
	}
	if order := orderOf(refusal, d); order != 0 {
		return order
	}
	if refusal.Status != http.StatusBadRequest && refusal.Status != http.StatusUnprocessableEntity {
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

// orderOf is what a refusal says of the order of roles, or 0. The words are
// those of the models' own templates; vLLM passes them on with status 400,
// llama.cpp with 500.
func orderOf(refusal *openaihttp.Refusal, d dialect) dialect {
	says := func(words ...string) bool { return slices.ContainsFunc(words, refusal.Mentions) }
	switch {
	case !d.has(noSystem) && says("ystem role not supported", "roles are supported, got system"):
		return noSystem | alternates
	case !says("must alternate", "should alternate", "must be a user message", "should be a user message",
		"must be at the beginnin", "xpected last role"): // Qwen's template, cut short by llama.cpp; Mistral's service
		return 0
	case !d.has(alternates):
		return alternates
	case !d.has(noSystem): // templates that know no system count it among the roles
		return noSystem
	}
	return 0
}
