package trip

import (
	"cmp"
	"math"
	"slices"
	"time"

	"parley"
)

// MaxRanked bounds the flights of a ranking.
const MaxRanked = 3

// The parts of a score. Each is a share of 0-1; the weights add up to 1.
const (
	weightTiming  = 0.30
	weightPrice   = 0.25
	weightStops   = 0.20
	weightAirline = 0.15
	weightCabin   = 0.10
)

const (
	// ahead is how long before an event its visitor should land.
	ahead = 2 * time.Hour
	// barely is the timing of a flight that lands as the event begins; the share falls
	// to 0 for one that lands late by lateMost.
	barely   = 0.1
	lateMost = 6 * time.Hour
	// overnight is the timing of a flight through the night, where no event waits.
	overnight = 0.3
	// lateDay is the timing of a landing at midnight, where no event waits; one at
	// dayBegins or before has 1.
	lateDay   = 0.6
	dayBegins = 6 * time.Hour
)

// Rank returns the best MaxRanked of kept by rules, the best first. It gives the same
// for the same flights in any order, and changes no argument. calendar has the
// user's appointments on the days of the journey; those of whole days do not count.
// kept is what Filter kept of the flights of a Source: prices are compared as if of one
// currency.
//
// A score is 0.30 timing + 0.25 price + 0.20 stops and duration + 0.15 airline + 0.10
// cabin, to three digits; of equal ones the cheaper flight is first, then the one of
// the lower id. The shares are of 0-1:
//   - Timing is 1 for landing two hours before the first appointment, 0.1 for landing
//     as it begins, 0 for six hours later, and in proportion between. The appointments
//     are those of the day of arrival where the flight lands, and those that it is in
//     the air at; one of that day that is over before the departure is missed too, for
//     a calendar does not say where it is. Without one, an early landing is a little
//     better than a late one and a flight through the night worse than both.
//   - Price is the cheapest's divided by the flight's.
//   - Stops and duration are in equal parts 1/(1+stops) and the quickest's duration
//     divided by the flight's.
//   - Airline and cabin are 1 where the wish is met or there is none; a better cabin
//     than the wanted is 0.5.
//
// The reasons and factors state these findings, and neither prices nor clock times.
func Rank(kept []parley.Flight, p parley.FlightPreferences, calendar []parley.Appointment) []parley.RankedFlight {
	order := rank(kept, p, calendar)
	ranked := make([]parley.RankedFlight, min(MaxRanked, len(order)))
	for i := range ranked {
		o := &order[i]
		ranked[i] = parley.RankedFlight{
			FlightID: o.flight.ID, Rank: i + 1, Score: o.score, Reasoning: o.reasoning(), KeyFactors: o.factors(),
		}
	}
	return ranked
}

// findings are what a flight's score is made of.
type findings struct {
	flight *parley.Flight
	score  float64

	landing landing
	slack   time.Duration // from the landing to the appointment, if there is one
	// dearer is the flight's price in cheapest ones; slower is how much longer it
	// takes than the quickest.
	dearer float64
	slower time.Duration
	// airline and cabin say how the wishes are met; the wanted cabin is empty without
	// one.
	airline wish
	cabin   wish
	wanted  string
}

// landing says how a flight's times suit the user's day.
type landing int

const (
	inTime landing = iota // two hours before an appointment
	tight                 // before it, but less
	missed                // after it has begun
	byDay
	byNight
)

// wish says how a wish is met.
type wish int

const (
	none wish = iota // there is no such wish
	met
	unmet
)

// rank orders all flights.
func rank(kept []parley.Flight, p parley.FlightPreferences, calendar []parley.Appointment) []findings {
	if len(kept) == 0 {
		return nil
	}
	cheapest, quickest := math.Inf(1), math.MaxInt
	for _, f := range kept {
		cheapest, quickest = min(cheapest, f.Price.Amount), min(quickest, f.DurationMin)
	}
	airlines := wantedAirlines(p.Airlines)
	order := make([]findings, len(kept))
	for i := range kept {
		f := &kept[i]
		o := &order[i]
		o.flight, o.wanted = f, p.Cabin
		o.dearer, o.slower = f.Price.Amount/cheapest, time.Duration(f.DurationMin-quickest)*time.Minute
		score := weightTiming * o.timing(calendar)
		score += weightPrice * cheapest / f.Price.Amount
		score += weightStops * (1/float64(1+f.Stops) + float64(quickest)/float64(f.DurationMin)) / 2
		score += weightAirline * o.carrier(airlines)
		score += weightCabin * o.comfort()
		o.score = math.Round(1000*score) / 1000
	}
	slices.SortFunc(order, func(a, b findings) int {
		return cmp.Or(
			cmp.Compare(b.score, a.score),
			cmp.Compare(a.flight.Price.Amount, b.flight.Price.Amount),
			cmp.Compare(a.flight.ID, b.flight.ID),
		)
	})
	return order
}

// timing finds how the flight's times suit, as a share of 0-1.
func (o *findings) timing(calendar []parley.Appointment) float64 {
	depart, arrive := o.flight.Legs[0].Depart, o.flight.Legs[len(o.flight.Legs)-1].Arrive
	first, found := firstAppointment(calendar, depart, arrive)
	if !found {
		return o.timeOfDay(depart, arrive)
	}
	o.slack = first.Sub(arrive)
	switch {
	case o.slack >= ahead:
		o.landing = inTime
		return 1
	case o.slack > 0:
		o.landing = tight
		return barely + (1-barely)*float64(o.slack)/float64(ahead)
	}
	o.landing = missed
	return barely * max(0, 1+float64(o.slack)/float64(lateMost))
}

// timeOfDay is timing without an appointment.
func (o *findings) timeOfDay(depart, arrive time.Time) float64 {
	if up := depart.Hour(); up >= 22 || up < 5 || arrive.Hour() < 5 {
		o.landing = byNight
		return overnight
	}
	o.landing = byDay
	late := float64(max(0, sinceMidnight(arrive)-dayBegins)) / float64(24*time.Hour-dayBegins)
	return 1 - (1-lateDay)*late
}

// firstAppointment is when the first appointment begins of those on arrive's day, in
// arrive's zone, and those that the flight is in the air at.
func firstAppointment(calendar []parley.Appointment, depart, arrive time.Time) (begin time.Time, found bool) {
	midnight := time.Date(arrive.Year(), arrive.Month(), arrive.Day(), 0, 0, 0, 0, arrive.Location())
	next := midnight.AddDate(0, 0, 1)
	for _, a := range calendar {
		ofDay := !a.Start.Before(midnight) && a.Start.Before(next)
		inAir := a.Start.Before(arrive) && a.End.After(depart)
		if !a.AllDay && (ofDay || inAir) && (!found || a.Start.Before(begin)) {
			begin, found = a.Start, true
		}
	}
	return begin, found
}

// carrier finds whether the flight has a wanted airline, as a share of 0-1.
func (o *findings) carrier(wanted map[string]bool) float64 {
	switch {
	case len(wanted) == 0:
		return 1
	case wanted[o.flight.Airline]:
		o.airline = met
		return 1
	}
	o.airline = unmet
	return 0
}

// comfort finds whether the flight has the wanted cabin, as a share of 0-1.
func (o *findings) comfort() float64 {
	have, want := slices.Index(cabins, o.flight.Cabin), slices.Index(cabins, o.wanted)
	switch {
	case want < 0:
		return 1
	case have == want:
		o.cabin = met
		return 1
	case have > want:
		o.cabin = unmet
		return 0.5
	}
	o.cabin = unmet
	return 0
}

// wantedAirlines are the codes of airlines that a user names by code or by name.
func wantedAirlines(names []string) map[string]bool {
	codes := make(map[string]bool, len(names))
	for _, name := range names {
		code, _ := AirlineCode(name)
		codes[code] = true
	}
	return codes
}

// sinceMidnight is the time of day on t's clock.
func sinceMidnight(t time.Time) time.Duration {
	return time.Duration(t.Hour())*time.Hour + time.Duration(t.Minute())*time.Minute
}
