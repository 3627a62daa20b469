package openaihttp

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"parley/engine"
)

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

// unreached is an error of the connection with the address and what to check.
func (c *Client) unreached(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return c.ended(ctx)
	}
	var known interface{ Timeout() bool }
	if errors.As(err, &known) && known.Timeout() {
		return c.slow()
	}
	return away{fmt.Errorf("reach %s: %w; check that the service runs there and that the base URL is right", c.address, withoutURL(err))}
}

// away is a fault.ErrAway in the words of the connection.
type away struct{ error }

func (a away) Unwrap() []error { return []error{engine.ErrAway, a.error} }

// ended is the error of a request whose context is over.
func (c *Client) ended(ctx context.Context) error {
	if errors.Is(context.Cause(ctx), engine.ErrSlow) {
		return c.slow()
	}
	return ctx.Err()
}

func (c *Client) slow() error {
	return fmt.Errorf("%w: %s has been silent for too long; check the service, or try again later", engine.ErrSlow, c.address)
}

// Cut is fault.ErrCut for an answer that broke off.
func (c *Client) Cut() error {
	return fmt.Errorf("%w: %s ended it; check the service, or try again later", engine.ErrCut, c.address)
}

// withoutURL drops the text of err that repeats the whole URL.
func withoutURL(err error) error {
	if inner := (*url.Error)(nil); errors.As(err, &inner) {
		return inner.Err
	}
	return err
}
