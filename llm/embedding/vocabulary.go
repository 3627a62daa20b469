package embedding

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// errOutside means that a vocabulary has more tokens than there are vectors.
var errOutside = errors.New("it has tokens without a vector: the files are not of one model")

var errEmpty = errors.New("its vocabulary is empty")

// wordPiece takes the longest known piece of a word, again and again.
type wordPiece struct {
	first, later map[string]int32 // the pieces a word begins with, and the others
	longest      int              // bytes of a piece
	most         int              // letters of a word
}

const mostLetters = 100 // of a word, unless told otherwise

func newWordPiece(v vocabularyJSON, tokens int) (vocabulary, error) {
	var ids map[string]int64
	if err := json.Unmarshal(v.Vocab, &ids); err != nil {
		return nil, fmt.Errorf("its vocabulary: %w", err)
	}
	if len(ids) == 0 {
		return nil, errEmpty
	}
	prefix := "##"
	if v.Prefix != nil {
		prefix = *v.Prefix
	}
	if prefix == "" {
		return nil, errors.New("its WordPiece does not mark the pieces inside a word")
	}
	w := &wordPiece{first: make(map[string]int32, len(ids)), later: map[string]int32{}, most: mostLetters}
	if v.MostRead > 0 {
		w.most = min(v.MostRead, mostLetters)
	}
	for text, id := range ids {
		if id < 0 || id >= int64(tokens) {
			return nil, errOutside
		}
		if text == v.Unknown || text == "" {
			continue
		}
		w.longest = max(w.longest, len(text))
		if inner, ok := strings.CutPrefix(text, prefix); ok && inner != "" {
			w.later[inner] = int32(id)
		}
		w.first[text] = int32(id)
	}
	return w, nil
}

// pieces implements vocabulary. A word with a part that is not known is not known.
func (w *wordPiece) pieces(dst []int32, word string) []int32 {
	if utf8.RuneCountInString(word) > w.most {
		return dst
	}
	from, known := len(dst), w.first
	for word != "" {
		n := min(len(word), w.longest)
		for ; n > 0; n-- {
			if id, ok := known[word[:n]]; ok {
				dst = append(dst, id)
				break
			}
		}
		if n == 0 {
			return dst[:from]
		}
		word, known = word[n:], w.later
	}
	return dst
}

// unigram takes the likeliest pieces of a word.
type unigram struct {
	scored  map[string]scored
	longest int     // bytes of a piece
	unknown float64 // the score of a letter in no piece
}

// scored is a piece and how likely it is, as the logarithm.
type scored struct {
	id    int32
	score float64
}

// mostWord is how many bytes of a word a unigram looks at.
const mostWord = 256

// unknownCost is how much less likely an unknown letter is than any piece.
const unknownCost = 10

// unigramPiece is an entry of a Unigram's vocabulary: ["▁the", -3.5].
type unigramPiece struct {
	text  string
	score float64
}

// UnmarshalJSON implements json.Unmarshaler.
func (p *unigramPiece) UnmarshalJSON(data []byte) error {
	pair := []any{&p.text, &p.score}
	if err := json.Unmarshal(data, &pair); err != nil {
		return err
	}
	if len(pair) != 2 {
		return errors.New("an entry is no pair of text and score")
	}
	return nil
}

func newUnigram(v vocabularyJSON, tokens int) (vocabulary, error) {
	var pieces []unigramPiece
	if err := json.Unmarshal(v.Vocab, &pieces); err != nil {
		return nil, fmt.Errorf("its vocabulary: %w", err)
	}
	if len(pieces) == 0 {
		return nil, errEmpty
	}
	if len(pieces) > tokens {
		return nil, errOutside
	}
	u := &unigram{scored: make(map[string]scored, len(pieces))}
	least := 0.0
	for i, p := range pieces {
		least = min(least, p.score)
		if v.UnknownAt != nil && *v.UnknownAt == i || p.text == "" {
			continue
		}
		u.longest = max(u.longest, len(p.text))
		u.scored[p.text] = scored{int32(i), p.score} //nolint:gosec // at most mostTokens
	}
	u.unknown = least - unknownCost
	return u, nil
}

// pieces implements vocabulary; the tokens come last first, which is all one to a
// mean.
func (u *unigram) pieces(dst []int32, word string) []int32 {
	if len(word) > mostWord {
		return dst
	}
	const none = -1
	var best [mostWord + 1]struct {
		score float64
		from  int
		id    int32
	}
	for i := range len(word) {
		best[i+1].score = math.Inf(-1)
	}
	for at, r := range word {
		reach := func(to int, score float64, id int32) {
			if score += best[at].score; score > best[to].score {
				best[to].score, best[to].from, best[to].id = score, at, id
			}
		}
		letter := at + utf8.RuneLen(r)
		reach(letter, u.unknown, none)
		for to := letter; to <= min(at+u.longest, len(word)); to++ {
			if p, ok := u.scored[word[at:to]]; ok {
				reach(to, p.score, p.id)
			}
		}
	}
	for at := len(word); at > 0; at = best[at].from {
		if id := best[at].id; id != none {
			dst = append(dst, id)
		}
	}
	return dst
}
