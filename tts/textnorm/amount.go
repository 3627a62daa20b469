package textnorm

import "strings"

// say says a quantity.
func (l *language) say(q quantity) string { return joined(q.sign, l.unsigned(q)) }

func (l *language) unsigned(q quantity) string {
	one := q.num.whole == "1" && q.num.frac == ""
	amount := l.decimals(q.num)
	if q.scale != nil {
		amount = joined(amount, q.scale.many)
		if one {
			amount = q.scale.one
		}
		if q.coin != nil {
			amount = joined(amount, l.of(q.coin.many))
		}
		return amount
	}
	switch {
	case q.coin != nil:
		return l.money(q.num, *q.coin)
	case q.unit != nil:
		unit := q.unit.many
		if l.few(q.num.whole, q.num.frac != "") {
			unit = q.unit.one
		}
		if q.num.frac == "" {
			amount = l.count(q.num.whole)
		}
		return joined(amount, unit)
	}
	return amount
}

// money says an amount of coins. More than two decimals are no cents.
func (l *language) money(n numeral, c coin) string {
	if len(n.frac) > 2 || n.frac != "" && c.cent == "" {
		return joined(l.decimals(n), c.many)
	}
	whole := strings.TrimLeft(n.whole, "0")
	cents := strings.TrimPrefix((n.frac + "00")[:2], "0")
	if cents == "0" {
		cents = ""
	}
	if whole == "" && cents == "" {
		return joined(l.digits[0], c.many)
	}
	name, small := c.many, c.cents
	if l.few(whole, false) {
		name = c.one
	}
	if cents == "1" {
		small = c.cent
	}
	switch {
	case cents == "":
		return joined(l.count(whole), name)
	case whole == "":
		return joined(l.count(cents), small)
	case l.centsNamed:
		return joined(l.count(whole), name, l.cents, l.count(cents), small)
	}
	return joined(l.count(whole), name, l.cents, l.whole(cents))
}
