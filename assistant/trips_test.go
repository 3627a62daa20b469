package assistant_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/assistant/trip"
	"parley/assistant/trip/fixture"
	"parley/llm"
)

// flights is the bundled source without its process, which says that it gives examples if
// examples is set.
type flights struct{ examples bool }

func (f flights) Search(_ context.Context, t parley.Trip) ([]parley.Flight, error) {
	options, err := fixture.Search(t)
	var all []parley.Flight
	for _, o := range options {
		o.Example = f.examples
		all = append(all, o.Flight)
	}
	return all, err
}

var _ trip.Source = flights{}

// TestFlightsOfTheSeed: of ten flights to Paris the best three, by what the user
// prefers and has in the calendar, printed from data; booking becomes a task, after
// a yes.
func TestFlightsOfTheSeed(t *testing.T) {
	d := open(t, setup{flights: flights{}})
	d.say("remember that I prefer non-stop flights", nil)
	d.say("my budget for flights is 400 euros", nil)
	said := d.say("find flights from Berlin to Paris on Friday", nil)
	card, ok := d.state().Card("flights")
	if !ok || card.Flights.Found != 10 || len(card.Flights.Ranked) != 3 || card.Flights.By != "rules" {
		t.Fatalf("said %q, card %+v", said, card.Flights)
	}
	for i, r := range card.Flights.Ranked {
		f := flightOf(t, card.Flights.Options, r.FlightID)
		if r.Rank != i+1 || r.Reasoning == "" || f.Stops != 0 || f.Price.Amount > 400 || f.Price.Currency != "EUR" {
			t.Errorf("rank %+v of %+v", r, f)
		}
	}
	best := flightOf(t, card.Flights.Options, card.Flights.Ranked[0].FlightID)
	if !strings.Contains(said, trip.Say(best)) || strings.Contains(said, "booked") || strings.Contains(said, "xample") {
		t.Errorf("said %q, want the best flight's own data %q", said, trip.Say(best))
	}
	if said := d.say("book the first one", nil); !strings.Contains(said, "cannot book") || len(d.state().Confirms) != 1 {
		t.Errorf("said %q, open questions %+v", said, d.state().Confirms)
	}
	d.wantTasks("")
	if said := d.say("yes", nil); !strings.HasPrefix(said, "Not booked") {
		t.Errorf("said %q", said)
	}
	if s := d.state(); len(s.Tasks) != 1 || !strings.HasPrefix(s.Tasks[0].Title, "Book ") || len(s.Confirms) != 0 {
		t.Errorf("tasks %q, open questions %+v", titles(s.Tasks), s.Confirms)
	}
	d.say("yes", nil) // again: nothing more
	if n := len(d.state().Tasks); n != 1 {
		t.Errorf("%d tasks after a second yes", n)
	}
}

// Flights that are made up are called that wherever they are told of: said by rules or by a
// model, whatever its words, on the card and on the list.
func TestExampleFlights(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		d := open(t, setup{flights: flights{examples: true}, acts: by})
		said := d.say("find flights from Berlin to Paris on Friday", nil)
		card, ok := d.state().Card("flights")
		if !strings.HasPrefix(said, "I found 10 example flights to Paris.") ||
			!strings.Contains(said, " These are example flights, not real offers.") {
			t.Errorf("said %q", said)
		}
		if !ok || !card.Flights.Examples || card.Title != "Example flights: not real offers" {
			t.Errorf("the card %q, %+v", card.Title, card.Flights)
		}
		model := assistanttest.Doing(
			assistanttest.Answer{Calls: []llm.ToolCall{{
				ID: "1", Name: "trips_search", Arguments: `{"from":"Berlin","to":"Rome","depart":"2026-11-27"}`,
			}}},
			assistanttest.Answer{Text: "Here is what there is to Rome."},
		)
		if said := d.say("I'd love some Italian sun", model); !strings.HasSuffix(said, "These are example flights, not real offers.") {
			t.Errorf("a model said %q", said)
		}
		if said := d.say("how are you", assistanttest.Saying("Well.")); strings.Contains(said, "xample") {
			t.Errorf("in another turn a model said %q", said)
		}
		d.say("book the first one", nil)
		if said := d.say("yes", nil); !strings.HasPrefix(said, "Not booked, as it is an example") {
			t.Errorf("said %q", said)
		}
		if tasks := d.state().Tasks; len(tasks) != 1 || !strings.HasPrefix(tasks[0].Title, "Look for a flight like ") {
			t.Errorf("tasks %q", titles(tasks))
		}
	})
}

func flightOf(t *testing.T, all []parley.Flight, id string) parley.Flight {
	t.Helper()
	for _, f := range all {
		if f.ID == id {
			return f
		}
	}
	t.Fatalf("there is no flight %s", id)
	return parley.Flight{}
}

// What is missing of a trip is asked for, and searches are counted.
func TestFlightQuestions(t *testing.T) {
	d := open(t, setup{flights: flights{}, quota: state.Quota{Searches: 1}})
	for text, want := range map[string]string{
		"find flights to Paris on Friday":             "From where",
		"find flights from Berlin to Atlantis friday": "city",
		"find flights from Berlin to Paris":           "On which day",
	} {
		if said := d.say(text, nil); !strings.Contains(said, want) {
			t.Errorf("%q: said %q, want %q", text, said, want)
		}
	}
	d.say("find flights from Berlin to Paris on Friday", nil)
	if said := d.say("find flights from Berlin to Rome on Friday", nil); !strings.Contains(said, "1 flight searches in a day") {
		t.Errorf("a second search: %q", said)
	}
	if said := d.say("remember that I live in Berlin", nil); said == "" {
		t.Error("nothing said")
	}
	if s := d.state(); s.Usage.Searches != 1 {
		t.Errorf("%d searches counted", s.Usage.Searches)
	}
}

// What is said of a budget is a hard limit in words too, as recognisers write them,
// and a home airport is where flights are from; the newest counts.
func TestFlightPreferencesAsTheyAreSaid(t *testing.T) {
	for said, want := range map[string]float64{
		"my budget for flights is four hundred euros":                       400,
		"my budget for flights is a hundred and forty-five euros":           145,
		"my budget for flights is 1,200 euros":                              1200,
		"remember that I never pay more than a flight budget of 300 euros":  300,
		"remember that flights of up to one thousand two hundred euros do":  1200,
		"remember that I want flights under 12 hours and at most 350 euros": 350,
	} {
		d := open(t, setup{flights: flights{}})
		d.say("my home airport is Munich", nil)
		d.say("remember that I live in Rome", nil)
		d.clock.add(time.Minute)
		d.say("my home airport is Berlin", nil)
		d.say(said, nil)
		answer := d.say("find flights to Paris on Friday", nil)
		card, ok := d.state().Card("flights")
		if !ok || card.Flights.Request.From != "BER" || len(card.Flights.Ranked) == 0 {
			t.Fatalf("%q: said %q, card %+v", said, answer, card.Flights)
		}
		over := 0
		for _, f := range card.Flights.Options {
			if f.Price.Currency != "EUR" || f.Price.Amount > want {
				over++
			}
		}
		if card.Flights.LeftOut != over {
			t.Errorf("%q: %d left out, want the %d over %v", said, card.Flights.LeftOut, over, want)
		}
	}
}
