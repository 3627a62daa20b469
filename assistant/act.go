package assistant

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"

	"parley"
	"parley/agent/reply"
	"parley/assistant/state"
	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/tsx"
	"parley/codefirst/voice"
	"parley/llm"
	"parley/tool"
)

const codeRules = rules + `
- Your code calls the tools. What a tool gives has "said", which is true as it stands: yield it, or say it shorter. If it has
  "question", the user is to answer it. "items" are what was asked for, a line each.
- A tool that needs the user's yes has them asked and halts your code by itself: do not ask before you call it. Your code goes
  on after the yes with what the tool gives; after a no the call throws.`

// act has the model answer by code that calls tools, or has a program go on. What the
// code does is held to what h.call holds any other call to.
func (h *Host) act(ctx context.Context, t *turn, s *state.State, g *goesOn) error {
	a, err := h.newActor(ctx, t, s)
	if err != nil {
		return err
	}
	var from *codefirst.Snapshot
	var journal codefirst.Journal
	if g != nil {
		from, journal = g.program, h.keeps(ctx, t.owner, g)
	}
	ctx, cut := context.WithCancelCause(ctx)
	defer cut(nil)
	a.cut, a.resumed = cut, from != nil
	result, err := a.execute(ctx, codefirst.Params{
		Models:       []llm.Engine{modelOf(t)},
		Instructions: t.brief(codeRules) + chat.Guard(h.data(ctx, t, s)),
		Refresh:      a.refresh, Chat: a, Voice: t.modality == Voice, Temperature: new(float32(temperature)),
		Loop: a.rounds(from), User: t.owner, Snapshot: from, Journal: journal, Now: h.cfg.Now,
	})
	if err != nil {
		return err
	}
	a.calling.Lock() // a call that the run has left behind counts on the turn, and has heard that it ended
	t.tokens += tokens(result)
	a.calling.Unlock()
	if result.Interrupted() {
		return a.ask(ctx, result.Snapshot)
	}
	if err := result.Err(); err != nil {
		return err
	}
	if err := a.speak(a.rest()); err != nil {
		return err
	}
	if !t.spoke {
		return errSilent
	}
	return nil
}

// actor is the program of one turn: its codefirst.Chat and Streamer, and its tools.
// What is said is said on the goroutine of the answer, one call runs at a time.
type actor struct {
	h     *Host
	t     *turn
	talk  *voice.Conversation
	said  []chat.Message
	shows []chat.Component
	cut   context.CancelCauseFunc // ends the run
	// resumed is set for a program that was halted before.
	resumed bool

	jobs    chan func() // for the goroutine of the answer, which alone has guard and begun
	guard   claims
	begun   bool
	changed atomic.Bool // turn.changed as of the last call that came back

	calling sync.Mutex   // of what follows, and of what the turn counts of its calls
	round   *state.State // as the iteration began: what its calls mean
	waits   Result       // of the call that has halted the program
	halted  int          // its number in the run
}

func (h *Host) newActor(ctx context.Context, t *turn, s *state.State) (*actor, error) {
	shows, err := chat.BuiltIn("Message", "Text")
	if err != nil {
		return nil, err
	}
	shows[0].Examples = shows[0].Examples[:1] // the others have components that are not shown
	a := &actor{h: h, t: t, shows: shows, jobs: make(chan func())}
	a.changed.Store(t.changed)
	a.guard.did = a.changed.Load
	how := chat.Typed
	if t.modality == Voice {
		how = chat.Voice
	}
	add := func(all []chat.Message, m llm.Message) []chat.Message {
		role := chat.User
		if m.Speaker == llm.Assistant {
			role = chat.Assistant
		}
		text := strings.ReplaceAll(m.Text, "\n", "\n ") // no line of it reads as one of the prompt
		return append(all, chat.Message{Role: role, Text: text, Modality: how})
	}
	for _, m := range t.history(s) {
		a.said = add(a.said, m)
	}
	u, done := h.user(t.owner)
	defer done()
	var summarise chat.Summarise
	if t.engine != nil {
		summarise = codefirst.Summariser(t.engine, func(tokens int) { t.tokens += tokens })
	}
	a.said = add(u.older.Shorten(ctx, a.said, summarise), llm.Message{Speaker: llm.User, Text: t.text})
	a.talk = voice.NewConversation(mouth{a}, t.scene.Botname, a.said, shows, nil)
	return a, nil
}

// rounds is how many iterations there may be: to recover from what the code threw
// because the user said no, none.
func (a *actor) rounds(from *codefirst.Snapshot) int {
	if from != nil {
		if c, ok := from.Call(); ok && c.Err != "" {
			return 1
		}
	}
	return maxRounds
}

// execute runs the loop, and meanwhile does on its own goroutine what the run says.
func (a *actor) execute(ctx context.Context, p codefirst.Params) (result *codefirst.Result, err error) {
	p.Limits.Calls = maxCalls
	over := make(chan struct{})
	go func() {
		defer close(over)
		result, err = codefirst.Execute(ctx, p)
	}()
	for {
		select {
		case job := <-a.jobs:
			job()
		case <-over:
			return result, err
		}
	}
}

// saying has the goroutine of the answer do f, and waits for it.
func (a *actor) saying(ctx context.Context, f func() error) error {
	done := make(chan error, 1)
	select {
	case a.jobs <- func() { done <- f() }:
		return <-done
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// Transcript implements codefirst.Chat.
func (a *actor) Transcript(context.Context) ([]chat.Message, error) { return a.said, nil }

// Components implements codefirst.Chat.
func (a *actor) Components(context.Context) ([]chat.Component, error) { return a.shows, nil }

// Delta implements codefirst.Streamer.
func (a *actor) Delta(ctx context.Context, id, text string) error {
	return a.saying(ctx, func() error { return a.talk.Delta(ctx, id, text) })
}

// Send implements codefirst.Chat.
func (a *actor) Send(ctx context.Context, id string, e tsx.Element) error {
	return a.saying(ctx, func() error { return a.talk.Send(ctx, id, e) })
}

// mouth speaks for a, without claims of what was not done.
type mouth struct{ a *actor }

// Say implements voice.Mouth. A message that ends ends in a line break.
func (m mouth) Say(words string) error {
	words = m.a.guard.Write(words)
	if text, ended := strings.CutSuffix(words, "\n"); ended {
		words = text + " "
	}
	return m.a.speak(words)
}

// Show implements voice.Mouth: an assistant's cards are its tools'.
func (mouth) Show(parley.Card) error { return nil }

// speak says the next words of the answer.
func (a *actor) speak(words string) error {
	if !a.begun || a.t.apart {
		words = a.t.part(words)
	}
	if words == "" {
		return nil
	}
	a.begun = true
	a.t.spoke, a.t.apart = a.t.spoke || reply.Speakable(words), strings.HasSuffix(words, " ")
	return a.t.say(words)
}

// rest is what is held back of the answer at its end, and the truth in the place of
// what was left out: what was claimed too soon may have been done since.
func (a *actor) rest() string {
	if a.guard.dropped && !a.guard.outside && a.t.changed {
		a.guard.dropped = false
		return a.guard.Flush() + " " + strings.Join(a.t.results, " ")
	}
	return a.guard.Flush()
}

// tools are those of the turn as the code finds them.
func (a *actor) refresh(ctx context.Context, _ *codefirst.Run, p *codefirst.Params) error {
	s, err := a.h.State(ctx, a.t.owner)
	if err != nil {
		return err
	}
	a.calling.Lock()
	a.round = s
	a.calling.Unlock()
	var all []tool.Tool
	var errs []error
	for _, f := range a.h.tools.All() {
		if a.t.has(f.Name()) {
			t, err := f.StandIn(a.runs(f.Name(), f.ReadOnly()), standing(f.ReadOnly())...)
			all, errs = append(all, t), append(errs, err)
		}
	}
	if len(a.t.open) > 0 || a.resumed { // it may have called it before it was halted
		t, err := tool.FromJSON(confirmTool, confirmDescription, json.RawMessage(confirmInput), all[0].Output(),
			a.runs(confirmTool, false), standing(false)...)
		all, errs = append(all, t), append(errs, err)
	}
	p.Tools = all
	return errors.Join(errs...)
}

// standing are the options of a tool that stands for the host's; looks says that it changes
// nothing. It waits for the user's turn, too; and a call of a turn is made once, by its key.
func standing(looks bool) []tool.Option {
	options := []tool.Option{tool.WithTimeout(TurnTimeout), tool.Repeatable()}
	if looks {
		options = append(options, tool.ReadOnly())
	}
	return options
}

// runs is what a tool does that stands for the host's of that name.
func (a *actor) runs(name string, looks bool) func(context.Context, tool.Call, json.RawMessage) (json.RawMessage, error) {
	return func(ctx context.Context, c tool.Call, args json.RawMessage) (json.RawMessage, error) {
		if !looks {
			if err := a.t.committed(ctx); err != nil {
				a.cut(err)
				return nil, err
			}
		}
		r, err := a.call(ctx, c.ID, name, args)
		if err != nil && ends(ctx, err) {
			a.cut(err)
		}
		if err != nil {
			return nil, err
		}
		return json.Marshal(r)
	}
}

// call runs a call of the code's. After one that needs a yes none is run.
func (a *actor) call(ctx context.Context, id, name string, args json.RawMessage) (Result, error) {
	a.calling.Lock()
	defer a.calling.Unlock()
	if ctx.Err() != nil { // the turn may have ended while it waited
		return Result{}, context.Cause(ctx)
	}
	if a.waits.waits {
		return Result{}, &codefirst.Pause{Reason: a.waits.Said}
	}
	name, args, err := a.asOne(ctx, name, args)
	if err != nil {
		return Result{}, err
	}
	r, err := a.h.attempt(ctx, a.t, id, name, args)
	a.changed.Store(a.t.changed)
	if err == nil && r.waits {
		a.waits = r
		a.halted, err = strconv.Atoi(id)
		return Result{}, errors.Join(err, &codefirst.Pause{Reason: r.Said})
	}
	return r, err
}

// asOne is Host.together of calls that come one after another: a second task goes by
// the call that asks. It is the one that was meant as the iteration began.
func (a *actor) asOne(ctx context.Context, name string, args json.RawMessage) (string, json.RawMessage, error) {
	if name != "tasks.remove" || a.t.removed == 0 {
		return name, args, nil
	}
	var in oneTask
	if err := json.Unmarshal(args, &in); err != nil {
		return "", nil, fmt.Errorf("%w: %w", tool.ErrArguments, err)
	}
	task, unclear := find(a.round, in)
	if unclear != nil {
		return name, args, nil
	}
	s, err := a.h.State(ctx, a.t.owner)
	if err != nil {
		return "", nil, err
	}
	if _, there := s.Task(task.ID); !there {
		return name, args, nil
	}
	args, err = json.Marshal(clearTasks{IDs: []string{task.ID}})
	return "tasks.clear", args, err
}

// ask asks what the halted program waits for, and keeps it for the answer. What is
// too large to be kept, or cannot be, ends there: the yes is to the tool alone.
func (a *actor) ask(ctx context.Context, s *codefirst.Snapshot) error {
	if err := a.speak(a.guard.pass(a.guard.held)); err != nil {
		return err
	}
	// Of calls at once the run waits for the first, though another came first to ask.
	if i := slices.Index(s.Unbegun, a.halted); i >= 0 {
		s.Unbegun[i], s.Waiting = s.Waiting, a.halted
	}
	s.Variables = nil // the program makes them again
	run, err := json.Marshal(s)
	if err == nil && a.waits.asked != "" {
		_, _, err = a.h.Do(ctx, a.t.owner, "", state.Halt{
			Program: state.Halted{Question: a.waits.asked, Tools: a.t.scene.Tools, Run: run},
		})
	}
	switch {
	case errors.Is(err, ErrErased), ctx.Err() != nil:
		return err
	case err != nil:
		a.h.log.Warn("a program does not go on after its question", "err", err)
	}
	return a.t.speak(a.waits.Said)
}

// tokens are those of a run, as the services tell, else one for every four bytes.
func tokens(r *codefirst.Result) int {
	n := 0
	for _, it := range r.Iterations {
		switch u := it.Usage.Prompt + it.Usage.Completion; {
		case u > 0:
			n += u
		case it.Prompt != nil:
			bytes := len(it.Reply)
			for _, m := range it.Prompt {
				bytes += len(m.Text)
			}
			n += bytes / 4
		}
	}
	return n
}

// modelOf is the turn's model, or one that never answers.
func modelOf(t *turn) llm.Engine {
	if t.engine == nil {
		return absent{}
	}
	return t.engine
}

// absent is the model where there is none: a program goes on without, as far as it can.
type absent struct{}

// Name implements llm.Engine.
func (absent) Name() string { return "none" }

// Chat implements llm.Engine.
func (absent) Chat(context.Context, llm.Request) (llm.Stream, error) {
	return nil, fmt.Errorf("go on with a program: %w", errNoModel)
}
