package agent

import (
	"context"
	"errors"
	"sync"

	"parley/media"
	"parley/tts"
)

// LineCache keeps the audio of lines that characters say again and again, such as
// "mm-hm", so that each is synthesised once for a voice and a process. All calls
// of a process share one. It is safe for concurrent use; the zero value is empty.
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
	maxLine = media.MaxQueued / 2
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
				l.busy, l.lines = map[lineKey]chan struct{}{}, map[lineKey]tts.Chunk{}
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
	err = engine.Speak(ctx, k.text, k.voice, func(c tts.Chunk) error {
		by := c.Engine
		if by == "" {
			by = k.engine
		}
		switch {
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
	})
	if err == nil && len(all.PCM) == 0 {
		err = errNoAudio
	}
	return all, err
}

// keep adds a line; others go for it if need be.
func (l *LineCache) keep(k lineKey, c tts.Chunk) {
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
