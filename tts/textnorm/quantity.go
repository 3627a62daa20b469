package textnorm

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// quantity is a number with what belongs to it.
type quantity struct {
	sign  string // as said
	num   numeral
	coin  *coin
	scale *scale
	unit  *name
}

// isoCoins are the currencies by their codes.
var isoCoins = map[string]string{
	"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥", "INR": "₹", "CHF": "CHF", "AUD": "A$", "CAD": "C$",
}

// quantity reads what text begins with and returns its length, 0 if that is no
// number.
func (l *language) quantity(text string) (quantity, int) {
	var q quantity
	at := q.readSign(l, text)
	key, size := l.coinAt(text[at:])
	if size > 0 {
		at += size
		if n := blank(text[at:]); n > 0 && len(key) == 3 {
			at += n
		}
		q.coin = l.coinOf(key)
	}
	num, size := l.numeral(text[at:])
	if size == 0 {
		return quantity{}, 0
	}
	q.num = num
	at += size
	at += q.readScale(l, text[at:])
	if q.coin == nil {
		gap := blank(text[at:])
		if key, size := l.coinAt(text[at+gap:]); size > 0 && ended(text[at+gap+size:]) {
			q.coin = l.coinOf(key)
			return q, at + gap + size
		}
	}
	if q.coin == nil && q.scale == nil {
		at += q.readUnit(l, text[at:])
	}
	return q, at
}

// readSign reads a sign before the number and returns its length.
func (q *quantity) readSign(l *language, text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '-', '−', '–':
		q.sign = l.minus
	case '+':
		q.sign = l.plus
	case '~', '≈':
		q.sign = l.about
	default:
		return 0
	}
	return size
}

// coinAt finds the currency that text begins with.
func (l *language) coinAt(text string) (key string, size int) {
	for _, n := range []int{3, 2, 1} {
		at := 0
		for range n {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
		head := text[:at]
		if iso, ok := isoCoins[head]; ok && ended(strings.TrimLeft(text[at:], "0123456789")) && l.coinOf(iso) != nil {
			return head, at
		}
		if _, ok := l.coins[head]; ok && !ascii(head) || ok && strings.HasSuffix(head, "$") {
			return head, at
		}
	}
	return "", 0
}

func ascii(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
}

// coinOf is the currency of a sign or code.
func (l *language) coinOf(key string) *coin {
	if iso, ok := isoCoins[key]; ok {
		key = iso
	}
	if c, ok := l.coins[key]; ok {
		return &c
	}
	return nil
}

// readScale reads "k", "bn" or " million" behind the number.
func (q *quantity) readScale(l *language, text string) int {
	gap := blank(text)
	word := text[gap:]
	if i := strings.IndexFunc(word, func(r rune) bool { return !wordy(r) }); i >= 0 {
		word = word[:i]
	}
	key := strings.ToLower(word)
	if short, ok := map[string]string{"bn": "b", "mn": "m", "tn": "t"}[key]; ok && gap == 0 {
		key = short
	}
	s, ok := l.scales[key]
	coinFollows := func() bool { _, n := l.coinAt(text[gap+len(word):]); return n > 0 }
	switch {
	case !ok || gap > 0 && len(word) < 3 && !coinFollows():
		return 0
	case len(word) == 1 && !strings.Contains("kKMB", word) && q.coin == nil && !coinFollows():
		return 0 // 5m may be metres
	}
	q.scale = &s
	n := gap + len(word)
	if slices.Contains([]string{"mio", "mrd", "mds", "md"}, key) && strings.HasPrefix(text[n:], ".") {
		n++
	}
	return n
}

// spacedOut are units that are words of their own when a space stands before.
const spacedOut = "x s "

// readUnit reads the longest unit behind the number.
func (q *quantity) readUnit(l *language, text string) int {
	gap := blank(text)
	best := 0
	for key, u := range l.units {
		n := gap + len(key)
		if n > best && strings.HasPrefix(text[gap:], key) && (ended(text[n:]) || strings.HasPrefix(key, "%")) &&
			!strings.HasPrefix(text[n:], "'") && (gap == 0 || !strings.Contains(spacedOut, key+" ")) {
			best, q.unit = n, &u
		}
	}
	return best
}
