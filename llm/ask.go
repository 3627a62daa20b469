package llm

import (
	"context"
	"crypto/rand"
	"encoding/base32"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Ask asks for one answer and reads its text to the end, or until it has more than
// limit bytes: then it is cut to limit+1. It blocks until the engine is done or ctx ends.
func Ask(ctx context.Context, engine Engine, r Request, limit int) (string, error) {
	s, err := engine.Chat(ctx, r)
	if err != nil {
		return "", fmt.Errorf("ask: %w", err)
	}
	defer func() { _ = s.Close() }() // the answer is read or given up
	var b strings.Builder
	for b.Len() <= limit {
		d, err := s.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return "", fmt.Errorf("read the answer: %w", err)
		}
		if d.Unsaid {
			b.Reset()
		}
		b.WriteString(d.Text)
	}
	return b.String()[:min(b.Len(), limit+1)], nil
}

// Fence is the mark around data in a prompt, so that what people said in it is not taken
// for the prompt's own words. It is new each time, so nothing said beforehand can hold it.
type Fence string

// NewFence returns a Fence that no other prompt has.
func NewFence() Fence {
	var b [10]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand, Go 1.24)
	return Fence("data-" + strings.ToLower(base32.StdEncoding.EncodeToString(b[:])))
}

// Put writes v as one line of JSON between the opening and the closing mark. JSON writes
// <, > and line breaks inside strings as escapes, so no text in v can end the line or
// look like a mark. It panics for a v that is no JSON.
func (f Fence) Put(b *strings.Builder, name string, v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(fmt.Sprintf("llm: %s is not JSON: %v", name, err))
	}
	fmt.Fprintf(b, "<%s %s>\n%s\n</%s>\n", f, name, data, f)
}
