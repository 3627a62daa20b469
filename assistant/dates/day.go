package dates

import "time"

// dayAt reads a day at i.
func (p *parser) dayAt(i int, e *expr) int {
	if j := p.phrases(i, "the day after tomorrow", "day after tomorrow"); j > 0 {
		e.day = p.today.AddDate(0, 0, 2)
		return j
	}
	if j := p.phrases(i, "the day before yesterday", "day before yesterday"); j > 0 {
		e.day = p.today.AddDate(0, 0, -2)
		return j
	}
	if j := p.endOf(i, e); j > 0 {
		return j
	}
	if j := p.period(i, e); j > 0 {
		return j
	}
	return p.namedDay(i, e)
}

// namedDay reads a day that is told by its own name or number.
func (p *parser) namedDay(i int, e *expr) int {
	if t := p.at(i); t.kind == owner && e.pieces == 0 {
		e.need = needTime
		if w := words[owning(t.text)]; w.kind == relative {
			e.day = p.today.AddDate(0, 0, w.val)
		} else {
			e.day = p.ofWeek(plainOne, w.val)
		}
		return i + 1
	}
	if t := p.at(i); t.kind == relative {
		e.day = p.today.AddDate(0, 0, t.val)
		if t.text == "tonight" {
			if e.part != wholeDay {
				return 0
			}
			e.part = night
		}
		return i + 1
	}
	if p.phrase(i, "last night") > 0 && e.part == wholeDay {
		e.day, e.part = p.today.AddDate(0, 0, -1), night
		return i + 2
	}
	if j := p.nthWeekday(i, e); j > 0 {
		return j
	}
	if j := p.weekday(i, e); j > 0 {
		return j
	}
	return p.date(i, e)
}

// which is what a weekday or a period is told from others of its name by.
type which uint8

const (
	plainOne which = iota // the next there is
	thisOne               // of this week, month or year
	nextOne               // of the next
	lastOne               // of the last
)

// which reads "this", "next" and the like at i; after is i where there is none.
func (p *parser) which(i int) (w which, after int) {
	j := p.skip(i, "the")
	if k := p.phrases(j, "this coming", "coming", "upcoming"); k > 0 {
		return plainOne, k
	}
	if k := p.phrases(j, "this past", "last", "past"); k > 0 {
		return lastOne, k
	}
	if p.is(j, "this") {
		return thisOne, j + 1
	}
	if p.is(j, "next") {
		return nextOne, j + 1
	}
	return plainOne, i
}

// named are words that make a weekday a feast or a name.
func (p *parser) named(i int) bool {
	return p.is(i, "good", "black", "ash", "palm", "easter", "cyber", "super", "shrove", "whit", "happy", "holy", "maundy")
}

// weekday reads Friday, next Friday, Friday next week, Friday the 4th. Weeks begin
// on Monday.
func (p *parser) weekday(i int, e *expr) int {
	w, j := p.which(i)
	t := p.at(j)
	if t.kind != weekday && t.kind != shortDay || p.named(i-1) {
		return 0
	}
	need := needNone
	switch {
	case t.kind == shortDay && w == plainOne:
		need = needBoth
	case t.kind == shortDay, w == plainOne && p.is(i-1, "the", "my", "our", "your", "his", "her", "their", "a", "an", "any"):
		need = needEnd
	}
	j++
	if t.kind == shortDay || len(t.text) < 6 {
		if p.at(j).glued && p.is(j, ".") && !p.at(j+1).glued && p.at(j+1).kind != mark {
			j++ // Fri. 5 pm
		}
	}
	if k := p.ordinalAfter(j, e); k > 0 {
		return k
	}
	date := *e
	if k := p.date(p.skip(j, ","), &date); k > 0 && (date.need <= needAny || date.need == needEnd && p.ends(k)) { // Friday, 4 December
		*e = date
		e.need = needNone
		return k
	}
	day := p.ofWeek(w, t.val)
	if k, v := p.ofWhichWeek(j, t.val); k > 0 {
		day, j, need = v, k, needNone
	} else if k := p.phrase(j, "after next"); k > 0 {
		day, j = day.AddDate(0, 0, 7), k
	}
	e.day, e.need = day, need
	return j
}

// ordinalAfter reads the 4th of "Friday the 4th".
func (p *parser) ordinalAfter(i int, e *expr) int {
	n, j, figure := p.ordinal(p.skip(i, "the"))
	if j == 0 || n > 31 || !figure && !p.is(i, "the") || !p.ends(j) && !p.is(j, "at") {
		return 0
	}
	return p.comesOn(0, n, j, e)
}

// ofWeek is the weekday d: the next one, or that of this, the next or the last
// week.
func (p *parser) ofWeek(w which, d int) time.Time {
	ahead := (d - int(p.today.Weekday()) + 7) % 7
	switch {
	case w == nextOne:
		return monday(p.today).AddDate(0, 0, 7+(d+6)%7)
	case w == lastOne:
		ahead -= 7
	case w == plainOne && ahead == 0:
		ahead = 7
	}
	return p.today.AddDate(0, 0, ahead)
}

// monday is the first day of the week of a day.
func monday(day time.Time) time.Time {
	return day.AddDate(0, 0, -(int(day.Weekday())+6)%7)
}

// ofWhichWeek reads the week that comes after a weekday: "next week", "in two
// weeks".
func (p *parser) ofWhichWeek(i, d int) (after int, day time.Time) {
	start, offset := monday(p.today), (d+6)%7
	if j := p.phrases(i, "next week", "of next week"); j > 0 {
		return j, start.AddDate(0, 0, 7+offset)
	}
	if j := p.phrases(i, "this week", "of this week"); j > 0 {
		return j, start.AddDate(0, 0, offset)
	}
	if j := p.phrases(i, "last week", "of last week"); j > 0 {
		return j, start.AddDate(0, 0, offset-7)
	}
	if p.is(i, "in") {
		if s, j := p.span(i + 1); j > 0 && s.days > 0 && s.days%7 == 0 && s.months == 0 && s.clock == 0 {
			return j, start.AddDate(0, 0, s.days+offset)
		}
	}
	return 0, day
}

// period reads next week, this month, the weekend: one week, month or year from
// today for the next, the same back for the last, and the last day of this one.
func (p *parser) period(i int, e *expr) int {
	if j := p.phrases(i, "the week after next", "week after next"); j > 0 {
		e.day = p.today.AddDate(0, 0, 14)
		return j
	}
	w, j := p.which(i)
	if p.phrase(i, "the weekend") > 0 {
		e.need = needEnd
		return p.weekend(plainOne, i+2, e)
	}
	if j == i {
		return 0
	}
	if p.is(j, "weekend") {
		return p.weekend(w, j+1, e)
	}
	t := p.at(j)
	if t.kind == month && w == nextOne { // next March
		j = p.comesOn(time.Month(t.val), 1, j+1, e)
		e.month, e.dom = 0, 0
		return j
	}
	if t.kind != unit || !p.is(j, "week", "month", "year") {
		return 0
	}
	j++
	if w == thisOne {
		e.day, e.fixed = p.lastOf(t.val, p.today), true
		return j
	}
	sign := 1
	if w == lastOne {
		sign = -1
	}
	s := span{}
	s.add(4, t.val)
	day := s.after(p.today, sign)
	k := p.skip(j, "on", ",")
	switch d := p.at(k); {
	case t.val == weeks && d.kind == weekday: // next week on Tuesday
		day, j = monday(day).AddDate(0, 0, (d.val+6)%7), k+1
	case t.val == months: // next month on the 3rd
		if n, after, _ := p.ordinal(p.skip(k, "the")); after > 0 && n <= daysIn(day) && p.ends(after) {
			day, j = day.AddDate(0, 0, n-day.Day()), after
		}
	}
	e.day = day
	return j
}

// weekend takes the Saturday of a weekend, or today on it, and returns after.
func (p *parser) weekend(w which, after int, e *expr) int {
	saturday := monday(p.today).AddDate(0, 0, 5)
	switch w {
	case nextOne:
		saturday = saturday.AddDate(0, 0, 7)
	case lastOne:
		saturday = saturday.AddDate(0, 0, -7)
	default:
		if saturday.Before(p.today) {
			saturday = p.today
		}
	}
	e.day, e.lasts = saturday, 1
	return after
}

// endOf reads the end or the start of a day, a week, a month or a year.
func (p *parser) endOf(i int, e *expr) int {
	switch p.at(i).text {
	case "eod", "cob":
		return p.endOfDay(i+1, e)
	case "eow", "eom", "eoy":
		of := map[string]int{"eow": weeks, "eom": months, "eoy": years}[p.at(i).text]
		e.day, e.fixed = p.lastOf(of, p.today), true
		return i + 1
	}
	j := p.skip(i, "the")
	starts := p.is(j, "start", "beginning")
	if !starts && !p.is(j, "end", "close") {
		return 0
	}
	j++
	if p.is(j, "of") {
		j++
	} else if starts {
		return 0
	}
	w, j := p.which(j)
	j = p.skip(j, "the")
	if p.is(j, "day", "business") && w != nextOne {
		return p.endOfDay(j+1, e)
	}
	t := p.at(j)
	base := p.today
	switch {
	case p.is(j, "week", "month", "year"):
		s := span{}
		s.add(4, t.val)
		switch {
		case w == nextOne || starts && w == plainOne:
			base = s.after(base, 1)
		case w == lastOne:
			base = s.after(base, -1)
		}
		e.day, e.fixed = p.lastOf(t.val, base), true
		if starts {
			e.day = firstOf(t.val, base)
		}
		return j + 1
	case t.kind == month:
		k := p.comesOn(time.Month(t.val), 1, j+1, e)
		if y, after := p.year(k); after > 0 {
			e.day, k = time.Date(y, time.Month(t.val), 1, 0, 0, 0, 0, time.UTC), after
		} else if int(p.today.Month()) == t.val {
			e.day = firstOf(months, p.today)
		}
		if e.dom, e.month = 0, 0; !starts {
			e.day, e.fixed = p.lastOf(months, e.day), true
		}
		return k
	}
	return 0
}

// endOfDay reads the day of which it is the end: today if none is said.
func (p *parser) endOfDay(i int, e *expr) int {
	if e.day.IsZero() {
		if k := p.namedDay(p.skip(i, "on", "by"), e); k > 0 {
			e.fixed = true
			return k
		}
		e.day, e.fixed = p.today, true
	}
	return i
}

// lastOf is the last day of the week, month or year of a day. A week ends on
// Friday, and on Sunday for who says it at the weekend.
func (p *parser) lastOf(of int, day time.Time) time.Time {
	switch of {
	case weeks:
		friday := monday(day).AddDate(0, 0, 4)
		if friday.Before(p.today) {
			return friday.AddDate(0, 0, 2)
		}
		return friday
	case months:
		return day.AddDate(0, 0, daysIn(day)-day.Day())
	}
	return time.Date(day.Year(), time.December, 31, 0, 0, 0, 0, time.UTC)
}

// firstOf is the first day of the week, month or year of a day.
func firstOf(of int, day time.Time) time.Time {
	switch of {
	case weeks:
		return monday(day)
	case months:
		return day.AddDate(0, 0, 1-day.Day())
	}
	return time.Date(day.Year(), time.January, 1, 0, 0, 0, 0, time.UTC)
}
