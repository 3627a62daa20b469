// Package folder looks into the folder of a model before an engine loads it:
// which files are there, and whether each is what it should be. ONNX Runtime
// under sherpa-onnx ends the process over a broken file, so what is broken has
// to be found here.
package folder

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"parley/engine/models"
)

// Errors of this package; they come wrapped with the file's path.
var (
	// ErrMissing means that a file or the folder is not there.
	ErrMissing = errors.New("not there")
	// ErrCut means that a file ends before its content does, as after a download
	// that broke off.
	ErrCut = errors.New("ends too early")
	// ErrForm means that a file's content is not what its name says.
	ErrForm = errors.New("not a file of this form")
)

// Folder is a listed folder. It may be copied and used by several goroutines.
type Folder struct {
	// Dir is the folder's path.
	Dir   string
	names []string
}

// Open lists dir. It returns ErrMissing if there is no such folder, or nothing
// in it.
func Open(dir string) (Folder, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) || err == nil && len(entries) == 0 {
		return Folder{Dir: dir}, fmt.Errorf("%s: %w", dir, ErrMissing)
	}
	if err != nil {
		return Folder{Dir: dir}, fmt.Errorf("list model folder: %w", err)
	}
	f := Folder{Dir: dir}
	for _, e := range entries {
		f.names = append(f.names, e.Name())
	}
	return f, nil
}

// Name is the last part of the folder's path: by convention the model's name.
func (f Folder) Name() string {
	abs, err := filepath.Abs(f.Dir)
	if err != nil {
		return filepath.Base(f.Dir)
	}
	return filepath.Base(abs)
}

// Remedy is the command that mends what err says of the folder's files. It
// names the model as the catalogue does, or by its folder.
func (f Folder) Remedy(err error) string {
	name := f.Name()
	for _, m := range models.Catalogue() {
		if m.Place == name {
			name = m.Name
		}
	}
	if errors.Is(err, ErrMissing) {
		return "parley models pull " + name
	}
	return "parley models verify " + name
}

// Missing is the ErrMissing of a file that should be in the folder; name may be
// a pattern.
func (f Folder) Missing(name string) error {
	return fmt.Errorf("%s: %w", filepath.Join(f.Dir, name), ErrMissing)
}

// Find returns the path of the file that matches the first of the patterns (of
// path.Match) that any file matches, "" if none does. Of several it prefers the
// quantised one, whose name holds "int8", then the shortest name: on a
// processor it is smaller and mostly faster at the same error rate.
func (f Folder) Find(patterns ...string) string {
	for _, p := range patterns {
		if all := f.FindAll(p); len(all) > 0 {
			return slices.MinFunc(all, prefer)
		}
	}
	return ""
}

// FindAll returns the paths of all files that match pattern, sorted.
func (f Folder) FindAll(pattern string) []string {
	var out []string
	for _, name := range f.names {
		if ok, err := path.Match(pattern, name); ok && err == nil {
			out = append(out, filepath.Join(f.Dir, name))
		}
	}
	return out
}

func prefer(a, b string) int {
	return 2*(int8s(b)-int8s(a)) + min(max(len(a)-len(b), -1), 1)
}

func int8s(name string) int { return min(strings.Count(filepath.Base(name), "int8"), 1) }

// ReadTokens reads a tokens.txt: a token and its number on each line, here in
// the order of the lines; the space token's line has the number alone. It
// returns ErrMissing, or ErrForm for a line that is none and for a file of no
// lines.
func ReadTokens(path string) ([]string, error) {
	file, err := open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }() // was only read
	var tokens []string
	lines := bufio.NewScanner(file)
	for lines.Scan() {
		line := strings.TrimRight(lines.Text(), " \r")
		at := strings.LastIndexAny(line, " \t")
		if _, err := strconv.Atoi(line[at+1:]); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w", path, len(tokens)+1, ErrForm)
		}
		tokens = append(tokens, line[:max(at, 0)])
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w: %w", path, ErrForm, err)
	}
	if len(tokens) == 0 {
		return nil, fmt.Errorf("%s: %w: no token", path, ErrForm)
	}
	return tokens, nil
}

func open(path string) (*os.File, error) {
	file, err := os.Open(path) //nolint:gosec // the user names the folder
	if errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", path, ErrMissing)
	}
	if err != nil {
		return nil, fmt.Errorf("open a file of the model: %w", err)
	}
	return file, nil
}
