package agent

import (
	"cmp"
	"context"
	"errors"
	"sync"

	"parley/media"
	"parley/media/playout"
	"parley/tts"
)

// LineCache keeps the audio of lines that characters say again and again, such as
// "mm-hm" and "let me think", so that each is synthesised once for a voice and a
// process. All calls of a process share one. It is safe for concurrent use; the
// zero value is empty.
type LineCache struct {
	mu      sync.Mutex
	lines   map[lineKey]tts.Chunk
	samples int
	// busy has a channel for each line being synthesised, closed when that ends.
	busy map[lineKey]chan struct{}
}

// lineKey is a line as an engine says it.
type lineKey struct {
	engine string
	voice  tts.Voice
	text   string
}

const (
	// maxLine is the longest line kept: the playout takes it at once.
	maxLine = playout.MaxQueued / 2
	// maxCached bounds the cache, in samples: 16 MiB or nearly nine minutes, some
	// five hundred lines.
	maxCached = 8 << 20
)

var (
	errNoAudio = errors.New("no audio, or too much")
	errMixed   = errors.New("spoken by two engines")
)

// line is the audio of a text in v's voice by engine, from the cache or by asking
// it: once, however many calls want it. A caller whose ctx ends while it asks
// leaves that to the next. Chunk.Engine is whose voice it is, which need not be
// the engine's asked.
func (l *LineCache) line(ctx context.Context, engine tts.Engine, v tts.Voice, text string) (tts.Chunk, error) {
	k := lineKey{engine.Name(), v, text}
	for {
		l.mu.Lock()
		c, ok := l.lines[k]
		under := l.busy[k]
		if !ok && under == nil {
			if l.busy == nil {
				l.busy = map[lineKey]chan struct{}{}
			}
			l.busy[k] = make(chan struct{})
		}
		l.mu.Unlock()
		switch {
		case ok:
			return c, nil
		case under == nil:
			return l.ask(ctx, engine, k)
		}
		select {
		case <-under:
		case <-ctx.Done():
			return tts.Chunk{}, ctx.Err()
		}
	}
}

// ask has the engine say the line and keeps it under the name of who did.
func (l *LineCache) ask(ctx context.Context, engine tts.Engine, k lineKey) (all tts.Chunk, err error) {
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		close(l.busy[k])
		delete(l.busy, k)
		if err == nil {
			k.engine = all.Engine
			l.keep(k, all)
		}
	}()
	err = errNoAudio // also of an engine that panics
	err = engine.Speak(ctx, k.text, k.voice, func(c tts.Chunk) error { return k.add(&all, c) })
	if err == nil && len(all.PCM) == 0 {
		err = errNoAudio
	}
	return all, err
}

// add puts the next chunk of the line to the others, which must be of one engine
// and not too long.
func (k lineKey) add(all *tts.Chunk, c tts.Chunk) error {
	switch by := cmp.Or(c.Engine, k.engine); {
	case len(c.PCM) == 0: // words alone
	case all.Engine == "":
		all.Engine = by
	case all.Engine != by:
		return errMixed
	}
	all.PCM = append(all.PCM, c.PCM...)
	all.Words = append(all.Words, c.Words...)
	if media.Duration(len(all.PCM)) > maxLine {
		return errNoAudio
	}
	return nil
}

// speak says text as engine.Speak does, and keeps it; or, if it is there, gives
// it at once. It never waits for another call's: that would take longer than the
// first audio of one's own.
func (l *LineCache) speak(
	ctx context.Context, engine tts.Engine, v tts.Voice, text string, emit func(tts.Chunk) error,
) (kept bool, err error) {
	k := lineKey{engine.Name(), v, text}
	l.mu.Lock()
	c, kept := l.lines[k]
	l.mu.Unlock()
	if kept {
		return true, emit(c)
	}
	var all tts.Chunk
	var unfit error
	err = engine.Speak(ctx, text, v, func(c tts.Chunk) error {
		if unfit == nil {
			unfit = k.add(&all, c)
		}
		return emit(c)
	})
	if err != nil || unfit != nil || len(all.PCM) == 0 {
		return false, err
	}
	k.engine = all.Engine
	l.mu.Lock()
	defer l.mu.Unlock()
	l.keep(k, all)
	return false, nil
}

// keep adds a line; others go for it if need be.
func (l *LineCache) keep(k lineKey, c tts.Chunk) {
	if l.lines == nil {
		l.lines = map[lineKey]tts.Chunk{}
	}
	l.samples += len(c.PCM) - len(l.lines[k].PCM)
	l.lines[k] = c
	for old, had := range l.lines { // in no order
		if l.samples <= maxCached {
			return
		}
		if old != k {
			l.samples -= len(had.PCM)
			delete(l.lines, old)
		}
	}
}
