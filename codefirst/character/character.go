// Package character is a roleplay character that acts by code: its scene's desk as
// tools and variables, what its model is told, and the code that the scene's script
// has for it where there is no model.
package character

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"parley"
	"parley/agent"
	"parley/agent/roleplay"
	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/voice"
	"parley/llm"
	"parley/scenarios"
	"parley/tool"
	"parley/tool/schema"
)

const (
	// temperature is between that of talk and of code.
	temperature = 0.7
	// maxRounds is how often a model may write, to look at something or to mend code.
	maxRounds = 3
	maxCalls  = 10
)

const rules = `

# What you do
- You act on what is declared under Tools: look there before you name a price, a number or what is free, and never make one up.
- Do what has an effect only when the talk has come to it. What needs the user's yes asks them by itself, in the words of the
  tool: do not ask before you call it. After a no the call throws: catch it, and say that you leave it.
- Show with <Card> what is worth seeing, and as <Button> what the user might say next, in their words: at most three.`

// New returns the mind of the scene's character for one call, a scene that acts by
// code. engine may be a list that the understudy stands in. The error is of a desk that
// is no desk; see Check.
func New(s scenarios.Scenario, d parley.Dispatch, engine llm.Engine) (agent.Mind, error) {
	components, err := chat.BuiltIn("Message", "Text", "Button", "Card", "Carousel")
	if err != nil {
		return nil, err
	}
	desk, err := newDesk(*s.Desk)
	if err != nil {
		return nil, fmt.Errorf("the desk of %s: %w", s.ID, err)
	}
	params := func(t agent.Turn) codefirst.Params {
		return codefirst.Params{
			Models:       []llm.Engine{scripted{engine, s, t}},
			Instructions: roleplay.Prompt(s, d) + rules + "\n\n" + roleplay.Note(s, t),
			Tools:        desk.tools, Refresh: desk.refresh(t.Committed),
			Temperature: new(float32(temperature)), Loop: maxRounds,
			Limits: limits,
		}
	}
	mind := voice.NewMind(s.Botname, components, nil, params, codefirst.Summariser(engine, nil))
	return named{mind, engine.Name()}, nil
}

// named is a mind under its engine's name.
type named struct {
	agent.Mind
	name string
}

func (n named) Name() string { return n.name }

// desk is a scene's desk in one call. It is safe for concurrent use.
type desk struct {
	scenarios.Desk
	tools   []tool.Tool
	schemas []*schema.Schema // of the values

	mu     sync.Mutex
	values []json.RawMessage
}

func newDesk(d scenarios.Desk) (*desk, error) {
	out := &desk{Desk: d}
	for _, v := range d.Values {
		var held *schema.Schema
		if len(v.Schema) > 0 {
			var err error
			if held, err = schema.Parse(v.Schema); err != nil {
				return nil, fmt.Errorf("the schema of %s: %w", v.Name, err)
			}
			if _, err := held.Check(v.Value); err != nil {
				return nil, fmt.Errorf("the value of %s: %w", v.Name, err)
			}
		}
		out.schemas, out.values = append(out.schemas, held), append(out.values, v.Value)
	}
	for _, a := range d.Actions {
		t, err := out.action(a)
		if err != nil {
			return nil, err
		}
		out.tools = append(out.tools, t)
	}
	return out, nil
}

// action is the tool of an action.
func (d *desk) action(a scenarios.DeskAction) (tool.Tool, error) {
	input := a.Input
	if len(input) == 0 {
		input = json.RawMessage(`{"type":"object","properties":{},"additionalProperties":false}`)
	}
	options := []tool.Option{tool.Confirm(func(args json.RawMessage) string { return a.Question(args) })}
	return tool.FromJSON(d.Name+"."+a.Name, a.About, input, input,
		func(_ context.Context, _ tool.Call, args json.RawMessage) (json.RawMessage, error) {
			if a.Sets != "" {
				if err := d.set(a.Sets, args); err != nil {
					return nil, err
				}
			}
			return args, nil
		}, options...)
}

var errValue = errors.New("that is not what it may hold")

func (d *desk) set(name string, value json.RawMessage) error {
	i := slices.IndexFunc(d.Values, func(v scenarios.DeskValue) bool { return v.Name == name })
	if i < 0 {
		return errValue
	}
	if d.schemas[i] != nil {
		if _, err := d.schemas[i].Check(value); err != nil {
			return fmt.Errorf("%w: %s: %w", errValue, name, err)
		}
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.values[i] = bytes.Clone(value)
	return nil
}

// refresh sets the desk as the code finds it. What the code assigns is kept for the call
// once the user's turn is over.
func (d *desk) refresh(committed <-chan struct{}) func(context.Context, *codefirst.Run, *codefirst.Params) error {
	return func(_ context.Context, _ *codefirst.Run, p *codefirst.Params) error {
		o := codefirst.Object{Name: d.Name, Description: d.About, Save: func(ctx context.Context, changes []codefirst.Mutation) error {
			select {
			case <-committed:
			case <-ctx.Done():
				return context.Cause(ctx)
			}
			for _, c := range changes {
				if err := d.set(c.Property, c.After); err != nil {
					return err
				}
			}
			return nil
		}}
		d.mu.Lock()
		defer d.mu.Unlock()
		for i, v := range d.Values {
			o.Properties = append(o.Properties, codefirst.Property{
				Name: v.Name, Description: v.About, Value: d.values[i], Schema: d.schemas[i], Writable: v.Writable,
			})
		}
		p.Objects = []codefirst.Object{o}
		return nil
	}
}
