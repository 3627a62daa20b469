package sherpa

import (
	"strings"
	"unicode"

	so "github.com/k2-fsa/sherpa-onnx-go/sherpa_onnx"

	"parley/engine/models/folder"
)

// punctuator adds punctuation, and case if it can, to a plain text. It is safe
// for concurrent use.
type punctuator interface {
	punctuate(text string) string
	free()
}

// punctuation is a loaded model that adds punctuation to plain text, and
// capitals if it is a CNN-BiLSTM. Its folder holds model*.onnx, that of a
// CNN-BiLSTM (English) also bpe.vocab; without it is a CT transformer (Chinese
// and English).
type punctuation struct {
	add     func(text string) string
	release func()
}

var _ punctuator = (*punctuation)(nil)

func (p *punctuation) punctuate(text string) string {
	out := p.add(text)
	switch {
	case out == "":
		return text
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.Is(unicode.Han, r) }):
		return out
	}
	return western.Replace(out)
}

// western puts the points of Western texts for the Chinese ones that a CT
// transformer writes in all.
var western = strings.NewReplacer("，", ",", "。", ".", "？", "?", "、", ",")

func (p *punctuation) free() { p.release() }

func loadPunctuation(f folder.Folder, threads int) (*punctuation, error) {
	path := f.Find("model*.onnx", "*.onnx")
	if path == "" {
		return nil, f.Missing("model*.onnx")
	}
	m, err := folder.ReadModel(path)
	if err != nil {
		return nil, err
	}
	if bpe := f.Find("bpe.vocab"); bpe != "" {
		if err := m.Require("COMMA", "PERIOD", "QUESTION", "UPPER", "CAP", "MIX_CASE"); err != nil {
			return nil, err
		}
		return loadCased(path, bpe, threads)
	}
	if err := m.Require("tokens", "vocab_size", "punctuations", "unk_symbol"); err != nil {
		return nil, err
	}
	return loadPoints(path, threads)
}

func loadCased(path, bpe string, threads int) (*punctuation, error) {
	p := so.NewOnlinePunctuation(&so.OnlinePunctuationConfig{Model: so.OnlinePunctuationModelConfig{
		CnnBilstm: path, BpeVocab: bpe, NumThreads: threads, Provider: "cpu",
	}})
	if p == nil {
		return nil, errLoad
	}
	return &punctuation{p.AddPunct, func() { so.DeleteOnlinePunctuation(p) }}, nil
}

func loadPoints(path string, threads int) (*punctuation, error) {
	p := so.NewOfflinePunctuation(&so.OfflinePunctuationConfig{Model: so.OfflinePunctuationModelConfig{
		CtTransformer: path, NumThreads: threads, Provider: "cpu",
	}})
	if p == nil {
		return nil, errLoad
	}
	return &punctuation{p.AddPunct, func() { so.DeleteOfflinePunc(p) }}, nil
}
