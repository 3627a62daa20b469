// Package models brings model files to the engines: a catalogue of the models
// Parley knows, downloads that resume, checks and the place where each lies.
// It runs no model. Unix only: it locks folders with flock.
package models

import (
	"errors"
	"slices"
	"strings"
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

var roles = []Role{STT, TTS, Punctuation, Turn, VAD}

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
	// Licence is an SPDX expression of the weights' licence.
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

// Part is one download of a model: an archive that unpacks to Place, or a plain
// file.
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
	return len(m.Parts) == 1 && m.Parts[0].form() == plain && m.Parts[0].File == ""
}

// base is the part's file name.
func (p Part) base() string { return p.Address[strings.LastIndex(p.Address, "/")+1:] }

// form is how a part is packed.
type form int

const (
	plain form = iota
	tarBzip2
	tarGzip
	zipped
)

func (p Part) form() form {
	for suffix, f := range map[string]form{".tar.bz2": tarBzip2, ".tar.gz": tarGzip, ".tgz": tarGzip, ".zip": zipped} {
		if strings.HasSuffix(p.Address, suffix) {
			return f
		}
	}
	return plain
}
