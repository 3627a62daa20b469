// Package roleplay is the mind of a character with a reason to say no: one
// language model that is given the scene and the conversation as truly heard, and
// with each turn a note on what it may not give yet (see direct). Of what the
// checker found only the checks met and the progress come here, never its words.
package roleplay

import (
	"context"
	"errors"
	"io"
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
	log    *slog.Logger
}

// New returns the mind of the scene's character for one call. log gets faults,
// never speech.
func New(s scenarios.Scenario, d parley.Dispatch, engine llm.Engine, log *slog.Logger) *Mind {
	return &Mind{engine: engine, scene: s, prompt: Prompt(s, d), log: log}
}

// Name is the engine's.
func (m *Mind) Name() string { return m.engine.Name() }

// Answer says what the model answers. An answer of tool calls or thoughts alone is
// asked on once, without tools, for the words to go with them; without those it is
// agent.ErrSilent.
func (m *Mind) Answer(ctx context.Context, t agent.Turn, out agent.Mouth) error {
	r := llm.Request{
		Messages: messages(m.prompt, t.Conversation, t.Text, note(m.scene, t)), Tools: tools,
		Temperature: temperature, MaxTokens: maxReplyTokens,
	}
	got, err := m.chat(ctx, r, out)
	if err != nil || got.spoke {
		return err
	}
	if len(got.calls) > 0 || got.hidden {
		r.Tools = nil
		if len(got.calls) > 0 {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.Assistant, Calls: got.calls})
		}
		for _, c := range got.calls {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.ToolReply, ReplyTo: c.ID, Text: "shown"})
		}
		if got, err = m.chat(ctx, r, out); err != nil || got.spoke {
			return err
		}
	}
	return agent.ErrSilent
}

// answered is what came of one request: whether it had words to say, what it
// called, and whether there was text that is not to be said.
type answered struct {
	spoke, hidden bool
	calls         []llm.ToolCall
}

// chat streams one answer. Of thoughts that are known for such only once they end
// nothing more is said then, and what was said of them is taken back.
func (m *Mind) chat(ctx context.Context, r llm.Request, out agent.Mouth) (a answered, err error) {
	stream, err := m.engine.Chat(ctx, r)
	if err != nil {
		return a, err
	}
	defer stream.Close()
	var unheard reply.Hidden
	words := reply.Cleaner{Name: m.scene.Botname}
	shown := 0
	say := func(text string) error {
		for _, c := range unheard.Calls() {
			shown++
			m.react(out, c, shown)
		}
		a.spoke = a.spoke || reply.Speakable(text)
		return out.Say(text)
	}
	takeBack := func() {
		if unheard.ThoughtAloud() {
			words, a.spoke = reply.Cleaner{Name: m.scene.Botname}, false
			out.Unsay()
		}
	}
	for {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			text := unheard.Flush()
			takeBack()
			a.hidden = unheard.Found
			return a, say(words.Write(text) + words.Flush())
		}
		if err != nil {
			return a, err
		}
		if d.Call != nil {
			a.calls = append(a.calls, *d.Call)
			shown++
			m.react(out, *d.Call, shown)
		}
		text := unheard.Write(d.Text)
		takeBack()
		if err := say(words.Write(text)); err != nil {
			return a, err
		}
	}
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
