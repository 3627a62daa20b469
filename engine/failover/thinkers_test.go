package failover_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
)

// thinker is an llm.Engine that answers "name:0 name:1 …", a piece every 30 ms.
type thinker struct {
	name string
	script
	first  time.Duration
	pieces int
	usage  *llm.Usage
}

var _ llm.Engine = (*thinker)(nil)

func newThinker(name string, first time.Duration, list ...trouble) *thinker {
	return &thinker{name: name, first: first, pieces: 5, script: script{list: list}}
}

func (e *thinker) Name() string { return e.name }

func (e *thinker) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	now, pieces := e.next(ctx), e.pieces
	if r.MaxTokens == 1 {
		pieces = 1
	}
	if err := wait(ctx, 10*ms); err != nil {
		return nil, err
	}
	if err := now.before(); err != nil {
		return nil, err
	}
	return &thought{e: e, ctx: ctx, trouble: now, pieces: pieces}, nil
}

type thought struct {
	e       *thinker
	ctx     context.Context
	trouble trouble
	at      int
	pieces  int
	told    bool
}

func (s *thought) Next() (llm.Delta, error) {
	pause := 30 * ms
	if s.at == 0 {
		pause = s.e.first - 10*ms
	}
	if s.trouble == hang || s.trouble == stall && s.at == 2 {
		pause = time.Hour
	}
	if err := wait(s.ctx, pause); err != nil {
		return llm.Delta{}, err
	}
	if s.trouble == cut && s.at == 2 {
		return llm.Delta{}, fmt.Errorf("read: %w", engine.ErrCut)
	}
	if s.at == s.pieces {
		if s.e.usage != nil && !s.told {
			s.told = true
			return llm.Delta{Usage: s.e.usage}, nil
		}
		return llm.Delta{}, io.EOF
	}
	s.at++
	return llm.Delta{Text: fmt.Sprintf("%s:%d ", s.e.name, s.at-1)}, nil
}

func (s *thought) Close() error { return nil }

func (e *thinker) all() string {
	var text strings.Builder
	for i := range e.pieces {
		fmt.Fprintf(&text, "%s:%d ", e.name, i)
	}
	return text.String()
}

// said is what came of one request: the text, its error (nil at the end), when
// the first text came, the longest wait for text or the end, and how long all
// took.
type said struct {
	text              string
	err               error
	first, gap, total time.Duration
}

func chat(ctx context.Context, e llm.Engine) (s said) {
	begun := time.Now()
	last := begun
	defer func() { s.total, s.gap = time.Since(begun), max(s.gap, time.Since(last)) }()
	stream, err := e.Chat(ctx, llm.Request{Messages: []llm.Message{{Speaker: llm.User, Text: "Hello there."}}})
	if err != nil {
		s.err = err
		return s
	}
	defer stream.Close()
	for {
		d, err := stream.Next()
		if errors.Is(err, io.EOF) {
			return s
		}
		if err != nil {
			s.err = err
			return s
		}
		if d.Text == "" {
			continue
		}
		if s.text == "" {
			s.first = time.Since(begun)
		}
		s.text += d.Text
		s.gap = max(s.gap, time.Since(last))
		last = time.Now()
	}
}

func newThinking(t testing.TB, o failover.Options, engines ...*thinker) *failover.Thinking {
	t.Helper()
	providers := make([]llm.Engine, len(engines))
	for i, e := range engines {
		providers[i] = e
	}
	l := failover.NewThinking(quietly(o), providers...)
	t.Cleanup(l.Close)
	return l
}

// windowed is a thinker whose window is known.
type windowed struct {
	*thinker
	window int
}

var _ llm.Windowed = windowed{}

func (w windowed) Window() int { return w.window }
