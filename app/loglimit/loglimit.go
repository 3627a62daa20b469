// Package loglimit keeps one call from filling the log of its process.
package loglimit

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

const (
	// firstLines of one kind are logged of a call, then one a linePause.
	firstLines = 5
	linePause  = time.Minute
	// maxKinds bounds the kinds of line that are remembered; beyond it those of
	// all calls begin anew.
	maxKinds = 4096
)

// limited is a slog.Handler that keeps one call from filling the log: of lines
// with the same call, level and message it passes the first five, then one a
// minute, with the number left out as "suppressed". Lines of no call all pass.
type limited struct {
	slog.Handler
	call  string // of the attributes the logger was made with
	group bool   // attributes of lines are in a group: "call" means something else
	kinds *kinds
}

type kinds struct {
	mu sync.Mutex
	of map[kind]*lines
}

type kind struct {
	call, message string
	level         slog.Level
}

type lines struct {
	passed     int
	suppressed int
	last       time.Time // that one passed
}

// New keeps one call from filling the log of h: of lines with the same call,
// level and message five pass, then one a minute, with the number left out as
// "suppressed".
func New(h slog.Handler) slog.Handler {
	return &limited{Handler: h, kinds: &kinds{of: map[kind]*lines{}}}
}

// Handle implements slog.Handler.
func (l *limited) Handle(ctx context.Context, r slog.Record) error {
	call := l.call
	if call == "" && !l.group {
		r.Attrs(func(a slog.Attr) bool {
			call = callIn(a)
			return call == ""
		})
	}
	if call == "" {
		return l.Handler.Handle(ctx, r)
	}
	pass, suppressed := l.kinds.count(kind{call, r.Message, r.Level}, r.Time)
	if !pass {
		return nil
	}
	if suppressed > 0 {
		r = r.Clone()
		r.AddAttrs(slog.Int("suppressed", suppressed))
	}
	return l.Handler.Handle(ctx, r)
}

// count reports whether a line of this kind passes, and how many were left out
// since the one before.
func (k *kinds) count(of kind, at time.Time) (pass bool, suppressed int) {
	k.mu.Lock()
	defer k.mu.Unlock()
	c := k.of[of]
	if c == nil {
		if len(k.of) >= maxKinds {
			clear(k.of)
		}
		c = &lines{}
		k.of[of] = c
	}
	if c.passed >= firstLines && at.Sub(c.last) < linePause {
		c.suppressed++
		return false, 0
	}
	suppressed = c.suppressed
	c.passed, c.suppressed, c.last = c.passed+1, 0, at
	return true, suppressed
}

// WithAttrs implements slog.Handler.
func (l *limited) WithAttrs(attrs []slog.Attr) slog.Handler {
	next := *l
	next.Handler = l.Handler.WithAttrs(attrs)
	for _, a := range attrs {
		if call := callIn(a); call != "" && !l.group {
			next.call = call
		}
	}
	return &next
}

// WithGroup implements slog.Handler.
func (l *limited) WithGroup(name string) slog.Handler {
	next := *l
	next.Handler, next.group = l.Handler.WithGroup(name), l.group || name != ""
	return &next
}

func callIn(a slog.Attr) string {
	if a.Key != "call" {
		return ""
	}
	return a.Value.Resolve().String()
}
