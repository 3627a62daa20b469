package assistanttest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"parley/codefirst/prompt"
	"parley/llm"
)

// Coding is an engine that writes code where e calls tools: to e a prompt of the
// code-first loop is a conversation with tool calls, and what e answers comes as code
// that makes the same calls and then shows what they gave. What is no such prompt is
// e's. nil is nil.
func Coding(e llm.Engine) llm.Engine {
	if e == nil {
		return nil
	}
	return coding{e}
}

type coding struct{ llm.Engine }

// roundMark begins the comment that tells in the code what e had answered.
const roundMark = "// round "

// Chat implements llm.Engine.
func (c coding) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	if !slices.Contains(r.Stop, prompt.End) {
		return c.Engine.Chat(ctx, r)
	}
	r.Stop, r.Messages = nil, conversation(r.Messages)
	s, err := c.Engine.Chat(ctx, r)
	if err != nil {
		return nil, err
	}
	defer s.Close()
	var a Answer
	for {
		d, err := s.Next()
		a.Text += d.Text
		if d.Call != nil {
			a.Calls = append(a.Calls, *d.Call)
		}
		switch {
		case errors.Is(err, io.EOF):
			return &stream{ctx: ctx, answer: Answer{Text: code(a)}}, nil
		case err != nil:
			return nil, err
		}
	}
}

// code is the program that does what an answer would.
func code(a Answer) string {
	var b strings.Builder
	round, _ := json.Marshal(a) // it has texts alone
	fmt.Fprintf(&b, "%s\n%s%s\n", prompt.Begin, roundMark, round)
	switch {
	case strings.TrimSpace(a.Text) == "":
	case strings.ContainsAny(a.Text, "{}<>&`"):
		text, _ := json.Marshal(a.Text)
		fmt.Fprintf(&b, "yield <Message>{%s}</Message>\n", text)
	default:
		fmt.Fprintf(&b, "yield <Message>%s</Message>\n", a.Text)
	}
	var told []string
	for i, call := range a.Calls {
		name := strings.Replace(call.Name, "_", ".", 1)
		fmt.Fprintf(&b, "const r%d = await %s(%s)\n", i, name, call.Arguments)
		told = append(told, fmt.Sprintf("r%d: JSON.stringify(r%d)", i, i))
	}
	if len(told) > 0 {
		fmt.Fprintf(&b, "return { action: 'think', %s }\n%s", strings.Join(told, ", "), prompt.End)
	} else {
		fmt.Fprintf(&b, "return { action: 'listen' }\n%s", prompt.End)
	}
	return b.String()
}

var (
	turnForm = regexp.MustCompile(`(?s)<(user|assistant)-\d+ role="[^>]*>(.*?)</(?:user|assistant)-\d+>`)
	toldForm = regexp.MustCompile(`\br(\d+): ("(?:[^"\\]|\\.)*")`)
	plain    = strings.NewReplacer("&lt;", "<", "&#9632;", "■")
)

// conversation is a prompt of the loop as one with tool calls.
func conversation(asked []llm.Message) []llm.Message {
	system := asked[0].Text
	all := []llm.Message{asked[0]}
	_, transcript, _ := strings.Cut(system, "<transcript>")
	for _, m := range turnForm.FindAllStringSubmatch(transcript, -1) {
		all = append(all, llm.Message{Speaker: llm.Speaker(m[1]), Text: plain.Replace(m[2])})
	}
	for i := 2; i+1 < len(asked); i += 2 { // after what the turn is about
		var a Answer
		_, round, _ := strings.Cut(asked[i].Text, roundMark)
		round, _, _ = strings.Cut(round, "\n")
		_ = json.Unmarshal([]byte(round), &a) // code of others is none
		all = append(all, llm.Message{Speaker: llm.Assistant, Text: a.Text, Calls: a.Calls})
		told := map[string]string{}
		for _, m := range toldForm.FindAllStringSubmatch(asked[i+1].Text, -1) {
			var text string
			if json.Unmarshal([]byte(plain.Replace(m[2])), &text) == nil {
				told[m[1]] = text
			}
		}
		for n, call := range a.Calls {
			text, ok := told[fmt.Sprint(n)]
			if !ok {
				b, _ := json.Marshal(map[string]string{"error": asked[i+1].Text})
				text = string(b)
			}
			all = append(all, llm.Message{Speaker: llm.ToolReply, ReplyTo: call.ID, Text: text})
		}
	}
	return all
}
