package grammar

import (
	"slices"
	"strings"
	"time"

	"parley"
	"parley/language"
)

// setReminder reminds of <what>, in which a time is looked for.
func setReminder(r *reader, m *language.Match) []Call {
	s := r.slot(m, "what")
	if len(s.words) == 0 {
		if r.lastTold() == untold {
			return nil
		}
		return []Call{call("reminders.set", "text", r.lastTold())}
	}
	if w := s.first(); questionWords[w] || w == "once" || w == "as" || w == "whenever" {
		return nil
	}
	if (len(s.words) == 1 || s.first() == "of") && readTitle(s.said(0, len(s.words)), r.c.Now, false).due == "" {
		return nil // "remind me of your name"
	}
	t := r.reminderTime(s, len(r.slot(m, "wake").words) > 0)
	if verb := r.s.first(); slices.Contains([]string{"ping", "nudge", "notify", "alert", "buzz", "wake"}, verb) && t.due == "" {
		return nil
	}
	for i := range s.words[:len(s.words)-1] {
		if s.ends(i) {
			return nil
		}
	}
	text, task := r.reminderText(s, t.title)
	if text == "" && len(r.slot(m, "wake").words) > 0 {
		text = "Wake up"
	} else if text == "" && len(r.slot(m, "alarm").words) > 0 {
		text = "Alarm"
	} else if text == "" {
		text = r.lastTold()
	}
	if words := strings.Fields(strings.ToLower(text)); !slices.ContainsFunc(words, func(w string) bool { return !pronouns[w] }) {
		return nil
	}
	switch {
	case t.past || readWords(t.title).has(ties): // the words as they were said tell more than the date in them
		return []Call{call("reminders.set", "text", text, "said", r.s.said(0, len(r.s.words)), "task", task)}
	case t.due == "":
		return []Call{call("reminders.set", "text", text, "task", task)}
	}
	return []Call{call("reminders.set", "text", text, "at", t.at.Format(time.RFC3339), "rule", t.rule, "task", task)}
}

// reminderTime looks for the time in what is to be reminded of. A bare hour is one
// behind "for" too, and of the morning for somebody who is to be woken.
func (r *reader) reminderTime(s sentence, wake bool) titled {
	said := strings.NewReplacer(" in like ", " in ", " at like ", " at ", "in like ", "in ").Replace(s.said(0, len(s.words)))
	t := readTitle(said, r.c.Now, false)
	if w := s.first(); t.due == "" && w == "for" && len(s.words) > 1 {
		if at := readTitle("at "+s.said(1, len(s.words)), r.c.Now, false); at.due != "" {
			return at
		}
	}
	if wake && t.at.Hour() >= 12 && len(s.words) <= 4 {
		if morning := readTitle(said+" in the morning", r.c.Now, false); morning.title == "" && morning.at.Hour() < 12 {
			return morning
		}
	}
	return t
}

// reminderText is what a reminder says, and the task that it is about.
func (r *reader) reminderText(s sentence, title string) (text, task string) {
	for again := true; again; {
		again = false
		for _, lead := range []string{"to ", "about ", "of ", "for ", "that ", "regarding ", "at ", "on "} {
			if len(title) > len(lead) && strings.EqualFold(title[:len(lead)], lead) {
				title, again = title[len(lead):], true
			}
		}
	}
	title = capital(title)
	if first := s.first(); (first == "that" || first == "of") && len(s.words) > 2 {
		last := title[strings.LastIndexByte(title, ' ')+1:]
		if finite[s.words[len(s.words)-2].Text] || finite[last] || strings.Contains(s.said(1, len(s.words)), " is ") {
			title = capital(s.said(1, len(s.words))) // "that mum's birthday is on Friday"
		}
	}
	if slices.Contains([]string{"To", "About", "Of", "For", "That", "At", "On"}, title) {
		return "", ""
	}
	about := readWords(title)
	t := r.tasksOf()
	if found, ok := t.counted(about); ok && len(found) == 1 && found[0].id != "" && strings.Contains(strings.ToLower(title), "task") {
		return t.titles[slices.Index(t.ids, found[0].id)], found[0].id
	}
	said := terms(title)
	for i, other := range t.titles {
		if t.is(i, isOpen) && len(said) > 0 && slices.Equal(said, terms(other)) {
			return title, t.ids[i]
		}
	}
	return title, ""
}

// untold is what a reminder says of which only the time was said.
const untold = "What you asked me to remind you of"

// lastTold is the text of the reminder that was due last, for "remind me again".
func (r *reader) lastTold() string {
	text, last := untold, time.Time{}
	for _, m := range r.c.Reminders {
		if m.FiredAt != nil && m.FiredAt.After(last) {
			text, last = m.Text, *m.FiredAt
		}
	}
	return text
}

// remindersOf are the reminders to come, the next one first.
func remindersOf(c *Context) *things {
	live := slices.DeleteFunc(slices.Clone(c.Reminders), func(r parley.Reminder) bool {
		return r.Status != parley.Scheduled && r.Status != parley.Fired
	})
	slices.SortStableFunc(live, func(a, b parley.Reminder) int { return a.At.Compare(b.At) })
	t := &things{noun: "reminder", nouns: "reminders", numbered: len(live)}
	t.is = func(_ int, kind string) bool { return kind != isCompleted }
	for _, r := range live {
		t.ids, t.titles = append(t.ids, r.ID), append(t.titles, r.Text)
	}
	return t
}

// cancelReminder cancels <ref>, if it says "reminder" or only a reminder is so called.
func cancelReminder(r *reader, m *language.Match) []Call {
	name := "ref"
	s := r.slot(m, name)
	if len(s.words) == 0 {
		s = r.slot(m, "title")
	}
	if r.reminders == nil {
		r.reminders = remindersOf(r.c)
	}
	words := slices.Clone(s.words)
	named := false
	for i := range words {
		if w := strings.Replace(words[i].Text, "alarm", "reminder", 1); w == "reminder" || w == "reminders" {
			words[i].Text, named = w, true
		}
	}
	s.words = words
	found, firm := r.reminders.refer(s, anyKind)
	switch {
	case len(r.slot(m, "title").words) > 0:
		if !firm {
			return nil
		}
	case !named:
		return nil
	case r.firm && !firm:
		return nil
	}
	if len(found) == 1 && found[0].ref != "" { // without the time that it is for
		bare, _ := r.reminders.bare(s)
		t := readTitle(bare.said(0, len(bare.words)), r.c.Now, false)
		if ids := r.reminders.fit(t.title, anyKind); len(ids) == 1 && t.due != "" {
			found = []target{{id: ids[0]}}
		}
	}
	return each(found, "reminders.cancel")
}
