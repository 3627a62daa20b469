package models

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var roles = []Role{STT, TTS, Punctuation, Turn, VAD}

// TestCatalogue holds every entry to what the rest of the package relies on.
func TestCatalogue(t *testing.T) {
	dec := json.NewDecoder(bytes.NewReader(catalogueJSON))
	dec.DisallowUnknownFields()
	var models []Model
	if err := dec.Decode(&models); err != nil || dec.More() {
		t.Fatalf("read the catalogue: %v, more: %v", err, dec.More())
	}
	if len(models) < 20 || len(models) != len(Catalogue()) {
		t.Fatalf("%d models, want the catalogue", len(models))
	}
	var last int
	seen := make(map[string]bool)
	for _, m := range models {
		checkModel(t, m)
		if at := slices.Index(roles, m.Role); at < last {
			t.Errorf("%s: role %q is none or comes late", m.Name, m.Role)
		} else {
			last = at
		}
		if seen[m.Name] || seen[m.Place] {
			t.Errorf("%s: another has its name or place", m.Name)
		}
		seen[m.Name], seen[m.Place] = true, true
		if got, err := Lookup(m.Place); err != nil || got.Name != m.Name {
			t.Errorf("Lookup(%q) = %q, %v; want %q", m.Place, got.Name, err, m.Name)
		}
		for _, p := range m.Parts {
			checkPart(t, m, p)
		}
	}
	for _, role := range roles {
		if !slices.ContainsFunc(models, func(m Model) bool { return m.Role == role }) {
			t.Errorf("no model has the role %s", role)
		}
	}
}

var (
	nameForm    = regexp.MustCompile(`^[a-z0-9][a-z0-9._-]*$`)
	placeForm   = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)
	licenceForm = regexp.MustCompile(`^[A-Za-z0-9.-]+( (AND|OR) [A-Za-z0-9.-]+)*$`)
)

func checkModel(t *testing.T, m Model) {
	t.Helper()
	for wrong, is := range map[string]bool{
		"its name is not lower case, digits, '.', '-' and '_'": !nameForm.MatchString(m.Name),
		"its place is not one plain name":                      !placeForm.MatchString(m.Place),
		"it has no kind":                                       m.Kind == "",
		"it has no language":                                   len(m.Languages) == 0 || slices.Contains(m.Languages, ""),
		"its licence is not an SPDX expression":                !licenceForm.MatchString(m.Licence),
		"its unpacked size is negative":                        m.Unpacked < 0,
		"it has no part":                                       len(m.Parts) == 0,
		"it does not say which files it needs":                 !m.file() && len(m.Files) == 0,
	} {
		if is {
			t.Errorf("%s: %s", m.Name, wrong)
		}
	}
	for _, f := range m.Files {
		if !filepath.IsLocal(f) {
			t.Errorf("%s: %s leads out of it", m.Name, f)
		}
	}
}

func checkPart(t *testing.T, m Model, p Part) {
	t.Helper()
	hosts := []string{
		"https://github.com/k2-fsa/sherpa-onnx/releases/download/",
		"https://github.com/snakers4/silero-vad/raw/v",
		"https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/",
	}
	u, err := url.Parse(p.Address)
	sum, sumErr := hex.DecodeString(p.SHA256)
	for wrong, is := range map[string]bool{
		"is not an official address":       !slices.ContainsFunc(hosts, func(h string) bool { return strings.HasPrefix(p.Address, h) }),
		"is not a plain address":           err != nil || u.RawQuery != "" || u.User != nil,
		"does not end in a file name":      !placeForm.MatchString(p.base()),
		"has a negative size":              p.Size < 0,
		"has a checksum but no size":       p.SHA256 != "" && p.Size == 0,
		"has a checksum or source alone":   (p.SHA256 == "") != (p.Source == ""),
		"has no SHA-256 in lower-case hex": p.SHA256 != "" && (sumErr != nil || len(sum) != 32 || strings.ToLower(p.SHA256) != p.SHA256),
		"does not unpack to the place":     p.archive() && !strings.HasPrefix(p.base(), m.Place+"."),
		"does not say where it goes":       !m.file() && !p.archive() && p.File == "",
		"leads out of the model":           p.File != "" && !filepath.IsLocal(p.File),
		"is packed in a form not unpacked": !p.archive() && filepath.Ext(p.base()) != ".onnx",
	} {
		if is {
			t.Errorf("%s: %s %s", m.Name, p.Address, wrong)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	if _, err := Lookup("hal-9000"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "parley models list") {
		t.Errorf("error = %v, want ErrUnknown and how to list", err)
	}
}
