package grammar

import (
	"regexp"
	"testing"
)

// TestPhrasesAreThere: a pattern names phrases that there are, and says something.
func TestPhrasesAreThere(t *testing.T) {
	named := regexp.MustCompile(`<([^<>]+)>`)
	for section, lines := range lists.Phrases {
		for _, line := range lines {
			for _, m := range named.FindAllStringSubmatch(line, -1) {
				if lists.Phrases[m[1]] == nil {
					t.Errorf("[phrases %s]: there is no %s", section, m[0])
				}
			}
		}
	}
	for _, g := range groups {
		if len(programs(g.name)) == 0 {
			t.Errorf("%s has no pattern", g.name)
		}
	}
}
