package dates

import (
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/teambition/rrule-go"
)

// ErrRule is of a recurrence rule that Next does not read.
var ErrRule = errors.New("not a recurrence rule that is understood")

// Bounds of a rule: its length in bytes, INTERVAL, COUNT, and the place of a
// weekday or of BYSETPOS.
const (
	maxRule     = 200
	maxInterval = 1000
	maxCount    = 10_000
	maxPlace    = 5
)

// NextTime is the first moment strictly after another at which a rule occurs that runs
// from its first occurrence on, in the user's zone. Each has the time of day of
// the first, over changes of the clocks too: one that the clocks skip is as much
// later, of one that they show twice it is the first. Hourly and minutely rules
// run in real time. The zero Time is of a rule that has ended.
//
// A rule is one of a Found, or of these parts of RFC 5545: FREQ, MINUTELY to
// YEARLY; INTERVAL to 1000; COUNT to 10000 or UNTIL, which as a day holds all of
// it; BYMONTH, BYMONTHDAY, BYDAY, one BYSETPOS, BYHOUR, one BYMINUTE and WKST,
// which hourly and minutely rules have not. Any other is ErrRule, and so are
// moments outside the years 1 to 9998.
func NextTime(rule string, from, after time.Time, zone *time.Location) (time.Time, error) {
	opt, err := readRule(rule, zone)
	if err != nil {
		return time.Time{}, err
	}
	from, after = from.In(zone).Truncate(time.Second), after.In(zone)
	for _, t := range []time.Time{from, after} {
		if t.Year() < 1 || t.Year() > 9998 {
			return time.Time{}, ErrRule
		}
	}
	switch opt.Freq {
	case rrule.HOURLY:
		return realTime(opt, 3600, from, after), nil
	case rrule.MINUTELY:
		return realTime(opt, 60, from, after), nil
	default:
		return wallTime(opt, from, after)
	}
}

// readRule reads a rule and holds it to what Next can work out in little time.
func readRule(rule string, zone *time.Location) (*rrule.ROption, error) {
	rule = strings.TrimPrefix(strings.ToUpper(strings.TrimSpace(rule)), "RRULE:")
	if len(rule) > maxRule || strings.ContainsAny(rule, "\r\n") {
		return nil, ErrRule
	}
	said := map[string]string{}
	for part := range strings.SplitSeq(rule, ";") {
		name, value, _ := strings.Cut(part, "=")
		if _, twice := said[name]; twice {
			return nil, ErrRule
		}
		switch said[name] = value; name {
		case "FREQ", "INTERVAL", "COUNT", "UNTIL", "BYMONTH", "BYMONTHDAY", "BYDAY", "BYSETPOS", "BYHOUR", "BYMINUTE", "WKST":
		default:
			return nil, ErrRule
		}
	}
	opt, err := rrule.StrToROptionInLocation(rule, zone)
	if err != nil {
		return nil, ErrRule
	}
	_, spaced := said["INTERVAL"]
	_, counted := said["COUNT"]
	if spaced && opt.Interval < 1 || opt.Interval > maxInterval || counted && opt.Count < 1 || opt.Count > maxCount || !sound(opt) {
		return nil, ErrRule
	}
	opt.Interval = max(opt.Interval, 1)
	if !opt.Until.IsZero() {
		if len(said["UNTIL"]) == len("20060102") {
			opt.Until = wall(opt.Until, 23, 59, 59, zone)
		}
		opt.Until = shown(opt.Until.In(zone))
		if opt.Count > 0 {
			return nil, ErrRule
		}
	}
	return opt, nil
}

// sound reports whether the parts of a rule go together, and may occur at all.
func sound(opt *rrule.ROption) bool {
	places := len(opt.Bysetpos) > 0
	for _, d := range opt.Byweekday {
		places = places || d.N() != 0
		if d.N() > maxPlace || d.N() < -maxPlace {
			return false
		}
	}
	byDay := len(opt.Bymonth) + len(opt.Bymonthday) + len(opt.Byweekday) + len(opt.Byhour) + len(opt.Byminute)
	switch {
	case opt.Freq == rrule.SECONDLY,
		opt.Freq >= rrule.HOURLY && (places || byDay > 0),
		places && opt.Freq > rrule.MONTHLY,
		len(opt.Bymonthday) > 0 && opt.Freq == rrule.WEEKLY,
		len(opt.Byminute) > 1, len(opt.Bysetpos) > 1,
		places && len(opt.Bysetpos) == 1 && (opt.Bysetpos[0] > maxPlace || opt.Bysetpos[0] < -maxPlace):
		return false
	}
	return len(opt.Bymonthday) == 0 || len(opt.Bymonth) == 0 || slices.ContainsFunc(opt.Bymonth, func(m int) bool {
		return slices.ContainsFunc(opt.Bymonthday, func(d int) bool {
			return max(d, -d) <= daysIn(time.Date(2024, time.Month(m), 1, 0, 0, 0, 0, time.UTC))
		})
	})
}

// realTime is the next occurrence of a rule that occurs every so many seconds.
func realTime(opt *rrule.ROption, seconds int64, from, after time.Time) time.Time {
	seconds *= int64(opt.Interval)
	n := int64(0)
	if !after.Before(from) {
		n = (after.Unix()-from.Unix())/seconds + 1
	}
	at := time.Unix(from.Unix()+n*seconds, 0).In(from.Location())
	if opt.Count > 0 && n >= int64(opt.Count) || !opt.Until.IsZero() && shown(at).After(opt.Until) {
		return time.Time{}
	}
	return at
}

// wallTime is the next occurrence of a rule of days. The rule runs on the times
// that clocks show, as if they never changed; only an occurrence is put into the
// zone.
func wallTime(opt *rrule.ROption, from, after time.Time) (time.Time, error) {
	opt.Dtstart = shown(from)
	if step := map[rrule.Frequency]int{rrule.DAILY: 1, rrule.WEEKLY: 7}[opt.Freq] * opt.Interval; step > 0 && opt.Count == 0 {
		// Two steps early: the zone may be a day off.
		if n := int((shown(after).Unix()-opt.Dtstart.Unix())/86400)/step - 2; n > 0 {
			opt.Dtstart = opt.Dtstart.AddDate(0, 0, n*step)
		}
	}
	r, err := rrule.NewRRule(*opt)
	if err != nil {
		return time.Time{}, ErrRule
	}
	next := r.Iterator()
	for {
		t, ok := next()
		if !ok {
			return time.Time{}, nil
		}
		if at := wall(t, t.Hour(), t.Minute(), t.Second(), from.Location()); at.After(after) {
			return at, nil
		}
	}
}
