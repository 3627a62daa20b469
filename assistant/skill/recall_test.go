package skill

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
)

func memory(id string, kind parley.MemoryKind, text string, updated time.Time, refs ...string) parley.Memory {
	return parley.Memory{ID: id, Kind: kind, Text: text, UpdatedAt: updated, Refs: refs}
}

func touched(at time.Time) func(*parley.Task) { return func(t *parley.Task) { t.UpdatedAt = at } }

func TestRecallByRules(t *testing.T) {
	done := func(t *parley.Task) { t.Status = parley.Completed }
	known := Known{
		Now: now,
		Tasks: []parley.Task{
			todo("t1", "Prepare report", touched(at(4, 9, 0))), todo("t2", "Book the room"), todo("t3", "Send invoice to Ben"),
			todo("t4", "Send invoice to Carla"), todo("t5", "Clean the garage", done), todo("t6", "Paint the garage"),
			todo("t7", "Order cake", touched(at(10, 9, 0))), todo("t8", "Eat cake", touched(at(1, 9, 0).AddDate(-1, 0, 0))),
		},
		Memories: []parley.Memory{
			memory("m1", parley.Fact, "Anna leads the audit", at(1, 9, 0)),
			memory("m2", parley.Preference, "prefers window seats", at(1, 9, 0)),
			memory("m3", parley.Episode, "Talked about the offsite in Lisbon", at(9, 9, 0)),
			memory("m4", parley.Fact, "The invoice of May is Ben's", at(9, 9, 0), "t3"),
		},
	}
	trips := map[string]parley.Trip{"p1": {From: "FRA", To: "PAR", Depart: "2026-03-16", Reason: "client"}}
	for _, c := range []struct{ said, refs, ambiguous string }{
		{"How is the report coming along?", "the report=task:t1", ""},
		{"finish report today", "report=task:t1", ""},
		{"Did I ever book that room?", "that room=task:t2", ""},
		{"What did Anna say?", "Anna=fact:m1", ""},
		{"send the invoice to Carla", "the invoice=task:t3 the invoice=fact:m4 Carla=task:t4", ""},
		{"I need a window seat", "window seat=preference:m2", ""},
		{"the offsite", "the offsite=episode:m3", ""},
		{"how far is my Paris trip", "my Paris trip=trip:p1", ""},
		{"is the garage ready", "the garage=task:t6", ""},       // the other one is done
		{"where is the cake", "the cake=task:t7", ""},           // the other one is a year old
		{"THE REPORT and the report", "THE REPORT=task:t1", ""}, // once
		{"nothing of that is known here", "", ""}, {"", "", ""}, {"?!", "", ""},
	} {
		got := must(Skills{}.Recall(t.Context(), RecallInput{Known: known, Text: c.said, Trips: trips}))
		var refs, ambiguous []string
		for _, r := range got.Refs {
			refs = append(refs, fmt.Sprintf("%s=%s:%s", r.Mention, r.Kind, r.ID))
			if r.Confidence <= 0 || r.Confidence > 1 {
				t.Errorf("%q: confidence of %+v", c.said, r)
			}
		}
		for _, a := range got.Ambiguous {
			ambiguous = append(ambiguous, a.Mention+"="+strings.Join(a.IDs, ","))
		}
		if r, a := strings.Join(refs, " "), strings.Join(ambiguous, " "); r != c.refs || a != c.ambiguous {
			t.Errorf("%q: %q and ambiguous %q, want %q and %q", c.said, r, a, c.refs, c.ambiguous)
		}
	}
}

func TestRecallOfTwoAlike(t *testing.T) {
	known := Known{Now: now, Tasks: []parley.Task{todo("t1", "Send invoice to Ben"), todo("t2", "Send invoice to Carla")}}
	got := must(Skills{}.Recall(t.Context(), RecallInput{Known: known, Text: "Is the invoice out?"}))
	if want := []Ambiguous{{"the invoice", []string{"t1", "t2"}}}; !reflect.DeepEqual(got.Ambiguous, want) || len(got.Refs) != 0 {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// answerRecall is an answer of these parts.
func answerRecall(refs, ambiguous string) string {
	return `{"refs":[` + refs + `],"ambiguous":[` + ambiguous + `]}`
}

func TestRecallGuards(t *testing.T) {
	in := RecallInput{
		Known: Known{
			Now: now, Tasks: []parley.Task{todo("t1", "Report")}, Memories: []parley.Memory{memory("m1", parley.Fact, "It is long", now)},
		},
		Text: "The report for my sister Ana",
	}
	const ref = `{"mention":"the report","kind":"task","id":"t1","confidence":0.9}`
	right := answerRecall(ref, "")
	for name, bad := range map[string]string{
		"an invented id":      strings.Replace(right, "t1", "t9", 1),
		"an invented mention": strings.Replace(right, "the report", "the invoice", 1),
		"no mention":          strings.Replace(right, "the report", " ", 1),
		"an unknown kind":     strings.Replace(right, `"task"`, `"person"`, 1),
		"one of one":          answerRecall(ref, `{"mention":"the report","ids":["t1","t1"]}`),
		"one of nothing":      answerRecall(ref, `{"mention":"the report","ids":["t1","t9"]}`),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, right)
			got := must(s.Recall(t.Context(), in))
			if len(got.Refs) != 1 || got.Refs[0].ID != "t1" || got.By != Model {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
		})
	}
}

func TestRecallOfAModel(t *testing.T) {
	in := RecallInput{
		Known: Known{Now: now, Tasks: []parley.Task{todo("t1", "Report"), todo("t2", "Report of May")},
			Memories: []parley.Memory{memory("m1", parley.Preference, "likes tea", now)}},
		Text:  "The report for my sister Ana, who likes tea",
		Trips: map[string]parley.Trip{"p1": {To: "PAR"}},
	}
	s, m := with(answerRecall(`{"mention":"TEA","kind":"task","id":"m1","confidence":7}`, `{"mention":"the report","ids":["t2","t1"]}`))
	got := must(s.Recall(t.Context(), in))
	want := Recall{
		Refs: []Ref{{"TEA", RefPreference, "m1", 1}}, Ambiguous: []Ambiguous{{"the report", []string{"t1", "t2"}}}, By: Model,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v: the kind by the id", got, want)
	}
	if !strings.Contains(m.asked[0].Messages[1].Text, `"id":"p1"`) {
		t.Error("the model was not told the trips")
	}
}

func BenchmarkRecallByRules(b *testing.B) {
	known := Known{Now: now}
	for i := range 100 {
		known.Tasks = append(known.Tasks, todo(fmt.Sprint("t", i), fmt.Sprintf("Send invoice %d to client %d", i, i%7)))
		pays := fmt.Sprintf("Client %d pays on day %d", i%7, i)
		known.Memories = append(known.Memories, memory(fmt.Sprint("m", i), parley.Fact, pays, now))
	}
	in := RecallInput{Known: known, Text: "Has client 3 paid the invoice, and is the one for client 5 out?"}
	b.ReportAllocs()
	for b.Loop() {
		in.rules()
	}
}
