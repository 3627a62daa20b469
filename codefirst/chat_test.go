package codefirst_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"

	"parley/codefirst"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool"
)

func TestChatShowsWhatTheCodeYields(t *testing.T) {
	c := &counted{}
	for _, test := range []struct {
		name    string
		replies []string
		shown   string
	}{
		{"one", []string{"yield <Message>Hello</Message>" + listen}, "1.1 Hello"},
		{"lines", []string{"yield <Message>\n  One,\n  two.\n</Message>" + listen}, "1.1 One,\ntwo."},
		{"with a value", []string{"const n = await one()\nyield <Message>It is {n}.</Message>" + listen}, "1.1 It is 1."},
		{"two", []string{"yield <Message>One</Message>\nyield <Message>Two</Message>" + listen}, "1.1 One\n1.2 Two"},
		{"after an error nothing is said again", []string{
			"yield <Message>One</Message>\nthrow new Error('x')", "yield <Message>One</Message>\nyield <Message>Two</Message>" + listen,
		}, "1.1 One\n2.2 Two"},
		{"nor after code that does not compile", []string{
			"yield <Message>One</Message>\nconst = 3", "yield <Message>One</Message>\nyield <Message>Two</Message>" + listen,
		}, "1.1 One\n2.2 Two"},
		{"the message that was begun is finished", []string{
			"yield <Message>One\nand {no(thing +)}</Message>", "yield <Message>Two</Message>" + listen,
		}, "1.1 One\nand\n2.1 Two"},
		{"after thinking the same may be said again", []string{
			"yield <Message>1</Message>\nreturn { action: 'think' }", "yield <Message>1</Message>" + listen,
		}, "1.1 1\n2.1 1"},
		{"what only begins so is said", []string{
			"yield <Message>One moment</Message>\nthrow 1", "yield <Message>Once more</Message>" + listen,
		}, "1.1 One moment\n2.1 Once more"},
		{"what is new beside old words is shown", []string{
			"yield <Message>Yes?</Message>\nthrow 1", "yield <Message>Yes?<Button>Yes</Button></Message>" + listen,
		}, "1.1 Yes?\n2.1 [ Yes ]"},
		{"an unknown component", []string{"yield <Hologram>hi</Hologram>", "yield <Message>Sorry</Message>" + listen}, "2.1 Sorry"},
		{"no component", []string{"yield 'hi'", "yield <Message>hi</Message>" + listen}, "2.1 hi"},
	} {
		for _, streamed := range []bool{false, true} {
			t.Run(test.name, func(t *testing.T) {
				*c = counted{}
				r := &room{transcript: said("hi")}
				p := codefirst.Params{Chat: r, Tools: tools(newTool(t, "one", c.run))}
				if streamed {
					p.Chat = live{r}
				}
				result, _ := execute(t, p, test.replies...)
				if !streamed && strings.Contains(test.name, "compile") || !streamed && strings.Contains(test.name, "begun") {
					return // nothing is said before the code is whole
				}
				if strings.Contains(strings.Join(r.deltas, ""), "2.1 One") {
					t.Errorf("said again as it is written: %q", r.deltas)
				}
				if result.Err() != nil || r.shown() != test.shown {
					t.Errorf("streamed %v: shown %q (%s, %v), want %q", streamed, r.shown(), statuses(result), result.Err(), test.shown)
				}
			})
		}
	}
}

// gated is a model that waits before it writes the rest of its reply.
type gated struct {
	first, rest string
	wait        <-chan struct{}
}

func (*gated) Name() string { return "gated" }

func (g *gated) Chat(context.Context, llm.Request) (llm.Stream, error) { return g, nil }

func (g *gated) Next() (llm.Delta, error) {
	switch {
	case g.first != "":
		d := llm.Delta{Text: g.first}
		g.first = ""
		return d, nil
	case g.rest != "":
		<-g.wait
		d := llm.Delta{Text: g.rest}
		g.rest = ""
		return d, nil
	}
	return (&cut{}).end()
}

func (*cut) end() (llm.Delta, error) { return llm.Delta{}, io.EOF }

func (*gated) Close() error { return nil }

// hearing is a room that tells of the first words.
type hearing struct {
	live
	once  sync.Once
	heard chan struct{}
}

func (h *hearing) Delta(ctx context.Context, id, text string) error {
	h.once.Do(func() { close(h.heard) })
	return h.live.Delta(ctx, id, text)
}

func TestLeadingMessageIsShownWhileTheModelWrites(t *testing.T) {
	h := &hearing{live: live{&room{transcript: said("hi")}}, heard: make(chan struct{})}
	// The model goes on only once the first words were shown.
	model := &gated{first: "■fn_start\nyield <Message>One mom", rest: "ent.</Message>\n" + strings.TrimPrefix(listen, "\n"), wait: h.heard}
	r, _ := execute(t, codefirst.Params{Chat: h, Models: models(model)})
	if r.Err() != nil || h.shown() != "1.1 One moment." || strings.Join(h.deltas, "") != "1.1 One mom1.1 ent." {
		t.Errorf("shown %q, in pieces %q (%v)", h.shown(), h.deltas, r.Err())
	}
}

func TestGuardedCodeShowsNothingEarly(t *testing.T) {
	r := live{&room{transcript: said("hi")}}
	refuse := true
	execute(t, codefirst.Params{Chat: r, Hooks: codefirst.Hooks{OnBeforeExecution: func(context.Context, *codefirst.Iteration) error {
		defer func() { refuse = false }()
		if refuse {
			return errors.New("not so")
		}
		return nil
	}}}, "yield <Message>Secret</Message>"+listen, "yield <Message>Fine</Message>"+listen)
	if r.shown() != "2.1 Fine" || len(r.deltas) != 0 {
		t.Errorf("shown %q, early %q", r.shown(), r.deltas)
	}
}

func TestEffectsWaitUntilTheTurnIsCommitted(t *testing.T) {
	committed, looked := make(chan struct{}), make(chan struct{})
	var order []string
	look := newTool(t, "look", func(context.Context, tool.Call, json.RawMessage) (any, error) {
		order = append(order, "look")
		close(looked)
		return 1, nil
	}, tool.ReadOnly())
	change := newTool(t, "change", func(context.Context, tool.Call, json.RawMessage) (any, error) {
		order = append(order, "change")
		return 1, nil
	})
	go func() {
		<-looked // it does not wait for the turn
		order = append(order, "commit")
		close(committed)
	}()
	r, _ := execute(t, codefirst.Params{Chat: &room{transcript: said("hi")}, Tools: tools(look, change), Committed: committed},
		"await look()\nawait change()"+listen)
	if r.Err() != nil || strings.Join(order, " ") != "look commit change" {
		t.Errorf("order = %v (%v)", order, r.Err())
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("cut"))
	if r, err := codefirst.Execute(ctx, codefirst.Params{Models: models(&gated{}), Committed: make(chan struct{})}); err != nil ||
		r.Err() == nil {
		t.Errorf("a run that is cut before it begins: %v, %v", r.Err(), err)
	}
}

func TestToolsShowHowFarTheyAre(t *testing.T) {
	tries := 0
	report := newTool(t, "report", func(ctx context.Context, _ tool.Call, _ json.RawMessage) (any, error) {
		tries++
		for _, text := range []string{"one", "two"} {
			if err := codefirst.Emit(ctx, tsx.Element{Name: "Text", Children: []tsx.Node{{Text: text}}}); err != nil {
				return nil, err
			}
			if tries == 1 {
				return nil, tool.ErrTemporary
			}
		}
		err := codefirst.Emit(ctx, tsx.Element{Name: "Nothing"})
		return err.Error(), nil
	}, tool.WithRetry(3, 1))
	r := &room{transcript: said("hi")}
	result, _ := execute(t, codefirst.Params{Chat: r, Tools: tools(report)}, "const e = await report()"+listen)
	if result.Err() != nil || r.shown() != "1.call1.1 one\n1.call1.2 two" {
		t.Errorf("shown %q, %v, %v", r.shown(), result.Err(), result.LastIteration().Err)
	}
	if err := codefirst.Emit(t.Context(), tsx.Element{}); !errors.Is(err, codefirst.ErrNoChat) {
		t.Errorf("Emit outside of a tool = %v", err)
	}
}

func TestChatThatFailsFailsTheCode(t *testing.T) {
	r := &room{transcript: said("hi"), fail: errors.New("the line is dead")}
	result, script := execute(t, codefirst.Params{Chat: r, Loop: 2}, "yield <Message>a</Message>"+listen, "return { action: 'listen' }")
	if statuses(result) != "execution_error exit_success" || !strings.Contains(told(script), "the line is dead") {
		t.Errorf("%s: %s", statuses(result), told(script))
	}
}
