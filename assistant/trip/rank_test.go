package trip_test

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"parley"
	"parley/assistant/trip"
)

// central is a zone an hour ahead of UTC, as in Frankfurt and Paris in winter.
var central = time.FixedZone("", 3600)

// on is a clock time of the trip's day; an hour past 24 is of the day after.
func on(clock string) time.Time {
	var h, m int
	if _, err := fmt.Sscanf(clock, "%d:%d", &h, &m); err != nil {
		panic(err)
	}
	return time.Date(2026, 3, 3, h, m, 0, 0, central)
}

// fly is a flight in economy. Its legs are three words each: the airport and time it
// departs at, the time it arrives at; the last airport ends them.
func fly(id string, euros float64, numbers []string, legs ...string) parley.Flight {
	f := parley.Flight{ID: id, Airline: numbers[0][:2], Cabin: "economy", Price: parley.Money{Amount: euros, Currency: "EUR"}}
	for i, n := range numbers {
		f.Legs = append(f.Legs, parley.Leg{
			From: legs[3*i], To: legs[3*i+3], Depart: on(legs[3*i+1]), Arrive: on(legs[3*i+2]), Number: n,
		})
	}
	f.Stops = len(f.Legs) - 1
	f.DurationMin = int(f.Legs[f.Stops].Arrive.Sub(f.Legs[0].Depart).Minutes())
	return f
}

// ten are the seed's ten flights for a trip to Paris.
func ten() []parley.Flight {
	dollars := fly("usd", 99, []string{"AF 1019"}, "FRA", "08:00", "09:15", "CDG")
	dollars.Price.Currency = "USD"
	front := fly("front", 240, []string{"LH 1026"}, "FRA", "06:40", "07:55", "CDG")
	front.Cabin = "business"
	return []parley.Flight{
		fly("early", 189, []string{"LH 1034"}, "FRA", "07:10", "08:25", "CDG"),
		fly("dawn", 210, []string{"AF 1619"}, "FRA", "06:05", "07:20", "CDG"),
		fly("close", 150, []string{"LH 1036"}, "FRA", "08:45", "10:00", "CDG"),
		fly("late", 120, []string{"AF 1219"}, "FRA", "12:20", "13:35", "CDG"),
		fly("evening", 110, []string{"LH 1050"}, "FRA", "19:00", "20:15", "CDG"),
		fly("onestop", 100, []string{"LX 1069", "LX 632"}, "FRA", "06:20", "07:15", "ZRH", "08:00", "09:15", "ORY"),
		fly("dear", 480, []string{"LH 1028"}, "FRA", "06:45", "08:00", "CDG"),
		fly("longwait", 90, []string{"KL 1762", "KL 1233"}, "FRA", "06:00", "07:10", "AMS", "11:30", "12:50", "CDG"),
		dollars,
		front,
	}
}

// TestTenFlightsForParis is the seed's example: given ten flights, rank the best three
// by early arrival for meetings, non-stop preference and budget, with reasons.
func TestTenFlightsForParis(t *testing.T) {
	wishes := parley.FlightPreferences{
		Airlines: []string{"Lufthansa"}, Cabin: "economy", NonStop: true, MaxPrice: &parley.Money{Amount: 300, Currency: "EUR"},
	}
	kept, left := trip.Filter(ten(), wishes)
	wantLeft := []trip.LeftOut{
		{"onestop", "1 stop, not non-stop"},
		{"dear", "480 EUR, over the limit of 300 EUR"},
		{"longwait", "1 stop, not non-stop"},
		{"usd", "priced in USD, not EUR"},
	}
	if !reflect.DeepEqual(left, wantLeft) {
		t.Errorf("left out %+v, want %+v", left, wantLeft)
	}
	meetings := []parley.Appointment{
		{Title: "Review", Start: on("14:00"), End: on("15:00")},
		{Title: "Client", Start: on("11:00"), End: on("12:00")},
		{Title: "Conference", Start: on("00:00"), End: on("24:00"), AllDay: true},
	}
	got := trip.Rank(kept, wishes, meetings)
	// All fly non-stop in 75 minutes, so 0.20 for that; the cheapest costs 110.
	want := []parley.RankedFlight{
		{
			FlightID: "early", Rank: 1, Score: 0.896, // 0.30 + 0.25*110/189 + 0.20 + 0.15 + 0.10
			Reasoning: "Lands 2 h 35 min before your first appointment, costs 72 % more than the cheapest, is non-stop, " +
				"is with an airline you prefer and is in economy as you like it.",
			KeyFactors: []string{"in time for your appointment", "non-stop", "quickest", "preferred airline", "preferred cabin"},
		}, {
			FlightID: "front", Rank: 2, Score: 0.815, // 0.30 + 0.25*110/240 + 0.20 + 0.15 + 0.05
			Reasoning: "Lands 3 h 5 min before your first appointment, costs at least twice the cheapest, is non-stop, " +
				"is with an airline you prefer and is in business, not economy.",
			KeyFactors: []string{"in time for your appointment", "non-stop", "quickest", "preferred airline"},
		}, {
			FlightID: "close", Rank: 3, Score: 0.798, // 0.30*(0.1 + 0.9*60/120) + 0.25*110/150 + 0.20 + 0.15 + 0.10
			Reasoning: "Lands only 1 h before your first appointment, costs 37 % more than the cheapest, is non-stop, " +
				"is with an airline you prefer and is in economy as you like it.",
			KeyFactors: []string{"little time before your appointment", "non-stop", "quickest", "preferred airline", "preferred cabin"},
		},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Rank =\n%s\nwant\n%s", encode(t, got), encode(t, want))
	}
}

// alike are flights that differ in nothing but what a test changes.
func alike(n int, change func(i int, f *parley.Flight)) []parley.Flight {
	flights := make([]parley.Flight, n)
	for i := range flights {
		flights[i] = fly(fmt.Sprint("f", i), 100, []string{"LH 1"}, "FRA", "08:00", "09:00", "CDG")
		change(i, &flights[i])
	}
	return flights
}

// moved is a change that lets the i-th flight depart at the i-th clock time.
func moved(clocks ...string) (int, func(int, *parley.Flight)) {
	return len(clocks), func(i int, f *parley.Flight) {
		by := on(clocks[i]).Sub(f.Legs[0].Depart)
		f.Legs[0].Depart, f.Legs[0].Arrive = f.Legs[0].Depart.Add(by), f.Legs[0].Arrive.Add(by)
	}
}

func TestOrder(t *testing.T) {
	meeting := []parley.Appointment{{Start: on("12:00"), End: on("13:00")}}
	timed := func(clocks ...string) []parley.Flight { return alike(moved(clocks...)) }
	for _, c := range []struct {
		name     string
		flights  []parley.Flight
		wishes   parley.FlightPreferences
		calendar []parley.Appointment
		want     string
	}{
		{"cheaper first", alike(3, func(i int, f *parley.Flight) { f.Price.Amount -= float64(i) }), parley.FlightPreferences{}, nil, "[f2 f1 f0]"},
		{"alike, the lower id first", alike(3, func(int, *parley.Flight) {}), parley.FlightPreferences{}, nil, "[f0 f1 f2]"},
		{"earlier in the day, nights last", timed("01:00", "18:00", "07:00"), parley.FlightPreferences{}, nil, "[f2 f1 f0]"},
		{"two hours before the meeting are enough", timed("09:00", "07:00", "09:01"), parley.FlightPreferences{}, meeting, "[f0 f1 f2]"},
		{"less before the meeting is worse by the minute", timed("10:30", "10:00", "10:31"), parley.FlightPreferences{}, meeting, "[f1 f0 f2]"},
		{"into the meeting is worst, and worse the later", timed("18:00", "11:30", "10:59"), parley.FlightPreferences{}, meeting, "[f2 f1 f0]"},
		{
			"fewer stops, then shorter",
			alike(3, func(i int, f *parley.Flight) { f.Stops, f.DurationMin = []int{1, 0, 0}[i], []int{90, 90, 60}[i] }),
			parley.FlightPreferences{}, nil, "[f2 f1 f0]",
		}, {
			"a wanted airline by its name or code",
			alike(3, func(i int, f *parley.Flight) { f.Airline = []string{"KL", "LX", "AF"}[i] }),
			parley.FlightPreferences{Airlines: []string{"air france", "lx"}}, nil, "[f1 f2 f0]",
		}, {
			"the wanted cabin, then a better one",
			alike(3, func(i int, f *parley.Flight) { f.Cabin = []string{"economy", "first", "business"}[i] }),
			parley.FlightPreferences{Cabin: "business"}, nil, "[f2 f1 f0]",
		},
	} {
		ranked := trip.Rank(c.flights, c.wishes, c.calendar)
		ids := make([]string, len(ranked))
		for i, r := range ranked {
			ids[i] = r.FlightID
		}
		if got := fmt.Sprint(ids); got != c.want {
			t.Errorf("%s: ranked %s, want %s: %s", c.name, got, c.want, encode(t, ranked))
		}
	}
}

func TestAppointmentsThatCount(t *testing.T) {
	const day = 24 * time.Hour
	flight := alike(1, func(int, *parley.Flight) {}) // 08:00 to 09:00
	appointment := func(start, end time.Time) []parley.Appointment { return []parley.Appointment{{Start: start, End: end}} }
	for _, c := range []struct {
		name     string
		calendar []parley.Appointment
		want     string // the first factor
	}{
		{"none", nil, "cheapest"},
		{"well after", appointment(on("11:00"), on("12:00")), "in time for your appointment"},
		{"in another zone's words", appointment(on("11:00").UTC(), on("12:00").UTC()), "in time for your appointment"},
		{"soon after", appointment(on("10:00"), on("12:00")), "little time before your appointment"},
		{"of the day, over before the flight", appointment(on("07:00"), on("08:00")), "misses your first appointment"},
		{"until after the departure", appointment(on("07:00"), on("08:01")), "misses your first appointment"},
		{"in the air", appointment(on("08:30"), on("08:40")), "misses your first appointment"},
		{"without an end", appointment(on("08:00"), time.Time{}), "misses your first appointment"},
		{"the day after", appointment(on("24:00"), on("25:00")), "cheapest"},
		{"the last of the day", appointment(on("23:59"), on("25:00")), "in time for your appointment"},
		{"the day before", appointment(on("10:00").Add(-day), on("11:00").Add(-day)), "cheapest"},
		{"from the day before", appointment(on("10:00").Add(-day), on("08:30")), "misses your first appointment"},
		{"the whole day", []parley.Appointment{{Start: on("00:00"), End: on("24:00"), AllDay: true}}, "cheapest"},
		{"the first of two", append(appointment(on("15:00"), on("16:00")), appointment(on("10:00"), on("11:00"))...), "little time before your appointment"},
	} {
		if got := trip.Rank(flight, parley.FlightPreferences{}, c.calendar)[0].KeyFactors[0]; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// TestDayOfArrivalIsTheDestinations: a flight from San Francisco lands in Tokyo at
// 15:00 of the next day there, while it is still the evening before at home.
func TestDayOfArrivalIsTheDestinations(t *testing.T) {
	pacific, japan := time.FixedZone("", -8*3600), time.FixedZone("", 9*3600)
	flight := alike(1, func(_ int, f *parley.Flight) {
		f.Legs[0].Depart = time.Date(2026, 3, 3, 11, 20, 0, 0, pacific)
		f.Legs[0].Arrive = time.Date(2026, 3, 4, 15, 0, 0, 0, japan)
	})
	dinner := time.Date(2026, 3, 4, 19, 0, 0, 0, japan)
	got := trip.Rank(flight, parley.FlightPreferences{}, []parley.Appointment{{Start: dinner, End: dinner.Add(time.Hour)}})
	if want := "Lands 4 h before your first appointment, is the cheapest and is non-stop."; got[0].Reasoning != want {
		t.Errorf("Reasoning = %q, want %q", got[0].Reasoning, want)
	}
}

func BenchmarkRank50(b *testing.B) {
	flights := madeUp(trip.MaxOptions)
	wishes := parley.FlightPreferences{Airlines: []string{"Lufthansa", "AF"}, Cabin: "economy"}
	calendar := make([]parley.Appointment, 20)
	for i := range calendar {
		calendar[i] = parley.Appointment{Start: on("11:00").AddDate(0, 0, i), End: on("12:00").AddDate(0, 0, i)}
	}
	b.ReportAllocs()
	for b.Loop() {
		if ranked := trip.Rank(flights, wishes, calendar); len(ranked) != trip.MaxRanked {
			b.Fatal(ranked)
		}
	}
}
