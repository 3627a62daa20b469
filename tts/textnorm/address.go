package textnorm

import (
	"regexp"
	"strings"
	"unicode"
)

var (
	linkForm  = regexp.MustCompile(`^(?i:https?://|www\.)[^\s<>"'()\[\]{}|*]+`)
	emailForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`)
	siteForm  = regexp.MustCompile(`^(?i:[a-z0-9-]+\.)+(?i:com|org|net|io|dev|app|ai|co|edu|gov|info|uk|de|fr|es|eu|ch|at|tv|me)\b` +
		`(?:/[^\s<>"'()\[\]{}|*]*)?`)
)

// maxAddress is how much of an address is said: nobody remembers more.
const maxAddress = 256

// addressAt reads a link, a site or an e-mail address that stands alone.
func (l *language) addressAt(b *builder) (int, string) {
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
		if found != "" {
			if said := l.sayAddress(found); said != "" {
				return len(found), said
			}
		}
	}
	return 0, ""
}

// sayAddress says an address without its scheme and the marks of its query.
func (l *language) sayAddress(address string) string {
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
			parts = append(parts, l.whole(address[:n]))
		default:
			n = 1
			parts = append(parts, l.addressMark(address[0]))
		}
		address = address[n:]
	}
	return joined(parts...)
}

func (l *language) addressMark(c byte) string {
	a := l.address
	return map[byte]string{'.': a.dot, '@': a.at, '/': a.slash, '-': a.dash, '_': a.underscore, ':': a.colon, '+': l.plus}[c]
}
