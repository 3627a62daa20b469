package openai

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"strings"

	"parley/fault"
)

// Bounds on what one answer may make us read: the longest reply is 40 KiB on
// the wire, an error page rarely 4.
const (
	maxAnswerBytes = 8 << 20
	maxErrorBytes  = 64 << 10
)

// tap stands between go-openai and the connection. It bounds what is read,
// turns a web page away at once and notes what go-openai does not tell: whether
// an end of the stream was announced.
type tap struct {
	http *http.Client
	body io.ReadCloser
	// read counts bytes; tail holds the last of them.
	read int
	tail []byte
}

// Do implements go-openai's HTTPDoer.
func (t *tap) Do(r *http.Request) (*http.Response, error) {
	resp, err := t.http.Do(r)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= http.StatusBadRequest {
		resp.Body = bounded{io.LimitReader(resp.Body, maxErrorBytes), resp.Body}
		return resp, nil
	}
	if kind := resp.Header.Get("Content-Type"); strings.HasPrefix(kind, "text/html") {
		_ = resp.Body.Close()
		return nil, fmt.Errorf("%w: a web page", fault.ErrJunk)
	}
	t.body = resp.Body
	resp.Body = t
	return resp, nil
}

// bounded is a body of which only the first part is read.
type bounded struct {
	io.Reader
	io.Closer
}

// Read implements io.Reader; past maxAnswerBytes it returns fault.ErrJunk.
func (t *tap) Read(p []byte) (int, error) {
	if t.read > maxAnswerBytes {
		return 0, fmt.Errorf("%w: more than %d bytes", fault.ErrJunk, maxAnswerBytes)
	}
	n, err := t.body.Read(p)
	t.read += n
	t.tail = append(t.tail, p[max(0, n-len(doneMark)-8):n]...)
	if extra := len(t.tail) - len(doneMark) - 8; extra > 0 {
		t.tail = append(t.tail[:0], t.tail[extra:]...)
	}
	return n, err
}

// Close implements io.Closer.
func (t *tap) Close() error { return t.body.Close() }

const doneMark = "data: [DONE]"

// announced reports whether the stream ended with its end mark. Line breaks in
// JSON are escaped, so no spoken text can look like it.
func (t *tap) announced() bool {
	last := bytes.TrimSpace(t.tail)
	last = last[bytes.LastIndexByte(last, '\n')+1:]
	return bytes.HasPrefix(last, []byte("data:")) && bytes.HasSuffix(last, []byte("[DONE]"))
}

// drain reads what is left so that the connection can carry the next request.
// Ending the request's context ends it.
func (t *tap) drain() {
	_, _ = io.Copy(io.Discard, io.LimitReader(t.body, maxErrorBytes)) // a failure only costs the reuse
}
