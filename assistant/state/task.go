package state

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"parley"
)

// maxBefore bounds the tasks that one waits for.
const maxBefore = 20

// AddTask makes a task of Task's title, notes, due date, priority, category and
// dependencies; After are titles of open tasks that it depends on, too, such as those
// that the commands before it add. One that is open already with the same title and no date gets the
// date and what else it lacks. It is refused with Duplicate for one with the same
// title and date, with ErrUnknown for a dependency, and with ErrInvalid. The oldest
// task that is not open makes room for one that is too many; there is ErrFull where
// all are open.
type AddTask struct {
	Task  parley.Task
	After []string
}

func (c AddTask) decide(s *State, now time.Time) ([]Event, error) {
	t := c.Task
	t.ID, t.Status, t.CreatedAt, t.UpdatedAt, t.CompletedAt = s.nextID("t"), parley.Pending, now, now, nil
	t.DependsOn = s.named(t.DependsOn, c.After)
	if err := s.fit(&t, now.Location()); err != nil {
		return nil, err
	}
	undated, title := -1, bare(t.Title)
	for i := range s.Tasks {
		o := &s.Tasks[i]
		switch {
		case !o.Status.Open() || !strings.EqualFold(bare(o.Title), title):
		case t.DueDate == "" || sameDue(o.DueDate, t.DueDate, now.Location()):
			return nil, Duplicate{o.ID}
		case o.DueDate == "" && undated < 0:
			undated = i
		}
	}
	if undated >= 0 {
		return s.date(s.Tasks[undated], t, now)
	}
	events := []Event{TaskCreated{t}}
	if len(s.Tasks) >= MaxTasks {
		i := slices.IndexFunc(s.Tasks, func(o parley.Task) bool { return !o.Status.Open() && !slices.Contains(t.DependsOn, o.ID) })
		if i < 0 {
			return nil, fmt.Errorf("%w: %d open tasks", ErrFull, MaxTasks)
		}
		events = append([]Event{TaskDeleted{s.Tasks[i].ID}}, events...)
	}
	return events, nil
}

// named are ids and those of the newest open tasks of some titles.
func (s *State) named(ids, titles []string) []string {
	ids = slices.Clip(ids)
	for _, title := range titles {
		for _, t := range slices.Backward(s.Tasks) {
			if t.Status.Open() && same(t.Title, title) {
				ids = append(ids, t.ID)
				break
			}
		}
	}
	return ids
}

// date gives a task without a date that of t, and what else of t it lacks.
func (s *State) date(o, t parley.Task, now time.Time) ([]Event, error) {
	o.DueDate, o.DueText, o.UpdatedAt = t.DueDate, t.DueText, now
	o.Notes, o.Category = cmp.Or(o.Notes, t.Notes), cmp.Or(o.Category, t.Category)
	if t.Priority != parley.Normal {
		o.Priority = t.Priority
	}
	o.DependsOn = slices.Concat(o.DependsOn, t.DependsOn)
	if err := s.fit(&o, now.Location()); err != nil {
		return nil, err
	}
	return []Event{TaskUpdated{o}}, nil
}

// sameDue reports that two due dates end at the same moment.
func sameDue(a, b parley.Due, zone *time.Location) bool {
	if a == b {
		return true
	}
	endA, errA := a.End(zone)
	endB, errB := b.End(zone)
	return errA == nil && errB == nil && endA.Equal(endB)
}

// fit brings a task's texts within their limits, or says what is wrong with it.
func (s *State) fit(t *parley.Task, zone *time.Location) error {
	t.Title, t.DueText, t.Notes = title(t.Title, parley.MaxTitle), title(t.DueText, parley.MaxTitle), prose(t.Notes, parley.MaxNotes)
	t.Priority = cmp.Or(t.Priority, parley.Normal)
	_, err := t.DueDate.End(zone)
	switch {
	case t.Title == "":
		return fmt.Errorf("%w: a task needs a title", ErrInvalid)
	case err != nil:
		return fmt.Errorf("%w: a due date that is none", ErrInvalid)
	case t.Priority != parley.Low && t.Priority != parley.Normal && t.Priority != parley.High:
		return fmt.Errorf("%w: a priority is low, normal or high", ErrInvalid)
	}
	if at, err := time.Parse(time.RFC3339, string(t.DueDate)); err == nil {
		t.DueDate = parley.DueAt(at) // however many digits its second had
	}
	switch t.Category {
	case "", "work", "personal", "travel", "other":
	default:
		return fmt.Errorf("%w: a category is work, personal, travel or other", ErrInvalid)
	}
	return s.order(t)
}

// order names each task that t waits for once, or says why it cannot wait for them.
func (s *State) order(t *parley.Task) error {
	var before []string
	for _, id := range t.DependsOn {
		if index(s.Tasks, id, taskID) < 0 {
			return fmt.Errorf("%w: the task that comes first", ErrUnknown)
		}
		if !slices.Contains(before, id) {
			before = append(before, id)
		}
		if len(before) > maxBefore {
			return fmt.Errorf("%w: a task waits for at most %d others", ErrInvalid, maxBefore)
		}
	}
	if s.waits(before, t.ID) {
		return fmt.Errorf("%w: two tasks cannot each come first", ErrInvalid)
	}
	t.DependsOn = before
	return nil
}

// waits reports that one of some tasks is the task first, or waits for it, directly
// or not.
func (s *State) waits(ids []string, first string) bool {
	seen := map[string]bool{}
	for left := slices.Clone(ids); len(left) > 0; {
		id := left[len(left)-1]
		left = left[:len(left)-1]
		if id == first {
			return true
		}
		if i := index(s.Tasks, id, taskID); i >= 0 && !seen[id] {
			seen[id] = true
			left = append(left, s.Tasks[i].DependsOn...)
		}
	}
	return false
}

// CompleteTask marks a task done. One that is done already stays so.
type CompleteTask struct{ ID string }

func (c CompleteTask) decide(s *State, _ time.Time) ([]Event, error) {
	t, ok := s.Task(c.ID)
	switch {
	case !ok:
		return nil, fmt.Errorf("complete a task: %w", ErrUnknown)
	case t.Status == parley.Completed:
		return nil, nil
	}
	return []Event{TaskCompleted(c)}, nil
}

// DeleteTask takes a task away for good. No task waits for it any more, and
// reminders of it are of none.
type DeleteTask struct{ ID string }

func (c DeleteTask) decide(s *State, _ time.Time) ([]Event, error) {
	if _, ok := s.Task(c.ID); !ok {
		return nil, fmt.Errorf("delete a task: %w", ErrUnknown)
	}
	return []Event{TaskDeleted(c)}, nil
}

// UpdateTask changes what is not nil of a task; After are titles of open tasks that it
// depends on besides. A due date without a text takes that of the old one away. It is refused with ErrUnknown or ErrInvalid.
type UpdateTask struct {
	ID        string
	Title     *string
	Notes     *string
	Due       *parley.Due
	DueText   *string
	Priority  *parley.Priority
	Status    *parley.TaskStatus
	Category  *string
	DependsOn *[]string
	After     []string
}

func (c UpdateTask) decide(s *State, now time.Time) ([]Event, error) {
	old, ok := s.Task(c.ID)
	if !ok {
		return nil, fmt.Errorf("update a task: %w", ErrUnknown)
	}
	t := old
	set(&t.Title, c.Title)
	set(&t.Notes, c.Notes)
	if c.Due != nil {
		t.DueDate, t.DueText = *c.Due, ""
	}
	set(&t.DueText, c.DueText)
	set(&t.Priority, c.Priority)
	set(&t.Category, c.Category)
	set(&t.DependsOn, c.DependsOn)
	t.DependsOn = s.named(t.DependsOn, c.After)
	if c.Status != nil && *c.Status != t.Status {
		switch *c.Status {
		case parley.Pending, parley.InProgress, parley.Cancelled:
			t.Status, t.CompletedAt = *c.Status, nil
		case parley.Completed:
			t.Status, t.CompletedAt = parley.Completed, &now
		default:
			return nil, fmt.Errorf("%w: a status is pending, in_progress, completed or cancelled", ErrInvalid)
		}
	}
	if err := s.fit(&t, now.Location()); err != nil {
		return nil, err
	}
	if reflect.DeepEqual(t, old) {
		return nil, nil
	}
	t.UpdatedAt = now
	return []Event{TaskUpdated{t}}, nil
}

func set[T any](to *T, from *T) {
	if from != nil {
		*to = *from
	}
}

// ListTasks gives the numbers from 1 to some tasks, at most 200, or to all for no
// ids. It is refused with ErrUnknown.
type ListTasks struct{ IDs []string }

func (c ListTasks) decide(s *State, _ time.Time) ([]Event, error) {
	var ids []string
	for _, id := range c.IDs[:min(len(c.IDs), maxNumbered)] {
		if index(s.Tasks, id, taskID) < 0 {
			return nil, fmt.Errorf("list tasks: %w", ErrUnknown)
		}
		if !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	var now Listing
	if len(s.Listings) > 0 {
		now = s.Listings[len(s.Listings)-1]
	}
	if now.Chosen == (len(ids) > 0) && (ids == nil || slices.Equal(ids, now.IDs)) {
		return nil, nil
	}
	return []Event{TasksListed{ids}}, nil
}
