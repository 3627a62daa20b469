package assistant

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/grammar"
	"parley/assistant/skill"
	"parley/assistant/state"
	"parley/tool"
)

type (
	setReminder struct {
		Text string     `json:"text" jsonschema:"what to remind the user of [minLength=1 maxLength=200]"`
		At   *time.Time `json:"at,omitempty" jsonschema:"when, in RFC 3339 with an offset; left out if the user did not say"`
		Said string     `json:"said,omitempty" jsonschema:"the user's own words, if they tie it to an appointment [maxLength=500]"`
		Rule string     `json:"rule,omitempty" jsonschema:"an iCalendar RRULE if it repeats, such as FREQ=WEEKLY;BYDAY=MO [maxLength=200]"`
		Task string     `json:"task,omitempty" jsonschema:"the id of the task it is about"`
	}
	oneThing struct {
		ID  string `json:"id,omitempty" jsonschema:"its id, such as r3 or m4"`
		Ref string `json:"ref,omitempty" jsonschema:"words that name it where the id is not known [maxLength=200]"`
	}
	nothing struct{}
)

func (h *Host) reminderTools(add func(tool.Tool, error)) {
	add(tool.New("reminders.set", "Remind the user of something at a time, once or again and again.", h.setReminder, slow))
	add(tool.New("reminders.cancel", "Cancel a reminder.", h.cancelReminder))
	add(tool.New("reminders.list", "List the reminders to come.", h.listReminders, tool.ReadOnly()))
	add(tool.New("calendar.day", "List the appointments of one day.", h.calendarDay, tool.ReadOnly()))
	add(tool.New("profile.zone", "Set the user's time zone.", h.setZone))
}

func (h *Host) setReminder(ctx context.Context, c tool.Call, in setReminder) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	skills, settle := h.skills(ctx, c.User, s)
	defer settle()
	wish := skill.RemindInput{Known: h.known(s), Said: in.Said, About: in.Text, Rule: in.Rule, Task: in.Task}
	today := midnight(wish.Now)
	wish.Appointments, _ = h.appointments(ctx, c.User, s, today, today.AddDate(0, 2, 0))
	if in.At != nil {
		wish.At = *in.At
	}
	r, err := skills.Remind(ctx, wish)
	switch {
	case err != nil:
		return Result{}, err
	case r.Question != "":
		return ask("%s", r.Question), nil
	}
	_, s, err = h.Do(ctx, c.User, c.Key, state.SetReminder{Reminder: parley.Reminder{
		Text: r.Text, At: r.At, Rule: r.Rule, Task: r.Task, Zone: r.At.Location().String(),
	}})
	switch {
	case errors.Is(err, state.ErrDuplicate):
		return Result{Said: "That reminder is set already."}, nil
	case err != nil:
		return refusal(err)
	}
	when := h.moment(s, r.At)
	if r.Rule != "" {
		when = "again and again, first " + when
	}
	return Result{Said: "I will remind you " + when + ": " + parley.OneLine(r.Text) + ".", Done: true}, nil
}

func (h *Host) cancelReminder(ctx context.Context, c tool.Call, in oneThing) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	id := match(in, s.Reminders, func(r parley.Reminder) (string, string) { return r.ID, r.Text })
	r, ok := s.Reminder(id)
	if !ok {
		return ask("I do not find that reminder. Which one do you mean?"), nil
	}
	if _, _, err := h.Do(ctx, c.User, c.Key, state.CancelReminder{ID: id}); err != nil {
		return refusal(err)
	}
	return Result{Said: "Cancelled the reminder: " + r.Text + ".", Done: true}, nil
}

// match is the id of the one thing that in names, or "".
func match[E any](in oneThing, all []E, of func(E) (id, text string)) string {
	var tasks []parley.Task
	for _, e := range all {
		id, text := of(e)
		if id == in.ID {
			return id
		}
		tasks = append(tasks, parley.Task{ID: id, Title: text, Status: parley.Pending})
	}
	if ids := grammar.MatchTask(in.Ref, tasks); len(ids) == 1 {
		return ids[0]
	}
	var inside []string // those whose words were said among others
	for _, t := range tasks {
		if strings.Contains(strings.ToLower(in.Ref), strings.ToLower(strings.TrimRight(t.Title, "."))) {
			inside = append(inside, t.ID)
		}
	}
	if len(inside) == 1 {
		return inside[0]
	}
	return ""
}

func (h *Host) listReminders(ctx context.Context, c tool.Call, _ nothing) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	due := slices.Clone(s.Reminders)
	due = slices.DeleteFunc(due, func(r parley.Reminder) bool { return r.Status != parley.Scheduled })
	slices.SortFunc(due, func(a, b parley.Reminder) int { return a.At.Compare(b.At) })
	if len(due) == 0 {
		return Result{Said: "You have no reminders to come.", Done: true}, nil
	}
	r := Result{Done: true}
	var said []string
	for i, d := range due {
		r.Items = append(r.Items, fmt.Sprintf("%s at %s (id %s)", d.Text, d.At.Format(time.RFC3339), d.ID))
		if i < maxSpoken {
			said = append(said, h.moment(s, d.At)+", "+d.Text)
		}
	}
	r.Said = "You have " + count(len(due), "reminder") + ": " + strings.Join(said, "; ") + "."
	return r, nil
}

type setZone struct {
	Zone string `json:"zone" jsonschema:"an IANA name such as Europe/Berlin, or a city [minLength=1 maxLength=60]"`
}

func (h *Host) setZone(ctx context.Context, c tool.Call, in setZone) (Result, error) {
	zone, ok := zoneOf(in.Zone)
	if !ok {
		return ask("Which time zone is that? Name a city such as Berlin or New York."), nil
	}
	_, s, err := h.Do(ctx, c.User, c.Key, state.SetZone{Zone: zone})
	if err != nil {
		return refusal(err)
	}
	return Result{Said: "Your time zone is " + zone + ": it is " + h.now(s).Format("15:04") + " there.", Done: true}, nil
}

// regions are those in which a city is looked for, those with most users first.
var regions = []string{"", "Europe", "America", "Asia", "Australia", "Africa", "Pacific", "Atlantic", "Indian"}

// zoneCities are cities whose zone has another city's name.
var zoneCities = map[string]string{
	"san francisco": "America/Los_Angeles", "seattle": "America/Los_Angeles",
	"boston": "America/New_York", "washington": "America/New_York", "miami": "America/New_York", "atlanta": "America/New_York",
	"austin": "America/Chicago", "houston": "America/Chicago", "dallas": "America/Chicago",
	"delhi": "Asia/Kolkata", "new delhi": "Asia/Kolkata", "mumbai": "Asia/Kolkata", "bangalore": "Asia/Kolkata", "beijing": "Asia/Shanghai",
	"munich": "Europe/Berlin", "hamburg": "Europe/Berlin", "frankfurt": "Europe/Berlin", "cologne": "Europe/Berlin", "milan": "Europe/Rome",
	"barcelona": "Europe/Madrid", "geneva": "Europe/Zurich",
	"edinburgh": "Europe/London", "manchester": "Europe/London", "rio": "America/Sao_Paulo",
	"utc": "UTC", "gmt": "UTC",
}

// zoneOf is the IANA zone of a name or city.
func zoneOf(name string) (string, bool) {
	name = strings.TrimSpace(parley.OneLine(name))
	if zone, ok := zoneCities[strings.ToLower(name)]; ok {
		return zone, true
	}
	words := strings.Fields(name)
	for i, w := range words {
		if !strings.Contains(w, "/") {
			words[i] = strings.ToUpper(w[:1]) + strings.ToLower(w[1:])
		}
	}
	city := strings.Join(words, "_")
	for _, region := range regions {
		zone := city
		if region != "" {
			zone = region + "/" + city
		} else if !strings.Contains(city, "/") {
			continue
		}
		if _, err := time.LoadLocation(zone); err == nil {
			return zone, true
		}
	}
	return "", false
}
