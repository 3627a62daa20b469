package dates

import "time"

// Shift reads the length of time that a text ends with, such as "ten minutes" or "a
// day and a half", and returns the time that is so long before at, or with a sign of
// 1 after it. start is where in the text the length begins.
func Shift(text string, at time.Time, sign int) (shifted time.Time, start int, ok bool) {
	p := newParser(text, at)
	for i := range p.tokens {
		s, next := p.span(i)
		if next != len(p.tokens) {
			continue
		}
		y, m, d := s.after(p.today, sign).Date()
		day := time.Date(y, m, d, at.Hour(), at.Minute(), at.Second(), 0, at.Location())
		return day.Add(time.Duration(sign) * s.clock), p.tokens[i].start, true
	}
	return at, len(text), false
}

// distance reads a time that is told by its distance from another: in twenty
// minutes, two weeks from Friday, an hour ago.
func (p *parser) distance(i int, e *expr) int {
	if p.is(i, "in", "within", "after") {
		j := p.skip(i+1, "about", "around", "roughly")
		if k := p.phrases(j, "the next", "the coming"); k > 0 {
			j = k
			switch p.at(j).text {
			case "minute":
				return p.from(span{clock: time.Minute}, j+1, e)
			case "hour":
				return p.from(span{clock: time.Hour}, j+1, e)
			}
		}
		s, k := p.span(j)
		if k == 0 || p.is(i, "after") && !p.ends(k) || p.is(k, "ago", "before", "of") {
			return 0
		}
		k = max(k, p.phrase(k, "from now"))
		return p.from(s, k, e)
	}
	s, j := p.span(i)
	switch {
	case j == 0:
		return 0
	case p.is(j, "ago"):
		s.months, s.days, s.clock = -s.months, -s.days, -s.clock
		return p.from(s, j+1, e)
	case p.phrases(j, "from now", "from today") > 0:
		return p.from(s, j+2, e)
	case p.is(j, "from", "after", "before") && s.clock == 0:
		base := expr{}
		k := p.namedDay(j+1, &base)
		if k == 0 || base.part != wholeDay || base.need != needNone {
			return 0
		}
		sign := 1
		if p.is(j, "before") {
			sign = -1
		}
		e.day = s.after(base.day, sign)
		return k
	}
	return 0
}

// from takes the time that is so far from now: a day for days and more, and a
// moment for hours and less.
func (p *parser) from(s span, after int, e *expr) int {
	if s.months > 12*reach || s.days > 366*reach || s.months < -12*reach || s.days < -366*reach {
		return 0
	}
	if s.clock == 0 {
		e.day = s.after(p.today, 1)
		return after
	}
	e.moment = p.now.Add(s.clock).Truncate(time.Second)
	return after
}
