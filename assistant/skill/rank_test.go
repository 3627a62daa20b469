package skill

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"parley"
	"parley/assistant/trip"
)

// answerRank is an answer of one flight.
func answerRank(id, reasoning string) string {
	return fmt.Sprintf(`{"ranked":[{"flight_id":%q,"rank":1,"score":0.9,"reasoning":%q}]}`, id, reasoning)
}

func TestRankGuards(t *testing.T) {
	right := answerRank("f3", "Non-stop and in time.")
	entry := strings.TrimSuffix(strings.TrimPrefix(right, `{"ranked":[`), "]}")
	four := strings.Join([]string{
		entry, strings.NewReplacer("f3", "f1", `"rank":1`, `"rank":2`).Replace(entry),
		strings.NewReplacer("f3", "f5", `"rank":1`, `"rank":3`).Replace(entry),
		strings.NewReplacer("f3", "f9", `"rank":1`, `"rank":4`).Replace(entry),
	}, ",")
	for name, bad := range map[string]string{
		"an invented flight":       answerRank("f99", "The best."),
		"one that is left out":     answerRank("f2", "The earliest."),
		"none":                     `{"ranked":[]}`,
		"four":                     `{"ranked":[` + four + `]}`,
		"one twice":                `{"ranked":[` + entry + "," + strings.Replace(entry, `"rank":1`, `"rank":2`, 1) + `]}`,
		"a rank twice":             `{"ranked":[` + entry + "," + strings.Replace(entry, "f3", "f1", 1) + `]}`,
		"a gap":                    strings.Replace(right, `"rank":1`, `"rank":2`, 1),
		"a better score behind":    `{"ranked":[` + entry + "," + strings.NewReplacer("f3", "f1", `"rank":1`, `"rank":2`, "0.9", "0.95").Replace(entry) + `]}`,
		"no reason":                answerRank("f3", " "),
		"a long reason":            answerRank("f3", strings.Repeat("x", parley.MaxReasoning+1)),
		"a claim to have booked":   answerRank("f3", "I have booked this one for you."),
		"one in passing":           answerRank("f3", "Non-stop; it is now reserved."),
		"one in a factor":          strings.Replace(right, `"reasoning"`, `"key_factors":["booking confirmed"],"reasoning"`, 1),
		"another price":            answerRank("f3", "Only €95, a bargain."),
		"another price in letters": answerRank("f3", "Only 95 euros."),
		"another time":             answerRank("f3", "Lands at 05:30."),
		"a link":                   answerRank("f3", "Pay at https://evil.example/f3 now."),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, right)
			got := must(s.Rank(t.Context(), parisTrip()))
			if len(got.Ranked) != 1 || got.Ranked[0].Reasoning != "Non-stop and in time." || got.By != Model {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
			s, _ = with(bad, bad)
			if got := must(s.Rank(t.Context(), parisTrip())); len(got.Ranked) != 3 || got.By != Rules || got.LeftOut != 5 {
				t.Errorf("%+v after two wrong answers, want the rules'", got)
			}
		})
	}
}

func TestRankBelievesWhatIsInTheData(t *testing.T) {
	for _, reasoning := range []string{
		"180 EUR is well under your 300 EUR.", "At €180.00 it is fair.", "Leaves at 07:00 and lands 8:15, before your 12:00 meeting.",
		"CDG 2 is near; flight LH 10 is non-stop with 1 bag.",
	} {
		s, m := with(answerRank("f3", reasoning))
		if got := must(s.Rank(t.Context(), parisTrip())); got.By != Model || got.Ranked[0].Reasoning != reasoning {
			t.Errorf("%q is refused: %+v", reasoning, got)
		}
		expectAsked(t, m, 1)
	}
}

// The model never sees what breaks a hard wish, and sees all the seed's places filled.
func TestRankPrompt(t *testing.T) {
	s, m := with(answerRank("f3", "Non-stop and in time."))
	must(s.Rank(t.Context(), parisTrip()))
	data := m.asked[0].Messages[1].Text
	for _, want := range []string{
		`Preferred airlines: ["LH"]`, `Cabin class preference: "economy"`, `Budget: {"amount":300,"currency":"EUR"}`, "Non-stop preferred: true",
		`Destination: "PAR"`, `Departure date: "2026-03-16"`, `"title":"Client meeting"`, `"flight_id":"f3"`, "Return date: none",
	} {
		if !strings.Contains(data, want) {
			t.Errorf("the prompt lacks %s", want)
		}
	}
	var shown []parley.Flight
	_, options, _ := strings.Cut(data, "Flight Options:\n")
	if err := json.NewDecoder(strings.NewReader(options)).Decode(&shown); err != nil || len(shown) != 5 ||
		slices.ContainsFunc(shown, func(f parley.Flight) bool { return f.Stops > 0 || f.Price.Amount > 300 }) {
		t.Errorf("the model sees %+v, %v", shown, err)
	}
	const begins = "You are a travel advisor. A user has an upcoming trip and you must rank flight options."
	if !strings.HasPrefix(m.asked[0].Messages[0].Text, begins) {
		t.Error("the prompt does not begin as the seed's")
	}
}

func TestRankWarnsOfAnOddFirst(t *testing.T) {
	in := parisTrip()
	in.Preferences.NonStop, in.Preferences.MaxPrice = false, nil
	order := trip.Rank(in.Options, in.Preferences, in.Appointments)
	s, _ := with(answerRank(order[0].FlightID, "The best."))
	s, log := s.logged()
	must(s.Rank(t.Context(), in))
	if log.Len() > 0 {
		t.Errorf("a usual first choice is logged: %s", log)
	}
	odd := slices.IndexFunc(in.Options, func(f parley.Flight) bool {
		return !trip.InTop([]parley.RankedFlight{{FlightID: f.ID}}, in.Options, in.Preferences, in.Appointments, sane)
	})
	id := in.Options[odd].ID
	s, _ = with(answerRank(id, "Zanzibar is lovely in the evening."))
	s, log = s.logged()
	if got := must(s.Rank(t.Context(), in)); got.Ranked[0].FlightID != id || got.By != Model {
		t.Errorf("%+v, want the model's choice", got)
	}
	if text := log.String(); !strings.Contains(text, "not among") || strings.Contains(text, "Zanzibar") || strings.Contains(text, id+" ") {
		t.Errorf("the log is %q, want a warning without content", text)
	}
}

func TestRankWithoutAChoiceAsksNobody(t *testing.T) {
	one := parisTrip()
	one.Options = slices.DeleteFunc(one.Options, func(f parley.Flight) bool { return f.ID != "f3" && f.ID != "f2" })
	broken := parisTrip()
	broken.Options = []parley.Flight{{ID: "", Legs: broken.Options[0].Legs}, {ID: "x"}, broken.Options[2], broken.Options[2]}
	none := parisTrip()
	none.Preferences.MaxPrice.Amount = 1
	for name, c := range map[string]struct {
		in      RankInput
		ids     []string
		leftOut int
	}{
		"one option": {one, []string{"f3"}, 1}, "no flights, twins": {broken, []string{"f3"}, 0}, "all too dear": {none, nil, 10},
		"none at all": {RankInput{Known: Known{Now: now}}, nil, 0},
	} {
		s, m := with()
		got := must(s.Rank(t.Context(), c.in))
		var ids []string
		for _, r := range got.Ranked {
			ids = append(ids, r.FlightID)
		}
		if !slices.Equal(ids, c.ids) || got.By != Rules || got.LeftOut != c.leftOut {
			t.Errorf("%s: %+v, want %v and %d left out", name, got, c.ids, c.leftOut)
		}
		expectAsked(t, m, 0)
	}
}

// A score ties to the cheaper flight, and is 0-1.
func TestRankScores(t *testing.T) {
	s, _ := with(`{"ranked":[{"flight_id":"f1","rank":1,"score":7,"reasoning":"a"},{"flight_id":"f3","rank":2,"score":2,"reasoning":"b"}]}`)
	got := must(s.Rank(t.Context(), parisTrip()))
	if len(got.Ranked) != 2 || got.Ranked[0].FlightID != "f3" || got.Ranked[0].Score != 1 || got.Ranked[0].Rank != 1 {
		t.Errorf("%+v, want the cheaper of two ones first", got.Ranked)
	}
}
