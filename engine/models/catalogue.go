package models

import (
	"bytes"
	_ "embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:embed catalogue.json
var catalogueJSON []byte

var catalogue = sync.OnceValue(func() []Model {
	models, err := parseCatalogue(catalogueJSON)
	if err != nil {
		panic(err) // it is part of the program, and tested
	}
	return models
})

// Catalogue is every known model, ordered by role.
func Catalogue() []Model { return slices.Clone(catalogue()) }

// Lookup finds a model by its name or its Place; ErrUnknown if there is none.
func Lookup(name string) (Model, error) {
	for _, m := range catalogue() {
		if m.Name == name || m.Place == name {
			return m, nil
		}
	}
	return Model{}, fmt.Errorf("%w: %q; `parley models list` shows them", ErrUnknown, name)
}

func parseCatalogue(raw []byte) ([]Model, error) {
	var models []Model
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&models); err != nil {
		return nil, fmt.Errorf("read the catalogue: %w", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("read the catalogue: more follows its end")
	}
	seen := make(map[string]bool)
	for _, m := range models {
		if err := m.check(); err != nil {
			return nil, fmt.Errorf("catalogue: model %q: %w", m.Name, err)
		}
		if seen[m.Name] || seen[m.Place] {
			return nil, fmt.Errorf("catalogue: model %q: another has its name or place", m.Name)
		}
		seen[m.Name], seen[m.Place] = true, true
	}
	return models, nil
}

var (
	nameForm    = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)
	placeForm   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	licenceForm = regexp.MustCompile(`^[A-Za-z0-9.-]+( (AND|OR) [A-Za-z0-9.-]+)*$`)
)

// check says what is wrong with an entry.
func (m Model) check() error {
	switch {
	case !nameForm.MatchString(m.Name):
		return errors.New("its name is not lower case, digits, '.', '-' and '_'")
	case !placeForm.MatchString(m.Place):
		return fmt.Errorf("place %q is not one plain name", m.Place)
	case !slices.Contains(roles, m.Role):
		return fmt.Errorf("there is no role %q", m.Role)
	case m.Kind == "":
		return errors.New("it has no kind")
	case len(m.Languages) == 0 || slices.Contains(m.Languages, ""):
		return errors.New("it has no language")
	case !licenceForm.MatchString(m.Licence):
		return fmt.Errorf("licence %q is not an SPDX expression", m.Licence)
	case m.Unpacked < 0:
		return errors.New("its unpacked size is negative")
	case len(m.Parts) == 0:
		return errors.New("it has no part")
	case !m.file() && len(m.Files) == 0:
		return errors.New("it does not say which files it needs")
	}
	for _, f := range m.Files {
		if _, err := safeName(f); err != nil {
			return err
		}
	}
	for _, p := range m.Parts {
		if err := p.check(); err != nil {
			return fmt.Errorf("part %q: %w", p.Address, err)
		}
		if !m.file() && p.form() == plain && p.File == "" {
			return fmt.Errorf("part %q: it does not say where it goes", p.Address)
		}
	}
	return nil
}

func (p Part) check() error {
	u, err := url.Parse(p.Address)
	if err != nil {
		return err
	}
	if u.Scheme != "https" || u.Host == "" || u.RawQuery != "" || u.User != nil {
		return errors.New("its address is not a plain https address")
	}
	if u.Path == "" || !placeForm.MatchString(p.base()) {
		return errors.New("its address does not end in a file name")
	}
	if p.Size < 0 {
		return errors.New("its size is negative")
	}
	if p.SHA256 != "" {
		if sum, err := hex.DecodeString(p.SHA256); err != nil || len(sum) != 32 || strings.ToLower(p.SHA256) != p.SHA256 {
			return fmt.Errorf("%q is not a SHA-256 in lower-case hex", p.SHA256)
		}
	}
	if (p.SHA256 == "") != (p.Source == "") {
		return errors.New("a checksum needs its source, and a source its checksum")
	}
	if p.File != "" {
		_, err = safeName(p.File)
	}
	return err
}

// safeName is a slash-separated name from an archive or the catalogue as a path
// below a folder; an ErrBroken if it could lead out of it.
func safeName(name string) (string, error) {
	local := filepath.FromSlash(strings.TrimSuffix(name, "/"))
	if strings.ContainsAny(name, "\\\x00") || len(name) > maxName || !filepath.IsLocal(local) {
		return "", fmt.Errorf("%w: it holds the name %.100q", ErrBroken, name)
	}
	return filepath.Clean(local), nil
}

// maxName is the bytes of the longest name that is unpacked; Linux takes paths
// of 4096 in all.
const maxName = 1024
