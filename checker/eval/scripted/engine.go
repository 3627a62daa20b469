package scripted

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"parley/llm"
)

// Name is the engine's.
const Name = "scripted"

// errUnknown means that nobody told the model the answer: the requests of Learn
// and of Chat are not made by the same code.
var errUnknown = errors.New("a conversation without a script")

// Engine is the model. It is safe for concurrent use.
type Engine struct {
	seed   uint64
	honest bool

	mu      sync.RWMutex
	scripts map[key]Script
}

var _ llm.Engine = (*Engine)(nil)

// New is a model that misbehaves by the plan of that seed.
func New(seed uint64) *Engine { return &Engine{seed: seed, scripts: map[key]Script{}} }

// NewHonest is a model that always answers right, and so shows what the rules
// alone make of right answers.
func NewHonest() *Engine { return &Engine{honest: true, scripts: map[key]Script{}} }

// Name implements llm.Engine.
func (e *Engine) Name() string {
	if e.honest {
		return "labels"
	}
	return Name
}

// Learn tells the model what to make of the conversation that r, a request as
// checker.Prompt makes it, is about. Of two scripts for one conversation the
// first counts.
func (e *Engine) Learn(r llm.Request, s Script) {
	k := read(r).key()
	e.mu.Lock()
	defer e.mu.Unlock()
	if _, known := e.scripts[k]; !known {
		e.scripts[k] = s
	}
}

// Watcher is told how the model answers.
type Watcher struct {
	mu    sync.Mutex
	asked bool
	first Mishap
}

// First is how the model answered first; Right if it was not asked.
func (w *Watcher) First() Mishap {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first
}

func (w *Watcher) saw(m Mishap) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if !w.asked {
		w.asked, w.first = true, m
	}
}

type watcherKey struct{}

// Watch returns a context in which a simulated model tells how it answers.
func Watch(ctx context.Context) (context.Context, *Watcher) {
	w := &Watcher{}
	return context.WithValue(ctx, watcherKey{}, w), w
}

// Chat implements llm.Engine.
func (e *Engine) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a := read(r)
	k := a.key()
	e.mu.RLock()
	s, known := e.scripts[k]
	e.mu.RUnlock()
	if !known {
		return nil, fmt.Errorf("%s: %w", Name, errUnknown)
	}
	m, again := Right, false
	if !e.honest {
		m, again = plan(k.draw(e.seed), s)
	}
	if a.again && !again {
		m = Right
	}
	if w, ok := ctx.Value(watcherKey{}).(*Watcher); ok {
		w.saw(m)
	}
	text := answer(m, s, a, r.Schema)
	read := 0
	for _, m := range r.Messages {
		read += len(m.Text)
	}
	return &stream{ctx: ctx, text: text, usage: &llm.Usage{Prompt: tokens(read), Completion: tokens(len(text))}}, nil
}

// tokens of text in English are about four bytes each.
func tokens(bytes int) int { return (bytes + 3) / 4 }

// pieceBytes is how much of an answer comes at once.
const pieceBytes = 512

// stream gives an answer piece by piece, then what it cost.
type stream struct {
	ctx   context.Context //nolint:containedctx // llm.Stream has none of its own
	text  string
	usage *llm.Usage
}

// Next implements llm.Stream.
func (s *stream) Next() (llm.Delta, error) {
	if err := context.Cause(s.ctx); err != nil {
		return llm.Delta{}, err
	}
	if s.text != "" {
		n := min(pieceBytes, len(s.text))
		d := llm.Delta{Text: s.text[:n]}
		s.text = s.text[n:]
		return d, nil
	}
	if u := s.usage; u != nil {
		s.usage = nil
		return llm.Delta{Usage: u}, nil
	}
	return llm.Delta{}, io.EOF
}

// Close implements llm.Stream.
func (s *stream) Close() error {
	s.text, s.usage = "", nil
	return nil
}
