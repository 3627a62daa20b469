package calendar_test

import (
	"context"
	"encoding/json"
	"errors"
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
		for _, a := range calendar.Between(entries, at(c.from), at(c.to), time.UTC) {
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
		if got := showAll(calendar.Day(entries, c.day, zone(t, c.zone))); !reflect.DeepEqual(got, c.want) {
			t.Errorf("Day(%v) in %s = %q, want %q", c.day, c.zone, got, c.want)
		}
	}
}

func TestImportedIsASource(t *testing.T) {
	var s calendar.Source = calendar.Imported{Entries: parse(t, events("SUMMARY:A|DTSTART:20260302T090000"), time.UTC), Zone: time.UTC}
	from := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	got, err := s.Between(t.Context(), from, from.AddDate(0, 0, 1))
	if err != nil || len(got) != 1 {
		t.Errorf("Between = %v, %v", got, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Between(ctx, from, from); !errors.Is(err, context.Canceled) {
		t.Errorf("Between after the end of its context = %v", err)
	}
}

func TestFindNextByWords(t *testing.T) {
	start := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	var all []parley.Appointment
	for i, title := range []string{"Team lunch", "Weekly TEAM-Meeting", "Steam meeting", "Team meeting (moved)", "Treffen: Große Änderung"} {
		all = append(all, parley.Appointment{Title: title, Start: start.Add(time.Duration(i) * time.Hour)})
	}
	for _, c := range []struct {
		words string
		after time.Duration
		want  int
	}{
		{"team", 0, 0},
		{"the team meeting", 0, 1},
		{"Meeting, team!", time.Hour, 1},
		{"team meeting", time.Hour + 1, 3},
		{"our steam meeting", 0, 2},
		{"team meetings", 0, -1},
		{"team meeting", 4 * time.Hour, -1},
		{"große änderung", 0, 4},
		{"the", 0, -1},
		{" ", 0, -1},
	} {
		var want parley.Appointment
		if c.want >= 0 {
			want = all[c.want]
		}
		if got, ok := calendar.Find(all, c.words, start.Add(c.after)); got != want || ok != (c.want >= 0) {
			t.Errorf("Find(%q, +%v) = %v, %v, want %v", c.words, c.after, got, ok, want)
		}
	}
}
