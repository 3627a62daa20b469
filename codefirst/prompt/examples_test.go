package prompt_test

import (
	"strings"
	"testing"

	"parley/codefirst/chat"
	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
)

// examples is the code between the marks in a prompt.
func examples(text string) []string {
	var all []string
	for _, piece := range strings.Split(text, "\n"+prompt.Begin+"\n")[1:] {
		code, _, _ := strings.Cut(piece, "\n"+prompt.End)
		all = append(all, code)
	}
	return all
}

func TestTheExamplesCompileAndEndWithAnExit(t *testing.T) {
	for name, brief := range map[string]prompt.Brief{"chat": {Chat: true}, "voice": {Chat: true, Voice: true}, "worker": {}} {
		all := examples(prompt.Join(prompt.System(brief)))
		if len(all) == 0 {
			t.Errorf("%s: no examples", name)
		}
		for _, code := range all {
			if _, err := sandbox.Compile(code); err != nil {
				t.Errorf("%s: %v in\n%s", name, err, code)
			}
			lines := strings.Split(code, "\n")
			if !strings.HasPrefix(lines[len(lines)-1], "return { action: ") {
				t.Errorf("%s: no exit ends\n%s", name, code)
			}
			if brief.Voice && sent(code) == "" {
				t.Errorf("%s: nothing can be said early of\n%s", name, code)
			}
		}
	}
	built, err := chat.BuiltIn()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range built {
		for _, e := range c.Examples {
			if _, err := sandbox.Compile(e.Code); err != nil {
				t.Errorf("%s, %s: %v", c.Name, e.Name, err)
			}
		}
	}
}

// sent is what code says before it runs.
func sent(code string) string {
	var text strings.Builder
	for _, said := range tsx.NewLead("Message").Write(prompt.Begin + "\n" + code) {
		text.WriteString(said.Text)
	}
	return text.String()
}
