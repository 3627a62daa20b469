package agent

import (
	"context"
	"errors"
	"io"

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

// converse asks the model and says what it answers. An answer of tool calls
// alone is asked on once, without tools, for the words to go with them.
func (s *Session) converse(ctx context.Context, sp *speech, conversation []llm.Message, say func(string) error) error {
	r := llm.Request{Messages: conversation, Tools: tools, Temperature: temperature, MaxTokens: maxReplyTokens}
	spoke, calls, err := s.chat(ctx, sp, r, say)
	if err != nil || spoke {
		return err
	}
	if len(calls) > 0 {
		r.Tools = nil
		r.Messages = append(r.Messages[:len(r.Messages):len(r.Messages)], llm.Message{Speaker: llm.Assistant, Calls: calls})
		for _, c := range calls {
			r.Messages = append(r.Messages, llm.Message{Speaker: llm.ToolReply, ReplyTo: c.ID, Text: "shown"})
		}
		if spoke, _, err = s.chat(ctx, sp, r, say); err != nil || spoke {
			return err
		}
	}
	return errSilent
}

// chat streams one answer and reports whether it had words, and its calls.
func (s *Session) chat(
	ctx context.Context, sp *speech, r llm.Request, say func(string) error,
) (spoke bool, calls []llm.ToolCall, err error) {
	stream, err := s.cfg.LLM.Chat(ctx, r)
	if err != nil {
		return false, nil, err
	}
	defer stream.Close()
	words := cleaner{name: s.cfg.Scenario.Botname}
	cut := s.segmenter()
	push := func(segments ...string) error {
		for _, segment := range segments {
			if segment == "" {
				continue
			}
			spoke = true
			if err := say(segment); err != nil {
				return err
			}
		}
		return nil
	}
	for {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			err := push(append(cut.Write(words.Flush()), cut.Flush())...)
			return spoke, calls, err
		}
		if err != nil {
			return spoke, calls, err
		}
		if d.Call != nil {
			calls = append(calls, *d.Call)
			s.react(sp, *d.Call, len(calls))
		}
		if err := push(cut.Write(words.Write(d.Text))...); err != nil {
			return spoke, calls, err
		}
	}
}

// react has the emoji a model called for shown with the reply: one an answer.
func (s *Session) react(sp *speech, c llm.ToolCall, count int) {
	if c.Name != reactionTool || count > 1 {
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
