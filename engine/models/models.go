// Package models brings model files to the engines: a catalogue of the models
// Parley knows, downloads that resume, checksums and the place where each model
// lies. It runs no model. Unix only: it locks folders with flock.
package models

import (
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Role is what a model is for.
type Role string

// The roles.
const (
	STT         Role = "stt"
	TTS         Role = "tts"
	Punctuation Role = "punctuation"
	// Turn models hear whether a turn is over.
	Turn Role = "turn"
	// VAD models hear whether somebody speaks.
	VAD Role = "vad"
)

// What can be wrong; every error names the file or address and the remedy.
var (
	// ErrUnknown means that the catalogue has no model of that name.
	ErrUnknown = errors.New("no model of that name is known")
	// ErrMissing means that a model is not in the models folder, or only parts
	// of it are.
	ErrMissing = errors.New("the model is not here")
	// ErrBroken means that a file is not what it must be: cut short, changed,
	// not of the form its name says, or unsafe to unpack.
	ErrBroken = errors.New("the file is not what it must be")
	// ErrUntrusted means that nothing is known to check a file against and
	// nobody has said to trust it.
	ErrUntrusted = errors.New("there is no checksum to hold the file to")
	// ErrNoSpace means that the disk is full or would become so.
	ErrNoSpace = errors.New("the disk has too little space")
	// ErrFetch means that a download failed for now; what came is kept.
	ErrFetch = errors.New("the download failed")
	// ErrRefused means that trying again will not help: the address has no such
	// file, or another one.
	ErrRefused = errors.New("the file cannot be had there")
)

// Model is one entry of the catalogue. Its slices are not to be written to.
type Model struct {
	// Name is what people call it by: lower case, digits, '.', '-' and '_'.
	Name string `json:"name"`
	Role Role   `json:"role"`
	// Kind is the family an engine knows it by, such as streaming-transducer or kokoro.
	Kind string `json:"kind"`
	// Languages are BCP 47 tags; "multi" stands for many.
	Languages []string `json:"languages"`
	// Licence is an SPDX expression of the model's licence.
	Licence string `json:"licence"`
	// Place is the folder, or for a model of one plain file the file, that the
	// model becomes in the models folder: upstream's own name, so that one
	// unpacked by hand is found too.
	Place string `json:"place"`
	// Unpacked is about how many bytes the model takes; 0 if that is not known.
	Unpacked int64 `json:"unpacked,omitempty"`
	// Files must be there for the model to work; slash-separated, below Place.
	Files []string `json:"files,omitempty"`
	Parts []Part   `json:"parts"`
}

// Part is one download of a model: an archive, *.tar.bz2 or *.tar.gz, that
// unpacks to Place, or a plain file.
type Part struct {
	// Address is where its authors serve it.
	Address string `json:"address"`
	// Size in bytes; 0 if it is not known.
	Size int64 `json:"size"`
	// SHA256 in lower-case hex; "" if nobody trustworthy has stated it.
	SHA256 string `json:"sha256"`
	// Source says where the sum was found.
	Source string `json:"source"`
	// File is where a plain file goes below Place; "" if it is Place itself.
	File string `json:"file,omitempty"`
}

//go:embed catalogue.json
var catalogueJSON []byte

// catalogue is part of the program; a test checks every entry.
var catalogue = sync.OnceValue(func() (models []Model) {
	if err := json.Unmarshal(catalogueJSON, &models); err != nil {
		panic(err)
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

// Size is the bytes to download; known is false if a part's size is not.
func (m Model) Size() (bytes int64, known bool) {
	known = true
	for _, p := range m.Parts {
		bytes += p.Size
		known = known && p.Size > 0
	}
	return bytes, known
}

// Verified reports whether every part has a known checksum.
func (m Model) Verified() bool {
	return !slices.ContainsFunc(m.Parts, func(p Part) bool { return p.SHA256 == "" })
}

// file reports whether the model is one plain file.
func (m Model) file() bool {
	return len(m.Parts) == 1 && !m.Parts[0].archive() && m.Parts[0].File == ""
}

// growth is how many times its size an archive of a model takes when nobody has
// said: bzip2 halves the largest of those known (Whisper, with its weights
// twice), and hardly touches the rest.
const growth = 2.5

// grown is about the bytes that the unpacked model takes.
func (m Model) grown() int64 {
	size, _ := m.Size()
	switch {
	case m.Unpacked > 0:
		return m.Unpacked
	case m.file():
		return size
	}
	return int64(float64(size) * growth)
}

// bound is the most bytes that a part may unpack to: an archive that wants more
// is not what it says.
func (m Model) bound() int64 {
	if size, known := m.Size(); !known && size == 0 {
		return maxPart
	}
	return 2*m.grown() + 1<<20
}

// base is the part's file name.
func (p Part) base() string { return p.Address[strings.LastIndex(p.Address, "/")+1:] }

func (p Part) archive() bool {
	return strings.HasSuffix(p.Address, ".tar.bz2") || strings.HasSuffix(p.Address, ".tar.gz")
}

// Bytes is a number of bytes as people read it, in powers of 1000: 26.6 MB.
type Bytes int64

// String is at most seven characters for what a disk holds.
func (b Bytes) String() string {
	if b < 1000 {
		return fmt.Sprintf("%d B", int64(b))
	}
	v, unit := float64(b), ""
	for _, unit = range []string{"kB", "MB", "GB", "TB"} {
		if v /= 1000; v < 999.95 {
			break
		}
	}
	return fmt.Sprintf("%.1f %s", v, unit)
}
