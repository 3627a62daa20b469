package calendar

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	ics "github.com/arran4/golang-ical"

	"parley"
)

// minYear and maxYear bound all times. Apple writes birthdays of an unknown year as
// of 1604; some write 9999 for no end.
const (
	minYear = 1600
	maxYear = 2200
)

// event is one as it was read, before changes of single occurrences are told to
// their event.
type event struct {
	entry     Entry
	sequence  int
	cancelled bool
	// replaces is the occurrence that it is instead of, if it is.
	replaces *moment
}

// moment is a time in the zone in which it was written, or a day.
type moment struct {
	time.Time      // of a day, its midnight in UTC
	day       bool // is a day
}

// event takes one event of the file. The error is ErrTooLarge.
func (p *parser) event(props properties) error {
	if len(p.events) == MaxEntries {
		return ErrTooLarge
	}
	e := Entry{
		UID:   cut(parley.OneLine(props.text("UID")), 255),
		Title: cut(parley.OneLine(props.text("SUMMARY")), parley.MaxTitle),
	}
	start, ok := p.single(props, "DTSTART")
	if !ok {
		p.problem(BadStart, e.Title, props.text("DTSTART"))
		return nil
	}
	ev := event{cancelled: strings.EqualFold(props.text("STATUS"), "CANCELLED")}
	ev.sequence, _ = strconv.Atoi(props.text("SEQUENCE")) // 0 is the default
	e.AllDay, e.Start = start.day, start.UTC()
	if !start.day {
		e.Zone = start.Location().String()
	}
	p.end(&e, props)
	if len(props["RECURRENCE-ID"]) > 0 {
		replaced, ok := p.single(props, "RECURRENCE-ID")
		if !ok {
			p.problem(BadDate, e.Title, props.text("RECURRENCE-ID"))
			return nil
		}
		ev.replaces = &replaced
		if parameter(props["RECURRENCE-ID"][0], "RANGE") != "" {
			p.problem(FromThenOn, e.Title, props.text("RECURRENCE-ID"))
		}
	} else {
		if err := p.rule(&e, start, props.text("RRULE")); err != nil {
			return err
		}
		e.Except = p.dates(&e, props["EXDATE"])
		e.Extra = p.dates(&e, props["RDATE"])
	}
	ev.entry = e
	p.events = append(p.events, ev)
	return nil
}

// end sets the end of e, whose start is set.
func (p *parser) end(e *Entry, props properties) {
	e.End = e.Start
	if e.AllDay {
		e.End = e.Start.AddDate(0, 0, 1)
	}
	if len(props["DTEND"]) > 0 {
		end, ok := p.single(props, "DTEND")
		switch {
		case !ok || end.day != e.AllDay || end.Before(e.Start):
			p.problem(BadEnd, e.Title, props.text("DTEND"))
		case end.After(e.Start): // as some write the same day for one day
			e.End = end.UTC()
		}
	} else if len(props["DURATION"]) > 0 {
		d, ok := duration(props.text("DURATION"))
		switch {
		case !ok || e.AllDay && d%(24*time.Hour) != 0:
			p.problem(BadEnd, e.Title, props.text("DURATION"))
		case d > 0:
			e.End = e.Start.Add(d)
		}
	}
}

var durationForm = regexp.MustCompile(`^\+?P(?:(\d{1,4})W)?(?:(\d{1,4})D)?(?:T(?:(\d{1,5})H)?(?:(\d{1,5})M)?(?:(\d{1,5})S)?)?$`)

// duration reads one as "P1DT2H" (RFC 5545 section 3.3.6) that is not negative.
func duration(s string) (d time.Duration, ok bool) {
	m := durationForm.FindStringSubmatch(s)
	if m == nil {
		return 0, false
	}
	for i, unit := range []time.Duration{7 * 24 * time.Hour, 24 * time.Hour, time.Hour, time.Minute, time.Second} {
		n, _ := strconv.Atoi(m[i+1]) // of digits, or empty
		d += time.Duration(n) * unit
	}
	return d, true
}

// single reads the first property of a name.
func (p *parser) single(props properties, name string) (moment, bool) {
	if len(props[name]) == 0 {
		return moment{}, false
	}
	return readMoment(props.text(name), p.zoneOf(props[name][0]))
}

// readMoment reads a day, a moment in UTC, or a time on the clock of zone.
func readMoment(value string, zone *time.Location) (moment, bool) {
	var m moment
	var err error
	clock, utc := strings.CutSuffix(value, "Z")
	if m.day = len(value) == len("20060102"); m.day {
		m.Time, err = time.Parse("20060102", value)
	} else if m.Time, err = time.Parse("20060102T150405", clock); !utc {
		m.Time = at(m.Time, zone)
	}
	return m, err == nil && m.Year() >= minYear && m.Year() <= maxYear
}

// dates reads the lists of exceptions or of extra occurrences of e.
func (p *parser) dates(e *Entry, lists []*ics.BaseProperty) (all []time.Time) {
	for _, list := range lists {
		for value := range strings.SplitSeq(list.Value, ",") {
			m, ok := readMoment(strings.TrimSpace(value), p.zoneOf(list))
			if !ok {
				p.problem(BadDate, e.Title, value)
				continue
			}
			all = append(all, e.startOf(m, p.zone))
		}
	}
	return all
}

// startOf is the start of the occurrence of e that m names, as Start has it: a day
// is that of an event at a time, a moment that of an event of whole days, in zone
// if it is in UTC.
func (e *Entry) startOf(m moment, zone *time.Location) time.Time {
	switch {
	case e.AllDay && !m.day && m.Location() == time.UTC:
		return e.stored(wall(m.Time, zone), zone)
	case e.AllDay && !m.day:
		return e.stored(wall(m.Time, m.Location()), zone)
	case !e.AllDay && m.day:
		own := load(e.Zone, zone)
		start := wall(e.Start, own)
		return at(m.Add(start.Sub(start.Truncate(24*time.Hour))), own).UTC()
	}
	return m.UTC()
}

// entries are the events of the file that take place. An event that is instead of
// an occurrence is an exception of the event it belongs to.
func (p *parser) entries() []Entry {
	latest := map[string]int{} // in p.events
	for i, ev := range p.events {
		if j, had := latest[ev.name()]; !had || ev.sequence >= p.events[j].sequence {
			latest[ev.name()] = i
		}
	}
	for i, ev := range p.events {
		j, has := latest[ev.entry.UID]
		if ev.replaces == nil || !has || latest[ev.name()] != i {
			continue
		}
		whole := &p.events[j]
		whole.entry.Except = append(whole.entry.Except, whole.entry.startOf(*ev.replaces, p.zone))
		p.events[i].cancelled = ev.cancelled || whole.cancelled
	}
	var all []Entry
	for i, ev := range p.events {
		if !ev.cancelled && (ev.entry.UID == "" || latest[ev.name()] == i) {
			all = append(all, ev.entry)
		}
	}
	return all
}

// name is the same for all versions of an event, or of one occurrence.
func (ev *event) name() string {
	if ev.replaces == nil {
		return ev.entry.UID
	}
	return ev.entry.UID + "\n" + ev.replaces.UTC().Format(time.RFC3339)
}
