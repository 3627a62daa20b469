package skill

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"parley"
)

// answerTasks is an answer of these tasks, each as JSON.
func answerTasks(tasks ...string) string {
	return `{"tasks":[` + strings.Join(tasks, ",") + `],"unclear":[]}`
}

func TestExtractGuards(t *testing.T) {
	known := Known{
		Now:   now,
		Tasks: []parley.Task{todo("t1", "Call HR"), todo("t2", "Pay rent", func(t *parley.Task) { t.Status = parley.Completed })},
	}
	const right = `{"task":"Send the report","priority":"normal","confidence":0.9}`
	for name, bad := range map[string]string{
		"an invented task":        `{"task":"Wire money to Bob","priority":"high","confidence":1}`,
		"no title":                `{"task":" \n ","priority":"normal","confidence":1}`,
		"a long title":            `{"task":"Send the report ` + strings.Repeat("x", parley.MaxTitle) + `","priority":"normal","confidence":1}`,
		"an invented date":        `{"task":"Send the report","due":"next Tuesday","priority":"normal","confidence":1}`,
		"an invented id":          `{"task":"Send the report","duplicate_of":"t9","priority":"normal","confidence":1}`,
		"the id of a done task":   `{"task":"Send the report","duplicate_of":"t2","priority":"normal","confidence":1}`,
		"a task twice":            right + "," + right,
		"it waits for itself":     `{"task":"Send the report","depends_on_index":[0],"priority":"normal","confidence":1}`,
		"it waits for nothing":    `{"task":"Send the report","depends_on_index":[3],"priority":"normal","confidence":1}`,
		"it waits for what -1 is": `{"task":"Send the report","depends_on_index":[-1],"priority":"normal","confidence":1}`,
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(answerTasks(bad), answerTasks(right))
			got := must(s.Extract(t.Context(), ExtractInput{Known: known, Text: "please send the report"}))
			if len(got.Tasks) != 1 || got.Tasks[0].Title != "Send the report" || got.By != Model {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
		})
	}
}

func TestExtractAtMostTen(t *testing.T) {
	var tasks []string
	var said []string
	for i := range MaxExtracted + 1 {
		said = append(said, fmt.Sprintf("call number%d", i))
		tasks = append(tasks, fmt.Sprintf(`{"task":"Call number%d","priority":"normal","confidence":1}`, i))
	}
	s, m := with(answerTasks(tasks...), answerTasks(tasks[:MaxExtracted]...))
	got := must(s.Extract(t.Context(), ExtractInput{Known: Known{Now: now}, Text: strings.Join(said, ", ")}))
	if len(got.Tasks) != MaxExtracted || got.By != Model {
		t.Errorf("%d tasks by %s, want %d of the model", len(got.Tasks), got.By, MaxExtracted)
	}
	expectAsked(t, m, 2)
}

// Dates are resolved in Go: the model's own count only where that finds none, and
// what cannot be resolved is asked for.
func TestExtractDueDates(t *testing.T) {
	for name, c := range map[string]struct {
		said, due, dueAt string
		want             parley.Due
		asks, again      bool
	}{
		"dates wins":             {"send report by Friday", "Friday", "2026-03-20", "2026-03-13", false, false},
		"the model alone":        {"send report by Purim", "Purim", "2027-03-23", "2027-03-23", false, false},
		"a time":                 {"send report at teatime", "teatime", "2026-03-11T16:00:00+01:00", "2026-03-11T16:00:00+01:00", false, false},
		"nobody knows":           {"send report after the move", "after the move", "", "", true, false},
		"nobody said one":        {"send report", "", "2026-03-20", "", false, false},
		"a past one":             {"send report at teatime", "teatime", "2026-03-10", "", true, true},
		"no date":                {"send report at teatime", "teatime", "tea o'clock", "", true, true},
		"one of another century": {"send report at teatime", "teatime", "2126-03-10", "", true, true},
	} {
		t.Run(name, func(t *testing.T) {
			answer := func(dueAt string) string {
				return answerTasks(`{"task":"Send report","due":"` + c.due + `","due_at":"` + dueAt + `","priority":"normal","confidence":1}`)
			}
			s, m := with(answer(c.dueAt), answer(""))
			got := must(s.Extract(t.Context(), ExtractInput{Known: Known{Now: now}, Text: c.said}))
			if len(got.Tasks) != 1 || got.Tasks[0].Due != c.want || got.Tasks[0].DueText != c.due || (len(got.Unclear) == 1) != c.asks {
				t.Errorf("%+v, want due %q and a question: %v", got, c.want, c.asks)
			}
			expectAsked(t, m, map[bool]int{false: 1, true: 2}[c.again])
		})
	}
}

func TestExtractKnowsWhatIsThere(t *testing.T) {
	known := Known{Now: now, Tasks: []parley.Task{todo("t4", "Call HR"), todo("t5", "Calling the plumber")}}
	for name, s := range map[string]Skills{
		"a model": {Engine: &model{answers: []string{answerTasks(`{"task":"Call the HR","priority":"normal","confidence":1}`)}}}, "the rules": {},
	} {
		got := must(s.Extract(t.Context(), ExtractInput{Known: known, Text: "Call HR"}))
		if len(got.Tasks) != 1 || got.Tasks[0].DuplicateOf != "t4" {
			t.Errorf("%s: %+v, want a duplicate of t4", name, got)
		}
	}
}

func TestExtractMayPointAtTheConversation(t *testing.T) {
	known := Known{Now: now, Messages: []parley.Message{{Role: "assistant", Content: "Shall I note to water the ferns on Friday?"}}}
	s, m := with(answerTasks(`{"task":"Water the ferns","due":"Friday","priority":"normal","confidence":0.8}`))
	got := must(s.Extract(t.Context(), ExtractInput{Known: known, Text: "yes, do that"}))
	if len(got.Tasks) != 1 || got.Tasks[0].Due != "2026-03-13" {
		t.Errorf("%+v, want the task of the conversation", got)
	}
	expectAsked(t, m, 1)
}

func TestExtractOrder(t *testing.T) {
	s, _ := with(answerTasks(`{"task":"Send report","depends_on_index":[1],"priority":"normal","confidence":3}`,
		`{"task":"Call HR","priority":"normal","confidence":-1}`))
	got := must(s.Extract(t.Context(), ExtractInput{Known: Known{Now: now}, Text: "send report, but call HR first"}))
	want := []ExtractedTask{
		{Title: "Send report", DependsOn: []int{1}, Priority: parley.Normal, Confidence: 1}, {Title: "Call HR", Priority: parley.Normal},
	}
	if !reflect.DeepEqual(got.Tasks, want) {
		t.Errorf("%+v, want %+v: the report waits for HR, confidences are 0-1", got.Tasks, want)
	}
}

func TestExtractAsks(t *testing.T) {
	s, m := with(`{"tasks":[],"unclear":[{"text":"sort out the thing","question":""}]}`,
		`{"tasks":[],"unclear":[{"text":"sort out the thing","question":"What is to be sorted out?"}]}`)
	got := must(s.Extract(t.Context(), ExtractInput{Known: Known{Now: now}, Text: "sort out the thing"}))
	if want := []Unclear{{"sort out the thing", "What is to be sorted out?"}}; !reflect.DeepEqual(got.Unclear, want) {
		t.Errorf("unclear = %+v, want %+v", got.Unclear, want)
	}
	expectAsked(t, m, 2)
}

func TestExtractOfNothingAsksNobody(t *testing.T) {
	s, m := with()
	got := must(s.Extract(t.Context(), ExtractInput{Known: Known{Now: now}, Text: " \n\t"}))
	if len(got.Tasks) != 0 || got.Tasks == nil {
		t.Errorf("%+v, want no tasks", got)
	}
	expectAsked(t, m, 0)
}
