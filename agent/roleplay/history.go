package roleplay

import (
	"parley"
	"parley/llm"
)

// cut ends a line of the character's that was not heard to its end, as in captions.
const cut = "—"

// messages is the whole conversation as the model sees it: the prompt, every turn
// as truly heard, the user's newest words, and the note on the line to come where
// there is one. Without newest words the last turn of the user's is answered once
// more; what was heard of the first answer to it is left out.
func messages(prompt string, turns []parley.Turn, newest, note string) []llm.Message {
	m := make([]llm.Message, 0, len(turns)+3)
	m = append(m, llm.Message{Speaker: llm.System, Text: prompt})
	if n := len(turns); newest == "" && n > 0 && turns[n-1].Role == parley.Character {
		turns = turns[:n-1]
	}
	for _, t := range turns {
		who := llm.User
		if t.Role == parley.Character {
			who = llm.Assistant
			if t.Interrupted {
				t.Text += cut
			}
		}
		m = append(m, llm.Message{Speaker: who, Text: t.Text})
	}
	if newest != "" {
		m = append(m, llm.Message{Speaker: llm.User, Text: newest})
	}
	if note != "" {
		m = append(m, llm.Message{Speaker: llm.System, Text: note})
	}
	return m
}
