// Package openai is an llm.Engine for any service that speaks the OpenAI chat
// API: OpenAI itself, vLLM, Ollama, llama.cpp and others, chosen by URL and
// model name. It streams, keeps time budgets and turns every failure into one
// of the errors of package llm, in words that never hold the key or speech.
package openai

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	api "github.com/sashabaranov/go-openai"

	"parley/fault"
	"parley/llm"
)

// DefaultBaseURL is the service used when Config names none.
const DefaultBaseURL = "https://api.openai.com/v1"

// Config says which service to ask and how long to wait for it.
type Config struct {
	// BaseURL is the address up to and including "/v1"; empty means
	// DefaultBaseURL.
	BaseURL string
	// Key is the API key; local services take an empty one.
	Key string
	// Model is the model's name as the service knows it; required.
	Model string
	// HTTP carries the requests; nil means a client of the engine's own. It
	// must have no total timeout, which would cut long answers.
	HTTP *http.Client
	// FirstToken bounds the wait for the first word, NextToken each later
	// pause; 0 means llm.FirstTokenBudget and llm.NextTokenBudget. Only time
	// spent inside Chat and Next counts.
	FirstToken, NextToken time.Duration
}

// Engine is one model of one service. It is safe for concurrent use and holds
// nothing but idle connections.
type Engine struct {
	config  api.ClientConfig
	key     string
	model   string
	address string
	http    *http.Client
	first   time.Duration
	next    time.Duration
}

var _ llm.Engine = (*Engine)(nil)

// New checks c and makes an Engine of it. It asks the service nothing: a wrong
// key or model shows at the first Chat.
func New(c Config) (*Engine, error) {
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("the model service's URL must look like http://host:port/v1")
	}
	if c.Model == "" {
		return nil, errors.New("name the model to ask")
	}
	if strings.ContainsFunc(c.Key, unicode.IsControl) {
		return nil, errors.New("the API key holds a line break or another control character")
	}
	if c.HTTP == nil {
		c.HTTP = &http.Client{Transport: newTransport()}
	}
	config := api.DefaultConfig(c.Key)
	config.BaseURL = c.BaseURL
	return &Engine{
		config: config, key: c.Key, model: c.Model, address: u.Scheme + "://" + u.Host, http: c.HTTP,
		first: orElse(c.FirstToken, llm.FirstTokenBudget), next: orElse(c.NextToken, llm.NextTokenBudget),
	}, nil
}

// Name implements llm.Engine.
func (e *Engine) Name() string { return "openai:" + e.model }

// Close drops idle connections; answers on their way go on.
func (e *Engine) Close() { e.http.CloseIdleConnections() }

// Chat implements llm.Engine. It returns fault.ErrSlow if the service does not
// accept the request within the FirstToken budget; what is left of the budget
// is for the first word.
func (e *Engine) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	within, cancel := context.WithCancelCause(ctx)
	s := &stream{engine: e, parent: ctx, ctx: within, cancel: cancel, left: e.first}
	s.timer = time.AfterFunc(e.first, func() { cancel(fault.ErrSlow) })
	s.tap.http = e.http
	config := e.config
	config.HTTPClient = &s.tap

	start := time.Now()
	var err error
	s.body, err = api.NewClientWithConfig(config).CreateChatCompletionStream(within, translate(e.model, r))
	s.timer.Stop()
	s.left -= time.Since(start)
	if err != nil {
		err = s.explain(err)
		cancel(nil)
		return nil, err
	}
	return s, nil
}

// newTransport is http.DefaultTransport with a dial bound inside the first
// token budget, and connections of its own to close.
func newTransport() *http.Transport {
	dialer := net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 3 * time.Second,
	}
}

func orElse(d, otherwise time.Duration) time.Duration {
	if d <= 0 {
		return otherwise
	}
	return d
}

// fault is an error of the connection with the address and what to check.
func (e *Engine) fault(err error) error {
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		err = inner.Err // its text repeats the whole URL
	}
	return fmt.Errorf("reach %s: %w; check that the model service runs there and that the base URL is right", e.address, err)
}
