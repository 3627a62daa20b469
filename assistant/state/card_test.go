package state_test

import (
	"strings"
	"testing"

	"parley"
	"parley/assistant/state"
)

// Of each kind of card the newest is shown; flights are ranked where they are still
// those that were found last.
func TestCards(t *testing.T) {
	u := newUser(t)
	u.must(state.Keep{state.FlightsFound{Request: parley.Trip{To: "CDG"}, Options: []parley.Flight{{ID: "a"}}, Found: 2, LeftOut: 1}})
	u.must(state.Keep{
		state.SummaryGenerated{Summary: parley.Summary{Kind: "day", Text: "Nothing."}}, state.PlanGenerated{Plan: parley.Plan{By: "rules"}},
	})
	found, before := u.View(), u.Clone()
	u.must(state.Keep{state.FlightsRanked{Trip: "p1", Ranked: []parley.RankedFlight{{FlightID: "a", Rank: 1}}, By: "rules"}})
	card, ok := u.Card("flights")
	if f := card.Flights; !ok || f.By != "rules" || len(f.Ranked) != 1 || f.Found != 2 || f.LeftOut != 1 || f.Request.To != "CDG" {
		t.Errorf("ranked flights %+v", card.Flights)
	}
	if n := len(found.Cards[0].Flights.Ranked) + len(before.Cards[0].Flights.Ranked); n != 0 {
		t.Error("a view or a clone of before has the ranks")
	}
	u.must(state.Keep{state.FlightsFound{Request: parley.Trip{To: "LHR"}}})
	u.must(state.Keep{state.FlightsRanked{Trip: "p1", Ranked: []parley.RankedFlight{{FlightID: "b", Rank: 1}}}})
	card, _ = u.Card("flights")
	if f := card.Flights; f.Trip != "p2" || f.Request.To != "LHR" || len(f.Ranked) != 0 {
		t.Errorf("after another search %+v", f)
	}
	if got := ids(u.Cards, func(c parley.AssistantCard) string { return c.ID }); got != "flights summary plan" {
		t.Errorf("cards %s", got)
	}
	if text := asJSON(t, u.View()); strings.Contains(text, "null") {
		t.Errorf("a page is shown null where a list is: %s", text)
	}
	if _, ok := u.Card("weather"); ok {
		t.Error("there is a card of no kind")
	}
}
