package embedding_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"parley/llm/embedding"
	"parley/llm/embedding/embeddingtest"
)

func TestWordPiece(t *testing.T) {
	tokens := []string{"[PAD]", "[UNK]", "launch", "##ing", "##ed", "un", "##launch", ",", "do", "'", "t", "cafe", "好", "[", "unk", "]"}
	m := oneHot(t, embeddingtest.WordPiece(tokens...), len(tokens))
	for text, want := range map[string]string{
		"Launch":                  "launch",
		"launching":               "launch ##ing",
		"unlaunched, launching":   "launch ##ing ##ed un ##launch ,",
		"launchings":              "", // a part is not known
		"ing":                     "",
		"don't":                   "' t", // there is no "don"
		"CAFÉ":                    "cafe",
		"la\u200bunch\tdo":        "launch do",
		"do好do":                   "do 好",
		"[UNK]":                   "[ unk ]", // said, no token
		"\xff do":                 "do",
		strings.Repeat("do", 400): "",
	} {
		if got := heard(m, tokens, text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

// A cased model keeps its letters.
func TestWordPieceCased(t *testing.T) {
	cased := strings.Replace(embeddingtest.WordPiece("É", "é", "e"), `"lowercase": true`, `"lowercase": false`, 1)
	tokens := []string{"É", "é", "e"}
	m := oneHot(t, cased, len(tokens))
	if got := heard(m, tokens, "É"); got != "É" {
		t.Errorf("heard %q, want É", got)
	}
}

const metaspace = `"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"},
 {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"}]}`

func TestUnigram(t *testing.T) {
	tokens := []string{"<unk>", "▁the", "▁", "t", "he", "▁tea", "s", "▁th", "!"}
	scores := []float64{0, -3, -5, -6, -4, -4, -5, -9, -6}
	var vocab []string
	for i, token := range tokens {
		vocab = append(vocab, fmt.Sprintf("[%q, %v]", token, scores[i]))
	}
	file := `{"normalizer": {"type": "Sequence", "normalizers": [{"type": "Precompiled", "precompiled_charsmap": ""},
 {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}, {"type": "Replace", "pattern": {"String": "!"}, "content": " ! "},
 {"type": "Lowercase"}, {"type": "Strip", "strip_left": false, "strip_right": true}]}, ` + metaspace + `,
 "model": {"type": "Unigram", "unk_id": 0, "vocab": [` + strings.Join(vocab, ",") + `]}}`
	m := oneHot(t, file, len(tokens))
	for text, want := range map[string]string{
		"The teas":         "▁the ▁tea s", // the likeliest pieces, not the longest first
		"the":              "▁the",        // and not ▁ t he or ▁th e
		"tq":               "▁ t",         // what is unknown is left out
		"ｔｈｅ":              "▁the",
		"tea!":             "▁ ▁tea !",
		"<unk>":            "▁",
		"she, she  ":       "▁ he s",
		"the\u200bt\x00ea": "▁the ▁tea", // what has no width parts words, controls do not
	} {
		if got := heard(m, tokens, text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestOpenRefusesTokenizers(t *testing.T) {
	good := embeddingtest.WordPiece("a", "b")
	swap := func(old, with string) string {
		if !strings.Contains(good, old) {
			t.Fatalf("no %s in %s", old, good)
		}
		return strings.Replace(good, old, with, 1)
	}
	nested := strings.Repeat(`{"type": "Sequence", "normalizers": [`, 9) + strings.Repeat("]}", 9)
	bertNormalizer := embeddingtest.BERT[len(`"normalizer": `):strings.Index(embeddingtest.BERT, `, "pre_tokenizer"`)]
	for name, c := range map[string]struct{ file, says string }{
		"empty":            {"", "JSON"},
		"no object":        {"[]", "array"},
		"no pre_tokenizer": {swap(`"pre_tokenizer"`, `"before"`), "no pre_tokenizer"},
		"another one":      {swap(`"BertPreTokenizer"`, `"ByteLevel"`), "ByteLevel"},
		"normalizer":       {swap(`"BertNormalizer"`, `"Shout"`), "Shout"},
		"nested":           {swap(bertNormalizer, nested), "too many parts"},
		"pattern":          {swap(bertNormalizer, `{"type": "Replace", "pattern": {"Regex": "(?<=a)b"}}`), "normalizer"},
		"long content":     {swap(bertNormalizer, `{"type": "Replace", "pattern": {"String": "a"}, "content": "`+strings.Repeat("a", 99)+`"}`), "too long"},
		"byte pairs":       {swap(`"WordPiece"`, `"BPE"`), `"BPE"`},
		"no words":         {swap(`"a":0,"b":1`, ``), "empty"},
		"two models":       {swap(`"b":1`, `"b":2`), "not of one model"},
		"negative":         {swap(`"b":1`, `"b":-1`), "not of one model"},
		"no number":        {swap(`"b":1`, `"b":"1"`), "vocabulary"},
		"odd entry":        {`{` + metaspace + `, "model": {"type": "Unigram", "vocab": [["a"]]}}`, "pair"},
		"too many entries": {`{` + metaspace + `, "model": {"type": "Unigram", "vocab": [["a",0],["b",0],["c",0]]}}`, "not of one model"},
		"no entries":       {`{` + metaspace + `, "model": {"type": "Unigram", "vocab": []}}`, "empty"},
		"no begin":         {`{"pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "never"}, "model": {}}`, "Metaspace"},
	} {
		dir := folder(t, floats([]int{2, 2}, 1, 0, 0, 1), c.file)
		_, err := embedding.Open(dir)
		if !errors.Is(err, embedding.ErrModel) || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v, want ErrModel and %q", name, err, c.says)
		}
	}
}

func FuzzOpenTokenizer(f *testing.F) {
	f.Add(embeddingtest.WordPiece("a", "b", "##c"), "a bc")
	f.Add(`{`+metaspace+`, "model": {"type": "Unigram", "unk_id": 1, "vocab": [["▁a",-1],["c",-2.5]]}}`, "a ac b")
	f.Add(`{"normalizer": {"type": "Replace", "pattern": {"String": "a"}, "content": "aa"}, `+metaspace+`,
 "model": {"type": "WordPiece", "vocab": {"▁a": 0}}}`, "a")
	values := tensors(f, map[string]tensorOf{"embeddings": floats([]int{3, 2}, 1, 0, 0, 1, 1, 1)})
	f.Fuzz(func(t *testing.T, file, text string) {
		m, err := embedding.Parse(values, []byte(file))
		if err != nil {
			if !errors.Is(err, embedding.ErrModel) {
				t.Errorf("%v, want ErrModel", err)
			}
			return
		}
		checkVector(t, m, text)
	})
}
