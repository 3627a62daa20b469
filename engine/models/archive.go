package models

import (
	"archive/tar"
	"bufio"
	"compress/bzip2"
	"compress/gzip"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// What an archive may hold.
const (
	// maxEntries is how many files; espeak-ng's data, the most known, are under 400.
	maxEntries = 10_000
	// maxName is the bytes of the longest name; Linux takes paths of 4096 in all.
	maxName = 1024
	// maxTrailer is the bytes that may follow a tar's end: packers fill it to a
	// round size.
	maxTrailer = 1 << 20
)

// tree writes the files of a model below a folder that nobody sees yet.
type tree struct {
	*Puller
	root    string
	rec     record
	limit   int64 // bytes
	written int64
	entries int
	top     string // the one folder of the archive, once it is known
}

// add puts the part that lies at path into the tree.
func (t *tree) add(ctx context.Context, path string, part Part) error {
	f, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("open the part: %w", err)
	}
	defer f.Close()
	switch {
	case part.archive():
		err = t.unpack(ctx, f, strings.HasSuffix(part.Address, ".gz"))
	case part.File == "":
		err = t.write(ctx, ".", f, ignore)
	default:
		err = t.write(ctx, part.File, f, ignore)
	}
	if errors.Is(err, ErrBroken) {
		err = fmt.Errorf("unpack %s: %w; get it again from %s", part.base(), err, part.Address)
	}
	return err
}

func ignore(int64) {}

// unpack unpacks a tar whose files lie in one folder, without that folder. Links
// are left out; one that leads out of the folder, and anything that is no file,
// folder or link, is an ErrBroken, as is an archive that is cut short or goes on
// behind its end.
func (t *tree) unpack(ctx context.Context, f *os.File, gz bool) (err error) {
	info, err := f.Stat()
	if err != nil {
		return err
	}
	packed := bufio.NewReaderSize(f, chunk)
	src := bzip2.NewReader(packed)
	if gz {
		if src, err = gzip.NewReader(packed); err != nil {
			return broken(err)
		}
	}
	t.top = ""
	for r := tar.NewReader(src); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return broken(err)
		}
		name, err := t.name(h)
		if err != nil {
			return err
		}
		if name == "" {
			continue
		}
		err = t.write(ctx, name, r, func(int64) {
			at, _ := f.Seek(0, io.SeekCurrent)
			t.tell(Unpacking, at, info.Size())
		})
		if fromSource(ctx, err) {
			return broken(err)
		}
		if err != nil {
			return err
		}
	}
	if t.top == "" {
		return fmt.Errorf("%w: it holds nothing", ErrBroken)
	}
	// The checksum of the packing is at its end.
	if n, err := io.Copy(io.Discard, io.LimitReader(src, maxTrailer)); err != nil {
		return broken(err)
	} else if n == maxTrailer {
		return fmt.Errorf("%w: much follows its end", ErrBroken)
	}
	return nil
}

// name is where an entry goes below the tree, "" for what is left out.
func (t *tree) name(h *tar.Header) (string, error) {
	if t.entries++; t.entries > 2*maxEntries {
		return "", fmt.Errorf("%w: it holds more than %d entries", ErrBroken, 2*maxEntries)
	}
	target := ""
	switch h.Typeflag {
	case tar.TypeReg, tar.TypeDir:
	case tar.TypeLink:
		target = h.Linkname
	case tar.TypeSymlink:
		if target = h.Linkname; !path.IsAbs(target) {
			target = path.Join(path.Dir(h.Name), target)
		}
	case tar.TypeXGlobalHeader: // the packer's own notes
		return "", nil
	default:
		return "", fmt.Errorf("%w: %.100q is no file, folder or link", ErrBroken, h.Name)
	}
	if strings.HasPrefix(path.Base(h.Name), "._") { // macOS's notes beside files
		return "", nil
	}
	local, err := safeName(h.Name)
	if err != nil || local == "." {
		return "", err
	}
	if target != "" && !filepath.IsLocal(target) {
		return "", fmt.Errorf("%w: the link %.100q leads out of it", ErrBroken, h.Name)
	}
	top, rest, below := strings.Cut(filepath.ToSlash(local), "/")
	if t.top == "" {
		t.top = top
	}
	if top != t.top || !below && h.Typeflag == tar.TypeReg {
		return "", fmt.Errorf("%w: %.100q lies outside of its folder %.100q", ErrBroken, h.Name, t.top)
	}
	if h.Typeflag != tar.TypeReg {
		return "", nil
	}
	return rest, nil
}

// safeName is a slash-separated name from an archive as a path below a folder;
// an ErrBroken if it could lead out of it.
func safeName(name string) (string, error) {
	local := filepath.FromSlash(strings.TrimSuffix(name, "/"))
	if strings.ContainsAny(name, "\\\x00") || len(name) > maxName || !filepath.IsLocal(local) {
		return "", fmt.Errorf("%w: it holds the name %.100q", ErrBroken, name)
	}
	return filepath.Clean(local), nil
}

// write makes the file called name, slash-separated, from src, and records it;
// "." is the root itself. It writes at most a byte beyond the tree's limit.
func (t *tree) write(ctx context.Context, name string, src io.Reader, step func(int64)) error {
	if len(t.rec.Files) == maxEntries {
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
	n, err := copyData(ctx, io.MultiWriter(out, sum), io.LimitReader(src, t.limit-t.written+1), step)
	if t.written += n; t.written > t.limit {
		err = fmt.Errorf("%w: it unpacks to more than %s", ErrBroken, Bytes(t.limit))
	}
	if err := errors.Join(err, out.Sync(), out.Close()); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	t.rec.Files[name] = fileSum{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}
	return nil
}

// broken is an error of the archive's form.
func broken(err error) error {
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return fmt.Errorf("%w: it is cut short", ErrBroken)
	}
	return fmt.Errorf("%w: %w", ErrBroken, err)
}
