package trip_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"parley/assistant/trip"
)

func TestPlacesByName(t *testing.T) {
	for name, want := range map[string]string{
		"Paris": "PAR", "paris": "PAR", " London ": "LON", "New  York": "NYC", "new york city": "NYC", "Tokyo": "TYO", "Milan": "MIL",
		"Berlin": "BER", "Madrid": "MAD", "San Francisco": "SFO", "Delhi": "DEL", "New Delhi": "DEL", "Rome": "FCO", "Chicago": "ORD",
		"CDG": "CDG", "cdg": "CDG", "PAR": "PAR", "ROM": "ROM", "Heathrow": "LHR",
		"Heathrow Airport": "LHR", "München": "MUC", "SÃO PAULO": "GRU",
	} {
		if got, ok := trip.Places(name); !ok || got != want {
			t.Errorf("Places(%q) = %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "Atlantis", "Par is", "Paris, Texas", "XXX", "airport"} {
		if got, ok := trip.Places(name); ok {
			t.Errorf("Places(%q) = %q, want none", name, got)
		}
	}
}

func TestAirportsOfACode(t *testing.T) {
	for code, want := range map[string][]string{
		"PAR": {"CDG", "ORY"}, "CDG": {"CDG"}, "LON": {"LGW", "LHR"}, "MAD": {"MAD"}, "ROM": {"FCO"}, "XXX": nil, "": nil, "par": nil,
	} {
		var got []string
		for _, a := range trip.Airports(code) {
			got = append(got, a.Code)
		}
		if !slices.Equal(got, want) {
			t.Errorf("Airports(%q) = %v, want %v", code, got, want)
		}
	}
}

// TestTheTableOfPlacesIsSound: every name leads to an airport whose data can be used,
// and no code stands for two cities.
func TestTheTableOfPlacesIsSound(t *testing.T) {
	for _, l := range trip.Airlines() {
		if l.Hub != "" && len(trip.Airports(l.Hub)) != 1 {
			t.Errorf("%s has its hub at %q", l.Name, l.Hub)
		}
		if code, ok := trip.AirlineCode(l.Name); !ok || code != l.Code {
			t.Errorf("AirlineCode(%q) = %q, %v, want %q", l.Name, code, ok, l.Code)
		}
	}
	if !slices.IsSortedFunc(trip.Airlines(), func(a, b trip.Airline) int { return strings.Compare(a.Code, b.Code) }) {
		t.Error("the airlines are not in the order of their codes")
	}
	for _, name := range trip.PlaceNames() {
		code, ok := trip.Places(name)
		at := trip.Airports(code)
		if !ok || len(at) == 0 {
			t.Errorf("Places(%q) = %q, %v, with no airport", name, code, ok)
			continue
		}
		for _, a := range at {
			if _, err := time.LoadLocation(a.Zone); err != nil || len(a.Code) != 3 || len(a.Metro) != 3 || a.City != at[0].City ||
				a.Lat < -90 || a.Lat > 90 || a.Lon < -180 || a.Lon > 180 || len(a.Currency) != 3 {
				t.Errorf("%s: %+v, %v", name, a, err)
			}
		}
	}
}

func TestAirlineByNameOrCode(t *testing.T) {
	for name, want := range map[string]string{"Lufthansa": "LH", "air  france": "AF", "lh": "LH", "klm": "KL", "XQ": "XQ", "3k": "3K"} {
		if got, ok := trip.AirlineCode(name); !ok || got != want {
			t.Errorf("AirlineCode(%q) = %q, %v, want %q", name, got, ok, want)
		}
	}
	for _, name := range []string{"", "Atlantis Air", "12", "L", "L H"} {
		if got, ok := trip.AirlineCode(name); ok {
			t.Errorf("AirlineCode(%q) = %q, want none", name, got)
		}
	}
}
