package checker

import (
	"iter"
	"slices"
	"strings"
	"unicode/utf8"

	"parley/language"
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
	foreign := k.scene.Language != "" && !written(asking+" "+k.evidence.speech.read.Raw, k.scene.Language)
	if len(words) == 0 || foreign || understudy.Read(k.scene, asking).Nears {
		return false
	}
	matter, heard, echo := matterOf(k.scene), set{}, false
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

// elsewhere reports whether the user asked for something that is no part of the goal, and
// the quoted turn grants none either: "May I sit down?"
func (k seen) elsewhere() bool {
	asking := listen(asked(k.exchange.Turns, k.evidence.at))
	a, about := k.evidence.speech.to(k.parts), asking.to(k.parts)
	if len(k.parts) == 0 || !requests.stands(asking.words) || !written(asking.read.Raw, k.scene.Language) ||
		understudy.Read(k.scene, asking.read.Raw).Agrees {
		return false
	}
	matter, words := matterOf(k.scene), content(asking.words)
	if slices.ContainsFunc(words, func(w string) bool { return matter[stem(w)] }) || !slices.ContainsFunc(content(a.words),
		func(w string) bool { return slices.Contains(words, w) }) {
		return false
	}
	quoted := k.evidence.speech.words[k.evidence.from:k.evidence.to]
	return !slices.ContainsFunc(k.parts, func(p part) bool {
		return !p.free && (p.say.stands(quoted) || p.of.stands(quoted) || p.of.stands(about.words) || p.say.stands(about.words))
	})
}

// without reports whether the quoted turn denies a part of the goal: "the launch isn't
// for me".
func (k seen) without() bool {
	a := k.evidence.speech.to(k.parts)
	for n := range a.asks {
		words := a.plain.sentence(n)
		if a.asks[n] {
			continue
		}
		for _, p := range k.parts {
			for _, to := range p.of.in(words) {
				for i := to; !p.free && i < min(len(words), to+maxDenied) && goesOn(words, i); i++ {
					if negations[words[i].Text] {
						return true
					}
				}
			}
		}
	}
	return false
}

// maxDenied is within how many words behind a part it is denied.
const maxDenied = 5

// echoes reports whether answer takes up a word of what was asked that is about
// something.
func echoes(answer, asking speech) bool {
	heard := set{}
	for _, w := range content(asking.words) {
		heard[stem(w)] = true
	}
	for _, w := range asking.words {
		if days[w.Text] || numbers[w.Text] {
			heard[stem(w.Text)] = true
		}
	}
	return slices.ContainsFunc(answer.words, func(w language.Word) bool { return heard[stem(w.Text)] })
}

// content are the words that are about something.
func content(words []language.Word) []string {
	var out []string
	for _, w := range words {
		if !slices.ContainsFunc(pointless, func(of set) bool { return of[w.Text] }) {
			out = append(out, w.Text)
		}
	}
	return out
}

// pointless are the sets of words that are about nothing.
var pointless = []set{common, persons, yeses, leads, negations, days, idle, fillers}

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
func matterOf(s scenarios.Scenario) set {
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
	out := set{}
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

// haggles reports whether the answer names numbers, and none of those that were
// asked for.
func haggles(asking, answer speech) bool {
	asked := set{}
	for _, w := range asking.words {
		if numbers[w.Text] {
			asked[w.Text] = true
		}
	}
	other := false
	for _, w := range answer.words {
		if asked[w.Text] {
			return false
		}
		other = other || numbers[w.Text]
	}
	return len(asked) > 0 && other
}

// part is one part of what the character must grant, ready to be listened for.
type part struct {
	of, say, less phrases
	free, number  bool
}

// partsOf are the parts of the goal of s; none where its author names none.
func partsOf(s scenarios.Scenario) []part {
	if s.Understudy == nil {
		return nil
	}
	var out []part
	for _, g := range s.Understudy.Agree.Grants {
		out = append(out, part{compiled(g.Of, false), compiled(g.Say, true), compiled(g.Less, true), g.Free, g.Number})
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
		words, plain := s.sentence(n), a.plain.sentence(n)
		if denies && confirms(words) { // "He won't get better, will he. No."
			hide(plain)
			continue
		}
		denies = false
		for _, p := range parts {
			for from, to := range p.say.granting(words) {
				hide(plain[from:to])
				denies = denies || p.free
			}
		}
	}
	return a
}

// confirms reports whether a sentence says again, in a word or a few, that something is
// not so: "No.", "No, he's not."
func confirms(words []language.Word) bool {
	return len(words) > 0 && len(words) <= maxConfirm && len(content(words)) == 0 &&
		negations.stands(words)
}

const maxConfirm = 4

// granting yields where phrases begin and end that no word of denial reaches, or
// that hold one themselves.
func (p phrases) granting(words []language.Word) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for from, to := range p.in(words) {
			own := negations.stands(words[from:to])
			if (own || !negatedIn(words, from, to)) && !yield(from, to) {
				return
			}
		}
	}
}

func (p phrases) grants(words []language.Word) bool {
	for range p.granting(words) {
		return true
	}
	return false
}

// hide makes words count as none.
func hide(words []language.Word) {
	for i := range words {
		words[i].Text = ""
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

func (a answer) states(list phrases) bool {
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
				if noneOf(words, from) || to < len(words) && words[to-1].Mark != 0 && negations[words[to].Text] && ends(words, to+1) {
					return true
				}
			}
		}
	}
	return false
}

// noneOf reports whether words[at] are counted as none: "no extra people".
func noneOf(words []language.Word, at int) bool {
	for i := at - 1; i >= max(0, at-2); i-- {
		if words[i].Mark != 0 {
			return false
		}
		if nones[words[i].Text] {
			return true
		}
	}
	return false
}

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
	return slices.ContainsFunc(asking.words, func(w language.Word) bool { return days[w.Text] || spans[w.Text] }) &&
		slices.ContainsFunc(a.words, func(w language.Word) bool {
			return days[w.Text] && !a.asks[w.Sentence] && !a.hypothetical(w.Sentence)
		})
}

// elliptic reports whether words, up to a pause, are about nothing of their own:
// "it would", "you can".
func elliptic(words []language.Word) bool {
	end := slices.IndexFunc(words, pauses)
	if end < 0 {
		end = len(words) - 1
	}
	return len(content(words[:end+1])) == 0
}

// names reports whether words are a time or a number and nothing else: "half past
// two".
func names(words []language.Word) bool {
	when := func(w language.Word) bool { return numbers[w.Text] || days[w.Text] }
	return slices.ContainsFunc(words, when) && len(content(slices.DeleteFunc(slices.Clone(words), when))) == 0
}

// lessens reports whether the turn, from the sentence that yes begins in, gives
// less or something else; a "no" or "not just" before it does not.
func (a answer) lessens(yes int) bool {
	begin := 0
	for _, w := range a.words {
		if w.From == yes {
			begin = w.Sentence
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
