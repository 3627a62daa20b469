package prompt_test

import (
	"strings"
	"testing"

	"parley/codefirst/chat"
	"parley/codefirst/prompt"
	"parley/codefirst/sandbox"
	"parley/codefirst/tsx"
)

// examples are the replies in a prompt, each with the line before its mark.
func examples(text string) []string {
	var all []string
	pieces := strings.Split(text, "\n"+prompt.Begin+"\n")
	for i, piece := range pieces[1:] {
		code, _, _ := strings.Cut(piece, "\n"+prompt.End)
		before := pieces[i][strings.LastIndex(pieces[i], "\n")+1:]
		if strings.HasSuffix(before, ":") { // it tells what the example is of
			before = ""
		}
		all = append(all, before+"\n"+prompt.Begin+"\n"+code)
	}
	return all
}

func TestTheExamplesCompileAndEndWithAnExit(t *testing.T) {
	for name, brief := range map[string]prompt.Brief{"chat": {Chat: true}, "voice": {Chat: true, Voice: true}, "worker": {}} {
		all := examples(prompt.Join(prompt.System(brief)))
		if len(all) == 0 {
			t.Errorf("%s: no examples", name)
		}
		for _, reply := range all {
			code := tsx.Code(reply)
			if brief.Voice {
				code = tsx.SpokenCode(reply, "Message")
			}
			if _, err := sandbox.Compile(code); err != nil {
				t.Errorf("%s: %v in\n%s", name, err, code)
			}
			lines := strings.Split(code, "\n")
			if !strings.HasPrefix(lines[len(lines)-1], "return { action: ") {
				t.Errorf("%s: no exit ends\n%s", name, code)
			}
			if brief.Voice && sent(reply) == "" {
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

// sent is what a spoken reply says before its code runs.
func sent(reply string) string {
	var text strings.Builder
	for _, said := range tsx.NewSpokenLead("Message").Write(reply) {
		text.WriteString(said.Text)
	}
	return text.String()
}
