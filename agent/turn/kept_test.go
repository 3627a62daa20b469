package turn

import (
	"fmt"
	"slices"
	"strings"
)

// What is kept of the user's words.

// word is a new one.
func (r *rules) word() string {
	r.number++
	return fmt.Sprintf("w%dx", r.number)
}

func (r *rules) expect(word string) { r.wanted = append(r.wanted, word) }

// optional says that the words need not be in the history.
func (r *rules) optional(text string) {
	if r.lost == nil {
		r.lost = map[string]bool{}
	}
	for _, word := range strings.Fields(text) {
		r.lost[word] = true
	}
}

// taken says that the user takes back what is not in the history yet.
func (r *rules) taken() { r.optional(strings.Join(r.wanted, " ")) }

// complete checks that every word of the user's is in one turn.
func (r *rules) complete() {
	var all []string
	for _, text := range r.kept {
		all = append(all, strings.Fields(text)...)
	}
	for _, word := range r.wanted {
		n := len(slices.DeleteFunc(slices.Clone(all), func(w string) bool { return w != word }))
		if n > 1 || n == 0 && !r.lost[word] {
			r.fail("%q is %d times in the history %q", word, n, r.kept)
		}
	}
}
