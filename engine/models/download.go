package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"net/http"
	"os"
	"strings"
	"time"
)

const (
	// tries is how often in a row a download may fail without one new byte.
	tries = 4
	// defaultPause is the wait before the second try; it doubles.
	defaultPause = time.Second
	// defaultStall is how long a server may send nothing.
	defaultStall = time.Minute
	// maxPart bounds a part whose size nobody has stated: the largest model a
	// call could use has under 2 GiB.
	maxPart = 4 << 30
)

var (
	errStall     = errors.New("the server went silent")
	errTooLong   = fmt.Errorf("%w: it is longer than it may be", ErrRefused)
	errDowngrade = errors.New("the server leads from https to an address without it")
)

// client honours HTTP_PROXY, HTTPS_PROXY and NO_PROXY.
func client() *http.Client {
	t := http.DefaultTransport.(*http.Transport).Clone()
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

// download is one part on its way to a file. It goes on where an earlier one
// stopped if a checksum or a validator would tell a mix of two files. The
// validator, the server's ETag or date of the file (RFC 9110, section 13.1.5),
// lies beside the file with the address it is of.
type download struct {
	*Puller
	model Model
	part  Part
	path  string
	want  string // SHA-256, or ""

	out       file
	sum       hash.Hash
	have      int64
	total     int64 // 0 while not known
	validator string
}

func validatorPath(path string) string { return path + ".etag" }

// discard removes a download.
func discard(path string) error {
	return errors.Join(os.RemoveAll(path), os.RemoveAll(validatorPath(path)))
}

// fetch brings the part to d.path and returns its sum. The file it leaves is
// whole and has the wanted sum; on an error it is the beginning of one, or gone.
func (d *download) fetch(ctx context.Context) (string, error) {
	if err := d.open(ctx); err != nil {
		return "", err
	}
	err := d.run(ctx)
	if err := errors.Join(d.out.Sync(), d.out.Close()); err != nil {
		return "", explain(fmt.Errorf("write %s: %w", d.path, err), d.Dir)
	}
	if err == nil {
		if d.matches() {
			return d.hex(), nil
		}
		err = fmt.Errorf("%w: what %s serves has the SHA-256 %s, not %s; it was thrown away: pull again, "+
			"and if it stays so the file was changed: do not use it", ErrBroken, d.part.Address, d.hex(), d.want)
		return "", errors.Join(err, discard(d.path))
	}
	err = explain(fmt.Errorf("fetch %s: %w", d.part.Address, err), d.Dir)
	switch {
	case d.have == 0 || errors.Is(err, errTooLong):
		err = errors.Join(err, discard(d.path))
	case !errors.Is(err, ErrRefused):
		err = fmt.Errorf("%w; %s are kept: run `parley models pull %s` again to go on", err, Bytes(d.have), d.model.Name)
	}
	return "", err
}

func (d *download) hex() string { return hex.EncodeToString(d.sum.Sum(nil)) }

func (d *download) matches() bool { return d.want == "" || d.hex() == d.want }

// open opens the file and hashes what is in it.
func (d *download) open(ctx context.Context) error {
	d.sum, d.total = sha256.New(), d.part.Size
	beside, _ := os.ReadFile(validatorPath(d.path))
	if validator, ok := strings.CutPrefix(string(beside), d.part.Address+"\n"); ok {
		d.validator = validator
	}
	kept, err := os.Open(d.path)
	if err == nil && (d.validator != "" || d.want != "") {
		d.have, err = copyData(ctx, d.sum, kept, func(n int64) { d.tell(Checking, n, d.total) })
		if err := errors.Join(err, kept.Close()); err != nil {
			return fmt.Errorf("read what is kept of %s: %w", d.part.base(), err)
		}
	} else if err == nil {
		_ = kept.Close() // is written anew
	}
	if d.part.Size > 0 && d.have > d.part.Size {
		d.have = 0
	}
	return d.reopen()
}

// reopen opens the file behind the bytes that are kept, or anew if there are none.
func (d *download) reopen() error {
	flag := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if d.have == 0 {
		flag |= os.O_TRUNC
		d.sum.Reset()
	}
	out, err := d.disk.Open(d.path, flag)
	if err != nil {
		return explain(fmt.Errorf("open the download: %w", err), d.Dir)
	}
	d.out = out
	return nil
}

// restart throws away what came.
func (d *download) restart() error {
	if err := d.out.Close(); err != nil {
		return fmt.Errorf("close %s: %w", d.path, err)
	}
	d.have, d.total, d.validator = 0, d.part.Size, ""
	return d.reopen()
}

// run tries until the part is whole. What was kept from an earlier time and
// makes the sum wrong is fetched anew, once.
func (d *download) run(ctx context.Context) error {
	resumed := d.have > 0
	for failed := 0; ; {
		before := d.have
		err := d.attempt(ctx)
		if err == nil {
			if !resumed || d.matches() {
				return nil
			}
			resumed = false
			if err := d.restart(); err != nil {
				return err
			}
			continue
		}
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		if failed++; d.have > before {
			failed = 1
		}
		if !errors.Is(err, ErrFetch) || failed == tries {
			return err
		}
		select {
		case <-time.After(d.pause << (failed - 1)):
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

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
		return disconnected(ctx, err)
	}
	defer resp.Body.Close()
	if whole, err := d.begin(resp); whole || err != nil {
		return err
	}
	_, err = copyData(ctx, d, resp.Body, func(int64) { watch.Reset(d.stall) })
	switch {
	case fromSource(ctx, err) || ctx.Err() != nil && err != nil:
		return disconnected(ctx, err)
	case err != nil: // of the disk
		return err
	case d.total > 0 && d.have < d.total:
		return fmt.Errorf("%w: the answer broke off after %s of %s", ErrFetch, Bytes(d.have), Bytes(d.total))
	}
	return nil
}

// ask sends the request, for the rest if a beginning is kept.
func (d *download) ask(ctx context.Context) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, d.part.Address, nil)
	if err != nil {
		return nil, err
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
// body does not continue what is kept. whole means that nothing is left to fetch.
func (d *download) begin(resp *http.Response) (whole bool, err error) {
	stated := resp.Header.Get("Content-Range")
	switch code := resp.StatusCode; {
	case code == http.StatusOK:
		return false, d.beginAnew(resp)
	case code == http.StatusPartialContent:
		var first, last, total int64
		if n, _ := fmt.Sscanf(stated, "bytes %d-%d/%d", &first, &last, &total); n >= 2 && first == d.have {
			return false, d.expect(total) // 0 if it is "*"
		}
		return false, d.refetch("it sent another range than was asked for")
	case code == http.StatusRequestedRangeNotSatisfiable:
		if stated == fmt.Sprintf("bytes */%d", d.have) {
			return true, nil
		}
		return false, d.refetch("it has no bytes after the kept ones")
	case code == http.StatusTooManyRequests || code >= 500:
		return false, fmt.Errorf("%w: the server answered %s; try again later", ErrFetch, resp.Status)
	default:
		return false, fmt.Errorf("%w: the server answered %s; fetch the file elsewhere and pull with --from", ErrRefused, resp.Status)
	}
}

// beginAnew takes an answer that is the whole file.
func (d *download) beginAnew(resp *http.Response) error {
	if d.have > 0 {
		if err := d.restart(); err != nil {
			return err
		}
	}
	if strings.HasPrefix(strings.ToLower(resp.Header.Get("Content-Type")), "text/html") {
		return fmt.Errorf("%w: a web page came instead; is there a sign-in page or a proxy in between?", ErrRefused)
	}
	d.validator = resp.Header.Get("ETag")
	if d.validator == "" || strings.HasPrefix(d.validator, "W/") {
		d.validator = resp.Header.Get("Last-Modified")
	}
	if err := os.WriteFile(validatorPath(d.path), []byte(d.part.Address+"\n"+d.validator), 0o644); err != nil {
		return err
	}
	return d.expect(resp.ContentLength)
}

// expect takes the length that the server states, 0 or less if none.
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

// refetch starts over after an answer that does not fit what is kept.
func (d *download) refetch(why string) error {
	if err := d.restart(); err != nil {
		return err
	}
	return fmt.Errorf("%w: %s", ErrFetch, why)
}

// Write takes the next bytes of the part.
func (d *download) Write(p []byte) (int, error) {
	limit := max(d.total, d.part.Size)
	if limit == 0 {
		limit = maxPart
	}
	if d.have+int64(len(p)) > limit {
		return 0, fmt.Errorf("%w: %s", errTooLong, Bytes(limit))
	}
	n, err := d.out.Write(p)
	d.sum.Write(p[:n])
	d.have += int64(n)
	d.tell(Fetching, d.have, d.total)
	return n, err
}

// disconnected is an error of the connection.
func disconnected(ctx context.Context, err error) error {
	if errors.Is(context.Cause(ctx), errStall) {
		err = errStall
	}
	if errors.Is(err, errDowngrade) {
		return fmt.Errorf("%w: %w", ErrRefused, err)
	}
	return fmt.Errorf("%w: %w", ErrFetch, err)
}
