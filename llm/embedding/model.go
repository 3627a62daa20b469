// Package embedding turns sentences into vectors that lie near each other where
// the sentences mean about the same. It reads static models of the Model2Vec form,
// such as minishlab/potion-base-8M: a vector for each token of a vocabulary, and a
// sentence's vector is their mean. No such model comes with Parley.
//
// A model is a folder with two files. model.safetensors has the tensor
// "embeddings" (or "embedding.weight") with a row for each token: F64, F32, F16,
// BF16 or I8. It may have "weights", a factor for each token, and "mapping", the
// row of each token where several share one. tokenizer.json is that of Hugging
// Face's tokenizers, of the kinds WordPiece and Unigram; tokens that span words and
// added tokens are not looked for. Other files are not read.
package embedding

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
)

// ErrModel is wrapped by Open's error when the files are not of the form that the
// package describes.
var ErrModel = errors.New("not a Model2Vec model")

// The files of a model, and the bytes each may have: potion-base-8M has 30 and
// 0.7 MB, potion-multilingual-128M 512 and 20.
const (
	tensorsFile   = "model.safetensors"
	tokenizerFile = "tokenizer.json"

	mostTensors   = 1 << 30
	mostTokenizer = 128 << 20
)

const (
	mostDimensions = 4096
	mostTokens     = 4 << 20
	// mostHeard is how many tokens of a sentence count, as in Model2Vec.
	mostHeard = 512
)

// Model is a static model, kept in memory as large as its files. It does not
// change once opened and is safe for concurrent use.
type Model struct {
	tokenizer *tokenizer
	vectors   tensor
	rows      tensor // of each token; no shape for a row each
	weights   tensor // of each token; no shape for 1 each
	tokens    int
}

// Open reads the model in the folder dir. Its error says what to do; it wraps
// fs.ErrNotExist where a file is missing and ErrModel where one is not as it must
// be.
func Open(dir string) (*Model, error) {
	tensors, err := read(filepath.Join(dir, tensorsFile), mostTensors)
	if err != nil {
		return nil, mend(dir, err)
	}
	words, err := read(filepath.Join(dir, tokenizerFile), mostTokenizer)
	if err != nil {
		return nil, mend(dir, err)
	}
	m, err := parse(tensors, words)
	if err != nil {
		return nil, mend(dir, err)
	}
	return m, nil
}

func parse(tensors, words []byte) (*Model, error) {
	m, err := newModel(tensors)
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrModel, tensorsFile, err)
	}
	if m.tokenizer, err = newTokenizer(words, m.tokens); err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrModel, tokenizerFile, err)
	}
	return m, nil
}

// mend says what to do about a folder that cannot be used.
func mend(dir string, err error) error {
	return fmt.Errorf("open the meaning model %s: %w; name a folder with the %s and %s of a Model2Vec model, such as potion-base-8M",
		dir, err, tensorsFile, tokenizerFile)
}

// read reads a file of at most that many bytes.
func read(path string, most int64) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%w: %s is no file of at most %d MiB", ErrModel, path, most>>20)
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, info.Size())
	if _, err := io.ReadFull(f, data); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return data, nil
}

// newModel is a model without a tokenizer yet.
func newModel(data []byte) (*Model, error) {
	tensors, err := readTensors(data, "embeddings", "embedding.weight", "weights", "mapping")
	if err != nil {
		return nil, err
	}
	m := &Model{vectors: tensors["embeddings"], weights: tensors["weights"], rows: tensors["mapping"]}
	if m.vectors.shape == nil {
		m.vectors = tensors["embedding.weight"]
	}
	shape := m.vectors.shape
	switch {
	case len(shape) != 2:
		return nil, errors.New(`it has no tensor "embeddings" of tokens and dimensions`)
	case shape[0] < 1 || shape[0] > mostTokens || shape[1] < 1 || shape[1] > mostDimensions:
		return nil, fmt.Errorf("%d vectors of %d dimensions are not 1-%d of 1-%d", shape[0], shape[1], mostTokens, mostDimensions)
	case !m.vectors.isNumber():
		return nil, fmt.Errorf("vectors of type %s cannot be read; F32 and F16 can", m.vectors.kind)
	}
	m.tokens = shape[0]
	if m.rows.shape != nil {
		if err := m.checkRows(); err != nil {
			return nil, err
		}
		m.tokens = m.rows.shape[0]
	}
	if w := m.weights.shape; w != nil && (len(w) != 1 || w[0] != m.tokens || !m.weights.isNumber()) {
		return nil, fmt.Errorf(`"weights" is no list of numbers, one for each of %d tokens`, m.tokens)
	}
	return m, nil
}

func (m *Model) checkRows() error {
	if len(m.rows.shape) != 1 || m.rows.shape[0] < 1 || m.rows.shape[0] > mostTokens || !m.rows.isInteger() {
		return errors.New(`"mapping" is no list of rows`)
	}
	for i := range m.rows.shape[0] {
		if row := m.rows.integer(i); row < 0 || row >= int64(m.vectors.shape[0]) {
			return fmt.Errorf(`"mapping" names row %d of %d`, row, m.vectors.shape[0])
		}
	}
	return nil
}

// Dimensions is how many values a vector has.
func (m *Model) Dimensions() int { return m.vectors.shape[1] }

// Tokens is how many tokens have a vector.
func (m *Model) Tokens() int { return m.tokens }

// Vector appends the vector of text to dst: Dimensions finite values, of length
// one, or all zero where no token of text is known. The first tokens count, 512 of
// them.
func (m *Model) Vector(dst []float64, text string) []float64 {
	from := len(dst)
	dst = slices.Grow(dst, m.Dimensions())[:from+m.Dimensions()]
	sum := dst[from:]
	clear(sum)
	var room [64]int32
	for _, token := range m.tokenizer.tokens(room[:0], text) {
		row, weight := int(token), 1.0
		if m.rows.shape != nil {
			row = int(m.rows.integer(row))
		}
		if m.weights.shape != nil {
			weight = m.weights.number(int(token))
		}
		m.vectors.addRow(sum, row, weight)
	}
	square := 0.0
	for _, v := range sum {
		square += v * v
	}
	if length := math.Sqrt(square); length > 0 && !math.IsInf(length, 1) {
		for i := range sum {
			sum[i] /= length
		}
	} else { // nothing is known, or the numbers are beyond measure
		clear(sum)
	}
	return dst
}
