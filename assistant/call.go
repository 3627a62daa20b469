package assistant

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
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
// call's journal: what was truly heard is kept, not what was meant to be said. Its
// methods may be called from several goroutines.
type Call struct {
	host   *Host
	id     parley.CallID
	owner  string
	scene  scenarios.Scenario
	engine llm.Engine
	began  time.Time

	mu sync.Mutex
	// stored are the user's turns that are kept, by their number among the user's
	// from 1; of the journal's numbers of turns, turns has those.
	stored map[int]parley.Message
	turns  map[int]int
	// newest is the newest user's turn that the journal has, tokens what the model
	// used since the last answer that was heard.
	newest, tokens int
	// told are the ids of the reminders that are to be said, by their words.
	told map[string]string
}

var _ agent.Mind = (*Call)(nil)

// NewCall is the mind of a scene's assistant for the user owner. engine is nil where
// there is no model. Without an owner a user of this call alone is served, of whom
// nothing can be found later.
func (h *Host) NewCall(id parley.CallID, owner string, s scenarios.Scenario, engine llm.Engine) *Call {
	if owner == "" {
		owner = "call-" + string(id)
	}
	return &Call{
		host: h, id: id, owner: owner, scene: s, engine: engine, began: h.cfg.Now(),
		stored: map[int]parley.Message{}, turns: map[int]int{}, told: map[string]string{},
	}
}

// Name is the model's, or says that there is none.
func (c *Call) Name() string {
	if c.engine == nil {
		return "commands"
	}
	return c.engine.Name()
}

// Answer answers the user's turn. While the turn may go on it only reads: the
// model's words are said into the silence that holds them back, and what has an
// effect waits until the turn is over and the user's message stored.
func (c *Call) Answer(ctx context.Context, t agent.Turn, out agent.Mouth) error {
	number, text, conversation := 1, t.Text, t.Conversation
	for i, said := range t.Conversation {
		if said.Role == parley.User {
			number++
			if t.Text == "" { // the last turn of the user's is answered once more
				text, conversation = said.Text, t.Conversation[:i]
			}
		}
	}
	if t.Text == "" {
		number--
	}
	u, done := c.host.user(c.owner)
	defer done()
	work := &turn{
		owner: c.owner, action: c.action(number), text: text, modality: Voice,
		scene: c.scene, engine: c.engine,
		since: c.began, heard: heard(conversation), note: u.tell, say: out.Say, unsay: out.Unsay,
	}
	work.committed = func(ctx context.Context) error {
		select {
		case <-t.Committed:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
		id, err := c.store(ctx, number, text, Voice)
		work.message = id
		return err
	}
	err := c.host.answer(ctx, work)
	c.mu.Lock()
	c.tokens += work.tokens
	c.mu.Unlock()
	switch {
	case errors.Is(err, ErrNotSaved) && ctx.Err() == nil:
		out.Unsay()
		return out.Say("I could not save that: my memory cannot be reached. Please try again in a moment.")
	case errors.Is(err, state.ErrQuota):
		return out.Say("That is as much as I can take for now. Please give me a minute.")
	case errors.Is(err, errSilent):
		return agent.ErrSilent
	}
	return err
}

// action names the user's turn of a number for ever.
func (c *Call) action(number int) string { return fmt.Sprintf("%s-%d", c.id, number) }

// store keeps the user's turn of a number, once; what is heard of it later takes the
// place of what was heard at first. It returns the message's id.
func (c *Call) store(ctx context.Context, number int, text, modality string) (string, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	kept, ok := c.stored[number]
	switch {
	case ok && kept.Content == text && kept.Modality == modality:
		return kept.ID, nil
	case ok:
		_, _, err := c.host.Do(ctx, c.owner, "", state.Amend{ID: kept.ID, Text: text, Modality: modality})
		kept.Content, kept.Modality = text, modality
		c.stored[number] = kept
		return kept.ID, err
	}
	u, done := c.host.user(c.owner)
	defer done()
	t := &turn{owner: c.owner, action: c.action(number), text: text, modality: modality}
	if _, err := c.host.receive(ctx, u, t); err != nil {
		return "", err
	}
	c.stored[number] = parley.Message{ID: t.message, Content: text, Modality: modality}
	return t.message, nil
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

// settleTimeout bounds what is stored after a turn of a call.
const settleTimeout = 10 * time.Second

// Happened takes an event of the call's journal, in order: a turn of the user's is
// stored unless a tool did so before, and one of the assistant's as it was heard,
// which ends the answer. It blocks while it stores, for ten seconds at most. The
// error is of the store.
func (c *Call) Happened(e parley.Event) error {
	ctx, cancel := context.WithTimeout(context.Background(), settleTimeout)
	defer cancel()
	switch body := e.Body.(type) {
	case parley.Heard:
		return c.heardUser(ctx, body.Turn)
	case parley.Said:
		return c.heardCharacter(ctx, body.Turn)
	case parley.Ending:
		return c.leave(ctx)
	}
	return nil
}

func (c *Call) heardUser(ctx context.Context, t parley.Turn) error {
	if t.Backchannel {
		return nil
	}
	c.mu.Lock()
	number, again := c.turns[t.Number]
	before := c.newest
	if !again {
		number = before + 1
		c.turns[t.Number], c.newest = number, number
	}
	c.mu.Unlock()
	modality := Voice
	if t.Typed {
		modality = Text
	}
	_, err := c.store(ctx, number, t.Text, modality)
	if !again && before > 0 { // cut before a word of the answer was heard
		err = errors.Join(err, c.reply(ctx, before, parley.Turn{Interrupted: true}))
	}
	return err
}

func (c *Call) heardCharacter(ctx context.Context, t parley.Turn) error {
	words := parley.OneLine(t.Text)
	c.mu.Lock()
	reminder, newest := c.told[words], c.newest
	delete(c.told, words)
	c.mu.Unlock()
	if reminder != "" && !t.Interrupted {
		_, _, err := c.host.Do(ctx, c.owner, "", state.TellReminder{ID: reminder})
		return err
	}
	return c.reply(ctx, newest, t)
}

// reply keeps what was heard of the answer to the user's turn of a number.
func (c *Call) reply(ctx context.Context, number int, t parley.Turn) error {
	c.mu.Lock()
	to, tokens := c.stored[number].ID, c.tokens
	c.tokens = 0
	c.mu.Unlock()
	if to == "" {
		return nil // such as the opening line
	}
	events, _, err := c.host.Do(ctx, c.owner, "",
		state.Reply{To: to, Text: t.Text, Modality: Voice, Interrupted: t.Interrupted, Tokens: tokens})
	if err != nil || len(events) < 2 {
		return err
	}
	u, done := c.host.user(c.owner)
	defer done()
	if t.Interrupted {
		u.tell(Passing{Type: "llm.interrupted", Message: to, Text: t.Text})
	}
	u.tell(Passing{Type: "message.completed", Message: to, Text: t.Text})
	return nil
}

// leave ends the answer that the end of the call cut off.
func (c *Call) leave(ctx context.Context) error {
	c.mu.Lock()
	newest := c.newest
	c.mu.Unlock()
	return c.reply(ctx, newest, parley.Turn{Interrupted: true})
}
