package dates

import (
	"strconv"
	"time"

	"parley"
)

// resolve says when e is. It is false for what is out of reach.
func (p *parser) resolve(e *expr) (f Found, ok bool) {
	switch {
	case !e.moment.IsZero():
		f.Due, f.At = parley.DueAt(e.moment), e.moment
	case e.rep.freq != "":
		if f, ok = p.repeated(e); !ok {
			return f, false
		}
	default:
		if f, ok = p.once(e); !ok {
			return f, false
		}
	}
	if off := f.At.Sub(p.now); off > reach*366*24*time.Hour || off < -reach*366*24*time.Hour {
		return f, false
	}
	if f.Due.Day() {
		f.Past = string(f.Due) < p.today.Format(time.DateOnly)
	} else {
		f.Past = f.At.Before(p.now.Truncate(time.Second))
	}
	return f, true
}

// once says when e is that does not come again.
func (p *parser) once(e *expr) (f Found, ok bool) {
	if e.clock == nil && e.part == wholeDay {
		day := e.day
		if !e.fixed && p.is(e.start-1, "before") && e.lead > 0 {
			day = day.AddDate(0, 0, -1)
		}
		if !e.fixed && p.is(e.start-1, "after") && e.lead > 0 {
			day = day.AddDate(0, 0, 1+e.lasts)
		}
		return p.wholeDay(day), true
	}
	at := p.timeOn(e, e.day)
	if e.day.IsZero() {
		at = p.soonest(e)
	}
	if e.dom > 0 && !at.After(p.now) { // the 3rd at nine, on the 3rd at ten
		e.day = upcoming(p.today.AddDate(0, 0, 1), e.month, e.dom)
		at = p.timeOn(e, e.day)
	}
	return Found{Due: parley.DueAt(at), At: at}, true
}

// wholeDay is a day without a time: its reminder is due at nine, or later today.
func (p *parser) wholeDay(day time.Time) Found {
	at := p.onClock(day, clock{hour: starts[wholeDay]})
	if day.Equal(p.today) && !at.After(p.now) {
		at = p.later(24)
	}
	return Found{Due: parley.DueDay(day), At: at}
}

// endOfDayOn is the last second of a day.
func (p *parser) endOfDayOn(day time.Time) time.Time {
	return wall(day, 23, 59, 59, p.now.Location())
}

// later is the next full hour today, a quarter of an hour off at least. In the
// last hour before the hour end it is a minute before that, and now in the last
// minute.
func (p *parser) later(end int) time.Time {
	hour := p.now.Hour() + 1
	if p.now.Minute() >= 45 {
		hour++
	}
	at := p.onClock(p.today, clock{hour: hour})
	if hour >= end {
		at = p.onClock(p.today, clock{hour: end - 1, min: 59})
	}
	if at.Before(p.now) {
		return p.now.Truncate(time.Second)
	}
	return at
}

// onClock is the moment of c on a day in the user's zone.
func (p *parser) onClock(day time.Time, c clock) time.Time {
	return wall(day, c.hour, c.min, 0, p.now.Location())
}

// timeOn is the moment of e's time on a day. On today a bare hour that has passed
// is that of the other half of the day, if that has not.
func (p *parser) timeOn(e *expr, day time.Time) time.Time {
	if e.clock == nil {
		at := p.onClock(day, clock{hour: starts[e.part]})
		if day.Equal(p.today) && !at.After(p.now) && p.now.Hour() < ends[e.part] {
			return p.later(ends[e.part])
		}
		return at
	}
	c, after := e.part.place(*e.clock)
	if after {
		day = day.AddDate(0, 0, 1)
	}
	at := p.onClock(day, c.usual())
	if c.fixed || !day.Equal(p.today) || at.After(p.now) {
		return at
	}
	if other := p.onClock(day, c.usual().other()); other.After(p.now) {
		return other
	}
	return at
}

// soonest is the next moment of a time that was said without its day.
func (p *parser) soonest(e *expr) time.Time {
	if e.clock == nil { // in the evening
		at := p.onClock(p.today, clock{hour: starts[e.part]})
		if !at.After(p.now) {
			at = p.onClock(p.today.AddDate(0, 0, 1), clock{hour: starts[e.part]})
		}
		return at
	}
	for ahead := -1; ; ahead++ { // from yesterday on: at two at night, said at one
		if ahead < 0 && e.part != night {
			continue
		}
		if at := p.timeOn(e, p.today.AddDate(0, 0, ahead)); at.After(p.now) {
			return at
		}
	}
}

// repeated is the first time that a repetition occurs after now, and its rule.
func (p *parser) repeated(e *expr) (f Found, ok bool) {
	r := &e.rep
	c := p.repeatedClock(e)
	day := p.today
	if !e.day.IsZero() {
		day = e.day
	}
	switch {
	case r.freq == "HOURLY" || r.freq == "MINUTELY":
		f = p.firstStep(e)
	case !r.anchored() && e.day.IsZero():
		s := span{}
		s.add(4*max(r.every, 1), map[string]int{"WEEKLY": weeks, "MONTHLY": months, "YEARLY": years}[r.freq])
		f = p.occurrence(e, c, s.after(day, 1))
	default:
		for range 366 * reach {
			if r.on(day) {
				if f = p.occurrence(e, c, day); f.At.After(p.now) {
					break
				}
			}
			day = day.AddDate(0, 0, 1)
		}
	}
	f.Rule = r.rule()
	if at := shown(f.At); !f.Due.Day() && r.freq != "HOURLY" && r.freq != "MINUTELY" && (at.Hour() != c.hour || at.Minute() != c.min) {
		// The clocks skip the first time, but not the others.
		f.Rule += ";BYHOUR=" + strconv.Itoa(c.hour) + ";BYMINUTE=" + strconv.Itoa(c.min)
	}
	until := e.until
	switch {
	case e.run.clock > 0:
		until = p.now.Add(e.run.clock)
	case e.run != span{}:
		until = p.endOfDayOn(e.run.after(civil(f.At), 1).AddDate(0, 0, -1))
	}
	if !until.IsZero() {
		f.Rule += ";UNTIL=" + until.UTC().Format("20060102T150405Z")
	}
	return f, f.At.After(p.now) && (until.IsZero() || !until.Before(f.At))
}

// repeatedClock is the time of day of a repetition. Midnight, and an hour in the
// night after a day of the week, are on the day that follows.
func (p *parser) repeatedClock(e *expr) clock {
	if e.clock == nil {
		return clock{hour: starts[e.part]}
	}
	c, after := e.part.place(*e.clock)
	if (after || c.hour == 24) && e.rep.nth == 0 {
		e.rep.days = e.rep.days<<1&0b1111111 | e.rep.days>>6
	}
	c = c.usual()
	c.hour %= 24
	return c
}

// firstStep is the first time of an hourly or minutely rule: the one that is said,
// or one step from now.
func (p *parser) firstStep(e *expr) Found {
	if e.clock != nil || !e.day.IsZero() {
		f, _ := p.once(e)
		f.Due = parley.DueAt(f.At)
		return f
	}
	step := time.Minute
	if e.rep.freq == "HOURLY" {
		step = time.Hour
	}
	at := p.now.Add(time.Duration(max(e.rep.every, 1)) * step).Truncate(time.Second)
	return Found{Due: parley.DueAt(at), At: at}
}

// occurrence is a repetition's occurrence on a day.
func (p *parser) occurrence(e *expr, c clock, day time.Time) Found {
	at := p.onClock(day, c)
	if e.clock == nil && e.part == wholeDay {
		return Found{Due: parley.DueDay(day), At: at}
	}
	return Found{Due: parley.DueAt(at), At: at}
}
