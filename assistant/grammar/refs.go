package grammar

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"parley"
	"parley/language"
)

// target is one thing that a command is about: its id, or the words for it where
// they name nothing or too much.
type target struct{ id, ref string }

// things are what words can refer to: the user's tasks or reminders, in the order in
// which they were listed.
type things struct {
	ids, titles []string
	// numbered is how many of them have a number.
	numbered int
	// is reports whether thing i is one of a kind, such as "completed".
	is func(i int, kind string) bool
	// noun is what the user calls one of them, and all of them.
	noun, nouns string
}

// kinds of things that can be referred to at once.
const (
	anyKind     = "any"
	isOpen      = "open"
	isCompleted = "completed"
	isOverdue   = "overdue"
	isToday     = "today"
	isUrgent    = "urgent"
	isCancelled = "cancelled"
)

func tasksOf(c *Context) *things {
	all := slices.Concat(c.Tasks, c.Others)
	t := &things{noun: "task", nouns: "tasks", numbered: len(c.Tasks)}
	for _, task := range all {
		t.ids, t.titles = append(t.ids, task.ID), append(t.titles, task.Title)
	}
	t.is = func(i int, kind string) bool { return taskIs(&all[i], kind, c.Now) }
	return t
}

func taskIs(t *parley.Task, kind string, now time.Time) bool {
	switch kind {
	case isOpen:
		return t.Status.Open()
	case isCompleted:
		return t.Status == parley.Completed
	case isCancelled:
		return t.Status == parley.Cancelled
	case isOverdue:
		return t.Status.Open() && t.DueDate.Overdue(now, now.Location())
	case isToday:
		end, err := t.DueDate.End(now.Location())
		return err == nil && !end.IsZero() && parley.DueDay(end) == parley.DueDay(now)
	case isUrgent:
		return t.Status.Open() && t.Priority == parley.High
	}
	return true
}

// refer finds what words refer to. It is firm if they are no mere words: a number, a
// title that is there, or words with "task" in them. Of titles that fit equally the
// ones of the preferred kind are meant.
func (t *things) refer(s sentence, prefer string) (targets []target, firm bool) {
	if targets, firm = t.one(s, prefer); firm {
		return targets, true
	}
	parts := split(s)
	if len(parts) < 2 {
		return targets, false
	}
	var each []target
	for _, part := range parts {
		some, sure := t.one(part, prefer)
		if !sure {
			return targets, false
		}
		for _, one := range some {
			if !slices.Contains(each, one) {
				each = append(each, one)
			}
		}
	}
	return each, true
}

// split takes a sentence apart at "and" and commas.
func split(s sentence) (parts []sentence) {
	from := 0
	for i := range s.words {
		and := s.words[i].Text == "and" || s.words[i].Text == "plus"
		if and && i > from {
			parts = append(parts, s.part(from, i))
		}
		if and {
			from = i + 1
		} else if s.words[i].Mark == ',' {
			parts = append(parts, s.part(from, i+1))
			from = i + 1
		}
	}
	if from < len(s.words) {
		parts = append(parts, s.part(from, len(s.words)))
	}
	return parts
}

// one finds what words without a list refer to.
func (t *things) one(s sentence, prefer string) ([]target, bool) {
	said := s.said(0, len(s.words))
	if len(s.words) == 1 {
		if i := slices.Index(t.ids, s.first()); i >= 0 {
			return []target{{id: t.ids[i]}}, true
		}
	}
	if some, ok := t.counted(s); ok {
		return some, true
	}
	if kind, ok := t.whole(s); ok {
		if kind == anyKind {
			kind = prefer // "complete all tasks"
		}
		return t.all(kind, said), true
	}
	bare, named := t.bare(s)
	said = bare.said(0, len(bare.words))
	switch ids := t.fit(said, prefer); {
	case len(ids) == 1 && !t.guarded(bare, ids[0]):
		return []target{{id: ids[0]}}, true
	case len(ids) > 1:
		return []target{{ref: said}}, true
	}
	_, numbered := number(bare.as(0, len(bare.words))) // "task 2 of the plan"
	return []target{{ref: said}}, named && said != "" && numbered == 0
}

// guarded reports whether words have one that names no task, such as "not", which is
// not of the title that they fit.
func (t *things) guarded(s sentence, id string) bool {
	title := readWords(t.titles[slices.Index(t.ids, id)])
	return slices.ContainsFunc(s.words, func(w language.Word) bool {
		return guards[w.Text] && !slices.ContainsFunc(title.words, func(o language.Word) bool { return o.Text == w.Text })
	})
}

// fit are the ids of the titles that words fit, of the preferred kind if there are
// such.
func (t *things) fit(words, prefer string) []string {
	var all, preferred []string
	for _, i := range fits(words, t.titles) {
		all = append(all, t.ids[i])
		if t.is(i, prefer) {
			preferred = append(preferred, t.ids[i])
		}
	}
	if len(preferred) > 0 {
		return preferred
	}
	return all
}

// bare is s without the words around a title, such as "the task called"; named is
// set if "task" or "reminder" is one of them.
func (t *things) bare(s sentence) (bare sentence, named bool) {
	from, to := 0, len(s.words)
	is := func(i int, words string) bool {
		return from <= i && i < to && strings.Contains(" "+words+" ", " "+s.words[i].Text+" ")
	}
	for is(from, "the my that this our") && to-from > 1 {
		from++
	}
	nouns := t.noun + " todo item entry"
	if is(from, nouns) && to-from > 1 {
		named = true
		for from++; is(from, "called named titled about that says for to of saying") && to-from > 1; {
			from++
		}
	}
	if is(to-1, nouns) && to-from > 1 {
		named = true
		to--
	}
	return s.part(from, to), named
}

// all are the targets of all things of a kind.
func (t *things) all(kind, said string) (targets []target) {
	for i, id := range t.ids {
		if t.is(i, kind) {
			targets = append(targets, target{id: id})
		}
	}
	if len(targets) == 0 {
		return []target{{ref: said}}
	}
	return targets
}

// whole is the kind that words such as "all completed tasks" name.
func (t *things) whole(s sentence) (kind string, ok bool) {
	all, noun := false, false
	for i, w := range s.as(0, len(s.words)) {
		switch {
		case kindWords[w] != "" && kind == "" && (w != "today" || s.words[i].Owns):
			kind = kindWords[w]
		case w == "all" || w == "every" || w == "each" || w == "everything":
			all = true
		case w == t.noun || w == t.nouns || manyWords[w]:
			noun = true
		case !aroundKinds[w]:
			return "", false
		}
	}
	switch {
	case kind != "":
		return kind, all || noun
	case all && s.last() != "of" && s.last() != "the", noun && (s.last() == t.nouns || s.first() == "my"):
		return anyKind, true
	}
	return "", false
}

// counted finds what words refer to by places.
func (t *things) counted(s sentence) ([]target, bool) {
	places, ok := readPlaces(s.as(0, len(s.words)), t.numbered)
	var targets []target
	for _, n := range places {
		switch {
		case n >= 1 && n <= t.numbered:
			targets = append(targets, target{id: t.ids[n-1]})
		case n > 0:
			targets = append(targets, target{ref: strconv.Itoa(n)})
		default:
			return []target{{ref: s.said(0, len(s.words))}}, true
		}
	}
	return targets, ok
}
