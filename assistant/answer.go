package assistant

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/fnv"
	"regexp"
	"slices"
	"strings"
	"time"

	"parley"
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
	t.question = t.justAsked(s)
	known.Question = t.question
	calls, sure := grammar.Read(t.text, known)
	noModel := h.model(t.engine, s)
	switch {
	case len(calls) > 0 && (sure || noModel != nil):
		said, asks, err := h.carryOut(ctx, t, calls)
		err = cmp.Or(err, t.speak(said))
		switch {
		case err == nil && t.goesOn != nil:
			return h.goOn(ctx, t)
		case err != nil || asks || noModel != nil || t.modality == Voice:
			return err
		}
		return h.follow(ctx, t, said)
	case noModel == nil:
		err := h.converse(ctx, t, s)
		if t.goesOn == nil || err != nil && !errors.Is(err, errSilent) {
			return err
		}
		if more := h.goOn(ctx, t); more != nil || t.spoke {
			return more
		}
		return err
	case enough.MatchString(t.text), polite.MatchString(t.text): // which may be a thing to do by its grammar
		if err := t.committed(ctx); err != nil {
			return err
		}
		return t.speak(courtesy(t.text))
	case t.question != "":
		if err := t.committed(ctx); err != nil {
			return err
		}
		return t.speak("Please say yes or no. " + t.question)
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

// polite matches a greeting, thanks and a goodbye.
var polite = regexp.MustCompile(`(?i)^\W*(?:(hi|hello|hey|good (?:morning|afternoon|evening))|((?:many )?thanks|thank you|cheers)|` +
	`((?:good)?bye|good night|see you))(?:\W+(?:there|again|very much|a lot|so much|for now|then|later|sam|everyone))*\W*$`)

// courtesy is what is said to such words without a model.
func courtesy(text string) string {
	m := polite.FindStringSubmatch(text)
	switch {
	case m == nil:
		return "All right."
	case m[1] != "":
		return "Hello. What can I do for you?"
	case m[2] != "":
		return "You are welcome."
	}
	return "Goodbye."
}

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
		if !strings.Contains(said, r.Said) { // asked twice, as people do who were not heard
			said = strings.TrimSpace(said + " " + r.Said)
		}
		asks = asks || r.Question
	}
	return said, asks, nil
}

// call runs one tool: after the user's turn is committed unless it only reads, and
// after their yes if it wants one.
func (h *Host) call(ctx context.Context, t *turn, c tool.Call, name string, args json.RawMessage) (Result, error) {
	t.calls++
	switch name {
	case confirmTool:
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
		_, s, err := h.Do(ctx, t.owner, c.Key, state.Ask{Question: question, Tool: name, Args: args})
		if err != nil {
			return Result{}, err
		}
		r = Result{Said: question, Question: true, Done: true, waits: true, asked: asked(s, name, args)}
	} else if r, err = h.run(ctx, f, c, args); err != nil {
		return Result{}, err
	}
	if name == "tasks.remove" && r.Done {
		t.removed++
	}
	t.examples = t.examples || name == "trips.search" && strings.Contains(r.Said, toldExamples)
	t.did(c.Key, r, f.ReadOnly() || name == "tasks.list")
	t.telling.tell("tool.result", name)
	return r, nil
}

// asked is the id of the newest question that waits with that call, "" if it was
// answered already.
func asked(s *state.State, name string, args json.RawMessage) string {
	for _, q := range slices.Backward(s.Confirms) {
		if q.Tool == name && string(compact(q.Args)) == string(compact(args)) {
			return q.ID
		}
	}
	return ""
}

func (h *Host) run(ctx context.Context, f tool.Tool, c tool.Call, args json.RawMessage) (r Result, err error) {
	out, err := f.Run(ctx, c, args)
	if err == nil {
		err = json.Unmarshal(out, &r)
	}
	return r, err
}

// turn is one message on its way to an answer.
type turn struct {
	owner string
	// action names the message for ever: what is done for it is done once.
	action, text, modality string
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
	// telling tells of what passes; watch, if set, whether the model is being loaded.
	telling *telling
	watch   func(tell func(on bool)) (stop func())

	// open are the questions that waited for a yes or no as the turn began.
	open []parley.Confirm
	// question is the newest of them if a mere yes or no is to that, else "".
	question string
	// done is set once a tool has changed or shown something, changed once it was more
	// than to look something up; effects is what came of those by their keys, results
	// what of all the turn itself has not said. asked counts how often a tool was called
	// with the same arguments, removed counts tasks that went, calls all tools, tokens
	// what the model read and wrote.
	done    bool
	changed bool
	effects map[string]string
	results []string
	asked   map[string]int
	removed int
	calls   int
	tokens  int
	// examples is set once made-up flights were found.
	examples bool
	// goesOn is the program whose question the turn has answered; ended ends those that
	// have gone on, in the commit that keeps what they said.
	goesOn *goesOn
	ended  []state.Command
	// spoke is set once there is something to be read or heard, apart where it ends
	// with a space.
	spoke, apart bool
}

// key names a call of a tool for ever: the same thing is done once for a turn, though
// its process died, or it was heard otherwise or went on after its tools had run.
func (t *turn) key(name string, args json.RawMessage) string {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s %s", name, compact(args))
	key := fmt.Sprintf("%s/%016x", t.action, h.Sum64())
	if t.asked == nil {
		t.asked = map[string]int{}
	}
	t.asked[key]++
	return fmt.Sprintf("%s-%d", key, t.asked[key])
}

// compact is JSON as it is however it was written.
func compact(args json.RawMessage) []byte {
	var v any
	if json.Unmarshal(args, &v) != nil {
		return args // which is refused
	}
	b, _ := json.Marshal(v) // what was read can be written
	return b
}

// without is what is said where only a model could answer.
func (t *turn) without(why error) string {
	switch {
	case errors.Is(why, state.ErrQuota):
		return "I cannot think that over any more today: " + why.Error() + ". Plain commands still work, such as: add buy milk tomorrow."
	case t.modality == Voice: // all that can be asked for takes 20 s to say
		return "I did not get that. I take plain commands here, such as: add buy milk to my list."
	}
	return "I did not get that. Without a language model I take plain commands, such as: add buy milk tomorrow. Ask for “help” to see them."
}

// speak says a piece of the answer that is made of what was done.
func (t *turn) speak(text string) error {
	t.results = nil
	if text = t.part(text); text != "" {
		t.spoke, t.apart = true, false
	}
	return t.say(text)
}

// sayExamples says of made-up flights that a model has told of what they are.
func (t *turn) sayExamples() error {
	if !t.examples {
		return nil
	}
	return t.speak(toldExamples)
}

// part is how a new part of the answer begins: apart from what was said before.
func (t *turn) part(text string) string {
	text = strings.TrimLeft(text, " \n")
	if t.spoke && !t.apart && text != "" {
		text = " " + text
	}
	return text
}

// did notes what came of a tool, which looks something up or changes it.
func (t *turn) did(key string, r Result, looks bool) {
	if !r.Done {
		return
	}
	t.done, t.results = true, append(t.results, r.Said)
	if looks {
		return
	}
	if t.effects == nil {
		t.effects = map[string]string{}
	}
	t.changed, t.effects[key] = true, r.Said
}

// unfinished is said after what was done, when the rest of the answer failed.
func (t *turn) unfinished() string {
	return strings.Join(append(t.results, "I could not finish the rest of my answer."), " ")
}

// has reports whether the turn's assistant has a tool. Some are everybody's.
func (t *turn) has(name string) bool {
	group, _, grouped := strings.Cut(name, ".")
	return !grouped || group == "profile" || slices.Contains(t.scene.Tools, group)
}
