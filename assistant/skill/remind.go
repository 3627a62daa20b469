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
	// Text is what the user said, such as "remind me tomorrow to call Anna".
	Text string
	// Task is the id of the task it is about, if that is known.
	Task string
}

// Reminding is a reminder as it was understood. Nothing of it is stored yet.
type Reminding struct {
	// Text is what is told at When.At: one line of at most parley.MaxReminder
	// characters, without the day that will then be today.
	Text string `json:"text"`
	// Notice is the same as it reads now, with the day as it was said.
	Notice string `json:"notice"`
	When   When   `json:"when"`
	// Task is the id of the task that it is about, if it is about one.
	Task    string  `json:"task_id,omitempty"`
	Channel Channel `json:"channel"`
	// Question is what to ask the user if When is Never or Text is empty.
	Question string `json:"question,omitempty"`
	By       By     `json:"by"`
}

// When is the time of a reminder.
type When struct {
	Type WhenType `json:"type"`
	// At is the first time, later than Known.Now and in its zone, of all types but
	// Never.
	At time.Time `json:"at,omitzero"`
	// Rule repeats it from At on, of type Repeated (parley.Reminder.Rule).
	Rule string `json:"rule,omitempty"`
}

// WhenType says how a time was asked for.
type WhenType string

// All types.
const (
	Scheduled WhenType = "scheduled" // at a time
	Delayed   WhenType = "delayed"   // after some time, such as 20 minutes
	Repeated  WhenType = "rule"      // again and again
	Never     WhenType = "none"      // no time is known: the user is asked
)

// Channel says how a reminder is told.
type Channel string

// All channels.
const (
	Voice Channel = "voice"
	Text  Channel = "text"
	Both  Channel = "both"
)

type remindAnswer struct {
	Text string `json:"text"`
	When struct {
		Type    WhenType `json:"type"`
		At      string   `json:"at,omitempty"`
		Seconds int      `json:"seconds,omitempty"`
		Rule    string   `json:"rule,omitempty"`
	} `json:"when"`
	Task    string  `json:"task_id,omitempty"`
	Channel Channel `json:"channel"`
}

var remindForm = formOf[remindAnswer]("reminder")

const remindJob = `Word the reminder that the user asks for and say when to tell it.
- "text": at most 200 characters, such as "Reminder: Follow up on report tomorrow morning before the team meeting."
- "when": if the data has a "Time", that is settled: answer type "none". Else "scheduled" with "at", a time with its offset; ` +
	`"delayed" with "seconds" from now; or "rule" with "rule", an iCalendar rule of FREQ, INTERVAL, BYDAY, COUNT and UNTIL alone, and ` +
	`"at" for its first time. "none" if the user says no time: it is then asked for. What is to be before an appointment is never ` +
	`after its start.
- "task_id": the id of the current task that it is about, else null.
- "channel": "voice" or "text" if the user says so, else "both".`

const maxRemindTokens = 300

// Remind words a reminder and finds its time: by package dates and the calendar, and
// by the model only where these find none. A time that has passed is Never, with a
// question. "before" an appointment of the calendar is at the latest half an hour
// before its start. It returns ErrInput without a text.
func (s Skills) Remind(ctx context.Context, in RemindInput) (Reminding, error) {
	in.Text = clip(in.Text, maxMessageRunes)
	if in.Now.IsZero() || in.Text == "" {
		return Reminding{}, fmt.Errorf("remind: %w: no time or no text", ErrInput)
	}
	when, known := in.when()
	data := lay(section{"User input", in.Text})
	if known {
		data += lay(section{"Time", when})
	}
	if t, ok := in.task(in.Task); ok {
		data += lay(section{"Task", in.list([]parley.Task{t})})
	}
	return question[remindAnswer, Reminding]{
		form: remindForm, who: productivity, job: remindJob,
		data:      data + in.context() + lay(section{"Calendar", in.soon()}),
		maxTokens: maxRemindTokens,
		read:      func(a remindAnswer) (Reminding, faults) { return in.read(a, when, known) },
		rules:     func() Reminding { return in.rules(when) },
	}.answer(ctx, s)
}

// lead is how long before an appointment a reminder for it is told.
const lead = 30 * time.Minute

// when finds the time without a model. known is false if the text tells none that
// is understood; a time that has passed is known, and Never.
func (in RemindInput) when() (w When, known bool) {
	found, ok := dates.Find(in.Text, in.Now)
	meeting, side := in.beside(found, ok)
	switch {
	case !ok && side == "":
		return When{Type: Never}, false
	case ok && found.Rule != "":
		w = When{Type: Repeated, At: found.At, Rule: found.Rule}
	case ok && delay.MatchString(found.Said):
		w = When{Type: Delayed, At: found.At}
	default:
		w = When{Type: Scheduled, At: found.At} // the zero time if there is only the appointment
	}
	if side == "after" && w.At.Before(meeting.End) {
		w.At = meeting.End
	}
	if side == "before" && (!ok || !w.At.Before(meeting.Start)) {
		w.At = meeting.Start.Add(-lead)
	}
	if w.At = w.At.In(in.Now.Location()); !w.At.After(in.Now) {
		return When{Type: Never}, true
	}
	return w, true
}

// delay is a time that is told as how long from now it is.
var delay = regexp.MustCompile(`(?i)^in\b.*\b(?:sec|min|hour)|\bfrom now\b`)

// besideForm is a word that puts a time before or after something, and that.
var besideForm = regexp.MustCompile(`(?i)\b(before|ahead of|prior to|after)\s+([^,.;!?]+)`)

// beside finds the appointment that the text puts the reminder before or after: of
// the day that was found, or of all days if none was, the one whose title is most
// like what follows the word. side is empty if there is none.
func (in RemindInput) beside(found dates.Found, ok bool) (a parley.Appointment, side string) {
	m := besideForm.FindStringSubmatch(in.Text)
	if m == nil {
		return a, ""
	}
	from, to := in.Now, in.Now.AddDate(0, 0, calendarDays)
	if ok {
		from = Known{Now: found.At}.today()
		to = from.AddDate(0, 0, 1)
	}
	what, _, _ := strings.Cut(m[2], " to ")
	best := 0.0
	for _, other := range in.between(from, to) {
		like := max(bagOf(what).share(terms(other.Title)), bagOf(other.Title).share(terms(what)))
		if like > best && !other.AllDay && !other.Start.Before(from) {
			a, best = other, like
		}
	}
	switch {
	case best < fewest:
		return a, ""
	case strings.EqualFold(m[1], "after"):
		return a, "after"
	}
	return a, "before"
}

// read checks a model's answer; when is what is known of the time.
func (in RemindInput) read(a remindAnswer, when When, known bool) (Reminding, faults) {
	var wrong faults
	text := parley.OneLine(a.Text)
	if n := len([]rune(text)); n == 0 || n > parley.MaxReminder {
		wrong.add("text has %d characters, 1 to %d are wanted", n, parley.MaxReminder)
	}
	if !in.said(in.Text + " " + in.title()).backs(strings.TrimPrefix(text, reminderMark)) {
		wrong.add("text is not what the user asks to be reminded of")
	}
	wrong.links("text", text, in.Text)
	if _, ok := in.task(a.Task); !ok && a.Task != "" {
		wrong.add("task_id: there is no task %q", a.Task)
	}
	if !known {
		var fault string
		if when, fault = in.guess(a); fault != "" {
			wrong.add("when: %s", fault)
		}
	}
	out := in.reminding(text, when)
	out.Channel, out.By = a.Channel, Model
	if out.Task == "" {
		out.Task = a.Task
	}
	return out, wrong
}

// guess is the time that a model found, or what is wrong with it.
func (in RemindInput) guess(a remindAnswer) (w When, fault string) {
	w = When{Type: a.When.Type}
	var err error
	switch a.When.Type {
	case Never:
		return w, ""
	case Delayed:
		if a.When.Seconds <= 0 || a.When.Seconds > maxYears*366*24*3600 {
			return w, "seconds are to be more than 0 and not years"
		}
		w.At = in.Now.Add(time.Duration(a.When.Seconds) * time.Second)
		return w, ""
	case Scheduled:
	case Repeated:
		w.Rule = strings.TrimPrefix(strings.ToUpper(a.When.Rule), "RRULE:")
	}
	if w.At, err = time.Parse(time.RFC3339, a.When.At); err != nil {
		return w, "at is to be a time such as 2006-01-02T15:04:05+02:00"
	}
	w.At = w.At.In(in.Now.Location())
	if w.Type == Repeated {
		zone := in.Now.Location()
		if w.At, err = dates.Next(w.Rule, w.At, w.At.Add(-time.Second), zone); err != nil || w.At.IsZero() {
			return w, "rule is to be an iCalendar rule such as FREQ=WEEKLY;BYDAY=MO, and to have a time to come"
		}
	}
	if !w.At.After(in.Now) || w.At.After(in.Now.AddDate(maxYears, 0, 0)) {
		return w, fmt.Sprintf("%s is not a time to come; it is %s", w.At.Format(time.RFC3339), in.Now.Format(time.RFC3339))
	}
	return w, ""
}

// title is that of the task that the reminder is about.
func (in RemindInput) title() string {
	t, _ := in.task(in.Task)
	return t.Title
}

const reminderMark = "Reminder: "

// reminding is a reminder of a text at a time.
func (in RemindInput) reminding(notice string, when When) Reminding {
	out := Reminding{Text: in.told(notice, when), Notice: notice, When: when, Channel: Both}
	if t, ok := in.task(in.Task); ok {
		out.Task = t.ID
	}
	found, said := dates.Find(in.Text, in.Now)
	switch {
	case notice == "":
		out.Question = "What shall I remind you of?"
	case when.Type == Never && said:
		out.Question = fmt.Sprintf("%q has passed. When shall I remind you?", clip(found.Said, maxNamed))
	case when.Type == Never:
		out.Question = "When shall I remind you?"
	}
	return out
}

// told is a notice without the words that tell its own time.
func (in RemindInput) told(notice string, when When) string {
	found, ok := dates.Find(notice, in.Now)
	if !ok || when.Type != Never && (found.Rule != when.Rule || in.day(found.At) != in.day(when.At)) {
		return notice
	}
	cut := found.Cut(notice)
	if words(strings.TrimPrefix(cut, strings.TrimSpace(reminderMark))) == nil {
		return notice
	}
	return cut
}

// askForm is how a wish to be reminded begins.
var askForm = regexp.MustCompile(`(?i)^(?:(?:please|hey|ok|okay|and|can you|could you|would you|will you)[ ,]+)*` +
	`(?:remind me|set (?:me )?a reminder|send me a reminder|give me a reminder|a reminder|reminder|don't let me forget)\b[ :,]*` +
	`(?:(?:to|that|about|of|for)\b *)?`)

// asked is what a text asks to be reminded of.
func asked(text string) string { return strings.TrimRight(askForm.ReplaceAllString(text, ""), ".!? ") }

// rules words the reminder as the user did.
func (in RemindInput) rules(when When) Reminding {
	about, whole := asked(in.Text), ""
	if found, ok := dates.Find(in.Text, in.Now); ok {
		about, whole = asked(found.Cut(in.Text)), about
		if about == "" {
			about = in.title()
		}
		if !strings.HasPrefix(whole, about[:strings.IndexByte(about+" ", ' ')]) { // the time was said first
			whole = about + " " + found.Said
		}
	}
	if about == "" {
		about = in.title()
	}
	notice := ""
	if about != "" {
		notice = reminderMark + clip(capital(cmp.Or(whole, about)), parley.MaxReminder-len(reminderMark)-1) + "."
	}
	out := in.reminding(notice, when)
	if out.By = Rules; out.Task == "" {
		out.Task = in.about(about)
	}
	return out
}

// capital is s with a capital letter at its start.
func capital(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
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
