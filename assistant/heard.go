package assistant

import (
	"context"
	"errors"
	"strings"
	"time"

	"parley"
	"parley/assistant/state"
)

// What a call's journal tells its mind: what was truly heard is what is kept.

// settleTimeout bounds what is stored after a turn of a call.
const settleTimeout = 10 * time.Second

// Happened takes an event of the call's journal, in order: a turn of the user's is
// stored unless a tool did so before, and one of the assistant's as it was heard,
// which ends the answer. It blocks while it stores, for ten seconds at most. After an
// error of the store, ErrNotSaved, it may be called with the same event again; that
// something is not saved is said at the next pause. Of a user who was erased nothing
// more is kept, and that is no error.
func (c *Call) Happened(e parley.Event) error {
	ctx, cancel := context.WithTimeout(context.Background(), settleTimeout)
	defer cancel()
	var err error
	switch body := e.Body.(type) {
	case parley.Started:
		c.hold()
	case parley.Heard:
		err = c.heardUser(c.on(ctx), body.Turn)
	case parley.Said:
		err = c.heardCharacter(c.on(ctx), body.Turn)
	case parley.Ending:
		err = c.leave(ctx)
	}
	if errors.Is(err, ErrErased) {
		return nil
	}
	if errors.Is(err, ErrNotSaved) {
		c.confess(err)
	}
	return err
}

// confess says, once for as long as it lasts, that something is not saved.
func (c *Call) confess(err error) {
	c.mu.Lock()
	tell, before := c.tell, c.unsaved
	c.unsaved = true
	c.mu.Unlock()
	if tell != nil && !before {
		_ = tell(unsavedWords(err)) // the call is over
	}
}

func (c *Call) heardUser(ctx context.Context, t parley.Turn) error {
	if t.Backchannel {
		return nil
	}
	c.mu.Lock()
	number, again := c.turns[t.Number]
	if !again {
		number = c.newest + 1
		c.turns[t.Number], c.newest = number, number
	}
	c.mu.Unlock()
	modality := Voice
	if t.Typed {
		modality = Text
	}
	err := c.store(ctx, number, t.Text, modality)
	// An answer that is still open was cut before a word of it was heard.
	return errors.Join(err, c.reply(ctx, number-1, parley.Turn{Interrupted: true}))
}

func (c *Call) heardCharacter(ctx context.Context, t parley.Turn) error {
	words := parley.OneLine(t.Text)
	c.mu.Lock()
	reminders, newest := c.told[words], c.newest
	c.mu.Unlock()
	if len(reminders) == 0 || t.Interrupted {
		return c.reply(ctx, newest, t)
	}
	if _, _, err := c.host.Do(ctx, c.owner, "", state.TellReminder{ID: reminders[0]}); err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told[words] = reminders[1:]
	return nil
}

// reply keeps what was heard of the answer to the user's turn of a number.
func (c *Call) reply(ctx context.Context, number int, t parley.Turn) error {
	c.mu.Lock()
	to, tokens := c.stored[number].ID, c.tokens
	c.mu.Unlock()
	if to == "" {
		return nil // such as the opening line
	}
	events, _, err := c.host.Do(ctx, c.owner, "",
		state.Reply{To: to, Text: t.Text, Modality: Voice, Interrupted: t.Interrupted, Tokens: tokens})
	if err != nil {
		return err
	}
	c.mu.Lock()
	c.tokens -= tokens
	c.mu.Unlock()
	if len(events) < 2 {
		return nil
	}
	u, done := c.host.user(c.owner)
	defer done()
	if t.Interrupted {
		u.tell(parley.Passing{Type: "llm.interrupted", Message: to, Text: t.Text})
	}
	u.tell(parley.Passing{Type: "message.completed", Message: to, Text: t.Text})
	return nil
}

// leave ends the answer that the end of the call cut off, and lets the user go.
func (c *Call) leave(ctx context.Context) error {
	c.mu.Lock()
	newest := c.newest
	c.mu.Unlock()
	err := c.reply(c.on(ctx), newest, parley.Turn{Interrupted: true})
	if strings.HasPrefix(c.owner, strangerPrefix) {
		_, gone := c.host.Erase(ctx, c.owner)
		err = errors.Join(err, gone)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.release != nil {
		c.release()
		c.release = nil
	}
	return err
}

const (
	// strangersEvery is how often users of one call alone are looked for that were
	// left behind: their process died before the end of the call.
	strangersEvery = time.Hour
	// strangerAge is how long after their last message they are taken for such.
	strangerAge = 24 * time.Hour
)

// forgetStrangers erases those users.
func (h *Host) forgetStrangers(ctx context.Context) {
	for owner, err := range h.cfg.Log.Owners(ctx) {
		if err != nil {
			h.log.Warn("users of calls that are over are not looked for", "err", err)
			return
		}
		if !strings.HasPrefix(owner, strangerPrefix) {
			continue
		}
		s, err := h.State(ctx, owner)
		if err == nil && (len(s.Messages) == 0 || h.cfg.Now().Sub(s.Messages[len(s.Messages)-1].Timestamp) > strangerAge) {
			_, err = h.Erase(ctx, owner)
		}
		if err != nil {
			h.log.Warn("a user of a call that is over is still there", "err", err)
		}
	}
}
