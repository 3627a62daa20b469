package assistant

import (
	"fmt"
	"strings"
	"time"

	"parley"
	"parley/assistant/dates"
	"parley/assistant/state"
)

// quoted is a text as it is named in a sentence.
func quoted(text string) string { return "“" + parley.OneLine(text) + "”" }

// count is a number of things in words that can be said: "1 task", "3 tasks".
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// join lists things: "a", "a or b", "a, b or c".
func join(all []string, word string) string {
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " " + word + " " + all[len(all)-1]
}

// phrase is a task as it is said: "“Call HR”, due Friday, high priority".
func (h *Host) phrase(s *state.State, t parley.Task) string {
	said, now := quoted(t.Title), h.now(s)
	switch {
	case t.Status == parley.Completed:
		return said + ", done"
	case t.DueDate.Overdue(now, now.Location()):
		said += ", overdue since " + dates.Say(t.DueDate, now)
	case t.DueDate != "":
		said += ", due " + dates.Say(t.DueDate, now)
	}
	if t.Priority != parley.Normal && t.Priority != "" {
		said += ", " + string(t.Priority) + " priority"
	}
	var before []string
	for _, id := range t.DependsOn {
		if first, ok := s.Task(id); ok && first.Status.Open() && len(before) < 3 {
			before = append(before, quoted(first.Title))
		}
	}
	if len(before) > 0 {
		said += ", after " + join(before, "and")
	}
	return said
}

// line is a task as a model reads it.
func (h *Host) line(s *state.State, t parley.Task) string {
	number := ""
	for i, id := range s.Listed(0) {
		if id == t.ID {
			number = fmt.Sprintf("%d. ", i+1)
		}
	}
	line := fmt.Sprintf("%s[%s] %s (id %s", number, t.Status, t.Title, t.ID)
	if t.DueDate != "" {
		line += ", due " + string(t.DueDate)
	}
	if t.Priority != "" && t.Priority != parley.Normal {
		line += ", " + string(t.Priority) + " priority"
	}
	if len(t.DependsOn) > 0 {
		line += ", after " + strings.Join(t.DependsOn, " and ")
	}
	return line + ")"
}

// moment is a time as it is said.
func (h *Host) moment(s *state.State, t time.Time) string {
	now := h.now(s)
	said := dates.Say(parley.DueAt(t.In(now.Location())), now)
	if said == "now" && t.After(now) {
		return "in a moment"
	}
	return said
}
