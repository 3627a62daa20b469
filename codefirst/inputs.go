package codefirst

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"parley/codefirst/chat"
	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
	"parley/llm"
)

// inputs are the parameters as one iteration has read them.
type inputs struct {
	run          *Run
	instructions string
	box          *toolbox
	exits        []Exit
	chat         Chat
	transcript   []chat.Message
	components   []chat.Component
	names        map[string]string // every name of a component, and its own
	textual      []string          // the components whose text is text
	streamer     Streamer
	lead         *lead
}

// gather reads every parameter. The error ends the run.
func (r *Run) gather(ctx context.Context, it *Iteration) (*inputs, error) {
	p := r.p
	p.Models, p.Tools = slices.Clip(p.Models), slices.Clip(p.Tools) // for Refresh to append to
	p.Objects, p.Exits = slices.Clip(p.Objects), slices.Clip(p.Exits)
	if p.Refresh != nil {
		if err := r.guard("Refresh", func() error { return p.Refresh(ctx, r, &p) }); err != nil {
			return nil, fmt.Errorf("refresh the parameters: %w", err)
		}
	}
	in := &inputs{run: r, chat: r.p.Chat, instructions: p.Instructions, exits: p.Exits}
	it.Models, it.Temperature = p.Models, *cmp.Or(p.Temperature, r.p.Temperature)
	if err := in.converse(ctx); err != nil {
		return nil, err
	}
	var err error
	if in.exits, err = in.allExits(); err != nil {
		return nil, err
	}
	var taken []string
	for name := range in.names {
		taken = append(taken, name)
	}
	if in.box, err = newToolbox(p.Tools, p.Objects, taken); err != nil {
		return nil, err
	}
	in.box.restore(r.kept)
	switch {
	case len(it.Models) == 0:
		return nil, fmt.Errorf("%w: no models", ErrParams)
	case it.Temperature < 0 || it.Temperature > 2:
		return nil, fmt.Errorf("%w: a temperature of %v, 0 to 2", ErrParams, it.Temperature)
	case len(in.instructions) > MaxInstructions:
		return nil, fmt.Errorf("%w: instructions of %d bytes, %d at most", ErrParams, len(in.instructions), MaxInstructions)
	}
	return in, nil
}

// converse reads what the chat has.
func (in *inputs) converse(ctx context.Context) error {
	if in.chat == nil {
		return nil
	}
	err := in.run.guard("Chat.Transcript", func() (err error) {
		in.transcript, err = in.chat.Transcript(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the transcript: %w", err)
	}
	err = in.run.guard("Chat.Components", func() (err error) {
		in.components, err = in.chat.Components(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("read the components: %w", err)
	}
	if err := chat.Valid(in.components); err != nil {
		return fmt.Errorf("%w: %w", ErrParams, err)
	}
	in.names = chat.Names(in.components)
	in.textual = chat.Textual(in.components)
	// Code that a hook is to judge shows nothing before it has.
	if s, ok := in.chat.(Streamer); ok && in.run.p.Hooks.OnBeforeExecution == nil && len(in.textual) > 0 {
		in.streamer = s
		in.beginLead()
	}
	return nil
}

// beginLead reads the messages that lead a reply from its beginning.
func (in *inputs) beginLead() {
	in.lead = &lead{reader: tsx.NewLead(in.textual...)}
	if in.run.p.Voice {
		in.lead.reader = tsx.NewSpokenLead(in.textual...)
	}
}

// allExits adds those that every run has. The error wraps ErrParams.
func (in *inputs) allExits() ([]Exit, error) {
	exits := slices.Clone(in.exits)
	if len(exits) > maxThings {
		return nil, fmt.Errorf("%w: %d exits, %d at most", ErrParams, len(exits), maxThings)
	}
	if in.chat != nil {
		exits = append(exits, Listen)
	} else if len(exits) == 0 {
		exits = append(exits, Done.Exit)
	}
	exits = append(exits, Think)
	seen := make(map[string]bool)
	for _, e := range exits {
		for _, name := range append([]string{e.Name}, e.Aliases...) {
			if !exitName.MatchString(name) || seen[strings.ToLower(name)] {
				return nil, fmt.Errorf("%w: an exit named %q, or two", ErrParams, name)
			}
			seen[strings.ToLower(name)] = true
		}
	}
	return exits, nil
}

var exitName = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,63}$`)

// check holds an element to its component.
func (in *inputs) check(e tsx.Element) (tsx.Element, error) {
	return chat.Check(in.components, e)
}

// text is the text of an element.
func (in *inputs) text(e tsx.Element) string { return tsx.PlainText(e, in.textual...) }

// unknownWindow is the context window, in tokens, that a model is taken to have that
// tells none: that of small open models.
const unknownWindow = 32_000

// prompt is what the model is asked, within what it reads at once, and the names of the
// parts that were shortened for it. The error wraps prompt.ErrNoRoom.
func (r *Run) prompt(it *Iteration, in *inputs) (messages []llm.Message, cut []string, err error) {
	window := unknownWindow
	for _, m := range it.Models {
		if w, ok := m.(llm.Windowed); ok && w.Window() > 0 {
			window = w.Window()
			break
		}
	}
	system := prompt.System(r.brief(in))
	parts := append(slices.Clone(system), prompt.Part{Name: "newest", Text: r.first(in), Preserve: prompt.Both, Min: 200})
	for i, m := range r.thread {
		part := prompt.Part{Name: fmt.Sprintf("turn %d", i/2+1), Text: m.Text, Preserve: prompt.Both, Weight: 4, Min: 25}
		parts = append(parts, part)
	}
	fitted, err := prompt.Fit(parts, prompt.Limit(window))
	if err != nil {
		return nil, nil, err
	}
	for i, p := range fitted {
		if p.Text != parts[i].Text {
			cut = append(cut, p.Name)
		}
	}
	messages = []llm.Message{
		{Speaker: llm.System, Text: prompt.Join(fitted[:len(system)])},
		{Speaker: llm.User, Text: fitted[len(system)].Text},
	}
	for i, m := range r.thread {
		messages = append(messages, llm.Message{Speaker: m.Speaker, Text: fitted[len(system)+1+i].Text})
	}
	return messages, cut, nil
}

// brief is what the system message tells.
func (r *Run) brief(in *inputs) prompt.Brief {
	b := prompt.Brief{
		Chat: in.chat != nil, Voice: r.p.Voice, Instructions: in.instructions, Typings: in.box.typings(),
		Exits: described(in.exits), Tools: in.box.functions(), Calls: r.p.Limits.Calls, Messages: r.p.Limits.Yields,
		Variables: shownVariables(r.variables),
	}
	for _, o := range in.box.objects {
		for _, p := range o.Properties {
			b.Variables = append(b.Variables, prompt.Variable{
				Name: o.Name + "." + p.Name, Kind: prompt.Kind(p.Value), Value: prompt.Inspect(p.Value), Writable: p.Writable,
			})
		}
	}
	if in.chat != nil {
		b.Components, b.Transcript = chat.Describe(in.components), chat.Render(in.transcript)
	}
	return b
}

// shownVariables are those of code as a prompt tells them.
func shownVariables(variables []sandbox.Variable) []prompt.Variable {
	var all []prompt.Variable
	for _, v := range data(variables) {
		all = append(all, prompt.Variable{Name: v.Name, Kind: v.Kind, Value: prompt.Inspect(v.Value)})
	}
	return all
}

// first is the first message after the prompt: what the turn is about.
func (r *Run) first(in *inputs) string {
	if in.chat == nil {
		return prompt.Worker()
	}
	return prompt.Opening(in.transcript)
}
