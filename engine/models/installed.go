package models

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// Find is the folder, or for a model of one file the file, of the model called
// name below dir. A folder there that the catalogue does not know, KIND/NAME, is a model
// of the user's own and is found too. ErrMissing if it is not there or lacks a
// file, ErrUnknown if there is no such model at all. It looks at no content.
func Find(dir, name string) (string, error) {
	m, err := Lookup(name)
	if err != nil {
		if own := filepath.Join(dir, name); filepath.IsLocal(name) && exists(own) {
			return own, nil
		}
		return "", err
	}
	return m.find(dir)
}

func (m Model) find(dir string) (string, error) {
	at := filepath.Join(dir, m.Place)
	if lack := m.lacks(at); lack != "" {
		if lack != m.Place {
			return "", fmt.Errorf("%w: %s lacks %s; run: parley models pull %s", ErrMissing, at, lack, m.Name)
		}
		return "", fmt.Errorf("%w: %s is not in %s; run: parley models pull %s", ErrMissing, m.Name, dir, m.Name)
	}
	return at, nil
}

// lacks names the first file that the model at a path lacks: its Place if
// nothing is there, "" if it is whole.
func (m Model) lacks(at string) string {
	info, err := os.Stat(at)
	if err != nil || info.IsDir() == m.file() {
		return m.Place
	}
	for _, f := range m.Files {
		if info, err := os.Stat(filepath.Join(at, filepath.FromSlash(f))); err != nil || info.Size() == 0 {
			return f
		}
	}
	return ""
}

// State is how far a model has come.
type State string

// The states.
const (
	// Here means that the files are there, as large as they must be.
	Here State = "here"
	// Partial means that a download was begun.
	Partial State = "partial"
	// Broken means that files are missing or have another size; the remedy is
	// to pull it again.
	Broken State = "broken"
	// NotHere means that there is nothing.
	NotHere State = "not here"
)

// Status is what a look at the models folder shows of a model.
type Status struct {
	State State
	// Kept is the bytes of a begun download.
	Kept int64
	// Checked reports whether the files came with the checksum in the
	// catalogue. It is false for those trusted on first use and for those put
	// there by hand.
	Checked bool
}

// Look tells of a model below dir without reading its content.
func Look(dir string, m Model) Status {
	at := filepath.Join(dir, m.Place)
	rec, err := readRecord(dir, m.Name)
	if m.lacks(at) == "" && (err != nil || rec.sizesHold(at)) {
		return Status{State: Here, Checked: err == nil && rec.checkedBy(m)}
	}
	if kept := keptBytes(dir, m); kept > 0 {
		return Status{State: Partial, Kept: kept}
	}
	if exists(at) {
		return Status{State: Broken}
	}
	return Status{State: NotHere}
}

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
	if errors.Is(err, fs.ErrNotExist) {
		p := m.Parts[0]
		if !m.file() || p.SHA256 == "" {
			_, err := m.find(dir)
			return false, err
		}
		rec.Files["."] = fileSum{Size: p.Size, SHA256: p.SHA256} // the catalogue alone tells all
	} else if err != nil {
		return false, err
	}
	for _, p := range m.Parts {
		if sum := rec.Sums[p.base()]; sum != "" && p.SHA256 != "" && sum != p.SHA256 {
			return true, fmt.Errorf("%w: %s came with another %s than the catalogue names now; remove it and pull it again",
				ErrBroken, m.Name, p.base())
		}
	}
	q := Puller{Progress: progress}
	q.fill(m)
	bad, err := rec.faults(ctx, filepath.Join(dir, m.Place), &q)
	if err != nil {
		return true, err
	}
	if len(bad) > 0 {
		return true, fmt.Errorf("%w: %s: %s; remove %s and run: parley models pull %s",
			ErrBroken, m.Name, strings.Join(bad, ", "), filepath.Join(dir, m.Place), m.Name)
	}
	return true, nil
}

// faults says what is wrong with the files of a record; p tells of progress.
func (r record) faults(ctx context.Context, at string, p *Puller) (bad []string, err error) {
	var total, done int64
	for _, f := range r.Files {
		total += f.Size
	}
	for _, name := range slices.Sorted(maps.Keys(r.Files)) {
		if !fs.ValidPath(name) {
			return nil, fmt.Errorf("%w: the record names %.100q", ErrBroken, name)
		}
		want, label := r.Files[name], name
		got, err := sumOf(ctx, filepath.Join(at, filepath.FromSlash(name)), func(n int64) { p.tell(Checking, done+n, total) })
		done += want.Size
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

// hidden is the folder, in the models folder, of records, locks and work. Its
// name stays, since folders that were filled earlier have it.
const hidden = ".weights"

func recordPath(dir, name string) string { return filepath.Join(dir, hidden, name+".json") }

// workDir is where a model is put together before it is moved to its place.
func workDir(dir string, m Model) string { return filepath.Join(dir, hidden, m.Name) }

// partPath is where the download of a model's part i grows.
func partPath(dir string, m Model, i int) string {
	return filepath.Join(workDir(dir, m), strconv.Itoa(i)+".part")
}

func keptBytes(dir string, m Model) (n int64) {
	for i := range m.Parts {
		if info, err := os.Stat(partPath(dir, m, i)); err == nil {
			n += info.Size()
		}
	}
	return n
}

// record is what is known of a model that was pulled: it is what verify holds
// the files to, and what the next download of an unverified part is held to.
type record struct {
	// Sums are the SHA-256 of the parts by file name; a part that came as an
	// unpacked folder has none.
	Sums map[string]string `json:"sums"`
	// Files are all files of the model by slash-separated name; the name of a
	// model of one file is ".".
	Files map[string]fileSum `json:"files"`
}

type fileSum struct {
	Size   int64  `json:"size"`
	SHA256 string `json:"sha256"`
}

func newRecord() record {
	return record{Sums: make(map[string]string), Files: make(map[string]fileSum)}
}

// readRecord's error is fs.ErrNotExist if there is none.
func readRecord(dir, name string) (record, error) {
	rec := newRecord()
	raw, err := os.ReadFile(recordPath(dir, name))
	if err != nil {
		return rec, err
	}
	if err := json.Unmarshal(raw, &rec); err != nil {
		return newRecord(), fmt.Errorf("%w: %s: %w", ErrBroken, recordPath(dir, name), err)
	}
	return rec, nil
}

// write replaces the record of a model atomically.
func (r record) write(d disk, dir, name string) (err error) {
	raw, err := json.MarshalIndent(r, "", "  ")
	if err != nil {
		return err
	}
	path := recordPath(dir, name)
	f, err := d.Open(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err == nil {
		_, err = f.Write(append(raw, '\n'))
		err = errors.Join(err, f.Sync(), f.Close())
	}
	if err == nil {
		err = os.Rename(path+".new", path)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// sizesHold reports whether the recorded files are at their place with their
// sizes.
func (r record) sizesHold(at string) bool {
	for name, want := range r.Files {
		info, err := os.Stat(filepath.Join(at, filepath.FromSlash(name)))
		if err != nil || !info.Mode().IsRegular() || info.Size() != want.Size {
			return false
		}
	}
	return len(r.Files) > 0
}

// checkedBy reports whether the model came with the catalogue's checksums.
func (r record) checkedBy(m Model) bool {
	return !slices.ContainsFunc(m.Parts, func(p Part) bool { return p.SHA256 == "" || r.Sums[p.base()] != p.SHA256 })
}

// wantedSum is the sum that a part must have: the catalogue's, else the one
// recorded on first use, else "". An unreadable record is an error, since it
// would let a changed file pass as new.
func wantedSum(dir string, m Model, p Part) (string, error) {
	if p.SHA256 != "" {
		return p.SHA256, nil
	}
	rec, err := readRecord(dir, m.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return rec.Sums[p.base()], err
}
