package models

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Verify reads a model below dir and holds every file to what is known of it.
// held is false if nothing is: the model was put there by hand, and only that
// its files exist was checked. ErrMissing if the model is not there, ErrBroken
// if a file is missing, changed or cut short; the error names each such file.
// progress may be nil; it is called every 256 KiB.
func Verify(ctx context.Context, dir string, m Model, progress func(Progress)) (held bool, err error) {
	if _, err := m.find(dir); err != nil && Look(dir, m).State != Broken {
		return false, err
	}
	rec, err := readRecord(dir, m.Name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if rec = m.ownRecord(); len(rec.Files) == 0 {
			_, err := m.find(dir)
			return false, err
		}
	case err != nil:
		return false, err
	}
	for _, p := range m.Parts {
		if sum := rec.Sums[p.base()]; sum != "" && p.SHA256 != "" && sum != p.SHA256 {
			return true, fmt.Errorf("%w: %s came with another %s than the catalogue names now; remove it and pull it again",
				ErrBroken, m.Name, p.base())
		}
	}
	q := Puller{Dir: dir, Progress: progress}
	q.fill(m)
	bad, err := q.hold(ctx, filepath.Join(dir, m.Place), rec)
	if err != nil {
		return true, err
	}
	if len(bad) > 0 {
		return true, fmt.Errorf("%w: %s: %s; remove %s and run: parley models pull %s",
			ErrBroken, m.Name, strings.Join(bad, ", "), filepath.Join(dir, m.Place), m.Name)
	}
	return true, nil
}

// ownRecord is what the catalogue alone tells of a model's files: all, for a
// model of one file.
func (m Model) ownRecord() record {
	rec := newRecord()
	if p := m.Parts[0]; m.file() && p.SHA256 != "" {
		rec.Files["."] = fileSum{Size: p.Size, SHA256: p.SHA256}
	}
	return rec
}

// hold says what is wrong with the files of a record.
func (p *Puller) hold(ctx context.Context, at string, rec record) (bad []string, err error) {
	var total, done int64
	names := make([]string, 0, len(rec.Files))
	for name, f := range rec.Files {
		names = append(names, name)
		total += f.Size
	}
	slices.Sort(names)
	for _, name := range names {
		want := rec.Files[name]
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("%w: the record names %.100q", ErrBroken, name)
		}
		got, err := p.hash(ctx, filepath.Join(at, filepath.FromSlash(name)), done, total)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		done += want.Size
		label := name
		if name == "." {
			label = filepath.Base(at)
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			bad = append(bad, label+" is missing")
		case err != nil:
			return nil, err
		case got.Size < want.Size:
			bad = append(bad, label+" is cut short")
		case got.SHA256 != want.SHA256:
			bad = append(bad, label+" is not what was pulled")
		}
	}
	return bad, nil
}

func (p *Puller) hash(ctx context.Context, path string, done, total int64) (fileSum, error) {
	f, err := os.Open(path)
	if err != nil {
		return fileSum{}, err
	}
	defer f.Close()
	sum := sha256.New()
	src := &counted{f, func(n int64) { p.tell(Checking, done+n, total) }, 0}
	n, err := p.copy(ctx, sum, src, "", 0)
	return fileSum{Size: n, SHA256: hex.EncodeToString(sum.Sum(nil))}, err
}
