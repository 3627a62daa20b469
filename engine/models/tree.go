package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// maxEntries is how many files a part may hold; espeak-ng's data, the largest
// known, are under 400.
const maxEntries = 10_000

// treeWriter writes the files of a model below a folder that nobody sees yet.
type treeWriter struct {
	*Puller
	root    string
	rec     record
	limit   int64 // bytes
	written int64
	entries int
}

// add puts a part into the tree.
func (t *treeWriter) add(ctx context.Context, path string, part Part) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open the part: %w", err)
	}
	defer f.Close()
	if part.form() == plain {
		if part.File == "" {
			return t.write(ctx, ".", f)
		}
		return t.write(ctx, part.File, f)
	}
	if err := t.unpack(ctx, f, part.form()); err != nil {
		if errors.Is(err, ErrBroken) {
			err = fmt.Errorf("unpack %s: %w; get it again from %s", part.base(), err, part.Address)
		}
		return err
	}
	return nil
}

// write makes the file called name, slash-separated, from src; "." is the root
// itself.
func (t *treeWriter) write(ctx context.Context, name string, src io.Reader) (err error) {
	if t.entries++; t.entries > maxEntries {
		return fmt.Errorf("%w: it holds more than %d files", ErrBroken, maxEntries)
	}
	at := filepath.Join(t.root, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
		return fmt.Errorf("make the folder of %s: %w", name, err)
	}
	out, err := t.disk.Open(at, os.O_CREATE|os.O_EXCL|os.O_WRONLY)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%w: it holds %.100q twice", ErrBroken, name)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	sum := sha256.New()
	n, err := t.copy(ctx, io.MultiWriter(&bounded{t, out}, sum), src, "", 0)
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	t.rec.Files[filepath.ToSlash(name)] = fileSum{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return nil
}

// bounded counts what is written against the limit of the tree.
type bounded struct {
	t   *treeWriter
	out io.Writer
}

func (b *bounded) Write(p []byte) (int, error) {
	if b.t.written += int64(len(p)); b.t.written > b.t.limit {
		return 0, fmt.Errorf("%w: it unpacks to more than %s", ErrBroken, Bytes(b.t.limit))
	}
	return b.out.Write(p)
}
