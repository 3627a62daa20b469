package checker

import (
	"slices"
	"strings"
	"unicode/utf8"

	"parley/llm/understudy"
	"parley/scenarios"
)

// aside reports whether the quoted words answer something other than the goal: by
// the scene's examples the user did not ask for it before them, spoke of
// something, and neither side used a word of its matter. A scene without examples
// tells nothing.
func (k seen) aside() bool {
	u := k.scene.Understudy
	if u == nil || len(u.Agree.Examples) == 0 {
		return false
	}
	asking := asked(k.exchange.Turns, k.evidence.at)
	words := content(listen(asking).words)
	foreign := k.scene.Language != "" && !written(asking+" "+k.evidence.speech.text, k.scene.Language)
	if len(words) == 0 || foreign || understudy.Read(k.scene, asking).Agrees {
		return false
	}
	matter, heard, echo := matterOf(k.scene), map[string]bool{}, false
	for _, w := range words {
		heard[stem(w)] = true
	}
	for _, w := range content(k.evidence.speech.words) {
		if matter[stem(w)] {
			return false
		}
		echo = echo || heard[stem(w)]
	}
	for w := range heard {
		if matter[w] {
			return false
		}
	}
	return echo || len(heard) > 1
}

// haggled reports whether the quoted turn offers another number than was asked.
func (k seen) haggled() bool {
	if len(k.parts) > 0 && !slices.ContainsFunc(k.parts, func(p part) bool { return p.number }) {
		return false
	}
	return haggles(listen(asked(k.exchange.Turns, k.evidence.at)), k.evidence.speech)
}

// covers reports whether the quoted turn agrees to what was asked before it.
func (k seen) covers() bool {
	return k.evidence.speech.to(k.parts).covers(listen(asked(k.exchange.Turns, k.evidence.at)))
}

// echoes reports whether answer takes up a word of what was asked that is about
// something.
func echoes(answer, asking speech) bool {
	heard := map[string]bool{}
	for _, w := range content(asking.words) {
		heard[stem(w)] = true
	}
	for _, w := range asking.words {
		if days[w.text] || numbers[w.text] {
			heard[stem(w.text)] = true
		}
	}
	return slices.ContainsFunc(answer.words, func(w word) bool { return heard[stem(w.text)] })
}

// content are the words that are about something.
func content(words []word) []string {
	var out []string
	for _, w := range words {
		if !w.filler && !slices.ContainsFunc(pointless, func(of map[string]bool) bool { return of[w.text] }) {
			out = append(out, w.text)
		}
	}
	return out
}

// pointless are the sets of words that are about nothing.
var pointless = []map[string]bool{common, persons, yeses, leads, negations, days, idle}

// stemRunes is how much of a word tells what it is about.
const stemRunes = 5

func stem(w string) string {
	if utf8.RuneCountInString(w) <= stemRunes {
		return w
	}
	return cut(w, stemRunes)
}

// apart is how much more often a word stands where the goal is asked for than
// elsewhere, to be of its matter.
const apart = 3

// matterOf are the words, stemmed, that tell the goal of s from the rest of the
// scene.
func matterOf(s scenarios.Scenario) map[string]bool {
	u := s.Understudy
	var goal, rest []string
	goal = append(goal, s.Goal, u.Agree.Say)
	goal = append(goal, u.Agree.Examples...)
	for _, name := range u.Agree.All {
		goal = append(goal, u.Concepts[name].Any...)
	}
	rest = append(append(rest, u.Agree.Counter...), u.Chatter...)
	for _, b := range u.Beats {
		rest = append(append(rest, b.Examples...), b.Counter...)
	}
	with, inGoal := count(goal)
	without, inRest := count(rest)
	out := map[string]bool{}
	for _, w := range content(listen(s.Goal).words) {
		out[stem(w)] = true
	}
	for w, n := range with {
		if n*inRest >= apart*without[w]*inGoal {
			out[w] = true
		}
	}
	return out
}

// count is how often each content word stands in texts, and how many all are.
func count(texts []string) (map[string]int, int) {
	of, all := map[string]int{}, 0
	for _, w := range content(listen(strings.Join(texts, ". ")).words) {
		of[stem(w)]++
		all++
	}
	return of, all
}

var (
	numbers = loadPhrases("number").heads()
	idle    = loadPhrases("idle").heads()
)

// haggles reports whether the answer names numbers, and none of those that were
// asked for.
func haggles(asking, answer speech) bool {
	asked := map[string]bool{}
	for _, w := range asking.words {
		if numbers[w.text] {
			asked[w.text] = true
		}
	}
	other := false
	for _, w := range answer.words {
		if asked[w.text] {
			return false
		}
		other = other || numbers[w.text]
	}
	return len(asked) > 0 && other
}
