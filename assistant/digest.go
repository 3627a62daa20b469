package assistant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/skill"
	"parley/assistant/state"
	"parley/tool"
)

type notes struct {
	Text string `json:"text" jsonschema:"the text to read [minLength=1 maxLength=10000]"`
}

func (h *Host) digestTools(add func(tool.Tool, error)) {
	add(tool.New("digest.today", "Summarise the user's day: appointments, overdue tasks, follow-ups.", h.digestToday, slow))
	add(tool.New("digest.conversation", "Summarise the conversation so far.", h.digestConversation, slow))
	add(tool.New("digest.notes", "Summarise notes that the user gives.", h.digestNotes, slow))
	add(tool.New("tasks.plan", "Put the open tasks into the order in which to do them, with reasons.", h.plan, slow))
	add(tool.New("tasks.extract", "Find what is to be done in a text, such as an e-mail, and add it as tasks.", h.extract, slow))
}

// slow is the time limit of tools that ask a model.
var slow = tool.WithTimeout(skill.DefaultBudget + 5*time.Second)

func (h *Host) digestToday(ctx context.Context, c tool.Call, _ nothing) (Result, error) {
	return h.summarise(ctx, c, skill.SummaryInput{Kind: skill.Day})
}

func (h *Host) digestConversation(ctx context.Context, c tool.Call, _ nothing) (Result, error) {
	return h.summarise(ctx, c, skill.SummaryInput{Kind: skill.Conversation})
}

func (h *Host) digestNotes(ctx context.Context, c tool.Call, in notes) (Result, error) {
	return h.summarise(ctx, c, skill.SummaryInput{Kind: skill.Notes, Text: in.Text})
}

func (h *Host) summarise(ctx context.Context, c tool.Call, in skill.SummaryInput) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	in.Known = h.known(s)
	appointments, whole := h.soon(ctx, c.User, s)
	in.Appointments = appointments
	skills, settle := h.skills(ctx, c.User, s)
	defer settle()
	summary, err := skills.Summarise(ctx, in)
	if err != nil {
		return Result{}, err
	}
	if _, _, err := h.Do(ctx, c.User, c.Key, state.Keep{state.SummaryGenerated{Summary: summary}}); err != nil {
		return refusal(err)
	}
	r := Result{Said: summary.Text, Done: true}
	if in.Kind == skill.Day && !whole {
		r.Said += noCalendar
	}
	for _, item := range summary.ActionItems {
		r.Items = append(r.Items, strings.TrimSpace(item.Task+" "+item.Due))
	}
	return r, nil
}

func (h *Host) plan(ctx context.Context, c tool.Call, _ nothing) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	if len(s.Open()) == 0 {
		return Result{Said: "There is nothing on your list to plan.", Done: true}, nil
	}
	skills, settle := h.skills(ctx, c.User, s)
	defer settle()
	known := h.known(s)
	known.Appointments, _ = h.soon(ctx, c.User, s)
	plan, err := skills.Prioritise(ctx, skill.PlanInput{Known: known})
	if err != nil {
		return Result{}, err
	}
	if _, _, err := h.Do(ctx, c.User, c.Key, state.Keep{state.PlanGenerated{Plan: plan}}); err != nil {
		return refusal(err)
	}
	r := Result{Done: true}
	var said []string
	for i, p := range plan.Order {
		t, _ := s.Task(p.Task)
		r.Items = append(r.Items, fmt.Sprintf("%d. %s (id %s): %s", p.Rank, t.Title, t.ID, p.Reason))
		if i < 3 {
			said = append(said, spoken(t, p.Reason))
		}
	}
	r.Said = "First " + strings.Join(said, "; then ") + "."
	return r, nil
}

// spoken is a task of a plan with its reason, as it is said.
func spoken(t parley.Task, reason string) string {
	reason = strings.TrimRight(reason, ". ")
	if reason == "" {
		return quoted(t.Title)
	}
	return quoted(t.Title) + " (" + reason + ")"
}

// extract adds the tasks of a text in one commit. Those that are on the list stay as
// they are; of what is unclear the first is asked.
func (h *Host) extract(ctx context.Context, c tool.Call, in notes) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	skills, settle := h.skills(ctx, c.User, s)
	defer settle()
	found, err := skills.Extract(ctx, skill.ExtractInput{Known: h.known(s), Text: in.Text})
	if err != nil {
		return Result{}, err
	}
	commands, already := h.additions(s, found.Tasks)
	var r Result
	if len(commands) > 0 {
		events, now, err := h.Do(ctx, c.User, c.Key, commands...)
		if err != nil {
			return refusal(err)
		}
		r = h.changed(now, events)
	}
	if len(already) > 0 {
		r.Said = strings.TrimSpace(r.Said + " You already have " + join(already, "and") + " on your list.")
	}
	if len(found.Unclear) > 0 {
		r.Said, r.Question = strings.TrimSpace(r.Said+" "+found.Unclear[0].Question), true
	}
	if r.Said == "" {
		return Result{Said: "I find nothing to do in that."}, nil
	}
	return r, nil
}

// changed says which tasks events have added and changed.
func (h *Host) changed(s *state.State, events []state.Event) (r Result) {
	said := map[string][]string{}
	tell := func(what string, t parley.Task) {
		said[what] = append(said[what], h.phrase(s, t))
		r.Items, r.Done = append(r.Items, h.line(s, t)), true
	}
	for _, e := range events {
		switch e := e.(type) {
		case state.TaskCreated:
			tell("Added", e.Task)
		case state.TaskUpdated:
			tell("Changed", e.Task)
		}
	}
	for _, what := range []string{"Added", "Changed"} {
		if all := said[what]; len(all) > 0 {
			r.Said = strings.TrimSpace(r.Said + " " + what + " " + strings.Join(all, "; ") + ".")
		}
	}
	return r
}

// additions are the commands that add what was found, each behind those of what comes
// first, and the titles of what is on the list already: that gets what was said of it
// now, see supplement.
func (h *Host) additions(s *state.State, found []skill.ExtractedTask) (commands []state.Command, already []string) {
	named := map[string]bool{}
	for _, i := range inOrder(found) {
		t := found[i]
		title := strings.ToLower(t.Title)
		if named[title] {
			continue
		}
		named[title] = true
		var before, after []string // ids and titles of what comes first
		for _, first := range t.DependsOn {
			if id := found[first].DuplicateOf; id != "" {
				before = append(before, id)
			} else {
				after = append(after, found[first].Title)
			}
		}
		add := state.AddTask{After: after, Task: parley.Task{
			Title: t.Title, DueDate: t.Due, DueText: t.DueText, Priority: t.Priority, DependsOn: before,
		}}
		_, err := state.Decide(s, h.now(s), add)
		if err == nil && t.DuplicateOf == "" {
			commands = append(commands, add)
			continue
		}
		already = append(already, quoted(t.Title))
		twice := state.Duplicate{ID: t.DuplicateOf}
		if twice.ID == "" {
			errors.As(err, &twice)
		}
		if old, ok := s.Task(twice.ID); ok {
			commands = append(commands, supplement(old, t, before, after)...)
		}
	}
	return commands, already
}

// supplement is the command that adds what was now said of a task that is on the list:
// a date where it has none, and what comes first.
func supplement(old parley.Task, found skill.ExtractedTask, before, after []string) []state.Command {
	c := state.UpdateTask{ID: old.ID}
	if found.Due != "" && old.DueDate == "" {
		c.Due, c.DueText = &found.Due, &found.DueText
	}
	if len(found.DependsOn) > 0 {
		before = slices.Concat(old.DependsOn, before)
		c.DependsOn, c.After = &before, after
	}
	if c.Due == nil && c.DependsOn == nil {
		return nil
	}
	return []state.Command{c}
}

// inOrder are the places of tasks as they come, but each behind those of the tasks
// that come first.
func inOrder(found []skill.ExtractedTask) (places []int) {
	placed := map[int]bool{}
	for range found {
		for i, t := range found {
			if !placed[i] && !slices.ContainsFunc(t.DependsOn, func(d int) bool { return !placed[d] }) {
				places, placed[i] = append(places, i), true
			}
		}
	}
	return places
}

// abilities are what the groups of tools are for, and an example of each.
var abilities = []struct{ group, does, example string }{
	{"tasks", "keep your tasks", "add buy milk tomorrow; done 1; what's on my list; plan my day"},
	{"reminders", "remind you", "remind me at five to call Anna"},
	{"memory", "remember what you tell me", "remember that I prefer window seats"},
	{"digest", "sum up your day", "summarise my day"},
	{"trips", "look for flights", "find flights from Berlin to Paris on Friday"},
}

// helpFor says what an assistant with these tools can do.
func helpFor(tools []string) string {
	var does, examples []string
	for _, a := range abilities {
		if slices.Contains(tools, a.group) {
			does, examples = append(does, a.does), append(examples, a.example)
		}
	}
	return "I " + join(does, "and") + ". Try: " + strings.Join(examples, "; ") + "."
}
