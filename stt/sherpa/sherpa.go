// Package sherpa recognises speech with neural models through sherpa-onnx, in
// this process: streaming ones, which give interims while audio comes in, and
// ones that hear an utterance as a whole. It expects 16 kHz speech that a VAD
// has gated.
//
// sherpa-onnx writes on standard error when it loads models, and ends the
// process over files that are broken in ways this package cannot see, such as
// changed weights: check downloads with `parley models verify`.
package sherpa

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"parley/engine"
	"parley/engine/models/folder"
	"parley/stt"
)

// ErrClosed is returned by Engine.Open after Engine.Close.
var ErrClosed = errors.New("speech engine is closed")

// DefaultStreams holds the queues' memory, 0.5 MiB a stream, to 64 MiB.
const DefaultStreams = 128

// Options configure an Engine. The zero value lacks only Dir and Kind.
type Options struct {
	// Dir is the folder of the model, as sherpa-onnx's releases unpack.
	Dir string
	// Kind is the kind of the model.
	Kind Kind
	// Language is the one that models of many languages (Whisper, SenseVoice)
	// shall hear, such as "en"; empty means that they guess.
	Language string
	// Punctuation is the folder of a model that adds punctuation; it is used if
	// the model itself makes none. Empty means none.
	Punctuation string
	// Workers is how many utterances are decoded at once; 0 means as many as
	// there are cores for their threads.
	Workers int
	// Threads is how many threads decode an utterance; 0 means 1 for streaming
	// kinds and half the cores for the others, whose caller waits for all of it.
	Threads int
	// Streams is the most that may be open at once; 0 means DefaultStreams.
	Streams int
}

// Engine implements stt.Engine with one loaded model, which all streams share.
type Engine struct {
	plain       func(phrases []string) []string // as the model can use them
	recognition *recognition
	limit       int

	gone    sync.WaitGroup // streams that have not left the model
	free    func()
	mu      sync.Mutex
	streams map[*Stream]bool
	closed  bool
}

var _ stt.Engine = (*Engine)(nil)

// Open loads the model, in the time of reading its files. The error wraps
// engine.ErrModel if files are missing or broken, and then says which they are
// and what command mends that.
func Open(o Options) (*Engine, error) {
	f, err := folder.Open(o.Dir)
	if err != nil {
		return nil, broken(f, err)
	}
	l, err := find(f, o.Kind)
	if err != nil {
		return nil, broken(f, err)
	}
	o.fill(l.kind)
	h := &recognition{
		workers: newWorkers(o.Workers), lower: l.capitals,
		step: wholeStep, costly: true, limits: wholeLimits,
	}
	if o.Punctuation != "" && !l.points {
		if h.points, err = openPunctuation(o.Punctuation); err != nil {
			return nil, err
		}
	}
	if l.kind.streaming() {
		h.step, h.costly, h.limits = readStep, false, streamLimits
		h.model, err = loadOnline(l, o.Threads)
	} else {
		h.model, err = loadOffline(l, o.Language, o.Threads)
	}
	if err != nil {
		h.release()
		return nil, broken(f, err)
	}
	e := newEngine(h, o.Streams)
	e.plain = l.plain
	return e, nil
}

// fill puts the defaults where nothing was said.
func (o *Options) fill(kind Kind) {
	cores := runtime.GOMAXPROCS(0)
	if o.Threads <= 0 {
		o.Threads = 1
		if !kind.streaming() {
			o.Threads = max(1, cores/2)
		}
	}
	if o.Workers <= 0 {
		o.Workers = max(1, cores/o.Threads)
	}
	if o.Streams <= 0 {
		o.Streams = DefaultStreams
	}
}

func newEngine(h *recognition, limit int) *Engine {
	e := &Engine{plain: slices.Clone[[]string], recognition: h, limit: limit, streams: make(map[*Stream]bool)}
	e.free = sync.OnceFunc(h.release)
	return e
}

// openPunctuation loads the model in dir on one thread: it hears a sentence at
// a time.
func openPunctuation(dir string) (punctuator, error) {
	f, err := folder.Open(dir)
	if err != nil {
		return nil, broken(f, err)
	}
	p, err := loadPunctuation(f, 1)
	if err != nil {
		return nil, broken(f, err)
	}
	return p, nil
}

// broken is the error for a folder whose files cannot be used.
func broken(f folder.Folder, err error) error {
	return fmt.Errorf("open sherpa: %w: %w; run `%s`", engine.ErrModel, err, f.Remedy(err))
}

// Name implements stt.Engine.
func (*Engine) Name() string { return "sherpa" }

// Open implements stt.Engine and does not wait: past Options.Streams it returns
// engine.ErrCapacity. The stream hears the engine's language whatever o says.
// o.Phrases are used by transducers whose folder has a bpe.vocab, at the price
// of a search four times as wide; o.Domain is not used.
func (e *Engine) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.closed:
		return nil, fmt.Errorf("open sherpa stream: %w", ErrClosed)
	case len(e.streams) >= e.limit:
		return nil, fmt.Errorf("open sherpa stream: %w: %d are open", engine.ErrCapacity, e.limit)
	}
	e.gone.Add(1)
	var s *Stream
	s = openStream(context.WithoutCancel(ctx), e.recognition, e.plain(o.Phrases), func() {
		e.mu.Lock()
		delete(e.streams, s)
		e.mu.Unlock()
		e.gone.Done()
	})
	e.streams[s] = true
	return s, nil
}

// Close closes all streams, waits for what they are decoding and frees the
// model.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.closed = true
	for s := range e.streams {
		s.leave()
	}
	e.mu.Unlock()
	e.gone.Wait()
	e.free()
	return nil
}

// release frees what was loaded.
func (h *recognition) release() {
	if h.model != nil {
		h.model.free()
	}
	if h.points != nil {
		h.points.free()
	}
}
