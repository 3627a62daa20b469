package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"parley"
)

// Read returns the events of a call in the order they were written. A last line
// that a crash left torn is passed over; any other bad line is an error naming
// its number. It returns ErrCallID for a bad id and os.ErrNotExist for a call
// that has no file.
func Read(dir string, call parley.CallID) ([]parley.Event, error) {
	if !isName(call) {
		return nil, fmt.Errorf("read journal: %w", ErrCallID)
	}
	f, err := os.Open(fileName(dir, call))
	if err != nil {
		return nil, fmt.Errorf("read journal: %w", err)
	}
	defer func() { _ = f.Close() }() // only read
	events, err := read(f)
	if err != nil {
		return nil, fmt.Errorf("read journal of %s: %w", call, err)
	}
	return events, nil
}

func read(r io.Reader) ([]parley.Event, error) {
	var events []parley.Event
	lines := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := lines.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return events, nil // what follows the last line break is torn
		}
		if err != nil {
			return nil, err
		}
		var e parley.Event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		events = append(events, e)
	}
}

// openTail opens a file for appending; one that is missing is made, private, if
// create says so. A torn last line is cut off first: the next event must not be
// glued to it.
func openTail(name string, create bool) (*os.File, error) {
	flags := os.O_RDWR | os.O_APPEND
	if create {
		flags |= os.O_CREATE
	}
	f, err := os.OpenFile(name, flags, 0o600)
	if err != nil {
		return nil, err
	}
	if err := mend(f); err != nil {
		_ = f.Close() // nothing was written
		return nil, fmt.Errorf("mend %s: %w", name, err)
	}
	return f, nil
}

// mend cuts a torn last line off.
func mend(f *os.File) error {
	whole, err := wholeLines(f)
	if err != nil {
		return err
	}
	return f.Truncate(whole)
}

// wholeLines returns the length of f up to and with its last line break.
func wholeLines(f *os.File) (int64, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	block := make([]byte, 4096)
	for end := info.Size(); end > 0; {
		start := max(0, end-int64(len(block)))
		n, err := f.ReadAt(block[:end-start], start)
		if err != nil && !errors.Is(err, io.EOF) {
			return 0, err
		}
		if i := bytes.LastIndexByte(block[:n], '\n'); i >= 0 {
			return start + int64(i) + 1, nil
		}
		end = start
	}
	return 0, nil
}
