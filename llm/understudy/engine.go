// Package understudy is the offline character: an llm.Engine that plays a
// scenario's understudy script with no model and no network. It is
// deterministic: what it says is a pure function of the conversation so far.
// It is never presented as a language model.
//
// Follow is that function. The engine asks it for the next line; the checker's
// offline judge asks it for the progress. Both replay the conversation from
// its first turn, so no state is kept between calls.
//
// A turn is read for what it means: by the wordings of the script's concepts,
// where words that came by voice are compared by sound and spelling (see alike);
// by a classifier fitted to the script's example sentences; and as the answer to
// the character's own question. Strikes ask more: the wording as it stands, and
// the user's own (see language.strikes). docs/scenarios.md has the rules.
package understudy

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"parley"
	"parley/engine"
	"parley/llm"
	"parley/scenarios"
)

// ReactionTool is the tool by which the understudy shows an emoji, if the
// request offers it.
const ReactionTool = "emoji_reaction"

// Engine plays one scenario's character. It keeps nothing between requests and
// is safe for concurrent use.
type Engine struct{ script *script }

var _ llm.Engine = (*Engine)(nil)

// New makes the offline character of s. It returns ErrNoScript if s has no
// understudy.
func New(s scenarios.Scenario) (*Engine, error) {
	sc, err := newScript(s)
	if err != nil {
		return nil, err
	}
	return &Engine{sc}, nil
}

// Name implements llm.Engine.
func (*Engine) Name() string { return "understudy" }

// Chat answers the conversation in r.Messages, which must be the whole of it;
// system messages and tool replies are passed over. A conversation without a
// user turn is answered with the opening. Asked for JSON it returns
// engine.ErrRequest. It never blocks.
func (e *Engine) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if r.Schema != nil {
		return nil, fmt.Errorf("%w: the understudy writes no JSON", engine.ErrRequest)
	}
	st := e.script.replay(turns(r.Messages))
	s := &stream{ctx: ctx, rest: st.Say, finish: llm.Stopped}
	for _, stop := range r.Stop {
		s.rest, _, _ = strings.Cut(s.rest, stop)
	}
	if st.Emoji != nil && offers(r.Tools) {
		s.call, s.finish = reaction(*st.Emoji, len(r.Messages)), llm.Called
	}
	return s, nil
}

// turns is the conversation in messages.
func turns(messages []llm.Message) []parley.Turn {
	var out []parley.Turn
	for _, m := range messages {
		t := parley.Turn{Number: len(out) + 1, Text: m.Text}
		switch m.Speaker {
		case llm.User:
			t.Role = parley.User
		case llm.Assistant:
			t.Role = parley.Character
			t.Text, t.Interrupted = strings.CutSuffix(m.Text, "—") // as agent/roleplay marks what was cut
		default:
			continue
		}
		if strings.TrimSpace(m.Text) != "" {
			out = append(out, t)
		}
	}
	return out
}

func offers(tools []llm.Tool) bool {
	for _, t := range tools {
		if t.Name == ReactionTool {
			return true
		}
	}
	return false
}

func reaction(r parley.Reaction, n int) *llm.ToolCall {
	args, _ := json.Marshal(r) // two strings: cannot fail
	return &llm.ToolCall{ID: fmt.Sprintf("reaction_%d", n), Name: ReactionTool, Arguments: string(args)}
}

// wordsPerDelta is how many words one piece of a stream holds: like a model's
// tokens, less than a clause.
const wordsPerDelta = 3

// stream hands a line out in pieces, then the tool call and the reason.
type stream struct {
	ctx    context.Context //nolint:containedctx // the request's own life
	rest   string
	call   *llm.ToolCall
	finish llm.Finish
	closed bool
}

// Next implements llm.Stream. It never blocks; after Close it returns
// engine.ErrCut.
func (s *stream) Next() (llm.Delta, error) {
	if err := s.ctx.Err(); err != nil {
		return llm.Delta{}, err
	}
	if s.closed {
		return llm.Delta{}, engine.ErrCut
	}
	if s.rest != "" {
		var text string
		text, s.rest = cut(s.rest, wordsPerDelta)
		return llm.Delta{Text: text}, nil
	}
	if c := s.call; c != nil {
		s.call = nil
		return llm.Delta{Call: c}, nil
	}
	if f := s.finish; f != "" {
		s.finish = ""
		return llm.Delta{Finish: f}, nil
	}
	return llm.Delta{}, io.EOF
}

// Close implements llm.Stream.
func (s *stream) Close() error {
	s.closed = true
	return nil
}

// cut splits text after n words, the spaces with the first part.
func cut(text string, n int) (head, tail string) {
	for i := range len(text) {
		if text[i] == ' ' {
			if n--; n == 0 {
				return text[:i+1], text[i+1:]
			}
		}
	}
	return text, ""
}

// Cued is one engine for all scenarios, so that the calls of a process can share
// a list it stands in: each request is played by its own Script. The zero value is
// usable.
type Cued struct{}

var _ llm.Engine = Cued{}

// Name implements llm.Engine.
func (Cued) Name() string { return (*Engine)(nil).Name() }

// Chat implements llm.Engine as the request's Script does. Without one it returns
// engine.ErrRequest.
func (Cued) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if r.Script == nil {
		return nil, fmt.Errorf("%w: the understudy was not told the scenario", engine.ErrRequest)
	}
	return r.Script.Chat(ctx, r)
}
