package codefirst_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"parley/codefirst"
	"parley/codefirst/scripted"
	"parley/llm"
	"parley/llm/llmtest"
	"parley/tool"
)

// habit is a reply as models write them, and what is to come of it.
type habit struct {
	name, reply string
	cut         bool // the service says that it has cut the reply off
	// of one whose meaning is plain: what is shown and which tools are called
	right        bool
	shown, calls string
	// of another: the line, "-" for none, and the words that the model is told
	line  string
	words *regexp.Regexp
}

// habits reads the replies of a file of testdata.
func habits(t testing.TB, file string) []habit {
	t.Helper()
	text, err := os.ReadFile("testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	var all []habit
	for i, part := range strings.Split("\n"+string(text), "\n### ") {
		if i == 0 {
			continue
		}
		head, reply, _ := strings.Cut(part, "\n")
		reply, _, _ = strings.Cut(reply, "\n=====")
		reply = regexp.MustCompile(`\n+# \d+\. .*$`).ReplaceAllString(reply, "")
		fields := strings.SplitN(strings.ReplaceAll(head, `\|`, "\x00"), "|", 4)
		for i, f := range fields {
			fields[i] = strings.NewReplacer("\x00", "|", `\n`, "\n").Replace(strings.TrimSpace(f))
		}
		name, how, _ := strings.Cut(fields[0], " ")
		h := habit{name: name, reply: reply, cut: how == "length", right: fields[1] == "right"}
		if h.right {
			h.shown, h.calls = fields[2], fields[3]
		} else {
			head = strings.TrimSpace(strings.SplitN(head, "|", 4)[3])
			h.line, h.words = fields[2], regexp.MustCompile(head)
		}
		all = append(all, h)
	}
	return all
}

// declared is the tools that the head of model-replies.txt names, as it says, and the
// names of those that were called.
func declared(t testing.TB) ([]tool.Tool, func() string) {
	t.Helper()
	text, err := os.ReadFile("testdata/model-replies.txt")
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var called []string
	var all []tool.Tool
	for _, m := range regexp.MustCompile(`(?m)^# tool (\w+): input (\{.*\}) output (.*)$`).FindAllStringSubmatch(string(text), -1) {
		name, output := m[1], json.RawMessage(m[3])
		if m[3] == "any" {
			output = json.RawMessage(`{}`)
		}
		tl, err := tool.FromJSON(name, "Does "+name+".", json.RawMessage(m[2]), output,
			func(_ context.Context, _ tool.Call, args json.RawMessage) (json.RawMessage, error) {
				mu.Lock()
				called = append(called, name)
				mu.Unlock()
				return answer(name, args)
			})
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, tl)
	}
	return all, func() string {
		mu.Lock()
		defer mu.Unlock()
		return strings.Join(called, " ")
	}
}

// answer is what the tools give.
func answer(name string, args json.RawMessage) (json.RawMessage, error) {
	var in struct {
		A, B    float64
		ID      string
		Message string
		Value   json.RawMessage
	}
	if err := json.Unmarshal(args, &in); err != nil {
		return nil, err
	}
	switch name {
	case "add":
		return json.Marshal(in.A + in.B)
	case "echo":
		return in.Value, nil
	case "fail":
		return nil, fmt.Errorf("%s", in.Message)
	case "sleep":
		return json.RawMessage(`1`), nil
	case "getUser":
		return json.RawMessage(`{"id":"` + in.ID + `","name":"Ann Lee","age":30,"tags":["a","b"],"address":{"city":"Graz"}}`), nil
	case "ping", "greet":
		return json.RawMessage(`"pong"`), nil
	case "list":
		return json.RawMessage(`[{"title":"Book","price":12},{"title":"Pen","price":3}]`), nil
	case "askHuman":
		return json.RawMessage(`{"yes":true,"name":"Bo"}`), nil
	case "book":
		return json.RawMessage(`{"ref":"B1"}`), nil
	}
	return json.RawMessage(`{}`), nil
}

func habitUser() codefirst.Object {
	return codefirst.Object{Name: "user", Properties: []codefirst.Property{
		{Name: "name", Value: json.RawMessage(`"Ann"`)}, {Name: "age", Value: json.RawMessage(`30`), Writable: true},
		{Name: "prefs", Value: json.RawMessage(`{"theme":"dark","n":[1,2]}`), Writable: true},
		{Name: "tags", Value: json.RawMessage(`["a"]`), Writable: true}, {Name: "note", Value: json.RawMessage(`null`), Writable: true},
	}}
}

// raw is a model whose replies are read as the engines of models read theirs, and
// cut off at its limit if cut is set.
type raw struct {
	*scripted.Model
	cut bool
}

func (m raw) Chat(ctx context.Context, r llm.Request) (llm.Stream, error) {
	s, err := m.Model.Chat(ctx, r)
	if err == nil && m.cut {
		s = cutStream{s}
	}
	return llmtest.Reading(s, r), err
}

type cutStream struct{ llm.Stream }

func (s cutStream) Next() (llm.Delta, error) {
	d, err := s.Stream.Next()
	if err != nil {
		d.Finish = llm.Length
	}
	return d, err
}

// came is what came of the first reply: "right", "told" if the model was told the cause
// and the place, "vague" if it was told something else, or "unnoticed".
func (h habit) came(t *testing.T) (string, string) {
	all, called := declared(t)
	script := scripted.New(h.reply, "return { action: 'listen' }")
	p := codefirst.Params{
		Chat: &room{}, Tools: tools(all...), Objects: []codefirst.Object{habitUser()}, Loop: 2, Models: models(raw{script, h.cut}),
	}
	r, _ := execute(t, p)
	first := r.Iterations[0]
	var shown []string
	for _, line := range strings.Split("\n"+p.Chat.(*room).shown(), "\n1.") {
		if _, text, ok := strings.Cut(line, " "); ok {
			shown = append(shown, strings.TrimSpace(text))
		}
	}
	got := strings.Join(shown, " / ")
	if first.Status == codefirst.ExitSuccess {
		if h.right && got == h.shown && called() == h.calls {
			return "right", ""
		}
		return "unnoticed", fmt.Sprintf("shown %q, called %q", got, called())
	}
	text := told(script)
	placed := h.line == "-" || regexp.MustCompile(`(?i)line `+h.line+`\b|> 0*`+h.line+` \|`).MatchString(text)
	if !h.right && placed && h.words.MatchString(text) {
		return "told", ""
	}
	return "vague", text
}

// What models write is read as it is meant where that is plain, and else the model is
// told what is wrong, and where; nothing is wrong and unnoticed.
func TestRepliesAreReadAsModelsWriteThem(t *testing.T) {
	var plain, right, other, told int
	var unnoticed []string
	for _, h := range slices.Concat(habits(t, "model-replies.txt"), habits(t, "habits.txt")) {
		came, what := h.came(t)
		if h.right {
			plain++
		} else {
			other++
		}
		switch came {
		case "right":
			right++
		case "told":
			told++
		case "unnoticed":
			unnoticed = append(unnoticed, h.name)
			fallthrough
		default:
			t.Logf("%s is %s: %s", h.name, came, what)
		}
	}
	t.Logf("%d replies: of %d whose meaning is plain, %d are right at the first try; of %d others, the model is told cause and "+
		"place of %d; %d are wrong and unnoticed %v", plain+other, plain, right, other, told, len(unnoticed), unnoticed)
	if plain+other != 100 || right*100 < 80*plain || told*100 < 90*other || len(unnoticed) > 0 {
		t.Error("too few")
	}
}
