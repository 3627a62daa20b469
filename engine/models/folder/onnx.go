package folder

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"

	"google.golang.org/protobuf/encoding/protowire"
)

// Model is what an ONNX file says of itself.
type Model struct {
	// Metadata are the exporter's own notes, such as "model_type".
	Metadata map[string]string
	// Outputs is how many outputs the graph has.
	Outputs int

	path                  string
	inputs, nodes, opsets int
	external              map[string]bool // files beside this one that hold weights
}

// ReadModel reads the frame of the ONNX file at path, not its weights: it maps
// the file and touches few of its pages. It returns ErrMissing, ErrCut or ErrForm
// for a file that cannot be loaded; a file that is whole but whose bytes were
// changed may pass (a checksum finds that). Nobody may shorten the file
// meanwhile, as nobody may while ONNX Runtime reads it.
func ReadModel(path string) (Model, error) {
	m, err := readModel(path)
	if err != nil {
		return Model{}, err
	}
	for name := range m.external {
		beside := filepath.Join(filepath.Dir(path), filepath.Clean("/"+name))
		if _, err := os.Stat(beside); err != nil {
			return Model{}, fmt.Errorf("%s, weights of %s: %w", beside, filepath.Base(path), ErrMissing)
		}
	}
	m.path = path
	return m, nil
}

// Require returns an ErrForm if one of the notes is not in the metadata, or
// empty there.
func (m Model) Require(keys ...string) error {
	for _, k := range keys {
		if m.Metadata[k] == "" {
			return fmt.Errorf("%s: %w: no %q in its metadata, it was not exported for sherpa-onnx", m.path, ErrForm, k)
		}
	}
	return nil
}

func readModel(path string) (m Model, err error) {
	file, err := open(path)
	if err != nil {
		return m, err
	}
	defer func() { _ = file.Close() }() // was only read
	info, err := file.Stat()
	if err != nil {
		return m, fmt.Errorf("open model: %w", err)
	}
	if info.Size() == 0 {
		return m, fmt.Errorf("%s: %w: it is empty", path, ErrCut)
	}
	content, err := syscall.Mmap(int(file.Fd()), 0, int(info.Size()), syscall.PROT_READ, syscall.MAP_PRIVATE)
	if err != nil {
		return m, fmt.Errorf("map %s into memory: %w", path, err)
	}
	defer func() { err = errors.Join(err, syscall.Munmap(content)) }()
	if m, err = ParseModel(content); err != nil {
		return m, fmt.Errorf("%s: %w", path, err)
	}
	return m, nil
}

// The numbers of the fields of onnx.proto3 that are read.
const (
	modelGraph, modelOpset, modelMetadata            = 7, 8, 14
	graphNode, graphWeights, graphInput, graphOutput = 1, 5, 11, 12
	weightsExternal                                  = 13
	pairKey, pairValue                               = 1, 2
	maxField                                         = 25 // the highest of ModelProto

	// maxText is the longest text read, in bytes: some models keep a mean of each
	// of 560 features in their metadata, or a vocabulary of 270,000 words.
	maxText = 16 << 20
)

// ParseModel is ReadModel of a file's content; it does not look for files beside
// it and keeps nothing of b.
func ParseModel(b []byte) (Model, error) {
	m := Model{Metadata: make(map[string]string), external: make(map[string]bool)}
	err := fields(b, func(number protowire.Number, content []byte) error {
		switch {
		case number > maxField:
			return fmt.Errorf("%w: field %d is none of ONNX's", ErrForm, number)
		case number == modelGraph:
			return fields(content, m.graphField)
		case number == modelOpset:
			m.opsets++
		case number == modelMetadata:
			key, value, err := pair(content)
			m.Metadata[key] = value
			return err
		}
		return nil
	})
	if err != nil {
		return Model{}, err
	}
	if m.opsets == 0 || m.nodes == 0 || m.inputs == 0 || m.Outputs == 0 {
		// Each part is whole: the file was cut between two, or is empty.
		return Model{}, fmt.Errorf("%w: no whole network in %d bytes", ErrCut, len(b))
	}
	return m, nil
}

func (m *Model) graphField(number protowire.Number, content []byte) error {
	switch {
	case number == graphNode:
		m.nodes++
	case number == graphInput:
		m.inputs++
	case number == graphOutput:
		m.Outputs++
	case number == graphWeights:
		return fields(content, func(number protowire.Number, content []byte) error {
			if number != weightsExternal {
				return nil
			}
			key, value, err := pair(content)
			if key == "location" {
				m.external[value] = true
			}
			return err
		})
	}
	return nil
}

// fields calls visit for each field of a protocol buffer; of one that is a number
// there is no content.
func fields(message []byte, visit func(number protowire.Number, content []byte) error) error {
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			return malformed(n)
		}
		message = message[n:]
		var content []byte
		if kind == protowire.BytesType {
			content, n = protowire.ConsumeBytes(message)
		} else {
			n = protowire.ConsumeFieldValue(number, kind, message)
		}
		if n < 0 {
			return malformed(n)
		}
		message = message[n:]
		if err := visit(number, content); err != nil {
			return err
		}
	}
	return nil
}

// malformed is the error for a negative length of package protowire.
func malformed(n int) error {
	err := protowire.ParseError(n)
	if errors.Is(err, io.ErrUnexpectedEOF) {
		return ErrCut
	}
	return fmt.Errorf("%w: %w", ErrForm, err)
}

// pair reads a message of a key and a value.
func pair(message []byte) (key, value string, err error) {
	err = fields(message, func(number protowire.Number, content []byte) error {
		switch {
		case len(content) > maxText:
			return fmt.Errorf("%w: a text of %d bytes", ErrForm, len(content))
		case number == pairKey:
			key = string(content)
		case number == pairValue:
			value = string(content)
		}
		return nil
	})
	return key, value, err
}
