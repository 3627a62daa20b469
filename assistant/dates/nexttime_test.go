package dates

import (
	"errors"
	"strings"
	"testing"
	"time"

	"parley/engine/enginetest"
)

func TestNext(t *testing.T) {
	const layout = "2006-01-02 15:04 MST"
	for _, c := range []struct {
		rule, from string // from as its zone's clocks show it
		after      time.Duration
		zone       *time.Location
		want       []string
	}{
		{"FREQ=DAILY", "2026-12-02 09:00", -time.Hour, berlin, []string{"2026-12-02 09:00 CET", "2026-12-03 09:00 CET"}},
		{"FREQ=DAILY", "2026-12-02 09:00", 0, berlin, []string{"2026-12-03 09:00 CET"}},
		{"RRULE:freq=daily;interval=3", "2026-12-02 09:00", 0, kolkata, []string{"2026-12-05 09:00 IST", "2026-12-08 09:00 IST"}},
		{"FREQ=WEEKLY;BYDAY=MO,TH", "2026-12-03 18:00", 0, berlin, []string{"2026-12-07 18:00 CET", "2026-12-10 18:00 CET"}},
		{"FREQ=WEEKLY;INTERVAL=2;BYDAY=FR", "2026-12-04 18:00", 0, berlin, []string{"2026-12-18 18:00 CET", "2027-01-01 18:00 CET"}},
		{"FREQ=WEEKLY", "2026-12-02 09:00", 4000 * 7 * 24 * time.Hour, time.UTC, []string{"2103-08-08 09:00 UTC"}},
		{"FREQ=MONTHLY;BYMONTHDAY=-1", "2026-12-31 09:00", 0, berlin, []string{"2027-01-31 09:00 CET", "2027-02-28 09:00 CET"}},
		{"FREQ=MONTHLY;BYDAY=1MO", "2026-12-07 09:00", 0, berlin, []string{"2027-01-04 09:00 CET"}},
		{"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-12-31 09:00", 0, berlin, []string{"2027-01-29 09:00 CET"}},
		{"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29", "2024-02-29 09:00", 0, berlin, []string{"2028-02-29 09:00 CET"}},
		{"FREQ=DAILY;BYHOUR=8,20;BYMINUTE=30", "2026-12-02 08:30", 0, berlin, []string{"2026-12-02 20:30 CET", "2026-12-03 08:30 CET"}},

		// The clocks change, the time of day does not.
		{"FREQ=DAILY", "2027-03-27 09:00", 0, berlin, []string{"2027-03-28 09:00 CEST", "2027-03-29 09:00 CEST"}},
		{"FREQ=DAILY", "2027-03-27 02:30", 0, berlin, []string{"2027-03-28 03:30 CEST", "2027-03-29 02:30 CEST"}},
		{"FREQ=DAILY", "2026-10-24 02:30", 0, berlin, []string{"2026-10-25 02:30 CEST", "2026-10-26 02:30 CET"}},
		{"FREQ=DAILY", "2026-10-31 01:30", 0, newYork, []string{"2026-11-01 01:30 EDT", "2026-11-02 01:30 EST"}},
		{"FREQ=WEEKLY;BYDAY=SU", "2027-03-07 02:30", 0, newYork, []string{"2027-03-14 03:30 EDT", "2027-03-21 02:30 EDT"}},
		{"FREQ=DAILY", "2011-12-29 09:00", 0, apia, []string{"2011-12-31 09:00 +14", "2012-01-01 09:00 +14"}},
		// An hour is an hour.
		{"FREQ=HOURLY;INTERVAL=2", "2027-03-28 00:00", 0, berlin, []string{"2027-03-28 03:00 CEST", "2027-03-28 05:00 CEST"}},
		{"FREQ=MINUTELY;INTERVAL=20", "2026-12-02 10:00", time.Second, berlin, []string{"2026-12-02 10:20 CET", "2026-12-02 10:40 CET"}},

		// Rules that end.
		{"FREQ=DAILY;COUNT=2", "2026-12-02 09:00", 0, berlin, []string{"2026-12-03 09:00 CET", ""}},
		{"FREQ=HOURLY;COUNT=2", "2026-12-02 09:00", 0, berlin, []string{"2026-12-02 10:00 CET", ""}},
		{"FREQ=DAILY;UNTIL=20261203T080000Z", "2026-12-02 09:00", 0, berlin, []string{"2026-12-03 09:00 CET", ""}},
		{"FREQ=DAILY;UNTIL=20261203T075959Z", "2026-12-02 09:00", 0, berlin, []string{""}},
		{"FREQ=DAILY;UNTIL=20261203", "2026-12-02 09:00", 0, berlin, []string{"2026-12-03 09:00 CET", ""}},
		{"FREQ=MINUTELY;UNTIL=20261202T080100Z", "2026-12-02 09:00", 0, berlin, []string{"2026-12-02 09:01 CET", ""}},
		{"FREQ=MONTHLY;INTERVAL=12;BYMONTH=3", "2026-12-02 09:00", 0, berlin, []string{""}}, // never
	} {
		from, err := time.ParseInLocation("2006-01-02 15:04", c.from, c.zone)
		if err != nil {
			t.Fatal(err)
		}
		after := from.Add(c.after)
		for _, want := range c.want {
			at, err := NextTime(c.rule, from, after, c.zone)
			got := at.Format(layout)
			if at.IsZero() {
				got = ""
			}
			if err != nil || got != want {
				t.Errorf("%s from %s, after %s: %s, %v; want %s", c.rule, c.from, after.Format(layout), got, err, want)
			}
			after = at
		}
	}
}

// TestNextRefuses: a rule that is none, or that could take long, is an error.
func TestNextRefuses(t *testing.T) {
	for _, rule := range []string{
		"", "daily", "FREQ=", "FREQ=SECONDLY", "FREQ=DAILY;", "FREQ=DAILY;FREQ=WEEKLY", "INTERVAL=2", "FREQ=DAILY;X=1",
		"FREQ=DAILY;INTERVAL=0", "FREQ=DAILY;INTERVAL=1001", "FREQ=DAILY;INTERVAL=-1", "FREQ=DAILY;COUNT=0", "FREQ=DAILY;COUNT=10001",
		"FREQ=DAILY;COUNT=2;UNTIL=20261203", "FREQ=DAILY;UNTIL=soon", "FREQ=DAILY;DTSTART=20261203T000000Z",
		"DTSTART:20261203T000000Z\nFREQ=DAILY", "FREQ=HOURLY;BYHOUR=9", "FREQ=MINUTELY;BYDAY=MO", "FREQ=WEEKLY;BYMONTHDAY=3",
		"FREQ=WEEKLY;BYDAY=2MO", "FREQ=MONTHLY;BYDAY=6MO", "FREQ=MONTHLY;BYDAY=53MO", "FREQ=YEARLY;BYWEEKNO=3", "FREQ=YEARLY;BYEASTER=1",
		"FREQ=DAILY;BYSETPOS=1", "FREQ=MONTHLY;BYSETPOS=1,2;BYDAY=MO", "FREQ=DAILY;BYHOUR=24", "FREQ=DAILY;BYMINUTE=1,2",
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYMONTH=2,4;BYMONTHDAY=31", "FREQ=DAILY;BYMONTH=13",
		"FREQ=DAILY;BYHOUR=" + strings.Repeat("1,", 100) + "1",
	} {
		if at, err := NextTime(rule, wednesday, wednesday, berlin); !errors.Is(err, ErrRule) {
			t.Errorf("%q: %v, %v; want ErrRule", rule, at, err)
		}
	}
	far := time.Date(12_000, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, c := range [][2]time.Time{{far, wednesday}, {wednesday, far}, {time.Time{}.AddDate(-5, 0, 0), wednesday}} {
		if at, err := NextTime("FREQ=DAILY", c[0], c[1], berlin); !errors.Is(err, ErrRule) {
			t.Errorf("from %v after %v: %v, %v; want ErrRule", c[0], c[1], at, err)
		}
	}
}

// FuzzNext: what Next returns is after what it must be, and found in little time.
func FuzzNext(f *testing.F) {
	for _, rule := range []string{
		"FREQ=DAILY", "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR", "FREQ=MONTHLY;BYDAY=-1FR", "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=3",
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;UNTIL=20400101", "FREQ=HOURLY;INTERVAL=5", "FREQ=DAILY;BYHOUR=1,2;BYMINUTE=30",
		"FREQ=DAILY;INTERVAL=7;BYDAY=TU", "FREQ=MONTHLY;BYDAY=5MO;BYSETPOS=-5;WKST=SU",
	} {
		f.Add(rule, int64(1_796_000_000), int64(1_800_000_000), uint8(0))
	}
	zones := []*time.Location{time.UTC, berlin, newYork, kolkata, apia}
	f.Fuzz(func(t *testing.T, rule string, from, after int64, zone uint8) {
		const year = 366 * 24 * 3600 // seconds
		first, last := time.Unix(from%(2000*year), 0), time.Unix(after%(2000*year), 500)
		used := enginetest.Computed(t)
		at, err := NextTime(rule, first, last, zones[int(zone)%len(zones)])
		if took := enginetest.Computed(t) - used; took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
		if err == nil && !at.IsZero() && (!at.After(last) || at.Before(first)) {
			t.Errorf("from %v, after %v: %v", first, last, at)
		}
	})
}

func BenchmarkNext(b *testing.B) {
	from := time.Date(2016, 12, 5, 9, 0, 0, 0, berlin)
	for _, rule := range []string{"FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,WE,FR", "FREQ=MONTHLY;BYDAY=1MO", "FREQ=HOURLY"} {
		b.Run(rule, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := NextTime(rule, from, wednesday, berlin); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
