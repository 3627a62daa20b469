package calendar_test

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/calendar"
)

func parse(t testing.TB, file string, z *time.Location) []calendar.Entry {
	t.Helper()
	entries, _, err := calendar.Parse(strings.NewReader(file), z)
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

func read(t testing.TB, name string) string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestEntriesGoThroughJSON(t *testing.T) {
	for _, name := range []string{"google.ics", "outlook.ics", "apple.ics"} {
		entries := parse(t, read(t, name), zone(t, "Europe/Berlin"))
		text, err := json.Marshal(entries)
		if err != nil {
			t.Fatal(err)
		}
		var got []calendar.Entry
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, entries) {
			t.Errorf("%s: %v\n%+v came back as\n%+v", name, err, entries, got)
		}
	}
}

func TestOverlap(t *testing.T) {
	at := func(clock string) time.Time {
		got, err := time.Parse("15:04", clock)
		if err != nil {
			t.Fatal(err)
		}
		return time.Date(2026, 3, 2, got.Hour(), got.Minute(), 0, 0, time.UTC)
	}
	entries := parse(t, events("SUMMARY:A|DTSTART:20260302T090000|DURATION:PT1H", "SUMMARY:B|DTSTART:20260302T100000"), time.UTC)
	for _, c := range []struct{ from, to, want string }{
		{"08:00", "09:00", ""},
		{"08:00", "09:01", "A"},
		{"09:59", "10:00", "A"},
		{"10:00", "10:01", "B"},
		{"09:30", "10:01", "AB"},
		{"10:01", "11:00", ""},
		{"09:30", "09:30", ""},
		{"09:40", "09:20", ""},
	} {
		got := ""
		for _, a := range calendar.Occurrences(entries, at(c.from), at(c.to), time.UTC) {
			got += a.Title
		}
		if got != c.want {
			t.Errorf("from %s to %s: %q, want %q", c.from, c.to, got, c.want)
		}
	}
}

func TestDayIsTheUsers(t *testing.T) {
	entries := parse(t, events("SUMMARY:Late|DTSTART:20260328T233000Z|DTEND:20260329T003000Z",
		"SUMMARY:Whole|DTSTART;VALUE=DATE:20260329|RRULE:FREQ=DAILY;UNTIL=20260329"), zone(t, "Europe/Berlin"))
	for _, c := range []struct {
		zone string
		day  time.Time
		want []string
	}{
		{"Europe/Berlin", time.Date(2026, 3, 28, 22, 0, 0, 0, time.UTC), nil},
		{"Europe/Berlin", time.Date(2026, 3, 28, 23, 0, 0, 0, time.UTC), []string{ // the 29th, which has 23 hours
			"2026-03-29 00:00 all day to 2026-03-30 00:00 Whole", "2026-03-29 00:30 for 60 min Late"}},
		{"America/New_York", time.Date(2026, 3, 29, 3, 0, 0, 0, time.UTC), []string{"2026-03-28 19:30 for 60 min Late"}},
		{"America/New_York", time.Date(2026, 3, 29, 5, 0, 0, 0, time.UTC), []string{"2026-03-29 00:00 all day to 2026-03-30 00:00 Whole"}},
	} {
		if got := showAll(onDay(entries, c.day, zone(t, c.zone))); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Day(%v) in %s = %q, want %q", c.day, c.zone, got, c.want)
		}
	}
}

// onDay are the appointments on the day of t in zone.
func onDay(entries []calendar.Entry, t time.Time, zone *time.Location) []parley.Appointment {
	y, m, d := t.In(zone).Date()
	return calendar.Occurrences(entries, time.Date(y, m, d, 0, 0, 0, 0, zone), time.Date(y, m, d+1, 0, 0, 0, 0, zone), zone)
}
