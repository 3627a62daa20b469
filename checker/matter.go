package checker

import (
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
	if len(words) == 0 || k.scene.Language != "" && !written(asking, k.scene.Language) || understudy.Read(k.scene, asking).Agrees {
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

// content are the words that are about something.
func content(words []word) []string {
	var out []string
	for _, w := range words {
		if !w.filler && !common[w.text] && !persons[w.text] && !yeses[w.text] && !leads[w.text] && !negations[w.text] && !days[w.text] && !idle[w.text] {
			out = append(out, w.text)
		}
	}
	return out
}

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

// idle are words of any question.
var idle = set("bien après bon back would could should shall does did would're want wants say says said ask asking please just then what how about " +
	"think make makes sure there here get got going go let's one more now today again really only like yes no okay sir " +
	"würden könnten sollen wollen möchten können bitte also dann jetzt ihnen ihr noch denn doch mal eben halt schon machen sagen " +
	"voulez pouvez veux peux alors donc maintenant encore faire dire est ça cela quiere puede entonces ahora favor usted tan")
