package chat

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"strings"
	"sync"
	"time"

	"parley"
)

// Bounds of a transcript that is compressed.
const (
	// CompressAbove is how many messages are left as they are; of more, all but the
	// newest KeepNewest become one Summary.
	CompressAbove = 40
	KeepNewest    = 20
	// SummaryTimeout bounds the making of a summary: an answer waits for it, once in
	// some twenty messages.
	SummaryTimeout = 3 * time.Second
	// maxDigest bounds what Digest takes of one message, in characters.
	maxDigest = 120
)

// ErrNoSummary means that what was to summarise messages came back with no text.
var ErrNoSummary = errors.New("the summary is empty")

// Summarise is a text that stands for messages, an older Summary among them. It
// returns soon after ctx ends.
type Summarise func(ctx context.Context, old []Message) (string, error)

// Compress is messages, with all but the newest KeepNewest replaced by one Summary if
// there are more than CompressAbove. With an error of summarise, or ErrNoSummary,
// messages come back as they are.
func Compress(ctx context.Context, messages []Message, summarise Summarise) ([]Message, error) {
	if len(messages) <= CompressAbove {
		return messages, nil
	}
	cut := len(messages) - KeepNewest
	text, err := summarise(ctx, messages[:cut:cut])
	if err != nil {
		return messages, fmt.Errorf("compress a transcript: %w", err)
	}
	if text = strings.TrimSpace(text); text == "" {
		return messages, fmt.Errorf("compress a transcript: %w", ErrNoSummary)
	}
	out := make([]Message, 0, KeepNewest+1)
	out = append(out, Message{Role: Summary, Text: Preview(text, MaxPreview), At: messages[cut-1].At})
	return append(out, messages[cut:]...), nil
}

// Compressor compresses a conversation that grows: what was summarised once is not
// read again. The zero value is usable; it is safe for concurrent use.
type Compressor struct {
	mu      sync.Mutex
	covers  int    // how many of the first messages the summary stands for
	of      uint64 // tells those from others
	summary Message
}

// Shorten is the conversation, oldest first, as Compress makes it. What summarise
// cannot do in SummaryTimeout, or at all, Digest does; nil is Digest alone.
func (c *Compressor) Shorten(ctx context.Context, messages []Message, summarise Summarise) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.covers > len(messages) || c.covers > 0 && fingerprint(messages[:c.covers]) != c.of {
		c.covers = 0 // another conversation
	}
	rest := messages
	if c.covers > 0 {
		rest = append([]Message{c.summary}, messages[c.covers:]...)
	}
	short, err := Compress(ctx, rest, func(ctx context.Context, old []Message) (string, error) {
		if summarise != nil {
			ctx, cancel := context.WithTimeout(ctx, SummaryTimeout)
			defer cancel()
			if text, err := summarise(ctx, old); err == nil && strings.TrimSpace(text) != "" {
				return text, nil
			}
		}
		return Digest(old), nil
	})
	if err != nil || len(short) == len(rest) {
		return rest // err: of messages without a word
	}
	c.covers, c.summary = len(messages)-KeepNewest, short[0]
	c.of = fingerprint(messages[:c.covers])
	return short
}

func fingerprint(messages []Message) uint64 {
	h := fnv.New64a()
	for _, m := range messages {
		fmt.Fprintf(h, "%s\x00%s\x00%s\x00", m.Role, m.Text, m.Payload)
	}
	return h.Sum64()
}

// Digest is a summary by rule: who said what, each message cut short, the newest of
// what fits into MaxPreview.
func Digest(old []Message) string {
	var lines []string
	left := MaxPreview
	for i := len(old) - 1; i >= 0; i-- {
		line := parley.OneLine(old[i].said())
		if old[i].Role != Summary {
			line = string(old[i].Role) + ": " + clip(line, maxDigest)
		}
		line = clip(line, MaxPreview/2) // an older summary leaves room for what came after it
		n := len([]rune(line)) + 1
		if line == "" || n > left {
			continue
		}
		left -= n
		lines = append(lines, line)
	}
	for i, j := 0, len(lines)-1; i < j; i, j = i+1, j-1 {
		lines[i], lines[j] = lines[j], lines[i]
	}
	return strings.Join(lines, "\n")
}

func clip(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
