package grammar

import (
	"slices"
	"strings"
	"time"

	"parley"
	"parley/language"
)

// maxRef is how many words may name a task that is not there, maxWhen how many may be
// a date.
const (
	maxRef  = 8
	maxWhen = 12
)

// targets is what <ref> refers to, none if it is no reference. With strong set it may
// be words that fit nothing, for the tool to ask.
func (r *reader) targets(m *language.Match, strong bool, prefer string) []target {
	s := r.slot(m, "ref")
	if len(s.words) == 0 || r.paste != "" {
		return nil
	}
	found, firm := r.tasksOf().refer(s, prefer)
	if from, _ := m.Span("ref"); firm && from > 0 && r.retold(s, found) {
		return nil
	}
	switch {
	case firm && !strong && r.vague(s, found): // "I'm done with everything", "... with that"
		return nil
	case firm && (found[0].ref == "" || len(found) > 1 || !hasLetter(found[0].ref)):
		return found
	case !firm && (!strong || r.firm), len(s.words) > maxRef, !hasLetter(found[0].ref):
		return nil
	}
	for i, w := range s.words {
		if guards[w.Text] || w.Mark != 0 && i < len(s.words)-1 {
			return nil
		}
	}
	r.unsure = r.unsure || !firm
	return found
}

// vague reports whether words of talk point at tasks that they do not name.
func (r *reader) vague(ref sentence, found []target) bool {
	_, counted := r.tasksOf().counted(ref)
	if counted {
		return hasLetter(found[0].ref)
	}
	return !telltale(ref) || len(found) > 1 && ref.has(everything) && !ref.has(taskWords)
}

// retold reports whether a command is but the title of what it is about: "cancel the
// order" is no command where that is a task.
func (r *reader) retold(ref sentence, found []target) bool {
	verb := r.s.first()
	if _, counted := r.tasksOf().counted(ref); counted || len(found) != 1 || found[0].id == "" || verb == "complete" {
		return false
	}
	first, _, _ := strings.Cut(r.tasksOf().titles[slices.Index(r.tasksOf().ids, found[0].id)], " ")
	return strings.EqualFold(first, verb)
}

func (r *reader) tasksOf() *things {
	if r.tasks == nil {
		r.tasks = tasksOf(r.c)
	}
	return r.tasks
}

// each calls a tool for each target.
func each(targets []target, tool string, args ...any) (calls []Call) {
	for _, t := range targets {
		calls = append(calls, call(tool, append([]any{"id", t.id, "ref", t.ref}, args...)...))
	}
	return calls
}

// complete marks <ref> done. "I need to complete task 2" says that it is not.
func complete(strong bool) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call {
		only := len(r.slot(m, "only").words) > 0
		if verb := r.s.first(); only && r.own || r.duty && (only || verb == "complete") {
			return nil
		} else if only {
			if _, counted := r.tasksOf().counted(r.slot(m, "ref")); !counted {
				return nil
			}
		}
		return each(r.targets(m, strong, isOpen), "tasks.complete")
	}
}

// didTask completes what somebody says they did, if an open task is just that: "I
// called mum".
func didTask(r *reader, m *language.Match) []Call {
	s := r.slot(m, "ref")
	w := s.first()
	if meant(w) == w && language.FirstForm(w) == w && !strings.HasSuffix(w, "ed") && w != "read" && w != "put" && w != "cut" && w != "set" {
		return nil
	}
	t, said := r.tasksOf(), terms(s.said(0, len(s.words)))
	for i, title := range t.titles {
		if t.is(i, isOpen) && len(said) > 1 && slices.Equal(said, terms(title)) {
			return each([]target{{id: t.ids[i]}}, "tasks.complete")
		}
	}
	return nil
}

// scant reports whether one word alone names the task, which has more of them.
func (r *reader) scant(ref sentence, found []target) bool {
	if len(found) != 1 || found[0].id == "" || len(terms(ref.said(0, len(ref.words)))) > 1 {
		return false
	}
	_, counted := r.tasksOf().counted(ref)
	return !counted && len(terms(r.tasksOf().titles[slices.Index(r.tasksOf().ids, found[0].id)])) > 1
}

func remove(strong bool) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call {
		if list := r.slot(m, "list"); len(list.words) > 0 {
			return each(r.tasksOf().all(anyKind, list.said(0, len(list.words))), "tasks.remove")
		}
		targets, s := r.targets(m, strong, anyKind), r.slot(m, "ref")
		r.unsure = r.unsure || !strong && r.scant(s, targets)
		if len(targets) > 1 && s.has(pointing) {
			targets = []target{{ref: s.said(0, len(s.words))}} // which they are is not for us to guess
		}
		return each(targets, "tasks.remove")
	}
}

// setDue changes the date of <ref> to <when>, which has to be one.
func setDue(strong bool) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call {
		if from, to := m.Span("when"); to-from > maxWhen {
			return nil
		}
		f, ok := whole(r.text(m, "when"), r.c.Now)
		if !ok {
			return nil
		}
		return each(r.targets(m, strong, isOpen), "tasks.update", "due", string(f.Due), "due_text", f.Said)
	}
}

// pointed is read of a command about "it": a model may know what that is, without
// one the user is asked.
func pointed(read func(*reader, *language.Match) []Call) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call {
		calls := read(r, m)
		r.unsure = r.unsure || len(calls) > 0
		return calls
	}
}

// shiftDue moves the date of <ref> by <span>, from today where it has none or one
// that has passed.
func shiftDue(strong bool) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call { return shift(r, m, strong) }
}

func shift(r *reader, m *language.Match, strong bool) []Call {
	s := r.slot(m, "span")
	n, unit, ok := span(s.as(0, len(s.words)))
	if !ok {
		return nil
	}
	way := "later"
	if len(r.slot(m, "sooner").words) > 0 {
		n, way = -n, "earlier"
	}
	var calls []Call
	for _, t := range r.targets(m, strong, isOpen) {
		due, ok := shifted(r.dueOf(t.id), r.c.Now, n, unit)
		if !ok {
			return nil
		}
		calls = append(calls, each([]target{t}, "tasks.update", "due", string(due), "due_text", s.said(0, len(s.words))+" "+way)...)
	}
	return calls
}

func (r *reader) dueOf(id string) parley.Due {
	for _, t := range slices.Concat(r.c.Tasks, r.c.Others) {
		if t.ID == id {
			return t.DueDate
		}
	}
	return ""
}

// span is a length of time, such as "a week" or "two more days", in hours, days or
// months.
func span(words []string) (n int, unit string, ok bool) {
	n, used := number(words)
	if used == 0 && len(words) > 0 && (words[0] == "a" || words[0] == "an" || words[0] == "another") {
		n, used = 1, 1
	}
	words = words[used:]
	if len(words) > 1 && words[0] == "more" {
		words = words[1:]
	}
	if used == 0 || n == 0 || len(words) != 1 {
		return 0, "", false
	}
	switch strings.TrimSuffix(words[0], "s") {
	case "hour", "day", "month":
		return n, strings.TrimSuffix(words[0], "s"), true
	case "week":
		return 7 * n, "day", true
	}
	return 0, "", false
}

// shifted is due moved by n units, which may not be hours for a whole day.
func shifted(due parley.Due, now time.Time, n int, unit string) (parley.Due, bool) {
	if due == "" || due.Overdue(now, now.Location()) {
		due = parley.DueDay(now)
		if unit == "hour" {
			due = parley.DueAt(now)
		}
	}
	at, err := due.End(now.Location())
	if err != nil || due.Day() && unit == "hour" {
		return "", false
	}
	switch unit {
	case "hour":
		at = at.Add(time.Duration(n) * time.Hour)
	case "day":
		at = at.AddDate(0, 0, n)
	case "month":
		at = at.AddDate(0, n, 0)
	}
	if due.Day() {
		return parley.DueDay(at), true
	}
	return parley.DueAt(at), true
}

func setPriority(strong bool) func(*reader, *language.Match) []Call {
	return func(r *reader, m *language.Match) []Call {
		s := r.slot(m, "prio")
		p := level(s.as(0, len(s.words)))
		if len(r.slot(m, "up").words) > 0 {
			p = parley.High
		} else if len(r.slot(m, "down").words) > 0 {
			p = parley.Low
		}
		targets := r.targets(m, strong, isOpen)
		if r.s.first() == "prioritise" && len(targets) > 1 {
			return nil
		}
		return each(targets, "tasks.update", "priority", string(p))
	}
}

func setStatus(status parley.TaskStatus, strong bool) func(*reader, *language.Match) []Call {
	prefer := isOpen
	if status == parley.Pending {
		prefer = isCompleted
	}
	return func(r *reader, m *language.Match) []Call {
		if status != parley.Pending && (r.own || r.duty) {
			return nil
		}
		if undo := r.slot(m, "undo"); len(undo.words) > 0 {
			return each([]target{r.lastDone()}, "tasks.update", "status", string(status))
		}
		targets := r.targets(m, strong, prefer)
		r.unsure = r.unsure || status == parley.Cancelled && r.scant(r.slot(m, "ref"), targets)
		return each(targets, "tasks.update", "status", string(status))
	}
}

// lastDone is the task that was completed last.
func (r *reader) lastDone() target {
	last := parley.Task{}
	for _, t := range slices.Concat(r.c.Tasks, r.c.Others) {
		if t.CompletedAt != nil && t.Status == parley.Completed && (last.CompletedAt == nil || t.CompletedAt.After(*last.CompletedAt)) {
			last = t
		}
	}
	if last.ID == "" {
		return target{ref: "that"}
	}
	return target{id: last.ID}
}

func rename(r *reader, m *language.Match) []Call {
	title := cleanTitle(r.text(m, "title"))
	targets := r.targets(m, false, isOpen)
	if !r.canBeTitle(r.slot(m, "title")) || !hasLetter(title) || len(targets) != 1 {
		return nil
	}
	return each(targets, "tasks.update", "title", title)
}

// change makes <title> what it can be: a date, a priority, a status, else the title.
func change(r *reader, m *language.Match) []Call {
	s := r.slot(m, "title")
	targets := r.targets(m, false, isOpen)
	if len(targets) == 0 {
		return nil
	}
	if f, ok := whole(s.said(0, len(s.words)), r.c.Now); ok {
		return each(targets, "tasks.update", "due", string(f.Due), "due_text", f.Said)
	}
	words := s.as(0, len(s.words))
	if p := level(words); p != "" && (len(words) == 1 || len(words) == 2 && words[1] == "priority") {
		return each(targets, "tasks.update", "priority", string(p))
	}
	if len(words) == 1 && kindWords[words[0]] == isCompleted {
		return each(targets, "tasks.complete")
	}
	return rename(r, m)
}

func noteTask(r *reader, m *language.Match) []Call {
	s := r.slot(m, "notes")
	targets, firm := r.tasksOf().refer(r.slot(m, "ref"), isOpen)
	if !firm || len(targets) != 1 || s.first() == "saying" || s.first() == "that" && len(s.words) > 1 {
		return nil
	}
	return each(targets, "tasks.update", "notes", capital(parley.OneLine(s.said(0, len(s.words)))))
}

// listTasks shows the tasks of the kind <f>.
func listTasks(r *reader, m *language.Match) []Call {
	filter, said := "open", r.s.as(0, len(r.s.words))
	has := func(w string) bool { return slices.Contains(said, w) }
	f := strings.Join(r.slot(m, "f").as(0, len(r.slot(m, "f").words)), " ")
	switch {
	case strings.HasPrefix(f, "today") || f == "due today" || has("tonight"):
		filter = "today"
	case f == "overdue" || has("late") || has("behind"):
		filter = "overdue"
	case kindWords[f] == isCompleted || f == "finish" || f == "complete" || f == "do":
		filter = "done"
	case f == "everything" || f == "" && has("all"):
		filter = "all"
	}
	return []Call{call("tasks.list", "filter", filter)}
}
