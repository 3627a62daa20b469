package calendar_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/teambition/rrule-go"

	"parley/assistant/calendar"
)

func TestRepetitionKeepsTheClock(t *testing.T) {
	for name, c := range map[string]struct {
		event, user string
		want        []string
	}{
		"forward, Berlin": {"DTSTART;TZID=Europe/Berlin:20260328T023000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3", "UTC", []string{
			"2026-03-28 01:30 for 60 min ", "2026-03-29 01:30 for 60 min ", "2026-03-30 00:30 for 60 min "}}, // the 29th at 03:30
		"forward, New York": {"DTSTART;TZID=America/New_York:20260307T023000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3", "UTC", []string{
			"2026-03-07 07:30 for 60 min ", "2026-03-08 07:30 for 60 min ", "2026-03-09 06:30 for 60 min "}},
		"back, Berlin": {"DTSTART;TZID=Europe/Berlin:20251025T023000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3", "UTC", []string{
			"2025-10-25 00:30 for 60 min ", "2025-10-26 00:30 for 60 min ", "2025-10-27 01:30 for 60 min "}}, // the first 02:30
		"back, New York": {"DTSTART;TZID=America/New_York:20251101T013000|DURATION:PT1H|RRULE:FREQ=DAILY;COUNT=3", "UTC", []string{
			"2025-11-01 05:30 for 60 min ", "2025-11-02 05:30 for 60 min ", "2025-11-03 06:30 for 60 min "}},
		"a night": {"DTSTART;TZID=Europe/Berlin:20260328T220000|DTEND;TZID=Europe/Berlin:20260329T060000|RRULE:FREQ=DAILY;COUNT=2", "Europe/Berlin", []string{
			"2026-03-28 22:00 for 420 min ", "2026-03-29 22:00 for 420 min "}}, // as long as the first (RFC 5545 section 3.8.5.3)
		"UTC": {"DTSTART:20260328T080000Z|RRULE:FREQ=DAILY;COUNT=2", "Europe/Berlin", []string{
			"2026-03-28 09:00 for 0 min ", "2026-03-29 10:00 for 0 min "}},
		"days": {"DTSTART;VALUE=DATE:20260328|RRULE:FREQ=DAILY;COUNT=3", "Europe/Berlin", []string{
			"2026-03-28 00:00 all day to 2026-03-29 00:00 ", "2026-03-29 00:00 all day to 2026-03-30 00:00 ",
			"2026-03-30 00:00 all day to 2026-03-31 00:00 "}},
	} {
		user := zone(t, c.user)
		entries := parse(t, events(c.event), user)
		from, to := time.Date(2025, 1, 1, 0, 0, 0, 0, user), time.Date(2027, 1, 1, 0, 0, 0, 0, user)
		got := showAll(calendar.Occurrences(entries, from, to, user))
		if !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestEndsOfRules(t *testing.T) {
	for rule, want := range map[string]string{
		"FREQ=DAILY;COUNT=1":                                 "2",
		"FREQ=DAILY;COUNT=3":                                 "2 3 4",
		"FREQ=DAILY;INTERVAL=2;UNTIL=20260306T090000Z":       "2 4 6",
		"FREQ=DAILY;INTERVAL=2;UNTIL=20260306T085959Z":       "2 4",
		"FREQ=DAILY;UNTIL=20260304T090000":                   "2 3 4",
		"FREQ=DAILY;UNTIL=20260304":                          "2 3 4",
		"FREQ=DAILY;UNTIL=20200101":                          "2",
		"FREQ=WEEKLY;COUNT=4;BYDAY=MO,WE":                    "2 4 9 11",
		"FREQ=WEEKLY;COUNT=4;BYDAY=SU,MO;INTERVAL=2":         "2 8 16 22",
		"FREQ=WEEKLY;COUNT=4;BYDAY=SU,MO;INTERVAL=2;WKST=SU": "2 15 16 29",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1":      "2 31",
		"FREQ=DAILY;BYHOUR=9,21;COUNT=3":                     "2 2 3",
		"FREQ=DAILY;INTERVAL=7;COUNT=100000":                 "2 9 16 23 30",
	} {
		entries := parse(t, events("DTSTART:20260302T090000Z|RRULE:"+rule), time.UTC)
		var days []string
		for _, line := range march(entries, time.UTC) {
			days = append(days, strings.TrimPrefix(line[len("2026-03-"):len("2026-03-02")], "0"))
		}
		if got := strings.Join(days, " "); got != want {
			t.Errorf("%s: %s, want %s", rule, got, want)
		}
	}
}

// A rule gives the same from a time on as if it were followed from its start, which
// the library does.
func TestRulesAreFollowedFromNear(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(all ...string) string { return all[random.IntN(len(all))] }
	followed := 0
	for range 800 {
		rule := "FREQ=" + pick("DAILY", "WEEKLY", "MONTHLY", "YEARLY") + pick("", "", ";INTERVAL=2", ";INTERVAL=3", ";INTERVAL=13") +
			pick("", "", ";BYMONTH=2", ";BYMONTH=1,6,12") + pick("", "", ";BYMONTHDAY=1,15", ";BYMONTHDAY=-1,31", ";BYMONTHDAY=29") +
			pick("", "", ";BYDAY=MO", ";BYDAY=SU,WE,FR", ";BYDAY=2TU,-1FR", ";BYDAY=5SA") +
			pick("", "", "", ";BYSETPOS=-1", ";BYSETPOS=1,2") +
			pick("", "", "", "", ";BYYEARDAY=1,100,-1", ";BYWEEKNO=1,53") + pick("", ";WKST=SU") + pick("", "", ";BYHOUR=8,20") +
			pick("", "", ";COUNT=40", ";UNTIL=20220630T120000Z")
		start := time.Date(2019, time.Month(1+random.IntN(12)), 1+random.IntN(31), 9, 30, 0, 0, time.UTC)
		from := start.AddDate(0, 0, random.IntN(3000))
		to := from.AddDate(0, 0, 1+random.IntN(90))
		file := events("DTSTART:" + start.Format("20060102T150405Z") + "|DURATION:PT1H|RRULE:" + rule)
		entries, problems, err := calendar.Parse(strings.NewReader(file), time.UTC)
		if err != nil {
			t.Fatal(err)
		}
		o, err := rrule.StrToROption(rule)
		if err != nil {
			t.Fatal(err)
		}
		o.Dtstart = start
		r, err := rrule.NewRRule(*o)
		if err != nil {
			t.Fatal(err)
		}
		want := []time.Time{}
		if len(problems) == 0 { // else it never comes true, to see which the library takes long
			followed++
			want = r.Between(from.Add(-time.Hour+1), to.Add(-1), true)
		}
		got := []time.Time{}
		for _, a := range calendar.Occurrences(entries, from, to, time.UTC) {
			if !a.Start.Equal(start) { // takes place whether or not the rule has it
				got = append(got, a.Start)
			}
		}
		if len(want) > 0 && want[0].Equal(start) {
			want = want[1:]
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s from %v, between %v and %v: %v, want %v", rule, start, from, to, got, want)
		}
	}
	if followed < 500 {
		t.Errorf("only %d rules were followed", followed)
	}
}
