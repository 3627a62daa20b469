package assistant

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"parley"
)

// Stage is where a call shows what the assistant keeps, and does; room.Call is one.
// Its methods do not block.
type Stage interface {
	Card(parley.Card) error
	SetState(parley.StateValue) error
	Passing(parley.Passing)
}

// Live shows on stage what changes for the user, from whatever side, and has tell
// say the reminders that are due, until ctx ends. tell must not block.
func (c *Call) Live(ctx context.Context, stage Stage, tell func(string) error) {
	c.mu.Lock()
	c.tell = tell
	c.mu.Unlock()
	l := live{call: c, stage: stage, tell: tell, said: map[string]bool{}}
	for ctx.Err() == nil {
		err := c.host.Watch(ctx, c.owner, l.see)
		if ctx.Err() != nil {
			return
		}
		if !l.blind {
			c.host.log.Warn("a call does not see what changes", "call", c.id, "err", err)
		}
		l.blind = true
		select {
		case <-ctx.Done():
		case <-time.After(time.Second):
		}
	}
}

// live is what one call shows.
type live struct {
	call  *Call
	stage Stage
	tell  func(string) error
	// said are the reminders that were given to tell, by id and time.
	said map[string]bool
	// blind is set once a fault was logged, until there is something to see again.
	blind bool
}

func (l *live) see(c Change) error {
	l.blind = false
	switch {
	case c.State != nil:
		l.remind(c.State.Reminders)
		l.cards(c.State.Cards, c.State.Confirms)
		return l.tasks()
	case c.Patch != nil:
		l.remind(c.Patch.Reminders)
		l.cards(c.Patch.Cards, c.Patch.Confirms)
		if len(c.Patch.Tasks) > 0 || c.Patch.Listed != nil {
			return l.tasks()
		}
	case c.Passing.Type != "llm.token": // captions have the words
		p := *c.Passing
		p.Text = cut(p.Text, maxPassing)
		l.stage.Passing(p)
	}
	return nil
}

// cards shows cards, and the questions that wait for a yes or no.
func (l *live) cards(all []parley.AssistantCard, questions []parley.Confirm) {
	for _, card := range all {
		l.card(card)
	}
	for _, q := range questions {
		l.show(parley.Card{ID: q.ID, Kind: "confirm", Title: "Please confirm", Text: q.Question})
	}
}

// maxShown is how many tasks fit into one message to any front end.
const maxShown = 30

// tasks shows the first of the open tasks in the order of their numbers. Our own
// page has all of them over HTTP.
func (l *live) tasks() error {
	s, err := l.call.host.State(context.Background(), l.call.owner)
	if err != nil {
		return err
	}
	type line struct {
		Number int    `json:"number"`
		ID     string `json:"id"`
		Title  string `json:"title"`
		Status string `json:"status"`
		Due    string `json:"due,omitempty"`
	}
	shown := struct {
		Rev   uint64 `json:"rev"`
		All   int    `json:"all"`
		Tasks []line `json:"tasks"`
	}{Rev: s.Rev, All: len(s.Tasks), Tasks: []line{}}
	for i, id := range s.Listed(0) {
		if t, ok := s.Task(id); ok && len(shown.Tasks) < maxShown {
			shown.Tasks = append(shown.Tasks, line{i + 1, t.ID, t.Title, string(t.Status), string(t.DueDate)})
		}
	}
	value, err := json.Marshal(shown)
	if err != nil {
		return err
	}
	if err := l.stage.SetState(parley.StateValue{Name: "tasks", Value: value}); err != nil {
		l.call.host.log.Warn("tasks not shown in a call", "call", l.call.id, "err", err)
	}
	return nil
}

// card shows a summary, a plan or flights to front ends that know their kinds; to
// others its title and text.
func (l *live) card(c parley.AssistantCard) {
	data, err := json.Marshal(c)
	if err != nil || len(data) > maxCardData {
		data = nil
	}
	l.show(parley.Card{ID: c.ID, Kind: c.ID, Title: c.Title, Text: c.Text, Data: data})
}

// maxPassing is how many characters of a text front ends are told of as it passes:
// captions have all of it.
const maxPassing = 1000

// maxCardData leaves room in an RPC for the rest of a card.
const maxCardData = 12 << 10

func (l *live) show(c parley.Card) {
	if err := l.stage.Card(c); err != nil {
		l.call.host.log.Warn("card not shown in a call", "call", l.call.id, "kind", c.Kind, "err", err)
	}
}

// remind has reminders said that are due and were not.
func (l *live) remind(all []parley.Reminder) {
	for _, r := range all {
		if r.Status != parley.Fired || r.FiredAt == nil {
			continue
		}
		key := fmt.Sprint(r.ID, r.FiredAt.UnixMilli())
		if l.said[key] {
			continue
		}
		text := reminderWords(r)
		l.show(parley.Card{ID: r.ID, Kind: "reminder", Title: "Reminder", Text: text})
		l.call.toldBy(text, func(ids []string) []string { return append(ids, r.ID) }) // it may be heard at once
		if err := l.tell(text); err != nil {
			l.call.host.log.Warn("a reminder waits for the next call", "call", l.call.id, "err", err)
			l.call.toldBy(text, func(ids []string) []string { return ids[:len(ids)-1] })
			continue
		}
		l.said[key] = true
	}
}

// toldBy changes the reminders that are to be said by those words.
func (c *Call) toldBy(text string, change func(ids []string) []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.told[text] = change(c.told[text])
}

// reminderWords are a reminder as it is told. One that was missed says so.
func reminderWords(r parley.Reminder) string {
	text := parley.OneLine(r.Text)
	if r.MissedBy > 0 {
		return "While you were away there was a reminder: " + text + "."
	}
	return "Reminder: " + text + "."
}
