//go:build !race

package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"parley"
	"parley/app"
	"parley/app/apptest"
	"parley/media"
	"parley/room/lk"
	"parley/rpc"
	"parley/web"
)

// witness is a caller who types, and notes what every agent in its room does.
type witness struct {
	room *lk.Room

	mu     sync.Mutex
	states map[string]string // of the agents that are there
	// lines are what agents have said so far, by who said it.
	lines []spoken
	// heard are the agents whose voice came, with the last time.
	heard map[string]time.Time
	ended bool
	down  bool
}

type spoken struct{ who, text string }

// join brings a witness into a room of its own, by way of url.
func (f *fleet) join(ctx context.Context, url string) (*witness, error) {
	who := web.NewCaller(parley.Dispatch{Scenario: apptest.Scene})
	token, err := web.CallToken(f.livekit.Key, f.livekit.Secret, app.DefaultAgent, who)
	if err != nil {
		return nil, err
	}
	return f.joinWith(ctx, url, token)
}

// joinWith is join with a token.
func (f *fleet) joinWith(ctx context.Context, url, token string) (*witness, error) {
	var err error
	w := &witness{states: map[string]string{}, heard: map[string]time.Time{}}
	note := func(f func()) {
		w.mu.Lock()
		defer w.mu.Unlock()
		f()
	}
	came := func(p lk.Participant) {
		if p.Agent {
			note(func() { w.states[p.Identity] = p.Attributes[rpc.AttrState] })
		}
	}
	w.room, err = lk.Join(ctx, lk.Config{
		URL: url, Token: token, Topics: []string{rpc.TopicTranscription},
		Methods: map[string]lk.Method{rpc.MethodCallEnded: func(string, string) (string, error) {
			note(func() { w.ended = true })
			return rpc.OK, nil
		}},
		Events: lk.Events{
			Joined: came, Rejoined: came,
			Left: func(who string) { note(func() { delete(w.states, who) }) },
			Attributes: func(who string, changed map[string]string) {
				if s := changed[rpc.AttrState]; s != "" {
					note(func() { w.states[who] = s })
				}
			},
			Text: func(x lk.Text) {
				if x.Closed && x.Attributes[rpc.AttrFinal] == "true" {
					note(func() { w.say(x.From, x.Text) })
				}
			},
			Reconnecting: func() { note(func() { w.down = true }) },
			Reconnected:  func() { note(func() { w.down = false }) },
			Audio: func(who string, pcm []int16) {
				if media.Level(pcm) < media.VoicedLevel {
					note(func() { w.heard[who] = time.Now() })
				}
			},
		},
	})
	if err == nil {
		f.t.Cleanup(w.room.Leave)
	}
	return w, err
}

// say notes a line that is not a repetition of what an agent said before.
func (w *witness) say(who, text string) {
	if line := (spoken{who, text}); !slices.Contains(w.lines, line) {
		w.lines = append(w.lines, line)
	}
}

// said is how many lines agents have said.
func (w *witness) said() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.lines)
}

// ready reports whether an agent listens that has said its opening.
func (w *witness) ready() (who string, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for agent, state := range w.states {
		opened := slices.ContainsFunc(w.lines, func(l spoken) bool { return l.who == agent })
		if state == string(parley.Listening) && opened {
			return agent, !w.down
		}
	}
	return "", false
}

// ask types a line and waits until one answer has come and the character listens
// again; it returns who has answered, and when that was heard first.
func (w *witness) ask(ctx context.Context, text string) (by []string, audible time.Time, err error) {
	w.mu.Lock()
	begun, sent := len(w.lines), time.Now()
	w.mu.Unlock()
	if err := w.room.SendText(ctx, rpc.TopicChat, text); err != nil {
		return nil, audible, err
	}
	answered := func() bool {
		w.mu.Lock()
		defer w.mu.Unlock()
		for _, at := range w.heard {
			if at.After(sent) && audible.IsZero() {
				audible = at
			}
		}
		return len(w.lines) > begun
	}
	if err := until(ctx, answered); err != nil {
		return nil, audible, fmt.Errorf("no answer to %q: %w", text, err)
	}
	if err := until(ctx, func() bool { _, ok := w.ready(); return ok }); err != nil {
		return nil, audible, err
	}
	// A second character would have answered by now, or within a second.
	select {
	case <-time.After(time.Second):
	case <-ctx.Done():
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, line := range w.lines[begun:] {
		by = append(by, line.who)
	}
	return by, audible, nil
}

func until(ctx context.Context, ok func() bool) error {
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !ok() {
		select {
		case <-tick.C:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// voices are the agents that were heard.
func (w *witness) voices() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Collect(maps.Keys(w.heard))
}

// company is how many agents are in the room.
func (w *witness) company() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.states)
}
