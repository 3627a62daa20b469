package grammar

import (
	"slices"
	"testing"
	"time"

	"parley"
)

// TestMatchTask: titles are found by their words, not by mere likeness.
func TestMatchTask(t *testing.T) {
	var tasks []parley.Task
	for id, title := range map[string]string{
		"t1": "Write the quarterly report", "t2": "Buy two tickets", "t3": "Call Anna", "t4": "Call Hannah about the party",
		"t5": "Review the Q3 budget",
		"t6": "Pay rent", "t7": "Report", "t8": "Reply to Dr. Smith's e-mail", "t9": "Buy milk",
	} {
		tasks = append(tasks, parley.Task{ID: id, Title: title})
	}
	slices.SortFunc(tasks, func(a, b parley.Task) int { return int(a.ID[1]) - int(b.ID[1]) })
	for _, c := range []struct {
		words string
		want  []string
	}{
		{"write the quarterly report", []string{"t1"}}, {"writing that quarterly report", []string{"t1"}}, {"quarterly report", []string{"t1"}},
		{"report", []string{"t7"}}, {"the report", []string{"t7"}}, {"quarterly", []string{"t1"}},
		{"buy 2 tickets", []string{"t2"}}, {"buying tickets", []string{"t2"}}, {"buy", []string{"t2", "t9"}},
		{"call", []string{"t3", "t4"}}, {"calling anna", []string{"t3"}}, {"the call with anna", []string{"t3"}}, {"hannah", []string{"t4"}},
		{"call bob", nil}, {"call anne", nil}, {"q4 budget", nil}, {"q3 budget", []string{"t5"}}, {"the budget", []string{"t5"}},
		{"pay the rent", []string{"t6"}}, {"paid the rent", []string{"t6"}}, {"quaterly report", []string{"t1"}}, {"review the budjet", []string{"t5"}},
		{"dr smith", []string{"t8"}}, {"by milk", []string{"t9"}}, {"buy mild", nil}, {"the", nil}, {"", nil}, {"2", nil}, {"party", []string{"t4"}},
		{"write the quarterly report for anna and bob", nil}, {"pay rent online", []string{"t6"}},
	} {
		if got := MatchTask(c.words, tasks); !slices.Equal(got, c.want) {
			t.Errorf("MatchTask(%q) = %v, want %v", c.words, got, c.want)
		}
	}
}

// TestPlaces: numbers, ordinals, ranges and what recognisers make of them.
func TestPlaces(t *testing.T) {
	for _, c := range []struct {
		words string
		count int
		want  []int
	}{
		{"2", 4, []int{2}}, {"task two", 4, []int{2}}, {"number twenty one", 4, []int{21}}, {"twenty-one", 4, []int{21}}, {"the second one", 4, []int{2}},
		{"the 3rd task", 4, []int{3}}, {"the last one", 4, []int{4}}, {"the second last", 4, []int{3}}, {"the last two", 4, []int{3, 4}},
		{"the first three", 4, []int{1, 2, 3}}, {"one and three", 4, []int{1, 3}}, {"1 2 and 4", 4, []int{1, 2, 4}}, {"one to three", 4, []int{1, 2, 3}},
		{"2-4", 4, []int{2, 3, 4}}, {"task one through two", 4, []int{1, 2}}, {"both", 2, []int{1, 2}}, {"both", 3, []int{0}}, {"it", 1, []int{1}}, {"it", 2, []int{0}},
		{"task to", 4, []int{2}}, {"task for", 4, []int{4}}, {"to", 4, nil}, {"for", 4, nil}, {"the", 4, nil}, {"task", 4, nil}, {"3 ideas", 4, nil},
		{"the report", 4, nil}, {"the first draft", 4, nil}, {"0", 4, nil}, {"12345", 4, nil}, {"the last one", 0, []int{0}},
		{"4 to 2", 4, nil}, {"the first and the last", 4, []int{1, 4}},
	} {
		s := readWords(c.words)
		got, ok := readPlaces(s.as(0, len(s.words)), c.count)
		if !slices.Equal(got, c.want) || ok != (c.want != nil) {
			t.Errorf("readPlaces(%q, %d) = %v, %v; want %v", c.words, c.count, got, ok, c.want)
		}
	}
}

// TestNumbersAreOfTheList: a number is a place in the list the user saw; titles are
// known beyond it.
func TestNumbersAreOfTheList(t *testing.T) {
	c := listed()
	c.Others, c.Tasks = c.Tasks[2:], c.Tasks[:2]
	c.Tasks[0], c.Tasks[1] = c.Tasks[1], c.Tasks[0]
	for said, want := range map[string]string{
		"complete task 1":            "tasks.complete[id:t5]",
		"complete task 3":            "tasks.complete[ref:3]",
		"complete the last one":      "tasks.complete[id:t3]",
		"complete call mum":          "tasks.complete[id:t9]",
		"complete both":              "tasks.complete[id:t5] tasks.complete[id:t3]",
		"delete the completed tasks": "tasks.remove[id:t6]",
		"complete call":              "tasks.complete[id:t9]", // HR is done
		"delete call":                "tasks.remove[ref:call]",
	} {
		if calls, _ := Read(said, c); rendered(calls) != want {
			t.Errorf("%q = %s, want %s", said, rendered(calls), want)
		}
	}
	for _, said := range []string{"complete task 1", "delete task two", "mark the last one as done"} {
		calls, _ := Read(said, Context{Now: wednesday})
		if len(calls) != 1 || calls[0].Args["ref"] == nil {
			t.Errorf("%q of no tasks = %s", said, rendered(calls))
		}
	}
}

// TestKindsOfTasks: all of a kind are those at this time.
func TestKindsOfTasks(t *testing.T) {
	c := listed()
	c.Tasks[0].DueDate = parley.DueDay(wednesday.Add(-48 * time.Hour))
	c.Tasks[1].DueDate = parley.DueDay(wednesday)
	c.Tasks[3].Priority = parley.High
	for said, want := range map[string]string{
		"delete all overdue tasks":        "tasks.remove[id:t3]",
		"complete all of today's tasks":   "tasks.complete[id:t5]",
		"complete the urgent ones":        "tasks.complete[id:t9]",
		"delete all cancelled tasks":      "tasks.remove[ref:all cancelled tasks]",
		"mark all open tasks as done":     "tasks.complete[id:t3] tasks.complete[id:t5] tasks.complete[id:t9]",
		"delete everything that is done":  "tasks.remove[id:t6]",
		"clear all my tasks off the list": "tasks.remove[id:t3] tasks.remove[id:t5] tasks.remove[id:t6] tasks.remove[id:t9]",
	} {
		if calls, _ := Read(said, c); rendered(calls) != want {
			t.Errorf("%q = %s, want %s", said, rendered(calls), want)
		}
	}
}

// A date is moved by a time from what it is, or from today where it has passed or
// there is none.
func TestShiftDue(t *testing.T) {
	c := listed()
	c.Tasks[0].DueDate = parley.DueDay(wednesday.AddDate(0, 0, 2))
	c.Tasks[1].DueDate = parley.DueAt(wednesday.Add(20 * time.Hour))
	c.Tasks[3].DueDate = parley.DueDay(wednesday.AddDate(0, 0, -5))
	for said, want := range map[string]string{
		"push task 1 back a week":                "tasks.update[due:2026-03-20 due_text:a week later id:t3]",
		"postpone buy milk by two days":          "tasks.update[due:2026-03-15 due_text:two days later id:t3]",
		"move task one by 3 more days":           "tasks.update[due:2026-03-16 due_text:3 more days later id:t3]",
		"move task one a day earlier":            "tasks.update[due:2026-03-12 due_text:a day earlier id:t3]",
		"bring task 1 forward by a day":          "tasks.update[due:2026-03-12 due_text:a day earlier id:t3]",
		"delay the report by an hour":            "tasks.update[due:2026-03-12T11:30:00+01:00 due_text:an hour later id:t5]",
		"put off the report for a month, please": "tasks.update[due:2026-04-12T10:30:00+01:00 due_text:a month later id:t5]",
		"snooze task 4 for a day":                "tasks.update[due:2026-03-12 due_text:a day later id:t9]",
		"push task 1 back an hour":               "",
		"push task 1 back a parsec":              "",
		"postpone task 1 by none":                "",
		"move task 1 to friday":                  "tasks.update[due:2026-03-13 due_text:friday id:t3]",
		"push it back a week":                    "tasks.update[due:2026-03-18 due_text:a week later ref:it]",
		"move that to friday":                    "tasks.update[due:2026-03-13 due_text:friday ref:that]",
		"do not postpone task 1 by two days":     "",
		"should i postpone task 1 by two days":   "",
	} {
		if calls, _ := Read(said, c); rendered(calls) != want {
			t.Errorf("%q\n got %s\nwant %s", said, rendered(calls), want)
		}
	}
}
