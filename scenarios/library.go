package scenarios

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
)

//go:embed *.json
var embedded embed.FS

// Library is a set of scenarios with distinct ids. It does not change once
// loaded and is safe for concurrent use. The scenarios it hands out share their
// lists with it: read them, do not write.
type Library struct {
	byID map[string]Scenario
	list []Scenario
}

// Load reads every *.json file at the top of fsys. If any is faulty the error
// is a Problems over all of them; a folder that cannot be read is another
// error.
func Load(fsys fs.FS) (*Library, error) { return overlay(nil, fsys) }

// Embedded returns the scenarios built into the binary, which are read once a process.
func Embedded() (*Library, error) { return readEmbedded() }

var readEmbedded = sync.OnceValues(func() (*Library, error) { return Load(embedded) })

// LoadDir returns the embedded scenarios with those of a folder laid over
// them: a file with an embedded scenario's id replaces it, others are added.
// Errors are those of Load.
func LoadDir(dir string) (*Library, error) {
	base, err := Embedded()
	if err != nil {
		return nil, err
	}
	l, err := overlay(base.byID, os.DirFS(dir))
	if err != nil && !errors.As(err, new(Problems)) {
		return nil, fmt.Errorf("read scenario folder %s: %w", dir, err)
	}
	return l, err
}

// Get finds a scenario by its id.
func (l *Library) Get(id string) (Scenario, bool) {
	s, ok := l.byID[id]
	return s, ok
}

// List returns the scenarios that are practised, the easy ones first, then by id.
// The list is the caller's.
func (l *Library) List() []Scenario { return l.of(KindRoleplay) }

// Assistants returns the scenes of assistants, in the order of List. The list is the
// caller's.
func (l *Library) Assistants() []Scenario { return l.of(KindAssistant) }

func (l *Library) of(kind string) []Scenario {
	return slices.DeleteFunc(slices.Clone(l.list), func(s Scenario) bool { return s.Kind != kind })
}

func overlay(base map[string]Scenario, fsys fs.FS) (*Library, error) {
	names, err := fs.Glob(fsys, "*.json")
	if err != nil {
		return nil, fmt.Errorf("list scenario files: %w", err)
	}
	if _, err := fs.Stat(fsys, "."); err != nil {
		return nil, err
	}
	var problems Problems
	own := map[string]string{} // id to file
	byID := maps.Clone(base)
	if byID == nil {
		byID = map[string]Scenario{}
	}
	for _, name := range names {
		s, err := loadFile(fsys, name)
		if err != nil {
			if more := (Problems)(nil); errors.As(err, &more) {
				problems = append(problems, more...)
				continue
			}
			return nil, err
		}
		if other, taken := own[s.ID]; taken {
			problems = append(problems, Problem{name, "id", fmt.Sprintf("%q is taken by %s", s.ID, other)})
			continue
		}
		own[s.ID] = name
		byID[s.ID] = s
	}
	if len(problems) > 0 {
		return nil, problems
	}
	list := slices.SortedFunc(maps.Values(byID), func(a, b Scenario) int {
		return cmp.Or(cmp.Compare(a.Difficulty, b.Difficulty), cmp.Compare(a.ID, b.ID))
	})
	return &Library{byID: byID, list: list}, nil
}

// LoadFile reads one scenario file; errors are those of Parse, or of opening it.
func LoadFile(name string) (Scenario, error) {
	return loadFile(os.DirFS(filepath.Dir(name)), filepath.Base(name))
}

// loadFile reads no more of a file than Parse would accept.
func loadFile(fsys fs.FS, name string) (Scenario, error) {
	f, err := fsys.Open(name)
	if err != nil {
		return Scenario{}, err
	}
	defer func() { _ = f.Close() }() // only read from
	data, err := io.ReadAll(io.LimitReader(f, MaxBytes+1))
	if err != nil {
		return Scenario{}, fmt.Errorf("read %s: %w", name, err)
	}
	if len(data) > MaxBytes {
		return Scenario{}, Problems{{name, "", fmt.Sprintf("is more than %d bytes", MaxBytes)}}
	}
	return Parse(path.Base(name), data)
}
