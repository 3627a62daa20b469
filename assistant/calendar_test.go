package assistant_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant"
	"parley/assistant/assistanttest"
	"parley/assistant/calendar"
	"parley/assistant/state"
)

// outside is a calendar of the host's: appointments, or an error.
type outside struct {
	all []parley.Appointment
	err error
}

func (o *outside) Between(_ context.Context, of string, from, to time.Time) (some []parley.Appointment, err error) {
	for _, a := range o.all {
		if of == owner && a.Start.Before(to) && a.End.After(from) {
			some = append(some, a)
		}
	}
	return some, o.err
}

var _ assistant.Calendar = (*outside)(nil)

// meeting is an appointment of half an hour on the tests' Tuesday or later.
func meeting(title string, days, hour, minute int) parley.Appointment {
	start := time.Date(2026, 11, 24+days, hour, minute, 0, 0, berlin)
	return parley.Appointment{Title: title, Start: start.UTC(), End: start.Add(30 * time.Minute).UTC()}
}

// imports puts appointments into the owner's calendar.
func (d *served) imports(all ...parley.Appointment) {
	d.t.Helper()
	var entries []calendar.Entry
	for _, a := range all {
		entries = append(entries, calendar.Entry{UID: a.Title + a.Start.String(), Title: a.Title, Start: a.Start, End: a.End})
	}
	if _, _, err := d.Do(d.t.Context(), owner, "", state.ImportCalendar{Entries: entries}); err != nil {
		d.t.Fatal(err)
	}
}

// The appointments of an outside calendar and of the imported file are one calendar;
// one that both have is there once.
func TestCalendarFromOutside(t *testing.T) {
	both := meeting("Review", 0, 15, 0)
	source := &outside{all: []parley.Appointment{both, meeting("Stand-up\nof the team", 0, 11, 0), meeting("Tomorrow's", 1, 11, 0)}}
	d := open(t, setup{calendar: source})
	d.imports(both, meeting("Dentist", 0, 12, 0))
	want := "You have 3 appointments today: 11:00 Stand-up of the team; 12:00 Dentist; 15:00 Review."
	if said := d.say("what's in my calendar today", nil); said != want {
		t.Errorf("said %q, want %q", said, want)
	}
	if said := d.say("summarise my day", nil); !strings.HasPrefix(said, "Today, you have 3 meetings") {
		t.Errorf("said %q", said)
	}
	model := assistanttest.Saying("Shall we look at it?")
	d.say("what a week", model)
	if prompt := model.Asked()[0].Messages[0].Text; !strings.Contains(prompt, "2026-11-24 11:00 to 11:30: \"Stand-up of the team\"\n") {
		t.Errorf("prompt %s", prompt)
	}
}

// Without an answer from outside there is what was imported, and that is said.
func TestCalendarThatFails(t *testing.T) {
	source := &outside{err: errors.New("out of order")}
	d := open(t, setup{calendar: source})
	d.imports(meeting("Dentist", 0, 12, 0))
	for text, want := range map[string]string{
		"what's in my calendar today": "You have 1 appointment today: 12:00 Dentist. I could not reach your calendar just now",
		"summarise my day":            "Today, you have 1 meeting",
	} {
		if said := d.say(text, nil); !strings.HasPrefix(said, want) || !strings.Contains(said, "could not reach your calendar") {
			t.Errorf("%q: said %q, want %q", text, said, want)
		}
	}
	model := assistanttest.Saying("Shall we look at it?")
	d.say("what a week", model)
	if prompt := model.Asked()[0].Messages[0].Text; !strings.Contains(prompt, "Dentist\"\n(a calendar cannot be reached") {
		t.Errorf("prompt %s", prompt)
	}
	source.err = nil
	if said := d.say("what's in my calendar today", nil); said != "You have 1 appointment today: 12:00 Dentist." {
		t.Errorf("said %q", said)
	}
}
