// Package chat is what a conversation is to code that a model writes: the transcript
// that the model reads, the components that its code may show, and the citations in
// its text. It sends nothing anywhere.
package chat

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"parley"
)

// Bounds of a transcript.
const (
	// MaxMessages bounds the messages that Render shows: the newest.
	MaxMessages = 250
	// MaxPreview bounds what Render shows of one message, in characters.
	MaxPreview = 5000

	maxAttribute = 100 // characters
)

// Role says what a message of a transcript is.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
	// Event is something that happened and that nobody said.
	Event Role = "event"
	// Summary stands for the messages before it.
	Summary Role = "summary"
)

// Modality is how a message came.
type Modality string

// The modalities.
const (
	Voice Modality = "voice"
	Typed Modality = "text"
)

// Message is one entry of a transcript.
type Message struct {
	Role Role `json:"role"`
	// Name is who speaks, and may be empty.
	Name string `json:"name,omitempty"`
	Text string `json:"text,omitempty"`
	// Event is the name of an event, Payload its JSON; of role Event only.
	Event   string          `json:"event,omitempty"`
	Payload json.RawMessage `json:"payload,omitempty"`
	At      time.Time       `json:"at,omitzero"`
	// Modality is empty where it does not matter.
	Modality Modality `json:"modality,omitempty"`
}

// Render is the newest MaxMessages of messages as a model reads them, an element each,
// numbered by their place among all from 1. Nothing that a message holds can end its
// element, begin another, or look like the marks around a model's code.
func Render(messages []Message) string {
	first := max(0, len(messages)-MaxMessages)
	var b strings.Builder
	if first > 0 {
		fmt.Fprintf(&b, "(%d older messages are left out)\n", first)
	}
	for i, m := range messages[first:] {
		m.render(&b, first+i+1)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// RenderLast is what Render shows of the newest of messages, or nothing for none.
func RenderLast(messages []Message) string {
	if len(messages) == 0 {
		return ""
	}
	var b strings.Builder
	messages[len(messages)-1].render(&b, len(messages))
	return strings.TrimSuffix(b.String(), "\n")
}

func (m Message) render(b *strings.Builder, number int) {
	role := m.Role
	switch role {
	case User, Assistant, Event, Summary:
	default:
		role = Event
	}
	tag := fmt.Sprintf("%s-%03d", role, number)
	fmt.Fprintf(b, "<%s role=\"%s\"", tag, role)
	attribute(b, "name", m.Name)
	attribute(b, "event", m.Event)
	attribute(b, "modality", string(m.Modality))
	if !m.At.IsZero() {
		attribute(b, "at", m.At.Format("2006-01-02 15:04"))
	}
	b.WriteString(">" + Guard(Preview(m.said(), MaxPreview)) + "</" + tag + ">\n")
}

// said is the text of a message, and the payload of an event after it.
func (m Message) said() string {
	text := strings.TrimSpace(m.Text)
	if len(m.Payload) == 0 {
		return text
	}
	var payload bytes.Buffer
	if json.Compact(&payload, m.Payload) != nil {
		return text
	}
	return strings.TrimSpace(text + "\n" + payload.String())
}

func attribute(b *strings.Builder, name, value string) {
	if value = parley.OneLine(value); value == "" {
		return
	}
	value = strings.ReplaceAll(Guard(Preview(value, maxAttribute)), `"`, "&quot;")
	fmt.Fprintf(b, ` %s="%s"`, name, value)
}

// Preview is text of at most limit characters, and how many more it has in words.
func Preview(text string, limit int) string {
	if len(text) <= limit {
		return text
	}
	count := 0
	for at := range text {
		if count == limit {
			return fmt.Sprintf("%s… (%d more characters)", text[:at], utf8.RuneCountInString(text[at:]))
		}
		count++
	}
	return text
}

// Guard is text that others wrote, made safe to stand inside an element of a prompt:
// it holds no "<", nothing that reads as one, no mark of the code protocol, and no
// character that does not print except newline, tab, and the joiners of scripts.
func Guard(text string) string {
	var b strings.Builder
	b.Grow(len(text))
	for _, r := range text {
		switch {
		case r == '<' || r == '\uFF1C' || r == '\uFE64': // all that normalise to it
			b.WriteString("&lt;")
		case r >= ' ' && r <= '~':
			b.WriteByte(byte(r))
		case r == '■':
			b.WriteString("&#9632;")
		case r == '\n' || r == '\t' || r == '\u200C' || r == '\u200D' || unicode.IsPrint(r):
			b.WriteRune(r)
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
