// Package sherpa speaks with neural voices through sherpa-onnx, in this process.
//
// sherpa-onnx writes on standard error when it loads models. It ends the process
// over files that are broken in ways this package cannot see, such as changed
// weights: check downloads with `parley models verify`.
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
	"parley/media"
	"parley/tts"
)

// ErrClosed is returned by Speak once the engine is closed.
var ErrClosed = errors.New("speech engine is closed")

// DefaultWaiting is how many segments wait at most, some seconds of work for
// each worker: those further back would be spoken too late.
const DefaultWaiting = 32

// Options configure an Engine. The zero value lacks only Dir and Kind.
type Options struct {
	// Dir is the folder of the model, as sherpa-onnx's releases unpack.
	Dir string
	// Kind is the kind of the model.
	Kind Kind
	// Language is the one that a Kokoro of several shall read its text in, a
	// BCP 47 tag; empty means American English.
	Language string
	// Workers is how many sentences are made at once; 0 means as many as there
	// are cores for their threads. Pocket makes one at a time.
	Workers int
	// Threads is how many threads make a sentence; 0 means half the cores: the
	// listener waits for all of the first one.
	Threads int
	// Waiting is how many segments may wait for a worker; 0 means
	// DefaultWaiting.
	Waiting int
}

// Engine implements tts.Engine with one loaded model, which all segments share.
type Engine struct {
	model   model
	voices  voices
	reader  reader
	workers chan struct{} // a place for each
	limit   int           // segments at once, those that wait included

	ctx   context.Context //nolint:containedctx // ends when the engine closes
	close context.CancelFunc
	free  func()

	mu       sync.Mutex
	segments int // under way
	making   sync.WaitGroup
}

var _ tts.Engine = (*Engine)(nil)

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
	m, err := load(l, o.Language, o.Threads)
	if err != nil {
		return nil, broken(f, err)
	}
	e := newEngine(m, o.Workers, o.Waiting)
	e.voices, e.reader = voicesOf(l, m.tts.NumSpeakers()), readerOf(l.metadata["language"])
	return e, nil
}

// fill puts the defaults where nothing was said.
func (o *Options) fill(kind Kind) {
	cores := runtime.GOMAXPROCS(0)
	if o.Threads <= 0 {
		o.Threads = max(1, cores/2)
	}
	if o.Workers <= 0 {
		o.Workers = max(1, cores/o.Threads)
	}
	if kind == Pocket {
		o.Workers = 1 // it keeps the voices it has heard in a cache of its own
	}
	if o.Waiting <= 0 {
		o.Waiting = DefaultWaiting
	}
}

func newEngine(m model, workers, waiting int) *Engine {
	e := &Engine{model: m, voices: voices{""}, reader: reader{any: true}, workers: make(chan struct{}, workers), limit: workers + waiting}
	e.ctx, e.close = context.WithCancel(context.Background())
	e.free = sync.OnceFunc(m.free)
	return e
}

// broken is the error for a folder whose files cannot be used.
func broken(f folder.Folder, err error) error {
	return fmt.Errorf("open sherpa: %w: %w; run `%s`", engine.ErrModel, err, f.Remedy(err))
}

// Name implements tts.Engine.
func (*Engine) Name() string { return "sherpa" }

// Voices are the names of the model's voices, "" for those that have none; a
// voice without a name is asked for by its number.
func (e *Engine) Voices() []string { return append([]string(nil), e.voices...) }

// Speak implements tts.Engine. Text is made sentence by sentence, at most 5 s
// ahead of the listener; words are not timed. Rates are
// held within 0.5-2 and change the voice of all kinds but Pocket. When ctx ends
// Speak returns at once; a sentence being made is made to its end in the
// background, in its worker's place. With too many segments waiting, Speak
// returns engine.ErrCapacity.
func (e *Engine) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	ps := parts(text)
	if len(ps) == 0 {
		return nil
	}
	making, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(e.ctx, cancel)() //nolint:contextcheck // the engine's end, besides the caller's
	b := newBuffer(5 * e.model.rate())
	if err := e.begin(func() { b.end(e.makeAll(making, ps, v, b)) }); err != nil {
		return fmt.Errorf("speak with sherpa: %w", err)
	}
	err := emitAll(making, b, e.model.rate(), emit)
	if errors.Is(err, errEnded) {
		if err := ctx.Err(); err != nil {
			return err
		}
		return fmt.Errorf("speak with sherpa: %w", ErrClosed)
	}
	return err
}

// begin runs work on a goroutine of its own, unless there is too much.
func (e *Engine) begin(work func()) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case e.ctx.Err() != nil:
		return ErrClosed
	case e.segments >= e.limit:
		return fmt.Errorf("%w: %d segments are waiting", engine.ErrCapacity, e.segments)
	}
	e.segments++
	e.making.Go(func() {
		defer func() {
			e.mu.Lock()
			defer e.mu.Unlock()
			e.segments--
		}()
		work()
	})
	return nil
}

// Close ends all segments with ErrClosed, waits for the sentences being made
// and frees the model.
func (e *Engine) Close() error {
	e.mu.Lock()
	e.close()
	e.mu.Unlock()
	e.making.Wait()
	e.free()
	return nil
}

// emitAll emits what comes on b at 16 kHz, in chunks of 100 ms: to resample a
// whole sentence first would delay its beginning.
func emitAll(ctx context.Context, b *buffer, rate int, emit func(tts.Chunk) error) error {
	r := media.NewResampler(rate)
	var t media.Trimmer
	raw := make([]int16, 0, media.SampleRate/10+1)
	pass := func(pcm []int16) error {
		if len(pcm) == 0 {
			return nil
		}
		return emit(tts.Chunk{PCM: pcm})
	}
	for {
		samples, err := b.take(ctx)
		if err != nil {
			return err
		}
		if samples == nil {
			return pass(t.Flush(t.Append(nil, r.Flush(raw[:0]))))
		}
		for piece := range slices.Chunk(samples, rate/10) {
			if ctx.Err() != nil {
				return errEnded
			}
			raw = r.Append(raw[:0], piece)
			if err := pass(t.Append(nil, raw)); err != nil {
				return err
			}
		}
	}
}
