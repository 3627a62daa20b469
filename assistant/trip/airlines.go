package trip

import (
	"slices"
	"strings"

	"parley"
)

// Airline is one of the airlines that are known by name.
type Airline struct {
	// Code is its IATA code.
	Code, Name string
	// Hub is the airport that most of its flights meet at; empty if they do not.
	Hub string
}

var airlines = []Airline{
	{"AC", "Air Canada", "YYZ"},
	{"AF", "Air France", "CDG"},
	{"AI", "Air India", "DEL"},
	{"AY", "Finnair", "HEL"},
	{"AZ", "ITA Airways", "FCO"},
	{"BA", "British Airways", "LHR"},
	{"CX", "Cathay Pacific", "HKG"},
	{"DL", "Delta Air Lines", "JFK"},
	{"EI", "Aer Lingus", "DUB"},
	{"EK", "Emirates", "DXB"},
	{"FR", "Ryanair", ""},
	{"IB", "Iberia", "MAD"},
	{"JL", "Japan Airlines", "HND"},
	{"KE", "Korean Air", "ICN"},
	{"KL", "KLM", "AMS"},
	{"LH", "Lufthansa", "FRA"},
	{"LO", "LOT", "WAW"},
	{"LX", "Swiss", "ZRH"},
	{"NH", "ANA", "HND"},
	{"OS", "Austrian", "VIE"},
	{"QF", "Qantas", "SYD"},
	{"QR", "Qatar Airways", "DOH"},
	{"SK", "SAS", "CPH"},
	{"SQ", "Singapore Airlines", "SIN"},
	{"TK", "Turkish Airlines", "IST"},
	{"TP", "TAP", "LIS"},
	{"U2", "easyJet", ""},
	{"UA", "United", "EWR"},
	{"VY", "Vueling", ""},
}

// Airlines returns all airlines that are known by name. The caller owns them.
func Airlines() []Airline { return slices.Clone(airlines) }

// AirlineCode returns the IATA code of an airline by its name or its code, whatever
// the case. Two characters that may be a code are returned as one, in capitals; any
// other name that is not known is not ok.
func AirlineCode(name string) (code string, ok bool) {
	name = parley.OneLine(name)
	for _, a := range airlines {
		if strings.EqualFold(a.Code, name) || strings.EqualFold(a.Name, name) {
			return a.Code, true
		}
	}
	code = strings.ToUpper(name)
	return code, airlineCode.MatchString(code)
}

// airlineName is the name of the airline that has code, or else the code.
func airlineName(code string) string {
	i, found := slices.BinarySearchFunc(airlines, code, func(a Airline, code string) int { return strings.Compare(a.Code, code) })
	if !found {
		return code
	}
	return airlines[i].Name
}
