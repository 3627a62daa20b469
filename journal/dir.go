// Package journal is what outlasts a call: every event of it, in order, as it
// happened, and how its user talks. For now both are folders, with a JSON-lines
// file a call and a JSON file a user.
package journal

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"parley"
)

// maxOpen bounds the files held open between events. Past it the file that
// waited longest is closed, and opened again by its call's next event.
const maxOpen = 256

// ErrCallID means a call id that cannot be a file name.
var ErrCallID = errors.New("a call id has only letters, digits, - and _")

// Dir keeps calls in a folder. It is safe for concurrent use; events of one
// call are written in the order of the Append calls.
type Dir struct {
	path string

	mu     sync.Mutex
	open   map[parley.CallID]*os.File
	order  []parley.CallID // of open, the one written longest ago first
	closed bool
}

// OpenDir makes the folder if it is missing, readable by this user alone. The
// caller closes the Dir.
func OpenDir(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("make the journal folder: %w", err)
	}
	return &Dir{path: path, open: map[parley.CallID]*os.File{}}, nil
}

// Append writes one event to the end of its call's file and returns when the
// system has it; it is not lost if this process dies. The last event of a call,
// parley.Ending, also closes the file. It returns ErrCallID for a bad id and
// os.ErrClosed after Close.
func (d *Dir) Append(e parley.Event) error {
	if !isName(e.Call) {
		return fmt.Errorf("append event: %w", ErrCallID)
	}
	line, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("append event: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	f, err := d.file(e.Call)
	if err != nil {
		return fmt.Errorf("append event: %w", err)
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		// Part of the line may be there; opening the file again cuts it off.
		return fmt.Errorf("append event to %s: %w", e.Call, errors.Join(err, d.drop(e.Call)))
	}
	if e.Body.Kind() == parley.KindEnded {
		return d.drop(e.Call)
	}
	return nil
}

// Close closes the open files. It may be called twice.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.closed = true
	var all error
	for len(d.order) > 0 {
		all = errors.Join(all, d.drop(d.order[0]))
	}
	return all
}

// file returns call's open file and marks it the one written last.
func (d *Dir) file(call parley.CallID) (*os.File, error) {
	if d.closed {
		return nil, os.ErrClosed
	}
	f, held := d.open[call]
	if held {
		d.forget(call)
	} else {
		for len(d.order) >= maxOpen {
			if err := d.drop(d.order[0]); err != nil {
				return nil, err
			}
		}
		var err error
		if f, err = openTail(fileName(d.path, call)); err != nil {
			return nil, err
		}
		d.open[call] = f
	}
	d.order = append(d.order, call)
	return f, nil
}

func (d *Dir) drop(call parley.CallID) error {
	f := d.open[call]
	delete(d.open, call)
	d.forget(call)
	if err := f.Close(); err != nil {
		return fmt.Errorf("close journal of %s: %w", call, err)
	}
	return nil
}

func (d *Dir) forget(call parley.CallID) {
	for i, c := range d.order {
		if c == call {
			d.order = append(d.order[:i], d.order[i+1:]...)
			return
		}
	}
}

func fileName(dir string, call parley.CallID) string {
	return filepath.Join(dir, string(call)+".jsonl")
}

// isName reports that an id stays inside the folder and is no hidden file.
func isName[ID ~string](id ID) bool {
	return id != "" && len(id) <= 128 && strings.IndexFunc(string(id), func(r rune) bool {
		return !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' || r == '_')
	}) < 0
}
