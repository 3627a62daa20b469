package doctor

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"parley/checker"
	"parley/engine"
	"parley/llm"
	"parley/scenarios"
)

// thinker examines one model.
type thinker struct {
	*depth
	model llm.Engine
	used  llm.Usage // of all that were told
	told  bool      // some were
}

// ask asks it once.
func (t *thinker) ask(ctx context.Context, r llm.Request) (answered, error) {
	*t.asked++
	a, err := listen(ctx, t.model, r)
	t.counts(a.usage)
	return a, err
}

func (t *thinker) counts(u *llm.Usage) {
	if u == nil {
		return
	}
	t.told = true
	t.used.Prompt += u.Prompt
	t.used.Completion += u.Completion
}

// thinksDeeply are the checks of a model that plays a part: words, and each field that a
// request can do without.
func thinksDeeply(part string, e llm.Engine, s spoken, asked *int) []Check {
	t := &thinker{depth: newDepth(part, s, asked), model: e}
	return []Check{
		t.first("first word", t.words), t.check("stop and limit", t.stops), t.check("schema", t.schema), t.check("tools", t.tools),
		t.check("tokens", t.tokens),
	}
}

// plainRequest is a line of a conversation, without anything that a service may not know.
func plainRequest(text string) llm.Request {
	return llm.Request{Messages: []llm.Message{
		{Speaker: llm.System, Text: "You are a person in a phone call. Answer in one short sentence."},
		{Speaker: llm.User, Text: text},
	}, MaxTokens: 200, Temperature: 0.5}
}

func (t *thinker) words(ctx context.Context) (Finding, error) {
	a, err := listen(ctx, t.model, plainRequest(Sentence))
	t.counts(a.usage)
	if err != nil {
		return Finding{}, ill(err)
	}
	return a.finding()
}

func (t *thinker) stops(ctx context.Context) (Finding, error) {
	r := plainRequest("Say exactly: one, two, three, four, five.")
	r.Stop, r.MaxTokens = []string{"four"}, 60
	a, err := t.ask(ctx, r)
	if err != nil {
		return Finding{}, err
	}
	if strings.Contains(strings.ToLower(a.text), "four") {
		return Finding{Says: "went on past the text where it was to stop", Note: true}, nil
	}
	return Finding{Says: "stopped where it was told to", Latency: a.first}, nil
}

// yesOrNo is a small strict schema.
var yesOrNo = &llm.Schema{Name: "answer", JSON: json.RawMessage(
	`{"type":"object","properties":{"answer":{"type":"string","enum":["yes","no"]}},"required":["answer"],"additionalProperties":false}`)}

func (t *thinker) schema(ctx context.Context) (Finding, error) {
	r := plainRequest(`Is water wet? Answer with JSON and nothing else, such as {"answer":"yes"}.`)
	r.Schema, r.Temperature = yesOrNo, 0
	a, err := t.ask(ctx, r)
	if err != nil {
		return Finding{}, err
	}
	if !isYesOrNo(a.text) {
		return Finding{Says: "answered with something else than the JSON asked for", Note: true}, nil
	}
	return Finding{Says: "answered with the JSON asked for", Latency: a.first}, nil
}

// isYesOrNo reports whether text is of yesOrNo.
func isYesOrNo(text string) bool {
	var got struct{ Answer string }
	err := json.Unmarshal([]byte(text), &got)
	return err == nil && (got.Answer == "yes" || got.Answer == "no")
}

// noting is a tool of which nothing follows.
var noting = llm.Tool{Name: "note_down", Description: "Writes an item on the shopping list.", Parameters: json.RawMessage(
	`{"type":"object","properties":{"item":{"type":"string"}},"required":["item"]}`)}

// tools has the model call a tool and say what came of it: two steps, of which services
// refuse the second if something of the first does not come back.
func (t *thinker) tools(ctx context.Context) (Finding, error) {
	r := plainRequest("Use the tool to put oat milk on the shopping list, then tell me in one sentence that you did.")
	r.Tools = []llm.Tool{noting}
	a, err := t.ask(ctx, r)
	switch {
	case errors.Is(err, engine.ErrRequest):
		return Finding{Says: "takes no tools", Note: true, Does: []string{toolless}}, nil
	case err != nil:
		return Finding{}, err
	case len(a.calls) == 0:
		return Finding{Says: "called no tool", Note: true, Does: []string{toolless}}, nil
	}
	r.Messages = append(r.Messages, llm.Message{Speaker: llm.Assistant, Text: a.text, Calls: a.calls, Extra: a.extra})
	for _, call := range a.calls {
		if !json.Valid([]byte(call.Arguments)) {
			return Finding{Says: "called a tool with arguments that are no JSON", Note: true}, nil
		}
		r.Messages = append(r.Messages, llm.Message{Speaker: llm.ToolReply, Text: "written on the list", ReplyTo: call.ID})
	}
	b, err := t.ask(ctx, r)
	switch {
	case err != nil:
		return Finding{}, fmt.Errorf("it called a tool, and then: %w", err)
	case b.text == "":
		return Finding{Says: "called a tool, and then said nothing", Note: true}, nil
	}
	return Finding{Says: "called a tool, and told what came of it", Latency: a.first}, nil
}

const toolless = "Without tools a role goes on as before, and an assistant does only what plain commands say. A server of your own may " +
	"have to be told to take them: vLLM by --enable-auto-tool-choice and --tool-call-parser, llama.cpp by --jinja."

// tokens asks nothing.
func (t *thinker) tokens(context.Context) (Finding, error) {
	if !t.told {
		return Finding{Says: "does not tell them", Note: true}, nil
	}
	return Finding{Says: fmt.Sprintf("read %d and wrote %d for these checks", t.used.Prompt, t.used.Completion)}, nil
}

// judgesDeeply are the checks of a model that judges.
func judgesDeeply(part string, e llm.Engine, s spoken, scene scenarios.Scenario, asked *int) []Check {
	t := &thinker{depth: newDepth(part, s, asked), model: e}
	return []Check{t.first("first word", t.words), t.check("verdict", func(ctx context.Context) (Finding, error) {
		return t.judges(ctx, scene)
	})}
}

func (t *thinker) judges(ctx context.Context, scene scenarios.Scenario) (Finding, error) {
	*t.asked++
	begun := time.Now()
	judge := checker.ModelJudge{Engine: t.model, Scenario: scene, Budget: checkBudget}
	o, err := judge.Judge(ctx, checker.Case{Exchange: exampleExchange(scene)})
	if err != nil {
		return Finding{}, fmt.Errorf("no verdict, so the script judges: %w", err)
	}
	f := Finding{Says: fmt.Sprintf("judged an exchange: %d of 10", o.Progress), Latency: time.Since(begun)}
	if o.Repaired {
		f.Does = slices.Insert(f.Does, 0, "It wraps its verdict in other words, or had to be asked twice; Parley reads it nevertheless.")
	}
	return f, nil
}
