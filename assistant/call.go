package assistant

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"parley"
	"parley/agent"
	"parley/assistant/state"
	"parley/llm"
	"parley/scenarios"
)

func newAction() string { return rand.Text() }

// Call is the mind of an assistant in one call, an agent.Mind, and a reader of the
// call's journal: what was truly heard is kept, not what was meant to be said. Once
// its user is erased nothing more of the call is kept. Its methods may be called from
// several goroutines.
type Call struct {
	host   *Host
	id     parley.CallID
	owner  string
	scene  scenarios.Scenario
	engine llm.Engine
	began  time.Time

	mu sync.Mutex
	// user is held while the call is on, as they were after so many erasures.
	user     *user
	release  func()
	erasures int
	// stored are the user's turns that are kept, by their number among the user's
	// from 1; of the journal's numbers of turns, turns has those.
	stored map[int]parley.Message
	turns  map[int]int
	// tellings tell of the newest answer to the user's turn of a number.
	tellings map[int]*telling
	// done is what came of the tools that ran for the user's turn of a number.
	done map[int]map[string]string
	// newest is the newest user's turn that the journal has, tokens what the model
	// used since the last answer that was heard.
	newest, tokens int
	// told are the ids of the reminders that are to be said, by their words.
	told map[string][]string
	// tell says something unasked, once there is a call to say it in; unsaved is set
	// once it was said that something is not saved, until something is.
	tell    func(string) error
	unsaved bool
}

var _ agent.Mind = (*Call)(nil)

// strangerPrefix begins the names of users who are known in one call alone.
const strangerPrefix = "call-"

// NewCall is the mind of a scene's assistant for the user owner. engine is nil where
// there is no model. Without an owner a user of this call alone is served, who is
// erased at its end.
func (h *Host) NewCall(id parley.CallID, owner string, s scenarios.Scenario, engine llm.Engine) *Call {
	if owner == "" {
		owner = strangerPrefix + string(id)
	}
	return &Call{
		host: h, id: id, owner: owner, scene: s, engine: engine, began: h.cfg.Now(),
		stored: map[int]parley.Message{}, turns: map[int]int{}, tellings: map[int]*telling{},
		done: map[int]map[string]string{}, told: map[string][]string{},
	}
}

// Name is the model's, or says that there is none.
func (c *Call) Name() string {
	if c.engine == nil {
		return "commands"
	}
	return c.engine.Name()
}

// hold keeps the user in memory for as long as the call is on.
func (c *Call) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.user != nil {
		return
	}
	c.user, c.release = c.host.user(c.owner)
	c.user.mu.Lock()
	defer c.user.mu.Unlock()
	c.erasures = c.user.erasures
}

// on is ctx for what is done on the user's behalf in this call: see ErrErased.
func (c *Call) on(ctx context.Context) context.Context {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.user == nil {
		return ctx
	}
	return asOf(ctx, c.erasures)
}

// What is said of an answer that could not be kept, or not be made.
const (
	notSaved = "I could not save that: my memory cannot be reached. Please try again in a moment."
	notSure  = "I am not sure whether I have saved that: my memory went away in the middle of it. " +
		"Please ask me what I have before you say it again."
	damaged = "Some of what I keep for you is damaged, so I can look nothing up and change nothing. " +
		"Please tell whoever runs this."
	tooMuch = "That is as much as I can take for now. Please give me a minute."
	erased  = "Everything I knew of you was erased, so I keep nothing more in this call. Please call again to begin anew."
)

// Answer answers the user's turn. While the turn may go on it only reads: the
// model's words are said into the silence that holds them back, and what has an
// effect waits until the turn is over and the user's message stored. The message is
// stored as soon as the turn is over, whatever the model takes.
func (c *Call) Answer(ctx context.Context, t agent.Turn, out agent.Mouth) error {
	u, done := c.host.user(c.owner)
	defer done()
	number, work := c.begin(u, t, out)
	on, cut := context.WithCancelCause(c.on(ctx))
	defer cut(nil)
	go func() {
		if err := work.committed(on); err != nil {
			cut(err)
		}
	}()
	err := c.host.answer(on, work)
	if cause := context.Cause(on); cause != nil {
		err = cause
	}
	if len(work.ended) > 0 { // what they said is kept as it is heard
		if _, _, lost := c.host.Do(context.WithoutCancel(on), c.owner, "", work.ended...); lost != nil {
			c.host.log.Warn("a program that has ended is not kept as such", "call", c.id, "err", lost)
		}
	}
	c.mu.Lock()
	c.tokens += work.tokens
	c.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return err
	case err == nil:
		return c.own(number, work)
	default:
		return c.excuse(err, work)
	}
}

// begin is the user's turn that t asks to be answered, and its number among theirs.
func (c *Call) begin(u *user, t agent.Turn, out agent.Mouth) (number int, work *turn) {
	number, text, conversation := newest(t)
	work = &turn{
		owner: c.owner, action: c.action(number), text: text, modality: Voice,
		scene: c.scene, engine: c.engine,
		since: c.began, heard: heard(conversation), telling: c.telling(u, number),
	}
	work.say = func(piece string) error {
		err := out.Say(piece)
		if err == nil {
			work.telling.say(piece)
		}
		return err
	}
	work.unsay = func() {
		out.Unsay()
		work.telling.unsay()
	}
	work.committed = func(ctx context.Context) error {
		select {
		case <-t.Committed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		return c.store(context.WithoutCancel(ctx), number, text, Voice)
	}
	return number, work
}

// excuse says why there is no answer, or no whole one. An error that it returns is
// excused by the call's core.
func (c *Call) excuse(err error, t *turn) error {
	switch {
	case errors.Is(err, ErrNotSaved):
		c.mu.Lock()
		c.unsaved = true
		c.mu.Unlock()
		t.unsay()
		return t.say(unsavedWords(err))
	case errors.Is(err, ErrDamaged):
		t.unsay()
		return t.say(damaged)
	case errors.Is(err, ErrErased):
		t.unsay()
		return t.say(erased)
	case errors.Is(err, state.ErrQuota):
		return t.speak(tooMuch)
	case errors.Is(err, errSilent):
		return agent.ErrSilent
	case t.done: // to have it said again would have it done again
		c.host.log.Warn("no whole answer", "call", c.id, "err", err)
		return t.speak(t.unfinished())
	}
	return err
}

// unsavedWords say what is known of something after an ErrNotSaved.
func unsavedWords(err error) string {
	if errors.Is(err, ErrUnsure) {
		return notSure
	}
	return notSaved
}

// newest is the user's turn that t asks to be answered: its number among the user's
// from 1, its words, and what was said before it.
func newest(t agent.Turn) (number int, text string, before []parley.Turn) {
	number, text, before = 1, t.Text, t.Conversation
	for i, said := range t.Conversation {
		if said.Role == parley.User {
			number++
			if t.Text == "" { // the last turn of the user's is answered once more
				text, before = said.Text, t.Conversation[:i]
			}
		}
	}
	if t.Text == "" {
		number--
	}
	return number, text, before
}

// telling is that of a new answer to the user's turn of a number.
func (c *Call) telling(u *user, number int) *telling {
	c.mu.Lock()
	defer c.mu.Unlock()
	t := &telling{to: u.tell, message: c.stored[number].ID}
	c.tellings[number] = t
	return t
}

// own tells of what was done for the same turn while it was heard otherwise, and of
// which nothing came now: it stays done.
func (c *Call) own(number int, t *turn) error {
	c.mu.Lock()
	before := c.done[number]
	var also []string
	for _, key := range slices.Sorted(maps.Keys(before)) {
		if _, again := t.effects[key]; !again {
			also = append(also, before[key])
		}
	}
	if len(t.effects) > 0 {
		c.done[number] = t.effects
	}
	c.mu.Unlock()
	if len(also) == 0 {
		return nil
	}
	return t.speak("At first I had heard that otherwise, so this was done, too: " + strings.Join(also, " "))
}

// action names the user's turn of a number for ever.
func (c *Call) action(number int) string { return fmt.Sprintf("%s-%d", c.id, number) }

// store keeps the user's turn of a number, once; what is heard of it later takes the
// place of what was heard at first.
func (c *Call) store(ctx context.Context, number int, text, modality string) error {
	ctx = c.on(ctx)
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, ok := c.stored[number]
	if ok && kept.Content == text && kept.Modality == modality {
		return nil
	}
	if ok {
		if _, _, err := c.host.Do(ctx, c.owner, "", state.Amend{ID: kept.ID, Text: text, Modality: modality}); err != nil {
			return err
		}
	} else {
		u, done := c.host.user(c.owner)
		defer done()
		t := &turn{action: c.action(number), text: text, modality: modality, telling: c.tellings[number]}
		if t.telling == nil {
			t.telling = &telling{to: u.tell}
		}
		if _, err := c.host.receive(ctx, u, t); err != nil {
			return err
		}
		kept.ID = t.telling.id()
		c.unsaved = false
	}
	kept.Content, kept.Modality = text, modality
	c.stored[number] = kept
	return nil
}

// heard is a call's conversation as a model reads it.
func heard(turns []parley.Turn) []llm.Message {
	var all []llm.Message
	for _, t := range turns {
		speaker, text := llm.User, t.Text
		if t.Role == parley.Character {
			speaker = llm.Assistant
			if t.Interrupted {
				text += "—"
			}
		}
		if text != "" {
			all = append(all, llm.Message{Speaker: speaker, Text: text})
		}
	}
	return all
}
