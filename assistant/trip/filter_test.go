package trip_test

import (
	"reflect"
	"testing"

	"parley"
	"parley/assistant/trip"
)

func TestFilterHoldsToHardWishes(t *testing.T) {
	in := func(id string, amount float64, currency string) parley.Flight {
		f := fly(id, amount, []string{"LH 1"}, "FRA", "08:00", "09:00", "CDG")
		f.Price.Currency = currency
		return f
	}
	stopping := fly("stop", 90, []string{"LX 1", "LX 2"}, "FRA", "06:00", "07:00", "ZRH", "09:05", "10:00", "CDG")
	at := func(amount float64, currency string) *parley.Money {
		return &parley.Money{Amount: amount, Currency: currency}
	}
	for _, c := range []struct {
		name    string
		options []parley.Flight
		wishes  parley.FlightPreferences
		kept    []string
		left    []trip.LeftOut
	}{
		{"nothing", nil, parley.FlightPreferences{NonStop: true}, nil, nil},
		{"no wish", []parley.Flight{stopping}, parley.FlightPreferences{}, []string{"stop"}, nil},
		{
			"highest price", []parley.Flight{in("a", 100, "EUR"), in("b", 100.01, "EUR")},
			parley.FlightPreferences{MaxPrice: at(100, "EUR")},
			[]string{"a"}, []trip.LeftOut{{"b", "100.01 EUR, over the limit of 100 EUR"}},
		}, {
			"its currency", []parley.Flight{in("a", 1, "EUR"), in("b", 2, "EUR"), in("c", 3, "USD")},
			parley.FlightPreferences{MaxPrice: at(100, "USD")},
			[]string{"c"}, []trip.LeftOut{{"a", "priced in EUR, not USD"}, {"b", "priced in EUR, not USD"}},
		}, {
			"without a currency it is in that of most", []parley.Flight{in("a", 1, "EUR"), in("b", 2, "EUR"), in("c", 1, "USD")},
			parley.FlightPreferences{MaxPrice: at(1, "")},
			[]string{"a"}, []trip.LeftOut{{"b", "2 EUR, over the limit of 1 EUR"}, {"c", "priced in USD, not EUR"}},
		}, {
			"the currency of most", []parley.Flight{in("a", 1, "GBP"), in("b", 2, "USD"), in("c", 3, "USD")}, parley.FlightPreferences{},
			[]string{"b", "c"}, []trip.LeftOut{{"a", "priced in GBP, not USD"}},
		}, {
			"of two as common the first by its code", []parley.Flight{in("a", 1, "USD"), in("b", 2, "EUR")}, parley.FlightPreferences{},
			[]string{"b"}, []trip.LeftOut{{"a", "priced in USD, not EUR"}},
		}, {
			"non-stop", []parley.Flight{stopping, in("a", 1, "EUR")}, parley.FlightPreferences{NonStop: true},
			[]string{"a"}, []trip.LeftOut{{"stop", "1 stop, not non-stop"}},
		}, {
			"a layover as long as may be", []parley.Flight{stopping}, parley.FlightPreferences{MaxLayoverMin: 125}, []string{"stop"}, nil,
		}, {
			"a longer one", []parley.Flight{stopping}, parley.FlightPreferences{MaxLayoverMin: 124},
			nil, []trip.LeftOut{{"stop", "a layover of 2 h 5 min, over the limit of 2 h 4 min"}},
		},
	} {
		kept, left := trip.Filter(c.options, c.wishes)
		var ids []string
		for _, f := range kept {
			ids = append(ids, f.ID)
		}
		if !reflect.DeepEqual(ids, c.kept) || !reflect.DeepEqual(left, c.left) {
			t.Errorf("%s: Filter = %v, %+v, want %v, %+v", c.name, ids, left, c.kept, c.left)
		}
	}
}
