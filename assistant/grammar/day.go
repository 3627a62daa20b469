package grammar

import (
	"slices"
	"strings"
	"time"

	"parley/language"
)

// calendarDay shows the day <when>, today if it was left out.
func calendarDay(r *reader, m *language.Match) []Call {
	s := r.slot(m, "when")
	if len(s.words) == 0 {
		return []Call{call("calendar.day")}
	}
	if slices.ContainsFunc(s.words, func(w language.Word) bool {
		return w.Text == "week" || w.Text == "month" || w.Text == "weekend" || w.Text == "year"
	}) {
		return nil
	}
	f, ok := whole(s.said(0, len(s.words)), r.c.Now)
	if !ok || f.Rule != "" {
		return nil
	}
	end, err := f.Due.End(r.c.Now.Location())
	if err != nil || end.IsZero() {
		return nil
	}
	return []Call{call("calendar.day", "date", end.Format(time.DateOnly))}
}

// takeText gives a tool the text behind a colon, or on the lines behind.
func takeText(tool string) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call {
		if r.paste != "" {
			return []Call{call(tool, "text", r.paste)}
		}
		from, to := m.Span("text")
		if stop := r.s.words[from-1].Mark; to-from < 2 || stop != ':' && stop != ';' && stop != ',' && stop != '.' {
			return nil
		}
		return []Call{call(tool, "text", strings.TrimSpace(r.s.text[r.s.words[from].From:]))}
	}
}

func setZone(r *reader, m *language.Match) []Call { return r.zone(r.slot(m, "zone")) }

func (r *reader) zone(s sentence) []Call {
	if len(s.words) > 4 || r.paste != "" {
		return nil
	}
	said := s.said(0, len(s.words))
	for _, lead := range []string{"in ", "on ", "the "} {
		said = strings.TrimPrefix(said, lead)
	}
	for _, tail := range []string{" time", " time zone"} {
		said = strings.TrimSuffix(said, tail)
	}
	return []Call{call("profile.zone", "zone", said)}
}

// setPlace changes the zone of somebody who says where they are, if that is a place.
func setPlace(r *reader, m *language.Match) []Call {
	s := r.slot(m, "place")
	if !cities[strings.Join(s.as(0, len(s.words)), "-")] {
		return nil
	}
	return r.zone(s)
}
