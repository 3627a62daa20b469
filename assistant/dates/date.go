package dates

import (
	"strings"
	"time"
)

// reach is how many years from now a date may be. One further off is no date that
// an assistant is told.
const reach = 10

// date reads a day of the calendar at i: 2026-12-01, 12/1, 3 March, the third of
// March 2027, the 3rd.
func (p *parser) date(i int, e *expr) int {
	if p.at(i).kind == digits {
		if j := p.figures(i, e); j > 0 {
			return j
		}
	}
	if p.at(i).kind == month {
		return p.monthFirst(i, e)
	}
	return p.dayFirst(i, e)
}

// comesOn takes the next day dom of a month, of any month if it is 0, and returns
// after, or 0 if there is no such day.
func (p *parser) comesOn(m time.Month, dom, after int, e *expr) int {
	e.day = upcoming(p.today, m, dom)
	e.month, e.dom = m, dom
	if e.day.IsZero() {
		return 0
	}
	return after
}

// upcoming is the first day dom of a month, or of any, that is not before from. It
// is zero if there is none in reach.
func upcoming(from time.Time, m time.Month, dom int) time.Time {
	first := firstOf(months, from)
	for range 12*reach + 1 {
		if dom > 0 && (m == 0 || first.Month() == m) && dom <= daysIn(first) {
			if day := first.AddDate(0, 0, dom-1); !day.Before(from) {
				return day
			}
		}
		first = first.AddDate(0, 1, 0)
	}
	return time.Time{}
}

// onDate takes a day of a year, and returns after, or 0 if there is no such day.
func onDate(year, m, dom, after int, e *expr) int {
	day := time.Date(year, time.Month(m), dom, 0, 0, 0, 0, time.UTC)
	if m < 1 || m > 12 || day.Day() != dom {
		return 0
	}
	e.day, e.dom, e.month = day, 0, 0
	return after
}

// figures reads a date in figures. Of two numbers and a slash the first is the
// month, as in the United States, unless it is above 12.
func (p *parser) figures(i int, e *expr) int {
	a, b := p.at(i), p.at(i+2)
	sep := p.at(i + 1)
	if !sep.glued || !b.glued || b.kind != digits || !p.is(i+1, "-", "/", ".") {
		return 0
	}
	c := p.at(i + 4)
	three := p.at(i+3).glued && p.is(i+3, sep.text) && c.glued
	if len(a.text) == 4 && three && sep.text != "." {
		if sep.text == "-" {
			if j := p.stamp(i, e); j > 0 {
				return j
			}
		}
		if c.kind != digits {
			return 0
		}
		return onDate(a.val, b.val, c.val, i+5, e)
	}
	three = three && c.kind == digits && (len(c.text) == 4 || len(c.text) == 2 && sep.text == "/")
	m, d := a.val, b.val
	if m > 12 || sep.text == "." {
		m, d = d, m
	}
	switch {
	case len(a.text) > 2 || len(b.text) > 2:
		return 0
	case three:
		year := c.val
		if len(c.text) == 2 {
			year += 2000
		}
		return onDate(year, m, d, i+5, e)
	case sep.text != "/" || m > 12 || !p.closed(i+3):
		return 0
	}
	switch part := a.val == 24 && b.val == 7 || a.val < b.val && b.val <= 4; { // 24/7, 1/2 a cup
	case part && !p.is(i-1, "on", "by", "due", "until", "before"):
		e.need = needBoth
	case !part && p.at(i-1).kind != mark:
		e.need = needAny
		if !p.ends(i + 3) {
			e.need = needBoth
		}
	}
	return p.comesOn(time.Month(m), d, i+3, e)
}

// endsText reports whether i is at the end of a clause.
func (p *parser) endsText(i int) bool { return p.at(i).kind == mark && p.ends(i) }

// stamp reads a date in the form of RFC 3339, and its time of day if there is one.
func (p *parser) stamp(i int, e *expr) int {
	start := p.at(i).start
	s := p.text[start:min(len(p.text), start+len(time.RFC3339)+4)]
	if at := strings.IndexAny(s, " \t\r\n,;)"); at >= 0 {
		s = s[:at]
	}
	s = strings.TrimRight(s, ".")
	if !strings.ContainsAny(s, "Tt") {
		return 0
	}
	s = strings.ToUpper(s)
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05", "2006-01-02T15:04"} {
		t, err := time.ParseInLocation(layout, s, p.now.Location())
		if err != nil {
			continue
		}
		e.moment = t.In(p.now.Location())
		for i < len(p.tokens) && p.at(i).start < start+len(s) {
			i++
		}
		return i
	}
	return 0
}

// doubtful reports whether a month's name is also another word.
func (p *parser) doubtful(i int) bool { return p.is(i, "may", "march", "mar") }

// monthFirst reads March 3rd 2027, March 2027, and March alone after "in".
func (p *parser) monthFirst(i int, e *expr) int {
	if p.doubtful(i) && p.is(i-1, "i", "you", "we", "they", "he", "she", "it", "that", "this", "who", "which", "and") {
		return 0
	}
	m := time.Month(p.at(i).val)
	j := i + 1
	if p.at(j).glued && p.is(j, ".") && len(p.at(i).text) <= 4 {
		j++
	}
	if y, k := p.year(j); k > 0 {
		if p.doubtful(i) && !p.is(i-1, "in", "by", "until", "till", "before", "of") && !p.ends(k) {
			return 0
		}
		return onDate(y, int(m), 1, k, e)
	}
	if n, k := p.dayNumber(p.skip(j, "the")); k > 0 {
		if p.doubtful(i) {
			e.need = needAny
		}
		if p.through(k) { // March 3 to 10
			if _, end := p.dayNumber(p.skip(k+1, "the")); end > 0 && p.ends(end) {
				k = end
			}
		}
		return p.withYear(m, n, k, e)
	}
	if !p.is(i-1, "in", "by", "until", "till", "before") {
		return 0
	}
	if m == p.today.Month() { // in December, said in December
		e.day, e.fixed = p.lastOf(months, p.today), true
		return j
	}
	k := p.comesOn(m, 1, j, e)
	e.month, e.dom = 0, 0
	return k
}

// dayNumber reads the number of a day in a month: 3, 3rd, third, twenty first.
func (p *parser) dayNumber(i int) (n, next int) {
	n, next, _ = p.ordinal(i)
	if next == 0 {
		n, next = p.number(i)
		after := p.at(next)
		if next == 0 || after.glued && (after.kind != mark || p.at(next+1).glued && p.is(next, ":", "/")) || p.isHalf(next) {
			return 0, 0
		}
	}
	if n < 1 || n > 31 {
		return 0, 0
	}
	return n, next
}

// through reports whether i joins the first to the last of some days.
func (p *parser) through(i int) bool { return p.is(i, "to", "-", "–", "through", "until", "till") }

// withYear takes a day of a month, with the year that follows it if one does.
func (p *parser) withYear(m time.Month, dom, i int, e *expr) int {
	if y, k := p.year(p.skip(i, ",", "of")); k > 0 {
		return onDate(y, int(m), dom, k, e)
	}
	return p.comesOn(m, dom, i, e)
}

// dayFirst reads 3 March, the third of March 2027, the 3rd of next month, the 3rd.
func (p *parser) dayFirst(i int, e *expr) int {
	j := p.skip(i, "the")
	if n, k := p.dayNumber(j); k > 0 {
		if p.through(k) { // 3 to 10 March
			if _, end := p.dayNumber(p.skip(k+1, "the")); end > 0 && p.at(p.skip(end, "of")).kind == month {
				k = end
			}
		}
		of := p.skip(k, "of", "in")
		if m := p.at(of); m.kind == month {
			after := of + 1
			if p.at(after).glued && p.is(after, ".") && len(m.text) <= 4 {
				after++
			}
			if _, y := p.year(p.skip(after, ",")); y == 0 && p.doubtful(of) && of == k {
				e.need = needAny
				if p.at(j).kind != digits || !p.ends(after) {
					e.need = needEnd
				}
			}
			return p.withYear(time.Month(m.val), n, after, e)
		}
	}
	n, k, figure := p.ordinal(j)
	if k == 0 || n > 31 {
		return 0
	}
	if w, of := p.which(p.skip(k, "of")); of > k && p.is(of, "month") && w != lastOne {
		s := span{}
		if w == nextOne {
			s.months = 1
		}
		first := firstOf(months, s.after(p.today, 1))
		return onDate(first.Year(), int(first.Month()), n, of+1, e)
	}
	e.need = needEnd
	if !figure || j == i || p.is(k, "and", "or", "to", "is") {
		e.need = needBoth
	}
	if !figure && (j == i || p.is(i-1, "at")) || !figure && !p.endsText(k) && !p.is(k, "at", "to", "in", "for", "please") {
		e.need = needJoin // on the first and the second point
	}
	if of := p.phrase(k, "of the month"); of > 0 {
		e.need, k = needNone, of
	}
	return p.comesOn(0, n, k, e)
}

// nth reads the weekday and its place in "the first Monday of", or the day in "the
// last day of": place -1 is the last, weekday -1 any day.
func (p *parser) nth(i int) (place, day, next int) {
	j := p.skip(i, "the")
	n, k, _ := p.ordinal(j)
	if p.is(j, "last") {
		n, k = -1, j+1
	}
	if k == 0 || n > 5 {
		return 0, 0, 0
	}
	switch t := p.at(k); {
	case t.kind == weekday:
		return n, t.val, k + 1
	case n == -1 && t.text == "day":
		return n, -1, k + 1
	}
	return 0, 0, 0
}

// nthWeekday reads the first Monday of March or of next month.
func (p *parser) nthWeekday(i int, e *expr) int {
	place, d, j := p.nth(i)
	if j == 0 || !p.is(j, "of", "in") {
		return 0
	}
	first := firstOf(months, p.today)
	w, k := p.which(j + 1)
	switch t := p.at(k); {
	case t.text == "month" && k > j+1, p.phrase(j, "of the month") > 0:
		k = max(k+1, p.phrase(j, "of the month"))
		if w == nextOne {
			first = first.AddDate(0, 1, 0)
		}
	case t.kind == month && k == j+1:
		for k++; first.Month() != time.Month(t.val); {
			first = first.AddDate(0, 1, 0)
		}
		if y, after := p.year(k); after > 0 {
			first, k = time.Date(y, first.Month(), 1, 0, 0, 0, 0, time.UTC), after
		}
	default:
		return 0
	}
	for range 13 {
		if day := nthOf(first, place, d); !day.IsZero() && !day.Before(p.today) {
			e.day = day
			return k
		}
		step := 1
		if p.at(j+1).kind == month {
			step = 12
		}
		first = first.AddDate(0, step, 0)
	}
	return 0
}

// nthOf is the place-th weekday, or day if that is -1, of the month that begins on
// first, the last if place is -1. It is zero if the month has none.
func nthOf(first time.Time, place, day int) time.Time {
	n := daysIn(first)
	if day < 0 {
		return first.AddDate(0, 0, n-1)
	}
	d := 1 + (day-int(first.Weekday())+7)%7 + 7*(place-1)
	if place < 0 {
		for d = 1 + (day-int(first.Weekday())+7)%7; d+7 <= n; {
			d += 7
		}
	}
	if d > n {
		return time.Time{}
	}
	return first.AddDate(0, 0, d-1)
}
