package assistant_test

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"parley/codefirst"
	"parley/codefirst/chat"
	"parley/codefirst/prompt"
	"parley/codefirst/scripted"
	"parley/codefirst/tsx"
	"parley/llm"
	"parley/tool"
)

// promptRoom is the conversation of the prompt that the guide shows.
type promptRoom struct{ said []chat.Message }

func (r promptRoom) Transcript(context.Context) ([]chat.Message, error) { return r.said, nil }

func (promptRoom) Components(context.Context) ([]chat.Component, error) {
	return chat.BuiltIn("Message", "Text", "Button", "Card")
}

func (promptRoom) Send(context.Context, string, tsx.Element) error { return nil }

// windowed is a script that reads so many tokens at once.
type windowed struct {
	*scripted.Model
	window int
}

func (w windowed) Window() int { return w.window }

const promptPage = "../docs/codefirst-prompt.md"

// The guide's page shows the prompt of a built-in scene as it is today.
func TestPromptOfAScene(t *testing.T) {
	d := open(t, setup{})
	s := scene(t, "chiefOfStaff")
	var tools []tool.Tool
	for _, one := range d.Tools() {
		if group, _, _ := strings.Cut(one.Name(), "."); slices.Contains(s.Tools, group) {
			tools = append(tools, one)
		}
	}
	ask := func(window int, said []chat.Message) (string, int, []string) {
		t.Helper()
		model := windowed{scripted.New("return { action: 'listen' }"), window}
		r, err := codefirst.Execute(t.Context(), codefirst.Params{
			Models: []llm.Engine{model}, Tools: tools, Chat: promptRoom{said}, Voice: true,
			Instructions: strings.Join(s.Character, "\n"),
		})
		if err != nil || r.Err() != nil {
			t.Fatal(err, r.Err())
		}
		var text strings.Builder
		for _, m := range r.LastIteration().Prompt {
			fmt.Fprintf(&text, "%s:\n%s\n\n", strings.ToUpper(string(m.Speaker)), m.Text)
		}
		return text.String(), prompt.Tokens(text.String()), r.LastIteration().Cut
	}
	said := []chat.Message{
		{Role: chat.Assistant, Text: s.Opening, Modality: chat.Voice},
		{Role: chat.User, Text: "Put the milk on my list, and tell me what is on today.", Modality: chat.Voice},
	}
	whole, tokens, cut := ask(32_000, said)
	if len(cut) != 0 {
		t.Errorf("a window of 32,000 tokens is too small: %v", cut)
	}
	long := append(slices.Repeat([]chat.Message{{Role: chat.User, Text: strings.Repeat("I went on and on. ", 100)}}, 60), said...)
	_, _, first := ask(32_000, long)
	_, small, then := ask(8_000, long)
	page := fmt.Sprintf(promptHead, tokens, strings.Join(first, ", "), strings.Join(then, ", "), small, strings.TrimSpace(whole))
	if os.Getenv("UPDATE_PROMPT") != "" {
		if err := os.WriteFile(promptPage, []byte(page), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if kept, err := os.ReadFile(promptPage); err != nil || string(kept) != page {
		t.Errorf("%s is not as it is today: run UPDATE_PROMPT=1 go test -run %s ./assistant (%v)", promptPage, t.Name(), err)
	}
}

const promptHead = `# The prompt of a code-first scene

What the chief of staff's model is sent in a call if its scene acts by code, about %d tokens. It is written by
` + "`TestPromptOfAScene`" + `, from the built-in scene and the assistants' own tools.

What is the same for every turn comes first, so that a service need not read it again. Of a prompt that is larger than the
model reads at once (its window less a tenth, 1,000 to 16,000 tokens), the longest part by weight is shortened first, and a mark
tells where: the code and errors of earlier iterations count four times, variables twice; of the transcript the end is kept, of
components and variables the beginning, of tools and instructions both ends. The rules, the exits and the last lines are never
cut. With sixty long messages and a window of 32,000 tokens this takes: %s. With one of 8,000: %s (then about %d tokens).

` + "````text\n%s\n````\n"
