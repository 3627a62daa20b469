package chat

import (
	"context"
	"errors"
	"fmt"
	"hash/fnv"
	"slices"
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
	mu sync.Mutex
	// last tells the newest messages that the summary stands for, nothing for none.
	last    []uint64
	summary Message
}

// anchor is how many messages tell where a summary ends, as single ones come twice.
const anchor = 4

// Shorten is the conversation, oldest first, as Compress makes it; its oldest messages
// may have been forgotten meanwhile. What summarise cannot do in SummaryTimeout, or at
// all, Digest does; nil is Digest alone.
func (c *Compressor) Shorten(ctx context.Context, messages []Message, summarise Summarise) []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	rest := messages
	if covered := c.covered(messages); covered > 0 {
		rest = append([]Message{c.summary}, messages[covered:]...)
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
	switch {
	case err != nil || len(short) == len(rest):
		return rest // err: of messages without a word
	case ctx.Err() != nil:
		return short // there was no time for a better one
	}
	c.summary, c.last = short[0], nil
	for _, m := range messages[len(messages)-KeepNewest-anchor : len(messages)-KeepNewest] {
		c.last = append(c.last, fingerprint(m))
	}
	return short
}

// covered is how many of messages the summary stands for, 0 if they are not those of it.
func (c *Compressor) covered(messages []Message) int {
	for end := len(messages); len(c.last) > 0 && end >= len(c.last); end-- {
		if slices.EqualFunc(messages[end-len(c.last):end], c.last, func(m Message, of uint64) bool { return fingerprint(m) == of }) {
			return end
		}
	}
	return 0
}

func fingerprint(m Message) uint64 {
	h := fnv.New64a()
	fmt.Fprintf(h, "%s\x00%s\x00%s", m.Role, m.Text, m.Payload)
	return h.Sum64()
}

// Digest is a summary by rule, of at most MaxPreview characters: half of it at most is an
// older summary, the rest who said what of late, each message cut short.
func Digest(old []Message) string {
	left := MaxPreview
	var older string
	if len(old) > 0 && old[0].Role == Summary {
		older, old = clip(old[0].said(), MaxPreview/2-1), old[1:]
		left -= MaxPreview / 2
	}
	var lines []string
	for _, m := range slices.Backward(old) {
		line := string(m.Role) + ": " + clip(parley.OneLine(m.said()), maxDigest)
		if left -= len([]rune(line)) + 1; left < 0 {
			break
		}
		lines = append(lines, line)
	}
	if older != "" {
		lines = append(lines, older)
	}
	slices.Reverse(lines)
	return strings.Join(lines, "\n")
}

func clip(text string, limit int) string {
	if r := []rune(text); len(r) > limit {
		return string(r[:limit]) + "…"
	}
	return text
}
