package models

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// disk is what pulling asks of the file system; tests put a full one in its
// place.
type disk interface {
	// Free is the bytes a user may still write below an existing folder.
	Free(dir string) (int64, error)
	// Open opens a file to write, with os.OpenFile's flags.
	Open(path string, flag int) (file, error)
}

type file interface {
	io.WriteCloser
	Sync() error
}

type osDisk struct{}

var _ disk = osDisk{}

func (osDisk) Free(dir string) (int64, error) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, fmt.Errorf("ask for the free space of %s: %w", dir, err)
	}
	return int64(st.Bavail) * int64(st.Bsize), nil //nolint:unconvert // the types differ between systems
}

func (osDisk) Open(path string, flag int) (file, error) { return os.OpenFile(path, flag, 0o644) }

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// explain gives a failed write the words for what it is.
func explain(err error, dir string) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) {
		return fmt.Errorf("%w in %s: make room, or name another folder with --models: %w", ErrNoSpace, dir, err)
	}
	return err
}

// checkEvery is how often a lock that another holds is tried.
const checkEvery = 100 * time.Millisecond

// lock takes the lock of a model in dir, waiting while another pull of it goes
// on; waiting is called once before that. The lock's file stays.
func lock(ctx context.Context, dir, name string, waiting func()) (unlock func() error, err error) {
	path := filepath.Join(dir, hidden, name+".lock")
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the lock: %w", err)
	}
	tick := time.NewTicker(checkEvery)
	defer tick.Stop()
	for told := false; ; told = true {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil {
			return f.Close, nil
		}
		if !errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, errors.Join(fmt.Errorf("lock %s: %w", path, err), f.Close())
		}
		if !told {
			waiting()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return nil, errors.Join(fmt.Errorf("wait for the other pull of %s: %w", name, ctx.Err()), f.Close())
		}
	}
}

// chunk is the bytes read, hashed and written at a time.
const chunk = 256 << 10

// sourceError is a failure to read what is copied, not to write it.
type sourceError struct{ error }

func (e sourceError) Unwrap() error { return e.error }

// copyData copies src to dst until its end or that of ctx, and calls step with
// the bytes so far after each read. A failed read is a sourceError.
func copyData(ctx context.Context, dst io.Writer, src io.Reader, step func(done int64)) (n int64, err error) {
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
			step(n)
		}
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, sourceError{err}
		}
	}
}

// fromSource reports whether err is of what was read, unless ctx ended it.
func fromSource(ctx context.Context, err error) bool {
	var source sourceError
	return ctx.Err() == nil && errors.As(err, &source)
}
