package skill

import (
	"slices"
	"testing"
	"time"

	"parley"
)

// Each function of the seed's table is held to the table's own example twice: with a
// model that answers what a good one would, and without a model.
var seedWays = []string{"a model", "the rules"}

// seedSkills are skills of a way, of which the model answers so.
func seedSkills(way, answer string) (Skills, Maker) {
	if way == "the rules" {
		return Skills{}, Rules
	}
	s, _ := with(answer)
	return s, Model
}

func TestSeedSummarisation(t *testing.T) {
	const want = "Today, you have 3 meetings, 2 tasks overdue, and 1 action item for follow-up."
	known := Known{
		Now: now,
		Appointments: []parley.Appointment{
			meeting("Standup", at(11, 9, 0), at(11, 9, 15)), meeting("Team meeting", at(11, 11, 0), at(11, 12, 0)),
			meeting("Call with Anna", at(11, 16, 0), at(11, 16, 30)), meeting("Review", at(12, 10, 0), at(12, 11, 0)),
			{Title: "Trade fair", Start: at(11, 0, 0), End: at(12, 0, 0), AllDay: true},
		},
		Tasks: []parley.Task{
			todo("t1", "Send report", due("2026-03-09")), todo("t2", "Pay invoice", due("2026-03-10")),
			todo("t3", "Follow up with Ben about the offer"), todo("t4", "Plan offsite", due("2026-03-20")),
			todo("t5", "Call HR", due("2026-03-01"), func(t *parley.Task) { t.Status = parley.Completed }),
		},
	}
	for _, way := range seedWays {
		s, by := seedSkills(way, `{"summary":"`+want+`","action_items":[{"task":"Follow up with Ben about the offer","due":null}],"decisions":[]}`)
		got := must(s.Summarise(t.Context(), SummaryInput{Known: known, Kind: Day}))
		if counts := (parley.Counts{Meetings: 3, Overdue: 2, FollowUps: 1}); got.Text != want || got.Counts != counts || got.Kind != "day" {
			t.Errorf("%s: %+v, want %q and %+v", way, got, want, counts)
		}
		if by == Rules && len(got.ActionItems) != 3 {
			t.Errorf("%s: action items %+v, want what is overdue and the follow-up", way, got.ActionItems)
		}
	}
}

func TestSeedTaskExtraction(t *testing.T) {
	in := ExtractInput{Known: Known{Now: now}, Text: "Call HR and send report by Friday"}
	for _, way := range seedWays {
		s, by := seedSkills(way, `{"tasks":[
			{"task":"Call HR","due":"Friday","due_at":"2026-03-13","priority":"normal","duplicate_of":null,"depends_on_index":[],"confidence":0.95},
			{"task":"Send report","due":"Friday","due_at":null,"priority":"normal","duplicate_of":null,"depends_on_index":[],"confidence":0.95}],
			"unclear":[]}`)
		got := must(s.Extract(t.Context(), in))
		if len(got.Tasks) != 2 || got.By != by || len(got.Unclear) != 0 {
			t.Fatalf("%s: %+v, want two tasks", way, got)
		}
		for i, want := range []string{"Call HR", "Send report"} {
			task := got.Tasks[i]
			if task.Title != want || task.DueText != "Friday" || task.Due != "2026-03-13" || task.Priority != parley.Normal {
				t.Errorf("%s: %+v, want %q due Friday", way, task, want)
			}
		}
	}
}

func TestSeedPrioritisation(t *testing.T) {
	const reason = "Call HR before sending the report because it requires their approval."
	in := PlanInput{Known: Known{Now: now, Tasks: []parley.Task{
		todo("t1", "Send report", due("2026-03-13"), after("t2")), todo("t2", "Call HR"),
	}}}
	for _, way := range seedWays {
		s, by := seedSkills(way, `{"order":[{"task_id":"t2","rank":1,"reason":"`+reason+`"},{"task_id":"t1","rank":2,"reason":"Due on Friday."}],
			"groups":[],"blocked":[{"task_id":"t1","by":"t2","reason":"The report requires approval by HR."}]}`)
		got := must(s.Prioritise(t.Context(), in))
		if got.By != string(by) || len(got.Order) != 2 || got.Order[0].Task != "t2" || got.Order[1].Task != "t1" {
			t.Fatalf("%s: %+v, want HR first", way, got)
		}
		want := map[Maker]string{Model: reason, Rules: `comes before "Send report", which depends on it`}[by]
		if got.Order[0].Reason != want || len(got.Blocked) != 1 || got.Blocked[0].Task != "t1" || got.Blocked[0].By != "t2" {
			t.Errorf("%s: %+v, want the reason %q and the report blocked", way, got, want)
		}
	}
}

func TestSeedReminder(t *testing.T) {
	in := RemindInput{
		Known: Known{
			Now: now, Tasks: []parley.Task{todo("t1", "Follow up on report")},
			Appointments: []parley.Appointment{meeting("Team meeting", at(12, 8, 30), at(12, 9, 0))},
		},
		Said:  "Remind me to follow up on report tomorrow morning before the team meeting",
		About: "Follow up on report before the team meeting",
	}
	got := must(Skills{}.Remind(t.Context(), in))
	want := Reminding{Text: in.About, At: at(12, 8, 0), Task: "t1", By: Rules}
	if got != want {
		t.Errorf("by rules: %+v, want %+v", got, want)
	}
	// A time that only a model can tell, which also words it.
	in.Said = "Remind me to follow up on report when the trams have stopped"
	in.About = "Follow up on report when the trams have stopped"
	s, _ := with(`{"text":"Follow up on report.","when":{"type":"scheduled","at":"2026-03-12T01:00:00+01:00"},"task_id":"t1"}`)
	got = must(s.Remind(t.Context(), in))
	want = Reminding{Text: "Follow up on report", At: at(12, 1, 0), Task: "t1", By: Model}
	if got != want {
		t.Errorf("by a model: %+v, want %+v", got, want)
	}
}

func TestSeedContextAwareReasoning(t *testing.T) {
	in := RecallInput{
		Known: Known{
			Now: now,
			Tasks: []parley.Task{
				todo("t3", "Prepare report", func(t *parley.Task) { t.UpdatedAt = at(4, 10, 0) }), todo("t4", "Book the room"),
			},
			Memories: []parley.Memory{
				{ID: "m1", Kind: parley.Fact, Text: "The report is the quarterly one for Anna", Refs: []string{"t3"}, UpdatedAt: at(4, 10, 0)},
				{ID: "m2", Kind: parley.Fact, Text: "Drinks tea", UpdatedAt: at(4, 10, 0)},
			},
		},
		Text: "Is the report done?",
	}
	for _, way := range seedWays {
		s, by := seedSkills(way, `{"refs":[{"mention":"the report","kind":"task","id":"t3","confidence":0.9},
			{"mention":"the report","kind":"fact","id":"m1","confidence":0.9}],"ambiguous":[]}`)
		got := must(s.Recall(t.Context(), in))
		if got.By != by || len(got.Refs) != 2 || len(got.Ambiguous) != 0 {
			t.Fatalf("%s: %+v, want last week's report and what is known of it", way, got)
		}
		for i, want := range []Ref{{Mention: "the report", Kind: RefTask, ID: "t3"}, {Mention: "the report", Kind: RefFact, ID: "m1"}} {
			r := got.Refs[i]
			if r.Mention != want.Mention || r.Kind != want.Kind || r.ID != want.ID || r.Confidence < 0.5 {
				t.Errorf("%s: %+v, want %+v", way, r, want)
			}
		}
	}
}

func TestSeedFlightRanking(t *testing.T) {
	in := parisTrip()
	for _, way := range seedWays {
		s, by := seedSkills(way, `{"ranked":[
			{"flight_id":"f3","rank":1,"score":0.95,"reasoning":"Non-stop with Lufthansa and early enough for your meeting.","key_factors":["non-stop"]},
			{"flight_id":"f1","rank":2,"score":0.8,"reasoning":"Earliest arrival, but dearer.","key_factors":null},
			{"flight_id":"f5","rank":3,"score":0.6,"reasoning":"Cheap and non-stop, but lands as the meeting ends."}]}`)
		got := must(s.Rank(t.Context(), in))
		if got.By != by || len(got.Ranked) != 3 || got.LeftOut != 5 {
			t.Fatalf("%s: %+v, want the best three of five and five left out", way, got)
		}
		for i, r := range got.Ranked {
			if r.Rank != i+1 || r.Reasoning == "" || len([]rune(r.Reasoning)) > parley.MaxReasoning {
				t.Errorf("%s: %+v, want rank %d with a reason", way, r, i+1)
			}
			if slices.Contains([]string{"f2", "f4", "f6", "f8", "f10"}, r.FlightID) {
				t.Errorf("%s: %s is offered, which has stops or is too dear", way, r.FlightID)
			}
		}
		if got.Ranked[0].FlightID != "f3" && got.Ranked[0].FlightID != "f1" {
			t.Errorf("%s: %s is first, want one that lands before the meeting", way, got.Ranked[0].FlightID)
		}
	}
}

// parisTrip are ten flights to Paris on a day with a meeting at noon: those of even
// numbers have a stop or cost too much.
func parisTrip() RankInput {
	in := RankInput{
		Known: Known{Now: now, Appointments: []parley.Appointment{meeting("Client meeting", at(16, 12, 0), at(16, 14, 0))}},
		Trip:  parley.Trip{From: "FRA", To: "PAR", Depart: "2026-03-16", Reason: "client meeting"},
		Preferences: parley.FlightPreferences{
			Airlines: []string{"LH"}, Cabin: "economy", MaxPrice: &parley.Money{Amount: 300, Currency: "EUR"}, NonStop: true,
		},
	}
	for i, f := range []struct {
		airline string
		hour    int
		price   float64
		stops   int
	}{
		{"AF", 6, 240, 0}, {"LH", 6, 520, 0}, {"LH", 7, 180, 0}, {"BA", 7, 120, 1}, {"U2", 12, 90, 0},
		{"AF", 9, 340, 0}, {"AF", 14, 150, 0}, {"KL", 6, 110, 1}, {"LH", 18, 130, 0}, {"LX", 8, 160, 1},
	} {
		flight := parley.Flight{
			ID: "f" + string(rune('1'+i)), Airline: f.airline, Cabin: "economy", Stops: f.stops, DurationMin: 75 + 120*f.stops,
			Price: parley.Money{Amount: f.price, Currency: "EUR"},
		}
		if i == 9 {
			flight.ID = "f10"
		}
		depart, hop := at(16, f.hour, 0), 75*time.Minute
		flight.Legs = []parley.Leg{{From: "FRA", To: "CDG", Depart: depart, Arrive: depart.Add(hop), Number: f.airline + " 10"}}
		if f.stops > 0 {
			flight.Legs[0].To = "LHR"
			depart = depart.Add(2 * time.Hour)
			flight.Legs = append(flight.Legs, parley.Leg{
				From: "LHR", To: "CDG", Depart: depart, Arrive: depart.Add(hop), Number: f.airline + " 11",
			})
		}
		in.Options = append(in.Options, flight)
	}
	return in
}
