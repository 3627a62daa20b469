package skill

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"parley"
	"parley/assistant/dates"
)

// RemindInput is a wish to be reminded.
type RemindInput struct {
	Known
	// Said is the wish in the user's words, such as "remind me to call Anna before the
	// team meeting"; empty is About.
	Said string
	// About is what to remind the user of, such as "Call Anna before the team meeting".
	About string
	// At is the time as far as it is known, zero if it is not; Rule repeats it.
	At   time.Time
	Rule string
	// Task is the id of the task it is about, if that is known.
	Task string
}

// Reminding is a reminder as it was understood. Nothing of it is stored yet.
type Reminding struct {
	// Text is what is told at At: one line of at most parley.MaxReminder characters.
	Text string
	// At is the first time, later than Known.Now and in its zone, and Rule repeats it
	// from then on (parley.Reminder.Rule). At is zero if the user has to be asked
	// Question.
	At       time.Time
	Rule     string
	Question string
	// Task is the id of the task that it is about, if it is about one.
	Task string
	By   Maker
}

// WhenType says how a model tells a time.
type WhenType string

// All types.
const (
	Scheduled WhenType = "scheduled" // at a time
	Delayed   WhenType = "delayed"   // after some time, such as 20 minutes
	Repeated  WhenType = "rule"      // again and again
	Never     WhenType = "none"      // no time is known: the user is asked
)

type remindAnswer struct {
	Text string `json:"text"`
	When struct {
		Type    WhenType `json:"type"`
		At      string   `json:"at,omitempty"`
		Seconds int      `json:"seconds,omitempty"`
		Rule    string   `json:"rule,omitempty"`
	} `json:"when"`
	Task string `json:"task_id,omitempty"`
}

var remindForm = formOf[remindAnswer]("reminder")

const remindJob = `Say when to tell the reminder that the user asks for, and word it.
- "text": what is told then, at most 200 characters, such as "Follow up on the report before the team meeting", without the time.
- "when": "scheduled" with "at", a time with its offset; "delayed" with "seconds" from now; or "rule" with "rule", an iCalendar ` +
	`rule of FREQ, INTERVAL, BYDAY, COUNT and UNTIL alone, and "at" for its first time. "none" if the user says no time: it is then ` +
	`asked for. What is to be before an appointment is never after its start.
- "task_id": the id of the current task that it is about, else null.`

const maxRemindTokens = 300

// mayTell are words that may tell a time which rules do not find.
var mayTell = regexp.MustCompile(`(?i)\b(?:before|ahead|prior|after|when|once|while|until|till|by|at|on|in|during|around|as soon as|` +
	`next|later|every|each|this)\b`)

// Remind finds the time of a reminder: by package dates and the calendar, and by the
// model only where these find none and the words may tell one. A time that has passed
// is asked for again. What is to be before an appointment of the calendar is as long
// before its start as was said, else at the latest half an hour. It returns ErrInput
// without a text.
func (s Skills) Remind(ctx context.Context, in RemindInput) (Reminding, error) {
	in.About = clip(in.About, parley.MaxReminder)
	in.Said = cmp.Or(clip(in.Said, maxMessageRunes), in.About)
	if in.Now.IsZero() || in.About == "" {
		return Reminding{}, fmt.Errorf("remind: %w: no time or no text", ErrInput)
	}
	r, known := in.rules()
	if known || !mayTell.MatchString(in.Said) {
		return r, ctx.Err()
	}
	return question[remindAnswer, Reminding]{
		form: remindForm, who: productivity, job: remindJob,
		data: lay(section{"User input", in.Said}, section{"Reminder", in.About}) + in.context() +
			lay(section{"Calendar", in.soon()}),
		maxTokens: maxRemindTokens, read: in.read,
		rules: func() Reminding { return r },
	}.answer(ctx, s)
}

const askWhen = "When shall I remind you?"

// rules makes the reminder without a model. known is false if the words tell no time
// that is understood.
func (in RemindInput) rules() (r Reminding, known bool) {
	r = Reminding{Text: in.About, Task: cmp.Or(in.Task, in.about(in.About)), By: Rules}
	found, ok := dates.Find(in.Said, in.Now)
	if !in.At.IsZero() {
		found, ok = dates.Found{At: in.At, Due: parley.DueAt(in.At), Rule: in.Rule}, true
	}
	r.At, r.Rule = found.At, found.Rule
	ask := askWhen
	for _, t := range in.ties(in.Said) {
		if a, tied := in.beside(t, found.At); tied {
			r.At, r.Text, ok = t.at(in.Said, a, found.At), in.untied(), true
			break
		}
		if !ok || t.length && found.Due.Day() { // how long before what is not known
			ask, ok = fmt.Sprintf("I do not find %q in your calendar. %s", clip(t.what, maxNamed), askWhen), false
		}
	}
	r.At = r.At.In(in.Now.Location())
	switch {
	case ok && r.At.After(in.Now):
		return r, true
	case ok:
		ask = "That time has passed. " + askWhen
	}
	r.At, r.Rule, r.Question = time.Time{}, "", ask
	return r, ok
}

// tie is what puts a reminder before or after something: "ten minutes before the team
// meeting".
type tie struct {
	after bool
	// what it is that comes after or before, in the user's words.
	what string
	// start, word and end are where the tie begins, its "before" and where it ends.
	start, word, end int
	// length is set if it is said how long before or after.
	length bool
}

var tieForm = regexp.MustCompile(`(?i)\b(before|ahead of|prior to|after)\s+([^,.;!?]+)`)

// ties are those of a text, in its order.
func (in RemindInput) ties(text string) (all []tie) {
	for from := 0; ; {
		m := tieForm.FindStringSubmatchIndex(text[from:])
		if m == nil {
			return all
		}
		t := tie{word: from + m[0], end: from + m[5], after: strings.EqualFold(text[from+m[2]:from+m[3]], "after")}
		t.what, _, _ = strings.Cut(text[from+m[4]:t.end], " to ")
		if next := tieForm.FindStringIndex(t.what); next != nil {
			t.what = t.what[:next[0]]
		}
		t.end = from + m[4] + len(t.what)
		if _, t.start, t.length = dates.Shift(text[:t.word], in.Now, -1); !t.length {
			t.start = t.word
		}
		all = append(all, t)
		from += m[4]
	}
}

// beside finds the appointment that a tie is to: of the day of a time, or of all days
// if that is zero, the one whose title is most like the tie's words, and that begins
// when these say. Where they say that and how long before, it need not be in the
// calendar.
func (in RemindInput) beside(t tie, day time.Time) (a parley.Appointment, ok bool) {
	from, to := in.Now, in.Now.AddDate(0, 0, calendarDays)
	if !day.IsZero() {
		from = Known{Now: day.In(in.Now.Location())}.today()
		to = from.AddDate(0, 0, 1)
	}
	name, clock := t.what, ""
	found, dated := dates.Find(t.what, in.Now)
	if dated {
		name = found.Cut(t.what)
		if !found.Due.Day() {
			clock = found.At.Format(time.TimeOnly)
		}
	}
	best := fewest
	for _, other := range in.between(from, to) {
		start := other.Start.In(in.Now.Location())
		like := max(bagOf(name).share(terms(other.Title)), bagOf(other.Title).share(terms(name)))
		switch {
		case like <= best, other.AllDay, clock != "" && start.Format(time.TimeOnly) != clock:
		case !t.after && start.Before(from), t.after && !other.End.After(in.Now):
		default:
			a, best, ok = other, like, true
		}
	}
	if !ok && t.length && clock != "" {
		start := found.At
		if !day.IsZero() {
			y, m, d := from.Date()
			start = time.Date(y, m, d, start.Hour(), start.Minute(), 0, 0, start.Location())
		}
		return parley.Appointment{Start: start, End: start}, true
	}
	return a, ok
}

// lead is how long before an appointment a reminder for it is told.
const lead = 30 * time.Minute

// at is the time of what is tied to an appointment by words in a text; found is the
// time that was said besides, if any.
func (t tie) at(text string, a parley.Appointment, found time.Time) time.Time {
	anchor, sign := a.Start, -1
	if t.after {
		anchor, sign = a.End, 1
	}
	if t.length {
		at, _, _ := dates.Shift(text[:t.word], anchor, sign)
		return at
	}
	switch {
	case t.after && found.Before(anchor):
		return anchor
	case !t.after && (found.IsZero() || !found.Before(anchor)):
		return anchor.Add(-lead)
	}
	return found
}

// untied is what the reminder is about without a tie that tells only its time.
func (in RemindInput) untied() string {
	for _, t := range in.ties(in.About) {
		if !t.length && t.start > 0 {
			continue
		}
		rest := parley.OneLine(strings.Trim(in.About[:t.start]+in.About[t.end:], " ,."))
		return capital(cmp.Or(strings.TrimPrefix(rest, "to "), t.what))
	}
	return in.About
}

// capital is s with a capital letter at its start.
func capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}

// read checks a model's answer.
func (in RemindInput) read(a remindAnswer) (Reminding, faults) {
	var wrong faults
	text := strings.TrimRight(strings.TrimPrefix(parley.OneLine(a.Text), "Reminder: "), ". ")
	if n := len([]rune(text)); n == 0 || n > parley.MaxReminder {
		wrong.add("text has %d characters, 1 to %d are wanted", n, parley.MaxReminder)
	}
	if t, _ := in.task(in.Task); !in.said(in.Said + " " + in.About + " " + t.Title).backs(text) {
		wrong.add("text is not what the user asks to be reminded of")
	}
	wrong.links("text", text, in.Said)
	if _, ok := in.task(a.Task); !ok && a.Task != "" {
		wrong.add("task_id: there is no task %q", a.Task)
	}
	r := Reminding{Text: text, Task: cmp.Or(in.Task, a.Task), By: Model}
	var fault string
	if r.At, r.Rule, fault = in.guess(a); fault != "" {
		wrong.add("when: %s", fault)
	}
	if r.At.IsZero() {
		r.Question = askWhen
	}
	return r, wrong
}

// guess is the time that a model found, or what is wrong with it.
func (in RemindInput) guess(a remindAnswer) (at time.Time, rule, fault string) {
	zone := in.Now.Location()
	var err error
	switch a.When.Type {
	case Never:
		return at, "", ""
	case Delayed:
		if a.When.Seconds <= 0 || a.When.Seconds > maxYears*366*24*3600 {
			return at, "", "seconds are to be more than 0 and not years"
		}
		return in.Now.Add(time.Duration(a.When.Seconds) * time.Second), "", ""
	case Scheduled:
	case Repeated:
		rule = strings.TrimPrefix(strings.ToUpper(a.When.Rule), "RRULE:")
	}
	if at, err = time.Parse(time.RFC3339, a.When.At); err != nil {
		return at, "", "at is to be a time such as 2006-01-02T15:04:05+02:00"
	}
	at = at.In(zone)
	if a.When.Type == Repeated {
		if at, err = dates.NextTime(rule, at, at.Add(-time.Second), zone); err != nil || at.IsZero() {
			return at, "", "rule is to be an iCalendar rule such as FREQ=WEEKLY;BYDAY=MO, and to have a time to come"
		}
	}
	if !at.After(in.Now) || at.After(in.Now.AddDate(maxYears, 0, 0)) {
		return at, "", fmt.Sprintf("%s is not a time to come; it is %s", at.Format(time.RFC3339), in.Now.Format(time.RFC3339))
	}
	return at, rule, ""
}

// about is the id of the one open task that a text speaks of: all words of its title
// are in the text. It is empty if there are more.
func (k Known) about(text string) string {
	id, told := "", bagOf(text)
	for _, t := range k.open() {
		if told.share(terms(t.Title)) == 1 {
			if id != "" {
				return ""
			}
			id = t.ID
		}
	}
	return id
}
