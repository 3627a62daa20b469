package assistant

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/calendar"
	"parley/assistant/dates"
	"parley/assistant/state"
	"parley/tool"
)

// Calendar has appointments of users beside those that they have imported, such as
// those of a calendar server.
type Calendar interface {
	// Between returns the appointments of a user that overlap [from, to), in any
	// order. Their titles are foreign text, and the error is logged, so it may hold
	// none of them. It is asked before a model is, for every answer: it has
	// calendarTimeout, until ctx ends. It is safe for concurrent use.
	Between(ctx context.Context, owner string, from, to time.Time) ([]parley.Appointment, error)
}

// calendarTimeout bounds what an answer waits for a Calendar.
const calendarTimeout = 2 * time.Second

// appointments are those of a user that overlap a stretch of time, sorted by their
// start: of the file that they imported and of the host's Calendar, once where both
// have them. whole is false if that did not answer.
func (h *Host) appointments(ctx context.Context, owner string, s *state.State, from, to time.Time) (all []parley.Appointment, whole bool) {
	zone := h.now(s).Location()
	all = calendar.Occurrences(s.Calendar, from, to, zone)
	if h.cfg.Calendar == nil {
		return all, true
	}
	within, cancel := context.WithTimeout(ctx, calendarTimeout)
	defer cancel()
	more, err := h.cfg.Calendar.Between(within, owner, from, to)
	if err != nil {
		if ctx.Err() == nil {
			h.log.Warn("a calendar does not answer", "err", err)
		}
		return all, false
	}
	for _, a := range more[:min(len(more), calendar.MaxAppointments)] {
		a.Title, a.Start, a.End = cut(parley.OneLine(a.Title), parley.MaxTitle-1), a.Start.In(zone), a.End.In(zone)
		if !slices.ContainsFunc(all, func(o parley.Appointment) bool { return o.Title == a.Title && o.Start.Equal(a.Start) }) {
			all = append(all, a)
		}
	}
	slices.SortStableFunc(all, func(a, b parley.Appointment) int { return a.Start.Compare(b.Start) })
	return all, true
}

// soon are the appointments of the next two weeks, today's that are over included.
func (h *Host) soon(ctx context.Context, owner string, s *state.State) (all []parley.Appointment, whole bool) {
	today := midnight(h.now(s))
	return h.appointments(ctx, owner, s, today, today.AddDate(0, 0, 14))
}

// noCalendar is said where appointments may be missing.
const noCalendar = " I could not reach your calendar just now, so there may be more appointments."

type oneDay struct {
	Date string `json:"date,omitempty" jsonschema:"2006-01-02; left out for today"`
}

func (h *Host) calendarDay(ctx context.Context, c tool.Call, in oneDay) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	now := h.now(s)
	day, err := time.ParseInLocation(time.DateOnly, cmp.Or(in.Date, now.Format(time.DateOnly)), now.Location())
	if err != nil {
		return ask("Which day do you mean?"), nil //nolint:nilerr // the user is asked
	}
	appointments, whole := h.appointments(ctx, c.User, s, day, day.AddDate(0, 0, 1))
	name := "today"
	if in.Date != "" && in.Date != now.Format(time.DateOnly) {
		name = parley.OneLine(dates.Say(parley.DueDay(day), now))
	}
	r := Result{Said: "There is nothing in your calendar " + name + ".", Done: true}
	for _, a := range appointments {
		r.Items = append(r.Items, a.Start.Format("15:04")+" "+a.Title)
	}
	if len(r.Items) > 0 {
		r.Said = fmt.Sprintf("You have %s %s: %s.", count(len(appointments), "appointment"), name, strings.Join(r.Items, "; "))
	}
	if !whole {
		r.Said += noCalendar
	}
	return r, nil
}
