package trip

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"time"

	"parley"
)

// LeftOut is an option that is not offered.
type LeftOut struct {
	ID string `json:"flight_id"`
	// Why is a few words made from the option's data and the user's limits alone.
	Why string `json:"why"`
}

// Filter keeps the options that break no hard wish of p: its highest price, non-stop
// only, its longest layover. Those it keeps have one currency, for prices in two
// cannot be compared: the one of the highest price if it names one, or else the one
// that most options have (of several, the first by its code). Both results are in the order of
// options, which are not changed. An option that breaks several wishes has the first
// as its Why.
func Filter(options []parley.Flight, p parley.FlightPreferences) (kept []parley.Flight, left []LeftOut) {
	limit := parley.Money{Amount: math.Inf(1), Currency: commonCurrency(options)}
	if p.MaxPrice != nil {
		limit.Amount, limit.Currency = p.MaxPrice.Amount, cmp.Or(p.MaxPrice.Currency, limit.Currency)
	}
	for _, f := range options {
		if why := fault(f, p, limit); why != "" {
			left = append(left, LeftOut{f.ID, why})
		} else {
			kept = append(kept, f)
		}
	}
	return kept, left
}

// fault says which wish f breaks, or "".
func fault(f parley.Flight, p parley.FlightPreferences, limit parley.Money) string {
	longest := time.Duration(p.MaxLayoverMin) * time.Minute
	wait := layover(f)
	switch {
	case f.Price.Currency != limit.Currency:
		return fmt.Sprintf("priced in %s, not %s", f.Price.Currency, limit.Currency)
	case f.Price.Amount > limit.Amount:
		return fmt.Sprintf("%s, over the limit of %s", price(f.Price), price(limit))
	case p.NonStop && f.Stops > 0:
		return stops(f.Stops) + ", not non-stop"
	case longest > 0 && wait > longest:
		return fmt.Sprintf("a layover of %s, over the limit of %s", span(wait), span(longest))
	}
	return ""
}

// layover is the longest wait between two legs.
func layover(f parley.Flight) (longest time.Duration) {
	for i := 1; i < len(f.Legs); i++ {
		longest = max(longest, f.Legs[i].Depart.Sub(f.Legs[i-1].Arrive))
	}
	return longest
}

// commonCurrency is the one most options have.
func commonCurrency(options []parley.Flight) (most string) {
	count := map[string]int{}
	for _, f := range options {
		count[f.Price.Currency]++
	}
	for c, n := range count {
		if n > count[most] || n == count[most] && c < most {
			most = c
		}
	}
	return most
}

// find is the option of an id, or nil.
func find(options []parley.Flight, id string) *parley.Flight {
	i := slices.IndexFunc(options, func(f parley.Flight) bool { return f.ID == id })
	if i < 0 {
		return nil
	}
	return &options[i]
}
