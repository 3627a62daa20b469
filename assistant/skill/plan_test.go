package skill

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"parley"
)

func priority(p parley.Priority) func(*parley.Task) { return func(t *parley.Task) { t.Priority = p } }

func created(at time.Time) func(*parley.Task) { return func(t *parley.Task) { t.CreatedAt = at } }

// order is a plan's tasks in one line.
func order(p parley.Plan) string {
	var ids []string
	for i, o := range p.Order {
		if o.Rank != i+1 {
			return fmt.Sprintf("rank %d at place %d", o.Rank, i+1)
		}
		ids = append(ids, o.Task)
	}
	return strings.Join(ids, " ")
}

func TestPlanByRules(t *testing.T) {
	gone := func(t *parley.Task) { t.Status = parley.Cancelled }
	for name, c := range map[string]struct {
		tasks []parley.Task
		want  string
	}{
		"none": {nil, ""},
		"overdue, due, priority, created": {[]parley.Task{
			todo("t1", "no date", priority(parley.Low)), todo("t2", "no date, older", created(at(1, 7, 0))), todo("t3", "no date"),
			todo("t4", "important", priority(parley.High)), todo("t5", "next week", due("2026-03-18")),
			todo("t6", "today", due("2026-03-11")), todo("t7", "at noon", due(parley.DueAt(at(11, 12, 0)))),
			todo("t8", "overdue", due("2026-03-01")), todo("t9", "longer overdue", due("2026-02-01")), todo("t10", "done", gone),
			todo("t11", "today, important", due("2026-03-11"), priority(parley.High)),
		}, "t9 t8 t7 t11 t6 t5 t4 t2 t3 t1"},
		"what others need comes first": {[]parley.Task{
			todo("t1", "overdue", due("2026-03-01"), after("t3")), todo("t2", "today", due("2026-03-11")),
			todo("t3", "no date", after("t4")), todo("t4", "no date"),
		}, "t4 t3 t1 t2"},
		"what is done is not waited for": {[]parley.Task{
			todo("t1", "b", after("t3", "t7", "t1")), todo("t2", "a", due("2026-03-11")), todo("t3", "done", gone),
		}, "t2 t1"},
		"two that wait for each other": {[]parley.Task{
			todo("t1", "a", after("t2")), todo("t2", "b", after("t1")), todo("t3", "c", after("t1"), due("2026-03-01")),
		}, "t1 t3 t2"},
	} {
		got := must(Skills{}.Prioritise(t.Context(), PlanInput{Known: Known{Now: now, Tasks: c.tasks}}))
		if order(got) != c.want || got.By != "rules" {
			t.Errorf("%s: %q, want %q", name, order(got), c.want)
		}
	}
}

func TestReasonsComeFromData(t *testing.T) {
	long := strings.Repeat("very ", 30) + "long"
	tasks := []parley.Task{
		todo("t1", "a", due("2026-03-09")), todo("t2", "b", due("2026-03-11"), priority(parley.High)),
		todo("t3", "c", priority(parley.High)),
		todo("t8", "g", due(parley.DueAt(at(11, 7, 5)))), todo("t9", "h", due("2026-03-10")), todo("t10", "i", due("2026-03-04")),
		todo("t4", "d"), todo("t5", long, after("t6"), priority(parley.High)),
		todo("t6", "e", priority(parley.Low)), todo("t7", "f", after("t4")),
	}
	want := map[string]string{
		"t1": "overdue since Monday", "t8": "overdue since 7:05 am", "t9": "overdue since yesterday",
		"t10": "overdue since Wednesday, 4 March",
		"t2":  "due today, high priority", "t3": "high priority", "t4": "no due date",
		"t5": `high priority, comes after "e", on which it depends`, "t6": `comes before "very very`,
		"t7": `comes after "d", on which it depends`,
	}
	plan := must(Skills{}.Prioritise(t.Context(), PlanInput{Known: Known{Now: now, Tasks: tasks}}))
	for _, p := range plan.Order {
		if !strings.HasPrefix(p.Reason, want[p.Task]) || len([]rune(p.Reason)) > maxReason {
			t.Errorf("%s: %q, want %q", p.Task, p.Reason, want[p.Task])
		}
	}
	if len(plan.Blocked) != 2 || plan.Blocked[1].Reason != `waits for "d"` {
		t.Errorf("blocked = %+v, want t5 and t7 with their reasons", plan.Blocked)
	}
}

// answerPlan is an answer in this order.
func answerPlan(rest string, ids ...string) string {
	var order []string
	for i, id := range ids {
		order = append(order, fmt.Sprintf(`{"task_id":%q,"rank":%d,"reason":"because"}`, id, i+1))
	}
	return `{"order":[` + strings.Join(order, ",") + `],` + rest + `}`
}

func TestPlanGuards(t *testing.T) {
	in := PlanInput{Known: Known{Now: now, Tasks: []parley.Task{
		todo("t1", "Send report", after("t2")), todo("t2", "Call HR"), todo("t3", "Buy milk"),
		todo("t4", "Done", func(t *parley.Task) { t.Status = parley.Completed }),
	}}}
	const none = `"blocked":[]`
	right := answerPlan(none, "t3", "t2", "t1")
	for name, bad := range map[string]string{
		"an invented id": answerPlan(none, "t3", "t2", "t1", "t9"), "a done task": answerPlan(none, "t3", "t2", "t1", "t4"),
		"a missing one": answerPlan(none, "t2", "t1"), "one twice": answerPlan(none, "t3", "t2", "t1", "t3"),
		"a rank twice":          strings.Replace(right, `"rank":3`, `"rank":2`, 1),
		"a gap":                 strings.Replace(right, `"rank":3`, `"rank":4`, 1),
		"against a need":        answerPlan(none, "t1", "t2", "t3"),
		"no reason":             strings.Replace(right, `"because"`, `"  "`, 1),
		"a long reason":         strings.Replace(right, `"because"`, `"`+strings.Repeat("x", maxReason+1)+`"`, 1),
		"a link":                strings.Replace(right, `"because"`, `"see www.evil.example"`, 1),
		"blocked by nothing":    answerPlan(`"blocked":[{"task_id":"t3","by":"t9","reason":"x"}]`, "t3", "t2", "t1"),
		"blocked for no reason": answerPlan(`"blocked":[{"task_id":"t1","by":"t2","reason":""}]`, "t3", "t2", "t1"),
		"blocked by itself":     answerPlan(`"blocked":[{"task_id":"t3","by":"t3","reason":"x"}]`, "t3", "t2", "t1"),
		"blocked but first":     answerPlan(`"blocked":[{"task_id":"t3","by":"t2","reason":"x"}]`, "t3", "t2", "t1"),
		"a group of nothing":    answerPlan(`"blocked":[],"groups":[{"title":"Calls","task_ids":["t9"]}]`, "t3", "t2", "t1"),
		"two groups of one":     answerPlan(`"blocked":[],"groups":[{"title":"A","task_ids":["t1"]},{"title":"B","task_ids":["t1"]}]`, "t3", "t2", "t1"),
		"a group with no name":  answerPlan(`"blocked":[],"groups":[{"title":" ","task_ids":["t1"]}]`, "t3", "t2", "t1"),
	} {
		t.Run(name, func(t *testing.T) {
			s, m := with(bad, right)
			if got := must(s.Prioritise(t.Context(), in)); order(got) != "t3 t2 t1" || got.By != "llm" {
				t.Errorf("%+v, want the repaired answer", got)
			}
			expectAsked(t, m, 2)
			s, _ = with(bad, bad)
			if got := must(s.Prioritise(t.Context(), in)); order(got) != "t2 t1 t3" || got.By != "rules" {
				t.Errorf("%+v after two wrong answers, want the rules'", got)
			}
		})
	}
}

func TestPlanOfAModel(t *testing.T) {
	in := PlanInput{
		Known: Known{Now: now, Tasks: []parley.Task{todo("t1", "Send report", after("t2")), todo("t2", "Call HR"), todo("t3", "Call Ben")}},
		Goals: []string{"Be done by noon"},
	}
	s, m := with(`{"order":[{"task_id":"t1","rank":3,"reason":"c"},{"task_id":"t3","rank":1,"reason":"a"},{"task_id":"t2","rank":2,"reason":"b"}],
		"groups":[{"title":"Calls","task_ids":["t2","t3"]}],"blocked":[{"task_id":"t2","by":"t3","reason":"Ben knows the number"}]}`)
	got := must(s.Prioritise(t.Context(), in))
	if order(got) != "t3 t2 t1" || len(got.Groups) != 1 || len(got.Blocked) != 2 || got.Blocked[1].Task != "t1" {
		t.Errorf("%+v, want the model's order by rank, its group, and both blocked", got)
	}
	if !strings.Contains(m.asked[0].Messages[1].Text, "Be done by noon") {
		t.Error("the model was not told the goals")
	}
}

// One task needs no model, and a great many are not for one.
func TestPlanSizesAreForTheRules(t *testing.T) {
	for _, n := range []int{0, 1, maxTasks + 1, 400} {
		var tasks []parley.Task
		for i := range n {
			tasks = append(tasks, todo(fmt.Sprintf("t%d", i+1), "x"))
		}
		s, m := with()
		got := must(s.Prioritise(t.Context(), PlanInput{Known: Known{Now: now, Tasks: tasks}}))
		if len(got.Order) != n || got.Order == nil {
			t.Errorf("%d tasks: %d in the plan", n, len(got.Order))
		}
		expectAsked(t, m, 0)
	}
}
