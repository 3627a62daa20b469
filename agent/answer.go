package agent

import (
	"context"
	"errors"
	"io"

	"parley/agent/reply"
	"parley/agent/turn"
	"parley/llm"
)

// temperature of the character: high enough that it does not repeat itself
// (contract.md: "higher temperature"), low enough to stay in role.
const temperature = 0.9

// maxReplyTokens bounds a runaway model; a line of 15 words takes about 25.
const maxReplyTokens = 200

// line is the source of a reply that is known beforehand.
func (s *Session) line(text string) source {
	return func(_ context.Context, say func(string) error) error {
		cut := s.segmenter()
		for _, segment := range cut.Write(text) {
			if err := say(segment); err != nil {
				return err
			}
		}
		if rest := cut.Flush(); rest != "" {
			return say(rest)
		}
		return nil
	}
}

// answer is the source of a reply that the character's model makes. When the
// model fails, the page learns why and the character says one line in role.
func (s *Session) answer(sp *speech, conversation []llm.Message) source {
	return func(ctx context.Context, say func(string) error) error {
		sp.stamps.mark(&sp.stamps.asked, s.now())
		err := s.converse(ctx, sp, conversation, say)
		if err == nil || ctx.Err() != nil {
			return err
		}
		s.log.Warn("the character's model failed", "engine", s.cfg.LLM.Name(), "err", err)
		s.trouble("llm", err)
		return s.line(s.excuses.next())(ctx, say)
	}
}

// converse asks the model and says what it answers. An answer of tool calls or
// thoughts alone is asked on once, without tools, for the words to go with them.
func (s *Session) converse(ctx context.Context, sp *speech, conversation []llm.Message, say func(string) error) error {
	r := llm.Request{Messages: conversation, Tools: tools, Temperature: temperature, MaxTokens: maxReplyTokens}
	got, err := s.chat(ctx, sp, r, say)
	if err != nil || got.spoke {
		return err
	}
	if len(got.calls) > 0 || got.hidden {
		r.Tools = nil
		r.Messages = r.Messages[:len(r.Messages):len(r.Messages)]
		if len(got.calls) > 0 {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.Assistant, Calls: got.calls})
		}
		for _, c := range got.calls {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.ToolReply, ReplyTo: c.ID, Text: "shown"})
		}
		if got, err = s.chat(ctx, sp, r, say); err != nil || got.spoke {
			return err
		}
	}
	return errSilent
}

// got is what came of one answer: whether it had words to say, what it called,
// and whether there was text that is not to be said.
type got struct {
	spoke, hidden bool
	calls         []llm.ToolCall
}

// chat streams one answer. Of thoughts that are known for such only once they end
// nothing more is said then, and what was said of them is taken back; see thoughts.
func (s *Session) chat(ctx context.Context, sp *speech, r llm.Request, say func(string) error) (g got, err error) {
	stream, err := s.cfg.LLM.Chat(ctx, r)
	if err != nil {
		return g, err
	}
	defer stream.Close()
	var unheard reply.Hidden
	words := reply.Cleaner{Name: s.cfg.Scenario.Botname}
	cut := s.segmenter()
	shown := 0
	push := func(segments ...string) error {
		for _, c := range unheard.Calls() {
			shown++
			s.react(sp, c, shown)
		}
		for _, segment := range segments {
			if segment == "" {
				continue
			}
			g.spoke = true
			if err := say(segment); err != nil {
				return err
			}
		}
		return nil
	}
	takeBack := func() {
		if !unheard.ThoughtAloud() {
			return
		}
		words, cut = reply.Cleaner{Name: s.cfg.Scenario.Botname}, s.segmenter()
		if g.spoke {
			g.spoke = false
			s.inbox.put(turn.ThoughtsSpoken{Reply: sp.id})
		}
	}
	for {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			text := unheard.Flush()
			takeBack()
			rest := cut.Write(words.Write(text) + words.Flush())
			g.hidden = unheard.Found
			return g, push(append(rest, cut.Flush())...)
		}
		if err != nil {
			return g, err
		}
		if d.Call != nil {
			g.calls = append(g.calls, *d.Call)
			shown++
			s.react(sp, *d.Call, shown)
		}
		text := unheard.Write(d.Text)
		takeBack()
		if err := push(cut.Write(words.Write(text))...); err != nil {
			return g, err
		}
	}
}

// react has the emoji a model called for shown with the reply: one an answer.
func (s *Session) react(sp *speech, c llm.ToolCall, count int) {
	if c.Name != reply.ReactionTool || count > 1 {
		return
	}
	r, err := reaction(c.Arguments)
	if err != nil {
		s.log.Debug("tool call dropped", "tool", c.Name, "err", err)
		return
	}
	if sp.react(r) {
		s.inbox.put(reacted{r})
	}
}
