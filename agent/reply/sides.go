package reply

import (
	"slices"
	"strings"
	"unicode/utf8"

	"parley/llm"
)

// shortWord is the longest word of a name that is no label by itself: "The", "Old".
const shortWord = 3

// Sides are the labels of a conversation between a character and a user, whose name
// may be unknown, with the words for both in its language (scenarios.Labels).
func Sides(character, user string, own, others []string) llm.Sides {
	s := llm.Sides{Own: append(names(character), own...), Others: append(names(user), others...)}
	s.Others = slices.DeleteFunc(s.Others, func(name string) bool {
		return slices.ContainsFunc(s.Own, func(o string) bool { return strings.EqualFold(o, name) })
	})
	return s
}

// names are a name and the longer words of it.
func names(full string) []string {
	words := strings.Fields(full)
	if len(words) == 0 {
		return nil
	}
	all := []string{strings.Join(words, " ")}
	for _, w := range words {
		if w = strings.Trim(w, `."',`); len(words) > 1 && utf8.RuneCountInString(w) > shortWord {
			all = append(all, w)
		}
	}
	return all
}
