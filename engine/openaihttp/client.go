// Package openaihttp asks one OpenAI-compatible service over HTTP, whatever the
// engine's role: it signs requests, keeps connections, bounds what is read and
// how long a service may be silent, and turns every failure into an error of
// package engine that names the address and a remedy, and never the key or the
// service's own words. Engines build their calls on it, with go-openai's client
// where that does the job (docs/decisions.md).
package openaihttp

import (
	"errors"
	"fmt"
	"maps"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"
	"unicode"

	api "github.com/sashabaranov/go-openai"
)

// DefaultBaseURL is the service used when Config names none.
const DefaultBaseURL = "https://api.openai.com/v1"

// Config says which service to ask and as whom.
type Config struct {
	// BaseURL is the address up to and including "/v1", or an Azure deployment
	// such as https://res.openai.azure.com/openai/deployments/dep; empty means
	// DefaultBaseURL. Where it names no version, and answers like no API, "/v1" is
	// tried behind it, too. An api-version in its query stands for APIVersion.
	BaseURL string
	// Key is the API key; local services take an empty one.
	Key string
	// KeyName is the variable that holds the key, for messages; empty names OpenAI's.
	KeyName string
	// Organization and Project choose the account to bill, where set.
	Organization, Project string
	// APIVersion, where set, marks a service in the Azure style: each request
	// carries it as api-version, and the key as api-key.
	APIVersion string
	// Headers go with every request and win over those of the client.
	Headers http.Header
	// HTTP carries the requests; nil means a client of the service's own. It
	// should have no total timeout, which would cut long answers. Redirects
	// are not followed, lest they carry the key elsewhere.
	HTTP *http.Client
}

// Client asks one service. It is safe for concurrent use and holds nothing but
// idle connections.
type Client struct {
	base, address string
	others        []string // bases to try where base is none
	key, version  string
	keyName       string
	headers       http.Header
	http          *http.Client
}

// New checks c and makes a Client of it. It asks the service nothing: a wrong
// key shows at the first request.
func New(c Config) (*Client, error) {
	if c.BaseURL == "" {
		c.BaseURL = DefaultBaseURL
	}
	u, err := url.Parse(c.BaseURL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return nil, errors.New("the service's URL must look like http://host:port/v1")
	}
	query := u.Query()
	if c.APIVersion == "" {
		c.APIVersion = query.Get("api-version")
	}
	if query.Del("api-version"); len(query) > 0 || u.Fragment != "" {
		return nil, errors.New("the service's URL must end with its path, such as /v1")
	}
	headers, err := c.headers()
	if err != nil {
		return nil, err
	}
	u.RawQuery, u.ForceQuery = "", false
	client := c.HTTP
	if client == nil {
		client = &http.Client{Transport: newTransport()}
	}
	own := *client
	own.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{
		base: strings.TrimRight(u.String(), "/"), address: u.Scheme + "://" + u.Host, others: others(u),
		key: c.Key, keyName: c.KeyName, version: c.APIVersion, headers: headers, http: &own,
	}, nil
}

// headers are those of every request.
func (c Config) headers() (http.Header, error) {
	h := http.Header{}
	set := func(name, value string) {
		if value != "" {
			h.Set(name, value)
		}
	}
	switch {
	case c.APIVersion != "":
		set("api-key", c.Key)
	case c.Key != "":
		set("Authorization", "Bearer "+c.Key)
	}
	set("OpenAI-Organization", c.Organization)
	set("OpenAI-Project", c.Project)
	for name, values := range c.Headers {
		h[http.CanonicalHeaderKey(name)] = append([]string(nil), values...)
	}
	for name, values := range maps.All(h) {
		if strings.ContainsFunc(name, unicode.IsControl) || strings.ContainsFunc(strings.Join(values, ""), unicode.IsControl) {
			if name == "Authorization" || name == "Api-Key" {
				name = "API key"
			}
			return nil, fmt.Errorf("the %s holds a line break or another control character", name)
		}
	}
	return h, nil
}

// Address is the service's scheme and host, for messages.
func (c *Client) Address() string { return c.address }

// Close drops idle connections; answers on their way go on.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// API is go-openai's client over c, which signs its requests and answers for
// their failures. What it returns of a body is read with c's bounds.
func (c *Client) API() *api.Client {
	config := api.DefaultConfig("")
	config.BaseURL, config.HTTPClient = c.base, c
	return api.NewClientWithConfig(config)
}

// newTransport is http.DefaultTransport with a dial bound inside every engine's
// first budget, connections of its own to close, no compression, which would
// hold streams back, and pings that find a dead HTTP/2 connection.
func newTransport() *http.Transport {
	dialer := net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		MaxIdleConnsPerHost: 16, IdleConnTimeout: 90 * time.Second, TLSHandshakeTimeout: 3 * time.Second,
		DisableCompression: true,
		HTTP2:              &http.HTTP2Config{SendPingTimeout: 5 * time.Second, PingTimeout: 3 * time.Second},
	}
}
