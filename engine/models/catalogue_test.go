package models

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"
)

// The catalogue is parsed, and so checked, at first use; this holds it to what
// no other catalogue has to keep.
func TestCatalogue(t *testing.T) {
	models := Catalogue()
	if len(models) < 20 {
		t.Fatalf("%d models, want the catalogue", len(models))
	}
	hosts := []string{
		"https://github.com/k2-fsa/sherpa-onnx/releases/download/",
		"https://github.com/snakers4/silero-vad/raw/v",
		"https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/",
	}
	var last int
	for _, m := range models {
		if at := slices.Index(roles, m.Role); at < last {
			t.Errorf("%s: role %s comes late", m.Name, m.Role)
		} else {
			last = at
		}
		for _, p := range m.Parts {
			if !slices.ContainsFunc(hosts, func(h string) bool { return strings.HasPrefix(p.Address, h) }) {
				t.Errorf("%s: %s is not an official address", m.Name, p.Address)
			}
			if p.SHA256 != "" && p.Size == 0 {
				t.Errorf("%s: a sum of %s is known but no size", m.Name, p.base())
			}
			if p.form() != plain && !strings.HasPrefix(p.base(), m.Place+".") {
				t.Errorf("%s: %s does not unpack to %s", m.Name, p.base(), m.Place)
			}
		}
		if got, err := Lookup(m.Place); err != nil || got.Name != m.Name {
			t.Errorf("Lookup(%q) = %q, %v; want %q", m.Place, got.Name, err, m.Name)
		}
	}
	for _, role := range roles {
		if !slices.ContainsFunc(models, func(m Model) bool { return m.Role == role }) {
			t.Errorf("no model has the role %s", role)
		}
	}
}

func TestLookupUnknown(t *testing.T) {
	if _, err := Lookup("hal-9000"); !errors.Is(err, ErrUnknown) || !strings.Contains(err.Error(), "parley models list") {
		t.Errorf("error = %v, want ErrUnknown and how to list", err)
	}
}

func TestCatalogueRefuses(t *testing.T) {
	for want, change := range map[string]func(*Model){
		"lower case":        func(m *Model) { m.Name = "Big Model" },
		"one plain name":    func(m *Model) { m.Place = "../m" },
		"no role":           func(m *Model) { m.Role = "llm" },
		"no kind":           func(m *Model) { m.Kind = "" },
		"no language":       func(m *Model) { m.Languages = nil },
		"SPDX":              func(m *Model) { m.Licence = "see the site" },
		"unpacked size":     func(m *Model) { m.Unpacked = -1 },
		"no part":           func(m *Model) { m.Parts = nil },
		"which files":       func(m *Model) { m.Files = nil },
		"must be":           func(m *Model) { m.Files = []string{"../../etc/passwd"} },
		"plain https":       func(m *Model) { m.Parts[0].Address = "http://example.com/m.tar.gz" },
		"file name":         func(m *Model) { m.Parts[0].Address = "https://example.com/" },
		"is negative":       func(m *Model) { m.Parts[0].Size = -1 },
		"lower-case hex":    func(m *Model) { m.Parts[0].SHA256 = strings.ToUpper(m.Parts[0].SHA256) },
		"needs its source":  func(m *Model) { m.Parts[0].Source = "" },
		"say where it goes": func(m *Model) { m.Parts = append(m.Parts, Part{Address: "https://example.com/v.onnx"}) },
		"name or place":     func(m *Model) { m.Name = "silero-vad" },
	} {
		m := modelAt(newHost(t, []byte("x")))
		m.Parts[0].Address = "https://example.com/m.tar.gz"
		other, err := Lookup("silero-vad")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := parseCatalogue(asJSON(t, m, other)); err != nil {
			t.Fatalf("the unchanged model: %v", err)
		}
		change(&m)
		if _, err := parseCatalogue(asJSON(t, m, other)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error = %v, want one with %q", err, want)
		}
	}
}

func asJSON(t *testing.T, models ...Model) []byte {
	t.Helper()
	raw, err := json.Marshal(models)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

// Whatever a catalogue says, what is taken from it stays in the models folder.
func FuzzCatalogue(f *testing.F) {
	f.Add(catalogueJSON)
	f.Add([]byte(`[{"name":"a","role":"stt","kind":"k","languages":["en"],"licence":"MIT","place":"a/../../b","parts":[]}]`))
	f.Add([]byte(`[] []`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		models, err := parseCatalogue(raw)
		if err != nil {
			return
		}
		for _, m := range models {
			safe := !strings.ContainsAny(m.Place, "/\\") && !strings.HasPrefix(m.Place, ".")
			if !safe || !strings.HasPrefix(m.Parts[0].Address, "https://") {
				t.Errorf("taken: %+v", m)
			}
		}
	})
}
