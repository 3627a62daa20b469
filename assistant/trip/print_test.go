package trip_test

import (
	"testing"
	"time"

	"parley"
	"parley/assistant/trip"
)

func TestLines(t *testing.T) {
	change := func(f parley.Flight, change func(*parley.Flight)) parley.Flight {
		change(&f)
		return f
	}
	direct := fly("a", 189, []string{"LH 1034"}, "FRA", "07:10", "08:25", "CDG")
	two := fly("b", 1240.5, []string{"LX 1069", "AF 5", "AF 6"}, "FRA", "22:20", "23:15", "ZRH", "24:00", "25:00", "LIN", "33:00", "34:05", "CDG")
	two.Cabin = "premium_economy"
	over := change(direct, func(f *parley.Flight) { // over the date line
		f.Legs = []parley.Leg{{
			From: "HND", To: "SFO", Number: "JL 2",
			Depart: time.Date(2026, 3, 3, 0, 5, 0, 0, time.FixedZone("", 9*3600)),
			Arrive: time.Date(2026, 3, 2, 17, 0, 0, 0, time.FixedZone("", -8*3600)),
		}}
		f.Airline = "JL"
	})
	unknown := change(direct, func(f *parley.Flight) {
		f.Airline, f.Legs = "XQ", []parley.Leg{{From: "QQX", To: "QQY", Number: "XQ 1", Depart: on("07:00"), Arrive: on("56:30")}}
		f.Price = parley.Money{Amount: 120000, Currency: "JPY"}
	})
	for _, c := range []struct {
		name             string
		flight           parley.Flight
		card, spokenLine string
	}{
		{
			"non-stop", direct, "LH 1034, Frankfurt FRA 07:10 to Paris CDG 08:25, non-stop, 189 EUR",
			"Lufthansa, Frankfurt 07:10 to Paris 08:25, non-stop, 189 EUR",
		}, {
			"two stops and a night", two,
			"LX 1069 + AF 5 + AF 6, Frankfurt FRA 22:20 to Paris CDG 10:05 the next day, " +
				"2 stops in Zurich ZRH and Milan LIN, premium economy, 1240.50 EUR",
			"Swiss, Frankfurt 22:20 to Paris 10:05 the next day, 2 stops in Zurich and Milan, premium economy, 1240.50 EUR",
		}, {
			"over the date line", over, "JL 2, Tokyo HND 00:05 to San Francisco SFO 17:00 on 2 March, non-stop, 189 EUR",
			"Japan Airlines, Tokyo 00:05 to San Francisco 17:00 on 2 March, non-stop, 189 EUR",
		}, {
			"unknown places", unknown, "XQ 1, QQX 07:00 to QQY 08:30 on 5 March, non-stop, 120000 JPY",
			"XQ, QQX 07:00 to QQY 08:30 on 5 March, non-stop, 120000 JPY",
		},
		{"no legs", parley.Flight{ID: "x"}, "x", "x"},
	} {
		if got := trip.Print(c.flight); got != c.card {
			t.Errorf("%s: Print = %q, want %q", c.name, got, c.card)
		}
		if got := trip.Say(c.flight); got != c.spokenLine {
			t.Errorf("%s: Say = %q, want %q", c.name, got, c.spokenLine)
		}
	}
}
