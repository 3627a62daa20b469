package folder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Model is what an ONNX file says of itself.
type Model struct {
	// Metadata are the exporter's own notes, such as "model_type".
	Metadata map[string]string
	// Inputs are the names of the graph's inputs, in order.
	Inputs []string
	// Outputs are the names of the graph's outputs, in order.
	Outputs []string

	nodes, opsets int
	external      map[string]bool // files beside this one that hold weights
}

// ReadModel reads the frame of the ONNX file at path, not its weights: some
// thousand small reads whatever the file's size. It returns ErrMissing, ErrCut
// or ErrForm for a file that cannot be loaded; a file that is whole but whose
// bytes were changed may pass (a checksum finds that).
//
// Files in ONNX Runtime's own format, *.ort, carry no metadata here: of them
// only the mark at their beginning is checked.
func ReadModel(path string) (Model, error) {
	file, err := os.Open(path) //nolint:gosec // the user names the folder
	if errors.Is(err, os.ErrNotExist) {
		return Model{}, fmt.Errorf("%s: %w", path, ErrMissing)
	}
	if err != nil {
		return Model{}, fmt.Errorf("open model: %w", err)
	}
	defer func() { _ = file.Close() }() // was only read
	info, err := file.Stat()
	if err != nil {
		return Model{}, fmt.Errorf("open model: %w", err)
	}
	if strings.HasSuffix(path, ".ort") {
		return Model{}, named(path, checkORT(file))
	}
	m, err := Read(file, info.Size())
	if err != nil {
		return Model{}, named(path, err)
	}
	for name := range m.external {
		beside := filepath.Join(filepath.Dir(path), filepath.Clean("/"+name))
		if _, err := os.Stat(beside); err != nil {
			return Model{}, fmt.Errorf("%s, weights of %s: %w", beside, filepath.Base(path), ErrMissing)
		}
	}
	return m, nil
}

func named(path string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", path, err)
}

// Read is ReadModel of size bytes of ONNX at r; it does not look for files
// beside it.
func Read(r io.ReaderAt, size int64) (Model, error) {
	m := Model{Metadata: make(map[string]string), external: make(map[string]bool)}
	w := wire{r: r}
	if err := w.fields(0, size, m.modelField); err != nil {
		return Model{}, err
	}
	if m.opsets == 0 || m.nodes == 0 || len(m.Inputs) == 0 || len(m.Outputs) == 0 {
		// Each part is whole: the file was cut between two, or is empty.
		return Model{}, fmt.Errorf("%w: no whole network in %d bytes", ErrCut, size)
	}
	return m, nil
}

// The fields of onnx.proto3 that are read.
const (
	modelGraph, modelOpset, modelMetadata                       = 7, 8, 14
	graphNode, graphWeights, graphInput, graphOutput, valueName = 1, 5, 11, 12, 1
	weightsExternal                                             = 13
	maxField                                                    = 25 // the highest number of a field of ModelProto
)

func (m *Model) modelField(w *wire, f field) error {
	if f.number == 0 || f.number > maxField {
		return fmt.Errorf("%w: field %d is none of ONNX's", ErrForm, f.number)
	}
	switch f.number {
	case modelGraph:
		return w.inside(f, m.graphField)
	case modelOpset:
		m.opsets++
	case modelMetadata:
		key, value, err := w.pair(f)
		m.Metadata[key] = value
		return err
	}
	return nil
}

func (m *Model) graphField(w *wire, f field) error {
	switch f.number {
	case graphNode:
		m.nodes++
	case graphInput, graphOutput:
		name, err := w.child(f, valueName)
		if err != nil {
			return err
		}
		if f.number == graphInput {
			m.Inputs = append(m.Inputs, name)
		} else {
			m.Outputs = append(m.Outputs, name)
		}
	case graphWeights:
		return w.inside(f, func(w *wire, f field) error {
			if f.number != weightsExternal {
				return nil
			}
			key, value, err := w.pair(f)
			if key == "location" {
				m.external[value] = true
			}
			return err
		})
	}
	return nil
}

// checkORT looks for the mark of ONNX Runtime's own format, a FlatBuffer.
func checkORT(r io.ReaderAt) error {
	var head [8]byte
	if _, err := r.ReadAt(head[:], 0); err != nil {
		return ErrCut
	}
	if string(head[4:]) != "ORTM" {
		return ErrForm
	}
	return nil
}
