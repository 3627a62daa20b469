package journal

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"parley"
)

// maxFirstLine bounds the line that tells who called.
const maxFirstLine = 64 << 10

// Erase deletes the journals of all calls of user, an alias of UserKey, and
// returns their ids; of those under way nothing more is kept. It reads the first
// line of every journal: 10,000 take about half a second.
func (d *Dir) Erase(user string) ([]parley.CallID, error) {
	if user == "" {
		return nil, nil
	}
	gone := d.close(user)
	names, err := journals(d.path)
	if err != nil {
		return gone, fmt.Errorf("delete journals: %w", err)
	}
	var errs []error
	for _, name := range names {
		first, err := firstLine(name)
		theirs := err == nil && (userOf(first) == user || !whole(first) && likely(first, user))
		if !theirs {
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				errs = append(errs, err)
			}
			continue
		}
		if call := callOf(name); !slices.Contains(gone, call) {
			gone = append(gone, call)
		}
		errs = append(errs, removed(os.Remove(name)))
	}
	if err := errors.Join(errs...); err != nil {
		return gone, fmt.Errorf("delete journals: %w", err)
	}
	return gone, nil
}

// close ends the journals of user's calls under way and returns the calls.
func (d *Dir) close(user string) (calls []parley.CallID) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for call, c := range d.calls {
		if c.user != user {
			continue
		}
		calls = append(calls, call)
		c.deleted = true
		_ = d.drop(call) // the file goes anyway
		d.held = slices.DeleteFunc(d.held, func(l line) bool {
			drop := l.call == call && !l.last // the end ends the call here, unwritten
			if drop {
				d.bytes -= len(l.text)
			}
			return drop
		})
	}
	return calls
}

// Prune deletes the journals that nothing was written to for age.
func (d *Dir) Prune(age time.Duration) error {
	names, err := journals(d.path)
	if err != nil {
		return fmt.Errorf("delete old journals: %w", err)
	}
	var errs []error
	for _, name := range names {
		info, err := os.Stat(name)
		if err == nil && time.Since(info.ModTime()) > age {
			err = os.Remove(name)
		}
		errs = append(errs, removed(err))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("delete old journals: %w", err)
	}
	return nil
}

func journals(dir string) ([]string, error) {
	return filepath.Glob(filepath.Join(globbed(dir), "*.jsonl"))
}

// globbed is dir as a pattern that matches it alone.
func globbed(dir string) string {
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}

func callOf(name string) parley.CallID {
	return parley.CallID(strings.TrimSuffix(filepath.Base(name), ".jsonl"))
}

// firstLine is the first line of a journal with its end, or as much as there is.
func firstLine(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }() // only read
	line, err := bufio.NewReader(io.LimitReader(f, maxFirstLine)).ReadBytes('\n')
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return line, err
}

// userOf is the user a journal's first line names, if it names one.
func userOf(line []byte) string {
	var e struct {
		Body struct {
			User string `json:"user"`
		} `json:"body"`
	}
	if json.Unmarshal(line, &e) != nil {
		return ""
	}
	return e.Body.User
}

// aliased is the mark of a folder in which no user stands by their id.
const aliased = ".aliased"

// Alias puts aliases in the place of the user ids that an earlier version kept:
// in the first lines of journals and in the names of profiles. It works through a
// folder once, and may be interrupted. No call of that version may be under way.
func (d *Dir) Alias(key UserKey, profiles *Profiles) error {
	mark := filepath.Join(d.path, aliased)
	if _, err := os.Stat(mark); err == nil {
		return nil
	}
	names, err := journals(d.path)
	errs := []error{err, profiles.alias(key)}
	for _, name := range names {
		errs = append(errs, aliasJournal(key, name))
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("put aliases in the place of user ids: %w", err)
	}
	return os.WriteFile(mark, nil, 0o600)
}

func aliasJournal(key UserKey, name string) error {
	first, err := firstLine(name)
	if err != nil {
		return removed(err)
	}
	if !bytes.HasSuffix(first, []byte{'\n'}) && len(first) < maxFirstLine {
		return removed(os.Remove(name)) // not one whole event, and who knows what of one
	}
	user := userOf(first)
	if user == "" || isAlias(user) {
		return nil
	}
	info, err := os.Stat(name)
	if err != nil {
		return removed(err)
	}
	text, err := os.ReadFile(name)
	if err != nil {
		return removed(err)
	}
	var e parley.Event
	if err := json.Unmarshal(first, &e); err != nil {
		return fmt.Errorf("%s: %w", filepath.Base(name), err)
	}
	started, ok := e.Body.(parley.Started)
	if !ok {
		return nil
	}
	started.User = key.Alias(user)
	e.Body = started
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	text = bytes.Join([][]byte{line, text[len(first):]}, []byte{'\n'})
	if err := replaceFile(name, text); err != nil {
		return err
	}
	return os.Chtimes(name, info.ModTime(), info.ModTime())
}

// replaceFile writes a file beside the old one and moves it there.
func replaceFile(name string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(name), ".new-*") // of mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), name)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
