package dates

import (
	"testing"
	"time"

	"parley"
)

func TestSay(t *testing.T) {
	for _, c := range []struct {
		due  parley.Due
		want string
	}{
		{"2026-12-02", "today"},
		{"2026-12-03", "tomorrow"},
		{"2026-12-01", "yesterday"},
		{"2026-12-04", "Friday"},
		{"2026-12-08", "Tuesday"}, // in six days
		{"2026-12-09", "next Wednesday, 9 December"},
		{"2026-12-13", "next Sunday, 13 December"},
		{"2026-12-14", "Monday, 14 December"}, // not of next week
		{"2027-03-03", "Wednesday, 3 March 2027"},
		{"2026-11-30", "Monday, 30 November 2026"},

		{"2026-12-03T09:00:00+01:00", "tomorrow at 9"},
		{"2026-12-03T11:30:00+01:00", "tomorrow at 11:30"},
		{"2026-12-03T07:00:00+01:00", "tomorrow at 7 am"},
		{"2026-12-03T21:00:00+01:00", "tomorrow at 9 pm"},
		{"2026-12-03T12:00:00+01:00", "tomorrow at noon"},
		{"2026-12-03T12:05:00+01:00", "tomorrow at 12:05 pm"},
		{"2026-12-03T00:30:00+01:00", "tomorrow at 12:30 am"},
		{"2026-12-03T00:00:00+01:00", "tonight at midnight"},
		{"2026-12-05T00:00:00+01:00", "Saturday at 12 am"},
		{"2026-12-03T15:00:00Z", "tomorrow at 4 pm"}, // another offset
		{"2026-12-08T17:00:00+01:00", "Tuesday at 5 pm"},
		{"2026-12-09T10:00:00+01:00", "next Wednesday, 9 December at 10"},

		{"2026-12-02T11:00:00+01:00", "today at 11 am"},
		{"2026-12-02T21:00:00+01:00", "today at 9 pm"},
		{"2026-12-02T08:00:00+01:00", "today at 8 am"},
		{"2026-12-02T10:20:00+01:00", "in 20 minutes"},
		{"2026-12-02T10:01:00+01:00", "in a minute"},
		{"2026-12-02T10:00:20+01:00", "now"},
		{"2026-12-02T09:59:00+01:00", "a minute ago"},
		{"2026-12-02T09:30:00+01:00", "30 minutes ago"},

		{"", ""},
		{"friday", ""},
	} {
		if got := Say(c.due, wednesday); got != c.want {
			t.Errorf("Say(%q) = %q, want %q", c.due, got, c.want)
		}
	}
}

// TestSaySaysOneTime: what is said is read as the day or the minute that it is of.
func TestSaySaysOneTime(t *testing.T) {
	for _, zone := range []*time.Location{berlin, newYork, kolkata, apia, time.UTC} {
		for _, clock := range []int{0, 10 * 60, 23*60 + 50} {
			for week := range 7 {
				now := time.Date(2026, 11, 28+week, 0, clock, 0, 0, zone)
				for ahead := -10; ahead < 400; ahead += max(1, ahead/10) {
					day := civil(now).AddDate(0, 0, ahead)
					sayOne(t, parley.DueDay(day), now)
					for _, minute := range []int{0, 1, 30, 7 * 60, 8 * 60, 9*60 + 15, 12 * 60, 12*60 + 30, 13 * 60, 23*60 + 59} {
						if at := wall(day, 0, minute, 0, zone); shown(at).Equal(day.Add(time.Duration(minute) * time.Minute)) {
							sayOne(t, parley.DueAt(at), now)
						}
					}
				}
			}
		}
	}
}

func sayOne(t *testing.T, due parley.Due, now time.Time) {
	t.Helper()
	said := Say(due, now)
	if said == "now" {
		return
	}
	f, ok := Find(said, now)
	if !ok || f.Due != due || f.Cut(said) != "" {
		t.Fatalf("%s, at %s, is said %q, which is read as %s with %q left", due, now, said, f.Due, f.Cut(said))
	}
}
