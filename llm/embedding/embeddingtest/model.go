// Package embeddingtest writes small models of the form that package embedding
// reads.
package embeddingtest

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// Tensor is a tensor to write; Offsets are set by Tensors.
type Tensor struct {
	Kind    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
	Values  []byte `json:"-"`
}

// Floats is a tensor of kind F32.
func Floats(shape []int, values ...float64) Tensor {
	t := Tensor{Kind: "F32", Shape: shape}
	for _, v := range values {
		t.Values = binary.LittleEndian.AppendUint32(t.Values, math.Float32bits(float32(v)))
	}
	return t
}

// Tensors is a model.safetensors.
func Tensors(tb testing.TB, all map[string]Tensor) []byte {
	tb.Helper()
	header := map[string]any{"__metadata__": map[string]string{"format": "np"}}
	var values []byte
	for name, t := range all {
		t.Offsets = [2]int{len(values), len(values) + len(t.Values)}
		values = append(values, t.Values...)
		header[name] = t
	}
	text, err := json.Marshal(header)
	if err != nil {
		tb.Fatal(err)
	}
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), values...)
}

// BERT are the stages of a BERT tokenizer without cases.
const BERT = `"normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
 "strip_accents": null, "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"}`

// WordPiece is a tokenizer.json with those tokens, numbered from 0.
func WordPiece(tokens ...string) string {
	ids := map[string]int{}
	for i, token := range tokens {
		ids[token] = i
	}
	vocab, _ := json.Marshal(ids) // a map of numbers
	return `{"version": "1.0", "added_tokens": [], ` + BERT + `, "model": {"type": "WordPiece", "unk_token": "[UNK]",
 "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": ` + string(vocab) + `}}`
}

// Folder is a model of those files.
func Folder(tb testing.TB, tensors []byte, tokenizer string) string {
	tb.Helper()
	dir := tb.TempDir()
	for name, data := range map[string][]byte{"model.safetensors": tensors, "tokenizer.json": []byte(tokenizer)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			tb.Fatal(err)
		}
	}
	return dir
}

// Synonyms is the folder of a model in which the words of a list mean the same,
// and have nothing in common with those of the others.
func Synonyms(tb testing.TB, lists ...[]string) string {
	tb.Helper()
	var tokens []string
	var values []float64
	for i, list := range lists {
		for range list {
			row := make([]float64, len(lists))
			row[i] = 1
			values = append(values, row...)
		}
		tokens = append(tokens, list...)
	}
	vectors := Floats([]int{len(tokens), len(lists)}, values...)
	return Folder(tb, Tensors(tb, map[string]Tensor{"embeddings": vectors}), WordPiece(tokens...))
}
