package embedding_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/llm/embedding"
	"parley/llm/embedding/embeddingtest"
)

func TestVectorIsTheMeanOfItsTokens(t *testing.T) {
	words := embeddingtest.WordPiece("[UNK]", "tea", "rain", "dull")
	vectors := floats([]int{4, 2}, 9, 9, 1, 0, 0, 1, 0, 0)
	m := open(t, folder(t, vectors, words))
	if m.Dimensions() != 2 || m.Tokens() != 4 {
		t.Errorf("%d dimensions of %d tokens, want 2 of 4", m.Dimensions(), m.Tokens())
	}
	half := math.Sqrt(0.5)
	for text, want := range map[string][]float64{
		"":                {0, 0},
		"nobody knows":    {0, 0}, // not the unknown token's vector
		"dull":            {0, 0},
		"Tea!":            {1, 0},
		"tea tea rain":    {2 / math.Sqrt(5), 1 / math.Sqrt(5)},
		"rain, dull TEA?": {half, half},
	} {
		if got := m.Vector(nil, text); !near(got, want) {
			t.Errorf("%q: %v, want %v", text, got, want)
		}
	}
	if got := m.Vector([]float64{7}, "rain"); !near(got, []float64{7, 0, 1}) {
		t.Errorf("appended: %v", got)
	}
	long := strings.Repeat("tea ", 511) + "rain " + strings.Repeat("rain ", 1000)
	if got := m.Vector(nil, long); got[1] == 0 || got[1] > 0.01 {
		t.Errorf("of a long text %v counts, want the first 512 tokens", got)
	}
}

// Newer models share rows between tokens and weigh them apart.
func TestMappingAndWeights(t *testing.T) {
	mapping := tensorOf{Kind: "I64", Shape: []int{3}}
	for _, row := range []uint64{0, 1, 1} {
		mapping.Values = binary.LittleEndian.AppendUint64(mapping.Values, row)
	}
	m := open(t, embeddingtest.Folder(t, tensors(t, map[string]tensorOf{
		"embeddings": floats([]int{2, 2}, 1, 0, 0, 1), "mapping": mapping, "weights": floats([]int{3}, 3, 1, 4),
	}), embeddingtest.WordPiece("a", "b", "c")))
	if got := m.Vector(nil, "a c"); !near(got, []float64{0.6, 0.8}) {
		t.Errorf("%v, want 3 and 4 of 5", got)
	}
}

// Every kind of number gives the same model.
func TestKindsOfNumbers(t *testing.T) {
	values := []float64{1, -2, 0, 0.5}
	kinds := map[string]func([]byte, float64) []byte{
		"F64": func(b []byte, v float64) []byte { return binary.LittleEndian.AppendUint64(b, math.Float64bits(v)) },
		"F16": func(b []byte, v float64) []byte { return binary.LittleEndian.AppendUint16(b, halfOf(v)) },
		"BF16": func(b []byte, v float64) []byte {
			return binary.LittleEndian.AppendUint16(b, uint16(math.Float32bits(float32(v))>>16))
		},
		"I8": func(b []byte, v float64) []byte { return append(b, byte(int8(2*v))) },
	}
	want := open(t, embeddingtest.Folder(t, tensors(t, map[string]tensorOf{"embedding.weight": floats([]int{2, 2}, values...)}),
		embeddingtest.WordPiece("a", "b"))).Vector(nil, "a b")
	for kind, write := range kinds {
		tensor := tensorOf{Kind: kind, Shape: []int{2, 2}}
		for _, v := range values {
			tensor.Values = write(tensor.Values, v)
		}
		m := open(t, folder(t, tensor, embeddingtest.WordPiece("a", "b")))
		if got := m.Vector(nil, "a b"); !near(got, want) {
			t.Errorf("%s: %v, want %v", kind, got, want)
		}
	}
}

// halfOf is a half-precision number of few digits.
func halfOf(v float64) uint16 {
	bits := math.Float32bits(float32(v))
	if v == 0 {
		return 0
	}
	return uint16(bits>>16&0x8000 | (bits>>23&0xff-127+15)<<10 | bits>>13&0x3ff)
}

func TestHalfPrecision(t *testing.T) {
	one := tensorOf{Kind: "F16", Shape: []int{3, 2}}
	for _, bits := range []uint16{0x0001, 0x8002, 0x7bff, 0x7bff, 0x7c00, 0x3c00} { // subnormal, largest, infinite
		one.Values = binary.LittleEndian.AppendUint16(one.Values, bits)
	}
	m := open(t, folder(t, one, embeddingtest.WordPiece("a", "b", "c")))
	for text, want := range map[string][]float64{
		"a": {1 / math.Sqrt(5), -2 / math.Sqrt(5)}, "b": {math.Sqrt(0.5), math.Sqrt(0.5)}, "c": {0, 1},
	} {
		if got := m.Vector(nil, text); !near(got, want) {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

func TestVectorsAreFinite(t *testing.T) {
	odd := floats([]int{2, 2}, math.NaN(), 1, math.Inf(-1), 0)
	m := open(t, folder(t, odd, embeddingtest.WordPiece("a", "b")))
	if got := m.Vector(nil, "a b"); !near(got, []float64{0, 1}) {
		t.Errorf("%v, want what is not finite passed over", got)
	}
	huge := tensorOf{Kind: "F64", Shape: []int{1, 2}}
	for range 2 {
		huge.Values = binary.LittleEndian.AppendUint64(huge.Values, math.Float64bits(math.MaxFloat64))
	}
	m = open(t, folder(t, huge, embeddingtest.WordPiece("a")))
	if got := m.Vector(nil, "a a"); !near(got, []float64{0, 0}) {
		t.Errorf("%v, want nothing of what cannot be measured", got)
	}
}

func TestOpenRefuses(t *testing.T) {
	if _, err := embedding.Open(t.TempDir()); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "model.safetensors") {
		t.Errorf("an empty folder: %v", err)
	}
	good := floats([]int{2, 2}, 1, 0, 0, 1)
	words := embeddingtest.WordPiece("a", "b")
	dir := folder(t, good, words)
	if err := os.Remove(filepath.Join(dir, "tokenizer.json")); err != nil {
		t.Fatal(err)
	}
	if _, err := embedding.Open(dir); !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "name a folder") {
		t.Errorf("no tokenizer: %v", err)
	}
	with := func(change func(map[string]tensorOf)) []byte {
		all := map[string]tensorOf{"embeddings": good}
		change(all)
		return tensors(t, all)
	}
	whole := with(func(map[string]tensorOf) {})
	named := func(name string, tensor tensorOf) []byte {
		return with(func(all map[string]tensorOf) {
			maps.Copy(all, map[string]tensorOf{name: tensor})
		})
	}
	for name, c := range map[string]struct {
		tensors []byte
		says    string
	}{
		"empty":           {nil, "cut off"},
		"no safetensors":  {[]byte("PK\x03\x04 and so on and on"), "cut off"},
		"long header":     {binary.LittleEndian.AppendUint64(nil, math.MaxUint64), "a header of"},
		"header no JSON":  {append(binary.LittleEndian.AppendUint64(nil, 2), "{]"...), "header"},
		"cut off":         {whole[:len(whole)-1], "cut off"},
		"no vectors":      {with(func(all map[string]tensorOf) { clear(all) }), `no tensor "embeddings"`},
		"a list":          {named("embeddings", floats([]int{2}, 1, 1)), `no tensor "embeddings"`},
		"not its size":    {named("embeddings", floats([]int{2, 3}, 1, 1)), "not those of shape"},
		"negative":        {named("embeddings", tensorOf{Kind: "F32", Shape: []int{-1, -4}}), "cannot be"},
		"overflow":        {named("embeddings", tensorOf{Kind: "F32", Shape: []int{1 << 62, 4}}), "cannot be"},
		"none":            {named("embeddings", tensorOf{Kind: "F32", Shape: []int{0, 4}}), "0 vectors"},
		"too many values": {named("embeddings", floats([]int{1, 5000}, make([]float64, 5000)...)), "dimensions"},
		"odd kind":        {named("embeddings", tensorOf{Kind: "F8_E5M2", Shape: []int{1, 1}, Values: []byte{1}}), "F8_E5M2"},
		"rows as vectors": {named("embeddings", tensorOf{Kind: "I32", Shape: []int{1, 1}, Values: make([]byte, 4)}), "I32"},
		"row outside":     {named("mapping", tensorOf{Kind: "I32", Shape: []int{2}, Values: []byte{1, 0, 0, 0, 2, 0, 0, 0}}), "row 2 of 2"},
		"no rows":         {named("mapping", floats([]int{2}, 0, 1)), "mapping"},
		"too few weights": {named("weights", floats([]int{1}, 1)), "weights"},
	} {
		_, err := embedding.Open(embeddingtest.Folder(t, c.tensors, words))
		if !errors.Is(err, embedding.ErrModel) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want ErrModel and %q", name, err, c.says)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "tokenizer.json"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := embedding.Open(dir); !errors.Is(err, embedding.ErrModel) {
		t.Errorf("a folder for a file: %v, want ErrModel", err)
	}
}

func BenchmarkVector(b *testing.B) {
	const tokens, dimensions = 30000, 256
	names := make([]string, tokens)
	for i := range names {
		names[i] = fmt.Sprintf("w%d", i)
	}
	dir := embeddingtest.Folder(b, tensors(b, map[string]tensorOf{
		"embeddings": floats([]int{tokens, dimensions}, make([]float64, tokens*dimensions)...),
	}), embeddingtest.WordPiece(names...))
	m := open(b, dir)
	b.Run("open", func(b *testing.B) {
		for b.Loop() {
			open(b, dir)
		}
	})
	b.Run("vector of 16 words", func(b *testing.B) {
		b.ReportAllocs()
		var dst []float64
		text := "w1 w22, w333 w4444 w29999 w6 w7 w8; w9 w10 w11 w12 w13 w14 w15 w16."
		for b.Loop() {
			dst = m.Vector(dst[:0], text)
		}
	})
}

func FuzzOpenTensors(f *testing.F) {
	f.Add(tensors(f, map[string]tensorOf{"embeddings": floats([]int{2, 2}, 1, 0, 0, 1), "weights": floats([]int{2}, 1, 2)}))
	mapping := tensorOf{Kind: "I32", Shape: []int{2}, Values: make([]byte, 8)}
	f.Add(tensors(f, map[string]tensorOf{"embeddings": floats([]int{1, 2}, 1, 0), "mapping": mapping}))
	f.Add([]byte{})
	words := embeddingtest.WordPiece("a", "b")
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := embedding.Parse(data, []byte(words))
		if err != nil {
			if !errors.Is(err, embedding.ErrModel) {
				t.Errorf("%v, want ErrModel", err)
			}
			return
		}
		checkVector(t, m, "a b")
	})
}

// checkVector sees that a vector is as long as is said: one or nothing.
func checkVector(t *testing.T, m *embedding.Model, text string) {
	t.Helper()
	square := 0.0
	v := m.Vector(nil, text)
	for _, x := range v {
		square += x * x
	}
	if len(v) != m.Dimensions() || !(square == 0 || math.Abs(square-1) < 1e-6) {
		t.Errorf("%q: %d values of square %v", text, len(v), square)
	}
}
