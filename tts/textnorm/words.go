package textnorm

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxWord is the longest abbreviation or acronym, in bytes.
const maxWord = 16

// lower puts s into lower case in buf, nil if it is too long to be looked up.
func lower(buf *[maxWord]byte, s string) []byte {
	out := buf[:0]
	for _, r := range s {
		if r = unicode.ToLower(r); len(out)+utf8.RuneLen(r) > len(buf) || r == utf8.RuneError {
			return nil
		}
		out = utf8.AppendRune(out, r)
	}
	return out
}

// wordFormAt reads what is written with letters and not said so: dates and
// amounts that begin with a word, abbreviations, acronyms. In a text all in
// capitals nothing is an acronym.
func wordFormAt(b *builder, capitals bool) (int, string) {
	text := b.rest()
	if len(text) > window {
		text = text[:max(wholeWords(text, window), 1)]
	}
	if n, said := monthAt(text); n > 0 {
		return n, said
	}
	if _, n := currencyAt(text); n > 0 {
		if n, said := quantityAt(b, text); n > 0 {
			return n, said
		}
	}
	if numberedForm.MatchString(text) {
		return len("No."), "number"
	}
	if n, said := abbreviationAt(text); n > 0 {
		return n, said
	}
	if capitals {
		return 0, ""
	}
	return acronymAt(text)
}

// numberedForm is "No." before a figure.
var numberedForm = regexp.MustCompile(`^[Nn]o\. ?\d`)

// abbreviationAt reads the longest abbreviation. Its full stop is kept where it
// ends the sentence too.
func abbreviationAt(text string) (int, string) {
	n, said := 0, ""
	for i, r := range text {
		if i >= maxWord || !unicode.IsLetter(r) && !strings.ContainsRune("./-º°", r) {
			break
		}
		end := i + utf8.RuneLen(r)
		if r != '/' && !ended(text[end:]) {
			continue
		}
		var buf [maxWord]byte
		if full, ok := abbreviations[string(lower(&buf, text[:end]))]; ok {
			n, said = end, full
		}
	}
	if n > 0 && text[n-1] == '.' && (strings.TrimSpace(text[n:]) == "" || trailing[said] && sentenceEnds(text[n:])) {
		n--
	}
	return n, said
}

// acronymAt reads API, APIs and API's letter by letter.
func acronymAt(text string) (int, string) {
	n := strings.IndexFunc(text, func(r rune) bool { return r != '&' && !inWord(r) })
	if n < 0 {
		n = len(text)
	}
	stem := strings.TrimRight(text[:n], "&'’")
	n = len(stem)
	ending := ""
	for _, e := range []string{"'s", "’s", "s"} {
		if before, ok := strings.CutSuffix(stem, e); ok {
			stem, ending = before, "'s"
			break
		}
	}
	if !acronyms[stem] {
		return 0, ""
	}
	letters := make([]string, 0, len(stem))
	for _, r := range stem {
		switch {
		case r == '&':
			letters = append(letters, "and")
		case r >= '0' && r <= '9':
			letters = append(letters, digits[r-'0'])
		default:
			letters = append(letters, string(r))
		}
	}
	return n, strings.Join(letters, " ") + ending
}

var (
	linkForm  = regexp.MustCompile(`^(?i:https?://|www\.)[^\s<>"'()\[\]{}|*]+`)
	emailForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`)
	siteForm  = regexp.MustCompile(`^(?i:[a-z0-9-]+\.)+(?i:com|org|net|io|dev|app|ai|co|edu|gov|info|uk|de|fr|es|eu|ch|at|tv|me)\b` +
		`(?:/[^\s<>"'()\[\]{}|*]*)?`)
)

// maxAddress is how much of an address is said, in bytes: nobody remembers more.
const maxAddress = 256

// addressAt reads a link, a site or an e-mail address that stands alone.
func addressAt(b *builder) (int, string) {
	if before := b.before(); before != 0 && !unicode.IsSpace(before) && !strings.ContainsRune("\"'([{<“‘«„", before) {
		return 0, ""
	}
	text := b.rest()
	field := text
	if i := strings.IndexAny(text[:min(len(text), maxAddress)], " \n\t"); i >= 0 {
		field = text[:i]
	} else if len(text) > maxAddress {
		field = text[:wholeWords(text, maxAddress)]
	}
	if !strings.Contains(field, ".") && !strings.Contains(field, "://") {
		return 0, ""
	}
	for _, f := range []*regexp.Regexp{linkForm, emailForm, siteForm} {
		found := strings.TrimRight(f.FindString(field), ".,;:!?-")
		if said := sayAddress(found); said != "" {
			return len(found), said
		}
	}
	return 0, ""
}

// sayAddress says an address without its scheme and query.
func sayAddress(address string) string {
	if _, behind, ok := strings.Cut(address, "://"); ok {
		address = behind
	}
	address = strings.TrimPrefix(address, "www.")
	address, _, _ = strings.Cut(address, "?")
	address, _, _ = strings.Cut(strings.TrimRight(address, "/"), "#")
	var parts []string
	for address != "" {
		n := strings.IndexFunc(address, func(r rune) bool { return !wordy(r) || r < 0x80 && digit(byte(r)) })
		switch {
		case n < 0:
			n = len(address)
			parts = append(parts, address)
		case n > 0:
			parts = append(parts, address[:n])
		case digit(address[0]):
			n = min(digitsAt(address), window)
			parts = append(parts, sayWhole(address[:n]))
		default:
			n = 1
			parts = append(parts, addressMarks[address[0]])
		}
		address = address[n:]
	}
	return joined(parts...)
}
