package textnorm

import (
	"strings"
	"unicode/utf8"
)

// quantity is a number with what belongs to it.
type quantity struct {
	sign     string // as said
	num      numeral
	currency *currency
	scale    *name
	unit     *name
}

// quantityAt reads a number with its sign, currency and unit. Ten digits or more
// in a row are no amount: they are said one by one.
func quantityAt(_ *builder, text string) (int, string) {
	q, n := readQuantity(text)
	if n == 0 {
		return 0, ""
	}
	if len(q.num.whole) >= 10 && !q.num.grouped && q.currency == nil {
		return n, joined(q.sign, sayDigits(q.num.whole+q.num.frac))
	}
	return n, joined(q.sign, q.amount())
}

// readQuantity reads what text begins with and returns its length, 0 if that is
// no number.
func readQuantity(text string) (quantity, int) {
	var q quantity
	at := q.readSign(text)
	c, size := currencyAt(text[at:])
	if size > 0 {
		q.currency = c
		at += size
		if size == 3 { // US$, a code, or € as written in UTF-8
			at += blank(text[at:])
		}
	}
	num, size := numeralAt(text[at:])
	if size == 0 {
		return quantity{}, 0
	}
	q.num = num
	at += size
	at += q.readScale(text[at:])
	if q.currency == nil {
		gap := blank(text[at:])
		if c, size := currencyAt(text[at+gap:]); size > 0 && ended(text[at+gap+size:]) {
			q.currency = c
			return q, at + gap + size
		}
		if q.scale == nil {
			at += q.readUnit(text[at:])
		}
	}
	return q, at
}

// readSign reads a sign before the number and returns its length.
func (q *quantity) readSign(text string) int {
	r, size := utf8.DecodeRuneInString(text)
	switch r {
	case '-', '−', '–':
		q.sign = "minus"
	case '+':
		q.sign = "plus"
	case '~', '≈':
		q.sign = "about"
	default:
		return 0
	}
	return size
}

// currencyAt finds the currency that text begins with, by its sign or by its
// code, which no letters may follow.
func currencyAt(text string) (*currency, int) {
	for _, runes := range []int{3, 2, 1} {
		at := 0
		for range runes {
			_, size := utf8.DecodeRuneInString(text[at:])
			at += size
		}
		c, ok := currencies[text[:at]]
		if ok && (!isCode(text[:at]) || ended(strings.TrimLeft(text[at:], "0123456789"))) {
			return &c, at
		}
	}
	return nil, 0
}

func isCode(s string) bool { return s[len(s)-1] >= 'A' && s[len(s)-1] <= 'Z' }

// readScale reads "k", "bn" or " million" behind the number.
func (q *quantity) readScale(text string) int {
	gap := blank(text)
	word := text[gap:]
	if i := strings.IndexFunc(word, func(r rune) bool { return !wordy(r) }); i >= 0 {
		word = word[:i]
	}
	key := strings.ToLower(word)
	if gap == 0 && (key == "bn" || key == "mn" || key == "tn") {
		key = key[:1]
	}
	s, ok := scales[key]
	if !ok {
		return 0
	}
	n := gap + len(word)
	_, followed := currencyAt(text[n:])
	switch {
	case gap > 0 && len(word) < 3 && followed == 0:
		return 0
	case len(word) == 1 && !strings.Contains("kKMB", word) && q.currency == nil && followed == 0:
		return 0 // 5m may be metres
	}
	q.scale = &s
	return n
}

// readUnit reads the longest unit behind the number. "x" and "s" are words of
// their own when a space stands before.
func (q *quantity) readUnit(text string) int {
	gap := blank(text)
	best := 0
	for key, u := range units {
		n := gap + len(key)
		if n > best && strings.HasPrefix(text[gap:], key) && (ended(text[n:]) || strings.HasPrefix(key, "%")) &&
			!strings.HasPrefix(text[n:], "'") && (gap == 0 || key != "x" && key != "s") {
			best, q.unit = n, &u
		}
	}
	return best
}

// amount says a quantity without its sign.
func (q *quantity) amount() string {
	one := q.num.whole == "1" && q.num.frac == ""
	switch {
	case q.scale != nil:
		said := joined(q.num.say(), q.scale.many)
		if one {
			said = q.scale.one
		}
		if q.currency != nil {
			said += " " + q.currency.many
		}
		return said
	case q.currency != nil:
		return q.currency.amount(q.num)
	case q.unit != nil && one:
		return "one " + q.unit.one
	case q.unit != nil && q.num.frac == "":
		return sayCount(q.num.whole) + " " + q.unit.many
	case q.unit != nil:
		return q.num.say() + " " + q.unit.many
	}
	return q.num.say()
}

// amount says an amount of money. More than two decimals are no cents.
func (c *currency) amount(n numeral) string {
	if len(n.frac) > 2 || n.frac != "" && c.cent == "" {
		return n.say() + " " + c.many
	}
	whole := strings.TrimLeft(n.whole, "0")
	cents := strings.TrimPrefix((n.frac + "00")[:2], "0")
	if cents == "0" {
		cents = ""
	}
	var coins, change string
	switch whole {
	case "":
	case "1":
		coins = "one " + c.one
	default:
		coins = sayCount(whole) + " " + c.many
	}
	switch cents {
	case "":
	case "1":
		change = "one " + c.cent
	default:
		change = sayCount(cents) + " " + c.cents
	}
	switch {
	case coins == "" && change == "":
		return "zero " + c.many
	case coins != "" && change != "":
		return coins + " and " + change
	}
	return coins + change
}
