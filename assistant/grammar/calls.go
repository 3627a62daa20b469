package grammar

import (
	"slices"
	"strings"
	"unicode"

	"parley"
	"parley/language"
)

// call makes a Call; arguments that are "" are left out.
func call(tool string, args ...any) Call {
	c := Call{Tool: tool, Args: map[string]any{}}
	for i := 0; i < len(args); i += 2 {
		if args[i+1] != "" {
			c.Args[args[i].(string)] = args[i+1]
		}
	}
	return c
}

func plain(tool string) func(*reader, *language.Match) []Call {
	return func(*reader, *language.Match) []Call { return []Call{call(tool)} }
}

// slot is the words of a slot; it has none if the slot was left out.
func (r *reader) slot(m *language.Match, name string) sentence {
	from, to := m.Span(name)
	return r.s.part(from, to)
}

// text is what was said in a slot.
func (r *reader) text(m *language.Match, name string) string {
	from, to := m.Span(name)
	return r.s.said(from, to)
}

// colon reports whether a slot is behind a colon.
func (r *reader) colon(m *language.Match, name string) bool {
	from, _ := m.Span(name)
	return from > 0 && r.s.words[from-1].Mark == ':'
}

// taskArgs are the arguments of a new task.
func taskCall(title string, due parley.Due, dueText string, priority parley.Priority, mark string) Call {
	category := ""
	switch mark {
	case "work", "personal", "travel":
		category = mark
	default:
		if p := level(strings.Fields(mark)); p != "" {
			priority = p
		}
	}
	return call("tasks.add", "title", title, "due", string(due), "due_text", dueText, "priority", string(priority), "category", category)
}

func (r *reader) mark(m *language.Match) string {
	return strings.Join(r.slot(m, "mark").as(0, len(r.slot(m, "mark").words)), " ")
}

// addTask adds one task of <title>.
func addTask(r *reader, m *language.Match) []Call {
	s := r.slot(m, "title")
	if !r.canBeTitle(s) {
		return nil
	}
	return r.oneTask(s, r.mark(m))
}

func (r *reader) oneTask(s sentence, mark string) []Call {
	t := readTitle(s.said(0, len(s.words)), r.c.Now, true)
	if !hasLetter(t.title) {
		return nil
	}
	return []Call{taskCall(t.title, t.due, t.dueText, t.priority, mark)}
}

// addTasks adds the tasks of <title>: each thing to do is one, and behind "tasks" each
// thing of a list.
func addTasks(r *reader, m *language.Match) []Call {
	s := r.slot(m, "title")
	if !r.canBeTitle(s) {
		return nil
	}
	if when := r.text(m, "when"); when != "" {
		f, ok := whole(strings.TrimPrefix(strings.TrimPrefix(when, "due "), "for "), r.c.Now)
		if !ok {
			return nil
		}
		return []Call{taskCall(cleanTitle(s.said(0, len(s.words))), f.Due, f.Said, "", "")}
	}
	if startsAction(s) {
		return r.eachTask(s, "")
	}
	said := r.s.as(0, len(r.s.words))
	if n := len(said); n > 2 && said[n-1] == "list" && (said[n-2] == "shopping" || said[n-2] == "grocery") {
		return r.bought(s)
	}
	from, _ := m.Span("title")
	if from == 1 && (said[0] == "tasks" || said[0] == "todos") && !r.colon(m, "title") { // "tasks are boring"
		return nil
	}
	if listed := slices.ContainsFunc(said[:from], func(w string) bool { return w == "tasks" || w == "todos" || w == "things" }); !listed {
		return r.oneTask(s, "")
	}
	var calls []Call
	for _, part := range split(s) {
		calls = append(calls, r.oneTask(part, "")...)
	}
	return calls
}

// bought is the task to buy what was put on a shopping list.
func (r *reader) bought(s sentence) []Call {
	calls := r.oneTask(s, "")
	if len(calls) == 1 {
		title := calls[0].Args["title"].(string)
		if s.words[0].From < len(s.text) && unicode.IsLower([]rune(s.text[s.words[0].From:])[0]) {
			title = strings.ToLower(title[:1]) + title[1:]
		}
		calls[0].Args["title"] = "Buy " + title
	}
	return calls
}

// eachTask adds each thing to do that is in s; where some come after others they are
// added together.
func (r *reader) eachTask(s sentence, mark string) (calls []Call) {
	for _, t := range tasksIn(s, r.c.Now) {
		if len(t.After) > 0 {
			return []Call{call("tasks.extract", "text", s.said(0, len(s.words)))}
		}
		if t.Priority == parley.Normal {
			t.Priority = ""
		}
		calls = append(calls, taskCall(t.Title, t.Due, t.DueText, t.Priority, mark))
	}
	return calls
}

// addLoose adds tasks where no word says that it is one: it is what begins with a
// verb, has a date or follows a colon.
func addLoose(r *reader, m *language.Match) []Call {
	s := r.slot(m, "title")
	if r.duty || !r.canBeTitle(s) {
		return nil
	}
	from, _ := m.Span("title")
	lead := r.s.first()
	said := s.said(0, len(s.words))
	switch {
	case startsAction(s) && !(lead == "todo" && from == 1 && !r.colon(m, "title") && s.first() == "list"):
		return r.eachTask(s, r.mark(m))
	case r.colon(m, "title"), lead == "note":
		return r.oneTask(s, r.mark(m))
	case lead != "add":
		return nil
	case readTitle(said, r.c.Now, false).due != "":
		return r.oneTask(s, "")
	case len(s.words) <= 4 && !s.has(unlisted):
		r.unsure = true
		return r.oneTask(s, "")
	}
	return nil
}

// addDuty adds what somebody says they have to do.
func addDuty(r *reader, m *language.Match) []Call {
	s := r.slot(m, "title")
	if r.duty || !r.canBeTitle(s) || !isDuty(s.words) && !startsAction(s) ||
		s.has(notOwn) {
		return nil
	}
	if !startsAction(s) {
		r.unsure = true
		return r.oneTask(s, "")
	}
	r.unsure = r.unsure || talking[s.first()] || r.s.words[1].Text == "must"
	return r.eachTask(s, "")
}

// canBeTitle reports whether words can be what is to be done: one sentence that is no
// question, no number and no mere pronoun.
func (r *reader) canBeTitle(s sentence) bool {
	if len(s.words) == 0 || r.paste != "" {
		return false
	}
	for i := range s.words[:len(s.words)-1] {
		if s.ends(i) && s.words[i].Mark != ';' {
			return false
		}
	}
	if s.words[0].Mark == 0 && len(s.words) > 1 && questionWords[s.first()] {
		return false
	}
	if _, counted := readPlaces(s.as(0, len(s.words)), 0); counted {
		return false
	}
	return telltale(s)
}

// telltale reports whether a word of s names something by itself.
func telltale(s sentence) bool {
	return slices.ContainsFunc(s.words, func(w language.Word) bool { return !pronouns[w.Text] })
}

func hasLetter(s string) bool { return strings.ContainsFunc(s, unicode.IsLetter) }
