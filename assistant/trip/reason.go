package trip

import (
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// notable is how much longer than the quickest a flight takes for that to be said.
const notable = 30 * time.Minute

// reasoning is one sentence of what was found.
func (o *findings) reasoning() string {
	parts := []string{o.landingPhrase(), o.pricePhrase(), o.wayPhrase()}
	switch o.airline {
	case met:
		parts = append(parts, "is with an airline you prefer")
	case unmet:
		parts = append(parts, "is not with an airline you prefer")
	case none:
	}
	switch o.cabin {
	case met:
		parts = append(parts, "is in "+cabin(o.wanted)+" as you like it")
	case unmet:
		parts = append(parts, "is in "+cabin(o.flight.Cabin)+", not "+cabin(o.wanted))
	case none:
	}
	last := len(parts) - 1
	s := strings.Join(parts[:last], ", ") + " and " + parts[last] + "."
	first, size := utf8.DecodeRuneInString(s)
	return string(unicode.ToUpper(first)) + s[size:]
}

func (o *findings) landingPhrase() string {
	switch o.landing {
	case inTime:
		return "lands " + span(o.slack) + " before your first appointment"
	case tight:
		return "lands only " + span(o.slack) + " before your first appointment"
	case missed:
		return "lands after your first appointment begins"
	case byNight:
		return "flies by night"
	case byDay:
	}
	switch hour := o.flight.Legs[len(o.flight.Legs)-1].Arrive.Hour(); {
	case hour < 12:
		return "lands in the morning"
	case hour < 18:
		return "lands in the afternoon"
	}
	return "lands in the evening"
}

func (o *findings) pricePhrase() string {
	switch {
	case o.dearer <= 1:
		return "is the cheapest"
	case o.dearer < 2:
		return fmt.Sprintf("costs %.0f %% more than the cheapest", math.Ceil(100*(o.dearer-1)))
	}
	return "costs at least twice the cheapest"
}

func (o *findings) wayPhrase() string {
	way := "is non-stop"
	if o.flight.Stops > 0 {
		way = "has " + stops(o.flight.Stops)
	}
	if o.slower >= notable {
		way += ", takes " + span(o.slower) + " more than the quickest"
	}
	return way
}

// factors are the findings that stand out, each in a few words.
func (o *findings) factors() []string {
	var factors []string
	switch o.landing {
	case inTime:
		factors = append(factors, "in time for your appointment")
	case tight:
		factors = append(factors, "little time before your appointment")
	case missed:
		factors = append(factors, "misses your first appointment")
	case byNight:
		factors = append(factors, "by night")
	case byDay:
	}
	if o.dearer <= 1 {
		factors = append(factors, "cheapest")
	}
	if o.flight.Stops == 0 {
		factors = append(factors, "non-stop")
	} else {
		factors = append(factors, stops(o.flight.Stops))
	}
	if o.slower == 0 {
		factors = append(factors, "quickest")
	}
	if o.airline == met {
		factors = append(factors, "preferred airline")
	}
	if o.cabin == met {
		factors = append(factors, "preferred cabin")
	}
	return factors
}
