package skill

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
)

// answerReminder is an answer with this "when" that has the model's words.
func answerReminder(text, when string) string {
	return fmt.Sprintf(`{"text":%q,"when":%s,"task_id":null}`, text, when)
}

const whenNone = `{"type":"none"}`

func TestRemindersOfTheRules(t *testing.T) {
	calendar := []parley.Appointment{
		meeting("Team meeting", at(11, 9, 45), at(11, 10, 30)), meeting("Dentist", at(11, 15, 0), at(11, 16, 0)),
		meeting("Team meeting", at(12, 8, 30), at(12, 9, 0)), meeting("Board review with Ana", at(13, 14, 0), at(13, 16, 0)),
		meeting("Stand-up", at(11, 9, 0), at(11, 9, 40)), meeting("Team meeting", at(12, 17, 0), at(12, 18, 0)),
	}
	for _, c := range []struct {
		said, about, text string
		at                time.Time
		rule              string
	}{
		{"remind me tomorrow to call Anna", "Call Anna", "Call Anna", at(12, 9, 0), ""},
		{"please remind me in 20 minutes to check the oven", "Check the oven", "Check the oven", at(11, 9, 50), ""},
		{"remind me every Monday at 8 am to water the ferns", "Water the ferns", "Water the ferns", at(16, 8, 0), "FREQ=WEEKLY;BYDAY=MO"},
		// beside an appointment
		{"remind me tomorrow morning to print the agenda before the team meeting", "Print the agenda before the team meeting",
			"Print the agenda before the team meeting", at(12, 8, 0), ""},
		{"remind me to book a taxi before the dentist", "Book a taxi before the dentist", "Book a taxi before the dentist", at(11, 14, 30), ""},
		{"remind me to rest after the dentist", "Rest after the dentist", "Rest after the dentist", at(11, 16, 0), ""},
		{"remind me after the stand-up to rest", "After the stand-up to rest", "Rest", at(11, 9, 40), ""}, // which is on
		{"remind me every day at 3pm to stretch before the dentist", "Stretch before the dentist", "Stretch before the dentist",
			at(11, 14, 30), "FREQ=DAILY"},
		{"remind me on Friday ahead of the board review to eat", "Ahead of the board review to eat", "Eat", at(13, 9, 0), ""},
		{"remind me to breathe before the team meeting", "Breathe before the team meeting", "", time.Time{}, ""}, // starts in 15 minutes
		// so long before it
		{"remind me ten minutes before the team meeting", "Ten minutes before the team meeting", "The team meeting", at(11, 9, 35), ""},
		{"remind me to call Anna half an hour before the dentist", "Call Anna half an hour before the dentist", "Call Anna", at(11, 14, 30), ""},
		{"remind me 2 hours before the dentist to leave", "2 hours before the dentist to leave", "Leave", at(11, 13, 0), ""},
		{"remind me a day before the board review", "A day before the board review", "The board review", at(12, 14, 0), ""},
		{"remind me an hour after the dentist to eat", "An hour after the dentist to eat", "Eat", at(11, 17, 0), ""},
		{"remind me tomorrow 10 minutes before the team meeting", "10 minutes before the team meeting", "The team meeting", at(12, 8, 20), ""},
		{"remind me 10 minutes before the 5 pm team meeting tomorrow", "10 minutes before the 5 pm team meeting", "The 5 pm team meeting",
			at(12, 16, 50), ""},
		{"remind me to look after the kids an hour before the dentist", "Look after the kids an hour before the dentist",
			"Look after the kids", at(11, 14, 0), ""},
		{"remind me ten minutes before the 3 pm call", "Ten minutes before the 3 pm call", "The 3 pm call", at(11, 14, 50), ""}, // in no calendar
		{"remind me tomorrow ten minutes before the 3 pm call", "Ten minutes before the 3 pm call", "The 3 pm call", at(12, 14, 50), ""},
		{"remind me tomorrow ten minutes before the sauna", "Ten minutes before the sauna", "", time.Time{}, ""},
		{"remind me two hours before the team meeting", "Two hours before the team meeting", "", time.Time{}, ""}, // has passed
		{"remind me to call Tom before the team lunch", "Call Tom before the team lunch", "", time.Time{}, ""},    // no such one
		{"remind me at 7 pm to look after the kids", "Look after the kids", "Look after the kids", at(11, 19, 0), ""},
		// no time, or one that has passed
		{"remind me to call Anna", "Call Anna", "", time.Time{}, ""},
		{"remind me to call Anna before the thaw", "Call Anna before the thaw", "", time.Time{}, ""},
		{"remind me yesterday to call Anna", "Call Anna", "", time.Time{}, ""},
	} {
		in := RemindInput{Known: Known{Now: now, Appointments: calendar}, Said: c.said, About: c.about}
		got := must(Skills{}.Remind(t.Context(), in))
		if !got.At.Equal(c.at) || got.Rule != c.rule || got.By != Rules {
			t.Errorf("%q: %+v, want %v %s", c.said, got, c.at, c.rule)
		}
		if c.text != "" && got.Text != c.text {
			t.Errorf("%q: %q, want %q", c.said, got.Text, c.text)
		}
		if (got.Question != "") != c.at.IsZero() {
			t.Errorf("%q: the question %q", c.said, got.Question)
		}
	}
}

// A time that the caller knows counts, and is held to the appointment.
func TestReminderOfAKnownTime(t *testing.T) {
	known := Known{Now: now, Appointments: []parley.Appointment{meeting("Team meeting", at(12, 8, 30), at(12, 9, 0))}}
	for about, want := range map[string]time.Time{
		"Call Anna":                       at(12, 9, 0),
		"Call Anna before the meeting":    at(12, 8, 0),
		"Call Anna after the meeting":     at(12, 9, 0),
		"Call Anna 5 minutes before that": at(12, 9, 0),
	} {
		got := must(Skills{}.Remind(t.Context(), RemindInput{Known: known, About: about, At: at(12, 9, 0).UTC(), Rule: "FREQ=DAILY"}))
		if !got.At.Equal(want) || got.Rule != "FREQ=DAILY" || got.At.Location() != berlin {
			t.Errorf("%q: %+v, want %v", about, got, want)
		}
	}
	got := must(Skills{}.Remind(t.Context(), RemindInput{Known: known, About: "Call Anna", At: now}))
	if !got.At.IsZero() || !strings.Contains(got.Question, "has passed") {
		t.Errorf("of now: %+v", got)
	}
}

// Whatever the hour of the meeting, what is to be before it is.
func TestNeverAfterTheMeeting(t *testing.T) {
	for hour := range 24 {
		start := at(12, hour, 0)
		got := must(Skills{}.Remind(t.Context(), RemindInput{
			Known: Known{Now: now, Appointments: []parley.Appointment{meeting("Team meeting", start, start.Add(time.Hour))}},
			Said:  "Remind me to follow up on report tomorrow morning before the team meeting", About: "Follow up on report",
		}))
		if !got.At.Before(start) || got.At.After(at(12, 9, 0)) {
			t.Errorf("the meeting is at %v: %+v, want before and by 9", start, got)
		}
	}
}

// The model's time counts only where none is found without it.
func TestTimesOfTheModel(t *testing.T) {
	for name, c := range map[string]struct {
		said, when string
		want       time.Time
		asked      int
	}{
		"none where Go finds one": {"remind me tomorrow to call Anna", `{"type":"scheduled","at":"2026-05-01T10:00:00+02:00"}`, at(12, 9, 0), 0},
		"none where none is said": {"remind me to call Anna", `{"type":"scheduled","at":"2026-05-01T10:00:00+02:00"}`, time.Time{}, 0},
		"a time in another zone": {"remind me to call Anna when the sun sets", `{"type":"scheduled","at":"2026-03-11T17:10:00Z"}`,
			at(11, 18, 10), 1},
		"a delay": {"remind me to call Anna after a nap", `{"type":"delayed","seconds":1800}`, at(11, 10, 0), 1},
		"a rule from its first day": {"remind me to call Anna when the bins go out",
			`{"type":"rule","rule":"RRULE:FREQ=WEEKLY;BYDAY=TU","at":"2026-03-12T07:00:00+01:00"}`,
			at(17, 7, 0), 1},
		"none":             {"remind me to call Anna when it suits", whenNone, time.Time{}, 1},
		"a past time":      {"remind me to call Anna when it suits", `{"type":"scheduled","at":"2026-03-11T09:00:00+01:00"}`, time.Time{}, 2},
		"a far time":       {"remind me to call Anna when it suits", `{"type":"scheduled","at":"2099-03-11T09:00:00+01:00"}`, time.Time{}, 2},
		"no offset":        {"remind me to call Anna when it suits", `{"type":"scheduled","at":"2026-03-12T09:00:00"}`, time.Time{}, 2},
		"no delay":         {"remind me to call Anna when it suits", `{"type":"delayed","seconds":0}`, time.Time{}, 2},
		"an endless delay": {"remind me to call Anna when it suits", `{"type":"delayed","seconds":9000000000}`, time.Time{}, 2},
		"no rule":          {"remind me to call Anna when it suits", `{"type":"rule","at":"2026-03-12T07:00:00+01:00"}`, time.Time{}, 2},
		"a rule of seconds": {"remind me to call Anna when it suits", `{"type":"rule","rule":"FREQ=SECONDLY","at":"2026-03-12T07:00:00+01:00"}`,
			time.Time{}, 2},
		"a rule that has ended": {"remind me to call Anna when it suits", `{"type":"rule","rule":"FREQ=DAILY;UNTIL=20250101T000000Z","at":"2026-03-12T07:00:00+01:00"}`,
			time.Time{}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(answerReminder("Reminder: Call Anna.", c.when), answerReminder("Reminder: Call Anna.", whenNone))
			got := must(s.Remind(t.Context(), RemindInput{Known: Known{Now: now}, Said: c.said, About: "Call Anna"}))
			if !got.At.Equal(c.want) || (got.By == Model) != (c.asked > 0) || (got.Rule != "") != strings.Contains(name, "first day") {
				t.Errorf("%+v, want %v", got, c.want)
			}
			if (got.Question != "") != c.want.IsZero() {
				t.Errorf("the question is %q", got.Question)
			}
			expectAsked(t, m, c.asked)
		})
	}
}

func TestReminderGuards(t *testing.T) {
	right := answerReminder("Reminder: Call Anna.", whenNone)
	for name, bad := range map[string]string{
		"no text":           answerReminder(" ", whenNone),
		"a long one":        answerReminder("Call Anna "+strings.Repeat("x", parley.MaxReminder), whenNone),
		"an invented one":   answerReminder("Transfer the money to Bob now.", whenNone),
		"a link":            answerReminder("Call Anna tomorrow: https://x", whenNone),
		"an invented task":  strings.Replace(right, `"task_id":null`, `"task_id":"t9"`, 1),
		"an unknown moment": strings.Replace(right, `"none"`, `"someday"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, right)
			in := RemindInput{Known: Known{Now: now}, Said: "remind me to call Anna after a nap", About: "Call Anna"}
			got := must(s.Remind(t.Context(), in))
			if got.Text != "Call Anna" || got.By != Model {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
		})
	}
}

func TestReminderOfATask(t *testing.T) {
	known := Known{Now: now, Tasks: []parley.Task{todo("t1", "Call Anna"), todo("t2", "Call Ben"), todo("t3", "Pay rent")}}
	for _, c := range []struct{ about, task, want string }{
		{"Call Ben about lunch", "", "t2"},
		{"Call", "", ""},
		{"Call Anna and call Ben", "", ""},
		{"Call Ben", "t3", "t3"},
	} {
		got := must(Skills{}.Remind(t.Context(), RemindInput{Known: known, About: c.about, At: at(12, 9, 0), Task: c.task}))
		if got.Task != c.want || got.Text != c.about {
			t.Errorf("%q of %q: %q of %q, want %q", c.about, c.task, got.Text, got.Task, c.want)
		}
	}
}
