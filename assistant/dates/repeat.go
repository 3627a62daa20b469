package dates

import (
	"strconv"
	"strings"
	"time"
)

// repetition is a rule as it was said.
type repetition struct {
	freq  string // of RFC 5545, "" for none
	every int
	days  dayset
	nth   int // which of its days in a month counts, -1 the last, 0 all
	dom   int // the day of the month, -1 the last
	month time.Month
}

// dayset is a set of weekdays, Sunday the lowest bit.
type dayset uint8

const (
	workdays dayset = 0b0111110
	weekend  dayset = 0b1000001
)

func (s dayset) has(d time.Weekday) bool { return s&(1<<d) != 0 }

// rule is r as a recurrence rule, without the time of day, which is that of the
// first occurrence.
func (r *repetition) rule() string {
	var b strings.Builder
	b.WriteString("FREQ=" + r.freq)
	part := func(name string, n int) {
		b.WriteString(";" + name + "=" + strconv.Itoa(n))
	}
	if r.every > 1 {
		part("INTERVAL", r.every)
	}
	if r.month != 0 {
		part("BYMONTH", int(r.month))
	}
	if r.dom != 0 {
		part("BYMONTHDAY", r.dom)
	}
	sep := ";BYDAY="
	for i := range 7 {
		d := time.Weekday((i + 1) % 7)
		if !r.days.has(d) {
			continue
		}
		b.WriteString(sep)
		if r.nth != 0 {
			b.WriteString(strconv.Itoa(r.nth))
		}
		b.WriteString(strings.ToUpper(d.String()[:2]))
		sep = ","
	}
	return b.String()
}

// on reports whether r occurs on a civil day, its interval aside.
func (r *repetition) on(day time.Time) bool {
	first := firstOf(months, day)
	switch {
	case r.month != 0 && day.Month() != r.month,
		r.dom > 0 && day.Day() != r.dom,
		r.dom < 0 && day.Day() != daysIn(day),
		r.nth == 0 && r.days != 0 && !r.days.has(day.Weekday()):
		return false
	}
	return r.nth == 0 || r.days.has(day.Weekday()) && nthOf(first, r.nth, int(day.Weekday())).Equal(day)
}

// anchored reports whether r says on which of the days of its period it is.
func (r *repetition) anchored() bool { return r.days != 0 || r.dom != 0 || r.freq == "DAILY" }

var freqs = map[int]string{
	minutes: "MINUTELY", hours: "HOURLY", days: "DAILY", weeks: "WEEKLY", months: "MONTHLY", years: "YEARLY",
}

// per is the repetition every so many units; "" for none.
func per(n, of int) repetition {
	if of == fortnights {
		n, of = 2*n, weeks
	}
	if n < 1 || n > maxInterval {
		return repetition{}
	}
	return repetition{freq: freqs[of], every: n}
}

// repeat reads a repetition at i.
func (p *parser) repeat(i int, e *expr) int {
	if e.rep.freq != "" {
		return 0
	}
	r, j := p.repetition(i, e)
	if j == 0 || r.freq == "" || r.every > maxInterval {
		return 0
	}
	if !e.day.IsZero() && r.freq == "MONTHLY" && !r.anchored() && e.dom > 0 && e.month == 0 {
		r.dom = e.dom // the 3rd every month
	}
	e.rep = r
	return j
}

// repetition reads every Monday, daily, weekdays, the first of each month.
func (p *parser) repetition(i int, e *expr) (repetition, int) {
	t := p.at(i)
	switch {
	case p.is(i, "every", "each"):
		return p.every(p.skip(i+1, "single"), e)
	case p.is(i, "once") && p.is(i+1, "a", "an", "every", "each", "per") && p.at(i+2).kind == unit:
		return p.details(per(1, p.at(i+2).val), i+3)
	case t.kind == adverb && p.ends(i+1) && (p.at(i+1).kind == mark || !p.is(i+1, "the", "my")):
		r, j := p.details(per(1, t.val), i+1)
		if t.text == "nightly" {
			e.part = night
		}
		return r, j
	case p.is(i, "weekdays", "workdays", "weeknights", "weekends"):
		r := repetition{freq: "WEEKLY", days: workdays}
		if t.text == "weekends" {
			r.days = weekend
		}
		if t.text == "weeknights" {
			e.part = night
		}
		return r, i + 1
	case t.kind == weekdays, (t.kind == weekday || t.kind == shortDay) && p.is(i+1, "/"): // mondays, mon/wed/fri
		set, j, _ := p.weekdayList(i)
		e.need = needAny
		return repetition{freq: "WEEKLY", days: set}, j
	}
	return p.ofEach(i)
}

// every reads what comes after "every".
func (p *parser) every(i int, e *expr) (repetition, int) {
	if j := p.phrases(i, "half an hour", "half hour"); j > 0 {
		return per(30, minutes), j
	}
	if j := p.phrases(i, "quarter of an hour", "quarter hour"); j > 0 {
		return per(15, minutes), j
	}
	if r, j := p.everyDate(i); j > 0 {
		return r, j
	}
	if j := p.phrases(i, "weekday", "workday", "week day", "working day", "business day", "work day"); j > 0 {
		return repetition{freq: "WEEKLY", days: workdays}, j
	}
	n, j := p.interval(i)
	t := p.at(j)
	switch {
	case p.is(j, "weekend"):
		return repetition{freq: "WEEKLY", every: n, days: 1 << time.Saturday}, j + 1
	case t.kind == unit && t.val != seconds:
		return p.details(per(n, t.val), j+1)
	case t.kind == dayPart:
		e.part = part(t.val)
		return per(n, days), j + 1
	case t.kind == hourName:
		e.clock = &clock{hour: t.val, fixed: true}
		return per(n, days), j + 1
	case t.kind == weekday, t.kind == shortDay, t.kind == weekdays:
		set, k, short := p.weekdayList(j)
		if short {
			e.need = needEnd
		}
		return repetition{freq: "WEEKLY", every: n, days: set}, k
	}
	return repetition{}, 0
}

// interval reads how many of a unit lie between two occurrences: other, second,
// 3, three; one if nothing says it.
func (p *parser) interval(i int) (n, next int) {
	if p.is(i, "other") {
		return 2, i + 1
	}
	if n, j, _ := p.ordinal(i); j > 0 {
		return n, j
	}
	if n, j := p.number(i); j > 0 {
		return n, j
	}
	if p.phrases(i, "couple of") > 0 {
		return 2, i + 2
	}
	if p.is(i, "few") {
		return 3, i + 1
	}
	return 1, i
}

// everyDate reads what comes after "every" and is told by its date: 3 March, first
// Monday of the month, 15th.
func (p *parser) everyDate(i int) (repetition, int) {
	if place, d, j := p.nth(i); j > 0 {
		if k := p.phrases(j, "of the month", "of every month", "of each month", "in the month", "of month"); k > 0 {
			return monthly(place, d), k
		}
		if place == -1 || place == 1 {
			return monthly(place, d), j
		}
		return repetition{}, 0 // every second Monday
	}
	var e expr
	if p.at(i).kind == month || p.at(i+1).kind == month || p.at(i+2).kind == month || p.at(i+3).kind == month {
		if j := p.date(i, &e); j > 0 && e.dom > 0 && e.month > 0 {
			return repetition{freq: "YEARLY", month: e.month, dom: e.dom}, j
		}
	}
	n, j, _ := p.ordinal(i)
	if j == 0 || n > 31 {
		return repetition{}, 0
	}
	if k := p.phrases(j, "of the month", "of each month", "of every month"); k > 0 {
		j = k
	} else if !p.ends(j) || p.at(i).kind != digits && n != 1 {
		return repetition{}, 0
	}
	return onDom(n), j
}

// onDom is the repetition on a day of each month: the last for the 31st.
func onDom(n int) repetition {
	if n == 31 {
		n = -1
	}
	return repetition{freq: "MONTHLY", dom: n}
}

// monthly is the repetition on the place-th weekday d of each month, or on its
// last day.
func monthly(place, d int) repetition {
	if d < 0 {
		return onDom(-1)
	}
	return repetition{freq: "MONTHLY", nth: place, days: 1 << d}
}

// details reads the day in "every two weeks on Friday" or "monthly on the 3rd".
func (p *parser) details(r repetition, i int) (repetition, int) {
	j := p.skip(i, "on")
	if j == i {
		j = p.skip(i, ",")
	}
	switch r.freq {
	case "WEEKLY":
		if set, k, short := p.weekdayList(j); k > 0 && (!short || j > i) {
			r.days = set
			return r, k
		}
	case "MONTHLY":
		if j == i {
			break
		}
		if place, d, k := p.nth(j); k > 0 {
			m := monthly(place, d)
			m.every = r.every
			return m, k
		}
		if n, k, _ := p.ordinal(p.skip(j, "the")); k > 0 && n <= 31 && p.ends(k) {
			m := onDom(n)
			m.every = r.every
			return m, k
		}
	case "YEARLY":
		var e expr
		if k := p.date(j, &e); k > 0 && j > i && e.month > 0 && e.dom > 0 {
			r.month, r.dom = e.month, e.dom
			return r, k
		}
	}
	return r, i
}

// ofEach reads "the first of each month" and "the last Friday of every month".
func (p *parser) ofEach(i int) (repetition, int) {
	place, d, j := p.nth(i)
	if j > 0 {
		if k := p.phrases(j, "of each month", "of every month", "each month", "every month"); k > 0 {
			return monthly(place, d), k
		}
	}
	if n, k, _ := p.ordinal(p.skip(i, "the")); k > 0 && n <= 31 {
		if after := p.phrases(k, "of each month", "of every month", "each month", "every month"); after > 0 {
			return onDom(n), after
		}
	}
	return repetition{}, 0
}

// weekdayList reads Monday and Thursday, Monday to Friday. Short is set if a day's
// short name is also another word.
func (p *parser) weekdayList(i int) (set dayset, next int, short bool) {
	prev := -1
	for range 8 {
		t := p.at(i)
		if t.kind != weekday && t.kind != shortDay && t.kind != weekdays {
			break
		}
		short = short || t.kind == shortDay
		if prev >= 0 {
			for d := prev; d != t.val; d = (d + 1) % 7 {
				set |= 1 << d
			}
		}
		set |= 1 << t.val
		next, prev = i+1, -1
		switch {
		case p.is(next, "to", "through", "thru", "-", "–"):
			prev, i = t.val, next+1
		default:
			i = p.skip(p.skip(next, ",", "/", "&"), "and", "or")
			if i == next {
				return set, next, short
			}
		}
	}
	return set, next, short
}

// bounds reads when a repetition begins or ends: "starting tomorrow", "until
// Friday", "for two weeks".
func (p *parser) bounds(i int, e *expr) int {
	if j := p.phrases(i, "starting on", "starting from", "starting", "beginning on", "beginning", "from"); j > 0 && e.day.IsZero() {
		return p.dayAt(j, e)
	}
	if !e.until.IsZero() || e.run != (span{}) {
		return 0
	}
	var last expr
	if p.is(i, "until", "till", "through") {
		if j := p.timeOfDay(i+1, &last); j > 0 {
			e.until = p.soonest(&last)
			return j
		}
		j := p.dayAt(i+1, &last)
		if j > 0 && last.need == needNone && last.part == wholeDay {
			e.until = p.endOfDayOn(last.day)
			return j
		}
		return 0
	}
	if p.is(i, "for") {
		j := p.skip(i+1, "the")
		if p.is(j, "next") {
			j++
		}
		if s, k := p.span(j); k > 0 && p.from(s, k, &last) > 0 {
			e.run = s
			return k
		}
	}
	return 0
}
