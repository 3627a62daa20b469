package openaihttp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on what a service may make us read. The longest list of models known,
// that of a reseller, is 600 KiB; an error page is rarely 4.
const (
	maxModelsBytes = 4 << 20
	maxErrorBytes  = 64 << 10
	maxModelName   = 256
)

// Post sends body to path below the base URL. It blocks until the service
// begins its answer or ctx ends, which also ends the body's reading. The error
// is ctx's or one of package engine's: engine.ErrSlow if that is ctx's cause,
// engine.ErrAway without a connection. The caller closes the body; reads of it
// fail in the same way, with engine.ErrCut for a connection lost in mid-answer.
func (c *Client) Post(ctx context.Context, path, contentType string, body io.Reader) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, c.url(path), body)
	if err != nil {
		return nil, fmt.Errorf("make a request to %s: %w", c.address, withoutURL(err))
	}
	r.Header.Set("Content-Type", contentType)
	return c.Do(r)
}

func (c *Client) url(path string) string { return c.base + "/" + strings.TrimLeft(path, "/") }

// errPage is why an answer that is a page is none.
var errPage = errors.New("a web page")

// do is Do, of the base URL as it is.
func (c *Client) do(r *http.Request) (*http.Response, error) {
	resp, err := c.send(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusMultipleChoices {
		defer closeAnswer(resp)
		text, _ := io.ReadAll(io.LimitReader(Text(resp), maxErrorBytes)) // the status says enough
		if r.Context().Err() != nil {
			return nil, c.ended(r.Context())
		}
		return nil, c.refuse(resp.StatusCode, resp.Header, text)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/html" || kind == "application/xhtml+xml" {
		_ = resp.Body.Close()
		return nil, pageError{c.junk(errPage.Error())}
	}
	return resp, nil
}

// pageError is errPage in the words for a person.
type pageError struct{ error }

func (p pageError) Unwrap() []error { return []error{errPage, p.error} }

// send returns any HTTP answer at all.
func (c *Client) send(r *http.Request) (*http.Response, error) {
	for name, values := range c.headers {
		r.Header[name] = values
	}
	if c.version != "" {
		q := r.URL.Query()
		q.Set("api-version", c.version)
		r.URL.RawQuery = q.Encode()
	}
	resp, err := c.http.Do(r)
	if err != nil {
		return nil, c.unreached(r.Context(), err)
	}
	resp.Body = &answer{client: c, ctx: r.Context(), body: resp.Body, left: maxAnswerBytes}
	return resp, nil
}

// Models returns the names of the models the service says it has, in its order.
// It blocks and fails like Post. (A plain request: go-openai reads the list
// without a bound, and knows no list beside an Azure deployment.)
func (c *Client) Models(ctx context.Context) ([]string, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, c.modelsURL(), nil)
	if err != nil {
		return nil, fmt.Errorf("make a request to %s: %w", c.address, withoutURL(err))
	}
	resp, err := c.Do(r)
	if err != nil {
		return nil, err
	}
	defer closeAnswer(resp)
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxModelsBytes))
	if err != nil {
		return nil, err
	}
	var list struct {
		Data []struct{ ID string }
	}
	if json.Unmarshal(text, &list) != nil {
		return nil, c.junk("no list of models")
	}
	var names []string
	for _, m := range list.Data {
		if m.ID != "" && len(m.ID) <= maxModelName && !strings.ContainsFunc(m.ID, unicode.IsControl) {
			names = append(names, m.ID)
		}
	}
	return names, nil
}

// modelsURL leaves an Azure deployment's own path: the list is beside it.
func (c *Client) modelsURL() string {
	base, _, _ := strings.Cut(c.base, "/deployments/")
	return base + "/models"
}

// Warm opens a connection, to be kept for the next request, and blocks until
// the service answers anything at all or ctx ends. Its error is ctx's, engine.ErrSlow or
// engine.ErrAway.
func (c *Client) Warm(ctx context.Context) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodHead, c.modelsURL(), nil)
	if err != nil {
		return fmt.Errorf("make a request to %s: %w", c.address, withoutURL(err))
	}
	resp, err := c.send(r)
	if err != nil {
		return err
	}
	closeAnswer(resp)
	return nil
}

// maxAnswerBytes bounds one answer: 23 minutes of 24 kHz PCM. Engines set
// tighter bounds where they know more.
const maxAnswerBytes = 64 << 20

// answer is a body whose reads fail in the words of package engine.
type answer struct {
	client *Client
	ctx    context.Context //nolint:containedctx // the request's own life
	body   io.ReadCloser
	left   int
}

// Read implements io.Reader.
func (a *answer) Read(p []byte) (int, error) {
	if a.left <= 0 {
		return 0, a.client.junk(fmt.Sprintf("more than %d bytes", maxAnswerBytes))
	}
	n, err := a.body.Read(p[:min(len(p), a.left)])
	a.left -= n
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return n, err
	case a.ctx.Err() != nil:
		return n, a.client.ended(a.ctx)
	}
	return n, a.client.cut()
}

// Close implements io.Closer.
func (a *answer) Close() error { return a.body.Close() }

// closeAnswer reads what little is left, so that the connection can be kept.
func closeAnswer(resp *http.Response) {
	_, _ = io.CopyN(io.Discard, resp.Body, maxErrorBytes) // a failure only costs the reuse
	_ = resp.Body.Close()
}

// Line is text as services take it: valid UTF-8 in one line without control
// characters, empty if it holds no letter and no digit.
func Line(text string) string {
	text = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), r == utf8.RuneError:
			return -1
		}
		return r
	}, text)
	if !strings.ContainsFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsNumber(r) }) {
		return ""
	}
	return strings.TrimSpace(text)
}
