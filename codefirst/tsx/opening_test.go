package tsx_test

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/codefirst/tsx"
)

func TestSpokenReplyOpensWithWords(t *testing.T) {
	const listen = "return { action: \"listen\" }"
	for name, test := range map[string]struct {
		reply string
		said  []string
		done  int
		code  string
	}{
		"words, then code": {
			"Let me look.\n■fn_start\nconst a = 1\nreturn a\n■fn_end",
			[]string{"Let me look."}, 1, "yield <Message>{\"Let me look.\"}</Message>\nconst a = 1\nreturn a",
		},
		"words, then a message": {
			"Let me look. ■fn_start\nyield <Message>Here.</Message>",
			[]string{"Let me look.", "Here."}, 2, "yield <Message>{\"Let me look.\"}</Message>\nyield <Message>Here.</Message>",
		},
		"lines of words": {
			"One,\n\n Two; three.\n■fn_start\nreturn 1",
			[]string{"One,\nTwo; three."}, 1, "yield <Message>{\"One,\\n\\n Two; three.\"}</Message>\nreturn 1",
		},
		"words alone":       {"Good morning.", []string{"Good morning."}, 0, "yield <Message>{\"Good morning.\"}</Message>\n" + listen},
		"another script":    {"你好。\n■fn_start\nreturn 1", []string{"你好。"}, 1, "yield <Message>{\"你好。\"}</Message>\nreturn 1"},
		"a number":          {"7 is fine.\n■fn_start\nreturn 1", []string{"7 is fine."}, 1, "yield <Message>{\"7 is fine.\"}</Message>\nreturn 1"},
		"no words":          {"■fn_start\nyield <Message>Hi.</Message>", []string{"Hi."}, 1, "yield <Message>Hi.</Message>"},
		"no mark":           {"Here:\nyield <Message>Hi.</Message>", []string{"Here:", "Hi."}, 2, "yield <Message>{\"Here:\"}</Message>\nyield <Message>Hi.</Message>"},
		"a fence":           {"Sure.\n```tsx\nreturn 1\n```", []string{"Sure."}, 1, "yield <Message>{\"Sure.\"}</Message>\nreturn 1"},
		"code alone":        {"const a = 1\nreturn a", nil, 0, "const a = 1\nreturn a"},
		"thoughts":          {"// I greet\n■fn_start\nreturn 1", nil, 0, "return 1"},
		"a small letter":    {"yes, one moment.\n■fn_start\nreturn 1", nil, 0, "yield <Message>{\"yes, one moment.\"}</Message>\nreturn 1"},
		"words and no code": {"Sure.\n■fn_start\n■fn_end", []string{"Sure."}, 1, "yield <Message>{\"Sure.\"}</Message>\n"},
		"nothing":           {"", nil, 0, ""},
	} {
		for n := 1; n <= len(test.reply); n++ {
			said, done, _ := heardBy(tsx.NewSpokenLead("Message"), test.reply, n)
			if strings.Join(said, "|") != strings.Join(test.said, "|") || done != test.done {
				t.Fatalf("%s, in pieces of %d: said %q, %d done; want %q, %d", name, n, said, done, test.said, test.done)
			}
		}
		if got := tsx.SpokenCode(test.reply, "Message"); got != test.code {
			t.Errorf("%s: SpokenCode is %q, want %q", name, got, test.code)
		}
	}
}

// What is said of the words early is how the message begins that the code yields.
func FuzzSpoken(f *testing.F) {
	for _, s := range []string{"Let me look.\n■fn_start\nreturn 1", "One\n\ttwo \xff■", "É <b>x</b>", "7\u2028a = b", "yes\n■fn_start", "■■fn_start"} {
		f.Add(s, 3)
	}
	f.Fuzz(func(t *testing.T, reply string, n int) {
		if n < 1 || len(reply) > 300 {
			return
		}
		said, done, _ := heardBy(tsx.NewSpokenLead("Message"), reply, n)
		again, doneAgain, _ := heardBy(tsx.NewSpokenLead("Message"), reply, 1)
		if strings.Join(said, "|") != strings.Join(again, "|") || done != doneAgain {
			t.Fatalf("in pieces of %d: %q, else %q", n, said, again)
		}
		text, yields := strings.CutPrefix(tsx.SpokenCode(reply, "Message"), "yield <Message>{")
		text, _, _ = strings.Cut(text, "}</Message>\n")
		var words string
		if !yields || json.Unmarshal([]byte(text), &words) != nil || len(said) == 0 {
			return // it opens with a message of code
		}
		whole := tsx.PlainText(tsx.Element{Name: "Message", Children: []tsx.Node{{Text: words}}})
		if !strings.HasPrefix(whole, said[0]) || done > 0 && whole != said[0] {
			t.Errorf("%q: said %q, yields %q", reply, said[0], whole)
		}
	})
}
