package assistant

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/dates"
	"parley/assistant/grammar"
	"parley/assistant/state"
	"parley/llm"
	"parley/tool"
)

// Result is what every tool of an assistant gives.
type Result struct {
	// Said is true as it stands: it is made of what is stored.
	Said string `json:"said" jsonschema:"what came of it, in words that can be said to the user as they stand"`
	// Done is set when something was changed or shown.
	Done bool `json:"done,omitempty"`
	// Question is set when Said asks the user something.
	Question bool `json:"question,omitempty"`
	// Items are what was asked for, a line each.
	Items []string `json:"items,omitempty"`

	// waits is set where nothing is done before the user's yes to the question of the
	// id asked.
	waits bool
	asked string
}

func ask(format string, args ...any) Result {
	return Result{Said: fmt.Sprintf(format, args...), Question: true}
}

// makers are the tools by what they are about.
func (h *Host) toolSet() (tool.Set, error) {
	var all []tool.Tool
	var errs []error
	add := func(t tool.Tool, err error) {
		all, errs = append(all, t), append(errs, err)
	}
	h.taskTools(add)
	h.reminderTools(add)
	h.memoryTools(add)
	h.digestTools(add)
	h.tripTools(add)
	if err := errors.Join(errs...); err != nil {
		return tool.Set{}, err
	}
	return tool.NewSet(all...)
}

// Arguments of the tools on tasks. Ref are words that name a task where its id is
// not known.
type (
	addTask struct {
		Title    string          `json:"title" jsonschema:"what is to be done, without its date [minLength=1 maxLength=500]"`
		Due      parley.Due      `json:"due,omitempty" jsonschema:"2006-01-02, or RFC 3339 with an offset"`
		DueText  string          `json:"due_text,omitempty" jsonschema:"the date as the user said it [maxLength=120]"`
		Priority parley.Priority `json:"priority,omitempty" jsonschema:"how much it matters [enum=low|normal|high]"`
		Notes    string          `json:"notes,omitempty" jsonschema:"details in the user's words [maxLength=1000]"`
		Category string          `json:"category,omitempty" jsonschema:"what part of life it belongs to [enum=work|personal|travel|other]"`
		After    []string        `json:"depends_on,omitempty" jsonschema:"ids of tasks that come first [maxItems=20]"`
	}
	oneTask struct {
		ID  string `json:"id,omitempty" jsonschema:"the task's id, such as t3"`
		Ref string `json:"ref,omitempty" jsonschema:"words that name the task where the id is not known [maxLength=200]"`
	}
	updateTask struct {
		ID       string             `json:"id,omitempty" jsonschema:"the task's id, such as t3"`
		Ref      string             `json:"ref,omitempty" jsonschema:"words that name the task where the id is not known [maxLength=200]"`
		Title    *string            `json:"title,omitempty" jsonschema:"the new title [minLength=1 maxLength=500]"`
		Due      *parley.Due        `json:"due,omitempty" jsonschema:"2006-01-02, or RFC 3339 with an offset; empty for none"`
		DueText  *string            `json:"due_text,omitempty" jsonschema:"the date as the user said it [maxLength=120]"`
		Priority *parley.Priority   `json:"priority,omitempty" jsonschema:"how much it matters [enum=low|normal|high]"`
		Status   *parley.TaskStatus `json:"status,omitempty" jsonschema:"the new status [enum=pending|in_progress|completed|cancelled]"`
		Notes    *string            `json:"notes,omitempty" jsonschema:"details in the user's words [maxLength=1000]"`
		After    *[]string          `json:"depends_on,omitempty" jsonschema:"ids of all tasks that come first [maxItems=20]"`
	}
	clearTasks struct {
		IDs []string `json:"ids" jsonschema:"the tasks' ids, such as t3 [minItems=1 maxItems=2000]"`
	}
	listTasks struct {
		Filter string `json:"filter,omitempty" jsonschema:"which of them [enum=open|done|overdue|today|all]"`
	}
)

func (h *Host) taskTools(add func(tool.Tool, error)) {
	add(tool.New("tasks.add", "Add one task to the user's list.", h.addTask))
	add(tool.New("tasks.complete", "Mark a task done.", h.completeTask))
	add(tool.New("tasks.update", "Change a task's title, due date, priority, status, notes or what comes first.", h.updateTask))
	add(tool.New("tasks.remove", "Take a task off the list for good.", h.removeTask))
	add(tool.New("tasks.clear", "Take several tasks off the list for good; the user is asked first.", h.clearTasks,
		tool.Confirm(func(in clearTasks) string {
			return "Shall I remove " + count(len(in.IDs), "task") + " from your list for good?"
		})))
	add(tool.New("tasks.list", "List the user's tasks; numbers the user says mean the list last shown.", h.listTasks))
}

func (h *Host) addTask(ctx context.Context, c tool.Call, in addTask) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	t := parley.Task{
		Title: in.Title, Notes: in.Notes, DueDate: in.Due, DueText: in.DueText,
		Priority: in.Priority, Category: in.Category, DependsOn: in.After,
	}
	unclear := false
	if in.Due == "" && in.DueText != "" {
		found, ok := dates.Find(in.DueText, h.now(s))
		t.DueDate, unclear = found.Due, !ok
	}
	events, s, err := h.Do(ctx, c.User, c.Key, state.AddTask{Task: t})
	var twice state.Duplicate
	switch {
	case errors.As(err, &twice):
		old, _ := s.Task(twice.ID)
		return Result{Said: "You already have " + quoted(old.Title) + " on your list."}, nil
	case err != nil:
		return refusal(err)
	}
	t = created(events, s, in.Title)
	said := "Added " + h.phrase(s, t) + "."
	if unclear {
		return Result{Said: said + " When is it due? I could not place " + quoted(in.DueText) + ".", Done: true, Question: true}, nil
	}
	return Result{Said: said, Done: true, Items: []string{h.line(s, t)}}, nil
}

// created is the task that the events made, or that an earlier run of the same
// action did.
func created(events []state.Event, s *state.State, title string) parley.Task {
	for _, e := range events {
		switch e := e.(type) {
		case state.TaskCreated:
			return e.Task
		case state.TaskUpdated:
			return e.Task
		}
	}
	for _, t := range slices.Backward(s.Tasks) {
		if strings.EqualFold(t.Title, parley.OneLine(title)) {
			return t
		}
	}
	return parley.Task{Title: parley.OneLine(title)}
}

func (h *Host) completeTask(ctx context.Context, c tool.Call, in oneTask) (Result, error) {
	return h.onTask(ctx, c, in, func(t parley.Task) (state.Command, string) {
		if t.Status == parley.Completed {
			return nil, quoted(t.Title) + " was done already."
		}
		return state.CompleteTask{ID: t.ID}, "Done: " + quoted(t.Title) + "."
	})
}

func (h *Host) removeTask(ctx context.Context, c tool.Call, in oneTask) (Result, error) {
	return h.onTask(ctx, c, in, func(t parley.Task) (state.Command, string) {
		return state.DeleteTask{ID: t.ID}, "Removed " + quoted(t.Title) + "."
	})
}

func (h *Host) clearTasks(ctx context.Context, c tool.Call, in clearTasks) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	var all []state.Command
	for _, id := range in.IDs {
		if _, ok := s.Task(id); ok && !slices.Contains(all, state.Command(state.DeleteTask{ID: id})) {
			all = append(all, state.DeleteTask{ID: id})
		}
	}
	if _, _, err := h.Do(ctx, c.User, c.Key, all...); err != nil {
		return refusal(err)
	}
	return Result{Said: "Removed " + count(len(all), "task") + ".", Done: true}, nil
}

// asOne makes one of the calls that remove tasks, where there are several: the user
// is asked before it, as no word brings so much back.
func asOne(calls []grammar.Call) []grammar.Call {
	var ids []string
	rest := slices.DeleteFunc(slices.Clone(calls), func(c grammar.Call) bool {
		id, known := c.Args["id"].(string)
		if known = known && c.Tool == "tasks.remove"; known && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
		return known
	})
	if len(ids) < 2 {
		return calls
	}
	return append(rest, grammar.Call{Tool: "tasks.clear", Args: map[string]any{"ids": ids}})
}

// together is asOne of a model's calls: it is asked before a second task goes in one
// turn.
func (h *Host) together(ctx context.Context, t *turn, calls []llm.ToolCall) ([]llm.ToolCall, error) {
	s, err := h.State(ctx, t.owner)
	if err != nil {
		return nil, err
	}
	var rest, gone []llm.ToolCall
	var ids []string
	for _, c := range calls {
		var in oneTask
		if toolName(c) == "tasks.remove" && json.Unmarshal([]byte(c.Arguments), &in) == nil {
			if task, unclear := find(s, in); unclear == nil {
				gone, ids = append(gone, c), append(ids, task.ID)
				continue
			}
		}
		rest = append(rest, c)
	}
	slices.Sort(ids)
	if ids = slices.Compact(ids); len(ids) == 0 || len(ids)+t.removed < 2 {
		return calls, nil
	}
	args, err := json.Marshal(clearTasks{IDs: ids})
	return append(rest, llm.ToolCall{ID: gone[0].ID, Name: "tasks_clear", Arguments: string(args)}), err
}

// onTask does what f says to the task that in names, and says what f says of it.
func (h *Host) onTask(ctx context.Context, c tool.Call, in oneTask, f func(parley.Task) (state.Command, string)) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	t, unclear := find(s, in)
	if unclear != nil {
		return *unclear, nil
	}
	command, said := f(t)
	if command == nil {
		return Result{Said: said}, nil
	}
	if _, _, err := h.Do(ctx, c.User, c.Key, command); err != nil {
		return refusal(err)
	}
	return Result{Said: said, Done: true}, nil
}

// find is the task that in names, or what to ask the user.
func find(s *state.State, in oneTask) (parley.Task, *Result) {
	if t, ok := s.Task(in.ID); ok {
		return t, nil
	}
	ids := grammar.MatchTask(in.Ref, s.Tasks)
	switch {
	case len(ids) == 1:
		t, _ := s.Task(ids[0])
		return t, nil
	case len(ids) > 1:
		var titles []string
		for _, id := range ids[:min(len(ids), 4)] {
			t, _ := s.Task(id)
			titles = append(titles, quoted(t.Title))
		}
		r := ask("Which one do you mean: %s?", join(titles, "or"))
		return parley.Task{}, &r
	case len(s.Tasks) == 0:
		r := ask("There is nothing on your list. What shall I add?")
		return parley.Task{}, &r
	}
	r := ask("I do not find that task on your list. Which one do you mean?")
	return parley.Task{}, &r
}

func (h *Host) updateTask(ctx context.Context, c tool.Call, in updateTask) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	t, unclear := find(s, oneTask{in.ID, in.Ref})
	if unclear != nil {
		return *unclear, nil
	}
	if in.Due == nil && in.DueText != nil && *in.DueText != "" {
		found, ok := dates.Find(*in.DueText, h.now(s))
		if !ok {
			return ask("When is %s due? I could not place %s.", quoted(t.Title), quoted(*in.DueText)), nil
		}
		in.Due = &found.Due
	}
	_, s, err = h.Do(ctx, c.User, c.Key, state.UpdateTask{
		ID: t.ID, Title: in.Title, Due: in.Due, DueText: in.DueText, Priority: in.Priority, Status: in.Status, Notes: in.Notes,
		DependsOn: in.After,
	})
	if err != nil {
		return refusal(err)
	}
	t, _ = s.Task(t.ID)
	return Result{Said: "Changed: " + h.phrase(s, t) + ".", Done: true, Items: []string{h.line(s, t)}}, nil
}

func (h *Host) listTasks(ctx context.Context, c tool.Call, in listTasks) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	now := h.now(s)
	var ids []string
	for _, t := range s.Tasks {
		if shows(cmp.Or(in.Filter, "open"), t, now) {
			ids = append(ids, t.ID)
		}
	}
	what := map[string]string{"open": "open ", "done": "finished ", "overdue": "overdue "}[cmp.Or(in.Filter, "open")]
	when := map[string]string{"today": " for today"}[in.Filter]
	if len(ids) == 0 {
		return Result{Said: fmt.Sprintf("You have no %stasks%s.", what, when), Done: true}, nil
	}
	listed := ids
	if len(ids) == len(s.Tasks) {
		listed = nil
	}
	if _, s, err = h.Do(ctx, c.User, c.Key, state.ListTasks{IDs: listed}); err != nil {
		return refusal(err)
	}
	r := Result{Done: true}
	var said []string
	for i, id := range ids {
		t, _ := s.Task(id)
		r.Items = append(r.Items, h.line(s, t))
		if i < maxSpoken {
			said = append(said, fmt.Sprintf("%d, %s", i+1, h.phrase(s, t)))
		}
	}
	r.Said = fmt.Sprintf("You have %s%s: %s", count(len(ids), what+"task"), when, strings.Join(said, "; "))
	if more := len(ids) - maxSpoken; more > 0 {
		r.Said += fmt.Sprintf("; and %d more on your list", more)
	}
	r.Said += "."
	return r, nil
}

// maxSpoken is how many things of a list are said; the page shows all.
const maxSpoken = 5

func shows(filter string, t parley.Task, now time.Time) bool {
	end, err := t.DueDate.End(now.Location())
	dated := err == nil && !end.IsZero()
	switch filter {
	case "done":
		return t.Status == parley.Completed
	case "overdue":
		return t.Status.Open() && t.DueDate.Overdue(now, now.Location())
	case "today":
		return t.Status.Open() && dated && end.Before(midnight(now).AddDate(0, 0, 1))
	case "all":
		return true
	}
	return t.Status.Open()
}

func midnight(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

// refusal is what the user is told of a command that was refused; faults of the
// store stay errors.
func refusal(err error) (Result, error) {
	switch {
	case errors.Is(err, state.ErrUnknown):
		return ask("I do not find that. Which one do you mean?"), nil
	case errors.Is(err, state.ErrInvalid):
		return ask("That is not possible: %s.", strings.TrimPrefix(err.Error(), state.ErrInvalid.Error()+": ")), nil
	case errors.Is(err, state.ErrDuplicate):
		return Result{Said: "That is there already."}, nil
	case errors.Is(err, state.ErrFull), errors.Is(err, state.ErrQuota):
		return Result{Said: "I cannot do that: " + err.Error() + "."}, nil
	}
	return Result{}, err
}
