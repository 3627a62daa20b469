package assistant_test

import (
	"strings"
	"testing"
	"time"

	"parley"
	"parley/assistant/assistanttest"
	"parley/assistant/state"
	"parley/llm"
)

// TestReminderOfTheSeed: "Follow up on report tomorrow morning before the team
// meeting", by a plain command and by a model that calls the tool: in the morning, but
// before the meeting of the calendar, and of the task that it names.
func TestReminderOfTheSeed(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		const text = "remind me to follow up on report tomorrow morning before the team meeting"
		nine := time.Date(2026, 11, 25, 9, 0, 0, 0, berlin)
		model := functionsModel(calling("reminders_set",
			`{"text":"Follow up on report before the team meeting","at":"2026-11-25T09:00:00+01:00","said":"`+text+`"}`), nil)
		for name, engine := range map[string]llm.Engine{"offline": nil, "model": model} {
			for at, want := range map[time.Time]time.Time{
				{}:                            nine,
				nine.Add(-30 * time.Minute):   nine.Add(-time.Hour),
				nine.Add(3 * time.Hour):       nine,
				nine.AddDate(0, 0, 1).Local(): nine,
			} {
				d := by.open(t, setup{skills: engine})
				d.say("add task follow up on report", nil)
				if !at.IsZero() {
					d.imports(parley.Appointment{Title: "Weekly team meeting", Start: at, End: at.Add(time.Hour)})
				}
				words := text
				if engine != nil { // what the grammar leaves to the model
					words = "I keep forgetting that report, nag me tomorrow morning before the team meeting"
				}
				said := d.say(words, engine)
				all := d.state().Reminders
				if len(all) != 1 || !all[0].At.Equal(want) || all[0].Text != "Follow up on report before the team meeting" ||
					all[0].Task != d.state().Tasks[0].ID {
					t.Fatalf("%s, meeting at %v: reminders %+v, said %q", name, at, all, said)
				}
				if !strings.Contains(said, "I will remind you tomorrow at "+want.Format("3")) {
					t.Errorf("%s: said %q", name, said)
				}
			}
		}
	})
}

// So long before an appointment, by rules.
func TestReminderBeforeAnAppointment(t *testing.T) {
	d := open(t, setup{})
	d.imports(meeting("Team meeting", 0, 15, 0), meeting("Dentist", 1, 8, 30))
	at := func(day, hour, minute int) time.Time { return time.Date(2026, 11, day, hour, minute, 0, 0, berlin) }
	for _, tt := range []struct {
		say, said string
		at        time.Time
	}{
		{"remind me 10 minutes before the team meeting", "The team meeting", at(24, 14, 50)},
		{"remind me to call Anna half an hour before the dentist", "Call Anna", at(25, 8, 0)},
		{"remind me two hours before the team meeting to eat", "Eat", at(24, 13, 0)},
		{"remind me to write it all down after the team meeting", "Write it all down after the team meeting", at(24, 15, 30)},
		{"remind me ten minutes before the sauna", `I do not find "the sauna" in your calendar. When shall I remind you?`, time.Time{}},
		{"remind me seven hours before the team meeting", "That time has passed. When shall I remind you?", time.Time{}},
		{"remind me to call Ben yesterday", "That time has passed. When shall I remind you?", time.Time{}},
		{"remind me to call Ben", "When shall I remind you?", time.Time{}},
	} {
		said := d.say(tt.say, nil)
		all := d.state().Reminders
		switch {
		case tt.at.IsZero() && said == tt.said:
		case !tt.at.IsZero() && len(all) > 0 && all[len(all)-1].Text == tt.said && all[len(all)-1].At.Equal(tt.at):
		default:
			t.Errorf("%q: said %q, reminders %+v", tt.say, said, all)
		}
		for _, r := range all {
			if _, _, err := d.Do(t.Context(), owner, "", state.CancelReminder{ID: r.ID}); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// A time that no rule finds a model may find, and it words the reminder; where no time
// is said it is not asked.
func TestReminderTimeOfAModel(t *testing.T) {
	both(t, func(t *testing.T, by acts) {
		answer := map[string]any{"reminder": map[string]any{
			"text": "Reminder: Call Anna.", "when": map[string]any{"type": "scheduled", "at": "2026-11-24T18:10:00+01:00"},
		}}
		model := functionsModel(func(string, []string) assistanttest.Answer { return assistanttest.Answer{Text: "Anything else?"} }, answer)
		d := by.open(t, setup{skills: model})
		const want = "I will remind you today at 6:10 pm: Call Anna."
		if said := d.say("remind me to call Anna after sunset", model); !strings.HasPrefix(said, want) {
			t.Errorf("said %q", said)
		}
		asked := len(model.Asked())
		if said := d.say("remind me to call Anna", model); said != "When shall I remind you?" || len(model.Asked()) != asked {
			t.Errorf("said %q after %d more questions to the model", said, len(model.Asked())-asked)
		}
		broken := functionsModel(nil, map[string]any{"reminder": "no object"})
		d = by.open(t, setup{skills: broken})
		said := d.say("remind me to call Anna after sunset", nil)
		if !strings.Contains(said, "When shall I remind you?") || len(d.state().Reminders) > 0 {
			t.Errorf("said %q", said)
		}
	})
}
