package trip_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"
	"unicode/utf8"

	"parley"
	"parley/assistant/trip"
)

// oneOf is any of a list.
func oneOf[T any](random *rand.Rand, list ...T) T { return list[random.IntN(len(list))] }

// anyFlight is a flight that a source could give, with prices that are often alike.
func anyFlight(random *rand.Rand, id int) parley.Flight {
	at := on("00:00").Add(time.Duration(random.IntN(24*60)) * time.Minute)
	f := parley.Flight{
		ID: fmt.Sprint("f", id), Airline: oneOf(random, "LH", "AF", "KL"),
		Cabin: oneOf(random, "economy", "premium_economy", "business", "first"),
		Price: parley.Money{Amount: float64(random.IntN(8)*100) + 0.5, Currency: oneOf(random, "EUR", "EUR", "USD")},
	}
	stops := []string{"FRA", "ZRH", "AMS", "CDG"}
	stops = append(stops[:random.IntN(3)+1], "CDG")
	for i, from := range stops[:len(stops)-1] {
		arrive := at.Add(time.Duration(1+random.IntN(800)) * time.Minute)
		zone := time.FixedZone("", 3600*random.IntN(12))
		f.Legs = append(f.Legs, parley.Leg{From: from, To: stops[i+1], Depart: at, Arrive: arrive.In(zone), Number: "LH 1"})
		at = arrive.Add(time.Duration(random.IntN(600)) * time.Minute).In(zone)
	}
	f.Stops = len(f.Legs) - 1
	f.DurationMin = int(f.Legs[f.Stops].Arrive.Sub(f.Legs[0].Depart).Minutes())
	return f
}

func anyWishes(random *rand.Rand) parley.FlightPreferences {
	return parley.FlightPreferences{
		Airlines: oneOf(random, nil, []string{"Lufthansa"}, []string{"af", "KL"}), Cabin: oneOf(random, "", "economy", "business", "hold"),
		MaxPrice: oneOf(random, nil, &parley.Money{Amount: 300, Currency: "EUR"}, &parley.Money{Amount: 500}),
		NonStop:  random.IntN(4) == 0, MaxLayoverMin: random.IntN(3) * 200,
	}
}

func anyCalendar(random *rand.Rand) []parley.Appointment {
	calendar := make([]parley.Appointment, random.IntN(4))
	for i := range calendar {
		start := on("00:00").Add(time.Duration(random.IntN(48*60)) * time.Minute)
		calendar[i] = parley.Appointment{Start: start, End: start.Add(time.Hour), AllDay: random.IntN(4) == 0}
	}
	return calendar
}

// TestRankingHoldsForAnyFlights: what is ranked was kept and keeps the hard wishes,
// the order is by score, price and id, the texts are within their bounds, Check finds
// nothing in it, and the order of the options does not matter.
func TestRankingHoldsForAnyFlights(t *testing.T) {
	for seed := range uint64(2000) {
		random := rand.New(rand.NewPCG(seed, 1))
		options := make([]parley.Flight, random.IntN(trip.MaxOptions+1))
		for i := range options {
			options[i] = anyFlight(random, i)
		}
		wishes, calendar := anyWishes(random), anyCalendar(random)
		kept, left := trip.Filter(options, wishes)
		if len(kept)+len(left) != len(options) {
			t.Fatalf("seed %d: %d kept and %d left out of %d", seed, len(kept), len(left), len(options))
		}
		ranked := trip.Rank(kept, wishes, calendar)
		if len(ranked) != min(len(kept), trip.MaxRanked) {
			t.Fatalf("seed %d: %d ranked of %d", seed, len(ranked), len(kept))
		}
		for i, r := range ranked {
			wrong := wrongRank(r, kept, wishes)
			if r.Rank != i+1 || i > 0 && r.Score > ranked[i-1].Score {
				wrong = "order"
			}
			if wrong != "" {
				t.Fatalf("seed %d: %s: %+v", seed, wrong, ranked)
			}
		}
		if good, violations := trip.Check(ranked, kept); len(violations) > 0 || !slices.EqualFunc(good, ranked, same) {
			t.Fatalf("seed %d: Check = %+v, %q", seed, good, violations)
		}
		if trip.InTop(ranked, kept, wishes, calendar, 1) != (len(kept) > 0) {
			t.Fatalf("seed %d: its own first is not in the top", seed)
		}
		random.Shuffle(len(options), func(i, j int) { options[i], options[j] = options[j], options[i] })
		kept, _ = trip.Filter(options, wishes)
		if again := trip.Rank(kept, wishes, calendar); !reflect.DeepEqual(again, ranked) {
			t.Fatalf("seed %d: shuffled %+v, before %+v", seed, again, ranked)
		}
	}
}

func same(a, b parley.RankedFlight) bool { return reflect.DeepEqual(a, b) }

// wrongRank says what is wrong with a ranked flight by itself.
func wrongRank(r parley.RankedFlight, kept []parley.Flight, wishes parley.FlightPreferences) string {
	i := slices.IndexFunc(kept, func(f parley.Flight) bool { return f.ID == r.FlightID })
	switch {
	case i < 0:
		return "it was left out"
	case kept[i].Price.Currency != kept[0].Price.Currency:
		return "another currency"
	case wishes.MaxPrice != nil && kept[i].Price.Amount > wishes.MaxPrice.Amount:
		return "over the highest price"
	case wishes.NonStop && kept[i].Stops > 0:
		return "not non-stop"
	case !(r.Score >= 0 && r.Score <= 1):
		return "score"
	case r.Reasoning == "" || utf8.RuneCountInString(r.Reasoning) > parley.MaxReasoning || len(r.KeyFactors) == 0:
		return "reasons"
	}
	return ""
}
