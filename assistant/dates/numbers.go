package dates

import (
	"strconv"
	"strings"
	"time"
)

// Digits is text with the numbers that are words, to 999,999, in digits: "four hundred
// euros" is "400 euros". Only the first 32 KiB of a text are read.
func Digits(text string) string {
	p := newParser(text, time.Time{})
	var b strings.Builder
	done := 0
	for i := 0; i < len(p.tokens); {
		n, next := p.thousands(i)
		if next == 0 || next == i+1 && p.at(i).kind == digits {
			i++
			continue
		}
		b.WriteString(text[done:p.tokens[i].start] + strconv.Itoa(n))
		done, i = p.tokens[next-1].end, next
	}
	return b.String() + text[done:]
}

// thousands reads a whole number to 999,999.
func (p *parser) thousands(i int) (n, next int) {
	n, next = p.number(i)
	if next == 0 && p.is(i, "a") && p.is(i+1, "thousand") {
		n, next = 1, i+1
	}
	if next == 0 || !p.is(next, "thousand") {
		return n, next
	}
	n, next = n*1000, next+1
	if rest, after := p.number(p.skip(next, "and")); after > 0 && rest < 1000 {
		return n + rest, after
	}
	return n, next
}

// number reads a whole number at i: in digits, or in words to 999.
func (p *parser) number(i int) (n, next int) {
	t := p.at(i)
	if t.kind == digits {
		return t.val, i + 1
	}
	n, next = p.belowHundred(i)
	if p.is(i, "a") || n > 0 && n < 10 {
		j := next
		if next == 0 {
			n, j = 1, i+1
		}
		if !p.is(j, "hundred") {
			return n, next
		}
		n, next = n*100, j+1
		if rest, after := p.belowHundred(p.skip(next, "and")); after > 0 {
			return n + rest, after
		}
	}
	return n, next
}

// belowHundred reads one to ninety-nine in words.
func (p *parser) belowHundred(i int) (n, next int) {
	t := p.at(i)
	if t.kind != cardinal {
		return 0, 0
	}
	if t.val >= 20 {
		if u := p.at(p.skip(i+1, "-")); u.kind == cardinal && u.val < 10 {
			return t.val + u.val, p.skip(i+1, "-") + 1
		}
	}
	return t.val, i + 1
}

// ordinal reads 3rd, third or twenty-first: which, and whether it is in digits.
func (p *parser) ordinal(i int) (n, next int, figure bool) {
	t := p.at(i)
	switch {
	case t.kind == digits && p.at(i+1).glued && p.is(i+1, "st", "nd", "rd", "th"):
		return t.val, i + 2, true
	case t.kind == ordinal:
		return t.val, i + 1, false
	case t.kind == cardinal && t.val >= 20:
		j := p.skip(i+1, "-")
		if u := p.at(j); u.kind == ordinal && u.val < 10 {
			return t.val + u.val, j + 1, false
		}
	}
	return 0, 0, false
}

// year reads 2027, "twenty twenty seven" or "two thousand and twenty seven".
func (p *parser) year(i int) (year, next int) {
	if t := p.at(i); t.kind == digits {
		if len(t.text) == 4 && t.val >= 1900 && t.val < 2200 && p.closed(i+1) {
			return t.val, i + 1
		}
		return 0, 0
	}
	if j := p.phrase(i, "two thousand"); j > 0 {
		if n, next := p.belowHundred(p.skip(j, "and")); next > 0 {
			return 2000 + n, next
		}
		return 0, 0
	}
	if p.is(i, "twenty") {
		if n, next := p.belowHundred(i + 1); n >= 10 && n < 100 {
			return 2000 + n, next
		}
	}
	return 0, 0
}

// span is a length of time: so many months and days of the calendar, and so much
// by the clock.
type span struct {
	months, days int
	clock        time.Duration
}

// span reads a length of time: "half an hour", "two weeks", "1 h 20 min".
func (p *parser) span(i int) (s span, next int) {
	quarters, j := p.amount(i)
	if j == 0 {
		return s, 0
	}
	u := p.at(j)
	if u.kind != unit {
		return s, 0
	}
	j++
	if k := p.phrase(j, "and a half"); k > 0 {
		quarters, j = quarters+2, k
	}
	if !s.add(quarters, u.val) {
		return s, 0
	}
	if u.val == hours { // and twenty minutes
		if n, k := p.number(p.skip(j, "and", ",")); k > 0 && p.at(k).kind == unit && p.at(k).val == minutes {
			s.clock += time.Duration(n) * time.Minute
			j = k + 1
		}
	}
	if k := p.skip(j, "'", "’"); p.is(k, "time") { // in two weeks' time
		return s, k + 1
	}
	if strings.ContainsAny(u.text, "'’") {
		return s, 0
	}
	return s, j
}

// amount reads how many of a unit, in quarters of it.
func (p *parser) amount(i int) (quarters, next int) {
	if j := p.phrases(i, "a quarter of an", "quarter of an", "a quarter", "quarter"); j > 0 {
		return 1, j
	}
	if j := p.phrases(i, "three quarters of an", "three quarter"); j > 0 {
		return 3, j
	}
	if j := p.phrases(i, "half an", "half a", "a half", "half"); j > 0 {
		return 2, j
	}
	if j := p.phrases(i, "a couple of", "couple of", "a couple"); j > 0 {
		return 8, j
	}
	if j := p.phrases(i, "a few", "few"); j > 0 {
		return 12, j
	}
	n, j := p.number(i)
	if j == 0 {
		if p.is(i, "a", "an") {
			return 4, i + 1
		}
		return 0, 0
	}
	if n > 9999 {
		return 0, 0
	}
	if k := p.phrase(j, "and a half"); k > 0 {
		return 4*n + 2, k
	}
	if f := p.at(j + 1); p.at(i).kind == digits && p.is(j, ".", ",") && p.at(j).glued && f.glued && f.kind == digits { // 1.5
		switch f.text {
		case "5":
			return 4*n + 2, j + 2
		case "25":
			return 4*n + 1, j + 2
		case "75":
			return 4*n + 3, j + 2
		}
		return 0, 0
	}
	return 4 * n, j
}

// add adds so many quarters of a unit, and reports whether that can be said.
func (s *span) add(quarters, of int) bool {
	whole := quarters%4 == 0
	switch of {
	case seconds:
		s.clock += time.Duration(quarters) * time.Second / 4
	case minutes:
		s.clock += time.Duration(quarters) * time.Minute / 4
	case hours:
		s.clock += time.Duration(quarters) * time.Hour / 4
	case days:
		if !whole {
			s.clock += time.Duration(quarters) * 6 * time.Hour
			return true
		}
		s.days += quarters / 4
	case weeks:
		s.days += quarters / 4 * 7
	case fortnights:
		s.days += quarters / 4 * 14
	case months:
		s.months += quarters / 4
	case years:
		s.months += quarters * 3
	}
	return whole || of != weeks && of != fortnights && of != months
}

// after is the civil day that a span without a clock's part ends on. A day that a
// month has not is its last.
func (s span) after(day time.Time, sign int) time.Time {
	if s.months != 0 {
		y, m, d := day.Date()
		first := time.Date(y, m+time.Month(sign*s.months), 1, 0, 0, 0, 0, time.UTC)
		day = first.AddDate(0, 0, min(d, daysIn(first))-1)
	}
	return day.AddDate(0, 0, sign*s.days)
}

// daysIn is the number of days of the month of a civil day.
func daysIn(day time.Time) int {
	return time.Date(day.Year(), day.Month()+1, 0, 0, 0, 0, 0, time.UTC).Day()
}
