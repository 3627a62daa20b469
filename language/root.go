package language

import (
	_ "embed"
	"strings"
	"sync"
	"unicode/utf8"
)

//go:embed roots.txt
var rootFile string

var firstForms = sync.OnceValue(func() map[string]string {
	l, err := ReadLists(rootFile)
	if err != nil {
		panic("language: " + err.Error())
	}
	return l.Table("first forms")
})

// FirstForm is the first form of an English verb, "buy" of "bought", if no ending tells
// it; else it is the word.
func FirstForm(word string) string {
	if first, ok := firstForms()[word]; ok {
		return first
	}
	return word
}

// Root is what the forms of an English word have in common: "report" of "reports" and
// "reporting". It is not always a word.
func Root(word string) string {
	word = FirstForm(word)
	for _, ending := range []string{"s", "ing", "ed", "e"} {
		if root := strings.TrimSuffix(word, ending); len(root) >= 3 {
			word = root
		}
	}
	if n := len(word); n > 3 && word[n-1] == word[n-2] && word[n-1] < utf8.RuneSelf {
		word = word[:n-1]
	}
	return word
}
