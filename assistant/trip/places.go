package trip

import (
	"slices"
	"strings"

	"parley"
)

// Airport is one of the airports that are known by name.
type Airport struct {
	// Code is its IATA code, Metro that of its city: Code itself if the city has no
	// code of its own.
	Code, Metro string
	// City is the city's name in English.
	City string
	// Lat and Lon are degrees north and east.
	Lat, Lon float64
	// Zone is an IANA name.
	Zone string
	// Currency is the one that flights from it are mostly sold in (ISO 4217).
	Currency string
}

// airports are large airports of the world; any other is as good for a trip, but
// is shown by its code and cannot be found by a name.
var airports = []Airport{
	{"AMS", "AMS", "Amsterdam", 52.31, 4.76, "Europe/Amsterdam", "EUR"},
	{"ARN", "STO", "Stockholm", 59.65, 17.92, "Europe/Stockholm", "EUR"},
	{"ATH", "ATH", "Athens", 37.94, 23.94, "Europe/Athens", "EUR"},
	{"BCN", "BCN", "Barcelona", 41.30, 2.08, "Europe/Madrid", "EUR"},
	{"BER", "BER", "Berlin", 52.36, 13.50, "Europe/Berlin", "EUR"},
	{"BKK", "BKK", "Bangkok", 13.69, 100.75, "Asia/Bangkok", "USD"},
	{"BLR", "BLR", "Bangalore", 13.20, 77.71, "Asia/Kolkata", "INR"},
	{"BOM", "BOM", "Mumbai", 19.09, 72.87, "Asia/Kolkata", "INR"},
	{"BOS", "BOS", "Boston", 42.37, -71.01, "America/New_York", "USD"},
	{"BRU", "BRU", "Brussels", 50.90, 4.48, "Europe/Brussels", "EUR"},
	{"BUD", "BUD", "Budapest", 47.44, 19.26, "Europe/Budapest", "EUR"},
	{"CAI", "CAI", "Cairo", 30.12, 31.41, "Africa/Cairo", "USD"},
	{"CDG", "PAR", "Paris", 49.01, 2.55, "Europe/Paris", "EUR"},
	{"CPH", "CPH", "Copenhagen", 55.62, 12.65, "Europe/Copenhagen", "EUR"},
	{"DEL", "DEL", "Delhi", 28.57, 77.10, "Asia/Kolkata", "INR"},
	{"DOH", "DOH", "Doha", 25.27, 51.61, "Asia/Qatar", "USD"},
	{"DUB", "DUB", "Dublin", 53.42, -6.27, "Europe/Dublin", "EUR"},
	{"DXB", "DXB", "Dubai", 25.25, 55.36, "Asia/Dubai", "USD"},
	{"EWR", "NYC", "New York", 40.69, -74.17, "America/New_York", "USD"},
	{"FCO", "ROM", "Rome", 41.80, 12.25, "Europe/Rome", "EUR"},
	{"FRA", "FRA", "Frankfurt", 50.03, 8.57, "Europe/Berlin", "EUR"},
	{"GRU", "SAO", "Sao Paulo", -23.44, -46.47, "America/Sao_Paulo", "USD"},
	{"GVA", "GVA", "Geneva", 46.24, 6.11, "Europe/Zurich", "EUR"},
	{"HEL", "HEL", "Helsinki", 60.32, 24.96, "Europe/Helsinki", "EUR"},
	{"HKG", "HKG", "Hong Kong", 22.31, 113.91, "Asia/Hong_Kong", "USD"},
	{"HND", "TYO", "Tokyo", 35.55, 139.78, "Asia/Tokyo", "JPY"},
	{"ICN", "SEL", "Seoul", 37.46, 126.44, "Asia/Seoul", "USD"},
	{"IST", "IST", "Istanbul", 41.26, 28.74, "Europe/Istanbul", "EUR"},
	{"JFK", "NYC", "New York", 40.64, -73.78, "America/New_York", "USD"},
	{"LAX", "LAX", "Los Angeles", 33.94, -118.41, "America/Los_Angeles", "USD"},
	{"LGW", "LON", "London", 51.15, -0.19, "Europe/London", "GBP"},
	{"LHR", "LON", "London", 51.47, -0.45, "Europe/London", "GBP"},
	{"LIN", "MIL", "Milan", 45.45, 9.28, "Europe/Rome", "EUR"},
	{"LIS", "LIS", "Lisbon", 38.77, -9.13, "Europe/Lisbon", "EUR"},
	{"MAD", "MAD", "Madrid", 40.47, -3.56, "Europe/Madrid", "EUR"},
	{"MIA", "MIA", "Miami", 25.79, -80.29, "America/New_York", "USD"},
	{"MUC", "MUC", "Munich", 48.35, 11.79, "Europe/Berlin", "EUR"},
	{"MXP", "MIL", "Milan", 45.63, 8.72, "Europe/Rome", "EUR"},
	{"NCE", "NCE", "Nice", 43.66, 7.21, "Europe/Paris", "EUR"},
	{"NRT", "TYO", "Tokyo", 35.76, 140.39, "Asia/Tokyo", "JPY"},
	{"ORD", "CHI", "Chicago", 41.97, -87.91, "America/Chicago", "USD"},
	{"ORY", "PAR", "Paris", 48.73, 2.36, "Europe/Paris", "EUR"},
	{"OSL", "OSL", "Oslo", 60.19, 11.10, "Europe/Oslo", "EUR"},
	{"PRG", "PRG", "Prague", 50.10, 14.26, "Europe/Prague", "EUR"},
	{"SEA", "SEA", "Seattle", 47.45, -122.31, "America/Los_Angeles", "USD"},
	{"SFO", "SFO", "San Francisco", 37.62, -122.38, "America/Los_Angeles", "USD"},
	{"SIN", "SIN", "Singapore", 1.36, 103.99, "Asia/Singapore", "USD"},
	{"SYD", "SYD", "Sydney", -33.95, 151.18, "Australia/Sydney", "USD"},
	{"VIE", "VIE", "Vienna", 48.11, 16.57, "Europe/Vienna", "EUR"},
	{"WAW", "WAW", "Warsaw", 52.17, 20.97, "Europe/Warsaw", "EUR"},
	{"YYZ", "YTO", "Toronto", 43.68, -79.63, "America/Toronto", "USD"},
	{"ZRH", "ZRH", "Zurich", 47.46, 8.55, "Europe/Zurich", "EUR"},
}

// otherNames are names of places besides that of the airport's city, in small
// letters.
var otherNames = map[string]string{
	"new york city": "NYC", "new delhi": "DEL", "bombay": "BOM", "bengaluru": "BLR", "sf": "SFO",
	"münchen": "MUC", "wien": "VIE", "zürich": "ZRH", "genève": "GVA", "roma": "FCO", "milano": "MIL",
	"lisboa": "LIS", "københavn": "CPH", "são paulo": "GRU", "praha": "PRG", "warszawa": "WAW",
	"heathrow": "LHR", "gatwick": "LGW", "charles de gaulle": "CDG", "roissy": "CDG", "orly": "ORY",
	"newark": "EWR", "haneda": "HND", "narita": "NRT", "malpensa": "MXP", "linate": "LIN",
}

// byCode finds an airport by its code, byMetro those of a city by the city's code,
// codes the code of either by a name in small letters.
var byCode, byMetro, codes = index()

func index() (byCode map[string]Airport, byMetro map[string][]Airport, codes map[string]string) {
	byCode, byMetro, codes = map[string]Airport{}, map[string][]Airport{}, map[string]string{}
	for _, a := range airports {
		byCode[a.Code] = a
		byMetro[a.Metro] = append(byMetro[a.Metro], a)
	}
	for metro, at := range byMetro {
		codes[strings.ToLower(metro)] = metro
		place := metro
		if len(at) == 1 {
			place = at[0].Code
		}
		codes[strings.ToLower(at[0].City)] = place
	}
	for code := range byCode {
		codes[strings.ToLower(code)] = code
	}
	for name, code := range otherNames {
		codes[name] = code
	}
	return byCode, byMetro, codes
}

// Airports returns the airports that an IATA code of an airport or a city stands
// for: "PAR" has CDG and ORY. It returns none for a code that is not known. The
// caller owns them.
func Airports(code string) []Airport {
	if a, known := byCode[code]; known {
		return []Airport{a}
	}
	return slices.Clone(byMetro[code])
}

// Places returns the IATA code of a place by its name, its code or the name of one
// of its airports, whatever the case: "Paris" is PAR, a city of several airports,
// "Madrid" and "mad" are MAD, "Heathrow" is LHR. It knows some fifty cities.
func Places(name string) (code string, ok bool) {
	name = strings.TrimSuffix(strings.ToLower(parley.OneLine(name)), " airport")
	code, ok = codes[name]
	return code, ok
}

// city is the name of the place that has code, or "".
func city(code string) string {
	if at := Airports(code); len(at) > 0 {
		return at[0].City
	}
	return ""
}

// metro is the code of the city of an airport or a city; of one that is not known,
// its own.
func metro(code string) string {
	if a, known := byCode[code]; known {
		return a.Metro
	}
	return code
}

// serves reports whether the airport of code is place, or one of the city of place.
// An airport that is not known may be of any city, but is never a known airport.
func serves(code, place string) bool {
	if _, airport := byCode[place]; airport || code == place {
		return code == place
	}
	a, known := byCode[code]
	return !known || a.Metro == place
}
