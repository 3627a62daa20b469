package voice_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"parley"
	"parley/agent"
	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/sandbox"
	"parley/codefirst/scripted"
	"parley/codefirst/voice"
	"parley/engine/enginetest"
	"parley/llm"
	"parley/tool"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// mouth keeps what it is given.
type mouth struct {
	mu    sync.Mutex
	text  string
	cards []parley.Card
	first chan struct{} // is closed by the first words
	once  sync.Once
	cut   context.CancelCauseFunc // of the reply at its first words, nil for none
}

func newMouth() *mouth { return &mouth{first: make(chan struct{})} }

func (m *mouth) Say(text string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.text += text
	m.once.Do(func() { close(m.first) })
	if m.cut != nil {
		m.cut(errBargeIn)
		return errBargeIn
	}
	return nil
}

func (m *mouth) Unsay() {}

func (m *mouth) React(parley.Reaction) {}

func (m *mouth) Show(c parley.Card) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.cards = append(m.cards, c)
	return nil
}

func (m *mouth) SetState(parley.StateValue) error { return nil }

func (m *mouth) Note(parley.Body) {}

// said is what was said, with single spaces.
func (m *mouth) said() string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return strings.Join(strings.Fields(m.text), " ")
}

// committed is a turn that is over.
func committed(text string) agent.Turn {
	over := make(chan struct{})
	close(over)
	return agent.Turn{Text: text, Committed: over}
}

// mind is a character with tools and a model.
func mind(t testing.TB, model llm.Engine, citations *chat.Citations, tools ...tool.Tool) *voice.Mind {
	t.Helper()
	components, err := chat.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	return voice.NewMind("Ann", components, citations, func(agent.Turn) codefirst.Params {
		return codefirst.Params{
			RunID: "r", Models: []llm.Engine{model}, Tools: tools,
			Limits: sandbox.Limits{Slice: time.Minute}, // of a machine that has other work
		}
	}, nil)
}

func newTool(
	t testing.TB, name string, run func(context.Context, tool.Call) (any, error), opts ...tool.Option,
) tool.Tool {
	t.Helper()
	tl, err := tool.FromJSON(name, "Does it.", json.RawMessage(`{"type":"object","properties":{}}`), json.RawMessage(`{}`),
		func(ctx context.Context, c tool.Call, _ json.RawMessage) (json.RawMessage, error) {
			out, err := run(ctx, c)
			if err != nil {
				return nil, err
			}
			return json.Marshal(out)
		}, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return tl
}

const listen = "\nreturn { action: 'listen' }"

func TestWhatIsYieldedIsSaid(t *testing.T) {
	var sources chat.Citations
	sources.Register("page 3")
	for _, test := range []struct {
		name    string
		replies []string
		said    string
		cards   []string
	}{
		{"one", []string{"yield <Message>Hello there.</Message>" + listen}, "Hello there.", nil},
		{"two", []string{"yield <Message>One.</Message>\nyield <Message>Two.</Message>" + listen}, "One. Two.", nil},
		{"a value", []string{"const n = 3\nyield <Message>It is {n}.</Message>" + listen}, "It is 3.", nil},
		{"a value after words", []string{"yield <Message>It is {1 + 2}, or so.</Message>" + listen}, "It is 3, or so.", nil},
		{"Markdown", []string{"yield <Message>It is **very** good.</Message>" + listen}, "It is very good.", nil},
		{"a button", []string{"yield <Message>Shall I?<Button>Yes</Button></Message>" + listen}, "Shall I?", []string{"element Yes"}},
		{"a card alone", []string{"yield <Message>Look.</Message>\nyield <Card title=\"Plan\">\n  One\n</Card>" + listen}, "Look.",
			[]string{"element Plan"}},
		{"a source", []string{"yield <Message>Dogs may stay【0】, cats too【7】.</Message>" + listen}, "Dogs may stay, cats too.",
			[]string{"sources Sources"}},
		{"the rest does not compile", []string{
			"yield <Message>One moment.</Message>\nconst = 3",
			"yield <Message>One moment.</Message>\nyield <Message>Here.</Message>" + listen,
		}, "One moment. Here.", nil},
		{"an error after it", []string{
			"yield <Message>One moment.</Message>\nnothing()", "yield <Message>That failed.</Message>" + listen,
		}, "One moment. That failed.", nil},
		{"words before the code", []string{"One moment.\n■fn_start\nyield <Message>Here.</Message>" + listen}, "One moment. Here.", nil},
		{"words alone", []string{"Good morning."}, "Good morning.", nil},
		{"words, and the rest does not compile", []string{
			"One moment.\n■fn_start\nconst = 3", "One moment.\n■fn_start\nyield <Message>Here.</Message>" + listen,
		}, "One moment. Here.", nil},
		{"words, and code that ends without an exit", []string{"One moment.\n■fn_start\n", "■fn_start" + listen}, "One moment.", nil},
		{"words that are cut by what does not compile", []string{
			"yield <Message>One {no(thing +)}</Message>", "yield <Message>Two.</Message>" + listen,
		}, "One Two.", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := newMouth()
			if err := mind(t, scripted.New(test.replies...), &sources).Answer(t.Context(), committed("hi"), m); err != nil {
				t.Fatal(err)
			}
			var cards []string
			for _, c := range m.cards {
				cards = append(cards, c.Kind+" "+c.Title)
			}
			if m.said() != test.said || !slices.Equal(cards, test.cards) {
				t.Errorf("said %q, showed %q; want %q, %q", m.said(), cards, test.said, test.cards)
			}
		})
	}
}

// slow is a model that goes on once something was said.
type slow struct {
	first, rest string
	heard       <-chan struct{}
}

func (*slow) Name() string { return "slow" }

func (s *slow) Chat(context.Context, llm.Request) (llm.Stream, error) { return s, nil }

func (s *slow) Next() (llm.Delta, error) {
	switch {
	case s.first != "":
		d := llm.Delta{Text: s.first}
		s.first = ""
		return d, nil
	case s.rest != "":
		<-s.heard
		d := llm.Delta{Text: s.rest}
		s.rest = ""
		return d, nil
	}
	return llm.Delta{}, io.EOF
}

func (*slow) Close() error { return nil }

func TestLeadingWordsAreSaidWhileTheModelWrites(t *testing.T) {
	looked := newTool(t, "look", func(context.Context, tool.Call) (any, error) { return 1, nil }, tool.ReadOnly())
	for _, reply := range [][2]string{
		{"■fn_start\nyield <Message>One moment, please. I ", "look.</Message>\nawait look()"},
		{"One moment, please. I ", "look.\n■fn_start\nawait look()"},
	} {
		m := newMouth()
		model := &slow{first: reply[0], rest: reply[1] + listen, heard: m.first}
		err := mind(t, model, nil, looked).Answer(t.Context(), committed("hi"), m)
		if err != nil || m.said() != "One moment, please. I look." {
			t.Errorf("%q: said %q, %v", reply[0], m.said(), err)
		}
	}
}

func TestEffectsWaitForTheTurn(t *testing.T) {
	over, looked := make(chan struct{}), make(chan struct{})
	var order []string
	look := newTool(t, "look", func(context.Context, tool.Call) (any, error) {
		order = append(order, "look")
		close(looked)
		return 1, nil
	}, tool.ReadOnly())
	change := newTool(t, "change", func(context.Context, tool.Call) (any, error) {
		order = append(order, "change")
		return 1, nil
	})
	go func() {
		<-looked
		order = append(order, "over")
		close(over)
	}()
	model := scripted.New("await look()\nawait change()\nyield <Message>Done.</Message>" + listen)
	err := mind(t, model, nil, look, change).Answer(t.Context(), agent.Turn{Text: "hi", Committed: over}, newMouth())
	if err != nil || !slices.Equal(order, []string{"look", "over", "change"}) {
		t.Errorf("order %v, %v", order, err)
	}
}

var errBargeIn = errors.New("barge-in")

func TestBargeInEndsWhatRuns(t *testing.T) {
	for name, code := range map[string]string{
		"a tool": "await wait()", "a loop": "await go()\nwhile (true) {}", "finally": "try { await wait() } finally { while (true) {} }",
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancelCause(t.Context())
			defer cancel(nil)
			wait := newTool(t, "wait", func(ctx context.Context, _ tool.Call) (any, error) {
				cancel(errBargeIn)
				<-ctx.Done()
				return nil, context.Cause(ctx)
			})
			start := newTool(t, "go", func(context.Context, tool.Call) (any, error) {
				cancel(errBargeIn)
				return nil, nil
			})
			clock := enginetest.Start()
			err := mind(t, scripted.New(code), nil, wait, start).Answer(ctx, committed("hi"), newMouth())
			if l := clock.Lapse(); !errors.Is(err, errBargeIn) || l.Own > time.Second {
				t.Errorf("%v after %v", err, l.Took)
			}
		})
	}
}

func TestPauseIsAQuestionThatYesAndNoAnswer(t *testing.T) {
	const code = "yield <Message>Let me see.</Message>\nconst n = await count()\ntry {\n  const yes = await ask()\n" +
		"  yield <Message>Done, {String(yes)}.</Message>\n} catch (e) {\n  yield <Message>I leave it.</Message>\n}" + listen
	for _, test := range []struct{ answer, said string }{
		{"Yes, please.", "Done, true."}, {"no, rather not", "I leave it."},
	} {
		counted := 0
		count := newTool(t, "count", func(context.Context, tool.Call) (any, error) {
			counted++
			return counted, nil
		})
		ask := newTool(t, "ask", func(context.Context, tool.Call) (any, error) { return nil, &codefirst.Pause{Reason: "Shall I go on?"} })
		script := scripted.New(code, "yield <Message>It costs nothing.</Message>"+listen, "yield <Message>New.</Message>"+listen)
		c := mind(t, script, nil, count, ask)
		exchange := 0
		say := func(text string) string {
			t.Helper()
			turn, m := committed(text), newMouth()
			exchange++
			turn.Exchange = exchange
			if err := c.Answer(t.Context(), turn, m); err != nil {
				t.Fatal(err)
			}
			return m.said()
		}
		if got := say("Do it."); got != "Let me see. Shall I go on?" {
			t.Errorf("asked %q", got)
		}
		if got := say("What does it cost?"); got != "It costs nothing." {
			t.Errorf("between, said %q", got)
		}
		// The same turn is begun twice, the first is cut before it is over.
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		early := agent.Turn{Text: test.answer, Committed: make(chan struct{}), Exchange: exchange + 1}
		if err := c.Answer(ctx, early, newMouth()); err == nil {
			t.Error("an answer that was cut has no error")
		}
		if got := say(test.answer); got != test.said || counted != 1 {
			t.Errorf("after %q said %q, counted %d times", test.answer, got, counted)
		}
		if got := say(test.answer); got != "New." {
			t.Errorf("after the second %q said %q", test.answer, got)
		}
	}
}

func TestYesThatIsAnsweredAnewIsDoneOnceAndTold(t *testing.T) {
	held := 0
	hold := newTool(t, "hold", func(context.Context, tool.Call) (any, error) {
		held++
		return held, nil
	}, tool.Confirm(func(json.RawMessage) string { return "Shall I hold it?" }))
	c := mind(t, scripted.New("const n = await hold({})\nyield <Message>Held, {n}.</Message>"+listen,
		"yield <Message>New.</Message>"+listen), nil, hold)
	say := func(exchange int, text string) string {
		t.Helper()
		turn, m := committed(text), newMouth()
		turn.Exchange = exchange
		if err := c.Answer(t.Context(), turn, m); err != nil {
			t.Fatal(err)
		}
		return m.said()
	}
	if got := say(1, "Hold it."); got != "Shall I hold it?" {
		t.Errorf("asked %q", got)
	}
	// Their yes is over and done, and they go on before a word of the answer is heard.
	turn := committed("Yes.")
	turn.Exchange = 2
	ctx, cut := context.WithCancelCause(t.Context())
	if err := c.Answer(ctx, turn, &mouth{first: make(chan struct{}), cut: cut}); err == nil || held != 1 {
		t.Errorf("cut: %v, held %d times", err, held)
	}
	if got := say(2, "Yes, please."); got != "Held, 1." || held != 1 {
		t.Errorf("answered anew, said %q, held %d times", got, held)
	}
	if got := say(3, "Yes."); got != "New." || held != 1 {
		t.Errorf("after it, said %q, held %d times", got, held)
	}
}

// A no that was more, and of which nothing was heard, leaves the question open.
func TestNoThatGoesOnIsNone(t *testing.T) {
	held := 0
	hold := newTool(t, "hold", func(context.Context, tool.Call) (any, error) {
		held++
		return held, nil
	}, tool.Confirm(func(json.RawMessage) string { return "Shall I hold it?" }))
	const code = "try {\n  await hold({})\n  yield <Message>Held.</Message>\n} catch (e) {\n  yield <Message>I leave it.</Message>\n}"
	c := mind(t, scripted.New(code+listen, "yield <Message>Nothing.</Message>"+listen), nil, hold)
	for _, step := range []struct {
		exchange          int
		text, said, shown string
		cut               bool
	}{
		{1, "Hold it.", "Shall I hold it?", `{"open":true}`, false},
		{2, "No.", "", "", true},
		{2, "No idea, what is it?", "Nothing.", `{"open":true}`, false},
		{3, "Yes.", "Held.", `{"open":false}`, false},
	} {
		turn, m := committed(step.text), newMouth()
		turn.Exchange = step.exchange
		ctx, cut := context.WithCancelCause(t.Context())
		if step.cut {
			m.cut = cut
		}
		err := c.Answer(ctx, turn, m)
		cut(nil)
		if (err != nil) != step.cut {
			t.Fatalf("to %q: %v", step.text, err)
		}
		if step.cut {
			continue
		}
		shown := ""
		if len(m.cards) > 0 {
			shown = string(m.cards[len(m.cards)-1].Data)
		}
		if got := m.said(); got != step.said || shown != step.shown {
			t.Errorf("to %q said %q, shown %s; want %q, %s", step.text, got, shown, step.said, step.shown)
		}
	}
	if held != 1 {
		t.Errorf("held %d times", held)
	}
}

func TestSilenceIsToldFromFailure(t *testing.T) {
	if err := mind(t, scripted.New("return { action: 'listen' }"), nil).Answer(t.Context(), committed("hi"),
		newMouth()); !errors.Is(err, agent.ErrSilent) {
		t.Errorf("silence: %v", err)
	}
	m := newMouth()
	if err := mind(t, scripted.New(), nil).Answer(t.Context(), committed("hi"), m); !errors.Is(err, codefirst.ErrModel) ||
		m.said() != "" {
		t.Errorf("no model: %v, said %q", err, m.said())
	}
}

func TestCallsDoNotDisturbOneAnother(t *testing.T) {
	busy := scripted.New(slices.Repeat([]string{"while (true) {}"}, 20)...)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for ctx.Err() == nil {
			_ = mind(t, busy, nil).Answer(ctx, committed("hi"), newMouth()) // it is cut, or fails
		}
	}()
	for range 5 {
		m := newMouth()
		if err := mind(t, scripted.New("yield <Message>Hello.</Message>"+listen), nil).Answer(t.Context(), committed("hi"),
			m); err != nil || m.said() != "Hello." {
			t.Errorf("said %q, %v", m.said(), err)
		}
	}
	cancel()
	<-ended
}
