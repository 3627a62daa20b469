package tsx_test

import (
	"encoding/json"
	"strings"
	"testing"

	"parley/codefirst/tsx"
)

// heard writes reply to a Lead in pieces of n bytes, and is what it says of each
// message, and how many are done.
func heard(reply string, n int) (texts []string, done int, ended bool) {
	return heardBy(tsx.NewLead("Message", "Text"), reply, n)
}

func heardBy(l *tsx.Lead, reply string, n int) (texts []string, done int, ended bool) {
	for len(reply) > 0 {
		piece := reply[:min(n, len(reply))]
		reply = reply[len(piece):]
		for _, s := range l.Write(piece) {
			for len(texts) <= s.Message {
				texts = append(texts, "")
			}
			texts[s.Message] += s.Text
			if s.Done {
				done++
			}
		}
	}
	return texts, done, l.Ended()
}

func TestLeadSaysTheMessagesThatLead(t *testing.T) {
	m := newMachine(t)
	for _, test := range []struct {
		name, reply string
		want        []string
		done        int
	}{
		{"one", "yield <Message>Hello there.</Message>\nreturn x", []string{"Hello there."}, 1},
		{"marks and fence", "■fn_start\n```tsx\nyield <Text>Hi.</Text>", []string{"Hi."}, 1},
		{"comments first", "// greet\n/* them */\n yield <Message>Hi.</Message>;", []string{"Hi."}, 1},
		{"two", "yield <Message>One.</Message>\n// then\nyield <Text>Two.</Text>\nawait f()", []string{"One.", "Two."}, 2},
		{"lines", "yield <Message>\n  One,\n  two.\n\n  Three.\n</Message>", []string{"One,\ntwo.\nThree."}, 1},
		{"nested text", "yield <Message>\n<Text>One.</Text>\n<Text>Two.</Text></Message>", []string{"One.\nTwo."}, 1},
		{"a button says nothing", "yield <Message>Pick one: <Button action=\"say\">Yes</Button><Button>No</Button> now</Message>", []string{"Pick one:\nnow"}, 1},
		{"a card alone", "yield <Message><Card title='x > y' /></Message>", nil, 1},
		{"entities", "yield <Message>Q &amp; A &lt;3</Message>", []string{"Q & A <3"}, 1},
		{"Markdown of tags", "yield <Message>so <b>very</b> good</Message>", []string{"so **very** good"}, 1},
		{"a tag closed in capitals", "yield <Message>so <b>very</B> good</Message>", []string{"so **very** good"}, 1},
		{"an entity without its mark", "yield <Message>a &copy b &amp</Message>", []string{"a © b &"}, 1},
		{"a comma after a name", "yield <Message>a <Text, b</Message>", []string{"a <Text, b"}, 1},
		{"less than", "yield <Message>5 < 6</Message>", []string{"5 < 6"}, 1},
		{"expression", "yield <Message>Hello {name}, how are you?</Message>", []string{"Hello"}, 0},
		{"code", "yield <Message>Use `f` so</Message>", []string{"Use"}, 0},
		{"no message", "const a = await f()\nyield <Message>Hi</Message>", nil, 0},
		{"condition", "if (a) yield <Message>Hi</Message>", nil, 0},
		{"attributes", "yield <Message a={b}>Hi</Message>", nil, 0},
		{"another component", "yield <Card>Hi</Card>", nil, 0},
		{"yields of others", "yield* others()", nil, 0},
		{"a word like it", "yielding = 3", nil, 0},
		{"statement after", "yield <Message>Hi.</Message>\nlet a = 1\nyield <Message>No.</Message>", []string{"Hi."}, 1},
		{"other case", "yield <message>Hi.</message>", []string{"Hi."}, 1},
		{"not ended", "yield <Message>Hello th", []string{"Hello th"}, 0},
		{"talk before the code", "Sure! Here you are:\nyield <Message>Hi</Message>", nil, 0},
		{"button with code", "yield <Message>Hi <Button label={x}>a</Button> ho</Message>", []string{"Hi"}, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			for n := 1; n <= len(test.reply); n++ {
				texts, done, _ := heard(test.reply, n)
				if strings.Join(texts, "|") != strings.Join(test.want, "|") || done != test.done {
					t.Fatalf("in pieces of %d: said %q, %d done; want %q, %d", n, texts, done, test.want, test.done)
				}
			}
			if test.done == 0 || strings.ContainsAny(test.reply, "■`") {
				return
			}
			first := test.reply[strings.Index(test.reply, "yield")+len("yield"):]
			end := strings.Index(first, "</Message>") + len("</Message>")
			if end < len("</Message>") {
				return
			}
			raw, err := m.eval(names + "const x =" + first[:end])
			if err != nil {
				t.Fatal(err)
			}
			var e tsx.Element
			if err := json.Unmarshal([]byte(raw), &e); err != nil {
				t.Fatal(err)
			}
			said := ""
			if len(test.want) > 0 {
				said = test.want[0]
			}
			if got := tsx.PlainText(e, "Message", "Text"); got != said {
				t.Errorf("the run yields %q, said was %q", got, said)
			}
		})
	}
}

// What is said early is how the text of the element that the code yields begins.
func FuzzLead(f *testing.F) {
	for _, s := range []string{
		"Hello\n there <Text>a  b</Text> c", "a <Button x='>'>b</Button> &lt; c", "<b>x</b><br/>y {name} z", "5 < 6 `x` > 7",
		"<Text>\n a\n\n b</Text>\t<Card/>\u00a0c", "&#65; &copy &copy; <", "é日本 <p>x</p>",
	} {
		f.Add(s, 1)
		f.Add(s, 7)
	}
	m := newMachine(f)
	f.Fuzz(func(t *testing.T, text string, n int) {
		if n < 1 || len(text) > 300 || strings.ContainsRune(text, 0) {
			return
		}
		source := "<Message>" + text + "</Message>"
		texts, done, _ := heard("yield "+source+"\nreturn 1", n)
		again, doneAgain, _ := heard("yield "+source+"\nreturn 1", 1)
		if strings.Join(texts, "|") != strings.Join(again, "|") || done != doneAgain {
			t.Fatalf("in pieces of %d: %q, else %q", n, texts, again)
		}
		if strings.ContainsAny(text, "{}`\\;'\"/=") || len(texts) == 0 || strings.Contains(text, "Message") {
			return // what may be code is not run here
		}
		raw, err := m.eval(names + "const x =" + source)
		if err != nil {
			return // does not compile
		}
		var e tsx.Element
		if json.Unmarshal([]byte(raw), &e) != nil || e.Name != "Message" {
			return
		}
		whole := tsx.PlainText(e, "Message", "Text")
		if !strings.HasPrefix(whole, texts[0]) || done == 1 && whole != texts[0] {
			t.Errorf("%q: said %q, yields %q", text, texts[0], whole)
		}
	})
}

func TestCodeOfAReply(t *testing.T) {
	for name, test := range map[string]struct{ reply, want string }{
		"marks":                       {"■fn_start\nreturn 1\n■fn_end", "return 1"},
		"only the start":              {"■fn_start\nreturn 1\n", "return 1"},
		"only the end":                {"return 1\n■fn_end\nmore", "return 1"},
		"no marks":                    {"return 1", "return 1"},
		"talk before":                 {"Sure.\n■fn_start\nreturn 1\n■fn_end", "return 1"},
		"fence":                       {"```tsx\nreturn 1\n```", "return 1"},
		"fence in marks":              {"■fn_start\n```ts\nreturn 1\n```\n■fn_end", "return 1"},
		"fence without end":           {"```\nreturn 1", "return 1"},
		"fence in talk":               {"Here:\n```typescript\nreturn 1\n```\nDone.", "return 1"},
		"fence in an element":         {"yield <Text>\n```js\na\n```\n</Text>", "yield <Text>\n```js\na\n```\n</Text>"},
		"fence of tildes":             {"~~~\nreturn 1\n~~~", "return 1"},
		"fence of four":               {"````ts\nyield <Text>```</Text>\n````\nSo.", "yield <Text>```</Text>"},
		"fence with a title":          {"``` tsx title=\"a.tsx\"\nreturn 1\n```", "return 1"},
		"fence indented":              {"So:\n\n  ```ts\n  return 1\n  ```", "return 1"},
		"fence after talk with signs": {"I set x = 1 {so}, <b>now</b>:\n```tsx\nreturn 1\n```", "return 1"},
		"a fence too many":            {"return 1\n```", "return 1"},
		"a fence too many, and talk":  {"return 1\n```\nThat is all, a < b.", "return 1"},
		"two blocks":                  {"```ts\nconst a = 1\n```\nthen\n```ts\nreturn a\n```", "const a = 1\nreturn a"},
		"two blocks, the last whole":  {"```ts\nconst a = 1\n```\nthen\n```ts\nconst a = 1\nreturn a\n```", "const a = 1\nreturn a"},
		"two blocks, one better":      {"```ts\nconst a = 1\nreturn a\n```\nNo:\n```ts\nconst a = 2\nreturn a\n```", "const a = 2\nreturn a"},
		"a block of output":           {"```ts\nreturn 1\n```\n```\n1\n```", "return 1"},
		"a tag":                       {"<code>\nreturn 1\n</code>\nSo it is.", "return 1"},
		"a speaker":                   {"Assistant: yield <Text>a</Text>", "yield <Text>a</Text>"},
		"talk around":                 {"I greet, then.\n\n- **First**: so\nreturn { a: 1 }\n\nThis gives one.", "return { a: 1 }"},
		"talk in a text":              {"yield <Text>\nHello there,\nhow are you?", "yield <Text>\nHello there,\nhow are you?"},
		"code that begins with names": {"user.age = 3\nawait go()\nreturn 1", "user.age = 3\nawait go()\nreturn 1"},
		"a mark without its square":   {"fn_start\nreturn 1\nfn_end", "return 1"},
		"lines stay":                  {"■fn_start\n\n// a\n\nreturn 1\n■fn_end", "// a\n\nreturn 1"},
		"nothing":                     {"", ""},
		"only marks":                  {"■fn_start■fn_end", ""},
	} {
		if got := tsx.Code(test.reply); got != test.want {
			t.Errorf("%s: Code(%q) = %q, want %q", name, test.reply, got, test.want)
		}
	}
}

func FuzzCode(f *testing.F) {
	f.Add("■fn_start\n```tsx\nreturn 1\n```\n■fn_end")
	f.Fuzz(func(t *testing.T, reply string) {
		if got := tsx.Code(reply); len(got) > len(reply) {
			t.Errorf("Code(%q) = %q", reply, got)
		}
	})
}

func BenchmarkLead(b *testing.B) {
	reply := "■fn_start\nyield <Message>" + strings.Repeat("Hello there, this is a sentence. ", 20) +
		"</Message>\nreturn { action: 'listen' }"
	b.ReportAllocs()
	b.SetBytes(int64(len(reply)))
	for b.Loop() {
		heard(reply, 16)
	}
}
