package grammar

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
)

// row is what somebody said and the calls that it is, "" if it is no command.
type row struct{ said, calls string }

// wednesday is when all tests run.
var wednesday = time.Date(2026, 3, 11, 14, 30, 0, 0, time.FixedZone("CET", 3600))

// listed is what the user of the tests has last seen: milk, the report, HR and mum.
func listed() Context {
	earlier := wednesday.Add(-time.Hour)
	return Context{
		Now: wednesday,
		Tasks: []parley.Task{
			{ID: "t3", Title: "Buy milk", Status: parley.Pending},
			{ID: "t5", Title: "Finish the report", Status: parley.Pending},
			{ID: "t6", Title: "Call HR", Status: parley.Completed, CompletedAt: &earlier},
			{ID: "t9", Title: "Call mum", Status: parley.InProgress},
		},
		Reminders: []parley.Reminder{
			{ID: "r2", Text: "Call mum", At: wednesday.Add(2 * time.Hour), Status: parley.Scheduled},
			{ID: "r1", Text: "Dentist appointment", At: wednesday.Add(time.Hour), Status: parley.Scheduled},
		},
		Flights: []parley.RankedFlight{{FlightID: "f7", Rank: 1}, {FlightID: "f8", Rank: 2}, {FlightID: "f9", Rank: 3}},
	}
}

// rendered is calls as the tables have them.
func rendered(calls []Call) string {
	var out []string
	for _, c := range calls {
		out = append(out, c.Tool+strings.TrimPrefix(fmt.Sprint(c.Args), "map"))
	}
	return strings.Join(out, " ")
}

func testRows(t *testing.T, rows []row) {
	t.Helper()
	for _, row := range rows {
		calls, sure := Read(row.said, listed())
		if got := rendered(calls); got != row.calls {
			t.Errorf("%q\n got %s\nwant %s", row.said, got, row.calls)
		}
		if sure && calls == nil {
			t.Errorf("%q: sure of nothing", row.said)
		}
	}
}
