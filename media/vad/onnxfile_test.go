package vad_test

import (
	"encoding/binary"
	"math"
	"slices"
)

// The parts of an ONNX file, which is a protocol buffer: see onnx.proto3 for the
// numbers of the fields. No model of speech can be had for these tests, so they
// write a network of the same form themselves.

func number(field, value uint64) []byte {
	return binary.AppendUvarint(binary.AppendUvarint(nil, field<<3), value)
}

func message(field uint64, parts ...[]byte) []byte {
	body := slices.Concat(parts...)
	return append(binary.AppendUvarint(binary.AppendUvarint(nil, field<<3|2), uint64(len(body))), body...)
}

func text(field uint64, s string) []byte { return message(field, []byte(s)) }

// end is an input or output of the graph, float32; a dimension of 0 may be any.
func end(field uint64, name string, dims ...uint64) []byte {
	var shape []byte
	for _, d := range dims {
		dim := number(1, d)
		if d == 0 {
			dim = text(2, "batch")
		}
		shape = append(shape, message(1, dim)...)
	}
	return message(field, text(1, name), message(2, message(1, number(1, 1), message(2, shape))))
}

// node is a step of the graph.
func node(op, out string, in []string, attributes ...[]byte) []byte {
	var body []byte
	for _, name := range in {
		body = append(body, text(1, name)...)
	}
	body = append(body, text(2, out)...)
	body = append(body, text(4, op)...)
	return message(1, slices.Concat(append([][]byte{body}, attributes...)...))
}

// integer and integers are attributes of a node.
func integer(name string, value uint64) []byte {
	return message(5, text(1, name), number(3, value), number(20, 2))
}

func integers(name string, value uint64) []byte {
	return message(5, text(1, name), number(8, value), number(20, 7))
}

// onnxFile is a model of the given graph.
func onnxFile(graph ...[]byte) []byte {
	return slices.Concat(number(1, 8), message(8, text(1, ""), number(2, 13)), message(7, slices.Concat(graph...), text(2, "turn")))
}

// mean reduces [1, 80, 800] to [1, 1], and sigmoid makes a probability of it.
func mean(in string) []byte {
	return slices.Concat(
		node("ReduceMean", "bands", []string{in}, integers("axes", 2), integer("keepdims", 0)),
		node("ReduceMean", "all", []string{"bands"}, integers("axes", 1), integer("keepdims", 1)),
	)
}

var sigmoid = node("Sigmoid", "logits", []string{"all"})

// weight is the weight that weighingModel gives a feature.
func weight(band, frame int) float64 {
	return float64(float32(8 * math.Sin(0.37*float64(band)+0.011*float64(frame))))
}

// weighingModel is a model whose answer is the sigmoid of the mean of all
// features by weight: each of them counts, and its place does.
func weighingModel() []byte {
	var raw []byte
	for band := range 80 {
		for frame := range 800 {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(weight(band, frame))))
		}
	}
	weights := message(5, number(1, 80), number(1, 800), number(2, 1), text(8, "weights"), message(9, raw))
	return onnxFile(node("Mul", "weighed", []string{"input_features", "weights"}), mean("weighed"), sigmoid, weights,
		end(11, "input_features", 0, 80, 800), end(12, "logits", 0, 1))
}

// meanModel is the smallest model there is: the sigmoid of the mean.
func meanModel() []byte {
	return onnxFile(mean("input_features"), sigmoid, end(11, "input_features", 0, 80, 800), end(12, "logits", 0, 1))
}
