// Package voice has a code-first run talk in a call: what its code shows is spoken,
// the leading messages while the model still writes, and what cannot be spoken goes
// to the page as cards.
package voice

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"parley"
	"parley/agent/reply"
	"parley/codefirst/chat"
	"parley/codefirst/tsx"
)

// Mouth is what a conversation is spoken and shown by; agent.Mouth is one.
type Mouth interface {
	// Say adds text to what is spoken. It may block, and fails once the reply was cut.
	Say(text string) error
	// Show shows a card at once.
	Show(parley.Card) error
}

// The kinds of cards that a Conversation shows.
const (
	// KindSources is the sources that a message cites, KindElement a component that is no
	// text, KindConfirm a question that waits for a yes or no.
	KindSources = "sources"
	KindElement = "element"
	KindConfirm = "confirm"
)

// Conversation is one reply in a call: a codefirst.Chat and Streamer. Citations are
// left out of what is spoken and shown as sources. It is safe for concurrent use.
type Conversation struct {
	mouth      Mouth
	name       string
	transcript []chat.Message
	components []chat.Component
	textual    []string
	citations  *chat.Citations

	mu      sync.Mutex
	said    map[string]string // by id of the message, as it came
	current string            // the message that is being said
	strip   chat.Stripper
	clean   *reply.Cleaner
	spoke   bool
}

// NewConversation is a reply of the character of that name. citations may be nil.
func NewConversation(
	mouth Mouth, name string, transcript []chat.Message, components []chat.Component, citations *chat.Citations,
) *Conversation {
	if citations == nil {
		citations = new(chat.Citations)
	}
	return &Conversation{
		mouth: mouth, name: name, transcript: transcript, components: components,
		textual: chat.Textual(components), citations: citations, said: make(map[string]string),
	}
}

// Transcript implements codefirst.Chat.
func (c *Conversation) Transcript(context.Context) ([]chat.Message, error) { return c.transcript, nil }

// Components implements codefirst.Chat.
func (c *Conversation) Components(context.Context) ([]chat.Component, error) {
	return c.components, nil
}

// Spoke reports that something was said.
func (c *Conversation) Spoke() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.spoke
}

// Delta implements codefirst.Streamer.
func (c *Conversation) Delta(_ context.Context, id, text string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.say(id, text)
}

// Send implements codefirst.Chat: it says what has not been said of the message, and
// shows the rest.
func (c *Conversation) Send(_ context.Context, id string, e tsx.Element) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	text := ""
	if c.isTextual(e.Name) {
		text = tsx.PlainText(e, c.textual...)
	}
	rest, follows := strings.CutPrefix(text, c.said[id])
	if !follows { // a hook has changed the code
		rest = " " + text
	}
	if rest != "" {
		if err := c.say(id, rest); err != nil {
			return err
		}
	}
	if err := c.finish(); err != nil {
		return err
	}
	_, cited := c.citations.Extract(text)
	if err := c.showSources(id, cited); err != nil {
		return err
	}
	return c.show(id, e)
}

func (c *Conversation) isTextual(name string) bool {
	for _, t := range c.textual {
		if t == name {
			return true
		}
	}
	return false
}

// say speaks more of a message. c.mu is held.
func (c *Conversation) say(id, text string) error {
	if c.current != id {
		if err := c.finish(); err != nil {
			return err
		}
		c.current, c.clean = id, &reply.Cleaner{Name: c.name}
		c.strip = chat.Stripper{}
	}
	c.said[id] += text
	return c.speak(c.clean.Write(c.strip.Write(text)))
}

// finish says what is held back of the message. c.mu is held.
func (c *Conversation) finish() error {
	if c.current == "" {
		return nil
	}
	c.current = ""
	return c.speak(c.clean.Write(c.strip.Close()) + c.clean.Flush() + "\n")
}

func (c *Conversation) speak(text string) error {
	if text == "" {
		return nil
	}
	if err := c.mouth.Say(text); err != nil {
		return fmt.Errorf("say a message: %w", err)
	}
	c.spoke = c.spoke || reply.Speakable(text)
	return nil
}

// showSources shows what a message cites.
func (c *Conversation) showSources(id string, cited []chat.Cited) error {
	var known []any
	var titles []string
	for _, one := range cited {
		if one.ID < 0 {
			continue
		}
		known = append(known, map[string]any{"id": one.ID, "source": one.Source})
		if text, ok := one.Source.(string); ok {
			titles = append(titles, parley.OneLine(text))
		}
	}
	if len(known) == 0 {
		return nil
	}
	data, err := json.Marshal(known)
	if err != nil {
		return fmt.Errorf("show sources: %w", err)
	}
	return c.mouth.Show(parley.Card{
		ID: "sources " + id, Kind: KindSources, Title: "Sources", Text: strings.Join(titles, "\n"), Data: data,
	})
}

// show shows what an element has besides text.
func (c *Conversation) show(id string, e tsx.Element) error {
	if !c.isTextual(e.Name) {
		data, err := json.Marshal(e)
		if err != nil {
			return fmt.Errorf("show %s: %w", e.Name, err)
		}
		return c.mouth.Show(parley.Card{ID: id, Kind: KindElement, Title: title(e), Text: chat.Terminal(e), Data: data})
	}
	for i, child := range e.Children {
		if child.Element == nil {
			continue
		}
		if err := c.show(fmt.Sprintf("%s.%d", id, i+1), *child.Element); err != nil {
			return err
		}
	}
	return nil
}

// title is an element's own, or its name.
func title(e tsx.Element) string {
	var own struct{ Title, Label string }
	switch err := json.Unmarshal(e.Props, &own); {
	case err == nil && own.Title != "":
		return own.Title
	case err == nil && own.Label != "":
		return own.Label
	}
	return e.Name
}
