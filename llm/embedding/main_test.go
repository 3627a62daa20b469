package embedding_test

import (
	"encoding/binary"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"parley/llm/embedding"
)

// tensorOf is a tensor to write.
type tensorOf struct {
	Kind    string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
	values  []byte
}

func floats(shape []int, values ...float64) tensorOf {
	t := tensorOf{Kind: "F32", Shape: shape}
	for _, v := range values {
		t.values = binary.LittleEndian.AppendUint32(t.values, math.Float32bits(float32(v)))
	}
	return t
}

// tensors is a safetensors file.
func tensors(t testing.TB, all map[string]tensorOf) []byte {
	t.Helper()
	header := map[string]any{"__metadata__": map[string]string{"format": "np"}}
	var values []byte
	for name, tensor := range all {
		tensor.Offsets = [2]int{len(values), len(values) + len(tensor.values)}
		values = append(values, tensor.values...)
		header[name] = tensor
	}
	text, err := json.Marshal(header)
	if err != nil {
		t.Fatal(err)
	}
	return append(append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...), values...)
}

const bert = `"normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true,
 "strip_accents": null, "lowercase": true}, "pre_tokenizer": {"type": "BertPreTokenizer"}`

// wordPieceJSON has those tokens, numbered from 0.
func wordPieceJSON(tokens ...string) string {
	ids := map[string]int{}
	for i, token := range tokens {
		ids[token] = i
	}
	vocab, _ := json.Marshal(ids) // a map of numbers
	return `{"version": "1.0", "added_tokens": [], ` + bert + `, "model": {"type": "WordPiece", "unk_token": "[UNK]",
 "continuing_subword_prefix": "##", "max_input_chars_per_word": 100, "vocab": ` + string(vocab) + `}}`
}

// folder is a model of those files.
func folder(t testing.TB, tensors []byte, tokenizer string) string {
	t.Helper()
	dir := t.TempDir()
	for name, data := range map[string][]byte{"model.safetensors": tensors, "tokenizer.json": []byte(tokenizer)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func open(t testing.TB, dir string) *embedding.Model {
	t.Helper()
	m, err := embedding.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// oneHot is a model in which every token has a dimension of its own, so that a
// vector tells which tokens a text has.
func oneHot(t testing.TB, tokenizer string, tokens int) *embedding.Model {
	t.Helper()
	values := make([]float64, tokens*tokens)
	for i := range tokens {
		values[i*tokens+i] = 1
	}
	return open(t, folder(t, tensors(t, map[string]tensorOf{"embeddings": floats([]int{tokens, tokens}, values...)}), tokenizer))
}

// heard are the tokens that a text has in a model of oneHot.
func heard(m *embedding.Model, tokens []string, text string) string {
	var out []string
	for i, v := range m.Vector(nil, text) {
		if v > 0 {
			out = append(out, tokens[i])
		}
	}
	return strings.Join(out, " ")
}

func near(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-6 {
			return false
		}
	}
	return true
}
