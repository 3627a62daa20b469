package grammar

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"parley"
	"parley/engine/enginetest"
)

// tools are those that calls may name.
var tools = strings.Fields(`tasks.add tasks.complete tasks.update tasks.remove tasks.list tasks.plan tasks.extract
	reminders.set reminders.cancel reminders.list memory.remember memory.recall memory.forget calendar.day
	digest.today digest.conversation digest.notes trips.search trips.book
	confirm.answer profile.zone help`)

// checkCalls holds what is true of all calls: the tools are known, ids are of the
// context, nothing is said twice by id and words, dates are dates.
func checkCalls(t *testing.T, said string, calls []Call, c Context) {
	t.Helper()
	var ids []string
	for _, task := range slices.Concat(c.Tasks, c.Others) {
		ids = append(ids, task.ID)
	}
	for _, r := range c.Reminders {
		ids = append(ids, r.ID)
	}
	for _, call := range calls {
		if !slices.Contains(tools, call.Tool) {
			t.Errorf("%q: tool %q", said, call.Tool)
		}
		if _, err := json.Marshal(call.Args); err != nil {
			t.Errorf("%q: %v", said, err)
		}
		for _, name := range []string{"id", "task"} {
			if id, ok := call.Args[name]; ok && !slices.Contains(ids, id.(string)) {
				t.Errorf("%q: %s %q is not of the context", said, name, id)
			}
		}
		if call.Args["id"] != nil && call.Args["ref"] != nil {
			t.Errorf("%q: both id and ref", said)
		}
		if due, ok := call.Args["due"]; ok {
			if _, err := parley.Due(due.(string)).End(c.Now.Location()); err != nil {
				t.Errorf("%q: %v", said, err)
			}
		}
		if at, ok := call.Args["at"]; ok {
			if _, err := time.Parse(time.RFC3339, at.(string)); err != nil {
				t.Errorf("%q: %v", said, err)
			}
		}
		for name, value := range call.Args {
			if s, ok := value.(string); ok && (s == "" || name != "text" && s != parley.OneLine(s)) {
				t.Errorf("%q: %s = %q is no line", said, name, s)
			}
		}
	}
}

// corpus is all that the tests say.
func corpus() (out []string) {
	for _, r := range fresh {
		out = append(out, r.said)
	}
	return slices.Concat(out, refused, vague)
}

// TestIDsAreOfTheContext puts the words of commands together anew, and reads them
// with lists of all lengths.
func TestIDsAreOfTheContext(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	often := strings.Repeat(" task two and delete complete 2 mark the last as done remind me", 20)
	words := strings.Fields(strings.Join(corpus(), " ") + often)
	full := listed()
	read := 0
	for range 10_000 {
		c := full
		c.Tasks = full.Tasks[:random.IntN(len(full.Tasks)+1)]
		c.Others = full.Tasks[len(c.Tasks):]
		c.Reminders = full.Reminders[:random.IntN(len(full.Reminders)+1)]
		if random.IntN(2) == 0 {
			c.Question = question
		}
		var some []string
		for range 1 + random.IntN(8) {
			some = append(some, words[random.IntN(len(words))])
		}
		said := strings.Join(some, " ")
		calls, _ := Read(said, c)
		if calls != nil {
			read++
		}
		checkCalls(t, said, calls, c)
	}
	if read < 200 {
		t.Errorf("only %d of 10000 were commands: that tests little", read)
	}
}

// TestLongTexts: what is too long is no command, and that is seen soon.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("add task buy milk and complete task 2 and ", 2400)
	used := enginetest.Computed(t)
	if calls, _ := Read(long, listed()); calls != nil {
		t.Errorf("%d characters were read as %d calls", len(long), len(calls))
	}
	if calls, _ := Read("summarise these notes: "+long, listed()); calls != nil {
		t.Errorf("notes of %d characters were read", len(long))
	}
	Extract(long, wednesday)
	MatchTask(long[:2000], listed().Tasks)
	if took := enginetest.Computed(t) - used; took > time.Second {
		t.Errorf("texts of 100,000 characters took %v", took)
	}
	notes := strings.Repeat("Bob calls HR. ", 100)
	calls, sure := Read("Please summarise these notes:\n"+notes, listed())
	if !sure || len(calls) != 1 || calls[0].Tool != "digest.notes" || calls[0].Args["text"] != strings.TrimSpace(notes) {
		t.Errorf("notes of %d characters = %.80s, sure %v", len(notes), rendered(calls), sure)
	}
	if calls, _ := Read("add task: "+notes, listed()); calls != nil {
		t.Errorf("a title of %d characters was read", len(notes))
	}
}

// TestPathologicalTexts: no text within the bound takes long.
func TestPathologicalTexts(t *testing.T) {
	for _, unit := range []string{
		"and ", "to ", "task ", "add task ", "the task and ", "is done ", "move a to ", "i need to ", "set the due date of ", "please ",
		"remind me to ", "from to on ", "1 and ", "tomorrow at five ", "um ", "add, ", "add. ", "delete all and ", "note to task a that ",
		"put a on my list ", "'s ",
	} {
		said := strings.Repeat(unit, maxCommand/len(unit))
		used := enginetest.Computed(t)
		Read(said, listed())
		Read("add "+said[:len(said)-4], listed())
		Extract(strings.Repeat(unit, maxExtract/len(unit)), wednesday)
		if took := enginetest.Computed(t) - used; took > time.Second {
			t.Errorf("%q again and again took %v", unit, took)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, said := range corpus() {
		f.Add(said, false)
	}
	f.Add("yes and add milk to my list", true)
	f.Add("\"“(add task: 'x\"", true)
	f.Fuzz(func(t *testing.T, said string, confirm bool) {
		c := listed()
		if confirm {
			c.Question = question
		}
		calls, sure := Read(said, c)
		if sure && calls == nil {
			t.Errorf("%q: sure of nothing", said)
		}
		if utf8.ValidString(said) {
			checkCalls(t, said, calls, c)
		}
	})
}

func FuzzExtract(f *testing.F) {
	for _, c := range extractions {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, e := range Extract(text, wednesday) {
			line := parley.OneLine(e.Title)
			if e.Title == "" || utf8.RuneCountInString(e.Title) > parley.MaxTitle || utf8.ValidString(text) && e.Title != line {
				t.Errorf("%q: title %q", text, e.Title)
			}
			if _, err := e.Due.End(wednesday.Location()); err != nil || e.Priority == "" {
				t.Errorf("%q: due %q, priority %q", text, e.Due, e.Priority)
			}
		}
	})
}

func FuzzMatchTask(f *testing.F) {
	f.Add("the report")
	f.Add("repport 2 two 's")
	f.Fuzz(func(t *testing.T, words string) {
		tasks := listed().Tasks
		for _, id := range MatchTask(words, tasks) {
			if !slices.ContainsFunc(tasks, func(t parley.Task) bool { return t.ID == id }) {
				t.Errorf("%q: id %q", words, id)
			}
		}
	})
}
