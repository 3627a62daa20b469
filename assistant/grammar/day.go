package grammar

import (
	"slices"
	"strings"
	"time"
)

// calendarDay shows the day <when>, today if it was left out.
func calendarDay(r *reader, m *match) []Call {
	s := r.slot(m, "when")
	if len(s.words) == 0 {
		return []Call{call("calendar.day")}
	}
	if slices.ContainsFunc(s.words, func(w word) bool { return w.as == "week" || w.as == "month" || w.as == "weekend" || w.as == "year" }) {
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
func takeText(tool string) func(*reader, *match) []Call {
	return func(r *reader, m *match) []Call {
		if r.paste != "" {
			return []Call{call(tool, "text", r.paste)}
		}
		from, to := m.span("text")
		if stop := r.s.words[from-1].stop; to-from < 2 || stop != ':' && stop != ';' && stop != ',' && stop != '.' {
			return nil
		}
		return []Call{call(tool, "text", strings.TrimSpace(r.s.text[r.s.words[from].start:]))}
	}
}

func setZone(r *reader, m *match) []Call {
	s := r.slot(m, "zone")
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
func setPlace(r *reader, m *match) []Call {
	s := r.slot(m, "place")
	if !cities[strings.Join(s.as(0, len(s.words)), "-")] {
		return nil
	}
	return setZone(&reader{c: r.c, s: s}, &match{names: []string{"zone"}, at: [maxSlots]struct{ from, to int }{{0, len(s.words)}}})
}

// cities are places that are no other words too, and tell a zone.
var cities = set(`
	abu-dhabi addis-ababa algiers amman amsterdam anchorage antwerp athens atlanta auckland austin baghdad baku baltimore bangalore
	bangkok barcelona basel beijing beirut belfast belgrade berlin bern birmingham bogota bologna bombay bordeaux boston bratislava
	brisbane bristol brussels bucharest budapest buenos-aires cairo calcutta calgary canberra cape-town caracas casablanca charlotte
	chennai chicago cologne copenhagen cork dakar dallas damascus dar-es-salaam delhi denver detroit dhaka doha dresden dubai dublin
	durban dusseldorf edinburgh edmonton florence frankfurt geneva glasgow gothenburg hamburg hanoi hanover havana helsinki
	ho-chi-minh-city hong-kong honolulu houston hyderabad istanbul jakarta jerusalem johannesburg kabul karachi kathmandu kiev
	kigali kingston kolkata krakow kuala-lumpur kyiv kyoto lagos lahore las-vegas leeds leipzig lima lisbon liverpool ljubljana
	london los-angeles luxembourg lyon madrid malaga manchester manila marseille melbourne memphis mexico-city miami milan
	minneapolis minsk montevideo montreal moscow mumbai munich nairobi naples nashville new-delhi new-orleans new-york new-york-city
	nice nuremberg osaka oslo ottawa palermo panama-city paris perth philadelphia phoenix pittsburgh portland porto prague quebec
	quito reykjavik riga rio rio-de-janeiro riyadh rome rotterdam salt-lake-city salzburg san-diego san-francisco san-jose santiago
	sao-paulo sarajevo seattle seoul seville shanghai shenzhen singapore sofia st-louis stockholm stuttgart sydney taipei tallinn
	tampa tbilisi tehran tel-aviv tokyo toronto toulouse tunis turin valencia vancouver venice vienna vilnius warsaw washington
	wellington yerevan zagreb zurich münchen zürich wien köln berne germany france spain italy japan india china portugal england
	scotland ireland switzerland austria sweden norway finland denmark poland greece california texas florida hawaii`)
