package dates

import (
	"strconv"
	"testing"
	"time"
)

func TestFindDistance(t *testing.T) { findAll(t, distanceRows) }

// distanceRows are times told by their distance from now or from a day.
var distanceRows = []row{
	{"remind me in ten minutes to stretch", "2026-12-02 10:10", "in ten minutes", "remind me to stretch"},
	{"remind me in 10 min to stretch", "2026-12-02 10:10", "in 10 min", "remind me to stretch"},
	{"in half an hour check the oven", "2026-12-02 10:30", "in half an hour", "check the oven"},
	{"check the oven in an hour and a half", "2026-12-02 11:30", "in an hour and a half", "check the oven"},
	{"in an hour and twenty minutes leave", "2026-12-02 11:20", "in an hour and twenty minutes", "leave"},
	{"in two and a half hours leave", "2026-12-02 12:30", "in two and a half hours", "leave"},
	{"in a quarter of an hour leave", "2026-12-02 10:15", "in a quarter of an hour", "leave"},
	{"in three quarters of an hour leave", "2026-12-02 10:45", "in three quarters of an hour", "leave"},
	{"in 1.5 hours", "2026-12-02 11:30", "in 1.5 hours", ""},
	{"in 2h", "2026-12-02 12:00", "in 2h", ""},
	{"in 1h 30m", "2026-12-02 11:30", "in 1h 30m", ""},
	{"in 90 sec", "2026-12-02 10:01:30", "in 90 sec", ""},
	{"in a minute", "2026-12-02 10:01", "in a minute", ""},
	{"in one hundred and twenty minutes", "2026-12-02 12:00", "in one hundred and twenty minutes", ""},
	{"in 24 hours", "2026-12-03 10:00", "in 24 hours", ""},
	{"in a day and a half", "2026-12-03 22:00", "in a day and a half", ""},
	{"in the next hour", "2026-12-02 11:00", "in the next hour", ""},
	{"within an hour", "2026-12-02 11:00", "within an hour", ""},
	{"in the next 20 minutes", "2026-12-02 10:20", "in the next 20 minutes", ""},
	{"20 minutes from now", "2026-12-02 10:20", "20 minutes from now", ""},
	{"call back after ten minutes", "2026-12-02 10:10", "after ten minutes", "call back"},
	{"in three days", "2026-12-05", "in three days", ""},
	{"in a couple of days", "2026-12-04", "in a couple of days", ""},
	{"in a few days", "2026-12-05", "in a few days", ""},
	{"in 2 weeks", "2026-12-16", "in 2 weeks", ""},
	{"in two weeks' time", "2026-12-16", "in two weeks' time", ""},
	{"in a week's time", "2026-12-09", "in a week's time", ""},
	{"in a fortnight", "2026-12-16", "in a fortnight", ""},
	{"in a hundred days", "2027-03-12", "in a hundred days", ""},
	{"in six months", "2027-06-02", "in six months", ""},
	{"in half a year", "2027-06-02", "in half a year", ""},
	{"in a year", "2027-12-02", "in a year", ""},
	{"two weeks from Friday", "2026-12-18", "two weeks from Friday", ""},
	{"a week from tomorrow", "2026-12-10", "a week from tomorrow", ""},
	{"ten days from today", "2026-12-12", "ten days from today", ""},
	{"two days before friday", "2026-12-02", "two days before friday", ""},
	{"in three days at 5 pm", "2026-12-05 17:00", "in three days at 5 pm", ""},
	{"a week from friday at 3", "2026-12-11 15:00", "a week from friday at 3", ""},
	{"an hour ago", "2026-12-02 09:00 past", "an hour ago", ""},
	{"three days ago", "2026-11-29 past", "three days ago", ""},
	{"in about an hour", "2026-12-02 11:00", "in about an hour", ""},
	{"in roughly 20 minutes", "2026-12-02 10:20", "in roughly 20 minutes", ""},
	{"in the next few days", "2026-12-05", "in the next few days", ""},
	{"remind me in twenty five minutes", "2026-12-02 10:25", "in twenty five minutes", "remind me"},
	{"report due in 3 days", "2026-12-05", "in 3 days", "report"},
}

func TestShift(t *testing.T) {
	at := time.Date(2026, 3, 29, 12, 0, 0, 0, wednesday.Location())
	for text, want := range map[string]string{
		"remind me 10 minutes":               "2026-03-29 11:50 at 10",
		"remind me ten minutes ":             "2026-03-29 11:50 at 10",
		"half an hour":                       "2026-03-29 11:30 at 0",
		"call Anna an hour and 20 minutes":   "2026-03-29 10:40 at 10",
		"call Anna two and a half hours":     "2026-03-29 09:30 at 10",
		"a day":                              "2026-03-28 12:00 at 0",
		"two weeks":                          "2026-03-15 12:00 at 0",
		"a month":                            "2026-02-28 12:00 at 0",
		"remind me ten minutes in the house": "",
		"remind me":                          "",
		"ten":                                "",
		"":                                   "",
	} {
		shifted, start, ok := Shift(text, at, -1)
		got := ""
		if ok {
			got = shifted.Format("2006-01-02 15:04 at ") + strconv.Itoa(start)
		}
		if got != want {
			t.Errorf("Shift(%q) = %q, want %q", text, got, want)
		}
	}
	if got, _, _ := Shift("20 minutes", at, 1); !got.Equal(at.Add(20 * time.Minute)) {
		t.Errorf("20 minutes after %v is %v", at, got)
	}
}
