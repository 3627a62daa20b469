package assistant

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"parley"
	"parley/assistant/skill"
	"parley/assistant/state"
	"parley/llm"
	"parley/tool"
)

type (
	remember struct {
		Text     string            `json:"text" jsonschema:"the fact, or the preference's value [minLength=1 maxLength=300]"`
		Kind     parley.MemoryKind `json:"kind,omitempty" jsonschema:"what it is [enum=fact|preference|episode]"`
		Category string            `json:"category,omitempty" jsonschema:"of a preference, such as travel [maxLength=40]"`
		Key      string            `json:"key,omitempty" jsonschema:"of a preference, such as airline [maxLength=40]"`
		Inferred bool              `json:"inferred,omitempty" jsonschema:"set if the user did not say it outright"`
		Sure     float64           `json:"confidence,omitempty" jsonschema:"how sure that is, if inferred [minimum=0 maximum=1]"`
	}
	recall struct {
		About string `json:"about,omitempty" jsonschema:"what is looked for; left out for everything [maxLength=200]"`
	}
)

func (h *Host) memoryTools(add func(tool.Tool, error)) {
	add(tool.New("memory.remember",
		"Keep a fact about the user, or a preference, for later days; a secret only if they ask for that.", h.remember))
	add(tool.New("memory.recall", "Look up what is known of the user, their tasks and trips.", h.recall, tool.ReadOnly()))
	add(tool.New("memory.forget", "Forget one thing that is known of the user.", h.forget))
}

func (h *Host) remember(ctx context.Context, c tool.Call, in remember) (Result, error) {
	m := parley.Memory{
		Kind: cmp.Or(in.Kind, parley.Fact), Category: in.Category, Key: in.Key, Text: in.Text, Source: parley.Explicit, Confidence: 1,
	}
	if in.Inferred {
		m.Source, m.Confidence = parley.Inferred, cmp.Or(in.Sure, 0.5)
	}
	events, s, err := h.Do(ctx, c.User, c.Key, state.Remember{Memory: m})
	switch {
	case errors.Is(err, state.ErrDuplicate):
		return Result{Said: "I know that already: " + parley.OneLine(in.Text) + "."}, nil
	case err != nil:
		return refusal(err)
	case len(events) == 0 && !known(s, m):
		return Result{Said: "I keep what you told me of that yourself."}, nil
	}
	return Result{Said: "I will remember that: " + remembered(m) + ".", Done: true}, nil
}

// known reports that a memory is kept, such as by an earlier run of the same action.
func known(s *state.State, m parley.Memory) bool {
	return slices.ContainsFunc(s.Memories, func(o parley.Memory) bool { return o.Kind == m.Kind && o.Text == parley.OneLine(m.Text) })
}

func (h *Host) recall(ctx context.Context, c tool.Call, in recall) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	if in.About == "" {
		return everything(s), nil
	}
	skills, settle := h.skills(ctx, c.User, s)
	defer settle()
	found, err := skills.Recall(ctx, skill.RecallInput{Known: h.known(s), Text: in.About, Trips: tripsOf(s)})
	if err != nil {
		return Result{}, err
	}
	r := Result{Done: true}
	var said []string
	for _, ref := range found.Refs {
		line := h.describe(s, ref.ID)
		if line == "" || slices.Contains(said, line) {
			continue
		}
		said = append(said, line)
		r.Items = append(r.Items, fmt.Sprintf("%s (id %s)", line, ref.ID))
	}
	switch {
	case len(said) > 0:
		r.Said = "This is what I know: " + strings.Join(said[:min(len(said), maxSpoken)], "; ") + "."
	case len(found.Ambiguous) > 0:
		return h.which(s, found.Ambiguous[0].IDs), nil
	default:
		r.Said = "I know nothing about that."
	}
	return r, nil
}

// which asks which of several things is meant.
func (h *Host) which(s *state.State, ids []string) Result {
	var all []string
	for _, id := range ids[:min(len(ids), 4)] {
		if line := h.describe(s, id); line != "" {
			all = append(all, line)
		}
	}
	r := ask("Which one do you mean: %s?", join(all, "or"))
	r.Items = all
	return r
}

// describe is what has an id, in words, or "".
func (h *Host) describe(s *state.State, id string) string {
	if t, ok := s.Task(id); ok {
		return "a task, " + h.phrase(s, t)
	}
	if m, ok := s.Memory(id); ok {
		return remembered(m)
	}
	if c, ok := s.Card("flights"); ok && c.Flights != nil && c.Flights.Trip == id {
		return "a trip to " + c.Flights.Request.To + " on " + c.Flights.Request.Depart
	}
	return ""
}

func remembered(m parley.Memory) string {
	text := strings.TrimRight(parley.OneLine(m.Text), ".")
	if m.Kind == parley.Preference && m.Key != "" && !strings.Contains(strings.ToLower(text), strings.ToLower(m.Key)) {
		text = m.Key + ", " + text
	}
	if m.Source == parley.Inferred {
		text += " (I gathered that)"
	}
	return text
}

func everything(s *state.State) Result {
	if len(s.Memories) == 0 {
		return Result{Said: "I know nothing about you yet.", Done: true}
	}
	r := Result{Done: true}
	var said []string
	for i, m := range slices.Backward(s.Memories) {
		r.Items = append(r.Items, fmt.Sprintf("%s: %s (id %s)", m.Kind, remembered(m), m.ID))
		if i >= len(s.Memories)-maxSpoken {
			said = append(said, remembered(m))
		}
	}
	r.Said = "This is what I know: " + strings.Join(said, "; ") + "."
	if more := len(s.Memories) - maxSpoken; more > 0 {
		r.Said += fmt.Sprintf(" And %d more, which the memory page shows.", more)
	}
	return r
}

func (h *Host) forget(ctx context.Context, c tool.Call, in oneThing) (Result, error) {
	s, err := h.State(ctx, c.User)
	if err != nil {
		return Result{}, err
	}
	id := match(in, s.Memories, func(m parley.Memory) (string, string) { return m.ID, m.Text })
	if id == "" {
		return ask("I do not find that among what I know. The memory page shows all of it: which one do you mean?"), nil
	}
	m, _ := s.Memory(id)
	if _, _, err := h.Do(ctx, c.User, c.Key, state.EraseMemory{ID: id}); err != nil {
		return refusal(err)
	}
	return Result{Said: "Forgotten: " + strings.TrimRight(m.Text, ".") + ".", Done: true}, nil
}

// tripsOf are the trips that may be meant, by their ids.
func tripsOf(s *state.State) map[string]parley.Trip {
	if c, ok := s.Card("flights"); ok && c.Flights != nil {
		return map[string]parley.Trip{c.Flights.Trip: c.Flights.Request}
	}
	return nil
}

// known is what the skills may know of a user, but for the calendar.
func (h *Host) known(s *state.State) skill.Known {
	return skill.Known{Now: h.now(s), Tasks: s.Tasks, Messages: s.Messages, Memories: s.Memories}
}

// skills are those of a user whose quota they count for, without a model where that
// is spent; settle keeps what was used.
func (h *Host) skills(ctx context.Context, owner string, s *state.State) (skills skill.Skills, settle func()) {
	skills = h.cfg.Skills
	if h.model(skills.Engine, s) != nil {
		skills.Engine = nil
	}
	tokens := 0
	skills.Used = func(u llm.Usage) { tokens += u.Prompt + u.Completion }
	if t := tellingOf(ctx); t != nil {
		skills.Progress = t.progress
	}
	return skills, func() {
		if tokens == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), storeTimeout)
		defer cancel()
		if _, _, err := h.Do(ctx, owner, "", state.Keep{state.UsageCounted{Tokens: tokens}}); err != nil {
			h.log.Warn("what a user used is not kept", "err", err)
		}
	}
}
