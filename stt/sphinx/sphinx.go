// Package sphinx recognises English speech with PocketSphinx, offline: what
// Parley uses when no speech service is configured. It expects 16 kHz speech that
// a VAD has gated and noise suppression has cleaned (package media/echo); on
// noise alone it invents words.
package sphinx

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"parley/engine"
	"parley/stt"
)

// Errors of this package.
var (
	// ErrNoModel is returned by Open when the model's files are missing.
	ErrNoModel = errors.New("no speech model: run `make setup`, or `apt-get install pocketsphinx-en-us`")
	// ErrBusy is returned by Engine.Open when ctx ended while other streams
	// held all decoders. It is an engine.ErrCapacity.
	ErrBusy = fmt.Errorf("%w: all decoders are in use", engine.ErrCapacity)
	// ErrLanguage is returned by Engine.Open for a language other than English.
	// It is an engine.ErrLanguage.
	ErrLanguage = fmt.Errorf("%w: PocketSphinx is installed for English only", engine.ErrLanguage)
	// ErrClosed is returned by Engine.Open after Engine.Close.
	ErrClosed = errors.New("speech engine is closed")
)

// DefaultDecoders holds memory to about 800 MiB.
const DefaultDecoders = 8

// Options configure an Engine. The zero value is usable.
type Options struct {
	// Decoders is the most streams that can be open at once; each costs 100 MiB
	// while it is open and for two minutes after it. 0 means DefaultDecoders.
	Decoders int
	// ModelDir holds en-us/, en-us.lm.bin and cmudict-en-us.dict. Empty means
	// DefaultModelDir.
	ModelDir string
}

// Engine implements stt.Engine with a pool of decoders.
type Engine struct {
	pool *pool
}

var _ stt.Engine = (*Engine)(nil)

// Open checks the model's files and starts to load one decoder in the
// background, so that the first call does not wait for it (0.3 s of CPU). It
// returns ErrNoModel if a file is missing. A file that is there but is no model
// makes PocketSphinx end the process.
//
// Decoders leave pages of C memory behind: run with MALLOC_ARENA_MAX=2.
func Open(o Options) (*Engine, error) {
	if o.Decoders <= 0 {
		o.Decoders = DefaultDecoders
	}
	if o.ModelDir == "" {
		o.ModelDir = DefaultModelDir
	}
	m, err := find(o.ModelDir)
	if err != nil {
		return nil, fmt.Errorf("open sphinx: %w", err)
	}
	return &Engine{newPool(o.Decoders, func() (*decoder, error) { return newDecoder(m) })}, nil
}

// Name implements stt.Engine.
func (*Engine) Name() string { return "sphinx" }

// Languages are those it recognises, as BCP 47 tags.
func (*Engine) Languages() []string { return []string{"en"} }

// Open implements stt.Engine. The stream holds one decoder until it is closed.
// If all are taken Open waits for one until ctx ends and then returns ErrBusy
// wrapped with ctx's cause, or the cause alone where the decoder was being built; give
// ctx the time a caller may be kept waiting.
//
// Options.Phrases and Options.Domain make a language model of their own, mixed
// into the general one; their words are added to the dictionary if it lacks
// them. That takes 0.2 s of CPU unless the decoder was last used with the same.
// What exceeds maxWords words is left out, as is what no English voice could
// read. If the model cannot be made the stream opens without it. Once ctx ends it is
// not waited for.
func (e *Engine) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	if l := strings.ToLower(o.Language); l != "" && l != "en" && !strings.HasPrefix(l, "en-") {
		return nil, fmt.Errorf("open sphinx stream in %q: %w", o.Language, ErrLanguage)
	}
	dom := newDomain(o)
	d, err := e.pool.acquire(ctx, dom.identity())
	if err != nil {
		return nil, fmt.Errorf("open sphinx stream: %w", err)
	}
	prepared := make(chan error, 1)
	go func() { prepared <- d.prepare(dom) }()
	select {
	case err = <-prepared:
	case <-ctx.Done():
		go e.pool.settle(d, prepared)
		return nil, fmt.Errorf("open sphinx stream: %w", context.Cause(ctx))
	}
	if err != nil {
		e.pool.discard(d)
		return nil, fmt.Errorf("open sphinx stream: %w", err)
	}
	return startStream(e.pool, d), nil
}

// Close frees all decoders that no stream holds; the others are freed as their
// streams close. It waits for a decoder being loaded.
func (e *Engine) Close() error {
	e.pool.close()
	return nil
}

// DefaultModelDir is where Debian's pocketsphinx-en-us puts the model.
const DefaultModelDir = "/usr/share/pocketsphinx/model/en-us"

// model is the files of a speech model.
type model struct {
	acoustic, language, dictionary string

	weight float64 // of a domain's language, 0-1
}

// find checks that dir holds a model, so that a missing package is told at
// start-up and not in the first call.
func find(dir string) (model, error) {
	m := model{
		acoustic:   filepath.Join(dir, "en-us"),
		language:   filepath.Join(dir, "en-us.lm.bin"),
		dictionary: filepath.Join(dir, "cmudict-en-us.dict"),
		weight:     domainWeight,
	}
	for _, path := range []string{filepath.Join(m.acoustic, "mdef"), m.language, m.dictionary} {
		if _, err := os.Stat(path); err != nil {
			return model{}, fmt.Errorf("%w: %w", ErrNoModel, err)
		}
	}
	return m, nil
}
