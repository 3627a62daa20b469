package models

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"
)

var (
	errStall = errors.New("the server went silent")
	// errWhole means that nothing is left to fetch.
	errWhole = errors.New("the file is whole")
)

// attempt asks once for what is still lacking and takes it; nil means that the
// part is whole. ErrFetch marks what may go better next time.
func (d *download) attempt(ctx context.Context) error {
	if d.part.Size > 0 && d.have == d.part.Size {
		return nil
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(d.stall, func() { cancel(errStall) })
	defer watch.Stop()
	resp, err := d.ask(ctx)
	if err != nil {
		return cut(ctx, err)
	}
	defer resp.Body.Close()
	if err := d.begin(resp); errors.Is(err, errWhole) {
		return nil
	} else if err != nil {
		return err
	}
	src := &touched{Reader: resp.Body, touch: func() { watch.Reset(d.stall) }}
	if _, err := d.copy(ctx, d, src, "", 0); err != nil {
		if src.failed || ctx.Err() != nil {
			return cut(ctx, err)
		}
		return err // of the disk
	}
	if d.total > 0 && d.have < d.total {
		return fmt.Errorf("%w: the answer broke off after %s of %s", ErrFetch, Bytes(d.have), Bytes(d.total))
	}
	return nil
}

// ask sends the request, for the rest if a beginning is kept.
func (d *download) ask(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.part.Address, nil)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrRefused, err)
	}
	req.Header.Set("Accept-Encoding", "identity")
	req.Header.Set("User-Agent", "parley-models")
	if d.have > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", d.have))
		if d.validator != "" {
			req.Header.Set("If-Range", d.validator)
		}
	}
	return d.Client.Do(req)
}

// begin decides by an answer's head what its body is; it starts over when the
// body does not continue what is kept.
func (d *download) begin(resp *http.Response) error {
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		if d.have > 0 {
			if err := d.restart(); err != nil {
				return err
			}
		}
	case code == http.StatusPartialContent:
		first, total, err := contentRange(resp.Header.Get("Content-Range"))
		if err == nil && first == d.have {
			return d.expect(total)
		}
		return d.anew("it sent another range than was asked for")
	case code == http.StatusRequestedRangeNotSatisfiable:
		if resp.Header.Get("Content-Range") == fmt.Sprintf("bytes */%d", d.have) {
			return errWhole
		}
		return d.anew("it has no bytes after the kept ones")
	case code == http.StatusTooManyRequests || code >= 500:
		return fmt.Errorf("%w: the server answered %s; try again later", ErrFetch, resp.Status)
	default:
		return fmt.Errorf("%w: the server answered %s; fetch the file elsewhere and pull with --from", ErrRefused, resp.Status)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "text/html" {
		return fmt.Errorf("%w: a web page came instead; is there a sign-in page or a proxy in between?", ErrRefused)
	}
	validator := resp.Header.Get("ETag")
	if validator == "" || strings.HasPrefix(validator, "W/") {
		validator = resp.Header.Get("Last-Modified")
	}
	if err := d.keepValidator(validator); err != nil {
		return err
	}
	return d.expect(resp.ContentLength)
}

// expect takes the length that the server states, -1 if none.
func (d *download) expect(total int64) error {
	if total <= 0 {
		return nil
	}
	if d.part.Size > 0 && total != d.part.Size {
		return fmt.Errorf("%w: it has %d bytes there, not the catalogue's %d, so it was changed; do not use it",
			ErrRefused, total, d.part.Size)
	}
	d.total = total
	return nil
}

// anew starts over after an answer that does not fit what is kept.
func (d *download) anew(why string) error {
	if err := d.restart(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %s", ErrFetch, why)
}

// cut is an error of the connection; a stall is told as such.
func cut(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errStall) {
		err = errStall
	}
	if errors.Is(err, errDowngrade) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return fmt.Errorf("%w: %w", ErrFetch, err)
}

// contentRange reads "bytes 5-9/10"; total is -1 if it is not stated.
func contentRange(v string) (first, total int64, err error) {
	v, ok := strings.CutPrefix(v, "bytes ")
	span, all, found := strings.Cut(v, "/")
	begin, _, dash := strings.Cut(span, "-")
	if !ok || !found || !dash {
		return 0, 0, fmt.Errorf("content range %.100q", v)
	}
	if first, err = strconv.ParseInt(begin, 10, 64); err != nil {
		return 0, 0, err
	}
	if all == "*" {
		return first, -1, nil
	}
	total, err = strconv.ParseInt(all, 10, 64)
	return first, total, err
}

// touched tells of every read, if asked to, and remembers a failed one.
type touched struct {
	io.Reader
	touch  func()
	failed bool
}

func (t *touched) Read(p []byte) (int, error) {
	n, err := t.Reader.Read(p)
	if t.touch != nil {
		t.touch()
	}
	t.failed = err != nil && !errors.Is(err, io.EOF)
	return n, err
}

var errDowngrade = errors.New("the server leads from https to an address without it")

// client honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
func client() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.ResponseHeaderTimeout = defaultStall
	return &http.Client{Transport: t, CheckRedirect: func(req *http.Request, via []*http.Request) error {
		if via[0].URL.Scheme == "https" && req.URL.Scheme != "https" {
			return errDowngrade
		}
		if len(via) > 10 {
			return errors.New("the server leads in circles")
		}
		return nil
	}}
}
