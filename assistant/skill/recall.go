package skill

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"parley"
)

// RecallInput is a text whose mentions are looked up.
type RecallInput struct {
	Known
	// Text is what the user said. The first 8,000 characters are read.
	Text string
	// Trips are the user's by their ids.
	Trips map[string]parley.Trip
}

// Recall is what a text speaks of, of all that is known.
type Recall struct {
	Refs []Ref `json:"refs"`
	// Ambiguous are mentions that may mean several things of one kind.
	Ambiguous []Ambiguous `json:"ambiguous"`
	By        Maker       `json:"by"`
}

// RefKind is what a mention means.
type RefKind string

// All kinds.
const (
	RefTask       RefKind = "task"
	RefFact       RefKind = "fact"
	RefPreference RefKind = "preference"
	RefEpisode    RefKind = "episode"
	RefTrip       RefKind = "trip"
)

// Ref is a mention and what it means.
type Ref struct {
	// Mention stands in the text, in letters of any case.
	Mention string  `json:"mention"`
	Kind    RefKind `json:"kind"`
	// ID is that of a task, a memory or a trip of the input.
	ID         string  `json:"id"`
	Confidence float64 `json:"confidence"` // 0-1
}

// Ambiguous is a mention and the ids of all that it may mean, at least two.
type Ambiguous struct {
	Mention string   `json:"mention"`
	IDs     []string `json:"ids"`
}

type recallAnswer struct {
	Refs      []Ref       `json:"refs"`
	Ambiguous []Ambiguous `json:"ambiguous"`
}

var recallForm = formOf[recallAnswer]("recall")

const recallJob = `Say what of the memory, the tasks and the trips the user's input speaks of, so that "the report" today is the same ` +
	`report as the one mentioned last week.
- "refs": each mention in the user's own words, with the kind and the id of what it means and a confidence of 0 to 1.
- "ambiguous": mentions that may mean two or more things of one kind, with all their ids; those are no refs.`

const maxRecallTokens = 700

// Recall finds what a text speaks of. A kind is that of the id, whatever a model
// says.
func (s Skills) Recall(ctx context.Context, in RecallInput) (Recall, error) {
	if in.Now.IsZero() {
		return Recall{}, fmt.Errorf("recall: %w: no time", ErrInput)
	}
	in.Text = passage(in.Text, maxTextRunes)
	if in.Text == "" {
		return in.nothing(Rules), ctx.Err()
	}
	return question[recallAnswer, Recall]{
		form: recallForm, who: productivity, job: recallJob,
		data: lay(section{"User input", in.Text}) + in.context() +
			lay(section{"Finished tasks", in.list(in.finished())}, section{"Trips", in.trips()}),
		maxTokens: maxRecallTokens, read: in.read, rules: in.rules,
	}.answer(ctx, s)
}

func (in RecallInput) nothing(by Maker) Recall {
	return Recall{Refs: []Ref{}, Ambiguous: []Ambiguous{}, By: by}
}

// finished are the newest tasks that are not open.
func (in RecallInput) finished() []parley.Task {
	var out []parley.Task
	for _, t := range slices.Backward(in.Tasks) {
		if !t.Status.Open() && len(out) < maxItems {
			out = append(out, t)
		}
	}
	return out
}

// trips is what is told of the trips, by id.
func (in RecallInput) trips() []any {
	type told struct {
		ID string `json:"id"`
		parley.Trip
	}
	var out []any
	for _, id := range slices.Sorted(maps.Keys(in.Trips)) {
		t := in.Trips[id]
		t.Reason = clip(t.Reason, maxMessageRunes)
		out = append(out, told{id, t})
	}
	return out[:min(len(out), maxItems)]
}

// kind is what an id is of.
func (in RecallInput) kind(id string) (RefKind, bool) {
	if _, ok := in.task(id); ok {
		return RefTask, true
	}
	if _, ok := in.Trips[id]; ok {
		return RefTrip, true
	}
	for _, m := range in.Memories {
		if m.ID == id {
			return RefKind(m.Kind), true
		}
	}
	return "", false
}

// read checks a model's answer.
func (in RecallInput) read(a recallAnswer) (Recall, faults) {
	var wrong faults
	out := in.nothing(Model)
	text := strings.ToLower(parley.OneLine(in.Text))
	mention := func(where, said string) string {
		if said = parley.OneLine(said); said == "" || !strings.Contains(text, strings.ToLower(said)) {
			wrong.add("%s.mention: %q is not in the user's input", where, said)
		}
		return said
	}
	for i, r := range a.Refs[:min(len(a.Refs), maxItems)] {
		where := fmt.Sprintf("refs[%d]", i)
		kind, known := in.kind(r.ID)
		if !known {
			wrong.add("%s.id: there is no %q", where, r.ID)
		}
		out.Refs = append(out.Refs, Ref{mention(where, r.Mention), kind, r.ID, min(max(r.Confidence, 0), 1)})
	}
	for i, m := range a.Ambiguous[:min(len(a.Ambiguous), maxItems)] {
		where := fmt.Sprintf("ambiguous[%d]", i)
		m.Mention = mention(where, m.Mention)
		slices.Sort(m.IDs)
		if m.IDs = slices.Compact(m.IDs); len(m.IDs) < 2 {
			wrong.add("%s.ids are fewer than two", where)
		}
		for _, id := range m.IDs {
			if _, known := in.kind(id); !known {
				wrong.add("%s.ids: there is no %q", where, id)
			}
		}
		out.Ambiguous = append(out.Ambiguous, m)
	}
	return out, wrong
}
