package parley

import "time"

// Trip is a journey that an assistant looks for flights for.
type Trip struct {
	// From and To are IATA codes of airports or cities; From may be empty where the
	// user's home is not known.
	From string `json:"from,omitempty"`
	To   string `json:"to"`
	// Depart and Return are days as 2006-01-02; no Return is one way.
	Depart string `json:"depart"`
	Return string `json:"return,omitempty"`
	Reason string `json:"reason,omitempty"`
}

// Flight is one option for a trip.
type Flight struct {
	ID string `json:"flight_id"`
	// Airline is the IATA code of the carrier.
	Airline string `json:"airline"`
	Legs    []Leg  `json:"legs"`
	// Cabin is "economy", "premium_economy", "business" or "first".
	Cabin string `json:"cabin"`
	Stops int    `json:"stops"`
	// DurationMin is from the first departure to the last arrival, in minutes.
	DurationMin int   `json:"duration_min"`
	Price       Money `json:"price"`
	// Example is set by a source that made the flight up: users are told so.
	Example bool `json:"example,omitempty"`
}

// Leg is one flight without a landing between; times have their airports' offsets.
type Leg struct {
	From   string    `json:"from"`
	To     string    `json:"to"`
	Depart time.Time `json:"depart"`
	Arrive time.Time `json:"arrive"`
	Number string    `json:"number"`
}

// Money is an amount in a currency (ISO 4217).
type Money struct {
	Amount   float64 `json:"amount"`
	Currency string  `json:"currency"`
}

// RankedFlight is one of the best options for a trip.
type RankedFlight struct {
	FlightID string `json:"flight_id"`
	// Rank is 1 for the best, without gaps.
	Rank int `json:"rank"`
	// Score is 0-1.
	Score float64 `json:"score"`
	// Reasoning says why, in at most MaxReasoning characters. It is never the
	// source of a price or a time.
	Reasoning  string   `json:"reasoning"`
	KeyFactors []string `json:"key_factors,omitempty"`
}

// MaxReasoning bounds a reason given for a rank, in characters.
const MaxReasoning = 240

// FlightPreferences are what a user wants of flights. MaxPrice and NonStop are
// hard: what breaks them is not offered.
type FlightPreferences struct {
	Airlines []string `json:"preferred_airlines,omitempty"`
	Cabin    string   `json:"cabin_class,omitempty"`
	MaxPrice *Money   `json:"max_price,omitempty"`
	NonStop  bool     `json:"non_stop_only,omitempty"`
	// MaxLayoverMin bounds each stop, in minutes; 0 does not.
	MaxLayoverMin int `json:"max_layover_min,omitempty"`
}
