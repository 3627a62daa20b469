package embedding

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"
)

// mostText is how many bytes of a text are looked at: some minutes of speech.
const mostText = 16 << 10

// tokenizer cuts a text into the tokens that a model has vectors for. It does not
// change once read.
type tokenizer struct {
	normalize []func(string) string
	splitter
	vocabulary
}

// vocabulary cuts a word into tokens.
type vocabulary interface {
	// pieces appends the tokens of a word to dst; those not known are left out.
	pieces(dst []int32, word string) []int32
}

// tokenizerJSON is what is read of tokenizer.json.
type tokenizerJSON struct {
	Normalizer   *stage         `json:"normalizer"`
	PreTokenizer *stage         `json:"pre_tokenizer"`
	Model        vocabularyJSON `json:"model"`
}

// vocabularyJSON is what is read of its model.
type vocabularyJSON struct {
	Type     string          `json:"type"`
	Vocab    json.RawMessage `json:"vocab"`
	Unknown  string          `json:"unk_token"`
	Prefix   *string         `json:"continuing_subword_prefix"`
	MostRead int             `json:"max_input_chars_per_word"`
	// UnknownAt is the unknown token of a Unigram.
	UnknownAt *int `json:"unk_id"`
}

// newTokenizer reads a tokenizer.json for a model that has so many tokens.
func newTokenizer(data []byte, tokens int) (*tokenizer, error) {
	var file tokenizerJSON
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, err
	}
	t := &tokenizer{}
	var err error
	if file.Normalizer != nil {
		if t.normalize, err = normalizers(nil, *file.Normalizer, 0); err != nil {
			return nil, err
		}
	}
	if file.PreTokenizer == nil {
		return nil, errors.New("it has no pre_tokenizer: nothing says what a word is")
	}
	if err := t.learn(*file.PreTokenizer, 0); err != nil {
		return nil, err
	}
	switch file.Model.Type {
	case "WordPiece":
		t.vocabulary, err = newWordPiece(file.Model, tokens)
	case "Unigram":
		t.vocabulary, err = newUnigram(file.Model, tokens)
	default:
		err = fmt.Errorf("a tokenizer of kind %q cannot be read; WordPiece and Unigram can", file.Model.Type)
	}
	return t, err
}

// tokens appends the tokens of text to dst, mostHeard at most.
func (t *tokenizer) tokens(dst []int32, text string) []int32 {
	text = strings.ToValidUTF8(clip(text), " ")
	for _, f := range t.normalize {
		text = clip(f(text))
	}
	for word := range t.words(text) {
		if dst = t.pieces(dst, word); len(dst) >= mostHeard {
			return dst[:mostHeard]
		}
	}
	return dst
}

// clip cuts a text to mostText, between letters.
func clip(text string) string {
	if len(text) <= mostText {
		return text
	}
	end := mostText
	for end > mostText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}
