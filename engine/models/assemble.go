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

// assemble puts the model together at tree, and into rec what it is made of.
// done removes the downloads it was made from; it is not nil.
func (p *Puller) assemble(ctx context.Context, m Model, tree string, rec record) (done func() error, err error) {
	done = func() error { return nil }
	if p.From != "" {
		folder, err := p.unpackedIn(m)
		if err != nil {
			return done, err
		}
		if folder != "" {
			return done, p.copyFolder(ctx, m, folder, tree, rec)
		}
	}
	var kept []func() error
	done = func() error {
		var errs []error
		for _, drop := range kept {
			errs = append(errs, drop())
		}
		return errors.Join(errs...)
	}
	for i, part := range m.Parts {
		path, drop, err := p.obtain(ctx, m, i, rec)
		if err != nil {
			return done, err
		}
		kept = append(kept, drop)
		t := &treeWriter{Puller: p, root: tree, rec: rec, limit: m.bound()}
		if err := t.add(ctx, path, part); err != nil {
			if errors.Is(err, ErrBroken) { // it would be so again
				err = errors.Join(err, drop())
			}
			return done, err
		}
	}
	return done, nil
}

// bound is the most bytes that a part may unpack to: an archive that wants more
// is not what it says.
func (m Model) bound() int64 {
	if size, known := m.Size(); !known && size == 0 {
		return maxPart
	}
	return 2*m.grown() + 1<<20
}

// obtain has part i as a whole file with the right sum, which goes into rec.
// drop removes it if it was a download.
func (p *Puller) obtain(ctx context.Context, m Model, i int, rec record) (path string, drop func() error, err error) {
	part := m.Parts[i]
	want, err := wants(p.Dir, m, part)
	if err != nil {
		return "", nil, err
	}
	if want == "" && !p.Trust {
		return "", nil, fmt.Errorf("%w: of %s nobody has published one that could be checked here; "+
			"run `parley models pull --trust %s` to take it as it comes and hold it to that from then on",
			ErrUntrusted, part.Address, m.Name)
	}
	var sum string
	if p.From != "" {
		path, drop = filepath.Join(p.From, part.base()), func() error { return nil }
		sum, err = p.local(ctx, m, part, path, want)
	} else {
		d := &download{Puller: p, model: m, part: part, path: partPath(p.Dir, m, i), want: want}
		path, drop = d.path, d.drop
		sum, err = d.fetch(ctx)
	}
	rec.Sums[part.base()] = sum
	return path, drop, err
}

// local checks a part that lies in the folder From.
func (p *Puller) local(ctx context.Context, m Model, part Part, path, want string) (string, error) {
	f, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return "", fmt.Errorf("%w: %s holds neither %s nor an unpacked %s; put there what %s serves",
			ErrMissing, p.From, part.base(), m.Place, part.Address)
	}
	if err != nil {
		return "", fmt.Errorf("open the archive: %w", err)
	}
	defer f.Close()
	sum := sha256.New()
	n, err := p.copy(ctx, sum, f, Checking, part.Size)
	if err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	if part.Size > 0 && n != part.Size {
		return "", fmt.Errorf("%w: %s has %d bytes, not %d; copy it again from %s", ErrBroken, path, n, part.Size, part.Address)
	}
	got := hex.EncodeToString(sum.Sum(nil))
	if want != "" && got != want {
		return "", fmt.Errorf("%w: %s has the SHA-256 %s, not %s; copy it again from %s", ErrBroken, path, got, want, part.Address)
	}
	return got, nil
}

// unpackedIn is the folder of From, or From itself, that holds the model
// unpacked; "" if an archive is there or nothing.
func (p *Puller) unpackedIn(m Model) (string, error) {
	if m.file() || exists(filepath.Join(p.From, m.Parts[0].base())) {
		return "", nil
	}
	for _, folder := range []string{filepath.Join(p.From, m.Place), p.From} {
		if m.lacks(folder) != "" {
			continue
		}
		if !p.Trust {
			return "", fmt.Errorf("%w: %s is unpacked already, and the sums are of the archives; add --trust to take it as it is",
				ErrUntrusted, folder)
		}
		return folder, nil
	}
	return "", nil
}

// copyFolder copies an unpacked model. Links in it are followed to files, as
// caches of downloads use them; folders behind links are left out.
func (p *Puller) copyFolder(ctx context.Context, m Model, from, tree string, rec record) error {
	t := &treeWriter{Puller: p, root: tree, rec: rec, limit: 1 << 62}
	return filepath.WalkDir(from, func(path string, e os.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return fmt.Errorf("open a file of %s: %w", m.Name, err)
		}
		defer f.Close()
		return t.write(ctx, filepath.ToSlash(name), io.Reader(f))
	})
}
