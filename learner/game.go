package learner

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"

	"parley"
	"parley/agent"
	"parley/agent/roleplay"
	"parley/checker"
	"parley/codefirst/character"
	"parley/llm/understudy"
	"parley/scenarios"
)

// Engines are what plays a scene and what judges it.
type Engines struct {
	// Mind is a character for one game.
	Mind func(s scenarios.Scenario, d parley.Dispatch) (agent.Mind, error)
	// Judge judges the games of a scene.
	Judge func(s scenarios.Scenario) checker.Judge
}

// Offline are the scene's own script and the judge that follows it: no model, no
// network, and the same every time.
func Offline() Engines {
	return Engines{
		Mind: func(s scenarios.Scenario, d parley.Dispatch) (agent.Mind, error) {
			if s.ActsBy == scenarios.ActsByCode {
				return character.New(s, d, understudy.Cued{})
			}
			script, err := understudy.New(s)
			if err != nil {
				return nil, err
			}
			return roleplay.New(s, d, script, slog.Default()), nil
		},
		Judge: func(s scenarios.Scenario) checker.Judge { return checker.OfflineJudge{Scenario: s} },
	}
}

// Outcome is how a game ended.
type Outcome string

// The outcomes.
const (
	Won  Outcome = "won"
	Lost Outcome = "lost"
	// Open means that the learner gave up, or the scene's last turn came.
	Open Outcome = "open"
)

// Game is one play of a scene by text. Everything the character says counts as
// heard.
type Game struct {
	Learner Kind    `json:"learner"`
	Name    string  `json:"name"`
	Outcome Outcome `json:"outcome"`
	// Curve is the progress after each exchange.
	Curve []int `json:"curve"`
	// Missing are the required checks that were not met.
	Missing []string `json:"missing,omitempty"`
	// Turns are the whole conversation, from the opening.
	Turns []parley.Turn `json:"turns"`
}

// maxTurns is how many exchanges a game of a scene without a bound has.
const maxTurns = 30

// Table is one conversation by text: a character, a judge and what was said. It is
// used from one goroutine.
type Table struct {
	Scene   scenarios.Scenario
	User    parley.Dispatch
	Turns   []parley.Turn
	Verdict parley.Verdict

	mind  agent.Mind
	judge checker.Judge
	known checker.Ledger
}

// NewTable begins a conversation with the scene's opening.
func NewTable(s scenarios.Scenario, d parley.Dispatch, e Engines) (*Table, error) {
	mind, err := e.Mind(s, d)
	if err != nil {
		return nil, err
	}
	d.Scenario = s.ID
	return &Table{
		Scene: s, User: d, mind: mind, judge: e.Judge(s),
		Turns: []parley.Turn{{Number: 1, Role: parley.Character, Text: s.Opening}},
	}, nil
}

// Say has the user say text and returns the character's answer and reaction; the
// verdict on the exchange is then in t.Verdict. The error is the mind's or the
// judge's.
func (t *Table) Say(ctx context.Context, text string) (answer string, shown *parley.Reaction, err error) {
	ask := agent.Turn{
		Conversation: slices.Clone(t.Turns), Text: text, Committed: closed,
		Exchange: t.Verdict.Exchange + 1, Verdict: t.Verdict,
	}
	m, err := t.ask(ctx, ask)
	if err != nil {
		return "", nil, fmt.Errorf("the character of %s: %w", t.Scene.ID, err)
	}
	answer = strings.TrimSpace(m.said.String())
	t.add(parley.User, text)
	t.add(parley.Character, answer)
	e := parley.Exchange{
		Call: "trial", Number: t.Verdict.Exchange + 1, Dispatch: t.User, Previous: t.Verdict.Progress,
		Turns: t.Turns[max(0, len(t.Turns)-parley.ContextWindow):],
	}
	c := checker.Case{Exchange: e, Known: t.known}
	o, err := t.judge.Judge(ctx, c)
	if err != nil {
		return answer, m.shown, fmt.Errorf("the judge of %s: %w", t.Scene.ID, err)
	}
	t.Verdict, t.known = checker.Decide(c, t.Scene, o)
	return answer, m.shown, nil
}

// maxAsked is how often an answer is asked for: an engine whose answers break off is
// borne twice before another is asked (engine/failover).
const maxAsked = 3

// ask has the mind answer, again if its answer breaks off: nobody here says an excuse
// and goes on, as in a call.
func (t *Table) ask(ctx context.Context, turn agent.Turn) (m *listener, err error) {
	for range maxAsked {
		m = &listener{}
		err = t.mind.Answer(ctx, turn, m)
		switch {
		case errors.Is(err, agent.ErrLength): // what there is of it counts as said
			return m, nil
		case err == nil || ctx.Err() != nil:
			return m, err
		}
	}
	return m, err
}

// Ended reports whether the scene has ended.
func (t *Table) Ended() bool {
	most := t.Scene.MaxTurns
	if most == 0 {
		most = maxTurns
	}
	return t.Verdict.Complete || t.Verdict.Bad || t.Verdict.Exchange >= most
}

// Missing are the required checks not met yet, in the rubric's order.
func (t *Table) Missing() []string {
	var out []string
	for _, c := range t.Scene.Rubric {
		if c.Required && !slices.Contains(t.Verdict.Checks, c.ID) {
			out = append(out, c.ID)
		}
	}
	return out
}

func (t *Table) add(who parley.Role, text string) {
	t.Turns = append(t.Turns, parley.Turn{Number: len(t.Turns) + 1, Role: who, Text: text, Typed: who == parley.User})
}

// play has a learner play the scene to its end.
func play(ctx context.Context, t *Table, l learner) (Game, error) {
	g := Game{Outcome: Open}
	for !t.Ended() {
		text, ok := l.say(t.Verdict.Progress)
		if !ok {
			break
		}
		if _, _, err := t.Say(ctx, text); err != nil {
			return g, err
		}
		g.Curve = append(g.Curve, t.Verdict.Progress)
	}
	switch {
	case t.Verdict.Complete:
		g.Outcome = Won
	case t.Verdict.Bad:
		g.Outcome = Lost
	}
	g.Missing, g.Turns = t.Missing(), t.Turns
	return g, nil
}

var closed = func() chan struct{} {
	c := make(chan struct{})
	close(c)
	return c
}()

// listener is an agent.Mouth that keeps what is said.
type listener struct {
	said  strings.Builder
	shown *parley.Reaction
}

func (l *listener) Say(text string) error            { l.said.WriteString(text); return nil }
func (l *listener) Unsay()                           { l.said.Reset() }
func (l *listener) React(r parley.Reaction)          { l.shown = &r }
func (l *listener) Show(parley.Card) error           { return nil }
func (l *listener) SetState(parley.StateValue) error { return nil }
func (l *listener) Note(parley.Body)                 {}
