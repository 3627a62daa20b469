package understudy

import (
	"slices"

	"parley/scenarios"
)

// A turn that reads the page aloud says nothing of its own, though the page has every
// word that a step is made of.

// pageOf are the texts about s on its page, each in words: those that tell what to do.
// A hint of level 3 is a line to say, and is none of them.
func pageOf(s scenarios.Scenario, l *manners) [][]string {
	texts := slices.Concat([]string{s.Title, s.Description, s.Goal, s.GoalForYou, s.Setting, s.Briefing.YourRole, s.Briefing.Situation},
		s.Briefing.YouKnow, s.Briefing.ScoredOn)
	for _, h := range s.Hints {
		if h.Level < 3 {
			texts = append(texts, h.Text)
		}
	}
	for _, c := range s.Rubric {
		texts = append(texts, c.Check)
	}
	var out [][]string
	for _, text := range texts {
		if words := l.words(text); len(words) >= leastItem {
			out = append(out, words)
		}
	}
	return out
}

const (
	// leastItem is how many words a text of the page has that can be known again.
	leastItem = 3
	// recitalShare is the share of a turn, in percent, that such texts make up which
	// says nothing else.
	recitalShare = 70
)

// recites reports whether t is for the most part texts of the page, each from its first
// word to its last.
func (l *listener) recites(t *turn) bool {
	covered := make([]bool, len(t.words))
	for _, item := range l.page {
		for from := 0; from+len(item) <= len(t.words); from++ {
			if matches(t.words[from:], item) {
				for i := range item {
					covered[from+i] = true
				}
			}
		}
	}
	n := 0
	for _, c := range covered {
		if c {
			n++
		}
	}
	return n > 0 && n*100 >= recitalShare*len(covered)
}

// matches reports whether u begins with item.
func matches(u []word, item []string) bool {
	for i, w := range item {
		if u[i].text != w {
			return false
		}
	}
	return true
}
