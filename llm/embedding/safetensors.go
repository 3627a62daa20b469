package embedding

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
)

// mostHeader bounds the header of a safetensors file: some lines of JSON here.
const mostHeader = 1 << 20

// tensor is one of a safetensors file's; the zero value is none.
type tensor struct {
	kind  string // as the file calls it
	shape []int  // 1 or 2 dimensions
	data  []byte // little endian, of the shape's size
}

// sizes are the bytes of one value, by kind.
var sizes = map[string]int{"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I8": 1, "I32": 4, "I64": 8}

func (t tensor) isNumber() bool  { return t.kind != "I32" && t.kind != "I64" }
func (t tensor) isInteger() bool { return !t.isNumber() }

// readTensors finds the named tensors in a safetensors file: the length of a
// header, the header as JSON, the values. Those that are not there are left out.
// What it returns refers to data.
func readTensors(data []byte, names ...string) (map[string]tensor, error) {
	if len(data) < 8 {
		return nil, errors.New("it is cut off")
	}
	n := binary.LittleEndian.Uint64(data)
	if n > mostHeader || n > uint64(len(data)-8) {
		return nil, fmt.Errorf("it is no safetensors file, or cut off: a header of %d bytes", n)
	}
	var header map[string]json.RawMessage
	if err := json.Unmarshal(data[8:8+n], &header); err != nil {
		return nil, fmt.Errorf("its header: %w", err)
	}
	out := map[string]tensor{}
	for _, name := range names {
		entry, ok := header[name]
		if !ok {
			continue
		}
		t, err := readTensor(entry, data[8+n:])
		if err != nil {
			return nil, fmt.Errorf("tensor %q: %w", name, err)
		}
		out[name] = t
	}
	return out, nil
}

func readTensor(entry json.RawMessage, values []byte) (tensor, error) {
	var h struct {
		Kind    string  `json:"dtype"`
		Shape   []int64 `json:"shape"`
		Offsets []int64 `json:"data_offsets"`
	}
	if err := json.Unmarshal(entry, &h); err != nil {
		return tensor{}, err
	}
	size := int64(sizes[h.Kind])
	switch {
	case size == 0:
		return tensor{}, fmt.Errorf("values of type %q cannot be read; F32 and F16 can", h.Kind)
	case len(h.Shape) < 1 || len(h.Shape) > 2:
		return tensor{}, fmt.Errorf("%d dimensions are not 1 or 2", len(h.Shape))
	case len(h.Offsets) != 2 || h.Offsets[0] < 0 || h.Offsets[0] > h.Offsets[1] || h.Offsets[1] > int64(len(values)):
		return tensor{}, fmt.Errorf("its values at %v are not within %d bytes: the file may be cut off", h.Offsets, len(values))
	}
	t := tensor{kind: h.Kind, data: values[h.Offsets[0]:h.Offsets[1]]}
	for _, n := range h.Shape {
		if n < 0 || n > mostTensors || size > mostTensors {
			return tensor{}, fmt.Errorf("a shape of %v cannot be", h.Shape)
		}
		size *= n
		t.shape = append(t.shape, int(n))
	}
	if size != int64(len(t.data)) {
		return tensor{}, fmt.Errorf("%d bytes are not those of shape %v", len(t.data), h.Shape)
	}
	return t, nil
}

// number is the i-th value. What is not finite is 0: some models have such rows,
// of tokens nobody says.
func (t tensor) number(i int) float64 {
	x := 0.0
	switch t.kind {
	case "F64":
		x = math.Float64frombits(binary.LittleEndian.Uint64(t.data[8*i:]))
	case "F32":
		x = float64(math.Float32frombits(binary.LittleEndian.Uint32(t.data[4*i:])))
	case "F16":
		x = half(binary.LittleEndian.Uint16(t.data[2*i:]))
	case "BF16":
		x = float64(math.Float32frombits(uint32(binary.LittleEndian.Uint16(t.data[2*i:])) << 16))
	case "I8":
		x = float64(int8(t.data[i])) //nolint:gosec // two's complement is meant
	}
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return 0
	}
	return x
}

// integer is the i-th value.
func (t tensor) integer(i int) int64 {
	if t.kind == "I32" {
		return int64(int32(binary.LittleEndian.Uint32(t.data[4*i:]))) //nolint:gosec // two's complement is meant
	}
	return int64(binary.LittleEndian.Uint64(t.data[8*i:])) //nolint:gosec // two's complement is meant
}

// addRow adds a row, times weight, to sum.
func (t tensor) addRow(sum []float64, row int, weight float64) {
	if t.kind == "F32" { // nearly all are
		values := t.data[4*row*len(sum):]
		for i := range sum {
			x := float64(math.Float32frombits(binary.LittleEndian.Uint32(values[4*i:])))
			if x-x == 0 { // finite
				sum[i] += weight * x
			}
		}
		return
	}
	for i := range sum {
		sum[i] += weight * t.number(row*len(sum)+i)
	}
}

// half is the value of a half-precision number: 1 bit sign, 5 exponent, 10
// fraction.
func half(bits uint16) float64 {
	exponent, fraction := int(bits>>10&0x1f), float64(bits&0x3ff)
	var x float64
	switch exponent {
	case 0:
		x = math.Ldexp(fraction, -24)
	case 0x1f:
		return math.NaN() // or infinite
	default:
		x = math.Ldexp(1024+fraction, exponent-25)
	}
	if bits>>15 != 0 {
		return -x
	}
	return x
}
