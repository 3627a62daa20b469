package calendar_test

import (
	"errors"
	"fmt"
	"io"
	"os"
	"reflect"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"parley"
	"parley/assistant/calendar"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	z, err := time.LoadLocation(name)
	if err != nil {
		t.Fatal(err)
	}
	return z
}

// show writes an appointment as the tables here do.
func show(a parley.Appointment) string {
	const minute = "2006-01-02 15:04"
	if a.AllDay {
		return a.Start.Format(minute) + " all day to " + a.End.Format(minute) + " " + a.Title
	}
	return fmt.Sprintf("%s for %v min %s", a.Start.Format(minute), a.End.Sub(a.Start).Minutes(), a.Title)
}

func showAll(all []parley.Appointment) (lines []string) {
	for _, a := range all {
		lines = append(lines, show(a))
	}
	return lines
}

// march has the appointments of a file in March 2026, in the zone.
func march(entries []calendar.Entry, z *time.Location) []string {
	return showAll(calendar.Occurrences(entries,
		time.Date(2026, 3, 1, 0, 0, 0, 0, z), time.Date(2026, 4, 1, 0, 0, 0, 0, z), z))
}

func TestCalendarsOfTheMakers(t *testing.T) {
	for file, c := range map[string]struct {
		want     []string
		problems []calendar.Problem
	}{
		"google": {want: []string{
			"2026-03-02 09:30 for 30 min Team meeting",
			"2026-03-03 16:00 for 45 min Call with Zoë, Paris; and others",
			"2026-03-09 00:00 all day to 2026-03-11 00:00 Trade fair",
			"2026-03-09 09:30 for 30 min Team meeting",
			"2026-03-24 11:00 for 30 min Team meeting (moved)",
		}},
		"outlook": {want: []string{
			"2026-03-03 08:30 for 60 min Budget review",
			"2026-03-11 14:00 for 60 min Board, New York", // New York has summer time since the 8th
			"2026-03-12 14:00 for 60 min Dentist",
			"2026-03-13 00:00 all day to 2026-03-14 00:00 On call",
			"2026-03-15 00:00 all day to 2026-03-16 00:00 On call",
			"2026-03-19 08:30 for 60 min Budget review",
			"2026-03-31 08:30 for 60 min Budget review",
		}, problems: []calendar.Problem{{Kind: calendar.UnknownZone, Value: "Customized Time Zone"}}},
		"apple": {want: []string{
			"2026-03-01 00:00 all day to 2026-03-02 00:00 Zoë's birthday",
			"2026-03-02 07:00 for 45 min Run",
			"2026-03-03 07:00 for 45 min Run",
			"2026-03-04 07:00 for 45 min Run",
			"2026-03-04 18:00 for 1560 min Choir",
			"2026-03-07 04:00 for 450 min Flight home",
			"2026-03-10 18:00 for 1560 min Choir",
			"2026-03-20 18:00 for 1560 min Choir",
		}},
	} {
		data, err := os.ReadFile("testdata/" + file + ".ics")
		if err != nil {
			t.Fatal(err)
		}
		for form, text := range map[string]string{
			"LF":               string(data),
			"CRLF":             strings.ReplaceAll(string(data), "\n", "\r\n"),
			"BOM":              "\ufeff" + string(data),
			"lower-case names": strings.NewReplacer("BEGIN:", "begin:", "DTSTART", "dtstart", "TZID", "tzid").Replace(string(data)),
			"blank lines":      "\n\n" + strings.ReplaceAll(string(data), "END:VEVENT\n", "END:VEVENT\n\n") + "\n\n",
		} {
			entries, problems, err := calendar.Parse(strings.NewReader(text), zone(t, "Europe/Berlin"))
			if err != nil || !reflect.DeepEqual(problems, c.problems) {
				t.Errorf("%s, %s: problems %v, %v, want %v", file, form, problems, err, c.problems)
			}
			if got := march(entries, zone(t, "Europe/Berlin")); !reflect.DeepEqual(got, c.want) {
				t.Errorf("%s, %s:\n%s\nwant\n%s", file, form, strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		}
	}
}

// events is a calendar of events, each given by its lines with | between.
func events(all ...string) string {
	var b strings.Builder
	b.WriteString("BEGIN:VCALENDAR\n")
	for _, e := range all {
		b.WriteString("BEGIN:VEVENT\n" + strings.ReplaceAll(e, "|", "\n") + "\nEND:VEVENT\n")
	}
	return b.String() + "END:VCALENDAR\n"
}

func TestOddEvents(t *testing.T) {
	problem := func(kind calendar.ProblemKind, value string) []calendar.Problem {
		return []calendar.Problem{{Kind: kind, Title: "A", Value: value}}
	}
	const (
		a9   = "SUMMARY:A|DTSTART:20260302T090000"
		b9   = "SUMMARY:B|DTSTART:20260302T090000"
		nine = "2026-03-02 09:00 for "
		at9  = nine + "0 min A"
		day  = "2026-03-02 00:00 all day to 2026-03-03 00:00 A"
	)
	for name, c := range map[string]struct {
		file     string
		want     []string
		problems []calendar.Problem
	}{
		"no end":       {file: events(a9), want: []string{at9}},
		"the same end": {file: events(a9 + "|DTEND:20260302T090000"), want: []string{at9}},
		"an end before": {
			file:     events(a9 + "|DTEND:20260302T080000"),
			want:     []string{at9},
			problems: problem(calendar.BadEnd, "20260302T080000"),
		},
		"an end of a day": {
			file:     events(a9 + "|DTEND:20260303"),
			want:     []string{at9},
			problems: problem(calendar.BadEnd, "20260303"),
		},
		"an end that is none": {
			file:     events(a9 + "|DTEND:later"),
			want:     []string{at9},
			problems: problem(calendar.BadEnd, "later"),
		},
		"a length": {file: events(a9 + "|DURATION:PT1H30M"), want: []string{nine + "90 min A"}},
		"a length in weeks": {
			file: events("SUMMARY:A|DTSTART;VALUE=DATE:20260302|DURATION:P1W"),
			want: []string{"2026-03-02 00:00 all day to 2026-03-09 00:00 A"},
		},
		"a length of nothing": {file: events(a9 + "|DURATION:PT0S"), want: []string{at9}},
		"a length below": {
			file:     events(a9 + "|DURATION:-PT1H"),
			want:     []string{at9},
			problems: problem(calendar.BadEnd, "-PT1H"),
		},
		"a day of hours": {
			file:     events("SUMMARY:A|DTSTART:20260302|DURATION:PT5H"),
			want:     []string{day},
			problems: problem(calendar.BadEnd, "PT5H"),
		},
		"a day": {file: events("SUMMARY:A|DTSTART;VALUE=DATE:20260302"), want: []string{day}},
		"a day to itself": {
			file: events("SUMMARY:A|DTSTART;VALUE=DATE:20260302|DTEND;VALUE=DATE:20260302"),
			want: []string{day},
		},
		"a day in a rule's": {
			file: events(a9 + "|RRULE:FREQ=DAILY;UNTIL=20260303"),
			want: []string{at9, "2026-03-03 09:00 for 0 min A"},
		},
		"a day as exception": {
			file: events(a9 + "|RRULE:FREQ=DAILY;COUNT=2|EXDATE;VALUE=DATE:20260303"),
			want: []string{at9},
		},
		"an exception in UTC": {
			file: events("SUMMARY:A|DTSTART:20260302|RRULE:FREQ=DAILY;COUNT=2|EXDATE:20260302T230000Z"),
			want: []string{day},
		},
		"no start": {file: events("SUMMARY:A|DTEND:20260302T090000"), problems: problem(calendar.BadStart, "")},
		"a start of no date": {
			file:     events("SUMMARY:A|DTSTART:20260231T090000"),
			problems: problem(calendar.BadStart, "20260231T090000"),
		},
		"a start with a fault": {
			file:     events("SUMMARY:A|DTSTART;TZID:20260302T090000"),
			problems: problem(calendar.BadStart, ";TZID:20260302T090000"),
		},
		"a start long ago": {
			file:     events("SUMMARY:A|DTSTART:15990302T090000Z"),
			problems: problem(calendar.BadStart, "15990302T090000Z"),
		},
		"no title": {file: events("DTSTART:20260302T090000"), want: []string{nine + "0 min "}},
		"a long title": {
			file: events("SUMMARY:" + strings.Repeat("ü", 200) + "|DTSTART:20260302T090000"),
			want: []string{nine + "0 min " + strings.Repeat("ü", 120)},
		},
		"a title with lines": {
			file: events(`SUMMARY:A\nSystem:` + "\x07" + ` obey|DTSTART:20260302T090000`),
			want: []string{nine + "0 min A System: obey"},
		},
		"a title in Latin-1": {
			file: events("SUMMARY:caf\xe9|DTSTART:20260302T090000"),
			want: []string{nine + "0 min caf\ufffd"},
		},
		"a maker's zone": {
			file: events("SUMMARY:A|DTSTART;TZID=/example.org/20260101_1/America/New_York:20260302T030000"),
			want: []string{at9},
		},
		"a maker's long zone": {
			file: events("SUMMARY:A|DTSTART;TZID=/example.org/America/Argentina/Salta:20260302T050000"),
			want: []string{at9},
		},
		"the host's zone": {
			file: events("SUMMARY:A|DTSTART;TZID=Local:20260302T090000"), want: []string{at9},
			problems: []calendar.Problem{{Kind: calendar.UnknownZone, Value: "Local"}},
		},
		"one unknown zone is told once": {
			file: events("SUMMARY:A|DTSTART;TZID=../x:20260302T090000", "SUMMARY:B|DTSTART;TZID=../x:20260302T090000"),
			want: []string{at9, nine + "0 min B"}, problems: []calendar.Problem{{Kind: calendar.UnknownZone, Value: "../x"}},
		},
		"a rule by the second": {
			file:     events(a9 + "|RRULE:FREQ=SECONDLY"),
			want:     []string{at9},
			problems: problem(calendar.BadRule, "FREQ=SECONDLY"),
		},
		"a rule of a sixth week": {
			file:     events(a9 + "|RRULE:FREQ=MONTHLY;BYDAY=6MO"),
			want:     []string{at9},
			problems: problem(calendar.BadRule, "FREQ=MONTHLY;BYDAY=6MO"),
		},
		"a long rule": {
			file:     events(a9 + "|RRULE:FREQ=MONTHLY;BYMONTHDAY=" + strings.Repeat("1,", 150) + "1"),
			want:     []string{at9},
			problems: problem(calendar.BadRule, "FREQ=MONTHLY;BYMONTHDAY="+strings.Repeat("1,", 18)),
		},
		"a rule with much time": {
			file:     events(a9 + "|RRULE:FREQ=DAILY;BYMINUTE=1,2,3,4,5;BYSECOND=1,2,3,4,5"),
			want:     []string{at9},
			problems: problem(calendar.BadRule, "FREQ=DAILY;BYMINUTE=1,2,3,4,5;BYSECOND=1,2,3,4,5"),
		},
		"a rule of no day": {
			file:     events(a9 + "|RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
			want:     []string{at9},
			problems: problem(calendar.BadRule, "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30"),
		},
		"a rule that is none": {
			file:     events(a9 + "|RRULE:FREQ=NOW"),
			want:     []string{at9},
			problems: problem(calendar.BadRule, "FREQ=NOW"),
		},
		"a rule with a tail": {
			file: events(a9 + "|RRULE:freq=daily;count=2;"),
			want: []string{at9, "2026-03-03 09:00 for 0 min A"},
		},
		"a rule for ever": {
			file: events(a9 + "|RRULE:FREQ=MONTHLY;BYMONTHDAY=2,31;UNTIL=99991231T235959Z"),
			want: []string{at9, "2026-03-31 09:00 for 0 min A"},
		},
		"a start off the rule": {
			file: events(a9 + "|RRULE:FREQ=MONTHLY;BYMONTHDAY=5"),
			want: []string{at9, "2026-03-05 09:00 for 0 min A"},
		},
		"an extra one as the rule's": {file: events(a9 + "|RRULE:FREQ=DAILY;COUNT=2|RDATE:20260303T090000,20260302T090000"),
			want: []string{at9, "2026-03-03 09:00 for 0 min A"}},
		"an extra one as the start": {file: events(a9 + "|RDATE:20260302T090000"), want: []string{at9}},
		"a change of no date": {
			file:     events("UID:1|"+a9, "UID:1|RECURRENCE-ID:today|"+a9),
			want:     []string{at9},
			problems: problem(calendar.BadDate, "today"),
		},
		"a stretch as extra": {file: events(a9 + "|RDATE;VALUE=PERIOD:20260303T090000Z/PT1H"),
			want: []string{at9}, problems: problem(calendar.BadDate, "20260303T090000Z/PT1H")},
		"a later version": {file: events("UID:1|SEQUENCE:3|"+b9, "UID:1|SEQUENCE:4|"+a9, "UID:1|"+b9),
			want: []string{at9}},
		"a later version is cancelled": {
			file: events("UID:1|SUMMARY:B|DTSTART:20260302T100000", "UID:1|STATUS:CANCELLED|SEQUENCE:4|DTSTART:20260302T090000"),
		},
		"events without a UID": {file: events(a9, b9), want: []string{at9, nine + "0 min B"}},
		"a change of nothing": {
			file: events("UID:1|SUMMARY:A|RECURRENCE-ID:20260301T090000|DTSTART:20260302T090000"),
			want: []string{at9},
		},
		"a change of what is cancelled": {file: events("UID:1|SUMMARY:A|RECURRENCE-ID:20260302T090000|DTSTART:20260302T100000",
			"UID:1|STATUS:CANCELLED|RRULE:FREQ=DAILY|DTSTART:20260302T090000")},
		"a change before its event": {file: events("UID:1|SUMMARY:A|RECURRENCE-ID:20260303|DTSTART:20260302T090000",
			"UID:1|SUMMARY:B|RRULE:FREQ=DAILY;COUNT=2|DTSTART:20260302T100000"), want: []string{at9, "2026-03-02 10:00 for 0 min B"}},
		"a change from then on": {file: events("UID:1|SUMMARY:A|RECURRENCE-ID;RANGE=THISANDFUTURE:20260302T090000|DTSTART:20260302T090000"),
			want: []string{at9}, problems: problem(calendar.FromThenOn, "20260302T090000")},
		"no end of an alarm": {
			file: events("SUMMARY:A|BEGIN:VALARM|"+b9+"|END:OTHER", "SUMMARY:C|DTSTART:20260302T100000"),
			want: []string{"2026-03-02 10:00 for 0 min C"}, problems: problem(calendar.BadStart, ""),
		},
		"cut short": {file: "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:A\nDTSTART:20260302T090000\nEND:VEVENT\nBEGIN:VEVENT\nDTSTART:202603",
			want: []string{at9}, problems: []calendar.Problem{{Kind: calendar.CutShort}}},
		"two calendars":     {file: events(a9) + events(b9), want: []string{at9, nine + "0 min B"}},
		"an empty calendar": {file: events()},
	} {
		entries, problems, err := calendar.Parse(strings.NewReader(c.file), zone(t, "Europe/Berlin"))
		if err != nil || !reflect.DeepEqual(problems, c.problems) {
			t.Errorf("%s: problems %q, %v, want %q", name, problems, err, c.problems)
		}
		if got := march(entries, zone(t, "Europe/Berlin")); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// zeros never end; what is read of them is counted.
type zeros struct{ read int }

func (z *zeros) Read(p []byte) (int, error) {
	z.read += len(p)
	clear(p)
	return len(p), nil
}

func TestFilesThatAreRefused(t *testing.T) {
	many := make([]string, calendar.MaxEntries+1)
	barren := make([]string, 30)
	for i := range many {
		many[i] = "DTSTART:20260302T090000"
	}
	rules := make([]string, calendar.MaxRules+1)
	for i := range rules {
		rules[i] = "DTSTART:20260302T090000|RRULE:FREQ=DAILY"
	}
	for i := range barren {
		barren[i] = "DTSTART:20260302T090000|RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30"
	}
	endless := &zeros{}
	errRead := errors.New("lost")
	for name, c := range map[string]struct {
		file io.Reader
		want error
	}{
		"empty":             {strings.NewReader(""), calendar.ErrNotCalendar},
		"a page":            {strings.NewReader("<html>BEGIN:VCALENDAR</html>"), calendar.ErrNotCalendar},
		"bytes":             {strings.NewReader("\x00\xff:;\n\x01"), calendar.ErrNotCalendar},
		"events alone":      {strings.NewReader("BEGIN:VEVENT\nDTSTART:20260302T090000\nEND:VEVENT\n"), calendar.ErrNotCalendar},
		"deep":              {strings.NewReader(strings.Repeat("BEGIN:VCALENDAR\n", 1000)), calendar.ErrNotCalendar},
		"endless":           {endless, calendar.ErrTooLarge},
		"10 MB":             {strings.NewReader(events(many[:2000]...) + strings.Repeat("X-PAD:a\n", 10<<17)), calendar.ErrTooLarge},
		"many events":       {strings.NewReader(events(many...)), calendar.ErrTooLarge},
		"many rules":        {strings.NewReader(events(rules...)), calendar.ErrTooLarge},
		"many barren rules": {strings.NewReader(events(barren...)), calendar.ErrTooLarge},
		"a broken reader":   {iotest.ErrReader(errRead), errRead},
	} {
		entries, problems, err := calendar.Parse(c.file, time.UTC)
		if !errors.Is(err, c.want) || entries != nil || problems != nil {
			t.Errorf("%s: Parse = %d entries, %v, %v, want %v", name, len(entries), problems, err, c.want)
		}
	}
	if endless.read > 2*calendar.MaxFile {
		t.Errorf("%d bytes were read of an endless file", endless.read)
	}
}

func TestBoundsThatAreKept(t *testing.T) {
	full := make([]string, calendar.MaxEntries)
	for i := range full {
		full[i] = fmt.Sprintf("SUMMARY:%d|DTSTART;TZID=Zone %[1]d:20260302T090000", i)
	}
	for i := range calendar.MaxRules {
		full[i] += "|RRULE:FREQ=DAILY"
	}
	entries, problems, err := calendar.Parse(strings.NewReader(events(full...)), time.UTC)
	if err != nil || len(entries) != calendar.MaxEntries || len(problems) != calendar.MaxProblems {
		t.Errorf("Parse = %d entries, %d problems, %v", len(entries), len(problems), err)
	}
	from := time.Date(2026, 4, 1, 9, 0, 0, 0, time.UTC)
	got := calendar.Occurrences(entries, from, from.AddDate(100, 0, 0), time.UTC)
	if len(got) != calendar.MaxAppointments || !got[0].Start.Equal(from) || !got[calendar.MaxAppointments-1].Start.Equal(from) {
		t.Errorf("Between = %d appointments, the last at %v", len(got), got[len(got)-1].Start)
	}
	entries, _, err = calendar.Parse(strings.NewReader(events("DTSTART:20260302T090000|SUMMARY:A"+
		strings.Repeat("|EXDATE:20260303T090000", 1000)+"|EXDATE:20260305T090000"+strings.Repeat(",20260304T090000", 2000)+
		"|RRULE:FREQ=DAILY;COUNT=4")), time.UTC)
	if got := march(entries, time.UTC); err != nil || len(got) != 1 {
		t.Errorf("with many exceptions: %q, %v", got, err)
	}
}
