package sphinx

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"iter"
	"os"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"parley/stt"
)

// Limits of a domain. A scene has some 500 sentences of 2,500 words; what goes
// beyond is left out.
const (
	maxWords     = 20_000
	maxWordBytes = 32
)

// domain is the words and sentences a stream's speaker is likely to say.
type domain struct {
	clauses []clause
	words   []string // each once, those of the phrases first
	whole   bool     // any clause is
	id      domainID
}

// domainID tells domains apart; the zero value is no domain at all.
type domainID [sha256.Size]byte

// newDomain reads the hints of o. It returns nil if they hold no word.
func newDomain(o stt.Options) *domain {
	d := &domain{}
	left, known, sum := maxWords, map[string]bool{}, sha256.New()
	for _, text := range slices.Concat(o.Phrases, o.Domain) {
		for c := range clauses(text) {
			if len(c.words) > left {
				c = clause{words: c.words[:left]}
			}
			if len(c.words) == 0 {
				break
			}
			left -= len(c.words)
			d.clauses = append(d.clauses, c)
			d.whole = d.whole || c.whole
			_, _ = fmt.Fprintln(sum, c)
			for _, w := range c.words {
				if !known[w] {
					known[w] = true
					d.words = append(d.words, w)
				}
			}
		}
	}
	if len(d.clauses) == 0 {
		return nil
	}
	sum.Sum(d.id[:0])
	return d
}

// identity is the id of d, also of no domain.
func (d *domain) identity() domainID {
	if d == nil {
		return domainID{}
	}
	return d.id
}

// write puts the language model of d into a file, for the caller to remove.
func (d *domain) write() (string, error) {
	f, err := os.CreateTemp("", "parley-*.lm")
	if err != nil {
		return "", fmt.Errorf("write the domain's language model: %w", err)
	}
	err = newTrigram(d.clauses).writeARPA(f)
	if err = errors.Join(err, f.Close()); err != nil {
		_ = os.Remove(f.Name())
		return "", fmt.Errorf("write the domain's language model: %w", err)
	}
	return f.Name(), nil
}

// titles end in a full stop that ends no sentence.
var titles = []string{"Mr.", "Mrs.", "Ms.", "Dr."}

// clause is words that were written one after the other. It is whole if it is
// a sentence from its beginning to the mark at its end; others, such as a phrase
// or what stands before a number in digits, tell nothing about how sentences
// begin and end.
type clause struct {
	words []string
	whole bool
}

// clauses yields the words of text as the dictionary writes them, in lower
// case.
func clauses(text string) iter.Seq[clause] {
	return func(yield func(clause) bool) {
		c := clause{whole: true}
		end := func(whole bool) bool {
			done := clause{c.words, c.whole && whole}
			c = clause{whole: whole}
			return len(done.words) == 0 || yield(done)
		}
		for token := range strings.FieldsSeq(strings.ReplaceAll(text, "’", "'")) {
			for _, p := range strings.FieldsFunc(token, parts) {
				if w := word(p); w != "" {
					c.words = append(c.words, w)
				} else if !end(false) {
					return
				}
			}
			token = strings.TrimRight(token, `"'”)`)
			last, _ := utf8.DecodeLastRuneInString(token)
			if strings.ContainsRune(".!?", last) && !slices.Contains(titles, token) && !end(true) {
				return
			}
		}
		end(false)
	}
}

// parts reports whether r stands between words.
func parts(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\''
}

// word is s in lower case, or empty if it cannot be said as a word.
func word(s string) string {
	s = strings.ToLower(strings.Trim(s, "'"))
	if len(s) > maxWordBytes || spelling(s) == "" {
		return ""
	}
	return s
}

// folded are the letters of other European languages, each row read like its
// first.
var folded = []string{
	"aàáâãäåāăą", "cçćĉċč", "dðďđ", "eèéêëēĕėęě", "gĝğġģ", "hĥħ", "iìíîïĩīĭįı", "jĵ", "kķ", "lĺļľŀł",
	"nñńņňŋ", "oòóôõöøōŏő", "rŕŗř", "sśŝşšșß", "tţťŧț", "uùúûüũūŭůűų", "wŵ", "yýÿŷ", "zźżž",
}

// spelling is the letters a-z of a word in lower case, by which it can be
// pronounced, or empty if it has others than can be read that way.
func spelling(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r >= 'a' && r <= 'z':
			b.WriteRune(r)
		case r == '\'' || unicode.IsMark(r):
		default:
			i := slices.IndexFunc(folded, func(row string) bool { return strings.ContainsRune(row, r) })
			if i < 0 {
				return ""
			}
			b.WriteByte(folded[i][0])
		}
	}
	return b.String()
}
