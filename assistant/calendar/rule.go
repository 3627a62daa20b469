package calendar

import (
	"regexp"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

const (
	// maxRule bounds a rule, in bytes.
	maxRule = 255
	// maxInterval bounds how many periods a rule passes over.
	maxInterval = 1000
	// maxTimes bounds the times of day of a rule.
	maxTimes = 24
	// maxCount bounds the occurrences that are counted: a rule for more has no end.
	maxCount = 5000
	// barren is for how many rules one counts that never comes true: to see that takes
	// some 5 ms.
	barren = 25
)

// until is the end of a rule.
var until = regexp.MustCompile(`UNTIL=(\w+)`)

// rule sets how e repeats from its start on. The error is ErrTooLarge.
func (p *parser) rule(e *Entry, start moment, text string) error {
	if text == "" {
		return nil
	}
	e.Rule = strings.TrimSuffix(strings.ToUpper(text), ";")
	own := start.Location()
	o, ok := parseRule(e.Rule)
	if ok {
		o.Dtstart = wall(start.Time, own)
		p.rules++
		if ok = comesTrue(o); !ok {
			p.rules += barren - 1
		}
	}
	if p.rules > MaxRules {
		return ErrTooLarge
	}
	if !ok {
		e.Rule = ""
		p.problem(BadRule, e.Title, text)
		return nil
	}
	if m := until.FindStringSubmatch(e.Rule); m != nil {
		if end, ok := readMoment(m[1], own); ok {
			e.Until = e.startOf(end, p.zone)
		}
	}
	if o.Count > 0 && o.Count <= maxCount {
		next := follow(o, o.Dtstart)
		last, ok := next()
		for n := 1; ok && n < o.Count && last.Year() <= maxYear; n++ {
			last, ok = next()
		}
		e.Until = e.stored(last, own)
	}
	return nil
}

// repeats returns an iterator over the starts that the rule of e gives on the clock
// of own, see follow.
func (e *Entry) repeats(from time.Time, own *time.Location) rrule.Next {
	ended := !e.Until.IsZero() && e.stored(from, own).After(e.Until)
	o, ok := parseRule(e.Rule)
	if ended || !ok {
		return none
	}
	if o.Dtstart = e.Start.UTC(); !e.AllDay {
		o.Dtstart = wall(e.Start, own)
	}
	return follow(o, from)
}

// parseRule reads a rule, and reports whether it is one that can be followed in
// bounded time and memory: the library reads others, too.
func parseRule(text string) (rrule.ROption, bool) {
	if len(text) > maxRule {
		return rrule.ROption{}, false
	}
	o, err := rrule.StrToROption(text)
	if err != nil || o.Freq > rrule.DAILY || o.Interval > maxInterval || len(o.Byeaster) > 0 ||
		max(1, len(o.Byhour))*max(1, len(o.Byminute))*max(1, len(o.Bysecond)) > maxTimes {
		return rrule.ROption{}, false
	}
	inMonth := o.Freq == rrule.MONTHLY || len(o.Bymonth) > 0
	for _, day := range o.Byweekday {
		if inMonth && (day.N() < -5 || day.N() > 5) {
			return rrule.ROption{}, false
		}
	}
	_, err = rrule.NewRRule(*o)
	return *o, err == nil
}

// comesTrue reports whether a rule gives anything in the next centuries. Days and
// weekdays are the same every 400 years, and the library looks until the year 9999:
// it is asked as near to that as goes.
func comesTrue(o rrule.ROption) bool {
	const cycle, late = 400, 9600
	o.Dtstart = o.Dtstart.AddDate((late-o.Dtstart.Year())/cycle*cycle, 0, 0)
	_, ok := follow(o, o.Dtstart)()
	return ok
}

// follow returns an iterator over the starts that a rule gives, by the clock, in
// order and without end: all from the one of from on, and a few before.
func follow(o rrule.ROption, from time.Time) rrule.Next {
	o.Count, o.Until = 0, time.Time{}
	r, err := rrule.NewRRule(near(o, from))
	if err != nil {
		return none
	}
	next := r.Iterator()
	return func() (t time.Time, ok bool) {
		defer func() {
			// The library looks days up by numbers of the rule. parseRule holds them in
			// bounds as far as is known, but the rule is a stranger's.
			if recover() != nil {
				ok = false
			}
		}()
		return next()
	}
}

func none() (time.Time, bool) { return time.Time{}, false }

// near moves the start of a rule to shortly before from, where the library begins
// to look. It keeps what the rule takes from its start.
func near(o rrule.ROption, from time.Time) rrule.ROption {
	start := o.Dtstart
	if len(o.Byhour) == 0 {
		o.Byhour = []int{start.Hour()}
	}
	if len(o.Byminute) == 0 {
		o.Byminute = []int{start.Minute()}
	}
	if len(o.Bysecond) == 0 {
		o.Bysecond = []int{start.Second()}
	}
	if len(o.Byweekno)+len(o.Byyearday)+len(o.Bymonthday)+len(o.Byweekday) == 0 {
		switch o.Freq {
		case rrule.YEARLY:
			if len(o.Bymonth) == 0 {
				o.Bymonth = []int{int(start.Month())}
			}
			o.Bymonthday = []int{start.Day()}
		case rrule.MONTHLY:
			o.Bymonthday = []int{start.Day()}
		case rrule.WEEKLY:
			o.Byweekday = []rrule.Weekday{[]rrule.Weekday{
				rrule.SU, rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA,
			}[start.Weekday()]}
		default: // a daily one takes no day
		}
	}
	days := int((from.Unix() - start.Unix()) / (24 * 60 * 60))
	months := (from.Year()-start.Year())*12 + int(from.Month()-start.Month())
	passed := map[rrule.Frequency]int{
		rrule.DAILY: days, rrule.WEEKLY: days / 7, rrule.MONTHLY: months, rrule.YEARLY: months / 12,
	}[o.Freq]
	interval := max(1, o.Interval)
	n := (passed/interval - 1) * interval
	if n <= 0 {
		return o
	}
	y, m, d := start.Date()
	switch o.Freq {
	case rrule.YEARLY:
		y, m, d = y+n, 1, 1
	case rrule.MONTHLY:
		m, d = m+time.Month(n), 1
	case rrule.WEEKLY:
		d += 7 * n
	default:
		d += n
	}
	o.Dtstart = time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
	return o
}
