package skill

import (
	"reflect"
	"strings"
	"testing"

	"parley"
)

func TestSentence(t *testing.T) {
	for _, c := range []struct {
		meetings, overdue, follow int
		want                      string
	}{
		{3, 2, 1, "Today, you have 3 meetings, 2 tasks overdue, and 1 action item for follow-up."},
		{1, 1, 2, "Today, you have 1 meeting, 1 task overdue, and 2 action items for follow-up."},
		{0, 0, 0, "Today, you have no meetings, no tasks overdue, and no action items for follow-up."},
		{1, 0, 0, "Today, you have 1 meeting."}, {0, 2, 0, "Today, you have 2 tasks overdue."},
		{0, 0, 1, "Today, you have 1 action item for follow-up."},
		{2, 0, 1, "Today, you have 2 meetings and 1 action item for follow-up."},
	} {
		if got := Sentence(parley.Counts{Meetings: c.meetings, Overdue: c.overdue, FollowUps: c.follow}); got != c.want {
			t.Errorf("Sentence(%d, %d, %d) = %q, want %q", c.meetings, c.overdue, c.follow, got, c.want)
		}
	}
}

func TestCount(t *testing.T) {
	for name, c := range map[string]struct {
		known Known
		want  parley.Counts
	}{
		"nothing": {Known{Now: now}, parley.Counts{}},
		"days in the user's zone": {Known{Now: now, Appointments: []parley.Appointment{
			meeting("late", at(11, 23, 30).UTC(), at(12, 0, 30).UTC()), meeting("yesterday", at(10, 23, 0), at(11, 0, 0)),
			meeting("tomorrow", at(12, 0, 0), at(12, 1, 0)), meeting("at once", at(11, 9, 0), at(11, 9, 0)),
		}}, parley.Counts{Meetings: 2}},
		"due today is not overdue": {Known{Now: now, Tasks: []parley.Task{
			todo("t1", "a", due("2026-03-11")), todo("t2", "b", due("2026-03-10")), todo("t3", "c", due(parley.DueAt(at(11, 9, 0)))),
		}}, parley.Counts{Overdue: 2}},
		"follow-ups in other words": {Known{Now: now, Tasks: []parley.Task{
			todo("t1", "Follow-up with Ana"), todo("t2", "follow up on the offer"), todo("t3", "Get back to Ben"),
			todo("t4", "Chase the invoice"), todo("t5", "Follow the white rabbit"),
		}}, parley.Counts{FollowUps: 4}},
		"an overdue follow-up counts once": {Known{Now: now, Tasks: []parley.Task{
			todo("t1", "Follow up with Ana", due("2026-03-01")),
		}}, parley.Counts{Overdue: 1}},
	} {
		if got := Count(c.known); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

func TestSummaryGuards(t *testing.T) {
	day := SummaryInput{Kind: Day, Known: Known{
		Now: now, Tasks: []parley.Task{todo("t1", "Send report", due("2026-03-09"))},
		Appointments: []parley.Appointment{
			meeting("Standup", at(11, 10, 0), at(11, 10, 15)), meeting("Review", at(11, 14, 0), at(11, 15, 0)),
		},
	}}
	const right = `{"summary":"You have 2 meetings, Standup at 10 am, no more meetings after 3, and 1 overdue task.","action_items":[],"decisions":[]}`
	for name, bad := range map[string]string{
		"too many meetings":   `{"summary":"You have 3 meetings today.","action_items":[],"decisions":[]}`,
		"no meetings":         `{"summary":"You have no meetings today.","action_items":[],"decisions":[]}`,
		"a number in words":   `{"summary":"There are two tasks overdue.","action_items":[],"decisions":[]}`,
		"invented follow-ups": `{"summary":"You have 2 meetings and 4 follow-ups.","action_items":[],"decisions":[]}`,
		"an invented figure":  `{"summary":"You have 2 meetings about the 45,000 dollars.","action_items":[],"decisions":[]}`,
		"an invented link":    `{"summary":"You have 2 meetings, see https://evil.example/x.","action_items":[],"decisions":[]}`,
		"empty":               `{"summary":" ","action_items":[],"decisions":[]}`,
		"too long":            `{"summary":"` + strings.Repeat("word ", 61) + `","action_items":[],"decisions":[]}`,
		"an invented item":    `{"summary":"Busy.","action_items":[{"task":"Buy a yacht","due":null}],"decisions":[]}`,
		"an invented date":    `{"summary":"Busy.","action_items":[{"task":"Send report","due":"in June"}],"decisions":[]}`,
		"an invented word":    `{"summary":"Busy.","action_items":[],"decisions":["The yacht is sold."]}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, right)
			if got := must(s.Summarise(t.Context(), day)); !strings.HasPrefix(got.Text, "You have 2 meetings, Standup") {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
			s, _ = with(bad, bad)
			want, counts := "Today, you have 2 meetings and 1 task overdue.", parley.Counts{Meetings: 2, Overdue: 1}
			if got := must(s.Summarise(t.Context(), day)); got.Text != want || got.Counts != counts {
				t.Errorf("%+v after two wrong answers, want %q", got, want)
			}
		})
	}
}

func TestSummaryOfNotes(t *testing.T) {
	in := SummaryInput{
		Known: Known{Now: now}, Kind: Notes, MaxWords: 10,
		Text: "We decided to move the launch to May.\nCall HR by Friday\nThe budget is 45,000 euros and we had 9 meetings.",
	}
	s, m := with(`{"summary":"9 meetings led to a launch in May for 45000.","action_items":[{"task":"Call HR","due":"Friday"}],
		"decisions":["Move the launch to May"]}`)
	got := must(s.Summarise(t.Context(), in))
	want := parley.Summary{
		Kind: "notes", Text: "9 meetings led to a launch in May for 45000.", Decisions: []string{"Move the launch to May"},
		ActionItems: []parley.ActionItem{{Task: "Call HR", Due: "Friday"}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	expectAsked(t, m, 1)

	got = must(Skills{}.Summarise(t.Context(), in))
	if len(got.Decisions) != 1 || !strings.Contains(got.Decisions[0], "the launch to May") || len(got.ActionItems) == 0 ||
		!strings.HasPrefix(got.Text, "These notes hold ") || !strings.HasSuffix(got.Text, " and 1 decision.") {
		t.Errorf("offline: %+v, want the task and the decision", got)
	}
}

func TestSummaryOfAConversationIsOfTheUsersWords(t *testing.T) {
	in := SummaryInput{Kind: Conversation, Known: Known{Now: now, Messages: []parley.Message{
		{Role: "user", Content: "I agreed to share the slides"}, {Role: "assistant", Content: "We decided to sell everything"},
	}}}
	got := must(Skills{}.Summarise(t.Context(), in))
	if !reflect.DeepEqual(got.Decisions, []string{"I agreed to share the slides"}) || !strings.HasPrefix(got.Text, "This conversation holds ") {
		t.Errorf("%+v, want what the user decided", got)
	}
}
