package skill

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/dates"
)

// PlanInput is what a plan is made for: the open tasks of Known.
type PlanInput struct {
	Known
	// Goals are what matters to the user now, in their words.
	Goals []string
}

// Limits of a plan, in characters.
const (
	maxReason = 160
	maxGroup  = 60
	// maxNamed cuts a task's title inside a reason.
	maxNamed = 50
)

type planAnswer struct {
	Order   []parley.Planned   `json:"order"`
	Groups  []parley.TaskGroup `json:"groups,omitempty"`
	Blocked []parley.Blocked   `json:"blocked"`
}

var planForm = formOf[planAnswer]("plan")

const planJob = `Put the user's current tasks into the order in which to do them.
- "order": each current task once, with "rank" from 1 for the first. "reason" says why there, in at most 160 characters, such as ` +
	`"Call HR before sending the report because it requires their approval."
- A task comes after those it depends on. Then weigh what is overdue, when things are due, priority, the calendar and the goals.
- "groups": tasks that are best done together, under a title; an empty list if there are none. A task is in one group at most.
- "blocked": tasks that wait for another current task, "by" its id, and why; such a task comes after the other. Only what the data says.
Name tasks by their titles, not by their ids, in what you write for the user.`

// Prioritise orders the open tasks. In a plan no task comes before one that it
// depends on, unless they depend on each other. More than 60 tasks are ordered by
// the rules: overdue first, then by due date, priority and age.
func (s Skills) Prioritise(ctx context.Context, in PlanInput) (parley.Plan, error) {
	if in.Now.IsZero() {
		return parley.Plan{}, fmt.Errorf("prioritise: %w: no time", ErrInput)
	}
	open := in.open()
	if len(open) < 2 || len(open) > maxTasks {
		s.Engine = nil
	}
	var goals []string
	for _, g := range in.Goals[:min(len(in.Goals), maxItems)] {
		goals = append(goals, clip(g, parley.MaxMemory))
	}
	return question[planAnswer, parley.Plan]{
		form: planForm, who: productivity, job: planJob,
		data:      in.context() + lay(section{"Calendar", in.soon()}, section{"Goals", goals}),
		maxTokens: 300 + 80*len(open),
		read:      func(a planAnswer) (parley.Plan, faults) { return in.read(a, open) },
		rules:     func() parley.Plan { return in.rules(open) },
	}.answer(ctx, s)
}

// read checks a model's answer.
func (in PlanInput) read(a planAnswer, open []parley.Task) (parley.Plan, faults) {
	var wrong faults
	g := graphOf(open)
	slices.SortStableFunc(a.Order, func(x, y parley.Planned) int { return cmp.Compare(x.Rank, y.Rank) })
	place := map[string]int{}
	for i, p := range a.Order {
		if _, again := place[p.Task]; again || g.tasks[p.Task] == nil {
			wrong.add("order: %q is there twice or is no current task", p.Task)
		}
		if p.Rank != i+1 {
			wrong.add("order: the ranks are not 1 to %d, each once", len(open))
			break
		}
		place[p.Task] = p.Rank
		a.Order[i].Reason = parley.OneLine(p.Reason)
		wrong.reason(fmt.Sprintf("order, rank %d", p.Rank), a.Order[i].Reason)
	}
	for _, t := range open {
		if place[t.ID] == 0 {
			wrong.add("order: the current task %q is missing", t.ID)
		}
	}
	if len(wrong) > 0 {
		return parley.Plan{}, wrong
	}
	for i, b := range a.Blocked {
		b.Reason = parley.OneLine(b.Reason)
		a.Blocked[i] = b
		if g.tasks[b.Task] == nil || g.tasks[b.By] == nil || b.Task == b.By {
			wrong.add("blocked[%d]: %q and %q are not two current tasks", i, b.Task, b.By)
		} else if place[b.By] > place[b.Task] && !g.waits(b.By, b.Task) {
			wrong.add("order: %q comes before %q, which blocks it", b.Task, b.By)
		}
		wrong.reason(fmt.Sprintf("blocked[%d]", i), b.Reason)
	}
	for _, t := range open {
		for _, d := range g.needs(t.ID) {
			if place[d] > place[t.ID] && !g.waits(d, t.ID) {
				wrong.add("order: %q comes before %q, on which it depends", t.ID, d)
			}
		}
	}
	wrong.groups(a.Groups, g)
	return parley.Plan{Order: a.Order, Groups: a.Groups, Blocked: in.blocked(a.Blocked, open, g), By: string(Model)}, wrong
}

// reason holds what is said of a task to its form.
func (f *faults) reason(where, text string) {
	if n := len([]rune(text)); n == 0 || n > maxReason {
		f.add("%s: the reason has %d characters, 1 to %d are wanted", where, n, maxReason)
	}
	f.links(where, text, "")
}

// groups holds groups to their form and tidies their titles.
func (f *faults) groups(groups []parley.TaskGroup, g graph) {
	grouped := map[string]bool{}
	for i, group := range groups {
		groups[i].Title = clip(group.Title, maxGroup)
		if groups[i].Title == "" || len(group.Tasks) == 0 {
			f.add("groups[%d] lacks a title or tasks", i)
		}
		for _, id := range group.Tasks {
			if g.tasks[id] == nil || grouped[id] {
				f.add("groups[%d]: %q is in two groups or is no current task", i, id)
			}
			grouped[id] = true
		}
	}
}

// rules orders by what is known of the tasks.
func (in PlanInput) rules(open []parley.Task) parley.Plan {
	g, place := graphOf(open), map[string]int{}
	liked := slices.Clone(open)
	slices.SortStableFunc(liked, in.compare)
	for i, t := range liked {
		place[t.ID] = i
	}
	plan := parley.Plan{Order: []parley.Planned{}, By: string(Rules)}
	for _, id := range g.order(liked) {
		plan.Order = append(plan.Order, parley.Planned{Task: id, Rank: len(plan.Order) + 1, Reason: in.why(*g.tasks[id], g, place)})
	}
	plan.Blocked = in.blocked(nil, open, g)
	return plan
}

var weight = map[parley.Priority]int{parley.High: -1, parley.Low: 1}

// compare puts what is overdue first, then what is due sooner, matters more or is
// older. What has no date comes behind what has.
func (in PlanInput) compare(a, b parley.Task) int {
	return cmp.Or(
		in.end(a).Compare(in.end(b)), // all that is overdue ends before all that is not
		cmp.Compare(weight[a.Priority], weight[b.Priority]),
		a.CreatedAt.Compare(b.CreatedAt),
	)
}

// end is when a task is due at the latest, far ahead if it is not.
func (in PlanInput) end(t parley.Task) time.Time {
	end, err := t.DueDate.End(in.Now.Location())
	if err != nil || end.IsZero() {
		return in.Now.AddDate(1000, 0, 0)
	}
	return end
}

// why says what puts a task where it is: at place by its own data, or before one
// that waits for it.
func (in PlanInput) why(t parley.Task, g graph, place map[string]int) string {
	for _, other := range g.all {
		if slices.Contains(g.needs(other.ID), t.ID) && place[other.ID] < place[t.ID] {
			return fmt.Sprintf("comes before %q, which depends on it", clip(other.Title, maxNamed))
		}
	}
	var facts []string
	if t.DueDate.Overdue(in.Now, in.Now.Location()) {
		facts = append(facts, "overdue since "+in.since(t))
	} else if t.DueDate != "" {
		facts = append(facts, "due "+dates.Say(t.DueDate, in.Now))
	}
	if t.Priority == parley.High || t.Priority == parley.Low {
		facts = append(facts, string(t.Priority)+" priority")
	}
	if needs := g.needs(t.ID); len(needs) > 0 {
		facts = append(facts, fmt.Sprintf("comes after %q, on which it depends", clip(g.tasks[needs[0]].Title, maxNamed)))
	}
	if len(facts) == 0 {
		return "no due date"
	}
	return clip(strings.Join(facts, ", "), maxReason)
}

// since is how one says when a task was due: by the clock of today and by the weekday
// of the last six days.
func (in PlanInput) since(t parley.Task) string {
	switch end := in.end(t); {
	case in.day(end) == in.day(in.Now):
		return end.Format("3:04 pm")
	case in.day(end) != in.day(in.Now.AddDate(0, 0, -1)) && end.After(in.today().AddDate(0, 0, -6)):
		return end.Weekday().String()
	}
	return dates.Say(t.DueDate, in.Now)
}

// blocked are the tasks that wait for another by their data, after those that a
// model found.
func (in PlanInput) blocked(found []parley.Blocked, open []parley.Task, g graph) []parley.Blocked {
	for _, t := range open {
		for _, d := range g.needs(t.ID) {
			if !slices.ContainsFunc(found, func(b parley.Blocked) bool { return b.Task == t.ID && b.By == d }) {
				why := fmt.Sprintf("waits for %q", clip(g.tasks[d].Title, maxNamed))
				found = append(found, parley.Blocked{Task: t.ID, By: d, Reason: why})
			}
		}
	}
	return found
}
