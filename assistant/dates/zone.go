package dates

import "time"

// wall is the moment at which clocks in a zone show a time on a civil day. One
// that the clocks skip is as much later, of one that they show twice it is the
// first.
func wall(day time.Time, hour, min, sec int, zone *time.Location) time.Time {
	y, m, d := day.Date()
	t := time.Date(y, m, d, hour, min, sec, 0, zone)
	if skipped := time.Date(y, m, d, hour, min, sec, 0, time.UTC).Sub(shown(t)); skipped > 0 {
		return t.Add(skipped)
	}
	start, _ := t.ZoneBounds()
	if start.IsZero() {
		return t
	}
	_, offset := t.Zone()
	_, before := start.Add(-time.Second).Zone()
	if first := t.Add(time.Duration(offset-before) * time.Second); first.Before(start) {
		return first
	}
	return t
}

// shown is what clocks show at t, as a time in UTC.
func shown(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// civil is the day of a moment in its zone: midnight in UTC of the same date.
func civil(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}
