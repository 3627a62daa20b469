package models

import (
	"fmt"
	"os"
	"path/filepath"
)

// Find is the folder, or for a model of one file the file, of the model called
// name below dir. A folder there that the catalogue does not know is a model of
// the user's own and is found too. ErrMissing if it is not there or lacks a
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

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
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

func keptBytes(dir string, m Model) (n int64) {
	for i := range m.Parts {
		if info, err := os.Stat(partPath(dir, m, i)); err == nil {
			n += info.Size()
		}
	}
	return n
}
