package trip

import (
	"bytes"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley"
)

// MaxOptions bounds the flights of one search.
const MaxOptions = 50

// Bounds of one option. No journey that is sold comes near them.
const (
	maxLegs    = 5
	maxJourney = 72 * time.Hour
	minPrice   = 0.01 // in any currency
	maxPrice   = 1e10
)

var (
	// optionID is what an id may be: it has no space, so no sentence fits in.
	optionID = regexp.MustCompile(`^[A-Za-z0-9._:-]{1,64}$`)
	// airlineCode is an IATA designator.
	airlineCode = regexp.MustCompile(`^(?:[A-Z][A-Z0-9]|[0-9][A-Z])$`)
	// flightNumber is a designator, which may be left out, and a number.
	flightNumber = regexp.MustCompile(`^(?:([A-Z][A-Z0-9]|[0-9][A-Z]) ?)?([0-9]{1,4}[A-Z]?)$`)
)

// cabins are those of a flight, the simplest first.
var cabins = []string{"economy", "premium_economy", "business", "first"}

// errAnswer is of an answer without a list of options.
var errAnswer = errors.New("the answer is no list of flights")

// wireFlight is an option as a server writes it. Other fields, such as an airline's
// name, are not read: no free text of a server gets into a Flight.
type wireFlight struct {
	ID      string `json:"flight_id"`
	Airline string `json:"airline"`
	Legs    []struct {
		From, To, Depart, Arrive, Number string
	} `json:"legs"`
	Cabin       string       `json:"cabin"`
	Stops       *int         `json:"stops"`
	DurationMin *int         `json:"duration_min"`
	Price       parley.Money `json:"price"`
	// Example is true of a source that makes flights up. What another means by it is not
	// known, and no reason to leave its flight out.
	Example json.RawMessage `json:"example"`
}

// readAnswer reads the first MaxOptions flights of a tool's answer: a list, or an
// object that has one as "options" or "flights". It leaves away the others, options
// that are no flight for t, and those whose id came before; dropped counts them.
// The error is errAnswer.
func readAnswer(data []byte, t parley.Trip) (flights []parley.Flight, dropped int, err error) {
	var list []json.RawMessage
	if data = bytes.TrimSpace(data); bytes.HasPrefix(data, []byte("[")) {
		err = json.Unmarshal(data, &list)
	} else {
		var answer struct{ Options, Flights []json.RawMessage }
		err = json.Unmarshal(data, &answer)
		if list = answer.Options; list == nil {
			list = answer.Flights
		}
	}
	if err != nil || list == nil {
		return nil, 0, errAnswer
	}
	ids := map[string]bool{}
	for i, raw := range list {
		if len(flights) == MaxOptions {
			return flights, dropped + len(list) - i, nil
		}
		f, ok := readFlight(raw, t)
		if !ok || ids[f.ID] {
			dropped++
			continue
		}
		ids[f.ID] = true
		flights = append(flights, f)
	}
	return flights, dropped, nil
}

// readFlight reads one option; ok is false if it is no flight for t.
func readFlight(raw []byte, t parley.Trip) (f parley.Flight, ok bool) {
	var w wireFlight
	if json.Unmarshal(raw, &w) != nil || !optionID.MatchString(w.ID) || !airlineCode.MatchString(w.Airline) ||
		!slices.Contains(cabins, w.Cabin) || !isPrice(w.Price) {
		return f, false
	}
	legs := make([]parley.Leg, len(w.Legs))
	for i, l := range w.Legs {
		if legs[i], ok = readLeg(l.From, l.To, l.Depart, l.Arrive, l.Number, w.Airline); !ok {
			return f, false
		}
	}
	out, ok := wayOut(legs, t)
	if !ok || !connected(out) || out[0].Depart.Format(time.DateOnly) != t.Depart {
		return f, false
	}
	f = parley.Flight{
		ID: w.ID, Airline: w.Airline, Legs: out, Cabin: w.Cabin, Price: w.Price, Example: string(w.Example) == "true",
		Stops: len(out) - 1, DurationMin: minutes(out[len(out)-1].Arrive.Sub(out[0].Depart)),
	}
	// A server that counts otherwise has a wrong time or offset, or left out a leg. Of
	// a round trip nobody says what it counts.
	if len(out) == len(legs) && (w.Stops != nil && *w.Stops != f.Stops || w.DurationMin != nil && *w.DurationMin != f.DurationMin) {
		return f, false
	}
	return f, true
}

func readLeg(from, to, depart, arrive, number, airline string) (l parley.Leg, ok bool) {
	m := flightNumber.FindStringSubmatch(number)
	if m == nil || !isCode(from, 3) || !isCode(to, 3) || from == to {
		return l, false
	}
	if m[1] == "" {
		m[1] = airline
	}
	l = parley.Leg{From: from, To: to, Number: m[1] + " " + m[2]}
	if l.Depart, ok = readTime(depart); !ok {
		return l, false
	}
	l.Arrive, ok = readTime(arrive)
	return l, ok && l.Arrive.Sub(l.Depart) >= time.Minute
}

// readTime reads RFC 3339 with an offset that some place has. The Time has that
// offset and no other name for it.
func readTime(s string) (t time.Time, ok bool) {
	t, err := time.Parse(time.RFC3339, s)
	_, offset := t.Zone()
	if err != nil || offset < -12*3600 || offset > 14*3600 {
		return time.Time{}, false
	}
	if offset == 0 {
		return t.UTC(), true
	}
	return t.In(time.FixedZone("", offset)), true
}

// wayOut returns the legs to t's destination: all of them, or of a round trip those
// before the way back. ok is false if they do not go from where t starts to there.
func wayOut(legs []parley.Leg, t parley.Trip) (out []parley.Leg, ok bool) {
	if len(legs) == 0 || t.From != "" && !serves(legs[0].From, t.From) {
		return nil, false
	}
	if t.Return != "" && metro(legs[len(legs)-1].To) == metro(legs[0].From) {
		there := slices.IndexFunc(legs, func(l parley.Leg) bool { return metro(l.To) == metro(t.To) })
		if there < 0 {
			return nil, false
		}
		legs = legs[:there+1]
	}
	return legs, serves(legs[len(legs)-1].To, t.To)
}

// connected reports whether each leg leaves from where and after the one before it
// arrived, within the bounds of a journey.
func connected(legs []parley.Leg) bool {
	if len(legs) == 0 || len(legs) > maxLegs || legs[len(legs)-1].Arrive.Sub(legs[0].Depart) > maxJourney {
		return false
	}
	for i, l := range legs[1:] {
		if l.From != legs[i].To || l.Depart.Before(legs[i].Arrive) {
			return false
		}
	}
	return true
}

// isPrice reports whether m is an amount in a currency that there is.
func isPrice(m parley.Money) bool {
	return m.Amount >= minPrice && m.Amount <= maxPrice && isCode(m.Currency, 3) && strings.Contains(currencies, m.Currency)
}

// currencies are the codes of ISO 4217 that money is paid in.
const currencies = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD " +
	"CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD " +
	"HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD " +
	"MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG " +
	"QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD " +
	"TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG"

// minutes is d in whole minutes.
func minutes(d time.Duration) int { return int(d / time.Minute) }
