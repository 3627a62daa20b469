package scripted_test

import (
	"regexp"
	"strings"
	"testing"

	"parley/codefirst/scripted"
	"parley/llm"
)

func TestRulesAnswerTheLastWords(t *testing.T) {
	m := scripted.Rules{
		Rules: []scripted.Rule{{When: regexp.MustCompile(`add (.+)`), Code: "add({ title: $1, more: `${x}` })"}},
		Else:  "return { action: 'listen' }",
	}
	read := func(said string) string {
		s, err := m.Chat(t.Context(), llm.Request{Messages: []llm.Message{{Text: `<user-001 role="user">old</user-001>`},
			{Text: `<user-002 role="user">` + said + `</user-002>`}}})
		if err != nil {
			t.Fatal(err)
		}
		defer s.Close()
		var b strings.Builder
		for {
			d, err := s.Next()
			if err != nil {
				return b.String()
			}
			b.WriteString(d.Text)
		}
	}
	for said, want := range map[string]string{
		"add buy milk": `"buy milk"`, "add ${6*7}": `"${6*7}"`, "add a `b` \"c\" \\": `"a ` + "`b`" + ` \"c\" \\"`, "add $1": `"$1"`,
	} {
		if got := read(said); got != "add({ title: "+want+", more: `${x}` })" {
			t.Errorf("%s: it writes %s", said, got)
		}
	}
	if got := read("zzz"); got != m.Else {
		t.Errorf("it writes %q", got)
	}
}
