package models

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
)

// hidden is the folder, in the models folder, of records, locks and work.
const hidden = ".weights"

func recordPath(dir, name string) string { return filepath.Join(dir, hidden, name+".json") }

// workDir is where a model is put together before it is moved to its place.
func workDir(dir string, m Model) string { return filepath.Join(dir, hidden, m.Name) }

// partPath is where the download of a model's part i grows.
func partPath(dir string, m Model, i int) string {
	return filepath.Join(workDir(dir, m), strconv.Itoa(i)+".part")
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
	defer func() {
		if err != nil {
			err = fmt.Errorf("write %s: %w", path, err)
		}
	}()
	f, err := d.Open(path+".new", os.O_CREATE|os.O_TRUNC|os.O_WRONLY)
	if err != nil {
		return err
	}
	_, err = f.Write(append(raw, '\n'))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(path+".new", path)
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
	for _, p := range m.Parts {
		if p.SHA256 == "" || r.Sums[p.base()] != p.SHA256 {
			return false
		}
	}
	return true
}

// wants is the sum that a part must have: the catalogue's, else the one
// recorded on first use, else "". An unreadable record is an error, since it
// would let a changed file pass as new.
func wants(dir string, m Model, p Part) (string, error) {
	if p.SHA256 != "" {
		return p.SHA256, nil
	}
	rec, err := readRecord(dir, m.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return rec.Sums[p.base()], err
}
