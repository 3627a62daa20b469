package failover_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"parley/engine"
	"parley/engine/failover"
	"parley/llm"
	"parley/media"
	"parley/stt"
	"parley/tts"
)

// poisoned is an engine that fails with err for what one caller says, or, while
// down, for everybody and every probe.
type poisoned struct {
	err  error
	mu   sync.Mutex
	down bool
}

func (p *poisoned) Name() string { return "first" }

func (p *poisoned) fails(text string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down || strings.Contains(text, forbidden) {
		return p.err
	}
	return nil
}

func (p *poisoned) set(down bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = down
}

// poisonedRole asks one role's list, of a poisoned engine and one that is well,
// and reports whether the first engine answered.
type poisonedRole func(t *testing.T, p *poisoned) (ask func(text string) bool, stats func() []failover.Stats)

type poisonedMind struct{ *poisoned }

func (p poisonedMind) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if err := p.fails(r.Messages[0].Text); err != nil {
		return nil, err
	}
	return newThinker("first", 100*ms).Chat(ctx, r)
}

type poisonedVoice struct{ *poisoned }

func (p poisonedVoice) Speak(ctx context.Context, text string, v tts.Voice, emit func(tts.Chunk) error) error {
	if err := p.fails(text); err != nil {
		return err
	}
	return newSpeaker("first").Speak(ctx, text, v, emit)
}

type poisonedEars struct{ *poisoned }

func (p poisonedEars) Open(ctx context.Context, o stt.Options) (stt.Stream, error) {
	if err := p.fails(strings.Join(o.Phrases, " ")); err != nil {
		return nil, err
	}
	return newHearer("first").Open(ctx, o)
}

var poisonedRoles = map[string]poisonedRole{
	"llm": func(t *testing.T, p *poisoned) (func(string) bool, func() []failover.Stats) {
		l := failover.NewThinking(failover.Options{}, poisonedMind{p}, newThinker("second", 100*ms))
		t.Cleanup(l.Close)
		return func(text string) bool {
			stream, err := l.ForCall(&watcher{}).Chat(t.Context(), llm.Request{Messages: []llm.Message{{Text: text}}})
			if err != nil {
				t.Errorf("chat: %v", err)
				return false
			}
			defer stream.Close()
			d, err := stream.Next()
			return err == nil && strings.HasPrefix(d.Text, "first")
		}, l.Stats
	},
	"tts": func(t *testing.T, p *poisoned) (func(string) bool, func() []failover.Stats) {
		l := failover.NewSpeaking(failover.Options{}, poisonedVoice{p}, newSpeaker("second"))
		t.Cleanup(l.Close)
		return func(text string) bool {
			var w watcher
			err := l.ForCall(&w).Speak(t.Context(), text, tts.Voice{}, func(tts.Chunk) error { return nil })
			switches, _ := w.seen()
			return err == nil && len(switches) == 0
		}, l.Stats
	},
	"stt": func(t *testing.T, p *poisoned) (func(string) bool, func() []failover.Stats) {
		l := failover.NewHearing(failover.Options{}, poisonedEars{p}, newHearer("second"))
		t.Cleanup(l.Close)
		return func(text string) bool {
			stream, err := l.ForCall(&watcher{}).Open(t.Context(), stt.Options{Phrases: []string{text}})
			if err != nil {
				t.Errorf("open: %v", err)
				return false
			}
			defer stream.Close()
			return strings.HasPrefix(hearOne(t, stream, 1, make([]int16, media.SampleRate)), "first")
		}, l.Stats
	},
}

// What opens a circuit for all calls is what a probe of it says, too, of every
// kind and in every role: one call's input never does. A refused request, a
// language, a full house and what nobody knows of are one call's even when they
// come every time.
func TestWhoseFailure(t *testing.T) {
	for name, c := range map[string]struct {
		err     error
		service bool
	}{
		"key":        {engine.ErrKey, true},
		"model":      {engine.ErrModel, true},
		"connection": {engine.ErrAway, true},
		"service":    {engine.ErrService, true},
		"busy":       {engine.ErrBusy, true},
		"junk":       {engine.ErrJunk, true},
		"cut":        {engine.ErrCut, true},
		"slow":       {engine.ErrSlow, true},
		"language":   {engine.ErrLanguage, false},
		"request":    {engine.ErrRequest, false},
		"capacity":   {engine.ErrCapacity, false},
		"other":      {errors.New("nobody knows"), false},
	} {
		for role, open := range poisonedRoles {
			t.Run(role+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					p := &poisoned{err: c.err}
					ask, stats := open(t, p)
					for range 5 {
						if ask(forbidden) {
							t.Error("the engine answered what it refuses")
						}
						if !ask("hello") {
							t.Error("one call's input took the engine from another call")
						}
						time.Sleep(2 * time.Second)
					}
					if s := stats()[0]; !s.Well || s.Failures[name] < 5 {
						t.Errorf("after one call's failures: %+v", s)
					}
					p.set(true)
					ask("hello")
					time.Sleep(ms)
					if s := stats()[0]; s.Well == c.service {
						t.Errorf("with the engine down: well = %v, want %v", s.Well, !c.service)
					}
					p.set(false)
					time.Sleep(3 * time.Second)
					if s := stats()[0]; !s.Well {
						t.Errorf("after it came back: %+v", s)
					}
				})
			})
		}
	}
}
