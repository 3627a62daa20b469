package calendar_test

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parley"
	"parley/assistant/calendar"
)

// Whatever a file holds, what is made of it is in bounds and can be stored.
func FuzzParse(f *testing.F) {
	for _, name := range []string{"google.ics", "outlook.ics", "apple.ics"} {
		f.Add(read(f, name))
	}
	for _, e := range []string{
		"DTSTART:20260302T090000Z|RRULE:FREQ=SECONDLY", "DTSTART:16000101|DTEND:22001231|RRULE:FREQ=DAILY;INTERVAL=0",
		"DTSTART:20260302T090000|RRULE:FREQ=YEARLY;BYDAY=53MO,-53SU;BYWEEKNO=-53,53;BYYEARDAY=-366;BYSETPOS=-366",
		"DTSTART;TZID=\"a,b\";X=\\n:20260302T090000|DURATION:P9999W9999DT99999H|EXDATE:,|RDATE:20260302,20260303T240000",
		"UID:1|DTSTART:22001231|RRULE:FREQ=MONTHLY;BYDAY=-5MO;COUNT=4999", "UID:1|RECURRENCE-ID:16000101T000000Z|DTSTART:20260302",
		"DTSTART;TZID=Pacific/Apia:20111229T090000|RRULE:FREQ=DAILY|EXDATE;TZID=Asia/Tehran:20260320T003000",
	} {
		f.Add(events(e))
	}
	berlin := zone(f, "Europe/Berlin")
	from := time.Date(2026, 3, 1, 0, 0, 0, 0, berlin)
	f.Fuzz(func(t *testing.T, file string) {
		entries, problems, err := calendar.Parse(strings.NewReader(file), berlin)
		if len(entries) > calendar.MaxEntries || len(problems) > calendar.MaxProblems || err != nil && entries != nil {
			t.Fatalf("Parse = %d entries, %d problems, %v", len(entries), len(problems), err)
		}
		for _, e := range entries {
			if utf8.RuneCountInString(e.Title) > parley.MaxTitle || e.Title != parley.OneLine(e.Title) || e.End.Before(e.Start) {
				t.Errorf("entry %+v", e)
			}
		}
		text, err := json.Marshal(entries)
		if err != nil {
			t.Fatal(err)
		}
		var stored []calendar.Entry
		if err := json.Unmarshal(text, &stored); err != nil {
			t.Fatal(err)
		}
		for _, days := range []int{1, 31, 365_000} {
			to := from.AddDate(0, 0, days)
			got := calendar.Occurrences(entries, from, to, berlin)
			sorted := slices.IsSortedFunc(got, func(a, b parley.Appointment) int { return a.Start.Compare(b.Start) })
			outside := slices.ContainsFunc(got, func(a parley.Appointment) bool { return !a.Start.Before(to) || a.End.Before(from) })
			if len(got) > calendar.MaxAppointments || !sorted || outside {
				t.Errorf("Between has %d appointments, sorted: %v, some outside: %v", len(got), sorted, outside)
			}
			if again := calendar.Occurrences(stored, from, to, berlin); !reflect.DeepEqual(got, again) {
				t.Errorf("Between = %v, but %v of what was stored", got, again)
			}
		}
	})
}

// busy is a calendar of n events, each fourth of which repeats for years.
func busy(n int) string {
	var all []string
	for i := range n {
		day := time.Date(2021, 1, 4+i, 9, 0, 0, 0, time.UTC).Format("20060102")
		rule := []string{"", "", "", "|RRULE:FREQ=WEEKLY;BYDAY=MO,TH|EXDATE;TZID=Europe/Berlin:20260302T090000"}[i%4]
		all = append(all, fmt.Sprintf("UID:%d|SUMMARY:Meeting %[1]d|DTSTART;TZID=Europe/Berlin:%[2]sT090000|"+
			"DTEND;TZID=Europe/Berlin:%[2]sT100000%[3]s", i, day, rule))
	}
	return events(all...)
}

func BenchmarkParse(b *testing.B) {
	berlin := zone(b, "Europe/Berlin")
	for _, n := range []int{20, calendar.MaxEntries} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			file := busy(n)
			b.SetBytes(int64(len(file)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := calendar.Parse(strings.NewReader(file), berlin); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDay(b *testing.B) {
	berlin := zone(b, "Europe/Berlin")
	day := time.Date(2026, 3, 5, 0, 0, 0, 0, berlin)
	for _, n := range []int{20, calendar.MaxEntries} {
		b.Run(fmt.Sprintf("events=%d", n), func(b *testing.B) {
			entries := parse(b, busy(n), berlin)
			b.ReportAllocs()
			for b.Loop() {
				if len(onDay(entries, day, berlin)) == 0 {
					b.Fatal("nothing on that day")
				}
			}
		})
	}
}

// BenchmarkHostile is of full files, each of the dearest of its kind.
func BenchmarkHostile(b *testing.B) {
	berlin := zone(b, "Europe/Berlin")
	from := time.Date(2026, 3, 1, 0, 0, 0, 0, berlin)
	for name, event := range map[string]string{
		"counted":  "DTSTART:19000301T090000|RRULE:FREQ=MONTHLY;BYDAY=MO;COUNT=5000",
		"rare":     "DTSTART:16040229T090000|RRULE:FREQ=DAILY;INTERVAL=5;BYMONTH=2;BYMONTHDAY=29;BYDAY=TU",
		"rarest":   "DTSTART:16000229T090000|RRULE:FREQ=MONTHLY;INTERVAL=5;BYMONTH=2;BYMONTHDAY=29;BYDAY=5TU",
		"endless":  "DTSTART:16000101|DTEND:22000101|RRULE:FREQ=DAILY",
		"excepted": "DTSTART:20260301T090000|RRULE:FREQ=DAILY" + strings.Repeat("|EXDATE:20500301T090000", 15),
		"zones":    strings.Repeat("EXDATE;TZID=%d:20260301T090000|", 14) + "DTSTART:20260301T090000",
		"lines":    "DTSTART" + strings.Repeat(";A=b", 90) + ":20260301T090000",
	} {
		b.Run(name, func(b *testing.B) {
			var all []string
			for i := range calendar.MaxEntries {
				if i == calendar.MaxRules {
					event, _, _ = strings.Cut(event, "|RRULE")
				}
				all = append(all, strings.ReplaceAll(event, "%d", fmt.Sprint(i)))
			}
			file := events(all...)
			b.SetBytes(int64(len(file)))
			for b.Loop() {
				entries, _, err := calendar.Parse(strings.NewReader(file), berlin)
				if err != nil {
					b.Fatal(err)
				}
				calendar.Occurrences(entries, from, from.AddDate(1, 0, 0), berlin)
			}
		})
	}
}
