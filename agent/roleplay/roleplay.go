// Package roleplay is the mind of a character with a reason to say no: one
// language model that is given the scene and the conversation as truly heard, and
// with each turn a note on what it may not give yet (see direct). Of what the
// checker found only the checks met and the progress come here, never its words.
package roleplay

import (
	"context"
	"log/slog"

	"parley"
	"parley/agent"
	"parley/agent/reply"
	"parley/llm"
	"parley/scenarios"
)

// temperature of the character: high enough that it does not repeat itself, low
// enough to stay in role.
const temperature = 0.9

// maxReplyTokens bounds a runaway model; a line of 15 words takes about 25.
const maxReplyTokens = 200

// Mind is an agent.Mind. Its methods may be called from several goroutines.
type Mind struct {
	engine llm.Engine
	scene  scenarios.Scenario
	prompt string
	sides  llm.Sides
	log    *slog.Logger
}

// New returns the mind of the scene's character for one call. log gets faults,
// never speech.
func New(s scenarios.Scenario, d parley.Dispatch, engine llm.Engine, log *slog.Logger) *Mind {
	own, others := scenarios.Labels(s.Language)
	return &Mind{
		engine: engine, scene: s, prompt: Prompt(s, d), log: log, sides: reply.Sides(s.Botname, d.Username, own, others),
	}
}

// Name is the engine's.
func (m *Mind) Name() string { return m.engine.Name() }

// Answer says what the model answers. An answer without words, of tool calls or
// thoughts alone, is asked on once, without tools, for the words to go with them;
// without those it is agent.ErrSilent. One that was cut at its bound is
// agent.ErrLength.
func (m *Mind) Answer(ctx context.Context, t agent.Turn, out agent.Mouth) error {
	r := llm.Request{
		Messages: messages(m.prompt, t.Conversation, t.Text, Note(m.scene, t)), Tools: tools,
		Temperature: temperature, MaxTokens: maxReplyTokens, Sides: m.sides,
	}
	got, err := m.chat(ctx, r, out)
	if err == nil && !got.Spoke {
		r.Tools = nil
		if len(got.Calls) > 0 {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.Assistant, Calls: got.Calls, Extra: got.Extra})
		}
		for _, c := range got.Calls {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.ToolReply, ReplyTo: c.ID, Text: "shown"})
		}
		got, err = m.chat(ctx, r, out)
	}
	switch {
	case err != nil:
		return err
	case !got.Spoke:
		return agent.ErrSilent
	case got.Finish == llm.Length:
		return agent.ErrLength
	}
	return nil
}

// chat streams one answer.
func (m *Mind) chat(ctx context.Context, r llm.Request, out agent.Mouth) (reply.Answered, error) {
	stream, err := m.engine.Chat(ctx, r)
	if err != nil {
		return reply.Answered{}, err
	}
	defer stream.Close()
	shown := 0
	return reply.Reader{Say: out.Say, Unsay: out.Unsay, Call: func(c llm.ToolCall) {
		shown++
		m.react(out, c, shown)
	}}.Read(stream)
}

// react shows the emoji a model called for: one an answer.
func (m *Mind) react(out agent.Mouth, c llm.ToolCall, count int) {
	if c.Name != reply.ReactionTool || count > 1 {
		return
	}
	r, err := reaction(c.Arguments)
	if err != nil {
		m.log.Debug("tool call dropped", "tool", c.Name, "err", err)
		return
	}
	out.React(r)
}
