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
	return fmt.Sprintf(`{"text":%q,"when":%s,"task_id":null,"channel":"both"}`, text, when)
}

const whenNone = `{"type":"none"}`

func TestRemindersOfTheRules(t *testing.T) {
	calendar := []parley.Appointment{
		meeting("Team meeting", at(11, 9, 45), at(11, 10, 30)), meeting("Dentist", at(11, 15, 0), at(11, 16, 0)),
		meeting("Team meeting", at(12, 8, 30), at(12, 9, 0)), meeting("Board review with Ana", at(13, 14, 0), at(13, 16, 0)),
	}
	for _, c := range []struct {
		said, text string
		when       When
	}{
		{"remind me tomorrow to call Anna", "Reminder: Call Anna.", When{Type: Scheduled, At: at(12, 9, 0)}},
		{"Remind me to call Anna tomorrow at 4pm!", "Reminder: Call Anna.", When{Type: Scheduled, At: at(12, 16, 0)}},
		{"tomorrow morning remind me to call Anna", "Reminder: Call Anna.", When{Type: Scheduled, At: at(12, 9, 0)}},
		{"please remind me in 20 minutes to check the oven", "Reminder: Check the oven.", When{Type: Delayed, At: at(11, 9, 50)}},
		{"remind me every Monday at 8 am to water the ferns", "Reminder: Water the ferns.",
			When{Type: Repeated, At: at(16, 8, 0), Rule: "FREQ=WEEKLY;BYDAY=MO"}},
		{"Set a reminder to pay rent on Friday", "Reminder: Pay rent.", When{Type: Scheduled, At: at(13, 9, 0)}},
		// beside an appointment
		{"remind me tomorrow morning to print the agenda before the team meeting", "Reminder: Print the agenda before the team meeting.",
			When{Type: Scheduled, At: at(12, 8, 0)}},
		{"remind me to book a taxi before the dentist", "Reminder: Book a taxi before the dentist.", When{Type: Scheduled, At: at(11, 14, 30)}},
		{"remind me to rest after the dentist", "Reminder: Rest after the dentist.", When{Type: Scheduled, At: at(11, 16, 0)}},
		{"remind me every day at 3pm to stretch before the dentist", "Reminder: Stretch before the dentist.",
			When{Type: Repeated, At: at(11, 14, 30), Rule: "FREQ=DAILY"}},
		{"remind me on Friday ahead of the board review to eat", "Reminder: Ahead of the board review to eat.", When{Type: Scheduled, At: at(13, 9, 0)}},
		{"remind me to breathe before the team meeting", "Reminder: Breathe before the team meeting.", When{Type: Never}}, // starts in 15 minutes
		// no time, or one that has passed
		{"remind me to call Anna", "Reminder: Call Anna.", When{Type: Never}},
		{"remind me to call Anna before the thaw", "Reminder: Call Anna before the thaw.", When{Type: Never}},
		{"remind me yesterday to call Anna", "Reminder: Call Anna.", When{Type: Never}},
	} {
		in := RemindInput{Known: Known{Now: now, Appointments: calendar}, Text: c.said}
		got := must(Skills{}.Remind(t.Context(), in))
		if got.When != c.when || got.By != Rules || got.Channel != Both {
			t.Errorf("%q: %+v, want %+v", c.said, got, c.when)
		}
		if got.Text != c.text {
			t.Errorf("%q: %q, want %q", c.said, got.Text, c.text)
		}
		if (got.Question != "") != (c.when.Type == Never) {
			t.Errorf("%q: the question %q", c.said, got.Question)
		}
	}
}

// Whatever the hour of the meeting, what is to be before it is.
func TestNeverAfterTheMeeting(t *testing.T) {
	for hour := range 24 {
		start := at(12, hour, 0)
		in := RemindInput{
			Known: Known{Now: now, Appointments: []parley.Appointment{meeting("Team meeting", start, start.Add(time.Hour))}},
			Text:  "Remind me to follow up on report tomorrow morning before the team meeting",
		}
		for _, s := range []Skills{{}, {Engine: &model{answers: []string{
			answerReminder("Reminder: Follow up on report", `{"type":"scheduled","at":"2026-03-12T23:30:00+01:00"}`),
		}}}} {
			got := must(s.Remind(t.Context(), in))
			if got.When.Type != Scheduled || !got.When.At.Before(start) || got.When.At.After(at(12, 9, 0)) {
				t.Errorf("the meeting is at %v: %+v, want before and by 9", start, got.When)
			}
		}
	}
}

// The model's time counts only where none is found without it.
func TestTimesOfTheModel(t *testing.T) {
	for name, c := range map[string]struct {
		said, when string
		want       When
		again      bool
	}{
		"none where Go finds one": {"remind me tomorrow to call Anna", `{"type":"scheduled","at":"2026-05-01T10:00:00+02:00"}`,
			When{Type: Scheduled, At: at(12, 9, 0)}, false},
		"a time in another zone": {"remind me to call Anna when the sun sets", `{"type":"scheduled","at":"2026-03-11T17:10:00Z"}`,
			When{Type: Scheduled, At: at(11, 18, 10)}, false},
		"a delay": {"remind me to call Anna after a nap", `{"type":"delayed","seconds":1800}`, When{Type: Delayed, At: at(11, 10, 0)}, false},
		"a rule from its first day": {"remind me to call Anna when the bins go out",
			`{"type":"rule","rule":"RRULE:FREQ=WEEKLY;BYDAY=TU","at":"2026-03-12T07:00:00+01:00"}`,
			When{Type: Repeated, At: at(17, 7, 0), Rule: "FREQ=WEEKLY;BYDAY=TU"}, false},
		"none":             {"remind me to call Anna", whenNone, When{Type: Never}, false},
		"a past time":      {"remind me to call Anna", `{"type":"scheduled","at":"2026-03-11T09:00:00+01:00"}`, When{Type: Never}, true},
		"a far time":       {"remind me to call Anna", `{"type":"scheduled","at":"2099-03-11T09:00:00+01:00"}`, When{Type: Never}, true},
		"no offset":        {"remind me to call Anna", `{"type":"scheduled","at":"2026-03-12T09:00:00"}`, When{Type: Never}, true},
		"no delay":         {"remind me to call Anna", `{"type":"delayed","seconds":0}`, When{Type: Never}, true},
		"an endless delay": {"remind me to call Anna", `{"type":"delayed","seconds":9000000000}`, When{Type: Never}, true},
		"no rule":          {"remind me to call Anna", `{"type":"rule","at":"2026-03-12T07:00:00+01:00"}`, When{Type: Never}, true},
		"a rule of seconds": {"remind me to call Anna", `{"type":"rule","rule":"FREQ=SECONDLY","at":"2026-03-12T07:00:00+01:00"}`,
			When{Type: Never}, true},
		"a rule that has ended": {"remind me to call Anna", `{"type":"rule","rule":"FREQ=DAILY;UNTIL=20250101T000000Z","at":"2026-03-12T07:00:00+01:00"}`,
			When{Type: Never}, true},
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(answerReminder("Reminder: Call Anna.", c.when), answerReminder("Reminder: Call Anna.", whenNone))
			got := must(s.Remind(t.Context(), RemindInput{Known: Known{Now: now}, Text: c.said}))
			if !got.When.At.Equal(c.want.At) || got.When.Type != c.want.Type || got.When.Rule != c.want.Rule || got.By != Model {
				t.Errorf("%+v, want %+v", got, c.want)
			}
			if (got.Question != "") != (c.want.Type == Never) {
				t.Errorf("the question is %q", got.Question)
			}
			expectAsked(t, m, map[bool]int{false: 1, true: 2}[c.again])
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
		"an unknown way":    strings.Replace(right, `"both"`, `"smoke"`, 1),
		"an unknown moment": strings.Replace(right, `"none"`, `"someday"`, 1),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, right)
			got := must(s.Remind(t.Context(), RemindInput{Known: Known{Now: now}, Text: "remind me tomorrow to call Anna"}))
			if got.Text != "Reminder: Call Anna." || got.By != Model {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
		})
	}
}

func TestReminderOfATask(t *testing.T) {
	known := Known{Now: now, Tasks: []parley.Task{todo("t1", "Call Anna"), todo("t2", "Call Ben"), todo("t3", "Pay rent")}}
	for _, c := range []struct{ said, task, want, text string }{
		{"remind me tomorrow to call Ben about lunch", "", "t2", "Reminder: Call Ben about lunch."},
		{"remind me tomorrow to call", "", "", "Reminder: Call."},
		{"remind me tomorrow", "t3", "t3", "Reminder: Pay rent."},
		{"remind me tomorrow", "", "", ""},
		{"remind me tomorrow to call Ben", "t3", "t3", "Reminder: Call Ben."},
		{"remind me tomorrow to call Ben", "t9", "t2", "Reminder: Call Ben."},
	} {
		got := must(Skills{}.Remind(t.Context(), RemindInput{Known: known, Text: c.said, Task: c.task}))
		if got.Task != c.want || got.Text != c.text {
			t.Errorf("%q of %q: %q of %q, want %q of %q", c.said, c.task, got.Text, got.Task, c.text, c.want)
		}
		if asks := got.Question != ""; asks != (c.text == "") {
			t.Errorf("%q of %q: the question %q", c.said, c.task, got.Question)
		}
	}
}
