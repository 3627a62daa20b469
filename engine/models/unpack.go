package models

import (
	"archive/tar"
	"archive/zip"
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// unpack unpacks an archive whose files lie in one folder, without that folder.
// Links are left out; one that leads out of the folder, and anything that is no
// file, folder or link, is an ErrBroken, as is an archive that is cut short.
func (t *treeWriter) unpack(ctx context.Context, f *os.File, how form) error {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	if how == zipped {
		return t.unzip(ctx, f, info.Size())
	}
	var src io.Reader = bufio.NewReaderSize(&counted{f, func(n int64) { t.tell(Unpacking, n, info.Size()) }, 0}, chunk)
	if how == tarBzip2 {
		src = bzip2.NewReader(src)
	} else if src, err = gzip.NewReader(src); err != nil {
		return broken(err)
	}
	files := &folder{}
	for r := tar.NewReader(src); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return errors.Join(files.any(), drain(src))
		}
		if err != nil {
			return broken(err)
		}
		kind := entryKind(h.Typeflag)
		name, err := files.name(h.Name, linkTarget(h), kind)
		if err != nil {
			return err
		}
		if name == "" || kind != regular {
			continue
		}
		source := &touched{Reader: r}
		if err := t.write(ctx, name, source); err != nil {
			if source.failed && ctx.Err() == nil {
				return broken(err)
			}
			return err
		}
	}
}

// drain reads what follows a tar's end, which packers fill to a round size, so
// that the end of the packing is checked too.
func drain(src io.Reader) error {
	const most = 1 << 20
	if n, err := io.Copy(io.Discard, io.LimitReader(src, most)); err != nil {
		return broken(err)
	} else if n == most {
		return fmt.Errorf("%w: much follows its end", ErrBroken)
	}
	return nil
}

// linkTarget is where a link leads, from the archive's root.
func linkTarget(h *tar.Header) string {
	if h.Typeflag == tar.TypeSymlink && !path.IsAbs(h.Linkname) {
		return path.Join(path.Dir(h.Name), h.Linkname)
	}
	return h.Linkname
}

func (t *treeWriter) unzip(ctx context.Context, f *os.File, size int64) error {
	z, err := zip.NewReader(f, size)
	if err != nil {
		return broken(err)
	}
	files := &folder{}
	for i, e := range z.File {
		t.tell(Unpacking, int64(i), int64(len(z.File)))
		kind := regular
		switch mode := e.Mode(); {
		case mode.IsDir():
			kind = directory
		case mode&os.ModeSymlink != 0:
			kind = link
		case !mode.IsRegular():
			kind = special
		}
		name, err := files.name(e.Name, ".", kind)
		if err != nil {
			return err
		}
		if name == "" || kind != regular {
			continue
		}
		r, err := e.Open()
		if err != nil {
			return broken(err)
		}
		source := &touched{Reader: r}
		err = t.write(ctx, name, source)
		if err != nil && source.failed && ctx.Err() == nil {
			err = broken(err)
		}
		if err := errors.Join(err, r.Close()); err != nil {
			return err
		}
	}
	return files.any()
}

// broken is an error of the archive's form.
func broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it is cut short", ErrBroken)
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}

type kind int

const (
	regular kind = iota
	directory
	link
	ignored // an archive's own notes
	special
)

func entryKind(flag byte) kind {
	switch flag {
	case tar.TypeReg:
		return regular
	case tar.TypeDir:
		return directory
	case tar.TypeSymlink, tar.TypeLink:
		return link
	case tar.TypeXGlobalHeader:
		return ignored
	}
	return special
}

// folder is the one folder that all files of an archive lie in.
type folder struct {
	top     string
	entries int
}

// name is an entry's name below the folder, "" for what is to be left out.
// target is where a link leads from the archive's root.
func (f *folder) name(name, target string, k kind) (string, error) {
	if f.entries++; f.entries > 2*maxEntries {
		return "", fmt.Errorf("%w: it holds more than %d entries", ErrBroken, 2*maxEntries)
	}
	if k == ignored || strings.HasPrefix(path.Base(name), "._") { // macOS's notes beside files
		return "", nil
	}
	if k == special {
		return "", fmt.Errorf("%w: %.100q is no file, folder or link", ErrBroken, name)
	}
	local, err := safeName(name)
	if err != nil || local == "." {
		return "", err
	}
	if k == link && !filepath.IsLocal(target) {
		return "", fmt.Errorf("%w: the link %.100q leads out of it", ErrBroken, name)
	}
	top, rest, below := strings.Cut(filepath.ToSlash(local), "/")
	if f.top == "" {
		f.top = top
	}
	if top != f.top || !below && k == regular {
		return "", fmt.Errorf("%w: %.100q lies outside of its folder %.100q", ErrBroken, name, f.top)
	}
	return rest, nil
}

// any is an error if the archive held nothing.
func (f *folder) any() error {
	if f.top == "" {
		return fmt.Errorf("%w: it holds nothing", ErrBroken)
	}
	return nil
}

// counted tells how much was read.
type counted struct {
	io.Reader
	tell func(int64)
	n    int64
}

func (c *counted) Read(p []byte) (int, error) {
	n, err := c.Reader.Read(p)
	c.n += int64(n)
	c.tell(c.n)
	return n, err
}
