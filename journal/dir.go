// Package journal is what outlasts a call: every event of it, in order, as it
// happened, how its user talks, and, in a Log on JetStream, what assistants keep of
// their users. For now the first two are folders, with a JSON-lines file a call and
// a JSON file a user.
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

const (
	// maxOpen bounds the files held open between events. Past it the file that
	// waited longest is closed, and opened again by its call's next event.
	maxOpen = 256
	// maxHeld bounds, in bytes, the events that wait for space on the disk: an
	// hour of forty calls.
	maxHeld = 4 << 20
)

// ErrCallID means a call id that cannot be a file name.
var ErrCallID = errors.New("a call id has only letters, digits, - and _")

// errLost means that too many events wait already.
var errLost = errors.New("the event is lost: too many wait for space on the disk")

// Dir keeps calls in a folder. It is safe for concurrent use; events of one
// call are written in the order of the Append calls.
type Dir struct {
	path string

	mu     sync.Mutex
	open   map[parley.CallID]*os.File
	order  []parley.CallID // of open, the one written longest ago first
	calls  map[parley.CallID]*underway
	held   []line // not written yet, oldest first
	bytes  int    // of held
	closed bool
}

// underway is a call that has not ended.
type underway struct {
	user    string // who called, as the journal has it
	created bool   // its file was there
	deleted bool   // its user is forgotten: nothing more is kept of it
}

// line is an event to be written.
type line struct {
	call parley.CallID
	text []byte
	last bool // of its call
}

// OpenDir makes the folder if it is missing, readable by this user alone. The
// caller closes the Dir.
func OpenDir(path string) (*Dir, error) {
	if err := os.MkdirAll(path, 0o700); err != nil {
		return nil, fmt.Errorf("make the journal folder: %w", err)
	}
	return &Dir{path: path, open: map[parley.CallID]*os.File{}, calls: map[parley.CallID]*underway{}}, nil
}

// Append writes one event to the end of its call's file and returns when the
// system has it; it is not lost if this process dies. The last event of a call,
// parley.Ending, also closes the file. After an error of the disk the file ends
// on a whole line, and the event waits in memory, 4 MiB of them at most, to be
// written before the next one of any call. Events of a call whose user was
// deleted are passed over. It returns ErrCallID for a bad id and os.ErrClosed
// after Close.
func (d *Dir) Append(e parley.Event) error {
	if !isName(e.Call) {
		return fmt.Errorf("append event: %w", ErrCallID)
	}
	text, err := json.Marshal(e)
	if err != nil {
		return fmt.Errorf("append event: %w", err)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return fmt.Errorf("append event: %w", os.ErrClosed)
	}
	c := d.calls[e.Call]
	if c == nil {
		c = &underway{}
		d.calls[e.Call] = c
	}
	if started, ok := e.Body.(parley.Started); ok {
		c.user = started.User
	}
	if d.bytes+len(text) > maxHeld {
		return errors.Join(errLost, d.flush()[e.Call])
	}
	d.held = append(d.held, line{e.Call, append(summed(text), '\n'), e.Body.Kind() == parley.KindEnded})
	d.bytes += len(d.held[len(d.held)-1].text)
	return d.flush()[e.Call]
}

// flush writes what is held, as far as that goes, and returns what went wrong
// with which calls.
func (d *Dir) flush() map[parley.CallID]error {
	var failed map[parley.CallID]error
	kept := d.held[:0]
	for _, l := range d.held {
		if failed[l.call] == nil {
			err := d.write(l)
			if err == nil {
				d.bytes -= len(l.text)
				continue
			}
			if failed == nil {
				failed = map[parley.CallID]error{}
			}
			failed[l.call] = fmt.Errorf("append event to %s: %w", l.call, err)
		}
		kept = append(kept, l)
	}
	clear(d.held[len(kept):])
	d.held = kept
	return failed
}

func (d *Dir) write(l line) error {
	c := d.calls[l.call]
	if c == nil { // it has an event after its end
		c = &underway{}
	}
	if !c.deleted {
		f, err := d.file(l.call, c)
		switch {
		case errors.Is(err, os.ErrNotExist) && c.created:
			c.deleted = true // by another process
		case err != nil:
			return err
		default:
			if _, err := f.Write(l.text); err != nil {
				return errors.Join(err, mend(f), d.drop(l.call))
			}
		}
	}
	if l.last {
		delete(d.calls, l.call)
		return d.drop(l.call)
	}
	return nil
}

// Close writes what waits, as far as that goes, and closes the files. It may be
// called twice.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.closed {
		return nil
	}
	var all error
	for _, err := range d.flush() {
		all = errors.Join(all, err)
	}
	d.closed = true
	for len(d.order) > 0 {
		all = errors.Join(all, d.drop(d.order[0]))
	}
	return all
}

// file returns call's open file and marks it the one written last.
func (d *Dir) file(call parley.CallID, c *underway) (*os.File, error) {
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
		if f, err = openTail(fileName(d.path, call), !c.created); err != nil {
			return nil, err
		}
		d.open[call], c.created = f, true
	}
	d.order = append(d.order, call)
	return f, nil
}

// drop closes the file of call, if it is open.
func (d *Dir) drop(call parley.CallID) error {
	f, held := d.open[call]
	if !held {
		return nil
	}
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
