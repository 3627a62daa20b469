package character

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"

	"parley"
	"parley/agent"
	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/llm"
	"parley/llm/understudy"
	"parley/scenarios"
)

// limits are those of a character's code: it talks.
var limits = sandbox.Limits{Calls: maxCalls, Yields: 8}

// scripted is an engine for one turn, in which the understudy writes the code that the
// scene's script has for it. Models see nothing of it.
type scripted struct {
	llm.Engine
	scene scenarios.Scenario
	turn  agent.Turn
}

// Chat implements llm.Engine.
func (s scripted) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if s.scene.Understudy != nil {
		r.Script = script(s)
	}
	return s.Engine.Chat(ctx, r)
}

// script writes what the scene's script has for a turn, as a model would: the line as
// the words that are said first, then the code.
type script scripted

// Name implements llm.Engine.
func (s script) Name() string { return understudy.Cued{}.Name() }

// Chat implements llm.Engine. It reads the conversation, not the request.
func (s script) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if r.Schema != nil {
		return nil, fmt.Errorf("%s writes no JSON", s.Name())
	}
	turns := s.turn.Conversation
	if n := len(turns); s.turn.Text == "" && n > 0 && turns[n-1].Role == parley.Character {
		turns = turns[:n-1] // the last turn of the user's is answered once more
	} else if s.turn.Text != "" {
		turns = append(turns[:n:n], parley.Turn{Role: parley.User, Text: s.turn.Text})
	}
	if len(turns) > 0 && turns[0].Number > 1 { // this is all there is, and no window of it
		turns = slices.Clone(turns)
		turns[0].Number = 1
	}
	st := understudy.Follow(s.scene, turns, 0)
	return &written{ctx: ctx, rest: reply(st.Say, st.Code)}, nil
}

// reply is a line and code as a model writes them.
func reply(line, code string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n%s\n", line, prompt.Begin)
	if code != "" {
		b.WriteString(code + "\n")
	}
	b.WriteString(`return { action: "listen" }` + "\n")
	return b.String()
}

// written is a reply that comes in pieces.
type written struct {
	ctx  context.Context //nolint:containedctx // a stream lives as long as its request
	rest string
	done bool
}

// piece is how much comes at once, in bytes: about a clause.
const piece = 24

// Next implements llm.Stream.
func (w *written) Next() (llm.Delta, error) {
	switch {
	case w.ctx.Err() != nil:
		return llm.Delta{}, context.Cause(w.ctx)
	case w.rest != "":
		n := min(piece, len(w.rest))
		d := llm.Delta{Text: w.rest[:n]}
		w.rest = w.rest[n:]
		return d, nil
	case !w.done:
		w.done = true
		return llm.Delta{Finish: llm.Stopped}, nil
	}
	return llm.Delta{}, io.EOF
}

// Close implements llm.Stream.
func (w *written) Close() error { return nil }

// Check is what would keep the character of a scene from acting by its script: a desk
// whose schemas are none, or code that does not compile.
func Check(s scenarios.Scenario) []error {
	if s.ActsBy != scenarios.ActsByCode || s.Desk == nil {
		return nil
	}
	var faults []error
	if _, err := newDesk(*s.Desk); err != nil {
		faults = append(faults, fmt.Errorf("desk: %w", err))
	}
	if s.Understudy == nil {
		return faults
	}
	for at, code := range s.Understudy.Codes() {
		if _, err := sandbox.Compile(code); err != nil {
			faults = append(faults, fmt.Errorf("understudy.%s: %w", at, err))
		}
	}
	return faults
}
