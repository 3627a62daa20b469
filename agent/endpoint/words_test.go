package endpoint

import (
	"testing"

	"parley/language"
)

// A word in two classes would be in one of them by chance.
func TestAWordHasOneClass(t *testing.T) {
	seen := map[string]string{}
	for class, words := range language.Embedded(lexicon)().Words {
		for w := range words {
			if other := seen[w]; other != "" {
				t.Errorf("%q is in %s and in %s", w, class, other)
			}
			seen[w] = class
		}
	}
}
