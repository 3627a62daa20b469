package state

import (
	"fmt"
	"slices"
	"time"

	"parley"
	"parley/assistant/dates"
)

// maxYears is how far ahead a reminder may be.
const maxYears = 10

// SetReminder makes a reminder of Reminder's text, time, rule, zone and task; now's
// zone is taken for none. It is refused with ErrInvalid for a time that has passed
// and for a rule that comes again within five minutes, among others, with ErrUnknown for the task, and with Duplicate. The oldest that
// was told makes room for one that is too many; there is ErrFull where none was.
type SetReminder struct{ Reminder parley.Reminder }

func (c SetReminder) decide(s *State, now time.Time) ([]Event, error) {
	r := c.Reminder
	r.ID, r.Status, r.FiredAt, r.MissedBy = s.nextID("r"), parley.Scheduled, nil, 0
	r.Text, r.At = title(r.Text, parley.MaxReminder), r.At.Round(0)
	zone := zoneOr(r.Zone, now.Location())
	r.Zone = zone.String()
	if _, ok := loadZone(r.Zone); !ok {
		r.Zone = "" // that of a host, which has no name
	}
	if _, ok := s.Task(r.Task); r.Task != "" && !ok {
		return nil, fmt.Errorf("set a reminder: %w", ErrUnknown)
	}
	switch {
	case r.Text == "":
		return nil, fmt.Errorf("%w: a reminder needs a text", ErrInvalid)
	case !r.At.After(now):
		return nil, fmt.Errorf("%w: the reminder's time has passed", ErrInvalid)
	case r.At.After(now.AddDate(maxYears, 0, 0)):
		return nil, fmt.Errorf("%w: a reminder is for the next ten years", ErrInvalid)
	}
	if r.Rule != "" {
		second, err := dates.NextTime(r.Rule, r.At, r.At, zone)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: a repetition that is none", ErrInvalid)
		case !second.IsZero() && second.Sub(r.At) < leastApart:
			return nil, fmt.Errorf("%w: a reminder repeats every %d minutes at most", ErrInvalid, leastApart/time.Minute)
		}
	}
	for _, o := range s.Reminders {
		if o.Status == parley.Scheduled && o.At.Equal(r.At) && o.Rule == r.Rule && same(o.Text, r.Text) {
			return nil, Duplicate{o.ID}
		}
	}
	events := []Event{ReminderCreated{r}}
	if len(s.Reminders) >= MaxReminders {
		i := slices.IndexFunc(s.Reminders, func(o parley.Reminder) bool { return o.Status == parley.Told })
		if i < 0 {
			return nil, fmt.Errorf("%w: %d reminders", ErrFull, MaxReminders)
		}
		events = append([]Event{ReminderCancelled{s.Reminders[i].ID}}, events...)
	}
	return events, nil
}

// CancelReminder takes a reminder away. It is refused with ErrUnknown.
type CancelReminder struct{ ID string }

func (c CancelReminder) decide(s *State, _ time.Time) ([]Event, error) {
	if _, ok := s.Reminder(c.ID); !ok {
		return nil, fmt.Errorf("cancel a reminder: %w", ErrUnknown)
	}
	return []Event{ReminderCancelled(c)}, nil
}

const (
	// leastApart is how soon a reminder may come again: each time is a commit for ever.
	leastApart = 5 * time.Minute
	// lateAfter is how late a reminder is one that was missed.
	lateAfter = time.Minute
	// clocksApart is how far the clocks of hosts may be apart.
	clocksApart = time.Minute
)

// FireReminder notes that a reminder's time has come. It does nothing for one that
// is gone, or whose time is no longer Due: it was fired before, or moved. It is
// refused with ErrInvalid over a minute too early, and may be tried again.
type FireReminder struct {
	ID  string
	Due time.Time
}

func (c FireReminder) decide(s *State, now time.Time) ([]Event, error) {
	r, ok := s.Reminder(c.ID)
	switch {
	case !ok, !r.At.Equal(c.Due), r.Status == parley.Told, r.Status == parley.Fired && r.Rule == "":
		return nil, nil
	case r.At.Sub(now) > clocksApart:
		return nil, fmt.Errorf("fire a reminder: %w: it is not due yet", ErrInvalid)
	}
	e := ReminderFired{ID: r.ID, Due: r.At}
	if late := now.Sub(r.At); late > lateAfter {
		e.MissedBy = int(late / time.Second)
	}
	if r.Rule != "" {
		e.Next = s.next(r, now)
	}
	return []Event{e}, nil
}

// next is when a reminder that is due is due again, after now; nil is never.
func (s *State) next(r parley.Reminder, now time.Time) *time.Time {
	first, ok := s.Begun[r.ID]
	if !ok {
		first = r.At
	}
	after := now
	if r.At.After(now) { // it was fired a little early
		after = r.At
	}
	next, err := dates.NextTime(r.Rule, first, after, zoneOr(r.Zone, now.Location()))
	if err != nil || next.IsZero() || next.After(now.AddDate(maxYears, 0, 0)) {
		return nil
	}
	return &next
}

// TellReminder notes that the user has heard or seen a reminder. It does nothing for
// one that does not wait to be told.
type TellReminder struct{ ID string }

func (c TellReminder) decide(s *State, _ time.Time) ([]Event, error) {
	if r, ok := s.Reminder(c.ID); !ok || r.Status != parley.Fired {
		return nil, nil
	}
	return []Event{ReminderTold(c)}, nil
}
