package embedding_test

import (
	"math"
	"strings"
	"testing"

	"parley/llm/embedding"
	"parley/llm/embedding/embeddingtest"
)

type tensorOf = embeddingtest.Tensor

var floats, tensors = embeddingtest.Floats, embeddingtest.Tensors

func open(t testing.TB, dir string) *embedding.Model {
	t.Helper()
	m, err := embedding.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// folder is a model of vectors alone.
func folder(t testing.TB, vectors tensorOf, tokenizer string) string {
	t.Helper()
	return embeddingtest.Folder(t, tensors(t, map[string]tensorOf{"embeddings": vectors}), tokenizer)
}

// oneHot is a model in which every token has a dimension of its own, so that a
// vector tells which tokens a text has.
func oneHot(t testing.TB, tokenizer string, tokens int) *embedding.Model {
	t.Helper()
	values := make([]float64, tokens*tokens)
	for i := range tokens {
		values[i*tokens+i] = 1
	}
	return open(t, folder(t, floats([]int{tokens, tokens}, values...), tokenizer))
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
