package journal

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"time"

	"parley"
)

// File is a call's journal as a file.
type File struct {
	Call  parley.CallID
	Bytes int64
	// Modified is when an event was last written to it.
	Modified time.Time
}

// Files are the journals of the folder, in no order. 5,000 take about 10 ms.
func (d *Dir) Files() ([]File, error) {
	entries, err := os.ReadDir(d.path)
	if err != nil {
		return nil, fmt.Errorf("list journals: %w", err)
	}
	files := make([]File, 0, len(entries))
	for _, e := range entries {
		call := callOf(e.Name())
		if e.Name() != string(call)+".jsonl" || !isName(call) {
			continue
		}
		if info, err := e.Info(); err == nil { // else it was deleted meanwhile
			files = append(files, File{call, info.Size(), info.ModTime()})
		}
	}
	return files, nil
}

// Load returns what can be read of a call's journal in the order it was written, and
// how many lines cannot: they are left out, a last one that is torn too. It returns
// ErrCallID for a bad id and os.ErrNotExist for a call that has no file.
func (d *Dir) Load(call parley.CallID) (events []parley.Event, damaged int, err error) {
	if !isName(call) {
		return nil, 0, fmt.Errorf("load journal: %w", ErrCallID)
	}
	text, err := os.ReadFile(fileName(d.path, call))
	if err != nil {
		return nil, 0, fmt.Errorf("load journal: %w", err)
	}
	for line := range bytes.Lines(text) {
		var e parley.Event
		if line[len(line)-1] != '\n' || json.Unmarshal(line, &e) != nil {
			damaged++
			continue
		}
		events = append(events, e)
	}
	return events, damaged, nil
}

// OwnerOf is the user that a call's journal names first, "" if it names none or the
// call has none. Its errors are Load's.
func (d *Dir) OwnerOf(call parley.CallID) (string, error) {
	if !isName(call) {
		return "", fmt.Errorf("read journal: %w", ErrCallID)
	}
	line, err := firstLine(fileName(d.path, call))
	if err != nil {
		return "", fmt.Errorf("read journal: %w", err)
	}
	return userOf(line), nil
}

// Delete deletes the journal of a call and returns how long it was; of one that is
// under way in this process nothing more is kept. Its errors are Load's.
func (d *Dir) Delete(call parley.CallID) (size int64, err error) {
	if !isName(call) {
		return 0, fmt.Errorf("delete journal: %w", ErrCallID)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	name := fileName(d.path, call)
	info, err := os.Stat(name)
	if err != nil {
		return 0, fmt.Errorf("delete journal: %w", err)
	}
	if c := d.calls[call]; c != nil {
		c.deleted = true
	}
	_ = d.drop(call) // the file goes anyway
	d.held = slices.DeleteFunc(d.held, func(l line) bool {
		drop := l.call == call && !l.last
		if drop {
			d.bytes -= len(l.text)
		}
		return drop
	})
	if err := removed(os.Remove(name)); err != nil {
		return 0, fmt.Errorf("delete journal: %w", err)
	}
	return info.Size(), nil
}

// Add adds events to the journal of a call that is over, all or none of them. It
// returns os.ErrNotExist for a call that has no journal, and ErrCallID for a bad id.
func (d *Dir) Add(call parley.CallID, events ...parley.Event) error {
	text, err := d.linesOf(call, events)
	if err != nil {
		return fmt.Errorf("add to journal: %w", err)
	}
	f, err := openTail(fileName(d.path, call), false)
	if err != nil {
		return fmt.Errorf("add to journal: %w", err)
	}
	if _, err = f.Write(text); err != nil {
		err = errors.Join(err, mend(f))
	}
	if err := errors.Join(err, f.Close()); err != nil {
		return fmt.Errorf("add to journal of %s: %w", call, err)
	}
	return nil
}

// Create keeps events as the journal of a call that has none, all or none of them.
// It returns os.ErrExist for a call that has one, and ErrCallID for a bad id.
func (d *Dir) Create(call parley.CallID, events []parley.Event) error {
	text, err := d.linesOf(call, events)
	if err != nil {
		return fmt.Errorf("create journal: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	name := fileName(d.path, call)
	if _, err := os.Stat(name); err == nil {
		return fmt.Errorf("create journal of %s: %w", call, os.ErrExist)
	}
	if err := replaceFile(name, text); err != nil {
		return fmt.Errorf("create journal of %s: %w", call, err)
	}
	return nil
}

// linesOf are events as the lines of a journal.
func (d *Dir) linesOf(call parley.CallID, events []parley.Event) ([]byte, error) {
	if !isName(call) {
		return nil, ErrCallID
	}
	var text []byte
	for _, e := range events {
		line, err := json.Marshal(e)
		if err != nil {
			return nil, err
		}
		text = append(append(text, summed(line)...), '\n')
	}
	return text, nil
}
