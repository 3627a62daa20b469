package calendar

import (
	"cmp"
	"slices"
	"time"

	"parley"
)

// Occurrences returns the occurrences of entries of Parse that overlap [from, to), or
// have no length and start within, for a user in zone: sorted by their start, the
// first MaxAppointments, in zone. One that repeats keeps its time on the clock of
// its own zone while summer time comes and goes; a time that the clock passes over
// or shows twice is what RFC 5545 makes of it. It is pure.
func Occurrences(entries []Entry, from, to time.Time, zone *time.Location) []parley.Appointment {
	if !from.Before(to) {
		return nil
	}
	zones := map[string]*time.Location{}
	var all []parley.Appointment
	for i := range entries {
		e := &entries[i]
		own := zones[e.Zone]
		if own == nil {
			own = load(e.Zone, zone)
			zones[e.Zone] = own
		}
		all = append(all, e.between(from, to, own, zone)...)
		if len(all) > 8*MaxAppointments {
			all = first(all)
		}
	}
	return first(all)
}

// first sorts appointments and returns the first MaxAppointments.
func first(all []parley.Appointment) []parley.Appointment {
	slices.SortStableFunc(all, byStart)
	return all[:min(len(all), MaxAppointments)]
}

func byStart(a, b parley.Appointment) int {
	return cmp.Or(a.Start.Compare(b.Start), cmp.Compare(a.Title, b.Title))
}

// between returns the occurrences of e, which follows the clock of own: the first
// MaxAppointments at least, sorted.
func (e *Entry) between(from, to time.Time, own, zone *time.Location) []parley.Appointment {
	var list []parley.Appointment
	add := func(start time.Time) {
		a := e.appointment(start, zone)
		overlaps := a.Start.Before(to) && (a.End.After(from) || !a.Start.Before(from))
		if overlaps && !slices.ContainsFunc(e.Except, start.Equal) {
			list = append(list, a)
		}
	}
	add(e.Start)
	for _, start := range e.Extra {
		add(start)
	}
	if e.Rule == "" && len(e.Extra) == 0 {
		return list
	}
	if e.AllDay {
		own = zone
	}
	last := wall(to, own).AddDate(0, 0, 1)
	next := e.repeats(wall(from, own).Add(e.Start.Sub(e.End)).AddDate(0, 0, -1), own)
	for w, ok := next(); ok && w.Before(last) && len(list) < MaxAppointments+len(e.Extra); w, ok = next() {
		start := e.stored(w, own)
		if !e.Until.IsZero() && start.After(e.Until) {
			break
		}
		add(start)
	}
	slices.SortFunc(list, byStart)
	return slices.CompactFunc(list, func(a, b parley.Appointment) bool { return a.Start.Equal(b.Start) })
}

// appointment is the occurrence of e at start.
func (e *Entry) appointment(start time.Time, zone *time.Location) parley.Appointment {
	a := parley.Appointment{Title: e.Title, Start: start.In(zone), End: start.Add(e.End.Sub(e.Start)).In(zone), AllDay: e.AllDay}
	if e.AllDay {
		a.Start, a.End = at(start, zone), at(start.Add(e.End.Sub(e.Start)), zone)
	}
	return a
}

// stored is w, on the clock of own, as Start has it.
func (e *Entry) stored(w time.Time, own *time.Location) time.Time {
	if e.AllDay {
		return w.Truncate(24 * time.Hour)
	}
	return at(w, own).UTC()
}
