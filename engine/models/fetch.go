package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"time"
)

const (
	// tries is how often in a row a download may fail without one new byte.
	tries = 4
	// defaultPause is the wait before the second try; it doubles.
	defaultPause = time.Second
	// defaultStall is how long a server may send nothing.
	defaultStall = time.Minute
	// chunk is the bytes read, hashed and written at a time.
	chunk = 256 << 10
	// maxPart bounds a part whose size nobody has stated: the largest model a
	// call could use has under 2 GiB.
	maxPart = 4 << 30
)

// download is one part on its way to a file.
type download struct {
	*Puller
	model Model
	part  Part
	path  string
	want  string // SHA-256, or ""

	out       file
	sum       hash.Hash
	have      int64
	total     int64  // 0 while not known
	validator string // the ETag, or date, of what is kept
}

// fetch brings the part to d.path and returns its sum, going on where an
// earlier download stopped. The file it leaves is whole and has the wanted sum;
// on an error it is the beginning of one, or gone.
func (d *download) fetch(ctx context.Context) (string, error) {
	if err := d.open(ctx); err != nil {
		return "", err
	}
	err := d.run(ctx)
	if err := errors.Join(d.out.Sync(), d.out.Close()); err != nil {
		return "", explain(fmt.Errorf("write %s: %w", d.path, err), d.Dir)
	}
	if err != nil {
		return "", d.stopped(err)
	}
	sum := hex.EncodeToString(d.sum.Sum(nil))
	if d.want == "" || sum == d.want {
		return sum, nil
	}
	err = fmt.Errorf("%w: what %s serves has the SHA-256 %s, not %s; it was thrown away: pull again, "+
		"and if it stays so the file was changed: do not use it", ErrBroken, d.part.Address, sum, d.want)
	return "", errors.Join(err, d.drop())
}

// run tries until the part is whole. What was kept from an earlier time and
// makes the sum wrong is fetched anew, once.
func (d *download) run(ctx context.Context) error {
	resumed := d.have > 0
	for failed := 0; ; {
		before := d.have
		err := d.attempt(ctx)
		if err == nil {
			if !resumed || d.want == "" || hex.EncodeToString(d.sum.Sum(nil)) == d.want {
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

// stopped tells of an error and of what is kept.
func (d *download) stopped(err error) error {
	err = explain(fmt.Errorf("fetch %s: %w", d.part.Address, err), d.Dir)
	if d.have == 0 || errors.Is(err, errTooLong) {
		return errors.Join(err, d.drop())
	}
	if errors.Is(err, ErrRefused) {
		return err
	}
	return fmt.Errorf("%w; %s are kept: run `parley models pull %s` again to go on", err, Bytes(d.have), d.model.Name)
}

// open opens the file and hashes what is in it.
func (d *download) open(ctx context.Context) error {
	d.sum, d.total = sha256.New(), d.part.Size
	d.validator = d.readValidator()
	if d.validator != "" || d.want != "" { // else nothing would tell a mix of two files
		kept, err := os.Open(d.path)
		if err == nil {
			d.have, err = d.copy(ctx, d.sum, kept, Checking, d.total)
			if err := errors.Join(err, kept.Close()); err != nil {
				return fmt.Errorf("read what is kept of %s: %w", d.part.base(), err)
			}
		}
	}
	flag := os.O_CREATE | os.O_WRONLY | os.O_APPEND
	if d.have == 0 || d.part.Size > 0 && d.have > d.part.Size {
		flag |= os.O_TRUNC
		d.have = 0
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
	d.sum.Reset()
	out, err := d.disk.Open(d.path, os.O_CREATE|os.O_WRONLY|os.O_APPEND|os.O_TRUNC)
	if err != nil {
		return fmt.Errorf("begin anew: %w", err)
	}
	d.out = out
	return nil
}

var errTooLong = fmt.Errorf("%w: it is longer than it may be", ErrRefused)

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

// drop removes the file and what is known of it.
func (d *download) drop() error {
	err := os.Remove(d.path)
	if errors.Is(err, os.ErrNotExist) {
		err = nil
	}
	return errors.Join(err, os.RemoveAll(d.validatorPath()))
}

func (d *download) validatorPath() string { return d.path + ".json" }

// readValidator is the validator of what is kept, "" if there is none for this
// address.
func (d *download) readValidator() string {
	var v struct{ Address, Validator string }
	raw, err := os.ReadFile(d.validatorPath())
	if err != nil || json.Unmarshal(raw, &v) != nil || v.Address != d.part.Address {
		return ""
	}
	return v.Validator
}

func (d *download) keepValidator(validator string) error {
	d.validator = validator
	raw, err := json.Marshal(struct{ Address, Validator string }{d.part.Address, validator})
	if err == nil {
		err = os.WriteFile(d.validatorPath(), raw, 0o644)
	}
	return err
}

// copy copies src to dst until its end, telling of progress if there is a phase.
func (p *Puller) copy(ctx context.Context, dst io.Writer, src io.Reader, what Phase, total int64) (n int64, err error) {
	buf := make([]byte, chunk)
	for {
		if ctx.Err() != nil {
			return n, context.Cause(ctx)
		}
		got, err := src.Read(buf)
		if got > 0 {
			if _, err := dst.Write(buf[:got]); err != nil {
				return n, err
			}
			n += int64(got)
			if what != "" {
				p.tell(what, n, total)
			}
		}
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, err
		}
	}
}
