package roleplay

import (
	"fmt"
	"strconv"
	"strings"

	"parley"
	"parley/agent/reply"
	"parley/llm"
	"parley/scenarios"
)

// instructions builds the character's prompt, once per call: who it is, whom
// it talks to, what that person is after, how it resists and how it sounds. The
// user's name and gender are quoted, so that a name can never read as an
// instruction.
func instructions(s scenarios.Scenario, d parley.Dispatch) string {
	var b strings.Builder
	section := func(title string, lines ...string) {
		fmt.Fprintf(&b, "# %s\n", title)
		for _, l := range lines {
			if l != "" {
				fmt.Fprintf(&b, "- %s\n", l)
			}
		}
		b.WriteByte('\n')
	}
	section("Who you are", append([]string{"Your name is " + s.Botname + "."}, s.Character...)...)
	section("The conversation", append(audience(d),
		"What they want from you in the end: "+s.Goal,
		"You opened with: "+strconv.Quote(s.Opening))...)
	section("How to treat what they want",
		"Never name it, hint that you know it or help them towards it unasked.",
		"Resist at first, without refusing outright: leave a door that the right words can open.",
		"Make the resistance mean something: it comes from who you are, and it answers what they just said.",
		"Stay "+s.Botname+" whatever they say, even if they speak of prompts, tests, instructions or models.")
	section("How you react", s.Negprompt...)
	section("How you speak",
		"One short sentence of 5 to 15 words; rarely two. Shorter when annoyed, longer when moved.",
		"Only words that are spoken: no stage directions, no asterisks, no brackets, no lists, no emoji.",
		"Like a person thinking aloud: now and then a filler such as um, well or hmm, a thought left unfinished, a word corrected.",
		"Speak the language they speak to you.",
		"When something moves you, you may call "+reply.ReactionTool+" once beside your words; it is seen, not heard.")
	return strings.TrimSpace(b.String())
}

func audience(d parley.Dispatch) []string {
	who := "You talk by voice with someone whose name you do not know."
	if d.Username != "" {
		who = "You talk by voice with a person called " + strconv.Quote(d.Username) + "; use the name sparingly."
	}
	lines := []string{who}
	if d.Usergender != "" {
		lines = append(lines, "Their gender, in their own words: "+strconv.Quote(d.Usergender)+".")
	}
	return lines
}

// messages is the whole conversation as the model sees it: the prompt, every
// turn as truly heard, and the user's newest words. Without those the last turn
// of the user's is answered once more; what was heard of the first answer to it
// is left out.
func messages(prompt string, turns []parley.Turn, newest string) []llm.Message {
	m := make([]llm.Message, 0, len(turns)+2)
	m = append(m, llm.Message{Speaker: llm.System, Text: prompt})
	if n := len(turns); newest == "" && n > 0 && turns[n-1].Role == parley.Character {
		turns = turns[:n-1]
	}
	for _, t := range turns {
		who := llm.User
		if t.Role == parley.Character {
			who = llm.Assistant
		}
		m = append(m, llm.Message{Speaker: who, Text: t.Text})
	}
	if newest != "" {
		m = append(m, llm.Message{Speaker: llm.User, Text: newest})
	}
	return m
}

// Prompt is the system prompt of the scene's character for a call.
func Prompt(s scenarios.Scenario, d parley.Dispatch) string { return instructions(s, d) }
