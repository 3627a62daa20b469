// Package foldertest writes ONNX files by hand, for tests that have no model:
// ONNX is a protocol buffer, see onnx.proto3 for the numbers of the fields.
package foldertest

import (
	"encoding/binary"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
)

// Opset is the version of the operators in every File.
const Opset = 13

// Type is the type of a tensor's elements.
type Type uint64

// The types that sherpa-onnx's models take and give.
const (
	Float32 Type = 1
	Int32   Type = 6
	Int64   Type = 7
)

// Part is a part of a graph.
type Part []byte

// File is an ONNX file of a graph of parts, with metadata in the order of its
// keys: the same file each time.
func File(metadata map[string]string, parts ...Part) []byte {
	var graph []byte
	for _, p := range parts {
		graph = append(graph, p...)
	}
	out := slices.Concat(number(1, 8), message(8, text(1, ""), number(2, Opset)), message(7, graph, text(2, "made")))
	for _, key := range slices.Sorted(maps.Keys(metadata)) {
		out = append(out, message(14, text(1, key), text(2, metadata[key]))...)
	}
	return out
}

// Smallest is a File that passes its input on, with metadata.
func Smallest(metadata map[string]string) []byte {
	return File(metadata, Node("Identity", "y", []string{"x"}), Input("x", Float32, 1), Output("y", Float32, 1))
}

// Put writes a file of a model's folder, and the folders it is to lie in.
func Put(tb testing.TB, dir, name string, content []byte) (path string) {
	tb.Helper()
	path = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o750); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o600); err != nil {
		tb.Fatal(err)
	}
	return path
}

// Input is an input of the graph. A dimension of 0 may be any.
func Input(name string, t Type, dims ...uint64) Part { return end(11, name, t, dims) }

// Output is an output of the graph. A dimension of 0 may be any.
func Output(name string, t Type, dims ...uint64) Part { return end(12, name, t, dims) }

// Node is a step of the graph: op makes out of in.
func Node(op, out string, in []string, attributes ...Attribute) Part {
	var body []byte
	for _, name := range in {
		body = append(body, text(1, name)...)
	}
	body = slices.Concat(body, text(2, out), text(4, op))
	for _, a := range attributes {
		body = append(body, a...)
	}
	return message(1, body)
}

// Attribute is an attribute of a Node.
type Attribute []byte

// Int is a whole number.
func Int(name string, value int64) Attribute {
	return message(5, text(1, name), number(3, uint64(value)), number(20, 2)) //nolint:gosec // two's complement is the form
}

// Ints is a list of whole numbers.
func Ints(name string, values ...int64) Attribute {
	body := text(1, name)
	for _, v := range values {
		body = append(body, number(8, uint64(v))...) //nolint:gosec // two's complement is the form
	}
	return message(5, body, number(20, 7))
}

// Floats are constant weights.
func Floats(name string, dims []uint64, values ...float32) Part {
	var raw []byte
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(v))
	}
	return tensor(name, Float32, dims, raw)
}

// Integers are constant weights.
func Integers(name string, dims []uint64, values ...int64) Part {
	var raw []byte
	for _, v := range values {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v)) //nolint:gosec // two's complement is the form
	}
	return tensor(name, Int64, dims, raw)
}

// External are weights that lie in the file of that name beside the network's.
func External(name, file string) Part {
	place := message(13, text(1, "location"), text(2, file))
	return message(5, number(1, 1), number(2, uint64(Float32)), text(8, name), place, number(14, 1))
}

func tensor(name string, t Type, dims []uint64, raw []byte) Part {
	var body []byte
	for _, d := range dims {
		body = append(body, number(1, d)...)
	}
	return message(5, body, number(2, uint64(t)), text(8, name), message(9, raw))
}

func end(field protowire.Number, name string, t Type, dims []uint64) Part {
	var shape []byte
	for _, d := range dims {
		var dim []byte
		if d > 0 {
			dim = number(1, d)
		}
		shape = append(shape, message(1, dim)...)
	}
	return message(field, text(1, name), message(2, message(1, number(1, uint64(t)), message(2, shape))))
}

func number(field protowire.Number, value uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(nil, field, protowire.VarintType), value)
}

func message(field protowire.Number, parts ...[]byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, field, protowire.BytesType), slices.Concat(parts...))
}

func text(field protowire.Number, s string) []byte { return message(field, []byte(s)) }
