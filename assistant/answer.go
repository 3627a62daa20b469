package assistant

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/assistant/grammar"
	"parley/assistant/state"
	"parley/tool"
)

// The two ways in which a message comes.
const (
	Voice = "voice"
	Text  = "text"
)

const (
	// maxRounds bounds how often a model may call tools in one turn, maxCalls how
	// many tools.
	maxRounds = 5
	maxCalls  = 12
	// temperature of talk; that of structured answers is package skill's.
	temperature = 0.4
	// maxReplyTokens bounds a runaway model: three sentences take some 80.
	maxReplyTokens = 400
	// TurnTimeout bounds the answer to one message, all tools included.
	TurnTimeout = 2 * time.Minute
)

// answer answers t: plain commands from the grammar, all else by the model where
// there is one. An error is of ctx, the store or the model; what was done before it
// stays done and was said.
func (h *Host) answer(ctx context.Context, t *turn) error {
	ctx = context.WithValue(ctx, tellingKey{}, t.telling)
	s, err := h.State(ctx, t.owner)
	if err != nil {
		return err
	}
	seen := t.seen
	if seen == 0 { // a message that is answered again meant the list of then
		seen, _ = s.Done(t.action)
	}
	t.open = h.questions(s)
	known := h.grammarContext(s, seen)
	known.Confirm = t.justAsked(s)
	calls, sure := grammar.Read(t.text, known)
	noModel := h.model(t.engine, s)
	switch {
	case len(calls) > 0 && (sure || noModel != nil):
		said, asks, err := h.carryOut(ctx, t, calls)
		if saying := t.speak(said); err != nil || saying != nil || asks || noModel != nil || t.modality == Voice {
			return cmp.Or(err, saying)
		}
		return h.follow(ctx, t, said)
	case noModel == nil:
		return h.converse(ctx, t, s)
	case enough.MatchString(t.text): // which is a thing to do by its grammar
		if err := t.committed(ctx); err != nil {
			return err
		}
		return t.speak("All right.")
	case len(grammar.Extract(t.text, h.now(s))) > 0:
		args := map[string]any{"text": t.text}
		said, _, err := h.carryOut(ctx, t, []grammar.Call{{Tool: "tasks.extract", Args: args}})
		return cmp.Or(err, t.speak(said))
	}
	if err := t.committed(ctx); err != nil {
		return err
	}
	return t.speak(t.without(noModel))
}

// enough matches what somebody says who wants to hear no more.
var enough = regexp.MustCompile(`(?i)^\W*(?:(?:no|ok|okay|all right|please)\W+)*` +
	`(?:stop(?: it| that| talking)?|wait|hold on|be quiet|(?:that is |that's )?enough)(?:\W+(?:please|for now|now|thanks|thank you))*\W*$`)

// grammarContext is what the user's words may mean: numbers are those of the list
// that they saw.
func (h *Host) grammarContext(s *state.State, seen uint64) grammar.Context {
	c := grammar.Context{Now: h.now(s)}
	for _, id := range s.Listed(seen) {
		t, _ := s.Task(id)
		c.Tasks = append(c.Tasks, t) // one that went keeps its number, without an id
	}
	for _, t := range s.Tasks {
		if !slices.Contains(s.Listed(seen), t.ID) {
			c.Others = append(c.Others, t)
		}
	}
	for _, r := range s.Reminders {
		if r.Status == parley.Scheduled {
			c.Reminders = append(c.Reminders, r)
		}
	}
	if card, ok := s.Card("flights"); ok && card.Flights != nil {
		c.Flights = card.Flights.Ranked
	}
	return c
}

// carryOut runs the calls of a plain command and is what came of them, and whether
// that asks the user something. With an error it is what came of those before it.
func (h *Host) carryOut(ctx context.Context, t *turn, calls []grammar.Call) (said string, asks bool, err error) {
	for i, c := range asOne(calls) {
		args, err := json.Marshal(c.Args)
		if err != nil {
			return said, asks, fmt.Errorf("read a command: %w", err)
		}
		r, err := h.call(ctx, t, tool.Call{ID: fmt.Sprint(i), Key: t.key(c.Tool, args), User: t.owner}, c.Tool, args)
		if err != nil {
			return said, asks, err
		}
		said = strings.TrimSpace(said + " " + r.Said)
		asks = asks || r.Question
	}
	return said, asks, nil
}

// call runs one tool: after the user's turn is committed unless it only reads, and
// after their yes if it wants one.
func (h *Host) call(ctx context.Context, t *turn, c tool.Call, name string, args json.RawMessage) (Result, error) {
	t.calls++
	switch name {
	case "confirm.answer":
		return h.confirm(ctx, t, args)
	case "help":
		return Result{Said: helpFor(t.scene.Tools)}, t.committed(ctx)
	}
	f, ok := h.tools.Get(name)
	switch {
	case !ok:
		return Result{}, fmt.Errorf("%w: there is no tool %s", tool.ErrArguments, name)
	case name == "tasks.remove" && t.removed > 0:
		return ask("That would be more than one. Which tasks shall I remove?"), nil
	case !t.has(name):
		return Result{Said: "That is not among what I do here: I keep " + join(t.scene.Tools, "and") + "."}, nil
	}
	question, needed, err := f.Question(args)
	if err != nil {
		return Result{}, err
	}
	if !f.ReadOnly() || needed {
		if err := t.committed(ctx); err != nil {
			return Result{}, err
		}
	}
	t.telling.tell("tool.call", name)
	var r Result
	if needed {
		if _, _, err := h.Do(ctx, t.owner, c.Key, state.Ask{Question: question, Tool: name, Args: args}); err != nil {
			return Result{}, err
		}
		r = Result{Said: question, Question: true, Done: true}
	} else if r, err = h.run(ctx, f, c, args); err != nil {
		return Result{}, err
	}
	if name == "tasks.remove" && r.Done {
		t.removed++
	}
	t.did(c.Key, r, f.ReadOnly() || name == "tasks.list")
	t.telling.tell("tool.result", name)
	return r, nil
}

func (h *Host) run(ctx context.Context, f tool.Tool, c tool.Call, args json.RawMessage) (r Result, err error) {
	out, err := f.Run(ctx, c, args)
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	return r, err
}
