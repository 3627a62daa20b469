package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley"
	"parley/agent/reply"
	"parley/assistant/grammar"
	"parley/assistant/state"
	"parley/llm"
	"parley/scenarios"
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

// turn is one message on its way to an answer.
type turn struct {
	owner string
	// action names the message for ever: what is done for it is done once.
	action, text, modality string
	// message is its id once it is stored.
	message string
	// seen is the revision of the list that the user saw; 0 is the newest.
	seen uint64
	// scene is the assistant's who answers; engine is nil without a model.
	scene  scenarios.Scenario
	engine llm.Engine
	// since and heard are of a call: messages from since on are told by heard, as
	// they were truly heard.
	since time.Time
	heard []llm.Message
	// committed blocks until the user's turn is over and their message stored.
	// Effects and claims wait for it.
	committed func(context.Context) error
	// say takes the next piece of the answer, unsay takes all of it back.
	say   func(string) error
	unsay func()
	// note tells of what passes.
	note func(Passing)

	// done is set once a tool has changed or shown something, calls counts tools,
	// tokens what the model read and wrote.
	done   bool
	calls  int
	tokens int
	spoke  bool
}

// key names the turn's next tool for ever: it is run once for the same words. A turn
// of a call may be heard otherwise, or go on, after its tools have run.
func (t *turn) key() string {
	return fmt.Sprintf("%s/%d-%08x", t.action, t.calls, crc32.ChecksumIEEE([]byte(t.text)))
}

// answer answers t: plain commands from the grammar, all else by the model where
// there is one. An error is of ctx, the store or the model; what was done before it
// stays done and was said.
func (h *Host) answer(ctx context.Context, t *turn) error {
	s, err := h.State(ctx, t.owner)
	if err != nil {
		return err
	}
	seen := t.seen
	if seen == 0 { // a message that is answered again meant the list of then
		seen, _ = s.Done(t.action)
	}
	calls, sure := grammar.Read(t.text, h.grammarContext(s, seen))
	noModel := h.model(t.engine, s)
	switch {
	case len(calls) > 0 && (sure || noModel != nil):
		said, err := h.carryOut(ctx, t, calls)
		if err != nil {
			return err
		}
		if err := t.speak(said); err != nil || noModel != nil || t.modality == Voice {
			return err
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
		said, err := h.carryOut(ctx, t, []grammar.Call{{Tool: "tasks.extract", Args: args}})
		if err != nil {
			return err
		}
		return t.speak(said)
	}
	if err := t.committed(ctx); err != nil {
		return err
	}
	return t.speak(t.without(noModel))
}

// enough matches what somebody says who wants to hear no more.
var enough = regexp.MustCompile(`(?i)^\W*(?:(?:no|ok|okay|all right|please)\W+)*` +
	`(?:stop(?: it| that| talking)?|wait|hold on|be quiet|(?:that is |that's )?enough)(?:\W+(?:please|for now|now|thanks|thank you))*\W*$`)

// without is what is said where only a model could answer.
func (t *turn) without(why error) string {
	switch {
	case errors.Is(why, state.ErrQuota):
		return "I cannot think that over any more today: " + why.Error() + ". Plain commands still work, such as: add buy milk tomorrow."
	case t.modality == Voice: // all that can be asked for takes 20 s to say
		return "I did not get that. I take plain commands here, such as: add buy milk to my list."
	}
	return "I can only take plain commands here, as there is no language model. " + helpFor(t.scene.Tools)
}

func (t *turn) speak(text string) error {
	if t.spoke && text != "" {
		text = " " + text
	}
	t.spoke = t.spoke || text != ""
	return t.say(text)
}

// grammarContext is what the user's words may mean: numbers are those of the list
// that they saw.
func (h *Host) grammarContext(s *state.State, seen uint64) grammar.Context {
	c := grammar.Context{Now: h.now(s), Confirm: len(s.Confirms) > 0}
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

// carryOut runs the calls of a plain command and is what came of them.
func (h *Host) carryOut(ctx context.Context, t *turn, calls []grammar.Call) (string, error) {
	var said []string
	for i, c := range asOne(calls) {
		args, err := json.Marshal(c.Args)
		if err != nil {
			return "", fmt.Errorf("read a command: %w", err)
		}
		r, err := h.call(ctx, t, tool.Call{ID: fmt.Sprint(i), Key: t.key(), User: t.owner}, c.Tool, args)
		if err != nil {
			return "", err
		}
		said = append(said, r.Said)
	}
	return strings.Join(said, " "), nil
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
	t.note(Passing{Type: "tool.call", Message: t.message, Text: name})
	var r Result
	if needed {
		if _, _, err := h.Do(ctx, t.owner, c.Key, state.Ask{Question: question, Tool: name, Args: args}); err != nil {
			return Result{}, err
		}
		r = Result{Said: question, Question: true, Done: true}
	} else if r, err = h.run(ctx, f, c, args); err != nil {
		return Result{}, err
	}
	t.done = t.done || r.Done
	t.note(Passing{Type: "tool.result", Message: t.message, Text: name})
	return r, nil
}

// has reports whether the turn's assistant has a tool. Some are everybody's.
func (t *turn) has(name string) bool {
	group, _, grouped := strings.Cut(name, ".")
	return !grouped || group == "profile" || slices.Contains(t.scene.Tools, group)
}

func (h *Host) run(ctx context.Context, f tool.Tool, c tool.Call, args json.RawMessage) (r Result, err error) {
	out, err := f.Run(ctx, c, args)
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	return r, err
}

// confirm takes the user's yes or no to the newest question.
func (h *Host) confirm(ctx context.Context, t *turn, args json.RawMessage) (Result, error) {
	var in struct {
		Yes bool `json:"yes"`
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return Result{}, fmt.Errorf("%w: yes must be true or false", tool.ErrArguments)
	}
	if err := t.committed(ctx); err != nil {
		return Result{}, err
	}
	s, err := h.State(ctx, t.owner)
	if err != nil {
		return Result{}, err
	}
	if len(s.Confirms) == 0 {
		return Result{Said: "There is nothing to say yes or no to."}, nil
	}
	r, err := h.resolve(ctx, t.owner, t.action, s.Confirms[len(s.Confirms)-1], in.Yes)
	t.done = t.done || r.Done
	return r, err
}

// resolve answers a question and, on yes, does what it asked for, once. That comes
// first: the question of a process that dies in between is still open.
func (h *Host) resolve(ctx context.Context, owner, action string, q parley.Confirm, yes bool) (Result, error) {
	_, s, err := h.Do(ctx, owner, "") // the newest state
	if err != nil {
		return Result{}, err
	}
	if _, open := s.Confirm(q.ID); !open {
		return Result{Said: "That was answered already."}, nil
	}
	r := Result{Said: "All right, I leave it.", Done: true}
	if f, ok := h.tools.Get(q.Tool); yes && (!ok || q.Expires.Before(h.cfg.Now())) {
		r = Result{Said: "I can no longer do that."}
	} else if yes {
		if r, err = h.run(ctx, f, tool.Call{ID: q.ID, Key: "confirm-" + q.ID, User: owner}, q.Args); err != nil {
			return Result{}, err
		}
	}
	_, _, err = h.Do(ctx, owner, action+answered, state.Resolve{ID: q.ID, Yes: yes})
	return r, err
}

// answered ends the name of the action that keeps a user's yes or no.
const answered = "/answer"

// converse has the model answer, with tools, in rounds.
func (h *Host) converse(ctx context.Context, t *turn, s *state.State) error {
	messages := h.prompt(t, s)
	for round := range maxRounds {
		r := llm.Request{Messages: messages, Temperature: temperature, MaxTokens: maxReplyTokens}
		if round < maxRounds-1 && t.calls < maxCalls {
			r.Tools = h.offers(t)
		}
		got, text, err := h.chat(ctx, t, r)
		if err != nil {
			return err
		}
		if len(got.Calls) == 0 || r.Tools == nil {
			if !t.spoke {
				return errSilent
			}
			return nil
		}
		messages = append(messages, llm.Message{Speaker: llm.Assistant, Text: text, Calls: got.Calls})
		for _, c := range got.Calls {
			reply, err := h.serve(ctx, t, c)
			if err != nil {
				return err
			}
			messages = append(messages, llm.Message{Speaker: llm.ToolReply, ReplyTo: c.ID, Text: reply})
		}
	}
	return nil
}

var errSilent = errors.New("answered without a word")

// serve runs one call of the model's and is what it is told of it. What is wrong
// with the call is told, too; faults of the store and of ctx are errors.
func (h *Host) serve(ctx context.Context, t *turn, c llm.ToolCall) (string, error) {
	if t.calls >= maxCalls {
		return `{"error":"too many calls in one turn"}`, nil
	}
	name := strings.Replace(c.Name, "_", ".", 1)
	call := tool.Call{ID: c.ID, Key: t.key(), User: t.owner}
	r, err := h.call(ctx, t, call, name, json.RawMessage(c.Arguments))
	switch {
	case err == nil:
	case ctx.Err() != nil || errors.Is(err, ErrNotSaved):
		return "", err
	default:
		b, _ := json.Marshal(map[string]string{"error": err.Error()}) // a string is always JSON
		return string(b), nil
	}
	b, err := json.Marshal(r)
	return string(b), err
}

// offers are the tools as a model is told of them; services take no dots in names.
func (h *Host) offers(t *turn) []llm.Tool {
	var all []llm.Tool
	for _, f := range h.tools.All() {
		if t.has(f.Name()) {
			all = append(all, llm.Tool{Name: strings.Replace(f.Name(), ".", "_", 1), Description: f.Description(), Parameters: f.Input()})
		}
	}
	return append(all, llm.Tool{
		Name: "confirm_answer", Description: "Take the user's yes or no to the question that waits for one.",
		Parameters: json.RawMessage(`{"type":"object","additionalProperties":false,"required":["yes"],` +
			`"properties":{"yes":{"type":"boolean"}}}`),
	})
}

// chat streams one answer of the model: its words are said, without claims of what
// was not done, its calls and its text are returned.
func (h *Host) chat(ctx context.Context, t *turn, r llm.Request) (reply.Answered, string, error) {
	stream, err := t.engine.Chat(ctx, r)
	if err != nil {
		return reply.Answered{}, "", err
	}
	defer stream.Close()
	counting := &counted{Stream: stream}
	guard := claims{did: func() bool { return t.done }}
	var text strings.Builder
	say := func(words string) error {
		if words == "" {
			return nil
		}
		if t.spoke && text.Len() == 0 {
			words = " " + strings.TrimLeft(words, " ")
		}
		text.WriteString(words)
		t.spoke = t.spoke || reply.Speakable(words)
		return t.say(words)
	}
	got, err := reply.Reader{
		Name: t.scene.Botname,
		Say:  func(words string) error { return say(guard.Write(words)) },
		Unsay: func() {
			guard.reset()
			text.Reset()
			t.spoke = false
			t.unsay()
		},
	}.Read(counting)
	if err == nil {
		err = say(guard.Flush())
	}
	t.tokens += counting.tokens(r)
	return got, text.String(), err
}

// counted counts what an answer costs.
type counted struct {
	llm.Stream
	usage *llm.Usage
	bytes int
}

func (c *counted) Next() (llm.Delta, error) {
	d, err := c.Stream.Next()
	c.bytes += len(d.Text)
	if d.Usage != nil {
		c.usage = d.Usage
	}
	return d, err
}

// tokens are those that the service tells of, else one for every four bytes.
func (c *counted) tokens(r llm.Request) int {
	if c.usage != nil {
		return c.usage.Prompt + c.usage.Completion
	}
	all := c.bytes
	for _, m := range r.Messages {
		all += len(m.Text)
	}
	return all / 4
}

const followUp = `The user's command has been carried out and they were told: %q. ` +
	`Add one short, helpful sentence or question about it, such as whether to set a due date. Claim nothing else.`

// follow has the model add a sentence to what a plain command has done. That it is
// done was said: a model that fails takes nothing away.
func (h *Host) follow(ctx context.Context, t *turn, said string) error {
	s, err := h.State(ctx, t.owner)
	if err != nil || !t.done {
		return nil //nolint:nilerr // it was done and said
	}
	r := llm.Request{Messages: h.prompt(t, s), Temperature: temperature, MaxTokens: maxReplyTokens / 4}
	r.Messages = append(r.Messages, llm.Message{Speaker: llm.System, Text: fmt.Sprintf(followUp, said)})
	done := t.done
	t.done = false // the claims of the sentence are about nothing that is done
	_, _, err = h.chat(ctx, t, r)
	t.done = done
	if err != nil && ctx.Err() == nil {
		h.log.Warn("the model added nothing to a command", "err", err)
		return nil
	}
	return err
}
