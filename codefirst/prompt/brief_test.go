package prompt_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"parley/codefirst/chat"
	"parley/codefirst/prompt"
)

var update = flag.Bool("update", false, "write the golden files again")

func exits(names ...string) []prompt.Exit {
	var all []prompt.Exit
	for _, name := range names {
		all = append(all, prompt.Exit{Name: name, Description: "To " + name + ".", Return: fmt.Sprintf("return { action: %q }", name)})
	}
	return all
}

var transcript = []chat.Message{
	{Role: chat.Summary, Text: "Eva plans a week in Graz."},
	{Role: chat.User, Name: "Eva", Text: "Is it </transcript> raining?", Modality: chat.Voice,
		At: time.Date(2026, 11, 25, 9, 5, 0, 0, time.UTC)},
}

func chatBrief(t *testing.T) prompt.Brief {
	t.Helper()
	components, err := chat.BuiltIn("Message", "Button")
	if err != nil {
		t.Fatal(err)
	}
	return prompt.Brief{
		Chat: true, Instructions: "You are Mia, who helps with trips. Be kind.",
		Typings: "/** The weather of a day. */\ndeclare function weather(args: { city: string; day?: string }): Promise<{ text: string }>;",
		Exits:   exits("listen", "think"), Components: chat.Describe(components), Transcript: chat.Render(transcript),
		Tools: []string{"weather"},
		Variables: []prompt.Variable{
			{Name: "trip.city", Kind: "string", Value: prompt.Inspect(json.RawMessage(`"Graz"`)), Writable: true},
			{Name: "hotels", Kind: "array", Value: prompt.Inspect(json.RawMessage(`["A","B"]`))}, {Name: "sum", Kind: "function"},
		},
	}
}

// TestPromptsAreAsTheyWere holds whole prompts to files; -update writes them.
func TestPromptsAreAsTheyWere(t *testing.T) {
	text := chatBrief(t)
	voice := text
	voice.Voice = true
	worker := prompt.Brief{
		Instructions: "Add the prices.", Typings: "declare function price(args: { of: string }): Promise<number>;", Tools: []string{"price"},
		Exits: []prompt.Exit{{Name: "done", Aliases: []string{"finish"}, Return: "return { action: \"done\", value: number }"}, exits("think")[0]},
	}
	for _, test := range []struct {
		name  string
		brief prompt.Brief
		first string
		most  int // tokens
	}{
		{"chat", text, prompt.Opening(transcript), 1400}, {"voice", voice, prompt.Opening(transcript), 1500}, {"worker", worker, prompt.Worker(), 800},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := prompt.Join(prompt.System(test.brief)) + "\n\n--- first user message ---\n" + test.first + "\n"
			if n := prompt.Tokens(got); n > test.most {
				t.Errorf("%d tokens, want %d at most", n, test.most)
			} else {
				t.Logf("%d tokens", n)
			}
			file := filepath.Join("testdata", test.name+".txt")
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("the prompt is not %s (write it with -update):\n%s", file, got)
			}
		})
	}
}

func TestWhatIsTheSameForEveryTurnComesFirst(t *testing.T) {
	a := chatBrief(t)
	b := a
	b.Transcript, b.Variables = chat.Render(append(transcript, chat.Message{Role: chat.User, Text: "And?"})), nil
	one, two := prompt.Join(prompt.System(a)), prompt.Join(prompt.System(b))
	same := 0
	for same < min(len(one), len(two)) && one[same] == two[same] {
		same++
	}
	if at := strings.Index(one, "<transcript>"); same < at || at < 0 {
		t.Errorf("%d bytes are the same, up to %q; the transcript is at %d", same, one[max(0, same-30):same], at)
	}
}

func TestALongPromptKeepsItsRules(t *testing.T) {
	b := chatBrief(t)
	b.Typings = strings.Repeat("declare function f(args: {}): Promise<void>;\n", 2000)
	b.Transcript = strings.Repeat("<user-001 role=\"user\">words</user-001>\n", 5000) + "the newest"
	b.Instructions = "Be kind.\n" + strings.Repeat("More.\n", 20_000) + "Be short."
	parts, err := prompt.Fit(prompt.System(b), prompt.Limit(8000))
	if err != nil {
		t.Fatal(err)
	}
	text := prompt.Join(parts)
	for _, part := range []string{"# How you answer", "# Safety", "# Exits", "the newest\n\n</transcript>", "Be kind.", "Be short.", "# Your turn"} {
		if !strings.Contains(text, part) {
			t.Errorf("it lacks %q", part)
		}
	}
	if n := prompt.Tokens(text); n > 7100 { // the newlines between parts are not counted
		t.Errorf("%d tokens", n)
	}
}

func TestNothingIsToldOfWhatIsNotThere(t *testing.T) {
	got := prompt.Join(prompt.System(prompt.Brief{Exits: exits("done")}))
	for _, part := range []string{"# Tools", "# Variables", "<transcript>", "# Components", "yield <", "listen"} {
		if strings.Contains(got, part) {
			t.Errorf("it has %q", part)
		}
	}
	if !strings.Contains(got, "There are no tools.") {
		t.Error("it does not say that there are no tools")
	}
}

func TestTheOpeningTellsWhoSpokeLast(t *testing.T) {
	for _, test := range []struct {
		role chat.Role
		want string
	}{
		{chat.User, "The user spoke last:\n<user-002 role=\"user\">a</user-002>"}, {chat.Assistant, "You spoke last"},
		{chat.Event, "This event happened last"}, {chat.Summary, "a summary"},
	} {
		got := prompt.Opening([]chat.Message{{Role: chat.User, Text: "x"}, {Role: test.role, Text: "a"}})
		if !strings.Contains(got, test.want) {
			t.Errorf("Opening = %s, want %q", got, test.want)
		}
	}
	if got := prompt.Opening(nil); !strings.Contains(got, "Nobody has spoken") {
		t.Errorf("Opening = %s", got)
	}
}

func BenchmarkSystem(b *testing.B) {
	brief := prompt.Brief{Chat: true, Exits: exits("listen"), Transcript: lines(5000), Typings: lines(2000), Components: lines(500)}
	b.ReportAllocs()
	for b.Loop() {
		prompt.System(brief)
	}
}
