package dates

import (
	"testing"
	"time"
)

// TestFindInZones: days and times are those of now's zone, also where clocks
// change.
func TestFindInZones(t *testing.T) {
	for _, c := range []struct {
		now  string // in the zone
		zone *time.Location
		text string
		due  string // with its offset
	}{
		// The day is the user's.
		{"2026-12-02 23:30", newYork, "tomorrow", "2026-12-03"},
		{"2026-12-03 03:30", kolkata, "today", "2026-12-03"},
		{"2026-12-02 23:30", time.UTC, "friday", "2026-12-04"},
		{"2026-12-03 12:30", apia, "tomorrow", "2026-12-04"},
		{"2026-12-31 23:30", kolkata, "tomorrow", "2027-01-01"},
		{"2026-12-31 10:00", newYork, "next month", "2027-01-31"},
		{"2027-01-31 10:00", newYork, "next month", "2027-02-28"},
		{"2028-02-29 10:00", time.UTC, "in a year", "2029-02-28"},
		{"2026-11-30 10:00", time.UTC, "the 31st", "2026-12-31"},
		{"2026-12-31 10:00", time.UTC, "the 30th", "2027-01-30"},

		{"2026-12-02 10:00", newYork, "at 5 pm", "2026-12-02T17:00:00-05:00"},
		{"2026-12-02 10:00", kolkata, "at 5 pm", "2026-12-02T17:00:00+05:30"},
		{"2026-12-02 10:00", apia, "tomorrow at 5 pm", "2026-12-03T17:00:00+13:00"},
		{"2026-12-02 10:00", time.UTC, "at 5 pm", "2026-12-02T17:00:00Z"},

		// A bare hour is the next that makes sense.
		{"2026-12-02 18:00", berlin, "at 5", "2026-12-03T17:00:00+01:00"},
		{"2026-12-02 04:00", berlin, "at 5", "2026-12-02T17:00:00+01:00"},
		{"2026-12-02 18:00", berlin, "at 9", "2026-12-02T21:00:00+01:00"},
		{"2026-12-02 22:00", berlin, "at 9", "2026-12-03T09:00:00+01:00"},
		{"2026-12-02 13:00", berlin, "at 12", "2026-12-03T12:00:00+01:00"},
		{"2026-12-02 18:00", berlin, "today at 5", "2026-12-02T17:00:00+01:00"},
		{"2026-12-02 18:00", berlin, "today at 9", "2026-12-02T21:00:00+01:00"},
		{"2026-12-02 18:00", berlin, "at 5 pm", "2026-12-03T17:00:00+01:00"},
		{"2026-12-02 17:00", berlin, "at 5 pm", "2026-12-03T17:00:00+01:00"},
		{"2026-12-02 21:30", berlin, "in the evening", "2026-12-03T18:00:00+01:00"},
		{"2026-12-02 00:30", berlin, "at 2 at night", "2026-12-02T02:00:00+01:00"},
		{"2026-12-03 10:00", berlin, "the 3rd at 9", "2026-12-03T21:00:00+01:00"},
		{"2026-12-03 10:00", berlin, "the 3rd at 9 am", "2027-01-03T09:00:00+01:00"},
		{"2026-12-03 10:00", berlin, "3 december at 9 am", "2027-12-03T09:00:00+01:00"},
		{"2026-12-03 10:00", berlin, "3 december", "2026-12-03"},

		// Weekdays from each end of the week.
		{"2026-12-04 10:00", berlin, "friday", "2026-12-11"},
		{"2026-12-04 10:00", berlin, "this friday", "2026-12-04"},
		{"2026-12-04 10:00", berlin, "next friday", "2026-12-11"},
		{"2026-12-04 10:00", berlin, "last friday", "2026-11-27"},
		{"2026-12-05 10:00", berlin, "next friday", "2026-12-11"},
		{"2026-12-06 10:00", berlin, "next monday", "2026-12-07"},
		{"2026-12-07 10:00", berlin, "next monday", "2026-12-14"},
		{"2026-12-07 10:00", berlin, "next sunday", "2026-12-20"},
		{"2026-12-05 10:00", berlin, "this weekend", "2026-12-05"},
		{"2026-12-06 10:00", berlin, "this weekend", "2026-12-06"},
		{"2026-12-06 10:00", berlin, "end of the week", "2026-12-06"},
		{"2026-12-04 10:00", berlin, "end of the week", "2026-12-04"},

		// Berlin skips 02:00-03:00 on 28 March 2027 and shows it twice on 25 October 2026.
		{"2027-03-27 10:00", berlin, "tomorrow at 2:30 am", "2027-03-28T03:30:00+02:00"},
		{"2026-10-24 10:00", berlin, "tomorrow at 2:30 am", "2026-10-25T02:30:00+02:00"},
		{"2027-03-27 10:00", berlin, "in 24 hours", "2027-03-28T11:00:00+02:00"},
		{"2027-03-27 10:00", berlin, "tomorrow at 10", "2027-03-28T10:00:00+02:00"},
		{"2026-10-24 10:00", berlin, "in 24 hours", "2026-10-25T09:00:00+01:00"},
		{"2027-03-27 10:00", berlin, "in one day", "2027-03-28"},
		// New York skips 02:00-03:00 on 14 March 2027 and shows 01:00-02:00 twice on 1
		// November 2026.
		{"2027-03-13 10:00", newYork, "tomorrow at 2:30 am", "2027-03-14T03:30:00-04:00"},
		{"2026-10-31 10:00", newYork, "tomorrow at 1:30 am", "2026-11-01T01:30:00-04:00"},
		{"2026-10-31 10:00", newYork, "in 24 hours", "2026-11-01T09:00:00-05:00"},
		// Samoa had no 30 December 2011.
		{"2011-12-29 10:00", apia, "tomorrow at 5 pm", "2011-12-31T17:00:00+14:00"},
		{"2011-12-29 10:00", apia, "in 24 hours", "2011-12-31T10:00:00+14:00"},
	} {
		now, err := time.ParseInLocation("2006-01-02 15:04", c.now, c.zone)
		if err != nil {
			t.Fatal(err)
		}
		if f, _ := Find(c.text, now); string(f.Due) != c.due {
			t.Errorf("%q, said %s: %s, want %s", c.text, now, f.Due, c.due)
		}
	}
}

// TestRepeatsPastSkippedTime: a repetition whose first time the clocks skip has its
// own time again after that.
func TestRepeatsPastSkippedTime(t *testing.T) {
	f, _ := Find("every day at 2:30 am", time.Date(2027, 3, 27, 10, 0, 0, 0, berlin))
	if want := time.Date(2027, 3, 28, 3, 30, 0, 0, berlin); !f.At.Equal(want) {
		t.Errorf("first at %v, want %v", f.At, want)
	}
	next, err := NextTime(f.Rule, f.At, f.At, berlin)
	if want := time.Date(2027, 3, 29, 2, 30, 0, 0, berlin); err != nil || !next.Equal(want) {
		t.Errorf("%s: next at %v, %v; want %v", f.Rule, next, err, want)
	}
}

func TestWall(t *testing.T) {
	for _, c := range []struct{ shown, want string }{
		{"2027-03-28 01:59", "2027-03-28T00:59:00Z"},
		{"2027-03-28 02:00", "2027-03-28T01:00:00Z"},
		{"2027-03-28 02:59", "2027-03-28T01:59:00Z"},
		{"2027-03-28 03:00", "2027-03-28T01:00:00Z"},
		{"2026-10-25 02:00", "2026-10-25T00:00:00Z"},
		{"2026-10-25 02:59", "2026-10-25T00:59:00Z"},
		{"2026-10-25 03:00", "2026-10-25T02:00:00Z"},
		{"2026-12-02 10:00", "2026-12-02T09:00:00Z"},
	} {
		at, err := time.Parse("2006-01-02 15:04", c.shown)
		if err != nil {
			t.Fatal(err)
		}
		got := wall(at, at.Hour(), at.Minute(), 0, berlin).UTC().Format(time.RFC3339)
		if got != c.want {
			t.Errorf("%s in Berlin is %s, want %s", c.shown, got, c.want)
		}
	}
}
