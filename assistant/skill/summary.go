package skill

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"parley"
	"parley/assistant/dates"
	"parley/assistant/grammar"
)

// SummaryKind is what is summarised.
type SummaryKind string

// All kinds.
const (
	Day          SummaryKind = "day"          // the user's day: appointments and tasks
	Conversation SummaryKind = "conversation" // Known.Messages
	Notes        SummaryKind = "notes"        // SummaryInput.Text
)

// SummaryInput is what is to be told in short.
type SummaryInput struct {
	Known
	Kind SummaryKind
	// Text are the notes, of which the first 8,000 characters are read. They may be
	// of anybody and are taken for data.
	Text string
	// MaxWords bounds the summary; 0 means 60.
	MaxWords int
}

// Limits of a summary.
const (
	summaryWords = 60
	maxItems     = 10
	maxDecision  = 200 // characters
)

type summaryAnswer struct {
	Summary     string              `json:"summary"`
	ActionItems []parley.ActionItem `json:"action_items"`
	Decisions   []string            `json:"decisions"`
}

var summaryForm = formOf[summaryAnswer]("summary")

const summaryJob = `Summarise %s in at most %d words.
- "summary": %s
- "action_items": what is still to be done by it, with "due" in the words in which it was said, or null; at most 10.
- "decisions": what was decided, one sentence each; at most 10. An empty list if nothing was.`

// summarised says of each kind what it is and how it is told, for the model.
var summarised = map[SummaryKind]struct{ what, how string }{
	Day: {"the user's day", `one or two plain sentences to the user, such as "Today, you have 3 meetings, 2 tasks overdue, and 1 action ` +
		`item for follow-up." The counts in the data are right: use them for how many meetings, overdue tasks and follow-ups there are.`},
	Conversation: {"the recent conversation", "plain sentences to the user about what was said, without a greeting."},
	Notes:        {"the notes", "plain sentences about what the notes say, without a greeting."},
}

const maxSummaryTokens = 900

// Summarise tells a day, a conversation or notes in short. The counts are always
// those of Count; a model whose words have others is not believed. It returns
// ErrInput for an unknown kind.
func (s Skills) Summarise(ctx context.Context, in SummaryInput) (parley.Summary, error) {
	kind, known := summarised[in.Kind]
	if !known || in.Now.IsZero() {
		return parley.Summary{}, fmt.Errorf("summarise: %w: no time or no kind of summary", ErrInput)
	}
	if in.Text = passage(in.Text, maxTextRunes); in.MaxWords <= 0 {
		in.MaxWords = summaryWords
	}
	data := in.context()
	switch in.Kind {
	case Day:
		data = lay(section{"Counts", Count(in.Known)}) + data + lay(section{"Calendar", in.soon()})
	case Notes:
		data = lay(section{"Notes", in.Text}) + data
	case Conversation:
	}
	return question[summaryAnswer, parley.Summary]{
		form: summaryForm, who: productivity, job: fmt.Sprintf(summaryJob, kind.what, in.MaxWords, kind.how),
		data: data, maxTokens: maxSummaryTokens, read: in.read, rules: in.rules,
	}.answer(ctx, s)
}

// followUp is what a task says that comes back to something.
var followUp = regexp.MustCompile(`(?i)\bfollow(?:ing|ed)?[ -]?ups?\b|\b(?:get|come|check) back\b|\bcheck in with\b|\bchase\b`)

// Count counts the user's day: the meetings of today, those that are over too, which
// whole days in the calendar are not; the open tasks that are overdue; and the open
// tasks that follow something up, by their title, and are not overdue.
func Count(k Known) parley.Counts {
	var c parley.Counts
	for _, a := range k.between(k.today(), k.today().AddDate(0, 0, 1)) {
		if !a.AllDay {
			c.Meetings++
		}
	}
	for _, t := range k.open() {
		switch {
		case t.DueDate.Overdue(k.Now, k.Now.Location()):
			c.Overdue++
		case followUp.MatchString(t.Title):
			c.FollowUps++
		}
	}
	return c
}

// read checks a model's answer.
func (in SummaryInput) read(a summaryAnswer) (parley.Summary, faults) {
	var wrong faults
	out := in.empty()
	out.Text = parley.OneLine(a.Summary)
	if n := len(strings.Fields(out.Text)); n == 0 || n > in.MaxWords {
		wrong.add("summary has %d words, 1 to %d are wanted", n, in.MaxWords)
	}
	if in.Kind == Day {
		wrong.counted(out.Text, out.Counts)
	}
	source := in.source()
	wrong.figures(out.Text, source+quote(in.soon()), out.Counts)
	wrong.links("summary", out.Text, source)
	told := bagOf(source)
	for i, item := range a.ActionItems[:min(len(a.ActionItems), maxItems)] {
		item = parley.ActionItem{Task: parley.OneLine(item.Task), Due: parley.OneLine(item.Due)}
		wrong.title(fmt.Sprintf("action_items[%d].task", i), item.Task, told)
		if item.Due != "" && told.share(terms(item.Due)) < 1 {
			wrong.add("action_items[%d].due: %q is not in the data", i, item.Due)
		}
		out.ActionItems = append(out.ActionItems, item)
	}
	for i, d := range a.Decisions[:min(len(a.Decisions), maxItems)] {
		if d = clip(d, maxDecision); !told.backs(d) {
			wrong.add("decisions[%d] is not in the data", i)
		}
		out.Decisions = append(out.Decisions, d)
	}
	return out, wrong
}

// source is what may be to do: all that is told but the calendar, whose titles are
// other people's.
func (in SummaryInput) source() string {
	var b strings.Builder
	fmt.Fprintln(&b, in.Text, in.context())
	for _, t := range in.Tasks {
		fmt.Fprintln(&b, t.Title, dates.Say(t.DueDate, in.Now))
	}
	return b.String()
}

// empty is a summary without words.
func (in SummaryInput) empty() parley.Summary {
	return parley.Summary{
		Kind: string(in.Kind), Counts: Count(in.Known), ActionItems: []parley.ActionItem{}, Decisions: []string{},
	}
}

var (
	// countForm is a number and what it is of.
	countForm = regexp.MustCompile(`(?i)\b(\d+|no|zero|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) ` +
		`(?:open |pending )?(?:(meeting)s?|(?:tasks? (?:is |are )?|items? (?:is |are )?)?(overdue)|` +
		`(action item|follow[ -]?up)s?)\b`)
	figureForm = regexp.MustCompile(`\d[\d.,]*\d`)
	numbers    = strings.Fields("no one two three four five six seven eight nine ten eleven twelve")
)

// counted holds the numbers of a text to the counts.
func (f *faults) counted(text string, c parley.Counts) {
	for _, m := range countForm.FindAllStringSubmatch(text, -1) {
		word := strings.ToLower(m[1])
		n, err := strconv.Atoi(word)
		if err != nil {
			n = max(slices.Index(numbers, word), 0)
		}
		want := c.FollowUps
		switch {
		case m[2] != "":
			want = c.Meetings
		case m[3] != "":
			want = c.Overdue
		}
		if n != want {
			f.add("summary says %q, but by the counts there are %d", m[0], want)
		}
	}
}

// figures holds the long numbers of a text, such as sums, to those of its source.
// Short ones may be a day or an hour in other words.
func (f *faults) figures(text, source string, c parley.Counts) {
	known := map[string]bool{strconv.Itoa(c.Meetings): true, strconv.Itoa(c.Overdue): true, strconv.Itoa(c.FollowUps): true}
	plain := strings.NewReplacer(",", "", ".", "")
	for _, n := range figureForm.FindAllString(source, -1) {
		known[plain.Replace(n)] = true
	}
	for _, n := range figureForm.FindAllString(text, -1) {
		if digits := plain.Replace(n); len(digits) > 2 && !known[digits] {
			f.add("summary has the number %q, which is not in the data", n)
		}
	}
}

// rules tells what is counted, and of a conversation or notes what grammar finds to
// do in them.
func (in SummaryInput) rules() parley.Summary {
	out := in.empty()
	if in.Kind == Day {
		out.Text = Sentence(out.Counts)
		out.ActionItems = in.due()
		return out
	}
	text, where := in.Text, "These notes hold"
	if in.Kind == Conversation {
		text, where = in.ownWords(), "This conversation holds"
	}
	for _, t := range grammar.Extract(text, in.Now) {
		if len(out.ActionItems) < maxItems {
			out.ActionItems = append(out.ActionItems, parley.ActionItem{Task: clip(t.Title, parley.MaxTitle), Due: t.DueText})
		}
	}
	for _, d := range decided.FindAllString(text, maxItems) {
		out.Decisions = append(out.Decisions, clip(d, maxDecision))
	}
	out.Text = fmt.Sprintf("%s %s.", where, some(len(out.ActionItems), "action item", "action items"))
	if len(out.Decisions) > 0 {
		out.Text = fmt.Sprintf("%s %s and %s.", where, some(len(out.ActionItems), "action item", "action items"),
			some(len(out.Decisions), "decision", "decisions"))
	}
	return out
}

// decided is a sentence that tells a decision.
var decided = regexp.MustCompile(`(?im)\b(?:we|i)(?:'ve| have)? (?:decided|agreed)\b[^.!?\n]*|\bdecision: [^.!?\n]*`)

// ownWords are what the user said of late, a line each.
func (in SummaryInput) ownWords() string {
	var b strings.Builder
	for _, m := range in.recent() {
		if m.Role == "user" {
			fmt.Fprintln(&b, clip(m.Content, maxMessageRunes))
		}
	}
	return b.String()
}

// due are the open tasks that are overdue, due today or follow something up.
func (in SummaryInput) due() []parley.ActionItem {
	items := []parley.ActionItem{}
	tomorrow := in.today().AddDate(0, 0, 1)
	for _, t := range in.open() {
		end, err := t.DueDate.End(in.Now.Location())
		soon := err == nil && !end.IsZero() && end.Before(tomorrow)
		if (soon || followUp.MatchString(t.Title)) && len(items) < maxItems {
			items = append(items, parley.ActionItem{Task: t.Title, Due: t.DueText})
		}
	}
	return items
}

// Sentence tells counts: "Today, you have 3 meetings, 2 tasks overdue, and 1 action
// item for follow-up." What is 0 is left out, unless all are.
func Sentence(c parley.Counts) string {
	all := []struct {
		n         int
		one, many string
	}{
		{c.Meetings, "meeting", "meetings"}, {c.Overdue, "task overdue", "tasks overdue"},
		{c.FollowUps, "action item for follow-up", "action items for follow-up"},
	}
	var parts []string
	for _, p := range all {
		if p.n > 0 || c == (parley.Counts{}) {
			parts = append(parts, some(p.n, p.one, p.many))
		}
	}
	switch last := len(parts) - 1; last {
	case 0:
		return "Today, you have " + parts[0] + "."
	case 1:
		return "Today, you have " + parts[0] + " and " + parts[1] + "."
	default:
		return "Today, you have " + strings.Join(parts[:last], ", ") + ", and " + parts[last] + "."
	}
}

// some is a number of things.
func some(n int, one, many string) string {
	switch n {
	case 0:
		return "no " + many
	case 1:
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}
