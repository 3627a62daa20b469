package agent

import (
	"context"
	"errors"

	"parley"
	"parley/agent/reply"
	"parley/agent/turn"
)

// Mind is the port behind which a character thinks. Turn-taking, playout, captions
// and history know nothing of what stands behind it. A mind serves one call.
type Mind interface {
	// Name names what thinks, such as an engine's name, for log, journal and page.
	Name() string
	// Answer answers the user's turn through m and returns when it has said all of
	// it. It must return soon after ctx ends: the reply was cut, by barge-in or
	// because the user goes on. An answer may be begun several times while the user
	// still talks, and the next may begin before one that was cut has returned. An
	// error other than ctx's has the character say one of the scene's excuses.
	Answer(ctx context.Context, t Turn, m Mouth) error
}

// Turn is what a mind answers.
type Turn struct {
	// Conversation is the history as truly heard, without backchannels. The mind may
	// keep it, but not write to it.
	Conversation []parley.Turn
	// Text is the user's newest words, which are not in the history yet. Empty, the
	// last turn of the user's in the history is answered once more.
	Text string
	// Exchange is the number of the exchange that the answer makes, from 1.
	Exchange int
	// Verdict is the newest on an exchange before it; its Exchange tells how far
	// behind it is, and is 0 where none has come. The mind may not write to it.
	Verdict parley.Verdict
	// Committed is closed once the user's turn is over. What has an effect outside
	// of the call waits for it: until then the words may change and the answer be
	// dropped unheard.
	Committed <-chan struct{}
}

// Mouth is how a mind speaks and shows. Its methods may be called from several
// goroutines, one at a time, until Answer returns.
type Mouth interface {
	// Say adds text to the reply, in pieces of any size. It blocks while earlier
	// text waits for the voice, and fails with the cause when the reply was cut, or
	// with reply.ErrUnsayable: then the mind returns that and asks for no more text.
	Say(text string) error
	// Unsay takes back what was said of the reply: it was not meant to be heard.
	Unsay()
	// React shows an emoji once the reply is heard.
	React(parley.Reaction)
	// Show shows a card at once, SetState the newest value of a state, whatever
	// becomes of the reply: what tells of an effect waits for Committed. The error
	// says what is wrong with it.
	Show(parley.Card) error
	SetState(parley.StateValue) error
	// Note keeps a fact in the call's journal.
	Note(parley.Body)
}

// ErrSilent is returned by a mind that has nothing to say, ErrLength by one whose
// answer was cut at the model's bound on its length: what was said is kept up to the
// end of its last sentence, and the user is told.
var (
	ErrSilent = errors.New("answered without a word")
	ErrLength = errors.New("reached the bound on its answer")
)

// replyMouth is the Mouth of one reply: it cuts the text into segments.
type replyMouth struct {
	s         *Session
	speech    *speech
	segments  reply.Segmenter
	run       reply.Run
	pass      func(segment string) error
	anySpoken bool
}

func (m *replyMouth) Say(text string) error {
	said := m.run.Sayable(text)
	if err := m.put(m.segments.Write(said)...); err != nil {
		return err
	}
	if said != text {
		return reply.ErrUnsayable
	}
	return nil
}

func (m *replyMouth) put(segments ...string) error {
	for _, segment := range segments {
		if segment == "" {
			continue
		}
		m.anySpoken = true
		if err := m.pass(segment); err != nil {
			return err
		}
	}
	return nil
}

func (m *replyMouth) Unsay() {
	m.segments, m.run = m.s.segmenter(), reply.Run{}
	if m.anySpoken {
		m.anySpoken = false
		m.s.inbox.put(turn.ThoughtsSpoken{Reply: m.speech.id})
	}
}

func (m *replyMouth) React(r parley.Reaction) {
	if m.speech.react(r) {
		m.s.inbox.put(reacted{r})
	}
}

func (m *replyMouth) Show(c parley.Card) error { return m.s.stage.Card(c) }

func (m *replyMouth) SetState(v parley.StateValue) error { return m.s.stage.SetState(v) }

func (m *replyMouth) Note(b parley.Body) { m.s.inbox.put(noted{b}) }

// line is the source of a reply that is known beforehand.
func (s *Session) line(text string) source {
	return func(_ context.Context, pass func(string) error) error {
		m := &replyMouth{s: s, segments: s.segmenter(), pass: pass}
		if err := m.put(m.segments.Write(text)...); err != nil {
			return err
		}
		return m.put(m.segments.Flush())
	}
}

// answer is the source of a reply that the character's mind makes. When the mind
// fails, the page learns why and the character says one line in role.
func (s *Session) answer(sp *speech, t Turn) source {
	return func(ctx context.Context, pass func(string) error) error {
		t.Committed = sp.released
		m := &replyMouth{s: s, speech: sp, segments: s.segmenter(), pass: pass}
		sp.stamps.mark(&sp.stamps.asked, s.now())
		err := s.cfg.Mind.Answer(ctx, t, m)
		if errors.Is(err, ErrLength) && ctx.Err() == nil {
			s.log.Warn("an answer was cut at its bound", "engine", s.cfg.Mind.Name())
			s.trouble("llm", err)
			err = m.put(m.segments.Finish(m.anySpoken))
		}
		if err == nil {
			err = m.put(m.segments.Flush())
		}
		if err == nil && !m.anySpoken {
			err = ErrSilent
		}
		if err == nil || ctx.Err() != nil {
			return err
		}
		s.log.Warn("the character's mind failed", "engine", s.cfg.Mind.Name(), "err", err)
		s.trouble("llm", err)
		return s.line(s.excuses.next())(ctx, pass)
	}
}
