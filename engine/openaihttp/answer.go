package openaihttp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// maxAnswerBytes bounds one answer: 23 minutes of 24 kHz PCM. Engines set
// tighter bounds where they know more.
const maxAnswerBytes = 64 << 20

// answer is a body whose reads fail in the words of package fault.
type answer struct {
	client *Client
	ctx    context.Context //nolint:containedctx // the request's own life
	body   io.ReadCloser
	left   int
}

// Read implements io.Reader.
func (a *answer) Read(p []byte) (int, error) {
	if a.left <= 0 {
		return 0, a.client.Junk(fmt.Sprintf("more than %d bytes", maxAnswerBytes))
	}
	n, err := a.body.Read(p[:min(len(p), a.left)])
	a.left -= n
	switch {
	case err == nil, errors.Is(err, io.EOF):
		return n, err
	case a.ctx.Err() != nil:
		return n, a.client.ended(a.ctx)
	}
	return n, a.client.Cut()
}

// Close implements io.Closer.
func (a *answer) Close() error { return a.body.Close() }

// closeAnswer reads what little is left, so that the connection can be kept.
func closeAnswer(resp *http.Response) {
	_, _ = io.CopyN(io.Discard, resp.Body, maxErrorBytes) // a failure only costs the reuse
	_ = resp.Body.Close()
}
