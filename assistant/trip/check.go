package trip

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"parley"
)

// Bounds of a ranking's factors, in number and in characters each.
const (
	maxFactors = 6
	maxFactor  = 60
)

// Check reads a ranking that a language model wrote of kept. It returns at most
// MaxRanked flights that are ordered by rank, numbered from 1, of equal scores the
// cheaper first, with scores of 0-1 and reasons and factors of one bounded line each;
// ranked is not changed.
//
// violations say what cannot be put right so, for the model to do better: an id that
// kept does not have or that came before, a rank below 1 or given twice, a score that
// is no number, no flight at all though kept has some. Entries with one are left out
// of the result. They quote ids as the model wrote them and belong in no log.
func Check(ranked []parley.RankedFlight, kept []parley.Flight) (good []parley.RankedFlight, violations []string) {
	ids, ranks := map[string]bool{}, map[int]bool{}
	for _, r := range ranked {
		fault := ""
		switch {
		case find(kept, r.FlightID) == nil:
			fault = "is not one of the options"
		case ids[r.FlightID]:
			fault = "is ranked twice"
		case r.Rank < 1:
			fault = fmt.Sprintf("has rank %d: ranks begin at 1", r.Rank)
		case ranks[r.Rank]:
			fault = fmt.Sprintf("has rank %d as another flight has", r.Rank)
		case math.IsNaN(r.Score):
			fault = "has a score that is no number"
		}
		if fault != "" {
			violations = append(violations, fmt.Sprintf("flight_id %q %s", short(r.FlightID, 64), fault))
			continue
		}
		ids[r.FlightID], ranks[r.Rank] = true, true
		good = append(good, bound(r))
	}
	if len(ranked) == 0 && len(kept) > 0 {
		violations = append(violations, "no flight is ranked")
	}
	return number(good, kept), violations
}

// bound is r with its score and texts within their bounds.
func bound(r parley.RankedFlight) parley.RankedFlight {
	r.Score = min(max(r.Score, 0), 1)
	r.Reasoning = short(r.Reasoning, parley.MaxReasoning)
	factors := r.KeyFactors[:min(len(r.KeyFactors), maxFactors)]
	r.KeyFactors = nil
	for _, f := range factors {
		if f = short(f, maxFactor); f != "" {
			r.KeyFactors = append(r.KeyFactors, f)
		}
	}
	return r
}

// number orders ranked by rank, and each row of equal scores by price, and gives out
// the ranks anew.
func number(ranked []parley.RankedFlight, kept []parley.Flight) []parley.RankedFlight {
	slices.SortFunc(ranked, func(a, b parley.RankedFlight) int { return cmp.Compare(a.Rank, b.Rank) })
	cost := func(r parley.RankedFlight) float64 { return find(kept, r.FlightID).Price.Amount }
	for from := 0; from < len(ranked); {
		to := from + 1
		for to < len(ranked) && ranked[to].Score == ranked[from].Score {
			to++
		}
		slices.SortStableFunc(ranked[from:to], func(a, b parley.RankedFlight) int { return cmp.Compare(cost(a), cost(b)) })
		from = to
	}
	ranked = ranked[:min(len(ranked), MaxRanked)]
	for i := range ranked {
		ranked[i].Rank = i + 1
	}
	return ranked
}

// InTop reports whether the first of ranked is among the n flights that Rank would
// put first with these arguments: a check whether a model's choice makes sense. It is
// false for an empty ranking.
func InTop(ranked []parley.RankedFlight, kept []parley.Flight, p parley.FlightPreferences, calendar []parley.Appointment, n int) bool {
	if len(ranked) == 0 {
		return false
	}
	order := rank(kept, p, calendar)
	return slices.ContainsFunc(order[:min(n, len(order))], func(o findings) bool { return o.flight.ID == ranked[0].FlightID })
}
