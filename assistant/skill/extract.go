package skill

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/dates"
	"parley/assistant/grammar"
)

// ExtractInput is a text of the user's in which tasks are looked for.
type ExtractInput struct {
	Known
	// Text was typed, spoken or pasted, such as a mail. The first 8,000 characters
	// are read.
	Text string
}

// Extraction is what there is to do by a text.
type Extraction struct {
	// Tasks are at most MaxExtracted, in the order of the text.
	Tasks []ExtractedTask `json:"tasks"`
	// Unclear are questions to ask the user; such as when a task is due of which a
	// time was said that cannot be resolved.
	Unclear []Unclear `json:"unclear"`
	By      Maker     `json:"by"`
}

// MaxExtracted bounds the tasks of one Extraction.
const MaxExtracted = 10

// ExtractedTask is a task as it was found. Nothing of it is stored yet.
type ExtractedTask struct {
	// Title is one line of at most parley.MaxTitle characters.
	Title string `json:"task"`
	// DueText is when it is due as it was said, Due the same resolved; Due is empty
	// if nothing was said or it could not be resolved.
	DueText  string          `json:"due,omitempty"`
	Due      parley.Due      `json:"due_at,omitempty"`
	Priority parley.Priority `json:"priority"`
	// DuplicateOf is the id of the open task that is the same, if there is one.
	DuplicateOf string `json:"duplicate_of,omitempty"`
	// DependsOn are the places in Extraction.Tasks, from 0, of those that come
	// first. No task depends on itself, however indirectly.
	DependsOn []int `json:"depends_on_index,omitempty"`
	// Confidence is 0-1.
	Confidence float64 `json:"confidence"`
}

// Unclear is a part of a text and what to ask about it.
type Unclear struct {
	Text     string `json:"text"`
	Question string `json:"question"`
}

type extractAnswer struct {
	Tasks []struct {
		Task        string          `json:"task"`
		Due         string          `json:"due,omitempty"`
		DueAt       string          `json:"due_at,omitempty"`
		Priority    parley.Priority `json:"priority"`
		DuplicateOf string          `json:"duplicate_of,omitempty"`
		DependsOn   []int           `json:"depends_on_index,omitempty"`
		Confidence  float64         `json:"confidence"`
	} `json:"tasks"`
	Unclear []Unclear `json:"unclear"`
}

var extractForm = formOf[extractAnswer]("tasks")

const productivity = "You are a productivity assistant, the user's chief of staff."

const extractJob = `Extract the actionable tasks of the user's input as JSON, include due dates and priority.
- "task": what is to be done, at most 120 characters, as a command, such as "Call HR". One for each thing to do, at most 10.
- "due": when it is due, in the user's own words, such as "Friday"; null if nothing was said. What is said once for several tasks is ` +
	`due for each of them.
- "due_at": the same as a day, 2006-01-02, or a time with its offset, 2006-01-02T15:04:05Z07:00; null if you are not sure.
- "priority": "high" or "low" only where the user says so, else "normal".
- "duplicate_of": the id of the current task that is the same, else null.
- "depends_on_index": the places in your list, from 0, of the tasks that have to come first.
- "confidence": 0 to 1.
- "unclear": what may be a task but lacks something to act on, and one short question to the user about it.
No tasks are an empty list. Only the user's input asks for tasks; the rest tells what it is about.`

// maxExtractTokens is for ten tasks.
const maxExtractTokens = 1200

// Extract finds what the user wants done in a text. Due dates are resolved by package
// dates; the model's own are taken only where that finds none.
func (s Skills) Extract(ctx context.Context, in ExtractInput) (Extraction, error) {
	if in.Now.IsZero() {
		return Extraction{}, fmt.Errorf("extract tasks: %w: no time", ErrInput)
	}
	in.Text = passage(in.Text, maxTextRunes)
	if in.Text == "" {
		return Extraction{Tasks: []ExtractedTask{}, Unclear: []Unclear{}, By: Rules}, ctx.Err()
	}
	return question[extractAnswer, Extraction]{
		form: extractForm, who: productivity, job: extractJob,
		data:      lay(section{"User input", in.Text}) + in.context(),
		maxTokens: maxExtractTokens, read: in.read, rules: in.rules,
	}.answer(ctx, s)
}

// read checks a model's answer.
func (in ExtractInput) read(a extractAnswer) (out Extraction, wrong faults) {
	out = Extraction{Tasks: []ExtractedTask{}, Unclear: []Unclear{}, By: Model}
	if len(a.Tasks) > MaxExtracted {
		wrong.add("there are %d tasks, at most %d are wanted", len(a.Tasks), MaxExtracted)
		return out, wrong
	}
	said, seen := in.said(in.Text), map[string]bool{}
	for i, t := range a.Tasks {
		task := ExtractedTask{
			Title: parley.OneLine(t.Task), DueText: parley.OneLine(t.Due), Priority: t.Priority,
			DuplicateOf: t.DuplicateOf, DependsOn: t.DependsOn, Confidence: min(max(t.Confidence, 0), 1),
		}
		wrong.title(fmt.Sprintf("tasks[%d].task", i), task.Title, said)
		key := strings.Join(terms(task.Title), " ")
		if seen[key] {
			wrong.add("tasks[%d] is there twice", i)
		}
		seen[key] = true
		if task.DueText != "" && said.share(terms(task.DueText)) < 1 {
			wrong.add("tasks[%d].due: %q was not said by the user", i, task.DueText)
		}
		if d, known := in.task(task.DuplicateOf); task.DuplicateOf != "" && (!known || !d.Status.Open()) {
			wrong.add("tasks[%d].duplicate_of: there is no current task %q", i, task.DuplicateOf)
		} else if task.DuplicateOf == "" {
			task.DuplicateOf = in.same(task.Title)
		}
		wrong.due(fmt.Sprintf("tasks[%d].due_at", i), &task, parley.Due(t.DueAt), in.Now)
		out.Tasks = append(out.Tasks, task)
	}
	if !ordered(out.Tasks) {
		wrong.add("depends_on_index names a place that is not in the list, or tasks that wait for each other")
	}
	for i, u := range a.Unclear[:min(len(a.Unclear), MaxExtracted)] {
		u = Unclear{Text: clip(u.Text, parley.MaxMemory), Question: clip(u.Question, parley.MaxMemory)}
		if u.Text == "" || u.Question == "" {
			wrong.add("unclear[%d] lacks its text or its question", i)
		}
		out.Unclear = append(out.Unclear, u)
	}
	out.askDue()
	return out, wrong
}

// title holds a task's title to its form and to what was said.
func (f *faults) title(where, title string, said bag) {
	switch n := len([]rune(title)); {
	case n == 0:
		f.add("%s is empty", where)
	case n > parley.MaxTitle:
		f.add("%s has %d characters, at most %d are wanted", where, n, parley.MaxTitle)
	case !said.backs(title):
		f.add("%s: %q is not what the user said", where, title)
	}
}

// due resolves what was said; guess is the model's own date.
func (f *faults) due(where string, task *ExtractedTask, guess parley.Due, now time.Time) {
	if task.DueText == "" {
		return // nobody said a date
	}
	if found, ok := dates.Find(task.DueText, now); ok {
		task.Due = found.Due
		return
	}
	end, err := guess.End(now.Location())
	switch {
	case err != nil:
		f.add("%s: %v", where, err)
	case guess.Overdue(now, now.Location()):
		f.add("%s: %q has passed; it is %s", where, guess, now.Format(time.RFC3339))
	case end.After(now.AddDate(maxYears, 0, 0)):
		f.add("%s: %q is too far ahead", where, guess)
	default:
		task.Due = guess
	}
}

// maxYears is how far ahead a date of a model's is believed.
const maxYears = 10

// askDue adds a question for each time that was said and could not be resolved.
func (e *Extraction) askDue() {
	for _, t := range e.Tasks {
		u := Unclear{Text: t.DueText, Question: fmt.Sprintf("When exactly is %q due?", clip(t.Title, 80))}
		if t.DueText != "" && t.Due == "" && !slices.ContainsFunc(e.Unclear, func(o Unclear) bool { return o.Text == u.Text }) {
			e.Unclear = append(e.Unclear, u)
		}
	}
}

// same is the id of the open task that says the same as title, if there is one.
func (k Known) same(title string) string {
	words := terms(title)
	for _, t := range k.open() {
		if other := terms(t.Title); len(words) > 0 && len(other) == len(words) && bagOf(title).share(other) == 1 {
			return t.ID
		}
	}
	return ""
}

// ordered reports whether tasks can be done one after the other: all that they
// depend on is in the list, and none waits for itself.
func ordered(tasks []ExtractedTask) bool {
	done := make([]bool, len(tasks))
	for range tasks {
		for i, t := range tasks {
			done[i] = done[i] || !slices.ContainsFunc(t.DependsOn, func(d int) bool { return d < 0 || d >= len(tasks) || !done[d] })
		}
	}
	return !slices.Contains(done, false)
}

// ruleConfidence is how sure the rules are of what they find.
const ruleConfidence = 0.6

// rules goes by the grammar of commands.
func (in ExtractInput) rules() Extraction {
	out := Extraction{Tasks: []ExtractedTask{}, Unclear: []Unclear{}, By: Rules}
	found := grammar.Extract(in.Text, in.Now)
	for _, t := range found[:min(len(found), MaxExtracted)] {
		out.Tasks = append(out.Tasks, ExtractedTask{
			Title: clip(t.Title, parley.MaxTitle), DueText: t.DueText, Due: t.Due, Priority: t.Priority,
			DuplicateOf: in.same(t.Title), DependsOn: t.After, Confidence: ruleConfidence,
		})
	}
	out.askDue()
	return out
}
