package checker

import (
	"iter"
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

// part is one part of what the character must grant, ready to be listened for.
type part struct {
	of, say, less *phrases
	free, number  bool
}

// partsOf are the parts of the goal of s; none where its author names none.
func partsOf(s scenarios.Scenario) []part {
	if s.Understudy == nil {
		return nil
	}
	var out []part
	for _, g := range s.Understudy.Agree.Grants {
		out = append(out, part{newPhrases(g.Of), newPhrases(g.Say).firm(), newPhrases(g.Less).firm(), g.Free, g.Number})
	}
	return out
}

// answer is a turn of the character, heard with the parts of the goal in mind.
type answer struct {
	speech
	parts []part
	// plain is the turn without the words that grant a part: what they deny is no
	// refusal.
	plain speech
}

// to is s as an answer that is to grant parts.
func (s speech) to(parts []part) answer {
	a, denies := answer{s, parts, s}, false
	a.plain.words = slices.Clone(s.words)
	for n := range s.asks {
		if s.asks[n] || s.hypothetical(n) {
			continue
		}
		first := slices.IndexFunc(s.words, func(w word) bool { return w.sentence == n })
		words := s.sentence(n)
		if denies && confirms(words) { // "He won't get better, will he. No."
			a.hide(words, first)
			continue
		}
		denies = false
		for _, p := range parts {
			for from, to := range p.say.granting(words) {
				a.hide(words[from:to], first)
				denies = denies || p.free
			}
		}
	}
	return a
}

// confirms reports whether a sentence says again, in a word or a few, that something is
// not so: "No.", "No, he's not."
func confirms(words []word) bool {
	return len(words) > 0 && len(words) <= maxConfirm && len(content(words)) == 0 &&
		slices.ContainsFunc(words, func(w word) bool { return negations[w.text] })
}

const maxConfirm = 4

// granting yields where phrases begin and end that no word of denial reaches, or
// that hold one themselves.
func (p *phrases) granting(words []word) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from, to := range p.in(words) {
			own := slices.ContainsFunc(words[from:to], func(w word) bool { return negations[w.text] })
			if (own || !negatedIn(words, from, to)) && !yield(from, to) {
				return
			}
		}
	}
}

func (p *phrases) grants(words []word) bool {
	for range p.granting(words) {
		return true
	}
	return false
}

// hide takes words, of a sentence that begins at s.words[first], out of plain.
func (a *answer) hide(words []word, first int) {
	begin, end := words[0], words[len(words)-1]
	for i := max(first, 0); i < len(a.plain.words); i++ {
		if w := &a.plain.words[i]; w.from >= begin.from && w.to <= end.to {
			w.text = ""
		}
	}
}

// saysAll reports whether the turn says each part, or names it, and grants one.
func (a answer) saysAll() bool {
	granted := false
	for _, p := range a.parts {
		said := a.states(p.say)
		if !said && !a.states(p.of) {
			return false
		}
		granted = granted || said
	}
	return granted
}

func (a answer) states(list *phrases) bool {
	for n := range a.asks {
		words := a.sentence(n)
		if !a.asks[n] && !a.hypothetical(n) && !a.quoted(n) && !reporteds.stands(words) && !echoings.stands(words) && list.grants(words) {
			return true
		}
	}
	return false
}

// refuses reports whether a part is refused: "the launch, yes; the people, no".
func (a answer) refuses() bool {
	for n := range a.asks {
		words := a.plain.sentence(n)
		if a.asks[n] || a.hypothetical(n) {
			continue
		}
		for _, p := range a.parts {
			if p.free {
				continue
			}
			for from, to := range p.of.in(words) {
				if noneOf(words, from) || to < len(words) && words[to-1].paused && negations[words[to].text] && ends(words, to+1) {
					return true
				}
			}
		}
	}
	return false
}

// noneOf reports whether words[at] are counted as none: "no extra people".
func noneOf(words []word, at int) bool {
	for i := at - 1; i >= max(0, at-2); i-- {
		if words[i].paused {
			return false
		}
		if nones[words[i].text] {
			return true
		}
	}
	return false
}

var nones = set("no none nobody without kein keine keinen ohne aucun aucune sans ningun ninguna sin nessun nessuna senza")

// covers reports whether the turn agrees with more than its form: it says yes in
// so many words, grants a part or names each, or takes up what was asked.
func (a answer) covers(asking speech) bool {
	if len(a.parts) == 0 || echoes(a.speech, asking) || a.dates(asking) {
		return true
	}
	for n := range a.asks {
		words := a.sentence(n)
		if at, plain := a.yesIn(n, words); plain || at >= 0 && elliptic(words[at:]) || names(words) {
			return true
		}
	}
	return slices.ContainsFunc(a.parts, func(p part) bool { return !p.free && a.states(p.say) }) ||
		!slices.ContainsFunc(a.parts, func(p part) bool { return !p.free && !a.states(p.of) })
}

// dates reports whether the turn says on which day, and that was asked or left open: "this
// week?"
func (a answer) dates(asking speech) bool {
	return slices.ContainsFunc(asking.words, func(w word) bool { return days[w.text] || spans[w.text] }) &&
		slices.ContainsFunc(a.words, func(w word) bool { return days[w.text] && !a.asks[w.sentence] && !a.hypothetical(w.sentence) })
}

// elliptic reports whether words, up to a pause, are about nothing of their own:
// "it would", "you can".
func elliptic(words []word) bool {
	end := slices.IndexFunc(words, func(w word) bool { return w.paused || w.trails })
	if end < 0 {
		end = len(words) - 1
	}
	return len(content(words[:end+1])) == 0
}

// names reports whether words are a time or a number and nothing else: "half past
// two".
func names(words []word) bool {
	when := func(w word) bool { return numbers[w.text] || days[w.text] }
	return slices.ContainsFunc(words, when) && len(content(slices.DeleteFunc(slices.Clone(words), when))) == 0
}

// lessens reports whether the turn, from the sentence that yes begins in, gives
// less or something else; a "no" or "not just" before it does not.
func (a answer) lessens(yes int) bool {
	begin := 0
	for _, w := range a.words {
		if w.from == yes {
			begin = w.sentence
		}
	}
	for n := begin; n < len(a.asks); n++ {
		for _, p := range a.parts {
			words := a.sentence(n)
			if p.free { // its words are denials, and what they deny is no less
				words = a.plain.sentence(n)
			}
			for from, to := range p.less.in(words) {
				if !noneOf(words, from) && !negatedIn(words, from, to) {
					return true
				}
			}
		}
	}
	return false
}
