package codefirst_test

import (
	"strings"
	"testing"

	"parley/cmd/cmdline"
	"parley/engine/openaihttp/openaitest"
)

// TestChatWithAModelThatThinks has a model write its thoughts before fenced code, as
// MiniMax, GLM and Qwen do, with and without the tag that begins them.
func TestChatWithAModelThatThinks(t *testing.T) {
	t.Setenv("PARLEY_LLM_KEY", openaitest.Key)
	const code = "\n```typescript\nyield <Message>All right.</Message>\nreturn { action: \"listen\" }\n```"
	for name, reply := range map[string]openaitest.Reply{
		"between tags": openaitest.Text("<think>I'd greet.</think>"+code, "<|im_end|>"),
		"unbegun":      openaitest.Text("I'd ", "greet.\n</think>\n"+code),
		"a channel": openaitest.Text("<|channel|>analysis<|message|>I'd greet.<|end|>" +
			"<|start|>assistant<|channel|>final<|message|>" + code + "<|return|>"),
	} {
		s := openaitest.New(t)
		s.Always(reply)
		out, errs, status := parley(t.Context(), "Hello.\n", "chat", "--llm", "openai:m", "--llm-url", s.URL)
		asked := 0 // not counting the one that has the model loaded
		for _, r := range s.Requests() {
			if strings.Contains(string(r.Body), "Hello.") {
				asked++
			}
		}
		if status != cmdline.ExitOK || !strings.Contains(out, "All right.") || strings.Contains(out, "greet") || asked != 1 {
			t.Errorf("%s: exit %d after %d requests:\n%s%s", name, status, asked, out, errs)
		}
	}
}
